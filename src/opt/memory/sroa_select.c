// SPDX-License-Identifier: Apache-2.0
// A part of sroa: accesses through a choice between two local variables.
//
//     %p = select i1 %c, ptr %a, ptr %b        %x = load i32, ptr %a
//     %v = load i32, ptr %p              =>    %y = load i32, ptr %b
//                                              %v = select i1 %c, i32 %x, i32 %y
//
// A store goes to both, one after the other: each address that was not chosen gets what it holds at
// that moment. The two may be the same or overlap, so the second is read after the first is
// written. Local memory is the thread's own, so nobody sees that. `a > b ? a : b` of lvalues and
// `std::max` by reference are such. Refused: accesses that may be outside of one of the variables,
// volatile and atomic ones, whole aggregates, and pointers that go anywhere else.
//
// Where one of the two is no local variable (`std::min(local, kConstant)`), loads are split alone,
// if the other may be read whether it is chosen or not: a constant variable, a parameter by value,
// or what was read in front of the load already, as comparing the two does.
#include "opt/memory/sroa.h"

enum { MAX_SELECT_USES = 64, MAX_CHOICES = 8 };

typedef struct {
    IrInst *i;
    int64_t off; // from the chosen address
    uint32_t align;
} SelectAccess;

typedef struct {
    PassCtx *pc;
    SroaChoices all; // what the address may be
    VEC(SelectAccess) acc;
    VEC(IrInst *) drop; // address computations on the way, users last
} Through;

bool opt_sroa_choices(Arena *arena, IrValue *v, SroaChoices *out) {
    typedef struct {
        IrValue *v;
        int64_t off;
    } At;
    VEC(At) work = {0};
    vec_push(arena, &work, ((At){v, 0}));
    for (uint32_t k = 0; k < work.n; k++) {
        int64_t more;
        IrValue *base = ir_strip_ptr(work.at[k].v, &more);
        int64_t off = (int64_t)((uint64_t)work.at[k].off + (uint64_t)more);
        IrInst *inst = ir_as_inst(base);
        bool seen = false, phi = inst && inst->v.op == IR_PHI;
        if (inst && (phi || inst->v.op == IR_SELECT)) {
            for (uint32_t j = 0; j < out->merge.n && !seen; j++) {
                seen = out->merge.at[j] == inst;
                if (seen && out->off.at[j] != off) return false; // walks on in a loop
            }
            if (seen) continue;
            if (out->merge.n == MAX_CHOICES) return false;
            vec_push(arena, &out->merge, inst);
            vec_push(arena, &out->off, off);
            for (uint32_t j = phi ? 0 : 1; j < inst->nops; j += phi ? 2 : 1) {
                vec_push(arena, &work, ((At){ir_op(inst, j), off}));
            }
            continue;
        }
        if (ir_is_undef(base)) continue;
        if (!inst || inst->v.op != IR_ALLOCA || !ir_is_int(ir_op(inst, 0), 1)) return false;
        for (uint32_t j = 0; j < out->object.n && !seen; j++) {
            seen = out->object.at[j] == inst && out->at.at[j] == off;
        }
        if (seen) continue;
        if (out->object.n == MAX_CHOICES) return false;
        vec_push(arena, &out->object, inst);
        vec_push(arena, &out->at, off);
    }
    return out->object.n > 0;
}

bool opt_sroa_in_bounds(const SroaChoices *choices, int64_t off, uint64_t size, uint32_t *align) {
    for (uint32_t k = 0; k < choices->object.n; k++) {
        const IrInst *al = choices->object.at[k];
        int64_t at = (int64_t)((uint64_t)off + (uint64_t)choices->at.at[k]);
        if (at < 0 || (uint64_t)at > al->aty->size) return false;
        if (size > al->aty->size - (uint64_t)at) return false;
        *align = CU_MIN(*align, opt_sroa_align_at(al->align, (uint64_t)at));
    }
    return true;
}

