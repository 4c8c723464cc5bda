-- Whether a person requested the run. This was inferred from the priority, which only decides the order of jobs.
alter table job add column requested boolean not null default false;
update job set requested = true where priority >= 10;
