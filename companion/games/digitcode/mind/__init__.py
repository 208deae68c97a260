"""The mind of Digit Code: how each level asks and why, what a question is worth, and how one that was asked is judged.

A world is a code for each seat and, last, for the table; None where that one makes none or has not made it yet. The codes of
plays before a draw are no part of it: both were proposed aloud. What answers leave possible is found by `possible.py`, exactly.
All codes of a world that are hidden are independent of each other, since an answer and a proposal are about one code.

The levels: `beginner` remembers only what was said about a single digit, and settles one after the other. `steady` keeps a
sheet: the digits that are possible at each place, an answer at a time. Neither proposes anything that is not certain or looks
at a rival. `best` knows every possible code: all four questions of an opening come from a table, as long as the answers are in
it; then the possible codes are listed, and searched for the fewest turns; when a rival is close, for the best chance to win.
`sharp` is no level but a measure: it asks what tells most, one question ahead, and proposes once it is certain. It takes half a
turn more than `best`, which is too little to tell the two apart in duels.

A view holds every question and answer so far (C17), so no level needs a memory of its own: what the weaker ones forget, they
forget by not looking at it. Hints and reviews count the bits that a question or a proposal tells about the code.
"""

from collections.abc import Callable, Iterator, Sequence
from math import log2
from typing import Any, Final, Literal

from msgspec import Struct, convert, structs
from msgspec.json import decode, encode

from companion.core.game import Step
from companion.core.prompt import Move, Prompt, RandBelow
from companion.core.seat import CHANCE, Observer, Seat, all_seats, clockwise
from companion.core.words import percent
from companion.games.digitcode import possible
from companion.games.digitcode.mind.counts import (
    Candidates,
    CodeSet,
    Counts,
    DigitCounts,
    Digits,
    alone,
    bits,
    counts,
    digit_counts,
    expected_bits,
    index_codes,
    members,
    only_code,
    possible_by,
    possible_digits,
)
from companion.games.digitcode.mind.puzzles import DIGITCODE_PUZZLES
from companion.games.digitcode.mind.search import average, duel_move, opening_question, plan_question, shared_move
from companion.games.digitcode.possible import count_codes, draw_code, is_possible, possible_codes
from companion.games.digitcode.rules import (
    DIGIT_LETTERS,
    DIGITS_IN_CODE,
    QUESTION_KINDS,
    QUESTIONS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    DigitCodeView,
    Opening,
    Options,
    Question,
    SixDigits,
    State,
    answer_sentence,
    is_legal,
    kinds_left,
    question_kind,
    true_answer,
)
from companion.games.mind import (
    BITS_MEASURE,
    Analysis,
    Best,
    Bot,
    Choice,
    Hints,
    Judgement,
    Mind,
    Moment,
    Promise,
    Reviewer,
    Solver,
)
from companion.games.reasons import SMALL_LOSS, as_good, better, code_question, codes_left, codes_told, sentence

CODE = "Every code is as likely as any other, so nobody can guess the habit behind it."
CERTAIN = "Only this code agrees with everything that is known."
LAST_OF_ONE = "It is the last chance, and only this code agrees with everything that is known."
_KINDS = "Each of your first four questions is of another kind. Of those left,"
NO_CODE_LEFT = "The digits are not certain yet, but a last chance costs nothing."


def asked_for(question: Question) -> str:
    """A question as the beginning of a sentence."""
    match question:
        case AskLine(line):
            return f"Counting line {line}"
        case AskParity(place):
            return f"Asking whether {place} is even or odd"
        case AskLarger((first, second)):
            return f"Comparing {first} with {second}"
        case AskSpace(column, row):
            return f"Asking for the space at {column}, {row}"


def soonest(turns: float) -> str:
    """Of the question that leads to the code in the fewest turns."""
    more = f"{turns:.1f}".removesuffix(".0")
    return (
        f"This is the quickest way that was found: with it you need about {more} more {'turn' if more == '1' else 'turns'} "
        "on average."
    )


