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
#include "opt/memory/sroa.h"

#include "ir/intrin_id.h"

typedef struct {
    Sroa *s;
    IrInst *copy;   // the write
    uint64_t begin; // where it writes
    IrInst *from;   // the object that it copies, or NULL
    SroaInsts reads;
    uint64_t budget; // instructions that may still be looked at
    Map read_only;   // by-value arguments: 1 no, 2 yes
} Copies;

// Whether the use is this end of a memcpy or memmove.
enum { COPY_TO, COPY_FROM };
static bool is_end_of_copy(const IrUse *use, uint32_t end) {
    return ir_is_block_copy(ir_intrin_of(use->user)) && use == &use->user->op[end];
}

static bool is_marker(const IrInst *inst) { // of a lifetime
    return ir_is_lifetime(ir_intrin_of(inst));
}

static bool is_copy_to(const IrUse *use) { // directly, or to a member
    if (is_end_of_copy(use, COPY_TO)) return true;
    if (use->user->v.op != IR_GEP) return false;
    IR_FOREACH_USE(v, &use->user->v) {
        if (is_end_of_copy(v, COPY_TO)) return true;
    }
    return false;
}

static bool is_byval(const IrUse *use) { // the callee gets a copy
    uint32_t k = ir_use_index(use);
    return use->user->v.op == IR_CALL && k < ir_call_nargs(use->user) &&
           ir_call_has(use->user, (int)k, IR_ATTR_BYVAL);
}

static bool is_read(const IrUse *use) {
    const IrInst *i = use->user;
    if (is_any_of(i->v.op, IR_LOAD, IR_ICMP)) return true;
    return is_end_of_copy(use, COPY_FROM) || is_byval(use);
}

static bool is_address(const IrInst *inst) {
    static const bool gives_address[IR_NOPS] = {[IR_GEP] = true,
                                                [IR_BITCAST] = true,
                                                [IR_ADDRSPACECAST] = true,
                                                [IR_PHI] = true,
                                                [IR_SELECT] = true};
    return gives_address[inst->v.op] && ir_ty_is_ptr(inst->v.type);
}

// Are all uses of the address loads and sources of copies?
static bool is_only_read(Sroa *sroa, IrValue *address) {
    VEC(IrValue *) work = {0};
    Map seen;
    map_init(&seen, sroa->a);
    vec_push(sroa->a, &work, address);
    while (work.n) {
        IR_FOREACH_USE(u, vec_pop(&work)) {
            if (is_read(u)) continue;
            if (!is_address(u->user)) return false;
            void **slot = map_slot(&seen, u->user->v.id);
            if (!*slot) vec_push(sroa->a, &work, &u->user->v);
            *slot = u->user;
        }
    }
    return true;
}

// Memory that nothing changes while the function runs.
static bool is_constant(Copies *copies, IrValue *address) {
    if (an_is_constant_memory(address)) return true;
    IrArg *a = ir_as_arg(an_underlying(address));
    if (!a || !ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL)) return false;
    void **slot = map_slot(&copies->read_only, a->v.id);
    uintptr_t known = (uintptr_t)*slot;
    if (!known) {
        known = is_only_read(copies->s, &a->v) ? 2 : 1;
        map_put(&copies->read_only, a->v.id, (void *)known);
    }
    return known == 2;
}

// The object's one write is a block copy that brings all that is read, and some of that is at
// run-time offsets or may become so (by-value arguments; copies of constant memory). Fills
// copies->copy and copies->reads.
static bool is_mere_copy(Copies *copies) {
    Sroa *sroa = copies->s;
    const SroaAccess *write = NULL;
    bool variable = false, copied = false;
    copies->reads.n = 0;
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (x->flags & SROA_FIXED || ir_op(x->i, x->op)->type->as != IR_AS_GENERIC) return false;
        if (x->flags & SROA_WRITE) {
            bool only_writes = x->flags & SROA_BLOCK && !(x->flags & SROA_READ);
            if (write || !only_writes) return false;
            write = x;
        } else {
            bool block = (x->flags & SROA_BLOCK) != 0;
            variable |= (x->flags & SROA_KEEP) != 0;
            copied |= block;
            vec_push(sroa->a, &copies->reads, x->i);
        }
    }
    if (!write || ir_intrin_of(write->i) == IR_I_memset) return false;
    if (!variable && !(copied && is_constant(copies, ir_op(write->i, 1)))) return false;
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (x->begin < write->begin || x->end > write->end) return false;
    }
    copies->copy = write->i;
    copies->begin = write->begin;
    return true;
}

