"""What a query of anybody may call: every other function of the engine is refused, also ones that later versions bring.

The lists hold what questions to tables of numbers and names need. Left out is what reads settings, files, the server or
the parser (`current_setting`, `getvariable`, `read_csv`, `json_serialize_plan`), what takes a relation or a function by
its name as text (`histogram` in FROM, `query_table`, `list_aggregate`), what waits, writes or changes the session
(`sleep_ms`, `write_log`, `nextval`), and what only the engine itself calls.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.lower().split())


OPERATORS = _names("""
    !__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~ add alias contains divide
    ilike_escape like_escape multiply not_ilike_escape not_like_escape nullif row subtract xor
""")
AGGREGATES = _names("""
    any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last
    arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or corr
    count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean group_concat
    histogram histogram_exact kahan_sum kurtosis kurtosis_pop last list listagg mad max max_by mean median min min_by
    mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
    regr_sxx regr_sxy regr_syy reservoir_quantile sem skewness stddev stddev_pop stddev_samp string_agg sum
    sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg
""")
WINDOWS = _names("""
    cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense row_number
""")
NUMBERS = _names("""
    abs acos acosh asin asinh atan atan2 atanh bin bit_count cbrt ceil ceiling cos cosh cot degrees
    equi_width_bins even exp factorial fdiv floor fmod gamma gcd greatest greatest_common_divisor hash hex isfinite
    isinf isnan lcm least least_common_multiple lgamma ln log log10 log2 md5 mod nextafter pi pow power radians random
    round round_even roundbankers sha256 sign signbit sin sinh sqrt tan tanh to_base trunc
""")
TEXTS = _names("""
    ascii bar char_length character_length chr concat concat_ws damerau_levenshtein editdist3 ends_with format
    format_bytes formatReadableDecimalSize formatReadableSize hamming instr jaccard jaro_similarity
    jaro_winkler_similarity lcase left left_grapheme len length length_grapheme levenshtein lower lpad ltrim mismatches
    nfc_normalize ord position prefix printf regexp_escape regexp_extract regexp_extract_all regexp_full_match
    regexp_matches regexp_replace regexp_split_to_array repeat replace reverse right right_grapheme rpad rtrim split
    split_part starts_with str_split str_split_regex string_split string_split_regex string_to_array strip_accents
    strlen strpos substr substring substring_grapheme suffix translate trim ucase unicode upper
""")
TIMES = _names("""
    ago age century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub
    date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch
    epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date
    make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond
    minute month monthname nanosecond normalized_interval now quarter second strftime strptime time_bucket timezone
    timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds
    to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime
    week weekday weekofyear year yearweek
""")
NESTED = _names("""
    apply array_append array_apply array_cat array_concat array_contains array_cosine_distance array_cosine_similarity
    array_cross_product array_distance array_distinct array_dot_product array_extract array_filter array_grade_up
    array_has array_has_all array_has_any array_indexof array_inner_product array_intersect array_length
    array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position array_prepend
    array_push_back array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select array_slice
    array_sort array_to_string array_transform array_unique array_value array_where array_zip cardinality element_at
    filter flatten generate_series grade_up list_any_value list_append list_apply list_approx_count_distinct list_avg
    list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains
    list_cosine_distance list_cosine_similarity list_count list_distance list_distinct list_dot_product list_element
    list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any list_histogram
    list_indexof list_inner_product list_intersect list_kurtosis list_kurtosis_pop list_last list_mad list_max
    list_median list_min list_mode list_negative_dot_product list_negative_inner_product list_pack list_position
    list_prepend list_product list_reduce list_resize list_reverse list_reverse_sort list_select list_sem list_skewness
    list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_transform list_unique list_value
    list_var_pop list_var_samp list_where list_zip map map_concat map_contains map_contains_entry map_contains_value
    map_entries map_extract map_extract_value map_from_entries map_keys map_values range reduce struct_concat
    struct_contains struct_extract struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack
    struct_position struct_update struct_values union_extract union_tag union_value unnest unpivot_list
""")
JSON = _names("""
    array_to_json from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract
    json_extract_path json_extract_path_text json_extract_string json_group_array json_group_object json_group_structure
    json_keys json_merge_patch json_object json_pretty json_quote json_structure json_transform json_transform_strict
    json_type json_valid json_value row_to_json to_json
""")
ABOUT = _names("current_schema current_schemas pg_typeof typeof version")

FUNCTIONS = OPERATORS | AGGREGATES | WINDOWS | NUMBERS | TEXTS | TIMES | NESTED | JSON | ABOUT
"""What may be called in an expression, in lower case."""
TABLE_FUNCTIONS = _names("""
    duckdb_columns duckdb_constraints duckdb_functions duckdb_keywords duckdb_tables duckdb_types generate_series
    json_each json_tree pragma_table_info pragma_version range repeat repeat_row unnest
""")
"""What may be called in FROM. `pragma_table_info` names the columns of a relation and reads nothing of it."""
CATALOGUE = _names(
    "duckdb_columns duckdb_constraints duckdb_tables information_schema.columns information_schema.tables"
)
"""The relations of the engine that may be read: they describe tables, not the server."""
