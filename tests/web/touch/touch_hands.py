"""A finger on the touch interface of a seat: it makes moves by taps, and counts them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.core.prompt import Move, Prompt, every


class TouchHands:
    """`taps`: made so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str) -> None:
        """Tap the button of that name."""
        self.page.locator(f'button[data-id="{name}"]').tap()
        self.taps += 1

    def go(self) -> None:
        """The button that makes the move which the bar shows."""
        self.tap("bar go")

    def make(self, game: str, move: Move, prompt: Prompt) -> int:
        """Make a move of that game; how many taps it took."""
        if self.page.locator(".touch .recap").count():
            self.tap("choose 0")
            expect(self.page.locator(".touch .recap")).to_have_count(0)
        before = self.taps
        _MOVES[game](self, move, prompt)
        return self.taps - before

    def tab(self, name: str) -> None:
        """Open a page of Digit Code's board, if it is not open."""
        if self.page.locator(f'button[data-id="tab {name}"]').get_attribute("aria-pressed") != "true":
            self.tap(f"tab {name}")

    def symbols(self, values: list[Any]) -> None:
        """Fill a row."""
        for value in values:
            self.tap(f"symbol {value}")
        self.go()


def _mastermind(hands: TouchHands, move: Move, _prompt: Prompt) -> None:
    if move["move"] == "pull_arms":
        hands.tap(f"wheel 0 {move['red']}")
        hands.tap(f"wheel 1 {move['white']}")
        hands.go()
    else:
        hands.symbols(move["pegs"])


def _davinci(hands: TouchHands, move: Move, prompt: Prompt) -> None:
    match move["move"]:
        case "take":
            hands.tap(f"stack {move['colour']}")
            return
        case "stop":
            hands.tap("stop")
            return
        case "deduce":
            hands.tap(f"tile {move['seat']} {move['position']}")
            hands.tap(f"value {move['value']}")
        case "place":
            hands.tap(f"gap {move['position']}")
        case "reveal":
            seat = hands.page.locator(".touch .rack").last.get_attribute("data-rack")
            hands.tap(f"tile {seat} {move['position']}")
        case "arrange":
            hands.tap(f"choose {list(every(prompt)).index(move)}")
        case other:
            raise AssertionError(other)
    hands.go()


def _digitcode(hands: TouchHands, move: Move, _prompt: Prompt) -> None:
    match move["move"]:
        case "set_code":
            hands.symbols(move["digits"])
            return
        case "propose":
            hands.tab("propose")
            hands.symbols(move["digits"])
            return
        case "pass":
            hands.tab("propose")
            hands.tap("pass")
        case "ask_line":
            hands.tab("sheet")
            hands.tap(f"line {move['line']}")
        case "ask_space":
            hands.tab("sheet")
            hands.tap(f"space {move['column']}{move['row']}")
        case "ask_parity":
            hands.tab("digits")
            hands.tap(f"digit {move['place']}")
        case "ask_larger":
            hands.tab("digits")
            hands.tap(f"pair {''.join(move['places'])}")
        case other:
            raise AssertionError(other)
    hands.go()


def _passcode(hands: TouchHands, move: Move, _prompt: Prompt) -> None:
    match move["move"]:
        case "roll":
            hands.tap("roll")
        case "turn":
            hands.tap(f"turn {move['to']}")
        case "draw":
            hands.tap(f"pile {move['pile']}")
        case "keep" | "decline" as act if "card" not in move:
            hands.tap(f"act {act}")
        case "play" | "discard" | "lay_down" | "keep" as act:
            act = "keyed" if "number" in move else act
            way = f"act {act} {move['card']}"
            if not hands.page.locator(f'button[data-id="{way}"]').count():
                hands.page.get_by_role("button", name=f"Your card: {_spoken(move['card'])}").first.tap()
                hands.taps += 1
            hands.tap(way)
            if "number" in move:
                hands.tap(f"wheel 0 {move['number']}")
                hands.go()
        case other:
            raise AssertionError(other)


def _spoken(card: str) -> str:
    return card if card == "KEY" else f"the {card}"


_MOVES: dict[str, Callable[[TouchHands, Move, Prompt], None]] = {
    "mastermind": _mastermind,
    "davinci": _davinci,
    "digitcode": _digitcode,
    "passcode": _passcode,
}
