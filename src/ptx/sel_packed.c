// SPDX-License-Identifier: Apache-2.0
// Vectors in memory whose lanes are no whole registers (i1, i12, i24, i100): their bits lie one
// behind the other, as those of the integer of all of them (LangRef, "Vector Type"). Loads and
// stores of them become such integers' (legal_wide.c); here are those of parameters and results,
// which are made during selection.
#include "ptx/sel.h"

bool sel_is_packed(const IrType *t) {
    if (!ir_ty_is_vec(t) || t->elem->kind != IR_TY_INT) return false;
    uint32_t bits = t->elem->bits;
    return bits % 64 != 0 && bits != 8 && bits != 16 && bits != 32;
}

bool sel_holds_packed(const IrType *t) {
    if (sel_is_packed(t)) return true;
    if (t->kind == IR_TY_ARRAY) return sel_holds_packed(t->elem);
    for (uint64_t k = 0; t->kind == IR_TY_STRUCT && k < t->n; k++) {
        if (sel_holds_packed(t->sub[k])) return true;
    }
    return false;
}

// A type's parts in memory, and the values in them.
typedef struct Memory {
    VEC(SelPart) parts;
    VEC(PtxOpnd) values;
    uint32_t in; // how many of the value's own parts are done
} Memory;

// The type whose parts lie in memory where t does.
static IrType *integer_of(Sel *s, IrType *t) {
    return ir_ty_int(s->g->m, (uint32_t)ir_ty_bits(t));
}

// Appends t at `off`; with its own parts in `o`, their values too.
static void lay_out(Sel *s, IrType *t, uint64_t off, const PtxOpnd *o, Memory *m) {
    if (ir_ty_is_agg(t) && sel_holds_packed(t)) {
        for (uint64_t k = 0; k < t->n; k++)
            lay_out(s, ir_ty_member(t, k), off + ir_ty_member_offset(t, k), o, m);
        return;
    }
    bool packed = sel_is_packed(t);
    SelParts *own = sel_parts(s->g, t), *p = packed ? sel_parts(s->g, integer_of(s, t)) : own;
    PtxOpnd *v = sel_new(s, p->n + 1);
    if (o && packed) sel_bitcast_parts(s, t, o + m->in, integer_of(s, t), v);
    for (uint32_t k = 0; k < p->n; k++) {
        SelPart part = p->at[k];
        part.off += off;
        vec_push(s->a, &m->parts, part);
        if (o) vec_push(s->a, &m->values, packed ? v[k] : o[m->in + k]);
    }
    m->in += own->n;
}

// The other way: the parts of t from those in memory.
static void take_out(Sel *s, IrType *t, const PtxOpnd **v, PtxOpnd **o) {
    if (ir_ty_is_agg(t) && sel_holds_packed(t)) {
        for (uint64_t k = 0; k < t->n; k++) take_out(s, ir_ty_member(t, k), v, o);
        return;
    }
    SelParts *own = sel_parts(s->g, t);
    uint32_t n = own->n;
    if (sel_is_packed(t)) {
        IrType *bits = integer_of(s, t);
        n = sel_parts(s->g, bits)->n;
        sel_bitcast_parts(s, bits, *v, t, *o);
    } else {
        memcpy(*o, *v, n * sizeof **o);
    }
    *v += n;
    *o += own->n;
}

void sel_load_value(Sel *s, SelAddr a, IrType *t, uint32_t align, PtxOpnd *o) {
    if (!sel_holds_packed(t)) {
        sel_load_parts(s, a, sel_parts(s->g, t), align, 0, false, o);
        return;
    }
    Memory m = {0};
    lay_out(s, t, 0, NULL, &m);
    PtxOpnd *loaded = sel_new(s, m.parts.n + 1);
    const PtxOpnd *v = loaded;
    sel_load_parts(s, a, &(SelParts){m.parts.at, m.parts.n}, align, 0, false, loaded);
    take_out(s, t, &v, &o);
}

void sel_store_value(Sel *s, SelAddr a, IrType *t, uint32_t align, const PtxOpnd *o) {
    if (!sel_holds_packed(t)) {
        sel_store_parts(s, a, sel_parts(s->g, t), align, 0, o);
        return;
    }
    Memory m = {0};
    lay_out(s, t, 0, o, &m);
    sel_store_parts(s, a, &(SelParts){m.parts.at, m.parts.n}, align, 0, m.values.at);
}
