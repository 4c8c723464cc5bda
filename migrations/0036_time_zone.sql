-- In which time zone the dashboard writes times for a person; null: that of the service. Days stay those of the service.
alter table account add column time_zone text;
