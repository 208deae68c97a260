"""The web server shows the table and takes what people tap. It decides nothing about a game: what comes in becomes an input in
the queue of app/, what goes out was made by the table.

    server.py         listens on bound sockets, its own or systemd's, and accepts at a pace
    guard.py          uvicorn's protocols with our limits: time, bytes, frames, a place and a turn of each connection
    shares.py         the numbers of these limits, and how a share is counted; no I/O
    loopback.py       which addresses are this machine's own
    access.py         Host, Origin, this machine, security headers, the cookie of a phone: who may ask for what
    routes.py         answers requests; lookups/: those of finished games and puzzles
    static_pages.py   the files of static/, read once at the start
    sockets.py        the four websockets, each with one reader and one writer
    held_keys.py      the keys that a page holds down, which are let go when it is gone
    hub.py            keeps the current state and hands it, with all news, to the pages
    messages.py       every message, both ways; codes.py: the one with the codes of free seats
    page_handlers.py  what pages may ask of the table, as a protocol that app/ implements

A request passes them in this order: accepted, counted and parsed (server, guard); its body read, then its turn awaited (guard);
Host and Origin judged (access); answered (routes), or accepted as a websocket (sockets). A page gets its files, then opens its
socket and gets the current state, then every event. After a lost connection all of it comes again; nothing is ever resumed.

Invariants:
1. Public messages are text, private ones bytes; the socket of a page that looks on can be handed text only.
2. Nothing that a page sends is believed: it names a key, or a move for a question and its number, and the table judges it in its
   turn. A bad message ends its own socket, with a reason, and lets its keys go.
3. Whatever a client sends or leaves out costs no more than its limits, and who is there already notices nothing.
4. The page that shows every secret is sent to this machine only.
"""
