-- The folders that are not served, problem by problem.
SELECT folder, name, suite, file, line, column_name, found, expected
FROM not_served
ORDER BY folder, position;
