-- The tables of the database but the one that sums them up, with the schema of each, quoted, by name.
SELECT format('"{}"."{}"', replace(schema_name, '"', '""'), replace(table_name, '"', '""')) AS name
FROM duckdb_tables()
WHERE NOT internal AND table_name <> 'database'
ORDER BY name;
