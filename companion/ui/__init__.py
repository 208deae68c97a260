"""What three keys and 128×64 pixels can do, whatever is played.

    a prompt and gestures → editor.py (`take_gesture`; a text: keyboard.py) → the dialog as it is now, and a whole move at the end
    the dialog and what the game draws of a view → screens.py (`compose`) → a screen: marks
    a screen → raster.py (`draw`) → a picture: the bytes of a panel

A `Dialog` is what a player does with one question: the entry so far, the page that is looked at, the menu. It is a value that the
table keeps for each place (`table/state.py`) and hands in with each gesture; there is no other state.

Invariants: what the boxes above the keys say is what the keys do, since both follow from the same step of the editor. Whatever
can be entered passes the check of its prompt. Nothing here knows a game, or sees more than the view that was drawn.
"""
