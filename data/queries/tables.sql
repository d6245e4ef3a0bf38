-- The tables of the database but the one that sums them up, by name.
SELECT table_name
FROM duckdb_tables()
WHERE NOT internal AND table_name <> 'database'
ORDER BY table_name;
