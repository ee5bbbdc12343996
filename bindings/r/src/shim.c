/* The door to R: text in, text out. It holds no rule. */
#include <limits.h>

#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

#include "lineage_identity.h"

static struct lineage_str borrow(SEXP text) {
  struct lineage_str str = {NULL, 0};
  if (TYPEOF(text) == STRSXP && XLENGTH(text) == 1 && STRING_ELT(text, 0) != NA_STRING) {
    str.data = CHAR(STRING_ELT(text, 0));
    str.len = (size_t)LENGTH(STRING_ELT(text, 0));
  }
  return str;
}

static SEXP as_string(struct lineage_str str) {
  if (str.data == NULL) {
    return NA_STRING;
  }
  if (str.len > (size_t)INT_MAX) {
    error("the events are larger than a string of R may be");
  }
  return mkCharLenCE(str.data, (int)str.len, CE_UTF8);
}

struct answer {
  struct lineage_string *text;
  struct lineage_string *notes;
  struct lineage_error *error;
};

static void free_answer(void *data, Rboolean jump) {
  (void)jump;
  struct answer *answer = data;
  lineage_string_free(answer->text);
  lineage_string_free(answer->notes);
  lineage_error_free(answer->error);
}

static void set(SEXP list, int at, struct lineage_str str) {
  SEXP string = PROTECT(as_string(str));
  SET_VECTOR_ELT(list, at, ScalarString(string));
  UNPROTECT(1);
}

/* list(text, notes, message, field), NA where there is none. R may jump out of here for want of memory. */
static SEXP as_list(void *data) {
  const struct answer *answer = data;
  SEXP list = PROTECT(allocVector(VECSXP, 4));
  set(list, 0, lineage_string_data(answer->text));
  set(list, 1, lineage_string_data(answer->notes));
  set(list, 2, lineage_error_message(answer->error));
  set(list, 3, lineage_error_field(answer->error));
  UNPROTECT(1);
  return list;
}

/* lineage_events of the C library. What it hands over is freed whatever R does. */
static SEXP events(SEXP lineage, SEXP options) {
  struct answer answer = {NULL, NULL, NULL};
  lineage_events(borrow(lineage), borrow(options), &answer.text, &answer.notes, &answer.error);
  SEXP token = PROTECT(R_MakeUnwindCont());
  SEXP list = R_UnwindProtect(as_list, &answer, free_answer, &answer, token);
  UNPROTECT(1);
  return list;
}

static const R_CallMethodDef calls[] = {{"lineage_events_", (DL_FUNC)&events, 2}, {NULL, NULL, 0}};

void R_init_lineageidentity(DllInfo *dll) {
  R_registerRoutines(dll, NULL, calls, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
}
