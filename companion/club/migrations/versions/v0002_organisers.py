"""Organisers, and the sessions of their browsers."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "organiser",
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("name", sql.String(64), nullable=False, unique=True),
        sql.Column("password", sql.String(200), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "organiser_session",
        sql.Column("digest", sql.String(64), primary_key=True),
        sql.Column("organiser", sql.Integer, sql.ForeignKey("organiser.number"), nullable=False, index=True),
        sql.Column("began", sql.Float, nullable=False),
        sql.Column("used", sql.Float, nullable=False),
    )
