// SPDX-License-Identifier: Apache-2.0
// memory-space-opt: accesses through generic pointers become accesses of the space the pointer
// certainly points into (as in LLVM's InferAddressSpaces, an optimistic fixed point over casts,
// geps, phis and selects).
//
//     define ptx_kernel void @k(ptr %p)          %g = addrspacecast ptr %p to ptr addrspace(1)
//       %q = getelementptr i32, ptr %p, i64 %i   %q1 = getelementptr i32, ptr addrspace(1) %g, i64
//       %i store i32 0, ptr %q                 =>   store i32 0, ptr addrspace(1) %q1
//
// Where spaces come from: casts from a specific space, allocas (local), pointer parameters of a
// kernel and pointers loaded from its by-value parameters (global: the host can pass nothing else),
// those parameters themselves where they are indexed.
//
// Then loads from global memory that no one writes while the kernel runs get !invariant.load
// (ld.global.nc): those through a `noalias` kernel parameter that is never written through and
// does not escape, and those from constant variables.
#include "opt/opt.h"

enum { UNKNOWN = 255 }; // nothing seen yet; meets to the other side

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    uint8_t *space; // by value id; pointers only
    uint32_t n;
    IrValue **specific; // by value id: the same address in its own space
    VEC(IrInst *) work, merges, chain;
} Spaces;

static bool is_kernel(const IrFunc *f) {
    return f->cc == IR_CC_PTX_KERNEL;
}

static bool is_generic_ptr(const IrValue *v) {
    return v->type->kind == IR_TY_PTR && v->type->as == IR_AS_GENERIC;
}