def looked_up(*, restricted: bool) -> str:
    """Of a question of the table of openings. `restricted`: the opening allows some kinds of question only."""
    return f"{_this(restricted)} leads to the code in the fewest turns, by a long search that was made beforehand."


def leaves_least(size: int, most: int, *, restricted: bool) -> str:
    """Of the question that leaves the fewest turns by the number of codes alone. `restricted`: as for `looked_up`."""
    return (
        f"{_this(restricted)} narrows the code down best: of {_codes(size)} that are possible now, at most {most:,} "
        "will be left."
    )


def narrows(size: int, most: int) -> str:
    """Of the question that tells most, where no search was made."""
    return f"This question tells the most: of {_codes(size)} that are possible now, at most {most:,} will be left."


def in_a_duel(size: int, theirs: int, chance: float) -> str:
    """Of a question that is worth more than a proposal, with the other player close."""
    return (
        f"This question gives you the best chance to win, {percent(chance)}. You still have {_codes(size)} to choose from, "
        f"the other player {_codes(theirs)}."
    )


def in_company(size: int, chance: float) -> str:
    """Of a question that all will hear the answer of."""
    return (
        f"This question gives you the best chance to win, {percent(chance)}. Everybody hears the answer, and {_codes(size)} are "
        "possible now."
    )


def quicker(size: int) -> str:
    """Of a proposal that is not certain, with nobody to race."""
    return f"It must be one of {size} codes: proposing one is quicker than asking, and one wrong proposal costs only a turn."


def before_the_other(size: int, theirs: int, chance: float) -> str:
    """Of a proposal in a duel that is not certain."""
    return (
        f"The other player has only {_codes(theirs)} to choose from. To propose one of your {size} now gives a better chance to "
        f"win than to ask: {percent(chance)}."
    )


def before_the_others(size: int, chance: float) -> str:
    """Of a proposal that is not certain, where all look for one code."""
    return (
        f"Everybody knows that {size} codes are left, and would hear an answer too. To propose one now gives a better chance to "
        f"win than to ask: {percent(chance)}."
    )


def last_chance(size: int) -> str:
    """Of the proposal after the other player's."""
    return (
        LAST_OF_ONE
        if size == 1
        else f"It is your last chance: {size:,} codes are possible, and the right one makes it a draw."
    )


def digit_by_digit(place: str, left: int) -> str:
    """Of a player who settles one place after the other."""
    return f"One digit after the other: {left} digits are still possible at {place}, and this halves them best."


def to_open(question: Question) -> str:
    """Of a question that the opening asks for and the player makes nothing of."""
    return f"{asked_for(question)}: the opening asks for a question of this kind, and any will do for this player."


def by_the_sheet(question: Question, ways: int, *, restricted: bool) -> str:
    """Of a player who looks at each place by itself. `restricted`: as for `looked_up`."""
    of_kinds = f"{_KINDS} no" if restricted else "No"
    return (
        f"{asked_for(question)}. This player looks at each digit by itself, which leaves {_codes(ways)}. {of_kinds} new question "
        "tells more about them."
    )


def _codes(size: int) -> str:
    """So many codes in words."""
    return "one code" if size == 1 else f"{size:,} codes"


def _this(restricted: bool) -> str:
    return f"{_KINDS} this one" if restricted else "This question"


World = tuple[SixDigits | None, ...]
Holder = Seat | Literal["table"]
Known = SixDigits | Literal["hidden"] | None
Clues = tuple[list[AskedQuestion], list[SixDigits]]


def worlds(options: Options, view: DigitCodeView) -> Iterator[World]:
    """Every world that all answers and proposals agree with; where two codes are hidden, the later holder's runs faster."""
    yield from _worlds(options, view, tuple(_known(options, view, holder) for holder in _holders(view)))


def guess(options: Options, view: DigitCodeView, pick: RandBelow) -> World:
    """One possible world, each with equal chance."""
    drawn: list[SixDigits | None] = []
    for holder in _holders(view):
        known = _known(options, view, holder)
        drawn.append(draw_code(*clues(options, view, holder), pick) if known == "hidden" else known)
    return tuple(drawn)


