-- In which time zone the dashboard writes times for a person; null: that of the service. Days stay those of the service.
alter table account add column time_zone text;

-- In which language a summary is written: requests for different languages at the same time each get their own. Null: by an earlier version.
alter table summary add column language text check (language in ('id', 'en'));
