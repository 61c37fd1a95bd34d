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
#include "opt/common/common.h"

#include "ir/intrin_id.h"

// The passes that run behind it.
OPT_FUNC_PASS(adce);
OPT_FUNC_PASS(dce);

enum { UNKNOWN = 255 }; // nothing seen yet; meets to the other side

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    uint8_t *space; // by value id; pointers only
    uint32_t n;
    IrValue **specific; // by value id: the same address in its own space
    bool *written; // by argument: passed by value, and changed here: it is copied into the frame
    VEC(IrInst *) work, merges, chain;
} Spaces;

static bool is_kernel(const IrFunc *fn) {
    return fn->cc == IR_CC_PTX_KERNEL;
}

static bool is_generic_ptr(const IrValue *value) {
    return value->type->kind == IR_TY_PTR && value->type->as == IR_AS_GENERIC;
}

static bool is_byval(const IrArg *a) {
    return ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// A by-value parameter that is accessed at run-time offsets: a kernel's by instructions of the
// parameter space, which take a register; another function's in the frame, where it is copied to.
// (At constant offsets instructions name the parameter as it is.)
static bool is_indexed_param(Arena *tmp, const IrValue *param) {
    const IrArg *arg = ir_as_arg(param);
    if (!arg || !is_byval(arg)) return false;
    VEC(const IrValue *) work = {0};
    bool indexed = false;
    vec_push(tmp, &work, param);
    while (work.n && !indexed) {
        const IrValue *p = vec_pop(&work);
        IR_FOREACH_USE(u, p) {
            const IrInst *i = u->user;
            int64_t off;
            indexed |= is_any_of(i->v.op, IR_PHI, IR_SELECT) ||
                       (i->v.op == IR_GEP && !ir_gep_const_offset(i, &off));
            bool address = is_any_of(i->v.op, IR_GEP, IR_BITCAST);
            if (address) vec_push(tmp, &work, &i->v);
        }
    }
    return indexed;
}

static bool is_kernel_pointer(const Spaces *spaces,
                              const IrValue *pointer) { // a pointer the host passed
    const IrArg *a = ir_as_arg(pointer);
    if (a) return is_kernel(a->fn) && !is_byval(a);
    const IrInst *ld = ir_as_op(pointer, IR_LOAD);
    bool reads = ld && !(ld->v.flags & IR_VOLATILE);
    if (!reads || !is_kernel(ld->block->fn)) return false;
    a = ir_as_arg(an_underlying(ir_op(ld, 0)));
    return a && is_byval(a) && !spaces->written[a->index];
}

// ---- inference ----

static uint8_t space_of(const Spaces *spaces, const IrValue *pointer) {
    if (pointer->type->as) return (uint8_t)CU_MIN(pointer->type->as, 254u);
    if (pointer->kind <= IR_V_INST) return pointer->id < spaces->n ? spaces->space[pointer->id] : 0;
    if (ir_is_undef(pointer) || pointer->kind == IR_C_NULL)
        return UNKNOWN; // no access goes through it
    return (uint8_t)CU_MIN(an_space(pointer), 254u);
}

static uint8_t meet(uint8_t a, uint8_t b) {
    if (a == UNKNOWN) return b;
    return b == UNKNOWN || a == b ? a : 0;
}

static uint8_t transfer(const Spaces *spaces, const IrInst *address) {
    uint8_t r = UNKNOWN;
    switch (address->v.op) {
    case IR_ALLOCA: return IR_AS_LOCAL;
    case IR_ADDRSPACECAST:
    case IR_BITCAST:
    case IR_GEP: return space_of(spaces, ir_op(address, 0));
    case IR_SELECT:
        return meet(space_of(spaces, ir_op(address, 1)), space_of(spaces, ir_op(address, 2)));
    case IR_PHI:
        for (uint32_t k = 0; k < ir_phi_n(address); k++)
            r = meet(r, space_of(spaces, ir_phi_value(address, k)));
        return r;
    case IR_LOAD: return is_kernel_pointer(spaces, &address->v) ? IR_AS_GLOBAL : 0;
    default: return 0;
    }
}

static uint8_t arg_space(const Spaces *spaces, const IrValue *param) {
    if (is_kernel_pointer(spaces, param)) return IR_AS_GLOBAL;
    if (!is_indexed_param(spaces->pc->tmp, param)) return 0;
    const IrArg *arg = ir_as_arg(param);
    return is_kernel(arg->fn) && !spaces->written[arg->index] ? IR_AS_PARAM : IR_AS_LOCAL;
}

static void infer(Spaces *spaces) {
    Arena *arena = spaces->pc->tmp;
    for (uint32_t k = 0; k < spaces->f->nargs; k++) {
        IrValue *v = &spaces->f->arg[k]->v;
        spaces->space[v->id] = is_generic_ptr(v) ? arg_space(spaces, v) : 0;
    }
    for (IrBlock *bb = spaces->f->last; bb; bb = bb->prev) {
        for (IrInst *i = bb->last; i; i = i->prev) {
            if (is_generic_ptr(&i->v)) vec_push(arena, &spaces->work, i);
        }
    }
    while (spaces->work.n) { // a value changes at most twice: unknown, specific, generic
        IrInst *i = vec_pop(&spaces->work);
        uint8_t was = spaces->space[i->v.id], now = meet(was, transfer(spaces, i));
        if (now == was) continue;
        spaces->space[i->v.id] = now;
        IR_FOREACH_USE(u, &i->v) {
            if (is_generic_ptr(&u->user->v)) vec_push(arena, &spaces->work, u->user);
        }
    }
}

// ---- rewriting ----

static IrInst *after(IrInst *inst) { // where a cast of the value goes
    return inst->v.op == IR_PHI ? ir_first_non_phi(inst->block) : inst->next;
}

static IrValue *cast_at(IrInst *at, IrValue *pointer, uint8_t as) {
    IrBuilder b = ir_builder_at(at);
    b.name = pointer->name;
    return ir_addrspacecast(&b, pointer, ir_ty_ptr(b.m, as));
}

static IrValue *const_in_space(Spaces *spaces, IrValue *constant, uint8_t as) {
    IrType *t = ir_ty_ptr(spaces->m, as);
    int64_t off = 0;
    if (constant->kind == IR_C_NULL) return &ir_null(spaces->m, t)->v;
    IrValue *base = ir_strip_ptr(constant, &off);
    if (base->type == t && ir_is_const(base)) {
        return off ? &ir_cptradd(spaces->m, (IrConst *)base, off, 0)->v : base;
    }
    return &ir_ccast(spaces->m, IR_ADDRSPACECAST, (IrConst *)constant, t)->v;
}

static IrInst *copy_in_space(Spaces *spaces, IrInst *generic, uint8_t as) {
    IrInst *c = ir_inst_clone(spaces->f, generic);
    c->v.type = ir_ty_ptr(spaces->m, as);
    c->v.name = generic->v.name;
    ir_insert_before(c, generic);
    spaces->specific[generic->v.id] = &c->v;
    return c;
}

// A phi or select: its operands are filled in later, as phis lead back to themselves.
static IrValue *copy_merge(Spaces *spaces, IrInst *generic, uint8_t as) {
    IrInst *c = copy_in_space(spaces, generic, as);
    IrValue *none = &ir_poison(spaces->m, c->v.type)->v;
    uint32_t from = generic->v.op == IR_SELECT, step = generic->v.op == IR_SELECT ? 1 : 2;
    for (uint32_t k = from; k < generic->nops; k += step) ir_set_op(c, k, none);
    vec_push(spaces->pc->tmp, &spaces->merges, generic);
    return &c->v;
}

static IrValue *root_in_space(Spaces *spaces, IrValue *root, uint8_t as) {
    if (root->type->as == as) return root;
    if (root->kind > IR_V_INST) return const_in_space(spaces, root, as);
    if (spaces->specific[root->id]) return spaces->specific[root->id];
    IrInst *inst = ir_as_inst(root);
    IrValue *r;
    if (!inst) {
        r = cast_at(ir_first_non_phi(spaces->f->first), root, as);
    } else if (inst->v.op == IR_ADDRSPACECAST && ir_op(inst, 0)->type->as == as) {
        r = ir_op(inst, 0);
    } else if (is_any_of(inst->v.op, IR_SELECT, IR_PHI) && spaces->space[root->id] == as) {
        return copy_merge(spaces, inst, as);
    } else {
        r = cast_at(after(inst), root, as);
    }
    return spaces->specific[root->id] = r;
}

// The address computation that is to be copied into its inferred space; NULL: it is none, or was.
static IrInst *address_in_space(const Spaces *spaces, IrValue *address, uint8_t as) {
    IrInst *inst = ir_as_inst(address);
    bool computes = inst && is_any_of(inst->v.op, IR_GEP, IR_BITCAST);
    if (!computes || address->type->as != IR_AS_GENERIC) return NULL;
    bool to_do = spaces->space[address->id] == as && !spaces->specific[address->id];
    return to_do ? inst : NULL;
}

// The address as a pointer of its inferred space: copies the geps above it.
static IrValue *in_space(Spaces *spaces, IrValue *address, uint8_t as) {
    IrInst *inst;
    spaces->chain.n = 0;
    while ((inst = address_in_space(spaces, address, as))) {
        vec_push(spaces->pc->tmp, &spaces->chain, inst);
        address = ir_op(inst, 0);
    }
    IrValue *r = root_in_space(spaces, address, as);
    while (spaces->chain.n) {
        IrInst *c = copy_in_space(spaces, vec_pop(&spaces->chain), as);
        ir_set_op(c, 0, r);
        r = &c->v;
    }
    return r;
}

static bool specific(const Spaces *spaces, const IrValue *pointer, uint8_t *as) {
    if (!is_generic_ptr(pointer)) return false;
    *as = space_of(spaces, pointer);
    return *as != 0 && *as != UNKNOWN;
}

static bool rewrite_op(Spaces *spaces, IrInst *user, uint32_t k) {
    uint8_t as;
    if (!specific(spaces, ir_op(user, k), &as)) return false;
    ir_set_op(user, k, in_space(spaces, ir_op(user, k), as));
    return true;
}

// memcpy and its like are overloaded by their pointer types.
static bool rewrite_mem_intrin(Spaces *spaces, IrInst *call) {
    uint32_t id = ir_intrin_of(call), nptr = 0;
    IrType *over[3];
    if (ir_is_block_copy(id) || id == IR_I_memcpy_inline) nptr = 2;
    if (is_any_of(id, IR_I_memset, IR_I_memset_inline)) nptr = 1;
    bool any = false;
    for (uint32_t k = 0; k < nptr; k++) any |= rewrite_op(spaces, call, k);
    if (!any) return false;
    for (uint32_t k = 0; k < nptr; k++) over[k] = ir_op(call, k)->type;
    over[nptr] = ir_op(call, 2)->type;
    IrFunc *f = ir_intrinsic(spaces->m, (IrIntrin)id, nptr + 1, over);
    ir_set_op(call, call->nops - 1, &f->g.v);
    call->aty = f->g.vty;
    return true;
}

static bool takes_space(uint32_t id) {
    bool loads = is_any_of(id, IR_I_F_wmma_ld, IR_I_F_wmma_ld_s);
    return loads || is_any_of(id, IR_I_F_wmma_st, IR_I_F_wmma_st_s);
}

static bool is_cast_of_specific(const IrValue *value) {
    const IrInst *i = ir_as_op(value, IR_ADDRSPACECAST);
    if (i) return !is_generic_ptr(ir_op(i, 0));
    bool cast = value->kind == IR_C_EXPR && value->op == IR_ADDRSPACECAST;
    return cast && !is_generic_ptr(&((const IrConst *)value)->elem[0]->v);
}

// The name of a matrix load says its pointer's space, and names are not made here: the pointer is
// cast back, and selection looks through the last cast.
static bool rewrite_matrix(Spaces *spaces, IrInst *call) {
    uint8_t as;
    if (!takes_space(ir_intrin_of(call)) || !specific(spaces, ir_op(call, 0), &as)) return false;
    bool access = is_any_of(as, IR_AS_GLOBAL, IR_AS_SHARED);
    if (!access || is_cast_of_specific(ir_op(call, 0))) return false;
    IrValue *v = in_space(spaces, ir_op(call, 0), as);
    IrType *generic = ir_ty_ptr(spaces->m, IR_AS_GENERIC);
    IrBuilder b = ir_builder_at(call);
    ir_set_op(call, 0, ir_addrspacecast(&b, v, generic));
    return true;
}

static bool fold_isspacep(Spaces *spaces, IrInst *call) {
    uint8_t as;
    if (opt_isspacep(ir_intrin_of(call), IR_AS_GLOBAL) < 0) return false; // another intrinsic
    if (!specific(spaces, ir_op(call, 0), &as)) return false;
    int known = opt_isspacep(ir_intrin_of(call), as);
    if (known < 0) return false;
    ir_replace_erase(call, &ir_int(spaces->m->ty_i1, (uint64_t)known)->v);
    return true;
}

static bool rewrite_both(Spaces *spaces, IrInst *comparison) {
    bool first = rewrite_op(spaces, comparison, 0), second = rewrite_op(spaces, comparison, 1);
    return first || second;
}

// A cast to the space that a generic address certainly lies in: the address is computed there, in
// 32 bits for shared memory. The cast stays behind without uses: the map may name it.
static bool rewrite_cast(Spaces *spaces, IrInst *cast) {
    uint8_t as;
    if (!cast->v.uses || !specific(spaces, ir_op(cast, 0), &as) || as != cast->v.type->as)
        return false;
    IrValue *value = in_space(spaces, ir_op(cast, 0), as);
    if (value == &cast->v) return false; // made here
    ir_replace_uses(&cast->v, value);
    return true;
}

static bool is_global(const Spaces *spaces, const IrValue *pointer) {
    uint8_t as;
    return specific(spaces, pointer, &as) && as == IR_AS_GLOBAL;
}

static bool rewrite(Spaces *spaces, IrInst *user) {
    if (is_any_of(user->v.op, IR_LOAD, IR_ATOMICRMW, IR_CMPXCHG))
        return rewrite_op(spaces, user, 0);
    switch (user->v.op) {
    case IR_STORE: return rewrite_op(spaces, user, 1);
    case IR_ADDRSPACECAST: return rewrite_cast(spaces, user);
    case IR_CALL:
        return fold_isspacep(spaces, user) || rewrite_mem_intrin(spaces, user) ||
               rewrite_matrix(spaces, user);
    case IR_ICMP: // loop ends of pointer loops; global addresses are the same numbers
        if (!is_global(spaces, ir_op(user, 0)) || !is_global(spaces, ir_op(user, 1))) return false;
        return rewrite_both(spaces, user);
    default: return false;
    }
}

static void fill_merges(Spaces *spaces) {
    for (uint32_t k = 0; k < spaces->merges.n; k++) { // grows while walked
        IrInst *p = spaces->merges.at[k];
        IrInst *c = ir_as_inst(spaces->specific[p->v.id]);
        uint32_t from = p->v.op == IR_SELECT, step = p->v.op == IR_SELECT ? 1 : 2;
        for (uint32_t j = from; j < p->nops; j += step) {
            ir_set_op(c, j, in_space(spaces, ir_op(p, j), (uint8_t)c->v.type->as));
        }
    }
}

// ---- invariant loads ----

// The use reads memory, or compares the address.
static bool only_reads(const IrUse *use) {
    const IrInst *inst = use->user;
    switch (inst->v.op) {
    case IR_LOAD: return ir_is_plain(inst);
    case IR_ICMP: return true;
    // the source of a copy
    case IR_CALL: return ir_is_block_copy(ir_intrin_of(inst)) && ir_use_index(use) == 1;
    default: return false;
    }
}

static const bool carries_address[IR_NOPS] = {[IR_GEP] = true,
                                              [IR_BITCAST] = true,
                                              [IR_ADDRSPACECAST] = true,
                                              [IR_SELECT] = true,
                                              [IR_PHI] = true};

// Is memory written through p, or does p get somewhere we do not see?
static bool only_loaded(const IrValue *value, uint32_t nvalues, Arena *arena) {
    VEC(const IrValue *) work = {0};
    BitSet seen;
    bitset_init(&seen, arena, nvalues);
    vec_push(arena, &work, value);
    while (work.n) {
        const IrValue *v = vec_pop(&work);
        IR_FOREACH_USE(u, v) {
            const IrInst *inst = u->user;
            if (carries_address[inst->v.op]) {
                if (bitset_has(&seen, inst->v.id)) continue;
                bitset_add(&seen, inst->v.id);
                vec_push(arena, &work, &inst->v);
            } else if (!only_reads(u)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_unaliased(const IrArg *arg) {
    const IrAttrSet *attrs = ir_attrs_get(&arg->fn->attrs, (int)arg->index);
    bool noalias = ir_attr_has(attrs, IR_ATTR_NOALIAS) && !ir_attr_has(attrs, IR_ATTR_BYVAL);
    return noalias && ir_ty_is_ptr(arg->v.type);
}

static bool is_global_load(const IrInst *inst) {
    bool plain = inst->v.op == IR_LOAD && ir_is_plain(inst);
    return plain && ir_op(inst, 0)->type->as == IR_AS_GLOBAL;
}

static bool mark_invariant(Spaces *spaces) {
    Atom kind = atom_cstr(spaces->pc->ctx, "invariant.load");
    bool changed = false, *ok = arena_array(spaces->pc->tmp, bool, spaces->f->nargs + 1);
    for (uint32_t k = 0; k < spaces->f->nargs; k++) {
        const IrArg *a = spaces->f->arg[k];
        bool alone = is_kernel(spaces->f) && is_unaliased(a);
        ok[k] = alone && only_loaded(&a->v, spaces->f->nvalues, spaces->pc->tmp);
    }
    IR_FOREACH_BLOCK(bb, spaces->f) {
        IR_FOREACH_INST(i, bb) {
            if (!is_global_load(i) || ir_get_md(i, kind)) continue;
            IrValue *obj = an_underlying(ir_op(i, 0));
            IrArg *a = ir_as_arg(obj);
            IrGlobal *g = ir_as_var(obj);
            bool unwritten = a ? ok[a->index] : g && g->constant;
            if (!unwritten) continue;
            ir_set_md(i, kind, ir_md_node(spaces->m, 0, NULL));
            changed = true;
        }
    }
    return changed;
}

OPT_FUNC_PASS(memory_space_opt);
bool opt_memory_space_opt(PassCtx *pc, IrFunc *fn) {
    Spaces spaces = {.pc = pc, .f = fn, .m = fn->g.m, .n = fn->nvalues};
    bool changed = false;
    spaces.space = arena_array(pc->tmp, uint8_t, spaces.n + 1);
    memset(spaces.space, UNKNOWN, spaces.n);
    spaces.written = arena_array(pc->tmp, bool, fn->nargs + 1);
    for (uint32_t k = 0; k < fn->nargs; k++)
        spaces.written[k] = an_writes_parameter(pc->tmp, fn->arg[k]);
    infer(&spaces);
    // copies made on the way have higher ids and a specific type: never looked up
    spaces.specific = arena_array(pc->tmp, IrValue *, spaces.n + 1);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (rewrite(&spaces, i)) changed = true;
        }
    }
    fill_merges(&spaces);
    // generic address computations are left over; merges may use each other
    if (changed && spaces.merges.n) opt_adce(pc, fn);
    if (changed && !spaces.merges.n) opt_dce(pc, fn);
    if (!opt_knob(pc, memory_space_opt, ldg)) return changed;
    return mark_invariant(&spaces) | changed;
}
