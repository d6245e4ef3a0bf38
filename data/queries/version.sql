-- The version of the whole database.
SELECT version
FROM database;
