-- Whether a person requested a run. It was inferred from the priority, which only says what goes first.
alter table job add column requested boolean not null default false;
update job set requested = true where priority >= 10;
