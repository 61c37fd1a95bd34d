// SPDX-License-Identifier: Apache-2.0
// Instructions of bitcode but for calls: one function per record code. Nothing is made before its
// operands are checked: later passes rely on the types.
#include "ir/bitread_int.h"

static IrType *pointee(Bc *c, uint64_t id) { // of old dialects' pointers, or NULL
    uint32_t to = bc_pointee(c, id);
    return to ? bc_type(c, to - 1) : NULL;
}

_Static_assert(IR_FMF_NNAN == 1 && IR_FMF_NINF == 2 && IR_FMF_NSZ == 4 && IR_FMF_ARCP == 8 &&
                   IR_FMF_CONTRACT == 16 && IR_FMF_AFN == 32 && IR_FMF_REASSOC == 64,
               "fast-math bits are bitcode's shifted by one");

uint8_t bc_fast_math(uint64_t f) { // bitcode's bits -> ours
    if (f & 1) return IR_FMF_FAST;
    return (uint8_t)(f >> 1 & 127);
}

// ---- operators ----

static IrInst *binop(Bc *c, BcIn *in) {
    IrValue *v[2];
    if (!(v[0] = bc_typed(c, in)) || !(v[1] = bc_of_type(c, in, v[0]->type))) return NULL;
    bool fp = ir_ty_is_any_fp(ir_ty_scalar(v[0]->type));
    uint64_t code = rec(in->r, in->at++), f = rec(in->r, in->at);
    if (code >= 13) return bc_fail(c, "unknown operator");
    IrOp op = bc_binops[fp][code];
    bool num = fp || ir_ty_scalar(v[0]->type)->kind == IR_TY_INT;
    if (!num || (fp && !bc_binops[1][code])) return bc_fail(c, "operator on a wrong type");
    IrInst *i = bc_make(c, op, v[0]->type, 2, v);
    uint16_t may = ir_ops[op].flags;
    if (fp) {
        i->fmf = bc_fast_math(f);
    } else if (may & IR_NSW) {
        i->v.flags = (uint16_t)((f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0));
    } else if (f & 1) {
        i->v.flags = may & (IR_EXACT | IR_DISJOINT);
    }
    return i;
}

static IrInst *unop(Bc *c, BcIn *in) {
    IrValue *v = bc_typed(c, in);
    if (!v) return NULL;
    if (rec(in->r, in->at++) != 0) return bc_fail(c, "unknown operator");
    if (!ir_ty_is_any_fp(ir_ty_scalar(v->type))) return bc_fail(c, "operator on a wrong type");
    IrInst *i = bc_make(c, IR_FNEG, v->type, 1, &v);
    i->fmf = bc_fast_math(rec(in->r, in->at));
    return i;
}

static IrInst *freeze(Bc *c, BcIn *in) {
    IrValue *v = bc_typed(c, in);
    return v ? bc_make(c, IR_FREEZE, v->type, 1, &v) : NULL;
}

static IrInst *cast(Bc *c, BcIn *in) {
    IrValue *v = bc_typed(c, in);
    in->tid = (uint32_t)rec(in->r, in->at) + 1;
    IrType *t = v ? bc_type(c, rec(in->r, in->at++)) : NULL;
    if (!t) return NULL;
    uint64_t op = rec(in->r, in->at++), f = rec(in->r, in->at);
    if (op >= 13) return bc_fail(c, "unknown cast");
    IrOp k = bc_casts[op];
    if (k == IR_BITCAST && ir_ty_scalar(v->type)->kind == IR_TY_PTR && v->type != t) {
        k = IR_ADDRSPACECAST; // what LLVM 3.3 and before wrote
    }
    if (!ir_cast_valid(k, v->type, t)) return bc_fail(c, "cast between types that do not fit");
    IrInst *i = bc_make(c, k, t, 1, &v);
    if ((op == 1 || op == 5) && (f & 1)) i->v.flags = IR_NNEG;
    if (op == 0) i->v.flags = (uint16_t)((f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0));
    return i;
}

