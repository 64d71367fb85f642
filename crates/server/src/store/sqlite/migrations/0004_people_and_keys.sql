-- Whoever has a name is a person, at whichever seat.
alter table guests rename to people;

-- The key of the request that caused an event, and the seat that it came from: keys of two seats are two keys. In older files
-- both are inside the event, as 2 * key, and one more if it came from the guest's seat.
alter table events add column key_seat text;
alter table events add column key integer;
update events set
  key_seat = case json_extract(entry, '$.key') % 2 when 0 then 'host' else 'guest' end,
  key = json_extract(entry, '$.key') / 2,
  entry = json_remove(entry, '$.key')
  where case when json_valid(entry) then json_type(entry, '$.key') end = 'integer';

-- Versions that count by this number refuse the file from here on.
pragma user_version = 4;
