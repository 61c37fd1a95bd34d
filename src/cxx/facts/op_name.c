// SPDX-License-Identifier: Apache-2.0
// Operators by name: "operator+" as declarations are called, "+" as messages show it.
#include "cxx/facts/facts.h"

const char *xe_op_text(CxxOp op) {
    static const char *const text[] = {
        [OP_NONE] = "",
#define OP(k, spelling, mangling) [OP_##k] = spelling,
#include "cxx/facts/expr.def"
#undef OP
    };
    return text[op];
}

static const char *const op_spelling[] = {
#define OP(k, s, m) [OP_##k] = s,
#include "cxx/facts/expr.def"
};

Atom cxx_op_atom(Cxx *cxx, CxxOp op) {
    void **slot = map_slot(&cxx->ops, op);
    if (!*slot) {
        const char *s = op_spelling[op];
        bool word = s[0] >= 'a' && s[0] <= 'z';
        *slot = (void *)(uintptr_t)atom_printf(cxx->ctx, word ? "operator %s" : "operator%s", s);
    }
    return (Atom)(uintptr_t)*slot;
}
