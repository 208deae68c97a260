"""How do tables and a club meet? On an MQTT broker; docs/club.md has topics and payloads, for owners and for other programs.

A table is whole without its club: nothing that it does waits for a broker. It tells what everybody at the table sees, and it
sends each finished game until the club has acknowledged that game. What the table keeps for that stands in its journal: the row
of the outbox is written by the transaction that ends the game.

    both      wire.py    the topics and payloads        mqtt.py    one connection to a broker, kept for ever
              threads.py what blocks
    a table   public.py  what everybody sees, as state and events
              outbox.py  finished games, until they are acknowledged
              home_assistant.py  how Home Assistant finds the table and its seats
              orders.py  which game the club wants to be played here
              link.py    all that a table tells and is told
              relay.py   how a table without a network reaches the broker
    the club  database.py  what is kept          hall.py     what every table shows now
              intake.py    games into the database, and their acks
              api.py       what is read by HTTP  service.py  how all of it starts and stops
              organisers.py  who may change things   pages.py  the frame of all pages: login, templates, forms
              results.py   what results are, and who changed them      result_pages.py
              players.py   who has played, how well; to forget somebody   player_pages.py
              pairing.py   who meets whom in the next round of a tournament
              tournament.py  what has happened in a tournament, and what is so after that
              accounts.py  who may do what at the broker
              tournaments.py  keeps tournaments, and plays them at the tables
              tournament_pages.py  tournaments over HTTP

Invariants. Only what the page /table may show leaves a table before a game is over. A game leaves the outbox only by the club's
own acknowledgement. Without a section [club] nothing of this folder is imported.
"""
