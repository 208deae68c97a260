"""The bots of Passcode, from one that thinks no further than its next digit to one that reckons with every card."""

from collections.abc import Callable
from typing import Any, Final

from companion.bots.bot import RANDOM, Bot, Choice
from companion.core.prompt import Move, Pick, Prompt, every
from companion.games.passcode.cards import DIGITS, KEY
from companion.games.passcode.options import Options
from companion.games.passcode.view import TableView, code, next_digit
from companion.solvers.passcode.choice import Mind, Turn, turned
from companion.solvers.passcode.seen import Seen, begin, remember

Play = Callable[[TableView, list[Move]], Choice]

def _nothing(options: Options) -> None: return None
def _unchanged(options: Options, memory: None, view: TableView) -> None: return None

def _rank(view, horizon):
    seat=view.seat
    digits=[str(d) for d in code(view,seat)[view.filled[seat]:]][:horizon]
    def rank(card):
        if card==KEY: return 0
        return digits.index(card)+1 if card in digits else 9
    return rank

def _simple(horizon):
    def choose(options, memory, view, prompt, pick):
        moves=list(every(prompt)); seat=view.seat
        need=next_digit(view,seat); hand=view.hand or (); rank=_rank(view,horizon)
        def c(m): return Choice(m,"x")
        if view.phase in("codes","first","roll","turning"): return c(moves[0])
        if view.phase=="draw":
            top=view.discard_top
            good = top is not None and (need is None or top in (KEY,str(need)) or (horizon>1 and hand and rank(top)<rank(hand[0]) ))
            for m in moves:
                if m["pile"]==("discard" if good else "draw"): return c(m)
            return c(moves[0])
        lays=[m for m in moves if m["move"]=="lay_down"]
        if lays: return c(min(lays,key=lambda m:m.get("number") or int(m["card"])))
        plays=[m for m in moves if m["move"]=="play"]
        if plays: return c(min(plays,key=lambda m:m["card"]==KEY))
        keeps=[m for m in moves if m["move"]=="keep"]
        if keeps: return c(keeps[0])
        if horizon==1:
            card=hand[-1] if hand[-1]!=KEY else hand[0]
        else: card=max(hand,key=rank)
        return c({"move":"discard","card":card})
    return choose

def _best(mind, memo=True):
    def choose(options, memory, view, prompt, pick):
        moves=list(every(prompt))
        if view.phase=="turning": return Choice({"move":"turn","to":turned(view)},"x")
        if len(moves)==1: return Choice(moves[0],"x")
        t=Turn(mind,view,memory if memo else begin(view))
        return Choice(max(moves,key=t.value),"x")
    return choose
def _rem(options, memory, view): return remember(memory,view)
def mk(n,h): return Bot(n,_nothing,_unchanged,_simple(h))
PASSCODE=(RANDOM, mk("hasty",1), mk("greedy",6),
  Bot("steady",_nothing,_unchanged,_best(Mind(0.0,False),False)),
  Bot("b0",_nothing,_rem,_best(Mind(0.0,True))),
  Bot("b3",_nothing,_rem,_best(Mind(0.3,True))),
  Bot("b1",_nothing,_rem,_best(Mind(1.0,True))),
  Bot("best",_nothing,_rem,_best(Mind(0.6,True))))