static IrType *accessed_type(const IrUse *use) { // NULL: not an access that can be split
    IrInst *i = use->user;
    if ((i->v.flags & IR_VOLATILE) || i->order) return NULL;
    IrType *t = NULL;
    if (i->v.op == IR_LOAD) t = i->v.type;
    if (i->v.op == IR_STORE && use == &i->op[1]) t = ir_op(i, 0)->type;
    return t && !ir_ty_is_agg(t) ? t : NULL;
}

static bool collect_uses(Through *through, IrInst *sel, IrValue *address, int64_t off) {
    IR_FOREACH_USE(u, address) {
        IrInst *inst = u->user;
        IrType *type = accessed_type(u);
        int64_t o = 0;
        if (type) {
            uint32_t align = inst->align;
            if (through->acc.n == MAX_SELECT_USES ||
                !opt_sroa_in_bounds(&through->all, off, type->store_size, &align))
                return false;
            vec_push(through->pc->tmp, &through->acc, ((SelectAccess){inst, off, align}));
        } else if (is_any_of(inst->v.op, IR_ADDRSPACECAST, IR_BITCAST) ||
                   (inst->v.op == IR_GEP && ir_gep_const_offset(inst, &o))) {
            vec_push(through->pc->tmp, &through->drop, inst);
            if (through->drop.n > MAX_SELECT_USES || !collect_uses(through, sel, &inst->v, off + o))
                return false;
        } else {
            return false;
        }
    }
    return true;
}

// What is not chosen is written back as it was, all bits of its bytes: an i1 over a byte of another
// type would lose seven.
static IrValue *as_bytes(IrBuilder *builder, IrModule *module, IrValue *stored) {
    IrType *t = stored->type;
    uint32_t bits = (uint32_t)ir_ty_bits(t), bytes = (uint32_t)t->store_size * 8;
    if (bits == bytes) return stored;
    if (t->kind == IR_TY_VECTOR) stored = ir_bitcast(builder, stored, ir_ty_int(module, bits));
    return ir_zext(builder, stored, ir_ty_int(module, bytes));
}

static void split_access(IrInst *sel, SelectAccess select_access) {
    IrBuilder builder = ir_builder_at(select_access.i);
    IrValue *value = ir_op(sel, 0), *p[2], *old[2];
    for (uint32_t k = 0; k < 2; k++) {
        p[k] = ir_op(sel, k + 1);
        if (select_access.off) p[k] = ir_ptradd_c(&builder, p[k], select_access.off, IR_INBOUNDS);
    }

    if (select_access.i->v.op == IR_LOAD) {
        for (uint32_t k = 0; k < 2; k++)
            old[k] = &ir_load(&builder, select_access.i->v.type, p[k], select_access.align)->v;
        ir_replace_erase(select_access.i, ir_select(&builder, value, old[0], old[1]));
        return;
    }
    IrValue *v = as_bytes(&builder, builder.m, ir_op(select_access.i, 0));
    for (uint32_t k = 0; k < 2; k++) {
        old[k] = &ir_load(&builder, v->type, p[k], select_access.align)->v;
        ir_store(&builder,
                 k == 0 ? ir_select(&builder, value, v, old[k])
                        : ir_select(&builder, value, old[k], v),
                 p[k], select_access.align);
    }
    ir_erase(select_access.i);
}

static bool split_select(PassCtx *pc, IrInst *sel) {
    Through t = {.pc = pc};
    if (!ir_has_uses(&sel->v) || ir_ty_is_vec(ir_op(sel, 0)->type)) return false;
    if (!opt_sroa_choices(pc->tmp, &sel->v, &t.all)) return false;
    if (!collect_uses(&t, sel, &sel->v, 0)) return false;
    for (uint32_t k = 0; k < t.acc.n; k++) split_access(sel, t.acc.at[k]);
    for (uint32_t k = t.drop.n; k-- > 0;) ir_erase(t.drop.at[k]);
    ir_erase(sel);
    return true;
}

// ---- a local variable or another object ---------------------------------------------------------

