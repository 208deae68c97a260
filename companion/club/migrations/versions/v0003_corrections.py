"""Corrections of results, the kind of each game, and that people were forgotten."""

import json

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables and columns, and read the kinds of the stored games from their lines."""
    op.add_column("game", sql.Column("kind", sql.String(32), nullable=False, server_default=""))
    op.add_column("game", sql.Column("struck", sql.Boolean, nullable=False, server_default=sql.false()))
    game = sql.table("game", sql.column("number"), sql.column("line"), sql.column("kind"))
    connection = op.get_bind()
    for number, line in connection.execute(sql.select(game.c.number, game.c.line)).all():
        kind = str(json.loads(line).get("game", ""))[:32]
        connection.execute(sql.update(game).where(game.c.number == number).values(kind=kind))
    op.create_index("ix_game_kind", "game", ["kind"])
    op.create_table(
        "correction",
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("game", sql.Integer, sql.ForeignKey("game.number"), nullable=False, index=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("organiser", sql.String(64), nullable=False),
        sql.Column("reason", sql.String(300), nullable=False),
        sql.Column("before", sql.Text, nullable=False),
        sql.Column("after", sql.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "forgotten",
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("organiser", sql.String(64), nullable=False),
        sql.Column("swept", sql.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
