"""What happens in a series of Mastermind, in words: the title line, the event line, and wrong arms.

Wrong arms are announced to everybody: what they should have shown, and what follows. Invariant (M14): no later view holds the row
of the void game, so the announcement is made once, when the game ends.
"""

from companion.core.game import Announcement, Event, Step
from companion.core.moves import told
from companion.core.screen import title_with_name
from companion.core.words import counted, who_wins
from companion.games.mastermind.editions import row_text
from companion.games.mastermind.rules import (
    ERROR_POINTS,
    Guess,
    MastermindView,
    Options,
    SeriesGame,
    SetCode,
    right_arms,
)


def status(view: MastermindView, names: tuple[str, ...]) -> str:
    """The title of a seat that waits, or of a series that is over."""
    match view.phase:
        case "code" if view.codemaker == "table":
            return "A code is set"
        case "code":
            return title_with_name(names[int(view.codemaker)], " sets a code", "'s turn")
        case "guess":
            return title_with_name(
                names[view.decoder], f" guesses {len(view.rows) + 1}/{view.max_rows}", " guesses", "'s turn"
            )
        case "arms":
            return title_with_name(names[int(view.codemaker)], " answers", "'s turn")
        case _:
            pass
    winners = view.winners or ()
    if view.seats == 1:
        guesses = view.scores[0]
        return f"{'Won' if winners else 'Lost'}: {counted(guesses, 'guess', 'guesses')}"
    score = _winner_first(view)
    if len(winners) == 2:
        return f"A draw, {score}"
    return f"You win {score}" if view.seat in winners else title_with_name(names[winners[0]], f" wins {score}", " wins")


def describe(options: Options, view: MastermindView, names: tuple[str, ...]) -> str:
    """The public view's last event as one sentence."""
    decoder = names[view.decoder]
    if view.rows and view.winners is None:
        last = view.rows[-1]
        guess = f"{decoder} {told(Guess(last.pegs))}"
        if last.red is None:
            return f"{guess}: {'the arms are still in' if view.words.arms else 'no answer yet'}."
        return f"{guess}: {view.words.answer(last.red, last.white)}."
    if view.winners is not None:
        return ending(options, view, names)
    if view.phase == "guess":
        maker = "The table" if view.codemaker == "table" else names[view.codemaker]
        return f"{maker} {SetCode.words.told}; {decoder} guesses."
    if view.past:
        return _ended(view.past[-1], names)
    return f"A series of {counted(view.games, 'game')} begins."


def happened(options: Options, before: MastermindView, after: MastermindView, names: tuple[str, ...]) -> Event | None:
    """What a move did: a code that was set, a guess with its answer, and the end of a game. The board shows it all."""
    decoder = before.decoder
    if len(after.past) > len(before.past):
        past = after.past[-1]
        found = f"{names[decoder]} cracked it. " if past.rows < options.rows and not past.void else ""
        end = f" {describe(options, after, names)}" if after.winners is not None else ""
        return Event(f"{found}{_ended(past, names)}{end}", decoder, stays=True)
    if len(after.rows) > len(before.rows):
        last = after.rows[-1]
        answer = "" if last.red is None else f": {after.words.answer(last.red, last.white)}"
        return Event(f"{names[decoder]} {told(Guess(last.pegs))}{answer}.", decoder, stays=True)
    maker = None if before.codemaker == "table" else before.codemaker
    if after.rows and before.rows and after.rows[-1] != before.rows[-1] and maker is not None:
        last = after.rows[-1]
        return Event(f"{names[maker]} answered: {after.words.answer(last.red, last.white)}.", maker, stays=True)
    if before.phase == "code" and after.phase == "guess":
        return Event(f"{'The table' if maker is None else names[maker]} {SetCode.words.told}.", maker, stays=True)
    return None


def ending(options: Options, view: MastermindView, names: tuple[str, ...]) -> str:
    """Who has won the series, and what the points were given for."""
    winners = view.winners or ()
    if view.seats == 1:
        decoder = "You" if view.seat == view.decoder else names[view.decoder]
        found = f"{decoder} found every code" if winners else f"{decoder} did not find every code"
        return f"{found}: {counted(view.scores[0], 'row')} in {counted(view.games, 'game')}."
    total = _winner_first(view)
    if len(winners) == 2:
        return f"The series is a draw, {total}."
    by = "the fewest guesses" if view.codemaker == "table" else "a point for each guess of the other one"
    return f"{who_wins(winners, names, view.seat)} the series, {total}: {by}."


def _ended(past: SeriesGame, names: tuple[str, ...]) -> str:
    code = row_text(past.code)
    if past.void:
        return (
            f"A wrong answer: the game is void, 3 points for {names[past.decoder]}, and the code was {code}. Once more."
        )
    if len(past.points) == 1:
        return f"The code was {code}: {counted(past.rows, 'row')}."
    scorer = past.points.index(max(past.points))
    side = "against" if past.codemaker == "table" else "for"
    return f"The code was {code}: {counted(past.rows, 'row')}, {counted(past.rows, 'point')} {side} {names[scorer]}."


def _winner_first(view: MastermindView) -> str:
    """Both totals, the winner's first."""
    first = (view.winners or (0,))[0]
    return f"{view.scores[first]} to {view.scores[1 - first]}"


def announce(
    options: Options, before: MastermindView, step: Step, after: MastermindView, names: tuple[str, ...]
) -> Announcement | None:
    """M14: what the arms should have shown; None for every other move."""
    if len(after.past) == len(before.past) or not after.past[-1].void:
        return None
    past = after.past[-1]
    red, white = right_arms(past.code, before.rows[-1].pegs)
    right = f"{after.words.counts(red, white)} was right. The code: {row_text(past.code)}."
    maker = names[1 - past.decoder]
    void = f"It is void, with {ERROR_POINTS} points for {names[past.decoder]}."
    return Announcement(f"{maker} answered wrong: {right} {void}", f"{maker} sets a new code.")
