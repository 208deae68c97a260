"""What is fixed for as long as a table exists: its games, its places, and how it is configured."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from companion.core.game import AnyGame, by_rules
from companion.core.seat import Place
from companion.table.clock.clock_setting import OFF
from companion.table.effects import Opened
from companion.table.lobby import lobby_game
from companion.table.physical_draws.draw_reports import Material
from companion.table.screens.last_drawings import LastDrawings
from companion.ui.compose import Secrecy


class TableSetup(Struct, frozen=True):
    """`games`: all games by name, the lobby too. `names`: what each place is called until a player takes a name there.

    `box`: the players draw tiles and cards from their own box. `switchable`: the lobby can switch the machine off.
    `phones`: the places that are phones, to which the lobby can give new codes. `new_seed`: gives a text of 128 random bits for a
    seat that the machine plays. `clock`: the think time until the lobby chooses another.
    `own_throw`: how a player rolls otherwise than by the tap that throws the die, in a few words; empty: in no way.
    `drawings`: what was drawn last, so that leafing through pages draws none of them twice.
    """

    games: dict[str, AnyGame]
    lobby: AnyGame
    names: tuple[str, ...]
    secrecy: Secrecy
    box: bool
    switchable: bool
    new_seed: Callable[[], str]
    phones: tuple[Place, ...] = ()
    clock: str = OFF
    own_throw: str = ""
    drawings: LastDrawings = field(default_factory=LastDrawings)

    @property
    def places(self) -> tuple[int, ...]:
        """All places of the table."""
        return tuple(range(len(self.names)))

    def newest(self, name: str) -> AnyGame:
        """A game by its newest rules."""
        return self.games[name]

    def game_of(self, opened: Opened) -> AnyGame:
        """The open game, by the rules by which it was begun."""
        newest = self.games[opened.game]
        game = newest if newest.rules == opened.rules else by_rules(newest, opened.rules)
        assert game is not None, "only a game that this version can play is opened"
        return game


def make_setup(
    catalog: Sequence[AnyGame],
    names: tuple[str, ...],
    secrecy: Secrecy,
    material: Material,
    *,
    switchable: bool,
    new_seed: Callable[[], str],
    phones: Iterable[Place] = (),
    clock: str = OFF,
    own_throw: str = "",
) -> TableSetup:
    """The setup of a table. Raises RuleError if no game of the catalog fits so few places."""
    lobby = lobby_game.make_lobby(tuple(catalog), names, clock)
    games = {game.name: game for game in (*catalog, lobby)}
    return TableSetup(
        games,
        lobby,
        names,
        secrecy,
        box=material == "box",
        switchable=switchable,
        new_seed=new_seed,
        phones=tuple(sorted(phones)),
        clock=clock,
        own_throw=own_throw,
    )
