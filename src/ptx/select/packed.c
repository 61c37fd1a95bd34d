// SPDX-License-Identifier: Apache-2.0
// Vectors in memory whose lanes are no whole registers (i1, i12, i24, i100): their bits lie one
// behind the other, as those of the integer of all of them (LangRef, "Vector Type"). Loads and
// stores of them become such integers' (legal/wide.c); here are those of parameters and results,
// which are made during selection.
#include "ptx/select/select.h"

bool sel_is_packed(const IrType *type) {
    if (!ir_ty_is_vec(type) || type->elem->kind != IR_TY_INT) return false;
    uint32_t bits = type->elem->bits;
    return bits % 64 != 0 && bits != 8 && bits != 16 && bits != 32;
}

bool sel_holds_packed(const IrType *type) {
    if (sel_is_packed(type)) return true;
    if (type->kind == IR_TY_ARRAY) return sel_holds_packed(type->elem);
    for (uint64_t k = 0; type->kind == IR_TY_STRUCT && k < type->n; k++) {
        if (sel_holds_packed(type->sub[k])) return true;
    }
    return false;
}

// A type's parts in memory, and the values in them.
typedef struct Memory {
    VEC(SelPart) parts;
    VEC(PtxOpnd) values;
    uint32_t in; // how many of the value's own parts are done
} Memory;

// The type whose parts lie in memory where those of `type` do.
static IrType *integer_of(Sel *sel, IrType *type) {
    return ir_ty_int(sel->g->m, (uint32_t)ir_ty_bits(type));
}

// Appends the type at `off`; with its own parts in `own_parts`, their values too.
static void lay_out(Sel *sel, IrType *type, uint64_t off, const PtxOpnd *own_parts,
                    Memory *memory) {
    if (ir_ty_is_agg(type) && sel_holds_packed(type)) {
        for (uint64_t k = 0; k < type->n; k++)
            lay_out(sel, ir_ty_member(type, k), off + ir_ty_member_offset(type, k), own_parts,
                    memory);
        return;
    }
    bool packed = sel_is_packed(type);
    SelParts *own = sel_parts(sel->g, type),
             *p = packed ? sel_parts(sel->g, integer_of(sel, type)) : own;
    PtxOpnd *v = sel_new(sel, p->n + 1);
    if (own_parts && packed)
        sel_bitcast_parts(sel, type, own_parts + memory->in, integer_of(sel, type), v);
    for (uint32_t k = 0; k < p->n; k++) {
        SelPart part = p->at[k];
        part.off += off;
        vec_push(sel->a, &memory->parts, part);
        if (own_parts) vec_push(sel->a, &memory->values, packed ? v[k] : own_parts[memory->in + k]);
    }
    memory->in += own->n;
}

// The other way: the parts of the type from those in memory.
static void take_out(Sel *sel, IrType *type, const PtxOpnd **v, PtxOpnd **o) {
    if (ir_ty_is_agg(type) && sel_holds_packed(type)) {
        for (uint64_t k = 0; k < type->n; k++) take_out(sel, ir_ty_member(type, k), v, o);
        return;
    }
    SelParts *own = sel_parts(sel->g, type);
    uint32_t n = own->n;
    if (sel_is_packed(type)) {
        IrType *bits = integer_of(sel, type);
        n = sel_parts(sel->g, bits)->n;
        sel_bitcast_parts(sel, bits, *v, type, *o);
    } else {
        memcpy(*o, *v, n * sizeof **o);
    }
    *v += n;
    *o += own->n;
}

void sel_load_value(Sel *sel, SelAddr addr, IrType *type, uint32_t align, PtxOpnd *out) {
    if (!sel_holds_packed(type)) {
        sel_load_parts(sel, addr, sel_parts(sel->g, type), align, 0, false, out);
        return;
    }
    Memory m = {0};
    lay_out(sel, type, 0, NULL, &m);
    PtxOpnd *loaded = sel_new(sel, m.parts.n + 1);
    const PtxOpnd *v = loaded;
    sel_load_parts(sel, addr, &(SelParts){m.parts.at, m.parts.n}, align, 0, false, loaded);
    take_out(sel, type, &v, &out);
}

void sel_store_value(Sel *sel, SelAddr addr, IrType *type, uint32_t align, const PtxOpnd *stored) {
    if (!sel_holds_packed(type)) {
        sel_store_parts(sel, addr, sel_parts(sel->g, type), align, 0, stored);
        return;
    }
    Memory m = {0};
    lay_out(sel, type, 0, stored, &m);
    sel_store_parts(sel, addr, &(SelParts){m.parts.at, m.parts.n}, align, 0, m.values.at);
}
