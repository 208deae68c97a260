"""How a picture of the build guide is drawn: the sheet, a board's outline, its wires."""
