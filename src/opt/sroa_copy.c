// SPDX-License-Identifier: Apache-2.0
// A part of sroa: a local object that is only a copy of other memory is replaced by that memory.
//
//     call @llvm.memcpy(ptr %a, ptr %s, i64 128)
//     %p = getelementptr i32, ptr %a, i64 %i      =>   %p = getelementptr i32, ptr %s, i64 %i
//     %v = load i32, ptr %p                            %v = load i32, ptr %p
//
// This is for objects that are read at run-time offsets or handed on by value; others dissolve
// anyway, and then it is better to read each byte once, where the copy was. By-value parameters of
// kernels and inlined functions are such, chains of them too: the last copy first, then what it was
// copied from.
// Conditions: the copy is the only write and dominates all reads, it brings every byte that is
// read, and nothing may change the source on the way from the copy to a read (the blocks between
// are looked at once, all together within a budget that grows with the function). Refused: objects
// whose address is compared or merged with others' or cast to another space; volatile copies.
#include "opt/sroa.h"

typedef struct {
    Sroa *s;
    IrInst *copy;   // the write
    uint64_t begin; // where it writes
    IrInst *from;   // the object that it copies, or NULL
    SroaInsts reads;
    uint64_t budget; // instructions that may still be looked at
    Map read_only;   // by-value arguments: 1 no, 2 yes
} Copies;

static bool is_copy_to(const IrUse *u) { // directly, or to a member
    uint32_t id = ir_intrin_of(u->user);
    if ((id == IR_I_memcpy || id == IR_I_memmove) && u == &u->user->op[0]) return true;
    if (u->user->v.op != IR_GEP) return false;
    IR_FOREACH_USE(v, &u->user->v) {
        id = ir_intrin_of(v->user);
        if ((id == IR_I_memcpy || id == IR_I_memmove) && v == &v->user->op[0]) return true;
    }
    return false;
}

static bool is_byval(const IrUse *u) { // the callee gets a copy
    uint32_t k = ir_use_index(u);
    return u->user->v.op == IR_CALL && k < ir_call_nargs(u->user) &&
           ir_call_has(u->user, (int)k, IR_ATTR_BYVAL);
}

// Are all uses of the address loads, sources of copies and comparisons?
static bool is_only_read(Sroa *s, IrValue *v) {
    VEC(IrValue *) work = {0};
    Map merged; // addresses that are one of several, by id
    map_init(&merged, s->a);
    vec_push(s->a, &work, v);
    while (work.n) {
        IR_FOREACH_USE(u, vec_pop(&work)) {
            IrInst *i = u->user;
            uint32_t id = ir_intrin_of(i);
            bool copy = (id == IR_I_memcpy || id == IR_I_memmove) && u == &i->op[1];
            if (i->v.op == IR_LOAD || i->v.op == IR_ICMP || copy || is_byval(u)) continue;
            bool merge = i->v.op == IR_PHI || i->v.op == IR_SELECT;
            bool address = (i->v.op == IR_GEP && u == &i->op[0]) || i->v.op == IR_BITCAST ||
                           i->v.op == IR_ADDRSPACECAST;
            if (!address && !merge) return false;
            if (merge && map_get(&merged, i->v.id)) continue;
            if (merge) map_put(&merged, i->v.id, i);
            vec_push(s->a, &work, &i->v);
        }
    }
    return true;
}

// Memory that nothing changes while the function runs.
static bool is_constant(Copies *c, IrValue *p) {
    if (an_is_constant_memory(p)) return true;
    IrArg *a = ir_as_arg(an_underlying(p));
    if (!a || !ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL)) return false;
    void **slot = map_slot(&c->read_only, a->v.id);
    uintptr_t known = (uintptr_t)*slot;
    if (!known) {
        known = is_only_read(c->s, &a->v) ? 2 : 1;
        map_put(&c->read_only, a->v.id, (void *)known);
    }
    return known == 2;
}