def accepts(options: Options, view: DigitCodeView, world: World) -> bool:
    """Whether `worlds` would yield this world: for truths that are too far down the list to wait for."""
    if len(world) != view.seats + 1:
        return False
    for holder, code in zip(_holders(view), world, strict=True):
        known = _known(options, view, holder)
        if known != "hidden":
            if code != known:
                return False
        elif code is None or not _is_possible(code, clues(options, view, holder)):
            return False
    return True


def how_many(options: Options, view: DigitCodeView) -> int:
    """How many worlds `worlds` would yield, without the walk."""
    found = 1
    for holder in _holders(view):
        if _known(options, view, holder) == "hidden":
            found *= count_codes(*clues(options, view, holder))
    return found


def clues(options: Options, view: DigitCodeView, holder: Holder) -> Clues:
    """What was answered about the code of a holder, and which proposals it is not."""
    failed = [one.digits for one in view.proposals if not one.correct and options.hidden_from(one.seat) == holder]
    return list(view.asked_about(holder)), failed


def actual_world(state: State, observer: Observer) -> World:
    """The codes of the play since the last draw."""
    return (*state.codes, state.table_code)


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """The last code of each maker is another; a maker, who saw it, is not told otherwise."""
    told = list(steps)
    waiting = {CHANCE if holder == len(world) - 1 else holder: code for holder, code in enumerate(world)}
    for index in range(len(told) - 1, -1, -1):
        actor, move = told[index]
        if move["move"] != "set_code":
            continue
        code = waiting.pop(actor, None)
        if code is not None and actor != observer:
            told[index] = (actor, {"move": "set_code", "digits": list(code)})
    return told


def _worlds(options: Options, view: DigitCodeView, known: tuple[Known, ...]) -> Iterator[World]:
    """The worlds in which all codes are as they are known, but for those that are hidden."""
    hidden = [at for at, code in enumerate(known) if code == "hidden"]
    world: list[SixDigits | None] = [None if code == "hidden" else code for code in known]
    holders = _holders(view)

    def filled(number: int) -> Iterator[World]:
        if number == len(hidden):
            yield tuple(world)
            return
        at = hidden[number]
        for code in possible_codes(*clues(options, view, holders[at])):
            world[at] = code
            if number + 1 == len(hidden):
                yield tuple(world)
            else:
                yield from filled(number + 1)

    return filled(0)


def _is_possible(code: SixDigits, clues: Clues) -> bool:
    return len(code) == DIGITS_IN_CODE and is_legal(code) and is_possible(code, *clues)


def _holders(view: DigitCodeView) -> tuple[Holder, ...]:
    return (*all_seats(view.seats), "table")


def _known(options: Options, view: DigitCodeView, holder: Holder) -> Known:
    """A code that the view holds or that was found aloud; None where there is none; else it is hidden."""
    maker = CHANCE if holder == "table" else holder
    makes = options.master in (None, holder) and not (options.master is None and holder == "table")
    if not makes or (view.phase == "code" and maker in view.to_act):
        return None
    shown = view.code_in_sight(holder)
    if shown is not None:
        return shown
    found = (one.digits for one in view.proposals if one.correct and options.hidden_from(one.seat) == holder)
    return next(found, "hidden")


SOLVER = Solver("digitcode", worlds, guess, actual_world, determinize)


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
    asked, failed = clues(options, view, options.hidden_from(seat))
    left = kinds_left(options, view)
    duel = options.master is None
    solving = options.solvers(view.seats)
    able = [one for one in clockwise(seat, view.seats) if one in solving and one not in view.out]
    return SearchPosition(
        asked=tuple(asked),
        failed=tuple(failed),
        opening=options.opening,
        kinds=left or QUESTION_KINDS,
        in_opening=bool(left),
        wrong=view.wrong[seat] > 0,
        theirs=possible.count_codes(*clues(options, view, seat)) if duel else None,
        their_wrong=duel and view.wrong[1 - seat] > 0,
        starts=duel and seat == options.starter(view.replays),
        wrongs=() if duel else tuple(view.wrong[one] > 0 for one in able),
    )


