// SPDX-License-Identifier: Apache-2.0
// The PTX reader: kernels and functions, declared and defined (PTX ISA 11.1).
#include "ptx/read/reader.h"

// A function's parameters are names of its body's scope.
static void bind_parameters(Reader *reader, PtxFunc *fn) {
    for (uint32_t i = 0; i < fn->var.n; i++) {
        PtxVar *v = &fn->var.at[i];
        if (!v->name || rd_is_taken(reader, v->name)) continue;
        if (v->space == PTXS_REG) { // a parameter that is a register: the register of its name
            PtxReg reg = ptx_newreg_named(fn, (PtxType)v->type, v->name);
            map_put(&reader->reg_names, v->name, reader);
            rd_bind(reader, BIND_REG, v->name, reg);
        } else {
            rd_bind(reader, BIND_VAR, v->name, i);
        }
    }
}

void rd_function_begin(Reader *reader, PtxFunc *fn) {
    reader->fn = fn;
    map_init(&reader->reg_names, reader->arena);
    map_init(&reader->label_alias, reader->arena);
    rd_scope_begin(reader);
    bind_parameters(reader, fn);
}

void rd_function_end(Reader *reader) {
    rd_scope_end(reader);
    rd_resolve_labels(reader);
    reader->fn = NULL;
}

// From the brace that opens the body to behind the one that closes it.
void rd_function(Reader *reader, PtxFunc *fn) {
    rd_function_begin(reader, fn);
    rd_next(reader);
    rd_body(reader);
    rd_expect(reader, '}');
    rd_function_end(reader);
}

// What stands before the body. False: there is no name; the statement is skipped.
static bool read_head(Reader *reader, PtxFunc *fn) {
    rd_next(reader);
    if (rd_is(reader, "attribute")) {
        PtxVar ignore = {0};
        rd_attribute(reader, &ignore);
    }
    if (!fn->entry) rd_parameters(reader, fn, &fn->sig.ret);
    if (reader->tok.kind != TK_ID) {
        rd_error(reader, DIAG_OF(ptx, expected), "a function name", rd_tok_text(reader));
        rd_skip_statement(reader);
        return false;
    }
    fn->name = reader->tok.atom;
    rd_next(reader);
    rd_parameters(reader, fn, &fn->sig.param);
    rd_directives(reader, fn);
    return true;
}

// What the name means already, if it is a function. A name that means something else stays that;
// the function is read under it all the same, so that errors in its body are found.
static Bind *declared_before(Reader *reader, Atom name) {
    Bind *bind = rd_lookup(reader, name);
    if (!bind || (bind->kind == BIND_SYM && ptx_sym_func(reader->module, bind->id))) return bind;
    rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    return NULL;
}

// A definition takes the place of what was declared; index, linkage and uses stay.
static void define(Reader *reader, PtxFunc *fn, PtxFunc *now) {
    if (fn->has_body) rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, now->name));
    now->index = fn->index;
    if (!now->linkage) now->linkage = fn->linkage == PTXL_EXTERN ? PTXL_NONE : fn->linkage;
    *fn = *now;
    fn->has_body = true;
    fn->def = ++reader->module->ndef;
    if (fn->entry && reader->is_lazy)
        rd_skip_function(reader, fn);
    else
        rd_function(reader, fn);
}

// .entry and .func, declaration or definition. A definition may follow declarations, whose
// parameters may lack names: it replaces what they said, except for linkage.
void rd_toplevel_function(Reader *reader, bool entry, uint8_t linkage) {
    PtxFunc now = {.mod = reader->module,
                   .arena = reader->arena,
                   .entry = entry,
                   .linkage = linkage,
                   .pos = reader->tok.line};
    if (!read_head(reader, &now)) return;

    Bind *before = declared_before(reader, now.name);
    uint32_t id = ptx_add_func(reader->module, now.name, entry, reader->arena);
    if (!before) rd_bind(reader, BIND_SYM, now.name, id);
    PtxFunc *fn = ptx_sym_func(reader->module, id);
    if (!fn) return;

    bool has_body = rd_punct(reader, '{');
    if (reader->strict) {
        rd_check_function(reader, &now, has_body);
        if (before) rd_check_linkage(reader, fn, &now, has_body);
        if (before) rd_check_prototype(reader, fn, &now);
    }

    if (has_body) {
        now.forward = entry && before;
        define(reader, fn, &now);
        return;
    }
    rd_accept(reader, ';');
    // Of declarations the first one counts.
    if (!fn->has_body && !fn->var.n) {
        now.index = fn->index;
        *fn = now;
    }
}
