"""The JSON Schemas of docs/schemas/ are those of the code, and all that the engine really says fits them."""

import json
import random
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from companion.core.game import AnyGame
from companion.core.seat import CHANCE
from companion.engine import REQUEST_NAMES
from companion.games.catalog import CATALOG
from tests.engine.talk import Talk, line
from tests.laws.play import CASES, Case, every_case, game, spread
from tools.engine_answers import ANSWERS
from tools.schemas import FOLDER, documents, write

SCHEMAS: dict[str, dict[str, Any]] = {path: json.loads(text) for path, text in documents().items()}
Validate = Callable[[object], None]
every_game = pytest.mark.parametrize("entry", CATALOG, ids=[entry.name for entry in CATALOG])


def validator(path: str, part: str = "") -> Validate:
    """What raises unless a value fits that schema, or the part of it with that name."""
    resource = DRAFT202012.create_resource(SCHEMAS[path])
    pointer = path if not part else f"{path}#/$defs/{part}"
    checks = jsonschema.Draft202012Validator({"$ref": pointer}, registry=Registry().with_resource(path, resource))
    validate: Validate = checks.validate
    return validate


def refuses(validate: Validate, value: object) -> bool:
    try:
        validate(value)
    except jsonschema.ValidationError:
        return True
    return False


def test_the_files_are_what_is_made_of_the_code() -> None:
    """`make schemas` renews them."""
    found = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.json")}
    assert found == documents()


def test_writing_renews_what_differs_and_removes_what_is_made_no_more(tmp_path: Any) -> None:
    assert len(write(tmp_path)) == len(SCHEMAS)
    assert write(tmp_path) == []
    (tmp_path / "prompt.json").write_text("{}")
    (tmp_path / "old.json").write_text("{}")
    assert sorted(path.name for path in write(tmp_path)) == ["old.json", "prompt.json"]
    assert not (tmp_path / "old.json").exists()
    assert json.loads((tmp_path / "prompt.json").read_text()) == SCHEMAS["prompt.json"]


@pytest.mark.parametrize("path", SCHEMAS)
def test_each_is_a_schema_without_a_loose_end(path: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[path])
    parts = SCHEMAS[path].get("$defs", {}).keys()
    text = json.dumps(SCHEMAS[path])
    assert {ref.split('"')[0] for ref in text.split('"#/$defs/')[1:]} <= parts
    assert '"#/$defs/' in text or not parts
    assert "discriminator" not in text


def test_every_request_has_the_schema_of_its_answer() -> None:
    assert tuple(ANSWERS) == REQUEST_NAMES, "tools/engine_answers.py lists what each request answers"
    tags = {part["properties"]["do"]["const"] for part in SCHEMAS["request.json"]["$defs"].values()}
    assert tags == set(REQUEST_NAMES)


