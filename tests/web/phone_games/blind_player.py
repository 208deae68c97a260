"""A player who cannot see: of the page it knows what a screen reader reads, and it uses buttons by their names alone.

It draws lots among the buttons that are offered.
"""

import random
import re
from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser import patient
from tests.web.phone_games.spoken_tree import Node, SpokenTree, control
from tests.web.touch.touch_tables import PORTRAIT

TOOLS: Final = ("Help", "My screen", "Menu", "Undo", "No, back")
"""What makes no move."""
BAR: Final = "Your move"
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

    def tree(self) -> SpokenTree:
        """The page now. What was read aloud meanwhile is noted."""
        tree = SpokenTree(self.page)
        if tree.told and tree.told != (self.heard or [""])[-1]:
            self.heard.append(tree.told)
        return tree

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
        # A place of the board can be chosen again; what comes next is more use.
        proposing = [one for one in parts if one.name == PROPOSE]
        if proposing and self._luck.random() < 0.1:
            return proposing[0]
        last = [one for one in parts if one.within[-1] == parts[-1].within[-1]]
        return self._luck.choice(last if self._luck.random() < 0.7 else parts)
