"""The measures of a face, in pixels."""

from msgspec import Struct


class FaceMetrics(Struct, frozen=True):
    """`cap`: height of capitals and digits; `rise`: rows above them that only accents use; `descent`: rows below the baseline;
    `blank`: width of a blank."""

    cap: int
    rise: int
    descent: int
    blank: int

    @property
    def height(self) -> int:
        """From the top of a capital to the bottom of a descender."""
        return self.cap + self.descent
