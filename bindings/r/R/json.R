# Writes the few kinds of values that a lineage and its arguments hold as JSON.

json_text <- function(x) {
  x <- enc2utf8(as.character(x))
  x <- gsub("\\", "\\\\", x, fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  if (any(grepl("[[:cntrl:]]", x))) {
    for (code in c(1:31, 127L)) {
      x <- gsub(intToUtf8(code), sprintf("\\u%04x", code), x, fixed = TRUE)
    }
  }
  ifelse(is.na(x), "null", paste0("\"", x, "\""))
}

json_array <- function(parts) paste0("[", paste(parts, collapse = ","), "]")

json_object <- function(keys, parts) {
  paste0("{", paste0(json_text(keys), ":", parts, collapse = if (length(keys)) "," else NULL), "}")
}

# A named list or vector is an object, any other an array; a vector of one stays a vector of one if `many`.
json <- function(x, many = FALSE) {
  if (is.null(x)) {
    return("null")
  }
  if (is.factor(x)) {
    x <- as.character(x)
  }
  if (!is.null(names(x))) {
    parts <- if (is.list(x)) vapply(x, json, character(1)) else json_scalars(x)
    return(if (length(x)) json_object(names(x), parts) else "{}")
  }
  parts <- if (is.list(x)) vapply(x, json, character(1)) else json_scalars(x)
  if (!is.list(x) && length(x) == 1 && !many) parts else json_array(parts)
}

json_scalars <- function(x) {
  if (is.logical(x)) {
    return(ifelse(is.na(x), "null", ifelse(x, "true", "false")))
  }
  json_text(x)
}