static bool is_byval(const IrArg *a) {
    return ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// A by-value parameter that is accessed at run-time offsets: a kernel's by instructions of the
// parameter space, which take a register; another function's in the frame, where it is copied to.
// (At constant offsets instructions name the parameter as it is.)
static bool is_indexed_param(Arena *tmp, const IrValue *v) {
    const IrArg *a = ir_as_arg(v);
    if (!a || !is_byval(a)) return false;
    VEC(const IrValue *) work = {0};
    bool indexed = false;
    vec_push(tmp, &work, v);
    while (work.n && !indexed) {
        const IrValue *p = vec_pop(&work);
        IR_FOREACH_USE(u, p) {
            const IrInst *i = u->user;
            int64_t off;
            indexed |= i->v.op == IR_PHI || i->v.op == IR_SELECT ||
                       (i->v.op == IR_GEP && !ir_gep_const_offset(i, &off));
            bool address = i->v.op == IR_GEP || i->v.op == IR_BITCAST;
            if (address) vec_push(tmp, &work, &i->v);
        }
    }
    return indexed;
}

static bool is_kernel_pointer(const IrValue *v) { // a pointer the host passed
    const IrArg *a = ir_as_arg(v);
    if (a) return is_kernel(a->fn) && !is_byval(a);
    const IrInst *ld = ir_as_op(v, IR_LOAD);
    if (!ld || (ld->v.flags & IR_VOLATILE) || !is_kernel(ld->block->fn)) return false;
    a = ir_as_arg(an_underlying(ir_op(ld, 0)));
    return a && is_byval(a);
}

// ---- inference ----

static uint8_t space_of(const Spaces *s, const IrValue *v) {
    if (v->type->as) return (uint8_t)CU_MIN(v->type->as, 254u);
    if (v->kind <= IR_V_INST) return v->id < s->n ? s->space[v->id] : 0;
    if (ir_is_undef(v) || v->kind == IR_C_NULL) return UNKNOWN; // no access goes through it
    return (uint8_t)CU_MIN(an_space(v), 254u);
}

static uint8_t meet(uint8_t a, uint8_t b) {
    if (a == UNKNOWN) return b;
    return b == UNKNOWN || a == b ? a : 0;
}

static uint8_t transfer(const Spaces *s, const IrInst *i) {
    uint8_t r = UNKNOWN;
    switch (i->v.op) {
    case IR_ALLOCA: return IR_AS_LOCAL;
    case IR_ADDRSPACECAST:
    case IR_BITCAST:
    case IR_GEP: return space_of(s, ir_op(i, 0));
    case IR_SELECT: return meet(space_of(s, ir_op(i, 1)), space_of(s, ir_op(i, 2)));
    case IR_PHI:
        for (uint32_t k = 0; k < ir_phi_n(i); k++) r = meet(r, space_of(s, ir_phi_value(i, k)));
        return r;
    case IR_LOAD: return is_kernel_pointer(&i->v) ? IR_AS_GLOBAL : 0;
    default: return 0;
    }
}

static uint8_t arg_space(Arena *tmp, const IrValue *v) {
    if (is_kernel_pointer(v)) return IR_AS_GLOBAL;
    if (!is_indexed_param(tmp, v)) return 0;
    return is_kernel(ir_as_arg(v)->fn) ? IR_AS_PARAM : IR_AS_LOCAL;
}

static void infer(Spaces *s) {
    Arena *a = s->pc->tmp;
    for (uint32_t k = 0; k < s->f->nargs; k++) {
        IrValue *v = &s->f->arg[k]->v;
        s->space[v->id] = is_generic_ptr(v) ? arg_space(a, v) : 0;
    }
    for (IrBlock *bb = s->f->last; bb; bb = bb->prev) {
        for (IrInst *i = bb->last; i; i = i->prev) {
            if (is_generic_ptr(&i->v)) vec_push(a, &s->work, i);
        }
    }
    while (s->work.n) { // a value changes at most twice: unknown, specific, generic
        IrInst *i = vec_pop(&s->work);
        uint8_t was = s->space[i->v.id], now = meet(was, transfer(s, i));
        if (now == was) continue;
        s->space[i->v.id] = now;
        IR_FOREACH_USE(u, &i->v) {
            if (is_generic_ptr(&u->user->v)) vec_push(a, &s->work, u->user);
        }
    }
}

// ---- rewriting ----

static IrInst *after(IrInst *i) { // where a cast of the value goes
    return i->v.op == IR_PHI ? ir_first_non_phi(i->block) : i->next;
}

static IrValue *cast_at(IrInst *at, IrValue *v, uint8_t as) {
    IrBuilder b = ir_builder_at(at);
    b.name = v->name;
    return ir_addrspacecast(&b, v, ir_ty_ptr(b.m, as));
}

static IrValue *const_in_space(Spaces *s, IrValue *v, uint8_t as) {
    IrType *t = ir_ty_ptr(s->m, as);
    int64_t off = 0;
    if (v->kind == IR_C_NULL) return &ir_null(s->m, t)->v;
    IrValue *base = ir_strip_ptr(v, &off);
    if (base->type == t && ir_is_const(base)) {
        return off ? &ir_cptradd(s->m, (IrConst *)base, off, 0)->v : base;
    }
    return &ir_ccast(s->m, IR_ADDRSPACECAST, (IrConst *)v, t)->v;
}

static IrInst *copy_in_space(Spaces *s, IrInst *i, uint8_t as) {
    IrInst *c = ir_inst_clone(s->f, i);
    c->v.type = ir_ty_ptr(s->m, as);
    c->v.name = i->v.name;
    ir_insert_before(c, i);
    s->specific[i->v.id] = &c->v;
    return c;
}

// A phi or select: its operands are filled in later, as phis lead back to themselves.
static IrValue *copy_merge(Spaces *s, IrInst *i, uint8_t as) {
    IrInst *c = copy_in_space(s, i, as);
    IrValue *none = &ir_poison(s->m, c->v.type)->v;
    uint32_t from = i->v.op == IR_SELECT, step = i->v.op == IR_SELECT ? 1 : 2;
    for (uint32_t k = from; k < i->nops; k += step) ir_set_op(c, k, none);
    vec_push(s->pc->tmp, &s->merges, i);
    return &c->v;
}

static IrValue *root_in_space(Spaces *s, IrValue *v, uint8_t as) {
    if (v->type->as == as) return v;
    if (v->kind > IR_V_INST) return const_in_space(s, v, as);
    if (s->specific[v->id]) return s->specific[v->id];
    IrInst *i = ir_as_inst(v);
    IrValue *r;
    if (!i) {
        r = cast_at(ir_first_non_phi(s->f->first), v, as);
    } else if (i->v.op == IR_ADDRSPACECAST && ir_op(i, 0)->type->as == as) {
        r = ir_op(i, 0);
    } else if ((i->v.op == IR_SELECT || i->v.op == IR_PHI) && s->space[v->id] == as) {
        return copy_merge(s, i, as);
    } else {
        r = cast_at(after(i), v, as);
    }
    return s->specific[v->id] = r;
}

// The address v as a pointer of its inferred space: copies the geps above it.
static IrValue *in_space(Spaces *s, IrValue *v, uint8_t as) {
    IrInst *i;
    s->chain.n = 0;
    while ((i = ir_as_inst(v)) && (i->v.op == IR_GEP || i->v.op == IR_BITCAST) &&
           v->type->as == 0 && s->space[v->id] == as && !s->specific[v->id]) {
        vec_push(s->pc->tmp, &s->chain, i);
        v = ir_op(i, 0);
    }
    IrValue *r = root_in_space(s, v, as);
    while (s->chain.n) {
        IrInst *c = copy_in_space(s, vec_pop(&s->chain), as);
        ir_set_op(c, 0, r);
        r = &c->v;
    }
    return r;
}

static bool specific(const Spaces *s, const IrValue *v, uint8_t *as) {
    if (!is_generic_ptr(v)) return false;
    *as = space_of(s, v);
    return *as != 0 && *as != UNKNOWN;
}

static bool rewrite_op(Spaces *s, IrInst *i, uint32_t k) {
    uint8_t as;
    if (!specific(s, ir_op(i, k), &as)) return false;
    ir_set_op(i, k, in_space(s, ir_op(i, k), as));
    return true;
}

// memcpy and its like are overloaded by their pointer types.
static bool rewrite_mem_intrin(Spaces *s, IrInst *i) {
    uint32_t id = ir_intrin_of(i), nptr = 0;
    IrType *over[3];
    if (id == IR_I_memcpy || id == IR_I_memcpy_inline || id == IR_I_memmove) nptr = 2;
    if (id == IR_I_memset || id == IR_I_memset_inline) nptr = 1;
    bool any = false;
    for (uint32_t k = 0; k < nptr; k++) any |= rewrite_op(s, i, k);
    if (!any) return false;
    for (uint32_t k = 0; k < nptr; k++) over[k] = ir_op(i, k)->type;
    over[nptr] = ir_op(i, 2)->type;
    IrFunc *f = ir_intrinsic(s->m, (IrIntrin)id, nptr + 1, over);
    ir_set_op(i, i->nops - 1, &f->g.v);
    i->aty = f->g.vty;
    return true;
}

static bool takes_space(uint32_t id) {
    return id == IR_I_F_wmma_ld || id == IR_I_F_wmma_ld_s || id == IR_I_F_wmma_st ||
           id == IR_I_F_wmma_st_s;
}

static bool is_cast_of_specific(const IrValue *v) {
    const IrInst *i = ir_as_op(v, IR_ADDRSPACECAST);
    if (i) return !is_generic_ptr(ir_op(i, 0));
    bool cast = v->kind == IR_C_EXPR && v->op == IR_ADDRSPACECAST;
    return cast && !is_generic_ptr(&((const IrConst *)v)->elem[0]->v);
}

// The name of a matrix load says its pointer's space, and names are not made here: the pointer is
// cast back, and selection looks through the last cast.
static bool rewrite_matrix(Spaces *s, IrInst *i) {
    uint8_t as;
    if (!takes_space(ir_intrin_of(i)) || !specific(s, ir_op(i, 0), &as)) return false;
    bool access = as == IR_AS_GLOBAL || as == IR_AS_SHARED;
    if (!access || is_cast_of_specific(ir_op(i, 0))) return false;
    IrValue *v = in_space(s, ir_op(i, 0), as);
    IrType *generic = ir_ty_ptr(s->m, IR_AS_GENERIC);
    IrBuilder b = ir_builder_at(i);
    ir_set_op(i, 0, ir_addrspacecast(&b, v, generic));
    return true;
}

static bool fold_isspacep(Spaces *s, IrInst *i) {
    uint8_t as;
    if (opt_isspacep(ir_intrin_of(i), IR_AS_GLOBAL) < 0) return false; // another intrinsic
    if (!specific(s, ir_op(i, 0), &as)) return false;
    int known = opt_isspacep(ir_intrin_of(i), as);
    if (known < 0) return false;
    ir_replace_erase(i, &ir_int(s->m->ty_i1, (uint64_t)known)->v);
    return true;
}

static bool rewrite(Spaces *s, IrInst *i) {
    uint8_t a, b;
    switch (i->v.op) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return rewrite_op(s, i, 0);
    case IR_STORE: return rewrite_op(s, i, 1);
    case IR_CALL: return fold_isspacep(s, i) || rewrite_mem_intrin(s, i) || rewrite_matrix(s, i);
    case IR_ICMP: // loop ends of pointer loops; global addresses are the same numbers
        if (specific(s, ir_op(i, 0), &a) && specific(s, ir_op(i, 1), &b) && a == IR_AS_GLOBAL &&
            b == IR_AS_GLOBAL) {
            bool x = rewrite_op(s, i, 0), y = rewrite_op(s, i, 1);
            return x || y;
        }
        return false;
    default: return false;
    }
}

