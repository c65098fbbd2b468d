"""Runs the migrations in the transaction of the connection that it is given."""

from alembic import context

from referee.hosting.store.schema import metadata, version

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=version.name,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
