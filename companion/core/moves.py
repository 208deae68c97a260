"""Moves as records, which carry their own words, and how they are spelled in JSON.

A game defines one record for each of its moves. What a key, a list, a hint, the event line and a refusal say about the move is
derived from the record, as is the schema that other programs read. A move travels as a JSON object. It becomes a record only
after the prompt has checked it, so a record checks no values: those in its annotations are for words and for the schema.

Words are templates of `str.format` over the names of the fields. A tuple reads as its values: "red, blue", or "407193" where
each of them has one letter. Names that are no fields are given by the caller, or by `Game.named`.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, get_args, get_type_hints

from msgspec import Meta, Struct, convert, structs, to_builtins

from companion.core.prompt import Dial, Fill, Move, Option, Symbol, Wheel
from companion.core.seat import CHANCE, Actor


class MoveWords(Struct, frozen=True):
    """What is said about one kind of move.

    `label`: on the box of its key, among others. `text`: in a list; empty: the label. `accept`: on the box of the key that
    confirms it once it is entered. `told`: as an event, after the player's name. `suggest`: after "Try: "; empty: the text.
    `back`: the title that asks it back before it counts. `weighed`: it tries or uncovers something hidden, so a player may ask
    what it is worth. `rules`: the numbers of the rules that say when and with which values it may be made.
    """

    label: str = ""
    text: str = ""
    accept: str = "OK"
    told: str = ""
    suggest: str = ""
    back: str = ""
    weighed: bool = False
    rules: str = ""


class MoveRecord(Struct, frozen=True, tag_field="move"):
    """One move of a game; its tag is the move's name."""

    words: ClassVar[MoveWords] = MoveWords()


class Values(Struct, frozen=True):
    """The values of a field and their words. Stands in the field's annotation, beside `meta`, which says the same in a schema."""

    symbols: tuple[Symbol, ...]
    meta: Meta


def named_values(*symbols: Symbol) -> Values:
    """Values with words of their own."""
    return Values(symbols, one_of(*(symbol.value for symbol in symbols)))


def letters(*names: str) -> Values:
    """Values that are called what they are."""
    return named_values(*(Symbol(name, name, name) for name in names))


def numbers(low: int, high: int) -> Values:
    """The whole numbers from `low` to `high`."""
    named = (Symbol(number, str(number), str(number)) for number in range(low, high + 1))
    return Values(tuple(named), whole_number(low, high))


def one_of(*choices: str | int) -> Meta:
    """One of these values, in a schema."""
    return Meta(extra_json_schema={"enum": list(choices)})


def whole_number(low: int, high: int | None = None) -> Meta:
    """A whole number from `low` to `high`; None: without an upper bound."""
    return Meta(extra_json_schema={"minimum": low} | ({} if high is None else {"maximum": high}))


def row_of(least: int, most: int | None = None) -> Meta:
    """A list of `least` items, or of as many as `most`."""
    return Meta(extra_json_schema={"minItems": least, "maxItems": least if most is None else most})


class Moves(Struct, frozen=True):
    """Every move of a game: those of seats, and those of chance. Empty if a game does not list them."""

    seats: tuple[type[MoveRecord], ...] = ()
    chance: tuple[type[MoveRecord], ...] = ()

    def of(self, actor: Actor) -> dict[str, type[MoveRecord]]:
        """The moves of a seat, or of chance, by their names."""
        return by_name(self.chance if actor == CHANCE else self.seats)

    def words(self, name: str) -> MoveWords:
        """The words of a seat's move; none of a move that is not listed."""
        kind = by_name(self.seats).get(name)
        return MoveRecord.words if kind is None else kind.words


NO_MOVES: Final = Moves()


@cache
def by_name(kinds: tuple[type[MoveRecord], ...]) -> dict[str, type[MoveRecord]]:
    """Records of moves by the names of the moves."""
    return {tag(kind): kind for kind in kinds}


def tag(kind: type[MoveRecord]) -> str:
    """The name of a move."""
    return str(kind.__struct_config__.tag)