// ---- is the source the same at every read? ----

static bool changes(const IrInst *inst, AnLoc source) {
    if (is_marker(inst)) return false; // they go, see below
    return ir_may_write(inst) && an_modref(inst, source) & AN_MOD;
}

// Looks at the instructions from `from` to the end of its block, or to the last read in it.
static bool is_clean(Copies *copies, IrInst *from, bool to_end, const Map *is_read, AnLoc source) {
    IrInst *last = NULL;
    for (IrInst *x = from; x && !to_end; x = x->next) {
        if (map_get(is_read, x->v.id)) last = x;
    }
    for (; from && (to_end || last); from = from->next) {
        if (copies->budget == 0) return false;
        copies->budget--;
        if (from == last && !to_end) return true;
        if (changes(from, source)) return false;
    }
    return true;
}

static bool is_unchanged(Copies *copies, AnLoc source) {
    Sroa *sroa = copies->s;
    AnBlockVec work = {0};
    Map is_read, state; // state by block: 1 has reads, 2 also looked through to its end
    map_init(&is_read, sroa->a);
    map_init(&state, sroa->a);
    for (uint32_t k = 0; k < copies->reads.n; k++) {
        IrBlock *bb = copies->reads.at[k]->block;
        bool copies_back =
            ir_intrin_of(copies->reads.at[k]) && changes(copies->reads.at[k], source);
        if (copies_back) return false;
        map_put(&is_read, copies->reads.at[k]->v.id, copies->reads.at[k]);
        void **slot = map_slot(&state, bb->v.id);
        if (!*slot) vec_push(sroa->a, &work, bb);
        *slot = (void *)1;
    }
    for (uint32_t k = 0; k < work.n; k++) { // grows: backwards up to the copy
        IrBlock *bb = work.at[k];
        if (bb == copies->copy->block) continue;
        IR_FOREACH_PRED(u, bb) {
            void **slot = map_slot(&state, u->user->block->v.id);
            if (!*slot) vec_push(sroa->a, &work, u->user->block);
            *slot = (void *)2;
        }
    }
    for (uint32_t k = 0; k < work.n; k++) {
        IrBlock *bb = work.at[k];
        IrInst *from = bb == copies->copy->block ? copies->copy->next : bb->first;
        bool through = (uintptr_t)map_get(&state, bb->v.id) == 2;
        if (!is_clean(copies, from, through, &is_read, source)) return false;
    }
    return true;
}

// ---- replacing ----

static bool dominates_reads(Copies *copies) {
    const AnDom *d = an_dom(copies->s->pc->an);
    for (uint32_t k = 0; k < copies->reads.n; k++) {
        if (!an_dominates_inst(d, copies->copy, copies->reads.at[k])) return false;
    }
    return true;
}

static bool dominates_users(Copies *copies) {
    const AnDom *d = an_dom(copies->s->pc->an);
    IR_FOREACH_USE(u, &copies->s->al->v) {
        bool gone = u->user == copies->copy || is_marker(u->user);
        if (!gone && !an_dominates_inst(d, copies->copy, u->user)) return false;
    }
    return true;
}

static void erase_markers(Sroa *sroa, IrValue *object) {
    IR_FOREACH_USE_SAFE(u, object) {
        if (is_marker(u->user)) ir_erase(u->user);
    }
}

// The source's address where all users of the object can have it, or NULL: constants, arguments and
// other objects at the object's own place, anything else at the copy.
static IrValue *source_address(Copies *copies) {
    IrInst *al = copies->s->al, *from;
    int64_t off;
    IrValue *src = ir_op(copies->copy, 1), *base = ir_strip_ptr(src, &off);
    IrBuilder builder = ir_builder_at(al);
    copies->from = from = ir_as_op(base, IR_ALLOCA);
    if (from) {
        if (from->block != al->block || !ir_is_const(ir_op(from, 0))) return NULL;
        if (!an_comes_before(from, al)) ir_move_before(from, al);
        erase_markers(copies->s, base);
    } else if (ir_as_inst(base)) {
        if (!dominates_users(copies)) return NULL;
        base = src;
        off = 0;
        builder = ir_builder_at(copies->copy);
    }
    off -= (int64_t)copies->begin;
    IrValue *p = ir_ptradd_c(&builder, base, off, copies->begin ? 0 : IR_INBOUNDS);
    return p->type == al->v.type ? p : ir_addrspacecast(&builder, p, al->v.type);
}

