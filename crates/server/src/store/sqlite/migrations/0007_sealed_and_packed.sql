-- What nobody may read, the secret of the cookies and the seeds of dice, is sealed under a key that stands in a file of its own. What an
-- older file has in plain is sealed when it is opened.
alter table tables rename column seed to sealed_seed;

-- By what it is seen whether an event is as it was written. Events of an older file have none until their game is packed.
alter table events add column checksum blob;

-- Events that follow each other, packed together: whole blocks of long games, and what a game has when it ends. The last event of a table
-- is never in a pack, so that the next is known from the events alone.
create table packs (
  table_id blob not null,
  first integer not null,
  count integer not null,
  entries blob not null,
  checksum blob not null,
  primary key (table_id, first)
);

-- Older versions would find games without their beginnings, so they refuse the file.
pragma user_version = 7;