def move_reader(kinds: Any) -> Callable[[Move], Any]:
    """A function that makes a record of a move that passed its check. `kinds`: a union of record types. The type is found by the
    name, since converting to a union takes as long as the rest of a move."""
    named = by_name(get_args(kinds))
    return lambda move: convert(move, named[move["move"]])


def as_json(made: MoveRecord) -> Move:
    """A move as it travels. A field of None is left out."""
    fields = to_builtins(made).items()
    return {key: list(value) if isinstance(value, tuple) else value for key, value in fields if value is not None}


def worded(template: str, made: MoveRecord, named: Iterable[tuple[str, str]] = ()) -> str:
    """A template filled with the fields of a move, and with `named`."""
    fields = {name: _spoken(value) for name, value in structs.asdict(made).items()}
    return template.format(**{**fields, **dict(named)})


def told(made: MoveRecord, **named: str) -> str:
    """A move as an event, after the name of its player."""
    return worded(made.words.told, made, named.items())


def option(made: MoveRecord, **named: str) -> Option:
    """A whole move to choose, with the words of its record."""
    return _option(made, tuple(named.items()))


@lru_cache(maxsize=1024)
def _option(made: MoveRecord, named: tuple[tuple[str, str], ...]) -> Option:
    label = _capital(worded(made.words.label, made, named))
    return Option(as_json(made), label, _capital(worded(made.words.text, made, named)) or label)


def fill(
    kind: type[MoveRecord],
    title: str,
    help: str,
    length: int,
    symbols: tuple[Symbol, ...] = (),
    *,
    repeats: int,
    repeat_rule: str = "",
    apart: tuple[tuple[int, int], ...] = (),
    apart_rule: str = "",
    columns: int = 0,
    secret: bool = False,
    repeats_of: tuple[tuple[str | int, int], ...] = (),
    rising_rule: str = "",
) -> Fill:
    """Fills the one field of a move; without `symbols` with all of its values."""
    name, (field,), accept = _spelling(kind)
    return Fill(
        title,
        help,
        name,
        field,
        symbols or values_of(kind, field).symbols,
        length,
        repeats,
        repeat_rule,
        apart,
        apart_rule,
        columns,
        secret,
        accept,
        repeats_of,
        rising_rule,
    )


def dial(
    kind: type[MoveRecord],
    help: str,
    *wheels: Wheel,
    title: str = "",
    fixed: tuple[tuple[str, str | int], ...] = (),
    barred: tuple[tuple[str | int, ...], ...] = (),
    barred_rule: str = "",
    confirm: bool = False,
) -> Dial:
    """Sets some fields of a move, the others are `fixed`. Without a title it is what asks the move back. `confirm`: the choice of
    a single wheel is asked back, with the word that accepts the move."""
    name, _, accept = _spelling(kind)
    return Dial(title or kind.words.back, help, name, wheels, fixed, False, barred, barred_rule, accept, confirm)


@cache
def _spelling(kind: type[MoveRecord]) -> tuple[str, tuple[str, ...], str]:
    """The name of a move and its fields, and what confirms it."""
    return tag(kind), kind.__struct_fields__, kind.words.accept


def wheel(kind: type[MoveRecord], field: str, title: str, symbols: tuple[Symbol, ...] = ()) -> Wheel:
    """A field of a move to set; without `symbols` to any of its values."""
    return Wheel(field, title, symbols or values_of(kind, field).symbols)


@cache
def values_of(kind: type[MoveRecord], field: str) -> Values:
    """The values that the annotation of a field names."""
    found = _values_in(get_type_hints(kind, include_extras=True)[field])
    assert found is not None, f"{kind.__name__}.{field} names no values"
    return found


def _values_in(annotation: Any) -> Values | None:
    if isinstance(annotation, Values):
        return annotation
    inside = (*getattr(annotation, "__metadata__", ()), *get_args(annotation))
    return next(filter(None, map(_values_in, inside)), None)


def _spoken(value: object) -> str:
    if isinstance(value, tuple):
        parts = [str(one) for one in value]
        return ("" if all(len(part) == 1 for part in parts) else ", ").join(parts)
    return str(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