static void fill_merges(Spaces *s) {
    for (uint32_t k = 0; k < s->merges.n; k++) { // grows while walked
        IrInst *p = s->merges.at[k];
        IrInst *c = ir_as_inst(s->specific[p->v.id]);
        uint32_t from = p->v.op == IR_SELECT, step = p->v.op == IR_SELECT ? 1 : 2;
        for (uint32_t j = from; j < p->nops; j += step) {
            ir_set_op(c, j, in_space(s, ir_op(p, j), (uint8_t)c->v.type->as));
        }
    }
}

// ---- invariant loads ----

// Is memory written through p, or does p get somewhere we do not see?
static bool only_loaded(const IrValue *p, uint32_t nvalues, Arena *a) {
    VEC(const IrValue *) work = {0};
    BitSet seen;
    bitset_init(&seen, a, nvalues);
    vec_push(a, &work, p);
    while (work.n) {
        const IrValue *v = vec_pop(&work);
        IR_FOREACH_USE(u, v) {
            const IrInst *i = u->user;
            switch (i->v.op) {
            case IR_LOAD:
                if ((i->v.flags & IR_VOLATILE) || i->order) return false;
                break;
            case IR_ICMP: break;
            case IR_CALL: { // the source of a copy
                uint32_t id = ir_intrin_of(i), k = ir_use_index(u);
                if ((id == IR_I_memcpy || id == IR_I_memmove) && k == 1) break;
                return false;
            }
            case IR_GEP:
            case IR_BITCAST:
            case IR_ADDRSPACECAST:
            case IR_SELECT:
            case IR_PHI:
                if (!bitset_has(&seen, i->v.id)) {
                    bitset_add(&seen, i->v.id);
                    vec_push(a, &work, &i->v);
                }
                break;
            default: return false;
            }
        }
    }
    return true;
}