// The object's one write is a block copy that brings all that is read, and some of that is at
// run-time offsets or may become so (by-value arguments; copies of constant memory). Fills c->copy
// and c->reads.
static bool is_mere_copy(Copies *c) {
    Sroa *s = c->s;
    const SroaAccess *write = NULL;
    bool variable = false, copied = false;
    c->reads.n = 0;
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (x->flags & SROA_FIXED || ir_op(x->i, x->op)->type->as != IR_AS_GENERIC) return false;
        if (x->flags & SROA_WRITE) {
            if (write || x->flags & SROA_READ || !(x->flags & SROA_BLOCK)) return false;
            write = x;
        } else {
            bool block = (x->flags & SROA_BLOCK) != 0;
            variable |= (x->flags & SROA_KEEP) != 0;
            copied |= block;
            vec_push(s->a, &c->reads, x->i);
        }
    }
    if (!write || ir_intrin_of(write->i) == IR_I_memset) return false;
    if (!variable && !(copied && is_constant(c, ir_op(write->i, 1)))) return false;
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (x->begin < write->begin || x->end > write->end) return false;
    }
    c->copy = write->i;
    c->begin = write->begin;
    return true;
}

// ---- is the source the same at every read? ----

static bool changes(const IrInst *i, AnLoc source) {
    uint32_t id = ir_intrin_of(i);
    if (id == IR_I_lifetime_start || id == IR_I_lifetime_end) return false; // they go, see below
    return ir_may_write(i) && an_modref(i, source) & AN_MOD;
}

// Looks at the instructions from `i` to the end of its block, or to the last read in it.
static bool is_clean(Copies *c, IrInst *i, bool to_end, const Map *is_read, AnLoc source) {
    IrInst *last = NULL;
    for (IrInst *x = i; x && !to_end; x = x->next) {
        if (map_get(is_read, x->v.id)) last = x;
    }
    for (; i && (to_end || last); i = i->next) {
        if (c->budget == 0) return false;
        c->budget--;
        if (i == last && !to_end) return true;
        if (changes(i, source)) return false;
    }
    return true;
}

static bool is_unchanged(Copies *c, AnLoc source) {
    Sroa *s = c->s;
    AnBlockVec work = {0};
    Map is_read, state; // state by block: 1 has reads, 2 also looked through to its end
    map_init(&is_read, s->a);
    map_init(&state, s->a);
    for (uint32_t k = 0; k < c->reads.n; k++) {
        IrBlock *bb = c->reads.at[k]->block;
        bool copies_back = ir_intrin_of(c->reads.at[k]) && changes(c->reads.at[k], source);
        if (copies_back) return false;
        map_put(&is_read, c->reads.at[k]->v.id, c->reads.at[k]);
        void **slot = map_slot(&state, bb->v.id);
        if (!*slot) vec_push(s->a, &work, bb);
        *slot = (void *)1;
    }
    for (uint32_t k = 0; k < work.n; k++) { // grows: backwards up to the copy
        IrBlock *bb = work.at[k];
        if (bb == c->copy->block) continue;
        IR_FOREACH_PRED(u, bb) {
            void **slot = map_slot(&state, u->user->block->v.id);
            if (!*slot) vec_push(s->a, &work, u->user->block);
            *slot = (void *)2;
        }
    }
    for (uint32_t k = 0; k < work.n; k++) {
        IrBlock *bb = work.at[k];
        IrInst *from = bb == c->copy->block ? c->copy->next : bb->first;
        bool through = (uintptr_t)map_get(&state, bb->v.id) == 2;
        if (!is_clean(c, from, through, &is_read, source)) return false;
    }
    return true;
}

// ---- replacing ----

static bool dominates_reads(Copies *c) {
    const AnDom *d = an_dom(c->s->pc->an);
    for (uint32_t k = 0; k < c->reads.n; k++) {
        if (!an_dominates_inst(d, c->copy, c->reads.at[k])) return false;
    }
    return true;
}

static bool dominates_users(Copies *c) {
    const AnDom *d = an_dom(c->s->pc->an);
    IR_FOREACH_USE(u, &c->s->al->v) {
        uint32_t id = ir_intrin_of(u->user);
        bool gone = u->user == c->copy || id == IR_I_lifetime_start || id == IR_I_lifetime_end;
        if (!gone && !an_dominates_inst(d, c->copy, u->user)) return false;
    }
    return true;
}

static void erase_markers(Sroa *s, IrValue *v) {
    IR_FOREACH_USE_SAFE(u, v) {
        uint32_t id = ir_intrin_of(u->user);
        if (id == IR_I_lifetime_start || id == IR_I_lifetime_end) ir_erase(u->user);
    }
}

