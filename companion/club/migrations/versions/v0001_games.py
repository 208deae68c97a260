"""Finished games, and who played them."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("id", sql.String(36), nullable=False, unique=True),
        sql.Column("club_table", sql.String(32), nullable=False),
        sql.Column("order_id", sql.String(64)),
        sql.Column("received", sql.Float, nullable=False),
        sql.Column("corrected", sql.Boolean, nullable=False),
        sql.Column("line", sql.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seat",
        sql.Column("game", sql.Integer, sql.ForeignKey("game.number"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("name", sql.String(64), nullable=False, index=True),
        sql.Column("score", sql.Float, nullable=False),
        sql.Column("won", sql.Boolean, nullable=False),
    )
