"""Tournaments, what happened in them, and what tables said of their orders."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournament",
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("id", sql.String(36), nullable=False, unique=True),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("finished", sql.Float),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tournament_event",
        sql.Column("tournament", sql.Integer, sql.ForeignKey("tournament.number"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("who", sql.String(64), nullable=False),
        sql.Column("event", sql.Text, nullable=False),
    )
    op.create_table(
        "tournament_order",
        sql.Column("order_id", sql.String(64), primary_key=True),
        sql.Column("said", sql.String(16), nullable=False),
        sql.Column("why", sql.Text, nullable=False),
    )
    op.create_index("game_order", "game", ["order_id"])
