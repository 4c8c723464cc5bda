-- Rules that watch projects, the incidents they open, the channels that deliver, the outbox, and the morning brief. All of it is small
-- and joined with accounts, so it stays on the coordinator.

-- The language of messages to this person.
alter table account add column language text not null default 'id' check (language in ('id', 'en'));

create table channel (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('webhook', 'telegram', 'email', 'slack', 'ntfy')),
  name text not null check (char_length(name) between 1 and 100),
  -- webhook and slack {url}, email {address}, ntfy {url, topic}, telegram {chatId}.
  settings jsonb not null,
  -- The signing secrets of a webhook, newest first: after a rotation the previous one signs as well until it expires. For an e-mail
  -- address, the token of its unsubscribe link.
  secrets jsonb not null default '[]',
  state text not null check (state in ('ready', 'unconfirmed', 'off')),
  -- Why it was switched off: 'gone' (410), 'failing' (a week of failures), 'unsubscribed' (by the receiver) or 'owner'.
  off_reason text check (off_reason in ('gone', 'failing', 'unsubscribed', 'owner')),
  -- A hash of the one-time code that confirms an address or connects a chat.
  code_hash bytea,
  code_expires_at timestamptz,
  failing_since timestamptz,
  -- The receiver requested a pause (Retry-After) until then.
  busy_until timestamptz,
  -- What opens before then goes into one message (src/deliver/choose.ts).
  group_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'off') = (off_reason is not null))
);
create index channel_account on channel (account_id, created_at);
create unique index channel_code on channel (code_hash) where code_hash is not null;

-- The name of the bot that chats send their code to, as Telegram reports it to the workers. At most one row.
create table telegram_bot (
  singleton boolean primary key default true check (singleton),
  username text not null
);

create table alert (
  id uuid primary key,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  rule jsonb not null,
  filter jsonb not null default '{}',
  quiet jsonb,
  cooldown_minutes integer not null default 60 check (cooldown_minutes between 0 and 10080),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  evaluated_at timestamptz
);
create index alert_project on alert (project_id);
create index alert_account on alert (account_id);

create table alert_channel (
  alert_id uuid not null references alert on delete cascade,
  channel_id uuid not null references channel on delete cascade,
  primary key (alert_id, channel_id)
);
create index alert_channel_channel on alert_channel (channel_id);

-- Projects whose rules are to be evaluated: those with new mentions, and those whose incidents or intervals end soon. Written with the
-- mentions; the evaluation deletes a row unless there were more mentions in the meantime.
create table alert_due (
  project_id uuid primary key,
  since timestamptz not null default now(),
  due_at timestamptz not null default now()
);
create index alert_due_at on alert_due (due_at);

-- Keys that sign links, made when the first one is needed.
create table signing_key (
  name text primary key,
  key bytea not null
);

create table incident (
  id uuid primary key,
  -- Null for an incident of the installation itself (a broken feed or source), which administrators see.
  alert_id uuid references alert on delete cascade,
  project_id uuid,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  -- What it is about when one rule can have several at once: a story, a source, a feed.
  subject text not null default '',
  state text not null default 'open' check (state in ('open', 'closed')),
  -- In time of publication.
  opened_at timestamptz not null,
  closed_at timestamptz,
  seen bigint not null,
  peak bigint not null,
  expected double precision,
  low double precision,
  high double precision,
  -- The explanation: stories, words, platforms, authors, sentiment, coverage, examples.
  facts jsonb not null,
  -- What the last message reported, so that an update is sent only when something changed.
  reported jsonb not null default '{}',
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  snoozed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index incident_open on incident (alert_id, subject) where state = 'open' and alert_id is not null;
create unique index incident_open_admin on incident (account_id, kind, subject) where state = 'open' and alert_id is null;
-- An evaluation that is repeated finds its incident stored.
create unique index incident_once on incident (alert_id, subject, opened_at) where alert_id is not null;
create index incident_account on incident (account_id, id desc);
create index incident_project on incident (project_id, opened_at desc);
create index incident_alert on incident (alert_id, opened_at desc);

-- The channels that administrators chose for incidents of the installation itself.
create table admin_channel (
  channel_id uuid primary key references channel on delete cascade
);
-- Which sources failed in the last hours, over all projects.
create index coverage_hour on coverage (hour);

-- What was reported to a person, whether or not a channel carried it: the inbox of the dashboard. Its id is the id of the message in
-- every channel and every attempt.
create table message (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  type text not null check (type in ('incident.opened', 'incident.updated', 'incident.closed', 'brief', 'test', 'notice')),
  incident_id uuid references incident on delete cascade,
  -- The body for programs, and the structure that text, HTML and Markdown are made from (src/domain/message.ts).
  data jsonb not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index message_account on message (account_id, created_at desc, id desc);
create index message_incident on message (incident_id) where incident_id is not null;
create index message_unread on message (account_id) where read_at is null;

-- The outbox: written in the transaction that opens or changes the incident. A job per channel delivers, at least once; the lease of
-- that job is the lease of its deliveries.
create table delivery (
  id uuid primary key,
  message_id uuid not null references message on delete cascade,
  channel_id uuid not null references channel on delete cascade,
  -- 'grouped': carried by another delivery of the same channel (grouped_into), or counted in its "and 7 more".
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'grouped')),
  grouped_into uuid,
  -- Waits for the end of a window or of a full hour, and is then grouped with all others that wait.
  held boolean not null default false,
  -- Requested by a person: sent at once and by itself.
  alone boolean not null default false,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_at timestamptz not null default now(),
  worker text,
  -- The status and the beginning of the response, or why there was none.
  status integer,
  detail text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (message_id, channel_id),
  check ((state = 'grouped') = (grouped_into is not null))
);
create index delivery_due on delivery (next_at, channel_id) where state = 'waiting';
create index delivery_sending on delivery (channel_id) where state = 'sending';
create index delivery_group on delivery (grouped_into) where state = 'grouped';
create index delivery_channel on delivery (channel_id, created_at desc, id desc);

-- The brief of a person; at most one.
create table brief (
  account_id uuid primary key references account on delete cascade,
  days text[] not null,
  time text not null,
  time_zone text not null,
  -- Null means all projects.
  projects uuid[],
  channels uuid[] not null,
  language text not null check (language in ('id', 'en')),
  -- When the next one is due; null when it has no days.
  next_at timestamptz,
  updated_at timestamptz not null default now()
);
create index brief_due on brief (next_at) where next_at is not null;

-- One line for each brief that was built or skipped: built and sent once per person and day.
create table brief_sent (
  account_id uuid not null references account on delete cascade,
  day date not null,
  message_id uuid,
  -- 'skipped': the service was down for longer than a brief may be late.
  outcome text not null check (outcome in ('sent', 'late', 'skipped')),
  -- What it reported ends here, and the next one begins; null when skipped.
  until timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, day)
);

-- When a person last looked at a project.
create table project_seen (
  account_id uuid not null references account on delete cascade,
  project_id uuid not null,
  seen_at timestamptz not null,
  primary key (account_id, project_id)
);

-- Since when a feed is in its state, so that a brief can report those that stopped being readable.
alter table feed add column state_since timestamptz not null default now();
