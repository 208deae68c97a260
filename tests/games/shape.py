"""The shape of a game's folder: which file has which role, and which public names a role must have.

`docs/develop.md`, "Add a game", lists the same files. A file with another name needs a line here, with what it is for.
"""

from typing import Final

ROLES: Final[dict[str, tuple[str, ...]]] = {
    "__init__": (),
    "game": (),
    "options": ("Options", "SEATS", "SETTINGS", "read_options"),
    "moves": (),
    "state": ("State", "Phase", "to_act", "result", "why_irreversible"),
    "rules": ("setup", "apply"),
    "view": ("view",),
    "prompts": ("prompt", "chance"),
    "refusals": ("VOCABULARY", "explain"),
    "render": ("render",),
    "text": ("describe", "status"),
    "rules_book": ("BOOK",),
}
"""The files of every game, and the names that each must define."""

OPTIONAL_ROLES: Final[dict[str, tuple[str, ...]]] = {
    "announcement": ("announce",),
    "marks": (),
    "how_to_play": ("HOW_TO_PLAY",),
    "box": ("BOX", "reporter", "offer", "offer_again", "corrected", "settled"),
}
"""Files that a game may have: `announcement` for a sentence about what no view holds, `marks` for what is drawn on several
pages, `how_to_play` for the game in drawn pages, `box` for a game that can be played with the players' own pieces."""

SCREENS: Final = "screens"
"""A folder that a game may have: the bodies of its screens, where `render` would become too long; and `how_to_play`, if
the game's folder is full."""

OWN_FILES: Final[dict[str, dict[str, str]]] = {
    "digitcode": {"possible": "which codes agree with the answers: for the option Helping sheet, and for the solver"},
    "passcode": {
        "last_act": "what the last player did, as all may know it: rules note it, views show it, text says it"
    },
}
"""Files of one game alone, and the reason for each."""

ROLE_OF_FIELD: Final[dict[str, str]] = {
    "read_options": "options",
    "setup": "rules",
    "apply": "rules",
    "to_act": "state",
    "result": "state",
    "recap": "state",
    "view": "view",
    "thrower": "view",
    "rolls_in_sequence": "view",
    "prompt": "prompts",
    "chance": "prompts",
    "confirm_question": "prompts",
    "explain": "refusals",
    "describe": "text",
    "announce": "announcement",
    "render": "render",
    "pieces": "marks",
    "with_sheet": "options",
    "sheet": "possible",
    "why_irreversible": "state",
}
"""For each function of the Game record: the file that defines it."""

SHARED_NAMES: Final = frozenset(
    (
        *(name for names in (*ROLES.values(), *OPTIONAL_ROLES.values()) for name in names),
        *("recap", "pieces", "phase", "thrower", "confirm_question", "sheet", "with_sheet"),
        *("AnyMove", "made_move", "SetCode", "RULES_VERSION"),
    )
)
"""Public names that several games may define: they mean the same in each."""

MOST_FILES: Final = 15
"""Files of a folder, __init__.py too."""
