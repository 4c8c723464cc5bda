-- Rename tables, columns and indexes to the terms that the code uses.
alter table archive_place rename to archive_position;
alter index archive_place_version rename to archive_position_version;
alter table source_cursor rename column owed_at to deferred_until;
alter index source_cursor_owed rename to source_cursor_deferred;
