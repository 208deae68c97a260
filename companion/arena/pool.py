"""Plays a contest on several cores, and gives the outcomes in the order of the games, whoever was ready first.

Ctrl-C is the parent's alone: no process of a contest hears of it. Each looks now and then whether it was stopped.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing.synchronize import Event
from typing import Final

from companion.arena.contest import Contest
from companion.arena.match import Outcome, play
from companion.arena.program import StoppedError

AHEAD: Final = 8
"""Games for each process that are handed out before the first of them is back."""

_here: dict[str, tuple[Contest, Event]] = {}
"""What a process of the pool was started with; a pool passes on nothing else that outlives a task."""


def outcomes(contest: Contest, jobs: int) -> Generator[Outcome]:
    """Every game's outcome, in order. Whoever leaves off early closes the generator, which stops the games that go on."""
    if jobs == 1:
        for number in range(contest.total):
            yield play(contest, number)
        return
    # A process that is forked from one with threads may hang, so each is started anew.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    waiting: deque[Future[Outcome | None]] = deque()
    numbers = iter(range(contest.total))
    with ProcessPoolExecutor(min(jobs, contest.total), context, _start, (contest, stop)) as pool:
        try:
            while True:
                with _held():
                    for number in islice(numbers, AHEAD * jobs - len(waiting)):
                        waiting.append(pool.submit(_play, number))
                if not waiting:
                    return
                outcome = waiting.popleft().result()
                assert outcome is not None, "nobody has stopped it"
                yield outcome
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _held() -> Iterator[None]:
    """Ctrl-C waits until the block ends. A process that is started meanwhile never hears it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(contest: Contest, stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here["contest"] = contest, stop


def _play(number: int) -> Outcome | None:
    contest, stop = _here["contest"]
    try:
        return play(contest, number, stop.is_set)
    except StoppedError:
        return None
