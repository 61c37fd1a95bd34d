// SPDX-License-Identifier: Apache-2.0
// What stands in attribute lists [dcl.attr.grammar]: arguments that an attribute does not take,
// scopes beside a `using` prefix, tokens that are no attribute. The forms are in attr.def.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/decl/decl.h"

typedef enum { FORM_NONE, FORM_STRING } ArgForm;

static const struct {
    const char *name, *reserved;
    uint8_t form;
} form_row[] = {
#define ATTR_ARGS(n, f) {n, "__" n "__", FORM_##f},
#include "cxx/facts/attr.def"
};

static const int ANY = -1;

static int form_of(Cxx *cxx, Atom name) {
    const char *text = atom_str(cxx->ctx, name);
    for (size_t i = 0; i < CU_COUNT(form_row); i++) {
        const char *named = text[0] == '_' ? form_row[i].reserved : form_row[i].name;
        if (strcmp(named, text) == 0) return form_row[i].form;
    }
    return ANY;
}

void cxx_check_attr_args(Parse *parse, Atom name, bool standard) {
    if (cxx_peek(parse) != T_LPAREN) return;
    int form = form_of(parse->x, name);
    if (form == ANY) return;
    uint32_t first = parse->at + 1, close = cxx_skip_group(parse->tok, parse->at, parse->end) - 1;
    Pos pos = tok_pos(parse);
    if (form == FORM_NONE && (standard || first < close))
        CXX_DIAG(parse->x, d_attr_no_args, pos, name);
    if (form != FORM_STRING) return;
    uint32_t at = first;
    while (at < close && parse->tok[at].kind == T_STRING) at++;
    if (at < close || (first == close && standard)) CXX_DIAG(parse->x, d_attr_string, pos, name);
}