static IrInst *compare(Bc *c, BcIn *in) {
    static const uint8_t icmp[] = {IR_EQ,  IR_NE,  IR_UGT, IR_UGE, IR_ULT,
                                   IR_ULE, IR_SGT, IR_SGE, IR_SLT, IR_SLE};
    IrValue *v[2];
    if (!(v[0] = bc_typed(c, in)) || !(v[1] = bc_of_type(c, in, v[0]->type))) return NULL;
    uint64_t p = rec(in->r, in->at++);
    bool fp = p < 16;
    if (!fp && (p < 32 || p > 41)) return bc_fail(c, "unknown predicate");
    IrType *t = ir_ty_with_shape(c->m, c->m->ty_i1, v[0]->type), *e = ir_ty_scalar(v[0]->type);
    if (fp ? !ir_ty_is_any_fp(e) : e->kind != IR_TY_INT && e->kind != IR_TY_PTR) {
        return bc_fail(c, "comparison of a wrong type");
    }
    IrInst *i = bc_make(c, fp ? IR_FCMP : IR_ICMP, t, 2, v);
    i->pred = fp ? (uint8_t)p : icmp[p - 32];
    uint64_t f = rec(in->r, in->at);
    if (fp) i->fmf = bc_fast_math(f);
    if (!fp && (f & 1)) i->v.flags = IR_SAMESIGN;
    return i;
}

static IrInst *selected(Bc *c, BcIn *in, IrValue *const *v) {
    const IrType *k = v[0]->type, *t = v[1]->type;
    bool ok = ir_ty_is_i(k, 1) ||
              (ir_ty_is_vec(k) && ir_ty_is_vec(t) && k->n == t->n && ir_ty_is_i(k->elem, 1));
    if (!ok) return bc_fail(c, "bad condition of a selection");
    IrInst *i = bc_make(c, IR_SELECT, v[1]->type, 3, v);
    i->fmf = bc_fast_math(rec(in->r, in->at));
    return i;
}

static IrInst *old_select(Bc *c, BcIn *in) { // the condition is an i1
    IrValue *v[3];
    if (!(v[1] = bc_typed(c, in)) || !(v[2] = bc_of_type(c, in, v[1]->type)) ||
        !(v[0] = bc_of_type(c, in, c->m->ty_i1))) {
        return NULL;
    }
    return selected(c, in, v);
}

static IrInst *select(Bc *c, BcIn *in) {
    IrValue *v[3];
    if (!(v[1] = bc_typed(c, in))) return NULL;
    uint64_t first = in->id;
    if (!(v[2] = bc_of_type(c, in, v[1]->type)) || !(v[0] = bc_typed(c, in))) return NULL;
    in->ptee = bc_pointee(c, first);
    return selected(c, in, v);
}

// ---- vectors and aggregates ----

