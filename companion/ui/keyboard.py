"""A keyboard of three keys for a Write: three groups of letters, then three, then the letter.

The last place, after Z, is …: Done, the accents of the letter before, and Other: blank, digits, small or capital. A letter
becomes a capital at the beginning of a word and small inside of one, where the prompt has both.

Invariant: every text that the prompt allows can be typed.
"""

from functools import lru_cache
from typing import Final
from unicodedata import normalize

from msgspec import Struct

from companion.core.prompt import Write, may_follow

BLANK_LETTER: Final = "_"
"""How a blank is shown among letters."""
MORE: Final = "…"
"""The label of the group after the last letter."""
_BASES: Final = {
    "Æ": "A", "Ð": "D", "Đ": "D", "Ħ": "H", "ı": "I", "Ĳ": "I", "ĸ": "K", "Ł": "L", "Ŀ": "L", "ŉ": "N", "Ŋ": "N",
    "Ø": "O", "Œ": "O", "ß": "S", "ſ": "S", "Þ": "T", "Ŧ": "T",
}  # fmt: skip
"""The plain letters of those that Unicode does not take apart."""
_OTHERS: Final = " -'."


class KeyNode(Struct, frozen=True):
    """A key of the keyboard. `text`: the whole text after it, if it writes; `ends`: the text is done; `nodes`: the group that it
    opens. A node with none of these is a key without a meaning."""

    label: tuple[str, ...] = ()
    text: str | None = None
    ends: bool = False
    nodes: "tuple[KeyNode, ...]" = ()

    @property
    def is_dead(self) -> bool:
        """Whether the key does nothing."""
        return self.text is None and not self.ends and not self.nodes


DEAD: Final = KeyNode()


@lru_cache(maxsize=16)
def keyboard(prompt: Write, text: str) -> KeyNode:
    """All that can come after a text."""
    letters = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if _form(prompt, text, letter)]
    keys = [_letter(prompt, text, _form(prompt, text, letter)) for letter in letters]
    more = _more(prompt, text)
    # Without room for another letter, what remains is to end or to change the last one.
    return KeyNode(nodes=_split((*keys, more)) if keys else more.nodes)


def opened(prompt: Write, text: str, path: tuple[int, ...]) -> KeyNode:
    """The group that some keys have opened."""
    node = keyboard(prompt, text)
    for key in path:
        node = node.nodes[key]
    return node


def plain(letter: str) -> str:
    """The letter of A to Z from which another one is made; the letter itself if there is none."""
    capital = letter.upper() if len(letter.upper()) == 1 and letter not in _BASES else letter
    return _BASES.get(capital) or normalize("NFD", capital)[0]


def _letter(prompt: Write, text: str, letter: str) -> KeyNode:
    return (
        KeyNode((BLANK_LETTER if letter == " " else letter,), text + letter)
        if may_follow(prompt, text, letter)
        else DEAD
    )


def _form(prompt: Write, text: str, letter: str) -> str:
    """A letter of A to Z as it is typed here: small inside of a word; empty if it cannot stand here."""
    first, second = letter, letter.lower()
    if text and text[-1] not in _OTHERS:
        first, second = second, first
    found = next((form for form in (first, second) if form in prompt.letters), "")
    return found if found and may_follow(prompt, text, found) else ""


def _more(prompt: Write, text: str) -> KeyNode:
    can_end = text != "" and not text.endswith(" ")
    done = KeyNode(("Done",), ends=True) if can_end else DEAD
    accents = _group(tuple(KeyNode((letter,), text[:-1] + letter) for letter in _accents(prompt, text)))
    other = _group((_blank(prompt, text), _group(_digits(prompt, text)), _group(_rest(prompt, text))))
    return _group((done, _labelled(accents, "Accent"), _labelled(other, "Other")), MORE)


def _labelled(node: KeyNode, label: str) -> KeyNode:
    """A group under another label."""
    return KeyNode((label,), node.text, node.ends, node.nodes) if not node.is_dead else node


def _blank(prompt: Write, text: str) -> KeyNode:
    can = " " in prompt.letters and may_follow(prompt, text, " ")
    return KeyNode(("Space",), text + " ") if can else DEAD


def _digits(prompt: Write, text: str) -> tuple[KeyNode, ...]:
    return tuple(_letter(prompt, text, digit) for digit in "0123456789" if digit in prompt.letters)


def _rest(prompt: Write, text: str) -> tuple[KeyNode, ...]:
    """The other case of the last letter, the signs, and letters that are made from none of A to Z."""
    nodes = []
    if text and (other := _other_case(text[-1])) and other in prompt.letters:
        nodes.append(KeyNode((other,), text[:-1] + other))
    known = {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *"0123456789", " "}
    signs = (letter for letter in prompt.letters if plain(letter) not in known)
    return (*nodes, *(_letter(prompt, text, letter) for letter in signs))


def _accents(prompt: Write, text: str) -> tuple[str, ...]:
    """The other letters that are made from the last one's plain letter; of the same case, or of none."""
    if not text:
        return ()
    last = text[-1]
    alike = (letter for letter in prompt.letters if letter != last and plain(letter) == plain(last) and last.isalpha())
    return tuple(letter for letter in alike if letter.isupper() == last.isupper())


def _other_case(letter: str) -> str:
    other = letter.lower() if letter.isupper() else letter.upper()
    back = other.upper() if letter.isupper() else other.lower()
    return other if len(other) == 1 and other != letter and back == letter else ""


def _group(nodes: tuple[KeyNode, ...], label: str = "") -> KeyNode:
    """Keys as a group; a single one stands for itself, and none is a dead key."""
    alive = [node for node in nodes if not node.is_dead]
    if not alive:
        return DEAD
    if len(alive) == 1 and not label:
        return alive[0]
    words = tuple(word for node in alive for word in node.label)
    return KeyNode((label,) if label else words, nodes=_split(nodes if len(nodes) <= _KEYS else tuple(alive)))


_KEYS: Final = 3


def _split(nodes: tuple[KeyNode, ...]) -> tuple[KeyNode, ...]:
    """Nodes as three keys, as equally as they go."""
    if len(nodes) <= _KEYS:
        return (nodes[0], DEAD, nodes[1]) if len(nodes) == 2 else nodes
    third, rest = divmod(len(nodes), _KEYS)
    keys, first = [], 0
    for key in range(_KEYS):
        last = first + third + (key < rest)
        keys.append(_group(nodes[first:last]))
        first = last
    return tuple(keys)
