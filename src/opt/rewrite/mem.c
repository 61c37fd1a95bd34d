// SPDX-License-Identifier: Apache-2.0
// Rules of addresses and memory (mem.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

enum { GEP_FLAGS = IR_INBOUNDS | IR_NUSW | IR_NUW };

static bool is_byte_gep(const IrInst *g) {
    return g->nops == 2 && ir_ty_is_i(g->aty, 8);
}

static IrValue *gep_gep(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    int64_t a, b, sum;
    IrInst *in = (IrInst *)x;
    if (i->v.type->kind != IR_TY_PTR || in->v.type->kind != IR_TY_PTR) return NULL;
    if (!ir_gep_const_offset(in, &a) || !ir_gep_const_offset(i, &b)) return NULL;
    if (__builtin_add_overflow(a, b, &sum)) return NULL;
    uint16_t f = i->v.flags & in->v.flags & GEP_FLAGS;
    // inbounds of the parts puts the whole between the same bounds
    return ir_ptradd_c(&r->b, ir_op(in, 0), sum, f);
}

static IrValue *gep_const(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    int64_t off;
    if (is_byte_gep(i) || i->v.type->kind != IR_TY_PTR || x->type->kind != IR_TY_PTR) return NULL;
    if (!ir_gep_const_offset(i, &off)) return NULL;
    return ir_ptradd_c(&r->b, x, off, i->v.flags & GEP_FLAGS);
}

static IrValue *gep_array(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (i->nops < 3 || !ir_is_zero(y) || i->aty->kind != IR_TY_ARRAY) return NULL;
    if (i->v.type->kind != IR_TY_PTR) return NULL;
    IrInst *g = ir_inst_clone(r->f, i);
    ir_remove_ops(g, 1, 1);
    g->aty = i->aty->elem;
    ir_insert_before(g, i);
    return &g->v;
}

// Addresses of 32 bits take the low halves of indices (LangRef, getelementptr: truncated to the
// width of the index type); extensions to 64 bits then have no use.
static IrValue *gep_short(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool changed = false;
    if (x->type->kind != IR_TY_PTR || x->type->bits != 32 || i->v.type->kind != IR_TY_PTR)
        return NULL;
    for (uint32_t k = 1; k < i->nops; k++) {
        IrValue *index = ir_op(i, k);
        if (!ir_ty_is_i(index->type, 64) || ir_is_const(index)) continue;
        ir_set_op(i, k, ir_trunc(&r->b, index, r->m->ty_i32));
        changed = true;
    }
    return changed ? &i->v : NULL;
}

// The variable behind an address, if it holds a value that no one can change.
static IrGlobal *constant_variable(IrValue *p, int64_t *off) {
    IrGlobal *g = ir_as_var(ir_strip_ptr(p, off));
    if (!g || !g->constant || !g->init || g->externally_initialized) return NULL;
    bool replaceable = g->linkage == IR_LINKONCE || g->linkage == IR_WEAK_ANY ||
                       g->linkage == IR_COMMON || g->linkage == IR_EXTERN_WEAK;
    return replaceable ? NULL : g;
}

static IrValue *load_const(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    int64_t off;
    if ((i->v.flags & IR_VOLATILE) || i->order) return NULL;
    IrGlobal *g = constant_variable(x, &off);
    if (!g || off < 0) return NULL;
    IrConst *c = ir_fold_load(r->m, g->init, (uint64_t)off, i->v.type);
    return c ? &c->v : NULL;
}

static IrValue *store_bitcast(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrType *from = rw_arg(x, 0)->type;
    bool good = (ir_ty_is_int(from) && (from->bits == 32 || from->bits == 64)) ||
                from->kind == IR_TY_FLOAT || from->kind == IR_TY_DOUBLE;
    if (!good || i->order) return NULL;
    ir_set_op(i, 0, rw_arg(x, 0));
    return &i->v;
}

// ---- local copies of constants ----

typedef struct {
    IrInst *copy; // the one memcpy into the object
    uint32_t uses;
} Reads;

// Only loads, addresses, lifetime marks, and one copy into its very beginning?
static bool only_read(Reads *s, const IrInst *p, bool start) {
    IR_FOREACH_USE(u, &p->v) {
        IrInst *i = u->user;
        if (++s->uses > 256) return false;
        switch (i->v.op) {
        case IR_LOAD:
            if ((i->v.flags & IR_VOLATILE) || i->order) return false;
            break;
        case IR_GEP: {
            int64_t off;
            bool same = start && ir_gep_const_offset(i, &off) && off == 0;
            if (u != &i->op[0] || s->uses > 200 || !only_read(s, i, same)) return false;
            break;
        }
        case IR_CALL: {
            uint32_t id = ir_intrin_of(i);
            if (id == IR_I_lifetime_start || id == IR_I_lifetime_end) break;
            if (id != IR_I_memcpy || ir_use_index(u) != 0 || s->copy || !start) return false;
            s->copy = i;
            break;
        }
        default: return false;
        }
    }
    return true;
}

// Loads before the copy read undefined memory, so the order of copy and loads does not matter.
static IrValue *alloca_copy(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    Reads s = {0};
    int64_t off;
    if (!ir_is_int(x, 1) || i->v.type->as || !only_read(&s, i, true) || !s.copy) return NULL;
    IrGlobal *g = constant_variable(ir_op(s.copy, 1), &off);
    IrConst *n = rw_cint(ir_op(s.copy, 2));
    if (!g || off != 0 || !n || n->bits < i->aty->store_size || !ir_is_zero(ir_op(s.copy, 3))) {
        return NULL;
    }
    if (g->align < i->align) return NULL; // loads rely on the copy's alignment
    IrConst *src = (IrConst *)g;
    if (g->v.type != i->v.type) {
        src = ir_ccast(r->m, IR_ADDRSPACECAST, src, i->v.type);
    }
    ir_erase(s.copy);
    return &src->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/mem.def"
};
const RwTable opt_rw_mem = {rows, CU_COUNT(rows)};
