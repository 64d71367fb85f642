-- What the computer has found out about a game, as JSON, and which computer it was: another one finds other things, and what it finds takes the place of
-- what was found before.
create table analyses (
  table_id blob not null primary key references tables (id),
  version text not null,
  found text not null
) without rowid;

-- Versions that count by this number refuse the file from here on.
pragma user_version = 5;
