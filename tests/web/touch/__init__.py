"""The touch interface of a seat in a real browser.

`touch_tables.py` opens a whole table whose seats are phones, `touch_hands.py` makes moves by taps, `targets.py` looks at a page,
and `documented_taps.py` counts for docs/touch.md. `test_touch_games.py` is the law: taps lead to every legal move and to
no other, on each game's own board and on the controls for games without one. What is pure is tested without a page, in
`tests/web/node`.
"""