def asking(question: Question, why: str, *, tells_count: bool = False) -> Choice:
    """A question as a move: the JSON object of the prompt. `tells_count`: as in `Choice`."""
    move: Move = decode(encode(question))
    return Choice(move, why, tells_count)


def proposing(code: SixDigits, why: str, *, tells_count: bool = False) -> Choice:
    """A proposal as a move. `tells_count`: as in `Choice`."""
    return Choice({"move": "propose", "digits": list(code)}, why, tells_count)


LISTED: Final = 20_000
"""Of more codes no list is made."""
_CLOSE: Final = 20
"""A rival with so many codes left or fewer is raced."""
IN_SIGHT: Final = 40
"""Where all look for one code, the race is on from so many codes left."""
LOST: Final = 512
"""With more codes than this no rival can be raced."""


def play_best(here: SearchPosition, pick: RandBelow) -> Choice:
    """The move of a seat that is to ask or to propose; `pick` chooses among codes that are proposed as well as each other."""
    shipped = opening_question(here.opening, here.asked)
    size = possible.count_codes(here.asked, here.failed)
    if shipped is not None and not here.failed and question_kind(shipped) in here.kinds:
        return asking(shipped, looked_up(restricted=here.restricted))
    if here.in_opening or size > LISTED:
        return _from_numbers(here, size)
    found = index_codes(tuple(possible.possible_codes(here.asked, here.failed)))
    if size > 1:
        if here.theirs is not None and here.theirs <= _CLOSE and size <= LOST:
            return _in_a_duel(here, here.theirs, found, pick)
        if len(here.wrongs) > 1 and size <= IN_SIGHT:
            return _in_company(here, found, pick)
    planned = plan_question(found, found.all, here.wrong)
    if planned.question is not None:
        question = QUESTIONS[planned.question]
        return asking(question, soonest(planned.turns))
    return _propose(found, found.all, pick, CERTAIN if size == 1 else quicker(size))


