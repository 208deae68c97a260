"""What a table tells Home Assistant: the rules of homeassistant 2026.11.0, components/mqtt (schemas.py, sensor.py, event.py,
image.py, discovery.py), are written down here, since its wheel needs a Python newer than those of this project's tests."""

import json
import re
from typing import Any

import jinja2
import pytest
from msgspec import structs

from companion.club.home_assistant import discovery
from companion.club.wire import Event, SeatShown, State, Topics, encoded

TOPICS = Topics("companion", "table-4")
TOPIC = re.compile(r"homeassistant/(?P<component>\w+)/(?:(?P<node>[a-zA-Z0-9_-]+)/)?(?P<object>[a-zA-Z0-9_-]+)/config")
"""discovery.py, TOPIC_MATCHER."""
SHARED = {"availability_topic", "payload_available", "payload_not_available"}
COMMON = {"unique_id", "name", "icon", "json_attributes_topic", "json_attributes_template"}
FIELDS = {
    "sensor": {"state_topic", "value_template", "device_class", "options"},
    "binary_sensor": {"state_topic", "value_template", "device_class"},
    "event": {"state_topic", "value_template", "event_types"},
    "image": {"image_topic", "content_type"},
}
NEEDED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "event": {"state_topic", "event_types"},
    "image": {"image_topic"},
}
STATE = State(
    phase="game",
    game="mastermind",
    edition=None,
    title="Mastermind",
    order=None,
    round=None,
    places=(SeatShown(0, "Ann", "person", 3), SeatShown(1, "", "empty", None)),
    to_act=(0,),
    since=None,
    moves=4,
    said="Ann guessed. " * 30,
    fault=None,
)


def check_component(key: str, one: dict[str, Any]) -> None:
    kind = one["platform"]
    assert set(one) - {"platform"} - SHARED <= COMMON | FIELDS[kind], key
    assert NEEDED[kind] <= set(one)
    assert "unique_id" in one, "a component without one cannot be changed by its owner"
    if "options" in one:
        assert (one["device_class"], bool(one["options"])) == ("enum", True)


def entities(form: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """All entities, with the device that each belongs to."""
    found = []
    for topic, payload in discovery(form, TOPICS, 2):
        body = json.loads(payload)
        match = TOPIC.fullmatch(topic)
        assert match
        assert match["node"] == TOPICS.table, "an access rule names the table by a whole level"
        assert body["origin"]["name"]
        if match["component"] == "device":
            assert set(body) == {"device", "origin", "components", "child_devices", *SHARED}
            groups = [(body["device"], body["components"])]
            for child in body["child_devices"]:
                assert set(child) == {"identifiers", "name", "components"}
                groups.append((child, child["components"]))
            found += [(of, one) for of, components in groups for one in components.values()]
        else:
            assert set(body) >= SHARED
            rest = {key: value for key, value in body.items() if key not in ("device", "origin")}
            found.append((body["device"], {"platform": match["component"], **rest}))
    for of, one in found:
        assert of["identifiers"]
        check_component(one["name"], one)
    return found


@pytest.mark.parametrize("form", ["device", "entities"])
def test_every_message_keeps_the_rules_of_home_assistant(form: Any) -> None:
    found = entities(form)
    ids = [one["unique_id"] for _, one in found]
    assert len(set(ids)) == len(ids) == 8 + 2 * 3
    assert len({of["identifiers"][0] for of, _ in found}) == 3, "a table, and its seats below it"


def test_both_forms_tell_of_the_same_entities() -> None:
    ids = [{one["unique_id"] for _, one in entities(form)} for form in ("device", "entities")]
    assert ids[0] == ids[1]
    assert discovery("none", TOPICS, 2) == []


def rendered(payload: bytes, this: str = "unknown") -> dict[str, str]:
    """What each entity shows, by its name, once it has that payload of the state."""
    shown = {}
    for of, one in entities("device"):
        if one.get("state_topic") == TOPICS.of("state"):
            made = jinja2.Environment().from_string(one["value_template"])
            shown[f"{of['name']}: {one['name']}"] = made.render(value_json=json.loads(payload), this={"state": this})
    return shown


def test_what_the_entities_show_of_a_game() -> None:
    shown = rendered(encoded(STATE))
    assert max(map(len, shown.values())) <= 255, "more letters no state of Home Assistant has"
    assert {name: value for name, value in shown.items() if "happened" not in name} == {
        "Table table-4: Game": "Mastermind",
        "Table table-4: Phase": "game",
        "Table table-4: Whose turn": "Ann",
        "Table table-4: Last result": "unknown",
        "Table table-4: Fault": "OFF",
        "Table table-4 seat 1: Player": "Ann",
        "Table table-4 seat 1: Score": "3",
        "Table table-4 seat 1: To act": "ON",
        "Table table-4 seat 2: Player": "empty",
        "Table table-4 seat 2: Score": "None",
        "Table table-4 seat 2: To act": "OFF",
    }


def test_the_last_result_stays_until_another_game_is_over() -> None:
    over = structs.replace(STATE, phase="over", said="Ann wins.", to_act=(), fault="Seat 2 does not answer.")
    shown = rendered(encoded(over))
    assert [shown[f"Table table-4: {name}"] for name in ("Last result", "Whose turn", "Fault")] == [
        "Ann wins.",
        "nobody",
        "ON",
    ]
    assert rendered(encoded(STATE), "Ann wins.")["Table table-4: Last result"] == "Ann wins."


def test_an_event_has_its_type() -> None:
    (event,) = [one for _, one in entities("device") if one["platform"] == "event"]
    made = jinja2.Environment().from_string(event["value_template"])
    told = json.loads(made.render(value_json=json.loads(encoded(Event("game_over", "mastermind", None, "Ann wins.")))))
    assert told["event_type"] in event["event_types"]
    assert told["text"] == "Ann wins."
