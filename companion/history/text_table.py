"""The list of finished games as lines of text."""

from collections.abc import Sequence

from companion.history.game_list import ListedGame


def games_table(games: Sequence[ListedGame]) -> list[str]:
    """One line for each game; a column is as wide as its widest entry."""
    if not games:
        return []
    rows = [
        (
            game.key,
            game.at[:16].replace("T", " "),
            game.title,
            ", ".join(game.players),
            _result_text(game),
            _length_text(game),
        )
        for game in games
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(6)]
    return [
        "  ".join(
            text.rjust(width) if column == 0 else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]


def _result_text(game: ListedGame) -> str:
    """The winner and the scores, as in "Ann wins 12:9"."""
    scores = ":".join(map(str, game.scores))
    if game.how == "abandoned" or game.winners is None:
        return f"abandoned at {scores}"
    names = [game.players[seat] for seat in game.winners]
    match names:
        case []:
            return f"nobody wins {scores}"
        case [name]:
            return f"{name} wins {scores}"
        case _:
            return f"a draw of {' and '.join(names)} {scores}"


def _length_text(game: ListedGame) -> str:
    """The number of moves, as in "12 moves"."""
    return f"{game.moves} {'move' if game.moves == 1 else 'moves'}"
