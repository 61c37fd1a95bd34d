// SPDX-License-Identifier: Apache-2.0
// The PTX reader: inline assembly, read into the function that it stands in.
#include "ptx/read/reader.h"

// Inline assembly is read by one reader per function, which learns the names that are new.
static Reader *asm_reader(PtxFunc *fn) {
    Reader *reader = fn->asm_reader;
    if (!reader) {
        reader = fn->asm_reader = arena_new(fn->arena, Reader);
        rd_init(reader, fn->mod->ctx, fn->arena, "inline asm", "", 0, true);
        reader->module = fn->mod;
    }
    // What the function and its module got since the last text becomes known under its name.
    for (; reader->nsym < fn->mod->sym.n; reader->nsym++) {
        rd_bind(reader, BIND_SYM, fn->mod->sym.at[reader->nsym].name, reader->nsym);
    }
    for (; reader->nvar < fn->var.n; reader->nvar++) {
        if (fn->var.at[reader->nvar].name)
            rd_bind(reader, BIND_VAR, fn->var.at[reader->nvar].name, reader->nvar);
    }
    for (; reader->nreg < fn->reg.n; reader->nreg++) {
        const PtxRegInfo *info = &fn->reg.at[reader->nreg];
        const char *s = atom_str(reader->ctx, info->prefix);
        Atom full = info->prefix;
        if (info->num != UINT32_MAX) full = atom_printf(reader->ctx, "%s%u", s, info->num);
        rd_bind(reader, BIND_REG, full, reader->nreg);
        map_put(&reader->reg_names, info->prefix, reader);
    }
    return reader;
}

// On failure the function is as it was, and what was appended to its arrays is cut off with the
// lengths: the copy holds them.
bool ptx_read_asm(PtxFunc *fn, const char *text, size_t n) {
    Reader *reader = asm_reader(fn);
    PtxFunc save = *fn;
    reader->fn = fn;
    reader->text = reader->rest = text;
    reader->end = text + n;
    reader->line = 1;
    reader->nerr = 0;
    reader->expr_depth = 0;
    map_init(&reader->label_alias, reader->arena);
    rd_scope_begin(reader);
    rd_next(reader);
    rd_body(reader);
    if (reader->tok.kind != TK_END)
        rd_error(reader, DIAG_OF(ptx, expected), "an instruction", rd_tok_text(reader));
    rd_scope_end(reader);
    rd_resolve_labels(reader);
    if (reader->nerr) *fn = save;
    return reader->nerr == 0;
}