class Witness:
    """A conversation of which every line, either way, is put to the schemas."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.talk = Talk()
        name = case.game.name
        self.request = validator("request.json")
        self.answers = {request: validator("answer.json", request) for request in REQUEST_NAMES}
        self.view = validator(f"{name}/view.json")
        self.prompt = validator("prompt.json")
        self.moves = {True: validator(f"{name}/move.json", "chance"), False: validator(f"{name}/move.json", "seat")}
        validator(f"{name}/options.json")(case.given)
        self.ask("new", game=name, seats=case.seats, options=case.given)

    def ask(self, do: str, **keys: Any) -> dict[str, Any]:
        request = {"do": do, **keys}
        self.request(request)
        answer = self.talk.raw(line(**request))
        assert answer["ok"] is True, answer
        self.answers[do](answer)
        return answer

    def move(self, actor: Any, move: dict[str, Any]) -> None:
        self.moves[actor == CHANCE](move)
        self.ask("move", seat=actor, move=move)

    def look(self) -> list[dict[str, Any]]:
        """All that can be asked here; the views."""
        views = [self.ask("view", seat=seat)["view"] for seat in (*range(self.case.seats), None)]
        for view in views:
            self.view(view)
        self.ask("result")
        for actor in (*range(self.case.seats), CHANCE):
            prompt = self.ask("prompt", seat=actor)["prompt"]
            for move in self.ask("legal", seat=actor, limit=12)["moves"]:
                self.moves[actor == CHANCE](move)
                self.ask("check", seat=actor, move=move)
            if prompt is not None:
                self.prompt(prompt)
            if prompt is not None and actor != CHANCE:
                self.moves[False](self.ask("bot", seat=actor, bot="random")["move"])
        return views


@every_case
def test_whole_random_games_fit_the_schemas(case: Case) -> None:
    """Every move of a game, and all that is told of some of its moments."""
    played = list(game(case, seed=8))
    watched = {id(moment) for moment in spread(played, 8)}
    witness = Witness(case)
    for before, moment in zip([None, *played], played, strict=False):
        if before is not None:
            witness.move(*moment.steps[-1])
        if id(moment) in watched:
            witness.look()
    assert witness.ask("to_act")["to_act"] == []
    witness.ask("undo")
    witness.ask("chance", seed=1)
    witness.ask("games")
    witness.ask("quit")


SELDOM: dict[str, tuple[set[str], set[tuple[bool, str]]]] = {"digitcode": ({"last"}, {(False, "pass")})}
"""Phases and moves that random games do not come to, since nobody hits on a code of six digits; the test below does."""


def test_the_last_chance_of_digit_code_fits_the_schemas() -> None:
    found = CATALOG[[entry.name for entry in CATALOG].index("digitcode")]
    given = {"opening": "one"}
    witness = Witness(Case(found, 2, given, found.read_options(given, 2)))
    codes = ([4, 0, 7, 1, 9, 3], [1, 2, 3, 4, 5, 6])
    for seat, digits in enumerate(codes):
        witness.move(seat, {"move": "set_code", "digits": digits})
    witness.move(0, {"move": "propose", "digits": codes[1]})
    assert {view["phase"] for view in witness.look()} == {"last"}
    witness.move(1, {"move": "pass"})
    assert {view["phase"] for view in witness.look()} == {"over"}


@every_game
def test_every_phase_and_every_move_of_a_schema_is_met_in_play(entry: AnyGame) -> None:
    """So a schema offers nothing that no game ever says."""
    phases, moves = set(), set()
    for case in (parameters.values[0] for parameters in CASES):
        if case.game is not entry:
            continue
        for moment in game(case, seed=random.Random(entry.name).randrange(100)):
            phases.add(entry.view(moment.state, None).phase)
            if moment.steps:
                actor, move = moment.steps[-1]
                moves.add((actor == CHANCE, move["move"]))
    more_phases, more_moves = SELDOM.get(entry.name, (set(), set()))
    assert not more_phases & phases, "luck meets it: it need not be listed here"
    assert not more_moves & moves, "luck meets it: it need not be listed here"
    phases |= more_phases
    moves |= more_moves
    schema = SCHEMAS[f"{entry.name}/view.json"]
    assert phases == set(schema["properties"]["phase"]["enum"])
    kinds = SCHEMAS[f"{entry.name}/move.json"]["$defs"]
    offered = {
        (chance, kinds[ref["$ref"].split("/")[-1]]["properties"]["move"]["const"])
        for chance, whose in ((False, "seat"), (True, "chance"))
        for ref in kinds[whose].get("anyOf", [{"$ref": f"#/$defs/{whose}"}])
    }
    assert moves == offered


PEGS = ["red", "blue", "green", "white"]


@pytest.mark.parametrize(
    ("path", "part", "good", "bad"),
    [
        ("mastermind/move.json", "seat", {"move": "guess", "pegs": PEGS}, {"move": "guess", "pegs": PEGS[2:]}),
        ("mastermind/move.json", "seat", {"move": "guess", "pegs": PEGS}, {"move": "guess", "pegs": [*PEGS[1:], "mud"]}),
        ("mastermind/move.json", "seat", {"move": "guess", "pegs": PEGS}, {"move": "guess", "pegs": PEGS, "x": 1}),
        ("mastermind/move.json", "chance", {"move": "set_code", "pegs": PEGS}, {"move": "guess", "pegs": PEGS}),
        ("davinci/move.json", "chance", {"move": "draw", "tile": "B-"}, {"move": "draw", "tile": "B12"}),
        ("davinci/move.json", "seat", {"move": "place", "position": 0}, {"move": "place", "position": -1}),
        ("digitcode/move.json", "seat", {"move": "ask_line", "line": "S"}, {"move": "ask_line", "line": "T"}),
        ("passcode/move.json", "seat", {"move": "roll"}, {"move": "roll", "top": 1, "front": 2}),
        ("passcode/move.json", "seat", {"move": "lay_down", "card": "4"}, {"move": "lay_down", "card": "4", "number": None}),
        ("passcode/options.json", "", {"levels": [3]}, {"level": [3]}),
        ("request.json", "", {"do": "view", "seat": None}, {"do": "view"}),
        ("request.json", "", {"do": "legal", "seat": "chance"}, {"do": "legal", "seat": "public"}),
        ("answer.json", "check", {"ok": True}, {"ok": False}),
        ("answer.json", "error", {"ok": False, "error": "No."}, {"ok": False}),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(path: str, part: str, good: object, bad: object) -> None:
    validate = validator(path, part)
    validate(good)
    assert refuses(validate, bad)


@every_game
def test_a_view_with_a_key_more_or_less_is_refused(entry: AnyGame) -> None:
    validate = validator(f"{entry.name}/view.json")
    case = next(parameters.values[0] for parameters in CASES if parameters.values[0].game is entry)
    (view, *_) = Witness(case).look()
    assert refuses(validate, {**view, "unheard_of": 1})
    for key in view:
        assert refuses(validate, {name: value for name, value in view.items() if name != key}), key
