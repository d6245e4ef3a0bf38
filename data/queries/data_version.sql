-- The version of the tables of one suite.
SELECT data_version
FROM suite
WHERE id = $suite;
