"""The build guide's wiring: tables, pictures and the parts list, all made from the boards' pin maps."""
