-- When a player was last known to be at a table at which a seat is open; null where none is. Private tables of an older file
-- have none until somebody comes to them, and need none: they are in no list.
alter table tables add column waiting_seen integer;
update tables set waiting_seen = updated
  where is_public = 1 and is_open = 1
  and case when json_valid(summary) then json_extract(summary, '$.phase.phase') end = 'waiting';

-- Two lists make the lobby: games that are played, the newest first, and tables that wait, those first whose players were there
-- last. Neither has to pass over tables that are no longer shown, however many there are.
drop index tables_public;
create index tables_played on tables (opened) where is_public = 1 and is_open = 1 and waiting_seen is null;
create index tables_waiting on tables (waiting_seen) where is_public = 1 and is_open = 1 and waiting_seen is not null;
