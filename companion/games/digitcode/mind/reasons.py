"""Why a bot of Digit Code does what it does, in a sentence a player understands."""

from companion.core.words import percent
from companion.games.digitcode.rules import AskLarger, AskLine, AskParity, AskSpace, Question

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
        f"{_this(restricted)} narrows the code down best: of {codes(size)} that are possible now, at most {most:,} "
        "will be left."
    )


def narrows(size: int, most: int) -> str:
    """Of the question that tells most, where no search was made."""
    return f"This question tells the most: of {codes(size)} that are possible now, at most {most:,} will be left."


def in_a_duel(size: int, theirs: int, chance: float) -> str:
    """Of a question that is worth more than a proposal, with the other player close."""
    return (
        f"This question gives you the best chance to win, {percent(chance)}. You still have {codes(size)} to choose from, "
        f"the other player {codes(theirs)}."
    )


def in_company(size: int, chance: float) -> str:
    """Of a question that all will hear the answer of."""
    return (
        f"This question gives you the best chance to win, {percent(chance)}. Everybody hears the answer, and {codes(size)} are "
        "possible now."
    )


def quicker(size: int) -> str:
    """Of a proposal that is not certain, with nobody to race."""
    return f"It must be one of {size} codes: proposing one is quicker than asking, and one wrong proposal costs only a turn."


def before_the_other(size: int, theirs: int, chance: float) -> str:
    """Of a proposal in a duel that is not certain."""
    return (
        f"The other player has only {codes(theirs)} to choose from. To propose one of your {size} now gives a better chance to "
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
        f"{asked_for(question)}. This player looks at each digit by itself, which leaves {codes(ways)}. {of_kinds} new question "
        "tells more about them."
    )


def codes(size: int) -> str:
    """So many codes in words."""
    return "one code" if size == 1 else f"{size:,} codes"


def _this(restricted: bool) -> str:
    return f"{_KINDS} this one" if restricted else "This question"