static bool mark_invariant(Spaces *s) {
    Atom kind = atom_cstr(s->pc->ctx, "invariant.load");
    bool changed = false, *ok = arena_array(s->pc->tmp, bool, s->f->nargs + 1);
    for (uint32_t k = 0; k < s->f->nargs; k++) {
        IrArg *a = s->f->arg[k];
        const IrAttrSet *at = ir_attrs_get(&s->f->attrs, (int)k);
        ok[k] = is_kernel(s->f) && a->v.type->kind == IR_TY_PTR &&
                ir_attr_has(at, IR_ATTR_NOALIAS) && !ir_attr_has(at, IR_ATTR_BYVAL) &&
                only_loaded(&a->v, s->f->nvalues, s->pc->tmp);
    }
    IR_FOREACH_BLOCK(bb, s->f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_LOAD || (i->v.flags & IR_VOLATILE) || i->order ||
                ir_op(i, 0)->type->as != IR_AS_GLOBAL || ir_get_md(i, kind)) {
                continue;
            }
            IrValue *obj = an_underlying(ir_op(i, 0));
            IrArg *a = ir_as_arg(obj);
            IrGlobal *g = ir_as_var(obj);
            if (!(a && ok[a->index]) && !(g && g->constant)) continue;
            ir_set_md(i, kind, ir_md_node(s->m, 0, NULL));
            changed = true;
        }
    }
    return changed;
}

bool opt_memory_space_opt(PassCtx *pc, IrFunc *f) {
    Spaces s = {.pc = pc, .f = f, .m = f->g.m, .n = f->nvalues};
    bool changed = false;
    s.space = arena_array(pc->tmp, uint8_t, s.n + 1);
    memset(s.space, UNKNOWN, s.n);
    infer(&s);
    // copies made on the way have higher ids and a specific type: never looked up
    s.specific = arena_array(pc->tmp, IrValue *, s.n + 1);
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (rewrite(&s, i)) changed = true;
        }
    }
    fill_merges(&s);
    if (changed) opt_adce(pc, f); // generic address computations left over
    return mark_invariant(&s) | changed;
}
