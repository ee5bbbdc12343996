# Run by `make r-test`: the page's example in real R, byte for byte, and what else a caller relies on.
library(lineageidentity)

stopifnot_equal <- function(given, expected) {
  if (!identical(given, expected)) {
    stop("expected\n", format(expected), "\ngiven\n", format(given), call. = FALSE)
  }
}

# What dplyneage's functions of these names build, as far as an export reads it.
create_table_node <- function(table_name, columns, table_type = "source") {
  list(id = table_name, type = "tableNode", data = list(label = table_name, columns = columns, tableType = table_type))
}
create_column_edge <- function(from_table, from_column, to_table, to_column) {
  list(source = from_table, target = to_table, sourceHandle = from_column, targetHandle = to_column)
}

lineage <- list(
  nodes = list(
    create_table_node("orders", c("order_id", "amount")),
    create_table_node("daily_totals", "total", table_type = "target")
  ),
  edges = list(
    create_column_edge("orders", "amount", "daily_totals", "total")
  )
)
fixed <- function(...) {
  lineage_openlineage(
    ...,
    run_id = "00000000-0000-4000-8000-000000000000",
    event_time = "2026-01-01T00:00:00.000Z"
  )
}

page <- readChar(Sys.getenv("PAGE_EXAMPLE"), 1e6, useBytes = TRUE)
Encoding(page) <- "UTF-8"
stopifnot_equal(fixed(lineage), sub("\n$", "", page))

# The page's signature, argument for argument.
stopifnot_equal(formals(lineage_openlineage), as.pairlist(alist(
  lineage = , path = NULL, namespace = NULL, job_name = "extract_lineage", run_id = NULL, event_time = NULL,
  pretty = TRUE, events = "run", event_type = "COMPLETE", output_name = NULL, nominal_time = NULL, parent = NULL
)))

# The exported shape gives the same as the drawn one.
exported <- list(
  nodes = list(
    list(id = "orders", type = "source", columns = c("order_id", "amount")),
    list(id = "daily_totals", type = "target", columns = "total")
  ),
  edges = list(
    list(source = "orders", source_column = "amount", target = "daily_totals", target_column = "total")
  )
)
stopifnot_equal(fixed(exported), fixed(lineage))

# A file is written whole, and the answer is invisible.
path <- tempfile(fileext = ".json")
shown <- withVisible(fixed(lineage, path = path))
stopifnot_equal(shown$visible, FALSE)
stopifnot_equal(readLines(path), strsplit(shown$value, "\n")[[1]])
stopifnot_equal(list.files(dirname(path), pattern = "^.lineage-identity-", all.files = TRUE), character())

# Every other argument.
lines <- strsplit(fixed(
  lineage,
  namespace = "prod", job_name = "nightly", pretty = FALSE, events = c("run", "dataset"), event_type = "START",
  output_name = "totals", nominal_time = c("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z"),
  parent = list(run_id = "11111111-1111-4111-8111-111111111111", job_name = "dag")
), "\n")[[1]]
stopifnot_equal(length(lines), 3L)
for (text in c(
  "\"eventType\":\"START\"", "\"nominalEndTime\":\"2026-01-01T01:00:00Z\"", "\"name\":\"dag\"", "\"name\":\"totals\"",
  "\"namespace\":\"prod\",\"name\":\"nightly\""
)) {
  stopifnot(grepl(text, lines[[1]], fixed = TRUE))
}

# Models, types, labels and text of any kind.
rich <- list(
  nodes = list(
    list(id = "caf\u00e9 \"x\"\n", type = "source", columns = list("a", "b"), types = list(a = "INT"), labels = c(b = "B")),
    list(id = "output", type = "target", columns = "a")
  ),
  edges = list(list(
    source = "caf\u00e9 \"x\"\n", source_column = "a", target = "output", target_column = "a",
    transformation = "identity", expression = "a"
  )),
  metadata = list(dialect = "duckdb", models = list(output = list(sql = "SELECT a\nFROM x", dialect = "duckdb", engine = "r")))
)
event <- fixed(rich, pretty = FALSE)
for (text in c(
  "\"name\":\"caf\u00e9 \\\"x\\\"\\n\"", "\"fields\":[{\"name\":\"a\",\"type\":\"INT\"},{\"name\":\"b\",\"description\":\"B\"}]",
  "\"fields\":[{\"name\":\"a\",\"type\":\"INT\"}]", "\"query\":\"SELECT a\\nFROM x\""
)) {
  stopifnot(grepl(text, event, fixed = TRUE))
}

# Errors name the argument.
message_of <- function(expression) tryCatch(expression, error = conditionMessage)
stopifnot(grepl("^`event_type`: allowed are", message_of(fixed(lineage, event_type = "DONE"))))
stopifnot(grepl("^`events`", message_of(fixed(lineage, events = "all"))))
stopifnot(grepl("^`models`", message_of(fixed(lineage, events = "job"))))
stopifnot(grepl("^`nominal_time`", message_of(fixed(lineage, nominal_time = "now"))))
stopifnot(grepl("^`parent`", message_of(fixed(lineage, parent = list(run_id = "x")))))
stopifnot(grepl("^`lineage`", message_of(fixed(7))))

# What is left out is a warning.
nameless <- list(nodes = list(list(id = "", type = "source", columns = "a")), edges = list())
stopifnot(grepl("nameless-dataset", tryCatch(fixed(nameless), warning = conditionMessage)))

# Generated ids differ, and nothing leaks over many calls.
stopifnot(lineage_openlineage(lineage) != lineage_openlineage(lineage))
for (round in 1:200) {
  lineage_openlineage(lineage, pretty = FALSE)
  message_of(fixed(lineage, event_type = "DONE"))
}
cat("r-test: passed\n")
