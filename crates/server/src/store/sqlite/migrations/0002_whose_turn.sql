-- Whose turn it is, for lists. Tables of an older file have none until something happens at them.
alter table tables add column to_act text;
