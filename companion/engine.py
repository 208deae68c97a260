"""The engine protocol, version 1: the games for other programs, as JSON Lines on two pipes.

One request and one answer per line, in order; each answer is flushed. There is one record for each request, so that an unknown
key is an error. Invariant: each line gets exactly one answer, and an error changes nothing. The session keeps all earlier
states. They are immutable and share their common parts, so undo costs nothing and restores the exact state.
"""

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import Any, BinaryIO, assert_never

import msgspec
from msgspec import Struct

from companion.core.errors import CompanionError, RequestError
from companion.core.game import AnyGame, Step, who
from companion.core.prompt import Move, RandBelow, check, every, sample, weights
from companion.core.seat import CHANCE, Actor, Observer, Seat
from companion.games.catalog import CATALOG, find_game
from companion.games.mind import Analysis, Bot, announced_step, followed, mind_of


class GamesRequest(Struct, tag_field="do", tag="games", forbid_unknown_fields=True):
    """Lists the games."""


class NewRequest(Struct, tag_field="do", tag="new", forbid_unknown_fields=True):
    """Begins a game and forgets the one before."""

    game: str
    seats: int
    options: dict[str, Any] = {}


class ToActRequest(Struct, tag_field="do", tag="to_act", forbid_unknown_fields=True):
    """Asks who may move now."""


class LegalRequest(Struct, tag_field="do", tag="legal", forbid_unknown_fields=True):
    """Lists at most `limit` legal moves. No answer has more than 20,000: if a higher limit was reduced and moves are missing, the
    answer has a key `limit`, and `complete` is false."""

    seat: Actor
    limit: int = 5000


class CheckRequest(Struct, tag_field="do", tag="check", forbid_unknown_fields=True):
    """Asks whether a move is legal."""

    seat: Actor
    move: Any


class MoveRequest(Struct, tag_field="do", tag="move", forbid_unknown_fields=True):
    """Makes a move."""

    seat: Actor
    move: Any


class ChanceRequest(Struct, tag_field="do", tag="chance", forbid_unknown_fields=True):
    """Makes the chance moves until a seat is to act."""

    seed: int | None = None


class ViewRequest(Struct, tag_field="do", tag="view", forbid_unknown_fields=True):
    """Asks for the view of a seat; null: the public view."""

    seat: Observer


class PromptRequest(Struct, tag_field="do", tag="prompt", forbid_unknown_fields=True):
    """Asks for the prompt of a seat."""

    seat: Actor


class BotRequest(Struct, tag_field="do", tag="bot", forbid_unknown_fields=True):
    """Asks what a bot would play."""

    seat: Seat
    bot: str


class AnalyseRequest(Struct, tag_field="do", tag="analyse", forbid_unknown_fields=True):
    """Asks what a seat could work out, and what the strongest bot would play there."""

    seat: Seat


class ResultRequest(Struct, tag_field="do", tag="result", forbid_unknown_fields=True):
    """Asks for scores and winners."""