// The source's address where all users of the object can have it, or NULL: constants, arguments and
// other objects at the object's own place, anything else at the copy.
static IrValue *source_address(Copies *c) {
    IrInst *al = c->s->al, *from;
    int64_t off;
    IrValue *src = ir_op(c->copy, 1), *base = ir_strip_ptr(src, &off);
    IrBuilder b = ir_builder_at(al);
    c->from = from = ir_as_op(base, IR_ALLOCA);
    if (from) {
        if (from->block != al->block || !ir_is_const(ir_op(from, 0))) return NULL;
        if (!an_comes_before(from, al)) ir_move_before(from, al);
        erase_markers(c->s, base);
    } else if (ir_as_inst(base)) {
        if (!dominates_users(c)) return NULL;
        base = src;
        off = 0;
        b = ir_builder_at(c->copy);
    }
    off -= (int64_t)c->begin;
    IrValue *p = ir_ptradd_c(&b, base, off, c->begin ? 0 : IR_INBOUNDS);
    return p->type == al->v.type ? p : ir_addrspacecast(&b, p, al->v.type);
}

// The accesses are the source's now: its alignment, and nothing that metadata said of the object.
static void lower_alignment(Copies *c, uint32_t align) {
    Sroa *s = c->s;
    align = CU_MIN(align, s->al->align);
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (x->i->v.op == IR_LOAD) {
            x->i->align = CU_MIN(x->i->align, align);
            x->i->md = NULL;
        } else if (x->i != c->copy && ir_intrin_of(x->i)) {
            IrAttrList *l = &x->i->call->attrs;
            uint64_t was = ir_attr_int(ir_attrs_get(l, (int)x->op), IR_ATTR_ALIGN, 1);
            ir_attrs_set(s->m, l, (int)x->op,
                         ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, CU_MIN(was, align)));
        }
    }
}

// By-value arguments are read with the alignment that the call promises.
static bool is_aligned_for_calls(Copies *c, uint32_t align) {
    VEC_FOREACH (SroaAccess, x, &c->s->acc) {
        if (x->i->v.op != IR_CALL || ir_intrin_of(x->i)) continue;
        const IrAttrSet *at = ir_attrs_get(&x->i->call->attrs, (int)x->op);
        if (ir_attr_int(at, IR_ATTR_ALIGN, ir_attr_type(at, IR_ATTR_BYVAL)->align) > align) {
            return false;
        }
    }
    return true;
}

static bool forward(Copies *c) {
    Sroa *s = c->s;
    bool followed = opt_sroa_collect(s) && !s->compared && !s->cast && !s->own.n;
    if (!followed || s->dead.n || s->moves.n) return false;
    if (s->al->v.type->as != IR_AS_GENERIC || !is_mere_copy(c) || !dominates_reads(c)) return false;
    IrValue *src = ir_op(c->copy, 1);
    AnLoc loc = {src, ir_uval(ir_as_cint(ir_op(c->copy, 2)))};
    if (!is_constant(c, src) && !is_unchanged(c, loc)) return false;

    uint64_t said = ir_attr_int(ir_attrs_get(&c->copy->call->attrs, 1), IR_ATTR_ALIGN, 1);
    uint32_t align = opt_sroa_align_at((uint32_t)CU_MAX(said, an_alignment(src)), c->begin);
    if (!is_aligned_for_calls(c, align)) return false;
    IrValue *p = source_address(c);
    if (!p) return false;
    lower_alignment(c, align);
    ir_erase(c->copy);
    erase_markers(s, &s->al->v);
    ir_replace_erase(s->al, p);
    return true;
}

static bool has_copy(const IrInst *al) {
    IR_FOREACH_USE(u, &al->v) {
        if (is_copy_to(u)) return true;
    }
    return false;
}

bool opt_sroa_copies(Sroa *s) {
    Copies c = {.s = s};
    SroaInsts work = {0};
    for (uint32_t k = 0; k < s->late.n; k++) {
        if (has_copy(s->late.at[k])) vec_push(s->a, &work, s->late.at[k]);
    }
    if (!work.n) return false;
    c.budget = 16 * ir_func_size(s->f) + (1 << 12);
    map_init(&c.read_only, s->a);

    bool changed = false;
    while (work.n) { // the last first: copies of copies
        s->al = vec_pop(&work);
        s->size = opt_sroa_object_size(s->al);
        if (sroa_is_erased(s->al) || !s->size || !has_copy(s->al)) continue;
        if (!forward(&c)) continue;
        changed = true;
        if (c.from) vec_push(s->a, &work, c.from);
    }
    return changed;
}
