-- The board as lists and previews draw it. Tables of an older file have none until something happens at them; until then a picture of
-- theirs is made from their events.
alter table tables add column sketch text;

-- Older versions would leave it behind at every move, so they refuse the file.
pragma user_version = 6;