def _in_a_duel(here: SearchPosition, theirs: int, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    prefer = plan_question(found, found.all, here.wrong).question
    chance, number = duel_move(
        found, found.all, theirs, here.wrong, here.their_wrong, starts=here.starts, prefer=prefer
    )
    if number is None:
        return _propose(found, found.all, pick, before_the_other(size, theirs, chance))
    return asking(QUESTIONS[number], in_a_duel(size, theirs, chance), tells_count=True)


def _in_company(here: SearchPosition, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    chance, number = shared_move(found, found.all, here.wrongs, prefer=None)
    if number is None:
        return _propose(found, found.all, pick, before_the_others(size, chance))
    return asking(QUESTIONS[number], in_company(size, chance), tells_count=True)


def _propose(found: Candidates, codes: CodeSet, pick: RandBelow, why: str) -> Choice:
    chosen: Sequence[int] = list(members(codes))
    return proposing(found.codes[chosen[pick(len(chosen))]], why, tells_count=True)


def _from_numbers(here: SearchPosition, size: int) -> Choice:
    """One question ahead: the one that leaves the fewest turns."""
    numbers = digit_counts(here.asked, here.failed)

    def left(question: Question) -> float:
        return _left(counts(numbers, question))

    question = min((one for one in QUESTIONS if question_kind(one) in here.kinds), key=left)
    most = max(counts(numbers, question).values())
    return asking(question, leaves_least(size, most, restricted=here.restricted), tells_count=True)


def _left(by_answer: Counts) -> float:
    return sum(number * average(number, wrong=False) for number in by_answer.values())


Solving = Callable[[SearchPosition, RandBelow], Choice]
"""What a player does who is to ask or to propose."""


def analyse(options: Options, memory: None, view: DigitCodeView) -> Analysis:
    """How many worlds are possible by the view; a view of the public or of a player with a code of its own has one code or
    two that are hidden, and counts every way in which they may go together."""
    return Analysis(how_many(options, view))


def play_beginner(here: SearchPosition, pick: RandBelow) -> Choice:
    """Settles the first digit that is not certain; of the opening's other questions it makes nothing."""
    digits = alone(here.asked)
    code = only_code(digits)
    open_digits = [index for index, at in enumerate(digits) if len(at) > 1]
    ways = [one for one in QUESTIONS if question_kind(one) in here.kinds and isinstance(one, AskParity | AskSpace)]
    if here.in_opening and not ways:
        allowed = [one for one in QUESTIONS if question_kind(one) in here.kinds]
        question = allowed[pick(len(allowed))]
        return asking(question, to_open(question))
    if code is not None and not here.in_opening:
        return proposing(code, CERTAIN)
    settled = open_digits[0] if open_digits else 0
    question = max((one for one in ways if _index(one) == settled), key=lambda one: expected_bits(digits, one))
    return asking(question, digit_by_digit(DIGIT_LETTERS[settled], len(digits[settled])))


def play_steady(here: SearchPosition, pick: RandBelow) -> Choice:
    """Asks what tells most about its sheet."""
    digits = possible_digits(here.asked)
    code = only_code(digits)
    if code is not None and not here.in_opening:
        return proposing(code, CERTAIN)
    had = [one.question for one in here.asked]
    fresh = [one for one in QUESTIONS if question_kind(one) in here.kinds and one not in had]
    question = _most(fresh, lambda one: expected_bits(digits, one))
    return asking(question, by_the_sheet(question, possible_by(digits), restricted=here.restricted))


def play_sharp(here: SearchPosition, pick: RandBelow) -> Choice:
    """Asks what tells most about the codes that are possible."""
    numbers = digit_counts(here.asked, here.failed)
    if numbers.total == 1 and not here.in_opening:
        return proposing(next(possible.possible_codes(here.asked, here.failed)), CERTAIN, tells_count=True)
    allowed = [one for one in QUESTIONS if question_kind(one) in here.kinds]
    question = _most(allowed, lambda one: bits(counts(numbers, one)))
    most = max(counts(numbers, question).values())
    return asking(question, narrows(numbers.total, most), tells_count=True)


def player(
    name: str, solving: Solving, believed: Callable[[Sequence[AskedQuestion]], Digits] | None = None
) -> Bot[Options, DigitCodeView, None]:
    """A player; `believed` are the digits that it thinks possible, None where it knows the codes."""

    def choose(options: Options, memory: None, view: DigitCodeView, prompt: Prompt, pick: RandBelow) -> Choice:
        if view.phase == "code":
            return Choice({"move": "set_code", "digits": list(possible.draw_code((), (), pick))}, CODE)
        here = search_position(options, view)
        if view.phase == "last":
            return _last_chance(here, believed, pick)
        return solving(here, pick)

    return Bot(name, _nothing, _unchanged, choose)


def _last_chance(
    here: SearchPosition, believed: Callable[[Sequence[AskedQuestion]], Digits] | None, pick: RandBelow
) -> Choice:
    """C13: a proposal, for it costs nothing."""
    if believed is None:
        size = possible.count_codes(here.asked, here.failed)
        code = possible.draw_code(here.asked, here.failed, pick)
        return proposing(code, last_chance(size), tells_count=True)
    digits = believed(here.asked)
    only = only_code(digits)
    if only is not None:
        return proposing(only, LAST_OF_ONE)
    return proposing(_any_of(digits, pick), NO_CODE_LEFT)


def _any_of(digits: Digits, pick: RandBelow) -> SixDigits:
    """A legal code of these digits by luck."""
    while True:
        code = tuple(sorted(at)[pick(len(at))] for at in digits)
        if is_legal(code):
            return code


def _most(questions: Sequence[Question], tells: Callable[[Question], float]) -> Question:
    """The first of those that tell most; what rounding leaves between equals is no difference."""
    return max(questions, key=lambda one: round(tells(one), 9))


def _index(question: AskParity | AskSpace) -> int:
    """Which digit a question is about."""
    return question.index if isinstance(question, AskParity) else question.space.place


def _nothing(options: Options) -> None:
    return None


def _unchanged(options: Options, memory: None, view: DigitCodeView) -> None:
    return None


BEGINNER: Final = player("beginner", play_beginner, alone)
STEADY: Final = player("steady", play_steady, possible_digits)
BEST: Final = player("best", play_best)
SHARP: Final = player("sharp", play_sharp)
LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (BEGINNER, STEADY, BEST)
"""All but `random`, weakest first."""


def promise(options: Options, memory: None, view: DigitCodeView, move: Move) -> Promise | None:
    """The bits of a question or of a proposal."""
    if not _solves(options, view):
        return None
    here = search_position(options, view)
    return promise_by_counts(here, digit_counts(here.asked, here.failed), move)


def promise_by_counts(here: SearchPosition, found: DigitCounts, move: Move) -> Promise | None:
    """The same, where the numbers of the possible codes are known already."""
    match move["move"]:
        case "set_code":
            return None
        case "pass":
            return Promise(0.0, 0.0)
        case "propose":
            possible = is_possible(tuple(move["digits"]), here.asked, here.failed)
            told = proposal_bits(found.total) if possible else 0.0
        case _:
            told = _rounded(bits(counts(found, asked_question(move))))
    return Promise(told, told)


def best(options: Options, memory: None, view: DigitCodeView) -> Best | None:
    """The question that tells the most, or a proposal where none tells more."""
    if not _solves(options, view) or view.phase not in ("ask", "last") or view.seat not in view.to_act:
        return None
    here = search_position(options, view)
    found = digit_counts(here.asked, here.failed)
    proposing = None
    if not here.in_opening:
        told = proposal_bits(found.total)
        code = next(possible_codes(here.asked, here.failed))
        proposing = Best({"move": "propose", "digits": list(code)}, Promise(told, told))
    if proposing is not None and (view.phase == "last" or found.total == 1):
        return proposing
    most: tuple[float, Question] | None = None
    for question in QUESTIONS:
        if question_kind(question) in here.kinds:
            told = _rounded(bits(counts(found, question)))
            if most is None or told > most[0]:
                most = told, question
    assert most is not None, "there are questions of every kind"
    if proposing is not None and proposing.promise.worth >= most[0]:
        return proposing
    return Best(asking(most[1], "").move, Promise(most[0], most[0]))


def asked_question(move: Move) -> Question:
    """The question of a move that asks one."""
    question: Question = convert(move, Question)
    return question


def proposal_bits(size: int) -> float:
    """What a proposal of one of so many codes is expected to tell: it is right, or it is not."""
    if size == 1:
        return 0.0
    right, wrong = 1 / size, 1 - 1 / size
    return _rounded(-right * log2(right) - wrong * log2(wrong))


def _solves(options: Options, view: DigitCodeView) -> bool:
    return view.seat is not None and view.phase != "code" and view.seat in options.solvers(view.seats)


def _rounded(told: float) -> float:
    """Without what rounding leaves between equals."""
    return round(told, 9)


def words(options: Options, memory: None, view: DigitCodeView, move: Move) -> str:
    """How many codes a question leaves, or whether a proposal can be right."""
    here = search_position(options, view)
    found = digit_counts(here.asked, here.failed)
    if move["move"] != "propose":
        by_answer = counts(found, asked_question(move))
        return code_question(found.total, tuple(by_answer.values()))
    if not is_possible(tuple(move["digits"]), here.asked, here.failed):
        return f"This cannot be right: {contradicted_answer(here, tuple(move['digits']))}."
    if found.total == 1:
        return "This is certain: no other code is possible."
    return f"This may be right: it is one of {found.total:,} possible codes, each as likely as another."


def contradicted_answer(here: SearchPosition, digits: tuple[int, ...]) -> str:
    """The first answer that a proposal contradicts which cannot be right."""
    if digits in here.failed:
        return "it has been proposed before and was wrong"
    for one in here.asked:
        if true_answer(digits, one.question) != one.answer:
            instead = structs.replace(one, answer=true_answer(digits, one.question))
            return f"{answer_sentence(one)}, and with {''.join(map(str, digits))} {answer_sentence(instead)}"
    raise AssertionError("a proposal without a conflict is possible")


def still_possible(options: Options, memory: None, view: DigitCodeView, suggested: Move | None) -> str | None:
    """How many codes are possible for a solver."""
    if not _solves(options, view):
        return None
    here = search_position(options, view)
    return codes_left(digit_counts(here.asked, here.failed).total)


DIGITCODE_HINTS: Final = Hints("digitcode", "bits", promise, best, words, still_possible)


def judge(moment: Moment) -> Judgement | None:
    """The judgement of a question, a proposal or a pass; None for making a code."""
    name = moment.move["move"]
    if name == "set_code":
        return None
    here = search_position(moment.options, moment.view)
    found = digit_counts(here.asked, here.failed)
    made = promise_by_counts(here, found, moment.move)
    top = best(moment.options, moment.memory, moment.view)
    assert made is not None
    assert top is not None, "a solver is asked"
    before = found.total
    if name == "propose":
        return _proposal(moment, here, before, made.worth, top)
    if name == "pass":
        of = "the only possible code" if before == 1 else f"one of {before:,} codes"
        why = f"The last chance was not used; a proposal of {of} would have cost nothing."
        return Judgement("passed", why, 0.0, 0.0, top.promise.worth, before, before)
    question = asked_question(moment.move)
    answer = true_answer(moment.state.hidden_code(moment.seat), question)
    answered = AskedQuestion(moment.seat, moment.options.hidden_from(moment.seat), question, answer)
    after = count_codes([*here.asked, answered], here.failed)
    gained = log2(before / after)
    loss = top.promise.worth - made.worth
    sizes = tuple(counts(found, question).values())
    if before == 1:
        why = "The code was certain already, and a question cost a turn."
    elif made.worth == 0:
        why = f"The answer was certain already, so it told nothing. {sentence(_better(top, found, sizes))}"
    else:
        kinds = "of the kinds of question that the opening still asked for, no other one"
        others = kinds if here.restricted else "no other question"
        rest = as_good(others, loss) if loss < SMALL_LOSS else _better(top, found, sizes)
        why = f"{sentence(codes_told(before, after, sizes, 'this question'))} {sentence(rest)}"
    said = answer_sentence(answered)
    return Judgement(f"asked: {said}", why, gained, made.worth, top.promise.worth, before, after)


def _proposal(moment: Moment, here: SearchPosition, before: int, expected: float, top: Best) -> Judgement:
    digits = tuple(moment.move["digits"])
    right = digits == moment.state.hidden_code(moment.seat)
    possible = is_possible(digits, here.asked, here.failed)
    after = 1 if right else before - possible
    if right:
        why = "Only this code was left." if before == 1 else f"One of {before:,} codes that were possible."
    elif not possible:
        why = f"It could not be the code: {contradicted_answer(here, digits)}."
    else:
        why = f"One of {before:,} codes that were possible, and not the right one."
    return Judgement(
        said=f"proposed {''.join(map(str, digits))}: {'right' if right else 'wrong'}",
        why=why,
        gained=log2(before / after),
        expected=expected,
        best=top.promise.worth,
        before=before,
        after=after,
        contradiction=not possible,
    )


def _better(top: Best, found: DigitCounts, made: tuple[int, ...]) -> str:
    """What speaks for the best move, which promised more. `made`: for each answer, how many codes it would have left."""
    if top.move["move"] == "propose":
        return f"to propose one of the {found.total:,} possible codes promised more"
    question = asked_question(top.move)
    return better(asked_for(question), tuple(counts(found, question).values()), made)


MIND: Final = Mind(
    levels=LEVELS,
    solver=SOLVER,
    analyse=analyse,
    hints=DIGITCODE_HINTS,
    reviewer=Reviewer(judge, BITS_MEASURE, 1.0),
    puzzles=DIGITCODE_PUZZLES,
)
