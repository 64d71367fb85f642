-- Marks a file as Tablen's (`tabl`), so that no other program's database is taken for one.
pragma application_id = 1952539244;

-- What holds for the whole server: the secret that cookies are signed with.
create table facts (
  name text primary key,
  value blob not null
) without rowid;

-- When the server was there. Between two runs nobody's time passes.
create table runs (
  number integer primary key,
  started integer not null,
  seen integer not null
);

create table guests (
  id blob primary key,
  name text not null
) without rowid;

-- One row a table, for lists and for what is not in its events: who sits where, and the dice's secret.
create table tables (
  id blob primary key,
  kind text not null,
  is_public integer not null,
  seed blob,
  opened integer not null,
  host blob,
  guest blob,
  is_open integer not null,
  summary text not null,
  next blob,
  updated integer not null,
  deadline integer
) without rowid;

-- Partial, so that finished tables cost nothing; without columns that change with every move, so that a move touches none but the last.
create index tables_public on tables (opened) where is_public = 1 and is_open = 1;
create index tables_host on tables (host) where is_open = 1;
create index tables_guest on tables (guest) where is_open = 1;
create index tables_deadline on tables (deadline) where deadline is not null;

create table events (
  table_id blob not null,
  sequence integer not null,
  entry text not null,
  primary key (table_id, sequence)
) without rowid;
