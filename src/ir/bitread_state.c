// SPDX-License-Identifier: Apache-2.0
// What all readers of bitcode's records stand on: the first error, a record's text, blocks that are
// lists of records, the table of values.
#include "ir/bitread_int.h"
#include "ir/ir_diag.h"

void *bc_fail(Bc *bc, const char *why) {
    return bits_fail(&bc->b, why);
}

// The arena is only used for a moment: the atom has the characters.
Atom bc_text(Bc *bc, const Rec *r, uint32_t from) {
    uint32_t n = r->op.n > from ? r->op.n - from : 0;
    ArenaMark mark = arena_mark(bc->a);
    char *s = arena_alloc(bc->a, n + 1, 1);
    for (uint32_t i = 0; i < n; i++) s[i] = (char)rec(r, from + i);
    Atom a = atom_intern(bc->ctx, s, n);
    arena_reset(bc->a, mark);
    return a;
}

// Enters block `id`, gives each record in it to `fn` and leaves; false as soon as `fn` says so.
// Blocks inside are passed over.
bool bc_each(Bc *bc, uint32_t id, bool (*fn)(Bc *, const Rec *)) {
    BlockMark mark;
    Rec rec = {0};
    int k;
    if (!bits_enter(&bc->b, id, &mark)) return false;
    while ((k = bits_next(&bc->b, &rec)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&bc->b);
        } else if (!fn(bc, &rec)) {
            return false;
        }
    }
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}

void bc_push_value(Bc *bc, IrValue *defined, uint32_t tid, uint32_t ptee) {
    BcValue x = {.value = defined, .type = defined->type, .tid = tid, .ptee = ptee};
    vec_push(bc->a, &bc->value, x);
}

bool bc_report(Bc *bc) {
    return diag(bc->ctx, DIAG_OF(ir, ir_bitcode), 0, bc->name,
                bc->b.error ? bc->b.error : "damaged", (unsigned long long)bc->b.error_at);
}