static IrInst *extractelement(Bc *c, BcIn *in) {
    IrValue *v[2];
    if (!(v[0] = bc_typed(c, in)) || !(v[1] = bc_typed(c, in))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(c, "vector expected");
    if (v[1]->type->kind != IR_TY_INT) return bc_fail(c, "bad index");
    return bc_make(c, IR_EXTRACTELEMENT, v[0]->type->elem, 2, v);
}

static IrInst *insertelement(Bc *c, BcIn *in) {
    IrValue *v[3];
    if (!(v[0] = bc_typed(c, in))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(c, "vector expected");
    if (!(v[1] = bc_of_type(c, in, v[0]->type->elem)) || !(v[2] = bc_typed(c, in))) return NULL;
    if (v[2]->type->kind != IR_TY_INT) return bc_fail(c, "bad index");
    return bc_make(c, IR_INSERTELEMENT, v[0]->type, 3, v);
}

static IrInst *shuffle(Bc *c, BcIn *in) {
    IrValue *v[3];
    if (!(v[0] = bc_typed(c, in)) || !(v[1] = bc_of_type(c, in, v[0]->type)) ||
        !(v[2] = bc_typed(c, in))) {
        return NULL;
    }
    if (!ir_ty_is_vec(v[0]->type) || !ir_ty_is_vec(v[2]->type) || !ir_is_const(v[2])) {
        return bc_fail(c, "bad shuffle");
    }
    uint32_t n = (uint32_t)v[2]->type->n;
    if (v[2]->type->elem->kind != IR_TY_INT || !bc_charge(c, n)) return bc_fail(c, "bad shuffle");
    IrInst *i =
        bc_make(c, IR_SHUFFLEVECTOR, ir_ty_with_shape(c->m, v[0]->type->elem, v[2]->type), 2, v);
    i->nidx = n;
    i->mask = arena_array(c->fn->arena, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *e = ir_elem(c->m, (IrConst *)v[2], k);
        bool known = e && e->v.kind == IR_C_INT;
        i->mask[k] = known ? (int32_t)ir_uval(e) : -1;
        if (known && ir_uval(e) >= 2 * v[0]->type->n) return bc_fail(c, "bad shuffle");
    }
    return i;
}

static IrInst *member(Bc *c, BcIn *in, bool insert) {
    IrValue *v[2];
    if (!(v[0] = bc_typed(c, in))) return NULL;
    uint32_t tid = in->id < c->value.n ? c->value.at[in->id].tid : 0;
    if (insert && !(v[1] = bc_typed(c, in))) return NULL;
    uint32_t n = in->r->op.n - in->at;
    uint32_t *idx = arena_array(c->fn->arena, uint32_t, n);
    IrType *t = v[0]->type;
    in->tid = tid;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t x = rec(in->r, in->at++);
        t = ir_ty_is_agg(t) ? ir_ty_member(t, x) : NULL;
        if (!t || x > UINT32_MAX) return bc_fail(c, "member that does not exist");
        if (!insert) in->tid = bc_contained(c, in->tid, (uint32_t)x);
        idx[k] = (uint32_t)x;
    }
    if (!n || (insert && v[1]->type != t)) return bc_fail(c, "member of a wrong type");
    IrInst *i = bc_make(c, insert ? IR_INSERTVALUE : IR_EXTRACTVALUE, insert ? v[0]->type : t,
                        insert ? 2 : 1, v);
    i->nidx = n;
    i->idx = idx;
    return i;
}

static IrInst *extractvalue(Bc *c, BcIn *in) {
    return member(c, in, false);
}

static IrInst *insertvalue(Bc *c, BcIn *in) {
    return member(c, in, true);
}

// ---- control flow ----

static IrInst *ret(Bc *c, BcIn *in) {
    if (!bc_more(in)) return bc_make(c, IR_RET, c->m->ty_void, 0, NULL);
    IrValue *v = bc_typed(c, in);
    if (!v || !bc_more(in)) return v ? bc_make(c, IR_RET, c->m->ty_void, 1, &v) : NULL;
    // several values, long ago: a structure of them
    IrType *t = ir_func_ret(c->fn);
    IrValue *agg = t->kind == IR_TY_STRUCT ? &ir_undef(c->m, t)->v : NULL;
    for (uint32_t k = 0; agg && v; k++) {
        if (ir_ty_member(t, k) != v->type) agg = NULL;
        if (!agg) break;
        IrValue *op[2] = {agg, v};
        IrInst *i = bc_make(c, IR_INSERTVALUE, t, 2, op);
        i->nidx = 1;
        i->idx = arena_new(c->fn->arena, uint32_t);
        *i->idx = k;
        agg = &i->v;
        if (!bc_more(in)) break;
        v = bc_typed(c, in);
    }
    return agg && v ? bc_make(c, IR_RET, c->m->ty_void, 1, &agg) : bc_fail(c, "bad return");
}

static IrInst *br(Bc *c, BcIn *in) {
    IrValue *v[3];
    IrBlock *t = bc_block(c, rec(in->r, 0));
    if (!t) return NULL;
    if (in->r->op.n == 1) {
        v[0] = &t->v;
        return bc_make(c, IR_BR, c->m->ty_void, 1, v);
    }
    IrBlock *f = bc_block(c, rec(in->r, 1));
    in->at = 2;
    v[0] = f ? bc_of_type(c, in, c->m->ty_i1) : NULL;
    if (!v[0]) return NULL;
    v[1] = &t->v;
    v[2] = &f->v;
    return bc_make(c, IR_BR, c->m->ty_void, 3, v);
}

static IrInst *indirectbr(Bc *c, BcIn *in) {
    IrType *t = bc_type(c, rec(in->r, in->at++));
    IrValue *p = t ? bc_of_type(c, in, t) : NULL;
    if (!p) return NULL;
    if (t->kind != IR_TY_PTR) return bc_fail(c, "branch to no address");
    IrInst *i = bc_make(c, IR_INDIRECTBR, c->m->ty_void, 1, &p);
    while (bc_more(in)) {
        IrBlock *bb = bc_block(c, rec(in->r, in->at++));
        if (!bb) return NULL;
        ir_add_op(i, &bb->v);
    }
    return i;
}

static IrConst *case_value(Bc *c, BcIn *in, IrType *t) {
    uint64_t n = t->bits > 64 ? rec(in->r, in->at++) : 1;
    if (n > in->r->op.n || in->at + n > in->r->op.n) return bc_fail(c, "bad switch");
    uint64_t *w = arena_array(c->a, uint64_t, n + 1);
    for (uint64_t i = 0; i < n; i++) w[i] = (uint64_t)rec_signed(rec(in->r, in->at++));
    return ir_int_words(c->m, t, (uint32_t)n, w);
}

// LLVM 3.2 and 3.3 tried cases that are ranges: [magic, type, condition, default, number of cases,
// (number of ranges, (is single, low, high if not)*, block)*].
static IrInst *switch_ranges(Bc *c, BcIn *in) {
    in->at = 1;
    IrType *t = bc_type(c, rec(in->r, in->at++));
    if (!t || t->kind != IR_TY_INT) return bc_fail(c, "bad switch");
    IrValue *v[2] = {bc_of_type(c, in, t), NULL};
    IrBlock *d = v[0] ? bc_block(c, rec(in->r, in->at++)) : NULL;
    if (!d) return NULL;
    v[1] = &d->v;
    IrInst *i = bc_make(c, IR_SWITCH, c->m->ty_void, 2, v);
    uint64_t ncases = rec(in->r, in->at++);
    VEC(IrConst *) values = {0};
    for (uint64_t k = 0; k < ncases && bc_more(in); k++) {
        uint64_t n = rec(in->r, in->at++);
        values.n = 0;
        for (uint64_t r = 0; r < n && bc_more(in); r++) {
            bool single = rec(in->r, in->at++);
            IrConst *lo = case_value(c, in, t), *hi = lo;
            if (!lo || (!single && !(hi = case_value(c, in, t)))) return NULL;
            uint64_t a = ir_uval(lo), b = ir_uval(hi);
            if (b < a || (t->bits > 64 && lo != hi) || !bc_charge(c, b - a)) {
                return bc_fail(c, "bad switch");
            }
            vec_push(c->a, &values, lo);
            for (uint64_t x = a; x < b;) vec_push(c->a, &values, ir_int(t, ++x));
        }
        IrBlock *bb = bc_block(c, rec(in->r, in->at++));
        if (!bb) return NULL;
        for (uint32_t r = 0; r < values.n; r++) ir_switch_add(i, values.at[r], bb);
    }
    return i;
}

static IrInst *switch_(Bc *c, BcIn *in) {
    if (rec(in->r, 0) >> 16 == 0x4b5) return switch_ranges(c, in);
    IrType *t = bc_type(c, rec(in->r, in->at++));
    IrValue *v[2];
    if (!t || !(v[0] = bc_of_type(c, in, t))) return NULL;
    IrBlock *d = bc_block(c, rec(in->r, in->at++));
    if (!d) return NULL;
    v[1] = &d->v;
    IrInst *i = bc_make(c, IR_SWITCH, c->m->ty_void, 2, v);
    for (; in->at + 1 < in->r->op.n; in->at += 2) {
        IrConst *x = bc_const(c, rec(in->r, in->at));
        IrBlock *bb = bc_block(c, rec(in->r, in->at + 1));
        if (!x || !bb) return NULL;
        if (x->v.kind != IR_C_INT || x->v.type != t) return bc_fail(c, "bad case of a switch");
        ir_switch_add(i, x, bb);
    }
    return i;
}

static IrInst *unreachable(Bc *c, BcIn *in) {
    return bc_make(c, IR_UNREACHABLE, c->m->ty_void, 0, NULL);
}

static IrInst *phi(Bc *c, BcIn *in) {
    in->tid = (uint32_t)rec(in->r, in->at) + 1;
    IrType *t = bc_type(c, rec(in->r, in->at++));
    if (!t) return NULL;
    if (!t->sized) return bc_fail(c, "phi of a type without values");
    IrInst *i = bc_make(c, IR_PHI, t, 0, NULL);
    for (; in->at + 1 < in->r->op.n; in->at += 2) {
        uint64_t rel = rec(in->r, in->at);
        uint64_t id = c->version >= 1 ? (uint32_t)(c->value.n - (uint32_t)rec_signed(rel)) : rel;
        IrValue *v = bc_value(c, id, t);
        IrBlock *bb = bc_block(c, rec(in->r, in->at + 1));
        if (!v || !bb) return NULL;
        ir_phi_add(i, v, bb);
    }
    if (bc_more(in)) i->fmf = bc_fast_math(rec(in->r, in->at));
    return i;
}

// ---- memory ----

static uint8_t order(Bc *c, BcIn *in) {
    uint64_t o = rec(in->r, in->at++);
    if (o > IR_SEQ_CST) bc_fail(c, "unknown ordering");
    return (uint8_t)o;
}

static uint16_t scope(Bc *c, BcIn *in) { // 0 single thread, 1 system, or the module's list
    uint64_t id = rec(in->r, in->at++);
    if (id < c->scopes.n) return c->scopes.at[id];
    return id == 0 ? IR_SCOPE_THREAD : IR_SCOPE_SYSTEM;
}

static uint32_t aligned(Bc *c, uint64_t code, const IrType *t) {
    if (code > 33) bc_fail(c, "bad alignment");
    return code > 32 ? 1u << 31 : code ? 1u << (code - 1) : t->align;
}

static bool is_pointer(Bc *c, const IrValue *p) {
    return p->type->kind == IR_TY_PTR || bc_fail(c, "pointer expected") != NULL;
}

static IrInst *alloca_(Bc *c, BcIn *in) {
    if (in->r->op.n < 3) return bc_fail(c, "record too short");
    uint64_t al = rec(in->r, 3), code = (al & 31) | (al >> 8 & 7) << 5;
    uint32_t tid = (uint32_t)rec(in->r, 0) + 1;
    IrType *t = bc_type(c, rec(in->r, 0));
    if (!t) return NULL;
    if (!(al & 64)) { // the type is the pointer's
        tid = t->kind == IR_TY_PTR ? bc_contained(c, tid, 0) : 0;
        if (!tid || !(t = bc_type(c, tid - 1))) return bc_fail(c, "bad alloca");
    }
    IrValue *n = bc_value(c, rec(in->r, 2), NULL);
    if (!n) return NULL;
    if (!t->sized) return bc_fail(c, "allocated type has no size");
    if (n->type->kind != IR_TY_INT) return bc_fail(c, "size of an alloca is no integer");
    uint64_t as = in->r->op.n > 4 ? rec(in->r, 4) : c->alloca_as;
    if (as > 0xffffff) return bc_fail(c, "bad address space");
    IrInst *i = bc_make(c, IR_ALLOCA, ir_ty_ptr(c->m, (uint32_t)as), 1, &n);
    i->aty = t;
    i->pred = (al >> 5 & 1) | (al >> 6 & 2);
    i->align = aligned(c, code, t);
    in->ptee = tid;
    return i;
}

static IrInst *load(Bc *c, BcIn *in, bool atomic) {
    IrValue *p = bc_typed(c, in);
    if (!p || !is_pointer(c, p)) return NULL;
    uint32_t rest = atomic ? 4 : 2;
    in->tid = bc_pointee(c, in->id);
    if (in->at + rest < in->r->op.n) in->tid = (uint32_t)rec(in->r, in->at++) + 1;
    IrType *t = in->tid ? bc_type(c, in->tid - 1) : NULL;
    if (!t || !t->sized) return bc_fail(c, "loaded type has no size");
    if (in->at + rest != in->r->op.n) return bc_fail(c, "bad load");
    IrInst *i = bc_make(c, IR_LOAD, t, 1, &p);
    i->align = aligned(c, rec(in->r, in->at++), t);
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    if (atomic) {
        i->order = order(c, in);
        if (i->order == 0 || i->order == IR_RELEASE || i->order == IR_ACQ_REL) {
            return bc_fail(c, "bad ordering of a load");
        }
        i->scope = scope(c, in);
    }
    return i;
}

static IrInst *plain_load(Bc *c, BcIn *in) {
    return load(c, in, false);
}

static IrInst *atomic_load(Bc *c, BcIn *in) {
    return load(c, in, true);
}

// Old forms leave the value's type to the pointer's.
static IrInst *store(Bc *c, BcIn *in, bool atomic, bool old) {
    IrValue *v[2];
    if (!(v[1] = bc_typed(c, in)) || !is_pointer(c, v[1])) return NULL;
    IrType *t = old ? pointee(c, in->id) : NULL;
    if (!(v[0] = old ? bc_of_type(c, in, t) : bc_typed(c, in))) return NULL;
    if (!v[0]->type->sized) return bc_fail(c, "stored type has no size");
    if (in->at + (atomic ? 4 : 2) != in->r->op.n) return bc_fail(c, "bad store");
    IrInst *i = bc_make(c, IR_STORE, c->m->ty_void, 2, v);
    i->align = aligned(c, rec(in->r, in->at++), v[0]->type);
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    if (atomic) {
        i->order = order(c, in);
        if (i->order == 0 || i->order == IR_ACQUIRE || i->order == IR_ACQ_REL) {
            return bc_fail(c, "bad ordering of a store");
        }
        i->scope = scope(c, in);
    }
    return i;
}

static IrInst *plain_store(Bc *c, BcIn *in) {
    return store(c, in, false, in->r->code == FUN_STORE_OLD);
}

static IrInst *atomic_store(Bc *c, BcIn *in) {
    return store(c, in, true, in->r->code == FUN_STOREATOMIC_OLD);
}

// The element that indices lead to, as a type id + 1: known for old dialects.
static uint32_t element(Bc *c, uint32_t tid, uint32_t n, IrValue *const *idx) {
    for (uint32_t k = 1; k < n && tid; k++) {
        const IrConst *x = ir_as_cint(idx[k]);
        tid = bc_contained(c, tid, x ? (uint32_t)ir_uval(x) : 0);
    }
    return tid;
}

static bool indices_fit(IrType *t, uint32_t n, IrValue *const *idx) {
    for (uint32_t k = 0; k < n; k++) {
        if (ir_ty_scalar(idx[k]->type)->kind != IR_TY_INT) return false;
        if (k == 0) continue;
        if (t->kind == IR_TY_STRUCT) {
            const IrConst *x = ir_as_const(idx[k]);
            if (x && ir_ty_is_vec(x->v.type)) x = ir_splat_value(t->m, (IrConst *)(uintptr_t)x);
            if (!x || x->v.kind != IR_C_INT || ir_uval(x) >= t->n) return false;
            t = t->sub[ir_uval(x)];
        } else if (t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR) {
            t = t->elem;
        } else {
            return false;
        }
    }
    return true;
}

static IrInst *gep(Bc *c, BcIn *in) {
    bool old = in->r->code != FUN_GEP;
    uint64_t f = old ? in->r->code == FUN_INBOUNDS_GEP_OLD : rec(in->r, in->at++);
    uint32_t tid = old ? 0 : (uint32_t)rec(in->r, in->at++) + 1;
    VEC(IrValue *) v = {0};
    while (bc_more(in)) {
        IrValue *x = bc_typed(c, in);
        if (!x) return NULL;
        if (old && !v.n) tid = bc_pointee(c, in->id);
        vec_push(c->a, &v, x);
    }
    IrType *src = tid ? bc_type(c, tid - 1) : NULL;
    if (!src || !v.n || !src->sized) return bc_fail(c, "bad address computation");
    IrType *t = v.at[0]->type;
    if (ir_ty_scalar(t)->kind != IR_TY_PTR || !indices_fit(src, v.n - 1, v.at + 1)) {
        return bc_fail(c, "bad address computation");
    }
    for (uint32_t k = 1; k < v.n; k++) {
        const IrType *x = v.at[k]->type;
        if (ir_ty_is_vec(x) && ir_ty_is_vec(t) && x->n != t->n) {
            return bc_fail(c, "bad address computation");
        }
        if (t->kind == IR_TY_PTR) t = ir_ty_with_shape(c->m, t, x);
    }
    IrInst *i = bc_make(c, IR_GEP, t, v.n, v.at);
    i->aty = src;
    i->v.flags = (uint16_t)((f & 1 ? IR_INBOUNDS | IR_NUSW : 0) | (f & 2 ? IR_NUSW : 0) |
                            (f & 4 ? IR_NUW : 0));
    if (t->kind == IR_TY_PTR) in->ptee = element(c, tid, v.n - 1, v.at + 1);
    return i;
}

static IrInst *fence(Bc *c, BcIn *in) {
    IrInst *i = bc_make(c, IR_FENCE, c->m->ty_void, 0, NULL);
    i->order = order(c, in);
    if (i->order < IR_ACQUIRE) return bc_fail(c, "bad ordering of a fence");
    i->scope = scope(c, in);
    return i;
}

static IrInst *cmpxchg(Bc *c, BcIn *in) {
    bool old = in->r->code == FUN_CMPXCHG_OLD;
    IrValue *v[3];
    if (!(v[0] = bc_typed(c, in)) || !is_pointer(c, v[0])) return NULL;
    IrType *t = old ? pointee(c, in->id) : NULL;
    if (!(v[1] = old ? bc_of_type(c, in, t) : bc_typed(c, in))) return NULL;
    if (!(v[2] = bc_of_type(c, in, v[1]->type))) return NULL;
    t = v[1]->type;
    if (t->kind != IR_TY_INT && t->kind != IR_TY_PTR) return bc_fail(c, "bad exchange");
    IrType *pair[2] = {t, c->m->ty_i1};
    IrInst *i = bc_make(c, IR_CMPXCHG, ir_ty_struct(c->m, 2, pair, false), 3, v);
    if (rec(in->r, in->at++)) i->v.flags |= IR_VOLATILE;
    i->order = order(c, in);
    i->scope = scope(c, in);
    static const uint8_t weaker[] = {0, 1, 2, 3, 2, 3, 6};
    i->order2 = bc_more(in) ? order(c, in) : weaker[i->order % 7];
    bool bad = i->order < IR_MONOTONIC || i->order2 < IR_MONOTONIC || i->order2 == IR_RELEASE ||
               i->order2 == IR_ACQ_REL;
    if (bad) return bc_fail(c, "bad ordering of an exchange");
    bool pair_result = bc_more(in);
    if (rec(in->r, in->at++)) i->v.flags |= IR_WEAK;
    i->align = (uint32_t)t->store_size;
    if (bc_more(in)) i->align = aligned(c, rec(in->r, in->at), t);
    if (pair_result) return i;
    IrValue *p = &i->v; // before LLVM 3.5 the result was the value alone
    IrInst *x = bc_make(c, IR_EXTRACTVALUE, t, 1, &p);
    x->nidx = 1;
    x->idx = arena_new(c->fn->arena, uint32_t);
    return x;
}

static IrInst *atomicrmw(Bc *c, BcIn *in) {
    bool old = in->r->code == FUN_ATOMICRMW_OLD;
    IrValue *v[2];
    if (!(v[0] = bc_typed(c, in)) || !is_pointer(c, v[0])) return NULL;
    IrType *t = old ? pointee(c, in->id) : NULL;
    if (!(v[1] = old ? bc_of_type(c, in, t) : bc_typed(c, in))) return NULL;
    uint64_t op = rec(in->r, in->at++);
    if (op >= IR_RMW_NOPS) return bc_fail(c, "unknown atomic operation");
    t = ir_ty_scalar(v[1]->type);
    bool fp = (op >= IR_RMW_FADD && op <= IR_RMW_FMIN) || op >= IR_RMW_FMAXIMUM;
    if (op == IR_RMW_XCHG ? !t->sized || ir_ty_is_agg(t) || ir_ty_is_vec(v[1]->type)
        : fp              ? !ir_ty_is_any_fp(t)
                          : v[1]->type->kind != IR_TY_INT) {
        return bc_fail(c, "atomic operation on a wrong type");
    }
    IrInst *i = bc_make(c, IR_ATOMICRMW, v[1]->type, 2, v);
    i->pred = (uint8_t)op;
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    i->order = order(c, in);
    if (i->order < IR_MONOTONIC) return bc_fail(c, "bad ordering of an atomic operation");
    i->scope = scope(c, in);
    i->align = (uint32_t)v[1]->type->store_size;
    if (bc_more(in)) i->align = aligned(c, rec(in->r, in->at), v[1]->type);
    return i;
}

static IrInst *va_arg_(Bc *c, BcIn *in) {
    IrType *lt = bc_type(c, rec(in->r, in->at++));
    IrValue *list = lt ? bc_of_type(c, in, lt) : NULL;
    in->tid = (uint32_t)rec(in->r, in->at) + 1;
    IrType *t = list ? bc_type(c, rec(in->r, in->at++)) : NULL;
    if (!t) return NULL;
    if (!is_pointer(c, list) || !t->sized) return bc_fail(c, "bad va_arg");
    return bc_make(c, IR_VA_ARG, t, 1, &list);
}

typedef IrInst *(*InstFn)(Bc *, BcIn *);
static const InstFn codes[] = {
    [FUN_BINOP] = binop,
    [FUN_CAST] = cast,
    [FUN_GEP_OLD] = gep,
    [FUN_SELECT_OLD] = old_select,
    [FUN_EXTRACTELT] = extractelement,
    [FUN_INSERTELT] = insertelement,
    [FUN_SHUFFLEVEC] = shuffle,
    [FUN_CMP] = compare,
    [FUN_RET] = ret,
    [FUN_BR] = br,
    [FUN_SWITCH] = switch_,
    [FUN_UNREACHABLE] = unreachable,
    [FUN_PHI] = phi,
    [FUN_ALLOCA] = alloca_,
    [FUN_LOAD] = plain_load,
    [FUN_VAARG] = va_arg_,
    [FUN_STORE_OLD] = plain_store,
    [FUN_EXTRACTVAL] = extractvalue,
    [FUN_INSERTVAL] = insertvalue,
    [FUN_CMP2] = compare,
    [FUN_VSELECT] = select,
    [FUN_INBOUNDS_GEP_OLD] = gep,
    [FUN_INDIRECTBR] = indirectbr,
    [FUN_CALL] = bc_call,
    [FUN_FENCE] = fence,
    [FUN_CMPXCHG_OLD] = cmpxchg,
    [FUN_ATOMICRMW_OLD] = atomicrmw,
    [FUN_LOADATOMIC] = atomic_load,
    [FUN_STOREATOMIC_OLD] = atomic_store,
    [FUN_GEP] = gep,
    [FUN_STORE] = plain_store,
    [FUN_STOREATOMIC] = atomic_store,
    [FUN_CMPXCHG] = cmpxchg,
    [FUN_UNOP] = unop,
    [FUN_FREEZE] = freeze,
    [FUN_ATOMICRMW] = atomicrmw,
    [FUN_INVOKE] = bc_invoke,
    [FUN_CALLBR] = bc_invoke,
    [FUN_RESUME] = bc_resume,
    [FUN_LANDINGPAD] = bc_landingpad,
    [FUN_LANDINGPAD_OLD] = bc_landingpad,
    [FUN_CLEANUPRET] = bc_pad_end,
    [FUN_CATCHRET] = bc_pad_end,
    [FUN_CATCHSWITCH] = bc_pad_end,
    [FUN_CATCHPAD] = bc_pad,
    [FUN_CLEANUPPAD] = bc_pad,
};

IrInst *bc_instruction(Bc *c, BcIn *in) {
    InstFn fn = in->r->code < CU_COUNT(codes) ? codes[in->r->code] : NULL;
    return fn ? fn(c, in) : bc_fail(c, "unknown instruction");
}
