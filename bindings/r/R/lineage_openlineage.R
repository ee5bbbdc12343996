# Lineage as OpenLineage events. The arguments are those of dplyneage's function of the same name, and so is the
# answer: a JSON string, one indented event or one event a line.
#
# `lineage` is the result of extract_lineage(), or any list with `nodes` and `edges` as create_table_node() and
# create_column_edge() build them, or as lineage_json() writes them.
lineage_openlineage <- function(lineage,
                                path = NULL,
                                namespace = NULL,
                                job_name = "extract_lineage",
                                run_id = NULL,
                                event_time = NULL,
                                pretty = TRUE,
                                events = "run",
                                event_type = "COMPLETE",
                                output_name = NULL,
                                nominal_time = NULL,
                                parent = NULL) {
  options <- list(
    namespace = namespace, job_name = job_name, run_id = run_id, event_time = event_time, pretty = pretty,
    events = events, event_type = event_type, output_name = output_name, nominal_time = nominal_time,
    parent = if (!is.null(parent)) as.list(parent)
  )
  options <- options[!vapply(options, is.null, logical(1))]
  answer <- .Call(lineage_events_, lineage_document(lineage), json(options))
  if (is.na(answer[[1]])) {
    # The field is the argument's name, or the place in the lineage.
    stop(if (!is.na(answer[[4]])) paste0("`", answer[[4]], "`: "), answer[[3]], call. = FALSE)
  }
  if (!identical(answer[[2]], "[]")) {
    warning("not all of the lineage is in the events: ", answer[[2]], call. = FALSE)
  }
  if (is.null(path)) {
    return(answer[[1]])
  }
  write_whole(answer[[1]], path)
  invisible(answer[[1]])
}

# The lineage as a JSON document: nodes, edges and the models of its metadata.
lineage_document <- function(lineage) {
  if (!is.list(lineage) || !is.list(lineage$nodes) || !is.list(lineage$edges)) {
    stop("`lineage`: needed is a list with nodes and edges", call. = FALSE)
  }
  models <- lineage$metadata$models
  models <- lapply(models, function(model) as.list(model)[intersect(c("sql", "dialect", "namespace"), names(model))])
  json_object(
    c("nodes", "edges", "metadata"),
    c(
      json_array(vapply(lineage$nodes, node_json, character(1))),
      json_array(vapply(lineage$edges, edge_json, character(1))),
      json_object("models", if (length(models)) json(lapply(models, named)) else "{}")
    )
  )
}

# A list that is an object even when it is empty.
named <- function(x) structure(x, names = if (is.null(names(x))) character() else names(x))

# A node, as it is drawn (its columns and type under `data`) or as it is exported.
node_json <- function(node) {
  data <- if (is.null(node$data)) node else node$data
  type <- if (is.null(node$data)) node$type else data$tableType
  parts <- c(
    id = json(node$id),
    type = json(type),
    columns = json_array(json_text(unlist(data$columns))),
    types = json(named(as.list(data$types))),
    labels = json(named(as.list(data$labels)))
  )
  json_object(names(parts), parts)
}

# An edge, as it is drawn (its columns are handles) or as it is exported.
edge_json <- function(edge) {
  data <- if (is.null(edge$data)) edge else edge$data
  either <- function(a, b) if (is.null(a)) b else a
  parts <- c(
    source = json(edge$source),
    source_column = json(either(edge$source_column, edge$sourceHandle)),
    target = json(edge$target),
    target_column = json(either(edge$target_column, edge$targetHandle)),
    transformation = json(data$transformation),
    transformations = json(data$transformations, many = TRUE),
    expression = json(data$expression)
  )
  json_object(names(parts), parts)
}

# Writes a file beside the one that is meant, then puts it in its place: a reader never sees half of it.
write_whole <- function(text, path) {
  path <- path.expand(path)
  beside <- tempfile(".lineage-identity-", tmpdir = dirname(path))
  on.exit(unlink(beside))
  file <- file(beside, open = "wb")
  tryCatch(
    writeBin(charToRaw(enc2utf8(if (nzchar(text)) paste0(text, "\n") else text)), file),
    finally = close(file)
  )
  if (!file.rename(beside, path)) {
    stop("`path`: the file cannot be written", call. = FALSE)
  }
}