// The accesses are the source's now: its alignment, and nothing that metadata said of the object.
static void lower_alignment(Copies *copies, uint32_t align) {
    Sroa *sroa = copies->s;
    align = CU_MIN(align, sroa->al->align);
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (x->i->v.op == IR_LOAD) {
            x->i->align = CU_MIN(x->i->align, align);
            x->i->md = NULL;
        } else if (x->i != copies->copy && ir_intrin_of(x->i)) {
            IrAttrList *l = &x->i->call->attrs;
            uint64_t was = ir_attr_int(ir_attrs_get(l, (int)x->op), IR_ATTR_ALIGN, 1);
            ir_attrs_set(sroa->m, l, (int)x->op,
                         ir_attr_add_int(sroa->m, NULL, IR_ATTR_ALIGN, CU_MIN(was, align)));
        }
    }
}

// By-value arguments are read with the alignment that the call promises.
static bool is_aligned_for_calls(Copies *copies, uint32_t align) {
    VEC_FOREACH (SroaAccess, x, &copies->s->acc) {
        if (x->i->v.op != IR_CALL || ir_intrin_of(x->i)) continue;
        const IrAttrSet *at = ir_attrs_get(&x->i->call->attrs, (int)x->op);
        if (ir_attr_int(at, IR_ATTR_ALIGN, ir_attr_type(at, IR_ATTR_BYVAL)->align) > align) {
            return false;
        }
    }
    return true;
}

static bool forward(Copies *copies) {
    Sroa *sroa = copies->s;
    bool followed = opt_sroa_collect(sroa) && !sroa->compared && !sroa->cast && !sroa->own.n;
    if (!followed || sroa->dead.n || sroa->moves.n) return false;
    if (sroa->al->v.type->as != IR_AS_GENERIC || !is_mere_copy(copies) || !dominates_reads(copies))
        return false;
    IrValue *src = ir_op(copies->copy, 1);
    AnLoc loc = {src, ir_uval(ir_as_cint(ir_op(copies->copy, 2)))};
    if (!is_constant(copies, src) && !is_unchanged(copies, loc)) return false;

    uint64_t said = ir_attr_int(ir_attrs_get(&copies->copy->call->attrs, 1), IR_ATTR_ALIGN, 1);
    uint32_t align = opt_sroa_align_at((uint32_t)CU_MAX(said, an_alignment(src)), copies->begin);
    if (!is_aligned_for_calls(copies, align)) return false;
    IrValue *p = source_address(copies);
    if (!p) return false;
    lower_alignment(copies, align);
    ir_erase(copies->copy);
    erase_markers(sroa, &sroa->al->v);
    ir_replace_erase(sroa->al, p);
    return true;
}

static bool has_copy(const IrInst *al) {
    IR_FOREACH_USE(u, &al->v) {
        if (is_copy_to(u)) return true;
    }
    return false;
}

bool opt_sroa_copies(Sroa *sroa) {
    Copies copies = {.s = sroa};
    SroaInsts work = {0};
    for (uint32_t k = 0; k < sroa->late.n; k++) {
        if (has_copy(sroa->late.at[k])) vec_push(sroa->a, &work, sroa->late.at[k]);
    }
    if (!work.n) return false;
    copies.budget = 16 * ir_func_size(sroa->f) + (1 << 12);
    map_init(&copies.read_only, sroa->a);

    bool changed = false;
    while (work.n) { // the last first: copies of copies
        sroa->al = vec_pop(&work);
        sroa->size = opt_sroa_object_size(sroa->al);
        if (sroa_is_erased(sroa->al) || !sroa->size || !has_copy(sroa->al)) continue;
        if (!forward(&copies)) continue;
        changed = true;
        if (copies.from) vec_push(sroa->a, &work, copies.from);
    }
    return changed;
}
