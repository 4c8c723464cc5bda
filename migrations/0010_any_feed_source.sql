-- Any platform may have feeds; the list of platforms is in src/domain/platform.ts.
alter table feed drop constraint feed_source_check;
