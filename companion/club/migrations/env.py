"""Alembic runs this file: the migrations, through the connection that `Database.migrate` gives."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
