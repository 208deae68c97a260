"""Why a bot of Digit Code does what it does, in a sentence a player understands."""

from companion.games.digitcode.moves import AskLarger, AskLine, AskParity, AskSpace, Question

CODE = "Every code is as likely as any other, so nobody can guess the habit behind it."
CERTAIN = "Only this code agrees with everything that is known."
LAST_OF_ONE = "It is the last chance, and only this code agrees with everything that is known."
NO_CODE_LEFT = "The digits are not certain yet, but a last chance costs nothing."


def asked_for(question: Question) -> str:
    """A question as the beginning of a sentence."""
    match question:
        case AskLine(line):
            return f"Counting line {line}"
        case AskParity(place):
            return f"Even or odd at {place}"
        case AskLarger((first, second)):
            return f"Comparing {first} with {second}"
        case AskSpace(column, row):
            return f"The space at {column}, {row}"


def soonest(question: Question, turns: float) -> str:
    """Of the question that leads to the code in the fewest turns."""
    more = f"{turns:.1f}".removesuffix(".0")
    return (
        f"{asked_for(question)} is the quickest way found: you are expected to need about {more} more "
        f"{'turn' if more == '1' else 'turns'}."
    )


def looked_up(question: Question, *, restricted: bool) -> str:
    """Of a question of the table of openings. `restricted`: the opening allows some kinds of question only."""
    return f"{asked_for(question)}: worked out beforehand as the quickest way to the code{_of_kinds(restricted)}."


def leaves_least(question: Question, size: int, most: int, *, restricted: bool) -> str:
    """Of the question that leaves the fewest turns by the number of codes alone. `restricted`: as for `looked_up`."""
    return (
        f"{asked_for(question)} leaves the least to find{_of_kinds(restricted)}: of {codes(size)} possible now at most {most:,} "
        "will be left."
    )


def narrows(question: Question, size: int, most: int) -> str:
    """Of the question that tells most, where no search was made."""
    return f"{asked_for(question)} tells the most: of {codes(size)} possible now at most {most:,} will be left."


def in_a_duel(question: Question, size: int, theirs: int, chance: float) -> str:
    """Of a question that is worth more than a proposal, with the other player close."""
    return (
        f"{asked_for(question)} wins most often, {_percent(chance)}: {codes(size)} left for you, "
        f"{codes(theirs)} left for the other player."
    )


def in_company(question: Question, size: int, chance: float) -> str:
    """Of a question that all will hear the answer of."""
    return f"{asked_for(question)} wins most often, {_percent(chance)}: all hear the answer, and {size} codes are left for all."


def quicker(size: int) -> str:
    """Of a proposal that is not certain, with nobody to race."""
    return f"It must be one of {size} codes: proposing one is quicker than asking, and one wrong proposal costs only a turn."


def before_the_other(size: int, theirs: int, chance: float) -> str:
    """Of a proposal in a duel that is not certain."""
    return (
        f"The other player has {codes(theirs)} left: to propose one of {size} now wins more often than to ask, "
        f"{_percent(chance)}."
    )


def before_the_others(size: int, chance: float) -> str:
    """Of a proposal that is not certain, where all look for one code."""
    return (
        f"All know that {size} codes are left: to propose one now wins more often than to ask for everybody, "
        f"{_percent(chance)}."
    )


def last_chance(size: int) -> str:
    """Of the proposal after the other player's."""
    return (
        LAST_OF_ONE if size == 1 else f"It is the last chance: one of {size:,} possible codes may still make it a draw."
    )


def digit_by_digit(place: str, left: int) -> str:
    """Of a player who settles one place after the other."""
    return f"One digit after the other: {left} digits are still possible at {place}, and this halves them best."


def to_open(question: Question) -> str:
    """Of a question that the opening asks for and the player makes nothing of."""
    return f"{asked_for(question)}: the opening asks for a question of this kind, and any will do for this player."


def by_the_sheet(question: Question, ways: int, *, restricted: bool) -> str:
    """Of a player who looks at each place by itself. `restricted`: as for `looked_up`."""
    of_kinds = "Of the kinds that your opening still needs, no" if restricted else "No"
    return (
        f"{asked_for(question)}. This player looks at each digit by itself, which leaves {codes(ways)}. {of_kinds} new question "
        "tells more about them."
    )


def codes(size: int) -> str:
    """So many codes in words."""
    return "one code" if size == 1 else f"{size:,} codes"


def _of_kinds(restricted: bool) -> str:
    return ", of the kinds that your opening still needs" if restricted else ""


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} % of the time"
