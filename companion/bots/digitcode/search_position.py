"""What a bot of Digit Code takes from its seat's view: what is known of the code it looks for, and how far its rivals are."""

from msgspec import Struct
from msgspec.json import decode, encode

from companion.bots.bot import Choice
from companion.core.prompt import Move
from companion.games.digitcode import possible
from companion.games.digitcode.moves import QUESTION_KINDS, Question, SixDigits
from companion.games.digitcode.options import Opening, Options, hidden_from, solvers
from companion.games.digitcode.prompts import kinds_left
from companion.games.digitcode.state import AskedQuestion, starter
from companion.games.digitcode.view import DigitCodeView
from companion.solvers.digitcode.worlds import clues


class SearchPosition(Struct, frozen=True):
    """The game as a solver sees it that is to ask or to propose.

    `asked`, `failed`: about the code it looks for, whoever asked or proposed. `kinds`: of question that it may ask now;
    `in_opening`: it may not propose yet. `wrong`: it has proposed a wrong code. In a duel `theirs` is how many codes the
    other player has left, `their_wrong` whether that one has proposed a wrong one, and `starts` whether this seat asked
    first. `wrongs`: of all who look for the same code, in the order of their turns from this seat on, those who are out
    excepted, whether each has proposed a wrong one.
    """

    asked: tuple[AskedQuestion, ...]
    failed: tuple[SixDigits, ...]
    opening: Opening | None
    kinds: tuple[str, ...]
    in_opening: bool
    wrong: bool
    theirs: int | None
    their_wrong: bool
    starts: bool
    wrongs: tuple[bool, ...]

    @property
    def restricted(self) -> bool:
        """Whether the opening leaves only some kinds of question."""
        return len(self.kinds) < len(QUESTION_KINDS)


def search_position(options: Options, view: DigitCodeView) -> SearchPosition:
    """The position of the view's own seat, which is to act and is no question master."""
    seat = view.seat
    assert seat is not None, "the public plays nothing"
    asked, failed = clues(options, view, hidden_from(options, seat))
    left = kinds_left(options, view)
    duel = options.master is None
    after = [(seat + step) % view.seats for step in range(view.seats)]
    able = [one for one in after if one in solvers(options, view.seats) and one not in view.out]
    return SearchPosition(
        asked=tuple(asked),
        failed=tuple(failed),
        opening=options.opening,
        kinds=left or QUESTION_KINDS,
        in_opening=bool(left),
        wrong=view.wrong[seat] > 0,
        theirs=possible.count_codes(*clues(options, view, seat)) if duel else None,
        their_wrong=duel and view.wrong[1 - seat] > 0,
        starts=duel and seat == starter(options, view.replays),
        wrongs=() if duel else tuple(view.wrong[one] > 0 for one in able),
    )


def asking(question: Question, why: str, *, tells_count: bool = False) -> Choice:
    """A question as a move: the JSON object of the prompt. `tells_count`: as in `Choice`."""
    move: Move = decode(encode(question))
    return Choice(move, why, tells_count)


def proposing(code: SixDigits, why: str, *, tells_count: bool = False) -> Choice:
    """A proposal as a move. `tells_count`: as in `Choice`."""
    return Choice({"move": "propose", "digits": list(code)}, why, tells_count)
