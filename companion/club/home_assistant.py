"""Home Assistant finds a table by itself: each table is a device there, and each of its seats one below it.

By `discovery` "device" one message tells of everything (homeassistant/device/<table>/<prefix>/config, Home Assistant 2026.9 or
newer). By "entities" each entity has a message of its own, for programs that do not read that form, such as openHAB. Fields and
their rules: the components mqtt/{discovery,schemas,sensor,binary_sensor,event,image}.py of homeassistant 2026.11.0.

Invariant: what is told depends on the configuration alone, never on a game.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final, NamedTuple, get_args

from msgspec import json

from companion import __version__
from companion.club.wire import Happening, Phase, Topics
from companion.config.club import Discovery
from companion.core.picture import HEIGHT, WIDTH
from companion.core.screen import Screen
from companion.core.seat import Place, all_places, seat_number
from companion.devices.panels.image import as_image
from companion.ui.raster import draw

STATUS_TOPIC: Final = "homeassistant/status"
"""Home Assistant says "online" there when it has started, and knows nothing."""
LONGEST_WAIT: Final = 30.0
"""Seconds within which a table answers that, so that not all tables answer at once."""
LONGEST_TEXT: Final = 255
"""Letters that a state of Home Assistant may have."""

_ORIGIN: Final = {"name": "Codebreakers' Companion", "sw_version": __version__}


class Message(NamedTuple):
    """A retained message of discovery."""

    topic: str
    payload: bytes


def discovery(form: Discovery, topics: Topics, places: int) -> list[Message]:
    """The messages that tell of a table with so many places."""
    if form == "none":
        return []
    ours = f"{topics.prefix}_{topics.table}".replace("/", "_")
    device = {
        "identifiers": [ours],
        "name": f"Table {topics.table}",
        "manufacturer": "Codebreakers' Companion",
        "model": "Table",
        "sw_version": __version__,
    }
    seats = [
        {"identifiers": [f"{ours}_seat_{number}"], "name": f"Table {topics.table} seat {number}"}
        for number in map(seat_number, all_places(places))
    ]
    shared = {
        "availability_topic": topics.of("availability"),
        "payload_available": "online",
        "payload_not_available": "offline",
    }
    own = dict(_of_table(ours, topics))
    below = [dict(_of_seat(ours, topics, place)) for place in all_places(places)]
    if form == "device":
        body = {
            "device": device,
            "origin": _ORIGIN,
            **shared,
            "components": own,
            "child_devices": [
                {**seat, "components": components} for seat, components in zip(seats, below, strict=True)
            ],
        }
        return [_message(topics, "device", topics.prefix, body)]
    return [
        _message(
            topics,
            component["platform"],
            entity,
            {"device": of, "origin": _ORIGIN, **shared, **{k: v for k, v in component.items() if k != "platform"}},
        )
        for of, components in zip((device, *seats), (own, *below), strict=True)
        for entity, component in components.items()
    ]


def _message(topics: Topics, platform: str, entity: str, body: dict[str, Any]) -> Message:
    # An access rule of the broker can name the table only where it is a whole level.
    return Message(
        f"homeassistant/{platform}/{topics.table}/{entity.replace('/', '_')}/config", json.encode(body, order="sorted")
    )


def _entity(ours: str, name: str, key: str, platform: str, **more: Any) -> tuple[str, dict[str, Any]]:
    entity = f"{ours}_{key}"
    return entity, {"platform": platform, "unique_id": entity, "name": name, **more}


def _of_table(ours: str, topics: Topics) -> Iterator[tuple[str, dict[str, Any]]]:
    state = topics.of("state")

    def sensor(name: str, key: str, template: str, icon: str, **more: Any) -> tuple[str, dict[str, Any]]:
        found = {"state_topic": state, "value_template": template, "icon": icon}
        return _entity(ours, name, key, "sensor", **found, **more)

    acting = "value_json.places | selectattr('place', 'in', value_json.to_act) | map(attribute='name') | join(', ')"
    yield sensor("Game", "game", "{{ value_json.title }}", "mdi:puzzle")
    phases = {"device_class": "enum", "options": list(get_args(Phase))}
    yield sensor("Phase", "phase", "{{ value_json.phase }}", "mdi:progress-clock", **phases)
    yield sensor("Whose turn", "turn", f"{{{{ {acting} or 'nobody' }}}}", "mdi:account-arrow-right")
    yield sensor("What happened", "said", f"{{{{ value_json.said[:{LONGEST_TEXT}] }}}}", "mdi:message-text")
    last = f"{{{{ value_json.said[:{LONGEST_TEXT}] if value_json.phase == 'over' else this.state }}}}"
    yield sensor("Last result", "result", last, "mdi:trophy")
    yield _entity(
        ours,
        "Fault",
        "fault",
        "binary_sensor",
        device_class="problem",
        state_topic=state,
        value_template="{{ 'ON' if value_json.fault else 'OFF' }}",
        json_attributes_topic=state,
        json_attributes_template="{{ {'fault': value_json.fault} | tojson }}",
    )
    yield _entity(
        ours,
        "Events",
        "event",
        "event",
        state_topic=topics.of("event"),
        event_types=list(get_args(Happening)),
        value_template="{{ {'event_type': value_json.what, 'game': value_json.game, 'text': value_json.text} | tojson }}",
        icon="mdi:flag-checkered",
    )
    picture = {"image_topic": topics.of("picture"), "content_type": "image/png"}
    yield _entity(ours, "Picture", "picture", "image", **picture)


def _of_seat(ours: str, topics: Topics, place: Place) -> Iterator[tuple[str, dict[str, Any]]]:
    state, number = topics.of("state"), seat_number(place)
    name = f"{{{{ value_json.places[{place}].name or 'empty' }}}}"
    yield _entity(
        ours, "Player", f"seat_{number}_player", "sensor", state_topic=state, value_template=name, icon="mdi:account"
    )
    score = f"{{{{ value_json.places[{place}].score }}}}"
    yield _entity(
        ours, "Score", f"seat_{number}_score", "sensor", state_topic=state, value_template=score, icon="mdi:counter"
    )
    acts = f"{{{{ 'ON' if {place} in value_json.to_act else 'OFF' }}}}"
    yield _entity(
        ours,
        "To act",
        f"seat_{number}_acts",
        "binary_sensor",
        state_topic=state,
        value_template=acts,
        icon="mdi:gesture-tap",
    )


def png(screen: Screen, scale: int = 4) -> bytes:
    """A screen as a picture for a dashboard."""
    from PIL import Image

    made = BytesIO()
    as_image(draw(screen)).resize((scale * WIDTH, scale * HEIGHT), Image.Resampling.NEAREST).save(made, "PNG")
    return made.getvalue()