class UndoRequest(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Takes the last move back."""


class QuitRequest(Struct, tag_field="do", tag="quit", forbid_unknown_fields=True):
    """Ends the engine."""


Request = (
    GamesRequest
    | NewRequest
    | ToActRequest
    | LegalRequest
    | CheckRequest
    | MoveRequest
    | ChanceRequest
    | ViewRequest
    | PromptRequest
    | BotRequest
    | AnalyseRequest
    | ResultRequest
    | UndoRequest
    | QuitRequest
)
REQUEST_NAMES = tuple(
    str(kind.__struct_config__.tag)
    for kind in (
        GamesRequest,
        NewRequest,
        ToActRequest,
        LegalRequest,
        CheckRequest,
        MoveRequest,
        ChanceRequest,
        ViewRequest,
        PromptRequest,
        BotRequest,
        AnalyseRequest,
        ResultRequest,
        UndoRequest,
        QuitRequest,
    )
)


EngineAnswer = dict[str, Any]

MAX_LEGAL_MOVES = 20_000
"""Most legal moves in an answer, whatever the limit. Only the codes and guesses of Digit Code are more (465,120), and a list of
them would take 200 MB of memory."""


class Session:
    """The game that a program plays.

    `os_pick`: the random source for requests without a seed. `catalog`: the games that it offers.
    """

    def __init__(self, os_pick: RandBelow = secrets.randbelow, catalog: Sequence[AnyGame] = CATALOG) -> None:
        self._pick = os_pick
        self._catalog = catalog
        self._decoder = msgspec.json.Decoder(Request)
        self._game: AnyGame | None = None
        self._options: Any = None
        self._seats = 0
        self._states: list[tuple[Step | None, Any]] = []
        """Each move, and the state after it; the first one comes before any move."""
        self._memories: dict[tuple[Seat, str], tuple[int, Any]] = {}
        """What a bot remembers at a seat, and of how many states; so each request costs only the moves since the last one."""
        self.over = False
        """Whether a quit request was answered."""

    def answer(self, line: bytes) -> EngineAnswer:
        """The answer to one request."""
        try:
            return {"ok": True, **self._do(self._read(line))}
        except CompanionError as error:
            return {"ok": False, "error": str(error)}
        except RecursionError:
            # JSON that can be decoded may still be too deep to compare or quote. No state has changed yet.
            return {"ok": False, "error": "The request is nested too deeply."}

    def _read(self, line: bytes) -> Request:
        try:
            request: Request = self._decoder.decode(line)
        except msgspec.ValidationError as error:
            raise RequestError(_request_error(line, error)) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RequestError(f"The line is not JSON: {error}.") from error
        return request

    def _do(self, request: Request) -> EngineAnswer:
        # The cases are tried in turn: what programs ask most often comes first.
        match request:
            case MoveRequest(seat, move):
                state = self._state_after(seat, move)
                assert isinstance(move, dict), "a move that was accepted is an object"
                self._states.append(((seat, move), state))
                return self._to_act()
            case ViewRequest(seat):
                if seat is not None:
                    self._seat(seat)
                game = self._playing()
                return {"view": game.view_for_programs(game.view(self._state, seat))}
            case PromptRequest(seat):
                self._seat(seat)
                return {"prompt": self._playing().ask(self._options, self._state, seat)}
            case ToActRequest():
                return self._to_act()
            case LegalRequest(seat, limit):
                return self._legal(seat, limit)
            case CheckRequest(seat, move):
                self._state_after(seat, move)
                return {}
            case ChanceRequest(seed):
                return self._play_chance(seed)
            case BotRequest(seat, bot):
                return {"move": self._bot(seat, bot)}
            case AnalyseRequest(seat):
                return self._analyse(seat)
            case UndoRequest():
                return self._undo()
            case ResultRequest():
                result = self._playing().result(self._state)
                return {"scores": result.scores, "winners": result.winners}
            case NewRequest():
                return self._new(request)
            case GamesRequest():
                return {"games": [_game_entry(game) for game in self._catalog]}
            case QuitRequest():
                self.over = True
                return {}
            case _:
                assert_never(request)

    @property
    def _state(self) -> Any:
        return self._states[-1][1]

    def _playing(self) -> AnyGame:
        if self._game is None:
            raise RequestError('There is no game yet: begin one with {"do": "new", "game": ..., "seats": ...}.')
        return self._game

    def _seat(self, seat: Actor) -> None:
        self._playing()
        if seat != CHANCE and not 0 <= seat < self._seats:
            raise RequestError(f"There is no seat {seat}: the seats are 0 to {self._seats - 1}.")

    def _new(self, request: NewRequest) -> EngineAnswer:
        game = find_game(request.game, self._catalog)
        low, high = game.seats
        if not low <= request.seats <= high:
            fits = f"exactly {low}" if low == high else f"{low} to {high}"
            raise RequestError(f"{game.title} is for {fits} seats, not {request.seats}.")
        options = game.read_options(request.options, request.seats)
        state = game.setup(options, request.seats)
        self._game, self._options, self._seats = game, options, request.seats
        self._states = [(None, state)]
        self._memories = {}
        return self._to_act()

    def _to_act(self) -> EngineAnswer:
        return {"to_act": self._playing().to_act(self._state)}

    def _legal(self, seat: Actor, limit: int) -> EngineAnswer:
        self._seat(seat)
        if limit < 0:
            raise RequestError(f"limit must be 0 or more, not {limit}.")
        asked, limit = limit, min(limit, MAX_LEGAL_MOVES)
        prompt = self._playing().ask(self._options, self._state, seat)
        found = list(islice(every(prompt), limit + 1)) if prompt is not None else []
        answer: EngineAnswer = {"moves": found[:limit], "complete": len(found) <= limit}
        if limit < asked and not answer["complete"]:
            # Report the reduced limit to a client that asked for more.
            answer["limit"] = limit
        if seat == CHANCE:
            answer["weights"] = weights(prompt, limit) if prompt is not None else []
        return answer

    def _state_after(self, seat: Actor, move: object) -> Any:
        self._seat(seat)
        return self._playing().submit(self._options, self._state, seat, move)

    def _play_chance(self, seed: int | None) -> EngineAnswer:
        game = self._playing()
        pick: Callable[[int], int] = self._pick if seed is None else random.Random(seed).randrange
        played: list[Move] = []
        while (prompt := game.chance(self._state)) is not None:
            move = sample(prompt, pick)
            self._states.append(((CHANCE, move), game.apply(self._state, CHANCE, move)))
            played.append(move)
        return {"moves": played, **self._to_act()}

    def _bot(self, seat: Seat, name: str) -> Move:
        self._seat(seat)
        game = self._playing()
        bots = {bot.name: bot for bot in _bots(game)}
        bot = bots.get(name)
        if bot is None:
            raise RequestError(f"There is no bot {name[:40]!r}; the bots are {', '.join(bots)}.")
        view = game.view(self._state, seat)
        prompt = game.prompt(self._options, view)
        if prompt is None:
            raise RequestError(f"It is not the turn of {who(seat)}, so a bot has nothing to play there.")
        move = bot.choose(self._options, self._remembered(bot, seat), view, prompt, self._pick).move
        check(prompt, move)
        return move

    def _analyse(self, seat: Seat) -> EngineAnswer:
        self._seat(seat)
        game = self._playing()
        best = _bots(game)[-1]
        view, memory = game.view(self._state, seat), self._remembered(best, seat)
        analyse = mind_of(game).analyse
        found = Analysis(None) if analyse is None else analyse(self._options, memory, view)
        answer: EngineAnswer = {"worlds": found.worlds}
        if found.marginals is not None:
            answer["marginals"] = found.marginals
        prompt = game.prompt(self._options, view)
        choice = None if prompt is None else best.choose(self._options, memory, view, prompt, _no_luck())
        return answer | {"move": choice and choice.move, "why": choice and choice.why}

    def _remembered(self, bot: Bot[Any, Any, Any], seat: Seat) -> Any:
        """What the bot knows at that seat after the moves so far."""
        game, options = self._playing(), self._options
        count, memory = self._memories.get((seat, bot.name), (0, None))
        if count == 0:
            memory = bot.start(options)
        for number in range(count, len(self._states)):
            step, state = self._states[number]
            announced = None
            if step is not None:
                announced = announced_step(game, options, self._states[number - 1][1], step, state, self._seats)
            memory = followed(bot, options, memory, announced, game.view(state, seat))
        self._memories[seat, bot.name] = len(self._states), memory
        return memory

    def _undo(self) -> EngineAnswer:
        self._playing()
        if len(self._states) == 1:
            raise RequestError("There is no move to take back.")
        self._memories = {}
        while (last := self._states[-1][0]) is not None and last[0] == CHANCE:
            self._states.pop()
        if len(self._states) > 1:
            self._states.pop()
        return self._to_act()


def _bots(game: AnyGame) -> tuple[Bot[Any, Any, Any], ...]:
    """Every game has at least the random bot."""
    return mind_of(game).bots


def _no_luck() -> RandBelow:
    """0, 1, 2 and so on: the same position always gives the same answer. A constant never draws a code of several colours."""
    numbers = count()
    return lambda below: next(numbers) % below


def _game_entry(game: AnyGame) -> EngineAnswer:
    options = {setting.name: setting.default for setting in game.settings}
    return {"game": game.name, "seats": game.seats, "options": options, "bots": [bot.name for bot in _bots(game)]}


def _request_error(line: bytes, error: msgspec.ValidationError) -> str:
    """The error sentence for an invalid request that is JSON."""
    try:
        sent = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as unread:
        return f"The line cannot be read: {unread}."
    if not isinstance(sent, dict) or not isinstance(sent.get("do"), str):
        return 'A request is an object with a key "do", for example {"do": "games"}.'
    if sent["do"] not in REQUEST_NAMES:
        return f"There is no request {sent['do'][:40]!r}; the requests are {', '.join(REQUEST_NAMES)}."
    reason = str(error).replace("Object missing required field", "it lacks the key")
    reason = reason.replace("Object contains unknown field", "it has the unknown key").replace("`", "'")
    return f"The request {sent['do']} is not right: {reason[:1].lower()}{reason[1:]}."


MAX_REQUEST_LINE_BYTES = 1 << 20
"""Most bytes of a request line, without its line feed."""


def serve_lines(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until quit or the end of input. A line over the limit gets an error and is never held in memory."""
    session = Session()
    encoder = msgspec.json.Encoder()
    buffer = bytearray()
    for line in _lines(requests):
        if line is None:
            answer = {"ok": False, "error": f"The line is over {MAX_REQUEST_LINE_BYTES} bytes."}
        elif not line.strip():
            answer = {"ok": False, "error": "The line is empty: a request is a JSON object."}
        else:
            answer = session.answer(line)
        encoder.encode_into(answer, buffer)
        buffer += b"\n"
        answers.write(buffer)
        answers.flush()
        if session.over:
            return


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := stream.readline(MAX_REQUEST_LINE_BYTES + 1):
        if line.endswith(b"\n") or len(line) <= MAX_REQUEST_LINE_BYTES:
            yield line
            continue
        while (rest := stream.readline(MAX_REQUEST_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield None
