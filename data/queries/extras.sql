-- The cells of the further tables of a suite, table by table, column by column.
SELECT name, column_name, numeric, text, number
FROM extra
WHERE suite = $suite
ORDER BY name, column_position, position;
