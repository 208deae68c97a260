"""A game of Passcode by hand: moves by name, through the one door that checks them."""

from typing import Any

from companion.core.prompt import every
from companion.core.seat import CHANCE, Actor
from companion.games.passcode import PASSCODE
from tests.games.playing import Playing

Lies = tuple[int, int]


class Play(Playing):
    played = PASSCODE

    def do(self, actor: Actor, move: str, **fields: Any) -> None:
        self.move(actor, {"move": move, **fields})

    def refused(self, actor: Actor, move: str, **fields: Any) -> str:
        return self.refusal(actor, {"move": move, **fields})

    def card(self, *cards: str) -> None:
        for card in cards:
            self.do(CHANCE, "card", card=card)

    def roll(self, seat: int, top: int, front: int | None = None) -> None:
        self.do(seat, "roll")
        self.do(CHANCE, "roll", top=top, front=front or next(face for face in (1, 2) if face not in (top, 7 - top)))

    def draw(self, seat: int, card: str) -> None:
        self.do(seat, "draw", pile="draw")
        self.card(card)

    def drop(self, seat: int, card: str = "1") -> None:
        """A turn that changes little: draw a card and discard it."""
        self.draw(seat, card)
        self.do(seat, "discard", card=card)

    def legal(self, actor: Actor) -> list[dict[str, Any]]:
        prompt = PASSCODE.ask(self.options, self.state, actor)
        return list(every(prompt)) if prompt else []

    def codes(self, rolls: list[Lies] | None = None) -> None:
        """Rolls for all codes: by default 1 on top and 2 in front, so seats 0 and 1 of two have 2, 2, 2 and 5, 5, 5."""
        for number in range(sum(self.options.levels)):
            lies = rolls[number] if rolls else (1, 2)
            self.roll(number % self.seats, *lies)
            if self.options.turning:
                self.do(number % self.seats, "turn", to="left")

    def deal(self, *cards: str) -> None:
        """A card for each seat, and those that are turned over."""
        self.card(*cards)


def begun(seats: int = 2, cards: str = "1 1 1", rolls: list[Lies] | None = None, **options: Any) -> Play:
    """A game in which seat 0 begins the first round. `cards`: those dealt, and those turned over."""
    play = Play(seats, **{"turning": False, "levels": [3], **options})
    play.codes(rolls)
    play.deal(*cards.split())
    for seat in range(seats):
        play.roll(seat, 6 if seat == 0 else 1)
    return play


def completed(left: str = "3", **options: Any) -> Play:
    """Two seats on LEVEL 3: seat 0 has just played the last digit of 2, 2, 2 and holds `left`; seat 1 draws and discards."""
    play = begun(2, f"{left} 1 1", **options)
    for turn in range(3):
        play.draw(0, "2")
        play.do(0, "play", card="2")
        if turn < 2:
            play.drop(1)
    return play


def turn(play: Play, seat: int, card: str) -> None:
    """Draw a card and play it."""
    play.draw(seat, card)
    play.do(seat, "play", card=card)


def fill(play: Play, *seats: str) -> None:
    """Three turns of each seat, from seat 0 on. A seat's text has the digit that it plays and the card that it lays down after
    its last one: "2 3"; "2 -" if it declines. An empty text: it draws cards and drops them."""
    for number in range(3):
        for seat, plan in enumerate(seats):
            if not plan:
                play.drop(seat)
                continue
            digit, card = plan.split()
            turn(play, seat, digit)
            if number == 2 and card == "-":
                play.do(seat, "decline")
            elif number == 2:
                play.do(seat, "lay_down", card=card)


def second_round() -> Play:
    """Three seats after a round in which seat 0 locked LEVEL 3 in, seat 1 completed it, and seat 2 did not."""
    play = begun(3, "3 1 1 1", levels=[3, 4])
    fill(play, "2 3", "4 -", "")
    play.roll(0, 3)
    play.drop(1)
    play.drop(2)
    return play


def tie(**options: Any) -> Play:
    """Seats 1 and 2 of three lock in the last LEVEL with equal scores.

    Round 1: seat 2 wins and seat 1, who declined, scores 4. Round 2: seat 1 wins, and seat 2 locks in with a 4.
    """
    play = begun(3, "6 4 1 1", levels=[3, 4], **options)
    fill(play, "", "4 -", "5 1")
    play.drop(0, "1")
    play.draw(1, "1")
    play.do(1, "discard", card="1")
    play.roll(2, 1)
    play.drop(0, "1")
    play.drop(1, "1")
    assert play.view().scores == (6, 4, 0)
    assert play.view().level == (3, 4, 4)
    play.card("6", "3", "4", "1")
    for number in range(4):
        turn(play, 2, "5")
        if number == 3:
            play.do(2, "lay_down", card="4")
        play.drop(0, "1")
        turn(play, 1, "4")
    play.do(1, "lay_down", card="3")
    play.roll(2, 1)
    play.drop(0, "1")
    play.roll(1, 3)
    assert play.view().last_turns == (0,)
    play.roll(2, 4)
    play.drop(0, "1")
    return play