enum { LOOK_BACK = 64, CHOICE_DEPTH = 4 };

// The bytes of an object that can be read at any time; 0: it is not known to be one.
static uint64_t readable_size(const IrValue *object) {
    const IrInst *local = ir_as_op(object, IR_ALLOCA);
    if (local) return ir_is_int(ir_op(local, 0), 1) ? local->aty->size : 0;
    const IrGlobal *var = ir_as_var(object);
    if (var && !var->constant) return 0; // others may write it, and checkers look at who reads
    if (var) return var->init && var->linkage != IR_EXTERN_WEAK ? var->vty->size : 0;
    const IrArg *arg = ir_as_arg(object);
    if (!arg) return 0;
    const IrType *by = ir_attr_type(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_BYVAL);
    return by ? by->size : 0;
}

// An access through the very pointer in front of the load in its block, with nothing between that
// may free the memory or lets others write it.
static bool was_accessed(const IrInst *load, const IrValue *pointer) {
    const IrInst *at = load->prev;
    for (uint32_t k = 0; at && k < LOOK_BACK; k++, at = at->prev) {
        bool plain = ir_is_load_or_store(at) && ir_is_plain(at);
        if (!plain && ir_has_effect(at)) return false;
        if (!plain) continue;
        AnLoc loc = an_loc(at);
        bool covers = loc.size >= load->v.type->store_size && at->align >= load->align;
        if (loc.ptr == pointer && covers) return true;
    }
    return false;
}

static bool may_read(const IrInst *load, IrValue *pointer, int depth) {
    int64_t off;
    const IrValue *object = ir_strip_ptr(pointer, &off);
    uint64_t size = readable_size(object), wanted = load->v.type->store_size;
    if (off >= 0 && (uint64_t)off <= size && wanted <= size - (uint64_t)off) {
        uint32_t known = an_alignment(pointer);
        return known >= load->align;
    }
    const IrInst *choice = ir_as_op(pointer, IR_SELECT);
    if (choice && depth < CHOICE_DEPTH && !ir_ty_is_vec(ir_op(choice, 0)->type))
        return may_read(load, ir_op(choice, 1), depth + 1) &&
               may_read(load, ir_op(choice, 2), depth + 1);
    return was_accessed(load, pointer);
}

// Some variable that can become a value when it is not chosen by its address.
static bool chooses_local(IrValue *pointer, int depth) {
    int64_t off;
    const IrInst *choice = ir_as_op(pointer, IR_SELECT);
    if (!choice) return ir_as_op(ir_strip_ptr(pointer, &off), IR_ALLOCA) != NULL;
    return depth < CHOICE_DEPTH && (chooses_local(ir_op(choice, 1), depth + 1) ||
                                    chooses_local(ir_op(choice, 2), depth + 1));
}

static bool split_loads(PassCtx *pc, IrInst *sel) {
    VEC(IrInst *) loads = {0};
    if (ir_ty_is_vec(ir_op(sel, 0)->type) || !chooses_local(&sel->v, 0)) return false;
    IR_FOREACH_USE(use, &sel->v) {
        IrInst *load = use->user;
        bool good = load->v.op == IR_LOAD && accessed_type(use) && may_read(load, &sel->v, 0);
        if (!good) return false; // the variable's address stays
        vec_push(pc->tmp, &loads, load);
    }
    for (uint32_t k = 0; k < loads.n; k++)
        split_access(sel, (SelectAccess){loads.at[k], 0, loads.at[k]->align});
    if (loads.n) ir_erase(sel);
    return loads.n > 0;
}

bool opt_sroa_selects(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    VEC(IrInst *) selects = {0};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_SELECT && ir_ty_is_ptr(i->v.type)) vec_push(pc->tmp, &selects, i);
        }
    }
    for (uint32_t k = selects.n; k-- > 0;)
        changed |= split_select(pc, selects.at[k]) || split_loads(pc, selects.at[k]);
    return changed;
}
