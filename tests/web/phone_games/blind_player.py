"""A player who cannot see: of the page it knows what a screen reader reads, and it uses buttons by their names alone.

It draws lots among the buttons that are offered. In Mastermind it hears the rows and guesses only what may still be the code. In
Da Vinci Code it calls a tile nothing that it heard of another one, or called it before.
"""

import random
import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser import patient
from tests.web.phone_games.spoken_tree import Node, SpokenTree, control
from tests.web.touch.touch_tables import PORTRAIT

TOOLS: Final = ("Help", "My screen", "Menu", "Undo", "No, back")
"""What makes no move."""
BAR: Final = "Your move"
PALETTE: Final = "Put in the next place"
PROPOSE: Final = "Propose"


class BlindPlayer:
    """`page` is shown to nobody. `heard`: all that was read aloud."""

    def __init__(self, browser: Browser, code: str, name: str, errors: list[str], luck: random.Random) -> None:
        """The address of a seat is opened, and a name is written."""
        context = browser.new_context(viewport=PORTRAIT, has_touch=True, is_mobile=True, reduced_motion="reduce")
        self.page: Page = patient(context.new_page())
        self.page.on("pageerror", lambda error: errors.append(f"{name}: {error}"))
        self.page.goto(code)
        control(self.page, "textbox", "Your name: letters and digits").fill(name)
        control(self.page, "button", "Play this seat").tap()
        control(self.page, "heading", name).wait_for()
        self.heard: list[str] = []
        self._luck = luck
        self._guess: list[str] = []
        self._called: set[tuple[str, str]] = set()

    def tree(self) -> SpokenTree:
        """The page now. What was read aloud meanwhile is noted."""
        tree = SpokenTree(self.page)
        if tree.told and tree.told != (self.heard or [""])[-1]:
            self.heard.append(tree.told)
        return tree

    def is_asked(self) -> bool:
        """Whether the page says that it is this player's turn."""
        return self.tree().says("Your turn")

    def press(self, name: str) -> None:
        """Use the first button whose name begins so, once there is one."""
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.wait_for()
        tree = self.tree()
        tree.press(next(button for button in tree.buttons() if button.name.startswith(name)))

    def step(self) -> None:
        """Use one button of those that are offered."""
        tree = self.tree()
        tree.press(self._choice(tree))

    def result(self) -> tuple[str, dict[str, int]]:
        """How the game ended: who won, and the score of each by the name that is read."""
        told = self.tree().items("The result")
        lines = (re.fullmatch(r'(.+): "?(-?\d+)"?', line) for line in told[1:])
        return told[0], {found[1]: int(found[2]) for found in lines if found}

    def _choice(self, tree: SpokenTree) -> Node:
        """What to press: what makes the move, once it can; else a part of it."""
        ready = [button for button in tree.buttons(BAR) if button.name not in TOOLS]
        if ready:
            return ready[0]
        parts = [one for one in tree.buttons() if one.name not in TOOLS and "pressed" not in one.states]
        symbols = [one for one in parts if PALETTE in one.within]
        if symbols:
            return self._symbol(tree, symbols)
        numbers = [one for one in parts if one.within[-1].endswith("tile is")]
        if numbers:
            return self._number(tree, numbers)
        # A place of the board can be chosen again; what comes next is more use.
        proposing = [one for one in parts if one.name == PROPOSE]
        if proposing and self._luck.random() < 0.1:
            return proposing[0]
        last = [one for one in parts if one.within[-1] == parts[-1].within[-1]]
        return self._luck.choice(last if self._luck.random() < 0.7 else parts)

    def _symbol(self, tree: SpokenTree, symbols: Sequence[Node]) -> Node:
        rows = [row for row in tree.items("Rows") if "red arm" in row]
        place = sum(not node.name.endswith("empty") for node in tree.nodes if "Your row" in node.within)
        if not rows or (not tree.says("Tap four pegs") and not place):
            return self._luck.choice(symbols)
        if place == 0:
            self._guess = self._luck.choice(possible_codes([one.name.lower() for one in symbols], rows))
        wanted = self._guess[place].lower()
        return next(one for one in symbols if one.name.lower() == wanted)

    def _number(self, tree: SpokenTree, numbers: Sequence[Node]) -> Node:
        tile = next(one.name for one in tree.nodes if "pressed" in one.states and ", hidden" in one.name)
        colour = tile.split(", ")[1]
        heard = {found[1] for one in tree.nodes for found in re.finditer(rf"\b{colour} (\d+|dash)", one.text)}
        fresh = [one for one in numbers if one.name not in heard and (tile, one.name) not in self._called]
        number = self._luck.choice(fresh or numbers)
        self._called.add((tile, number.name))
        return number


def possible_codes(colours: Sequence[str], rows: Sequence[str]) -> list[list[str]]:
    """The codes that fit all rows, as they are read aloud."""
    told = []
    for row in rows:
        found = re.fullmatch(r"Row \d+: (.+), (.+), (.+) and (.+); red arm (\d), white arm (\d)", row)
        assert found is not None, row
        told.append((found.groups()[:4], int(found[5]), int(found[6])))
    codes = [list(code) for code in product(colours, repeat=4) if len(set(code)) == 4]
    return [code for code in codes if all(arms(code, guess) == (red, white) for guess, red, white in told)]


def arms(code: Sequence[str], guess: Sequence[str]) -> tuple[int, int]:
    """What both arms say of a guess."""
    red = sum(one == other for one, other in zip(code, guess, strict=True))
    return red, sum(min(code.count(one), guess.count(one)) for one in set(guess)) - red
