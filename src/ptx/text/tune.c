// SPDX-License-Identifier: Apache-2.0
// Changes a PTX text as options of ptxas ask: kernels are left out, and those that stay get
// performance directives (PTX ISA 11.4). The rest of the text stays as it is, byte by byte.
#include "ptx/text/statement.h"

static bool is_listed(const PtxTuning *tuning, const char *name) {
    for (uint32_t i = 0; i < tuning->nentry; i++) {
        if (strcmp(tuning->entry[i], name) == 0) return true;
    }
    return tuning->nentry == 0;
}

// Behind the header of a function, where its directives end: at its brace.
static const char *body_of(const JoinStmt *statement) {
    const char *end = statement->at + statement->n;
    for (const char *at = statement->at; at < end; at++) {
        const char *behind = ptx_join_skip(at);
        while (behind != at) {
            at = behind;
            behind = ptx_join_skip(at);
        }
        if (at < end && *at == '{') return at;
    }
    return end;
}

// One that is there already counts, unless it is to be replaced: the last one counts then.
static void put_directives(const PtxTuning *tuning, const PtxDirectives *have, Buf *out) {
    bool all = tuning->replace;
    const uint32_t *threads = tuning->maxntid;
    if (threads[0] && (all || !(have->maxntid[0] || have->reqntid[0])))
        buf_printf(out, ".maxntid %u, %u, %u\n", threads[0], threads[1], threads[2]);
    if (tuning->minnctapersm && (all || !have->minnctapersm))
        buf_printf(out, ".minnctapersm %u\n", tuning->minnctapersm);
    if (tuning->maxnreg && (all || !have->maxnreg))
        buf_printf(out, ".maxnreg %u\n", tuning->maxnreg);
}

// Kernels are found as the statements of the text (text/statement.c); what stands between them is
// copied.
void ptx_tune(const PtxModule *module, const PtxPart *text, const PtxTuning *tuning, Buf *out) {
    Ctx *ctx = module->ctx;
    JoinStmts statements = {0};
    ptx_join_read(ctx, text, &statements);
    const char *at = text->text;
    VEC_FOREACH (const JoinStmt, statement, &statements) {
        uint32_t symbol = statement->kind == JOIN_FUNCTION && statement->has_body
                              ? ptx_find(module, statement->name)
                              : UINT32_MAX;
        const PtxFunc *fn = symbol == UINT32_MAX ? NULL : ptx_sym_func(module, symbol);
        if (!fn || !fn->entry) continue;
        buf_write(out, at, (size_t)(statement->at - at));
        at = statement->at;
        if (is_listed(tuning, atom_str(ctx, fn->name))) {
            const char *body = body_of(statement);
            buf_write(out, at, (size_t)(body - at));
            put_directives(tuning, &fn->dir, out);
            at = body;
        } else {
            at += statement->n;
        }
    }
    buf_write(out, at, (size_t)(text->text + text->n - at));
}
