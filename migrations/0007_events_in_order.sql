-- The events of an account are numbered in the order in which they become visible, so that whoever has seen one has seen all below
-- it, and a broken connection resumes with one number. A number drawn when the row is written does not say that: its transaction
-- may end after one that drew a larger. So the number is drawn anew at the end of the transaction, one transaction of an account at
-- a time. Being the last thing that a transaction waits for, it cannot be part of a deadlock.
create function settle_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pantau event ' || new.account_id, 0));
  update event set id = default where id = new.id;
  perform pg_notify('pantau_event', new.account_id::text);
  return null;
end $$;
create constraint trigger event_settles after insert on event deferrable initially deferred
  for each row execute function settle_event();
