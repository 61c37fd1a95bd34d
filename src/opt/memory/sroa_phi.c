// SPDX-License-Identifier: Apache-2.0
// A part of sroa: accesses through phis of addresses of local variables.
//
// Loads in the phi's own block, before anything is written there, are done by its predecessors:
//
//     %p = phi ptr [ %a, %x ], [ %g, %y ]         x: %u = load i32, ptr %a
//     %v = load i32, ptr %p                =>     y: %w = load i32, ptr %g
//                                                 %v = phi i32 [ %u, %x ], [ %w, %y ]
//
// One of the addresses must be local, and each predecessor goes nowhere else (so that it loads only
// what was loaded before) unless its address is local and in bounds.
//
// Other phis whose addresses are all local, also those that lead back to each other (two buffers
// that change places), become numbers, and selects by them, which memory/sroa_select.c takes from
// there:
//
//     %p = phi ptr [ %a, %x ], [ %b, %y ]         %n = phi i32 [ 0, %x ], [ 1, %y ]
//     store i32 %v, ptr %p                 =>     %c = icmp eq i32 %n, 0
//                                                 %p = select i1 %c, ptr %a, ptr %b
//
// Refused there: more than MAX_WEB places or phis, accesses that may be out of bounds, volatile and
// atomic ones, addresses that go anywhere else or change on the way round a loop.
#include "opt/memory/sroa.h"

enum { MAX_WEB = 4, MAX_USES = 64 };

typedef struct {
    IrInst *i;
    int64_t off; // from the phi
} PhiLoad;
typedef VEC(PhiLoad) PhiLoads;

static bool is_address_step(const IrUse *use, int64_t *off) {
    const IrInst *i = use->user;
    *off = 0;
    if (use != &i->op[0]) return false;
    if (i->v.op == IR_GEP) return ir_gep_const_offset(i, off);
    return is_any_of(i->v.op, IR_BITCAST, IR_ADDRSPACECAST);
}

// ---- loads move to the predecessors ----

static bool is_local(IrValue *value) {
    int64_t off;
    return ir_as_op(ir_strip_ptr(value, &off), IR_ALLOCA) != NULL;
}

static bool collect_loads(Arena *arena, IrInst *phi, IrValue *address, int64_t off, PhiLoads *out) {
    IR_FOREACH_USE(u, address) {
        IrInst *i = u->user;
        int64_t more;
        if (i->v.op == IR_LOAD) {
            bool good = ir_is_plain(i) && !ir_ty_is_agg(i->v.type) && i->block == phi->block;
            if (!good || out->n == MAX_USES) return false;
            vec_push(arena, out, ((PhiLoad){i, off}));
        } else if (!is_address_step(u, &more) ||
                   !collect_loads(arena, phi, &i->v, off + more, out)) {
            return false;
        }
    }
    return true;
}

// Does nothing write memory between the phi and the loads?
static bool is_quiet(const IrInst *phi, const PhiLoads *loads) {
    uint32_t left = loads->n;
    for (const IrInst *i = ir_first_non_phi(phi->block); i && left; i = i->next) {
        for (uint32_t k = 0; k < loads->n; k++) left -= loads->at[k].i == i;
        if (left && (ir_may_write(i) || ir_is_convergent(i))) return false;
    }
    return left == 0;
}

static bool may_load(const IrInst *phi, uint32_t k, const PhiLoads *loads) {
    IrInst *inst = ir_term(ir_phi_block(phi, k));
    if (inst->v.op == IR_BR && ir_nsucc(inst) == 1) return true;
    int64_t at;
    IrInst *al = ir_as_op(ir_strip_ptr(ir_phi_value(phi, k), &at), IR_ALLOCA);
    uint64_t size = al && inst->v.op != IR_INVOKE ? opt_sroa_object_size(al) : 0;
    for (uint32_t j = 0; j < loads->n; j++) {
        int64_t off = at + loads->at[j].off;
        uint64_t n = loads->at[j].i->v.type->store_size;
        if (off < 0 || (uint64_t)off > size || n > size - (uint64_t)off) return false;
        if (loads->at[j].i->align > opt_sroa_align_at(al->align, (uint64_t)off)) return false;
    }
    return size != 0;
}

static IrValue *load_before(IrInst *phi, uint32_t k, const PhiLoad *l) {
    IrBuilder b = ir_builder_at(ir_term(ir_phi_block(phi, k)));
    IrValue *p = ir_phi_value(phi, k);
    IrType *t = ir_op(l->i, 0)->type;
    if (l->off) p = ir_ptradd_c(&b, p, l->off, 0);
    if (p->type != t) p = ir_addrspacecast(&b, p, t);
    return &ir_load(&b, l->i->v.type, p, l->i->align)->v;
}

static bool move_loads(Arena *arena, IrInst *phi) {
    PhiLoads loads = {0};
    bool any = false;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrValue *v = ir_phi_value(phi, k);
        any |= is_local(v);
        int64_t off;
        IrInst *other = ir_as_op(ir_strip_ptr(v, &off), IR_PHI);
        if (other && other->block == phi->block) return false; // round a loop
        for (uint32_t j = 0; j < k; j++) { // a switch's edges: one load for all would do
            if (ir_phi_block(phi, j) == ir_phi_block(phi, k)) return false;
        }
    }
    if (!any || !collect_loads(arena, phi, &phi->v, 0, &loads) || !loads.n) return false;
    if (!is_quiet(phi, &loads)) return false;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (!may_load(phi, k, &loads)) return false;
    }
    for (uint32_t j = 0; j < loads.n; j++) {
        IrBuilder b = ir_builder_at(phi);
        IrInst *v = ir_phi(&b, loads.at[j].i->v.type, ir_phi_n(phi));
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            ir_phi_add(v, load_before(phi, k, &loads.at[j]), ir_phi_block(phi, k));
        }
        IrValue *from = ir_op(loads.at[j].i, 0);
        ir_replace_erase(loads.at[j].i, &v->v);
        sroa_erase_dead(from);
    }
    return true;
}

// ---- phis become numbers ----

static bool is_in(const SroaInsts *v, const IrInst *wanted) {
    for (uint32_t k = 0; k < v->n; k++) {
        if (v->at[k] == wanted) return true;
    }
    return false;
}

// Are all uses accesses in bounds of every choice, or phis of the web?
static bool good_uses(const SroaChoices *choices, IrValue *address, int64_t off, uint32_t *left) {
    IR_FOREACH_USE(u, address) {
        IrInst *inst = u->user;
        int64_t more;
        uint32_t align = UINT32_MAX;
        IrType *type = inst->v.op == IR_LOAD ? inst->v.type : NULL;
        if (inst->v.op == IR_STORE && u == &inst->op[1]) type = ir_op(inst, 0)->type;
        if ((*left)-- == 0) return false;
        if (type) {
            if (!ir_is_plain(inst) || ir_ty_is_agg(type)) return false;
            if (!opt_sroa_in_bounds(choices, off, type->store_size, &align)) return false;
        } else if (inst->v.op == IR_PHI) {
            if (off != 0 || !is_in(&choices->merge, inst)) return false;
        } else if (!is_address_step(u, &more) || !good_uses(choices, &inst->v, off + more, left)) {
            return false;
        }
    }
    return true;
}

static bool is_web(const SroaChoices *choices, const IrFunc *fn) {
    if (choices->object.n > MAX_WEB || choices->merge.n > MAX_WEB) return false;
    for (uint32_t k = 0; k < choices->object.n; k++) {
        if (choices->object.at[k]->block != fn->first) return false;
    }
    uint32_t left = MAX_USES;
    for (uint32_t k = 0; k < choices->merge.n; k++) {
        IrInst *i = choices->merge.at[k];
        if (i->v.op != IR_PHI || choices->off.at[k] != 0) return false;
        if (!good_uses(choices, &i->v, 0, &left)) return false;
    }
    return true;
}

// The number of the choice that an operand of a phi is: a constant, or the phi of another's.
static IrValue *number_of(const SroaChoices *choices, IrInst *const *number, IrValue *incoming) {
    int64_t off;
    IrValue *base = ir_strip_ptr(incoming, &off);
    for (uint32_t k = 0; k < choices->merge.n; k++) {
        if (base == &choices->merge.at[k]->v) return &number[k]->v;
    }
    IrType *t = number[0]->v.type;
    for (uint32_t k = 0; k < choices->object.n; k++) {
        if (base == &choices->object.at[k]->v && off == choices->at.at[k]) return &ir_int(t, k)->v;
    }
    return &ir_undef(t->m, t)->v;
}

static void make_numbers(IrFunc *fn, const SroaChoices *choices) {
    IrModule *module = fn->g.m;
    IrInst *number[MAX_WEB];
    for (uint32_t k = 0; k < choices->merge.n; k++) {
        IrBuilder b = ir_builder_at(choices->merge.at[k]);
        number[k] = ir_phi(&b, module->ty_i32, ir_phi_n(choices->merge.at[k]));
    }
    for (uint32_t k = 0; k < choices->merge.n; k++) {
        IrInst *phi = choices->merge.at[k];
        for (uint32_t j = 0; j < ir_phi_n(phi); j++) {
            ir_phi_add(number[k], number_of(choices, number, ir_phi_value(phi, j)),
                       ir_phi_block(phi, j));
        }
    }
    for (uint32_t k = 0; k < choices->merge.n; k++) {
        IrInst *phi = choices->merge.at[k];
        IrBuilder b = ir_builder_at(ir_first_non_phi(phi->block));
        IrValue *p = NULL;
        for (uint32_t j = choices->object.n; j-- > 0;) {
            IrValue *q = ir_ptradd_c(&b, &choices->object.at[j]->v, choices->at.at[j], IR_INBOUNDS);
            if (q->type != phi->v.type) q = ir_addrspacecast(&b, q, phi->v.type);
            IrValue *is = ir_cmp(&b, IR_EQ, &number[k]->v, &ir_int(module->ty_i32, j)->v);
            p = p ? ir_select(&b, is, q, p) : q;
        }
        ir_replace_uses(&phi->v, p);
    }
    for (uint32_t k = 0; k < choices->merge.n; k++) ir_erase(choices->merge.at[k]);
}

bool opt_sroa_phis(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    SroaInsts phis = {0};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_PHI(i, bb) {
            if (ir_ty_is_ptr(i->v.type)) vec_push(pc->tmp, &phis, i);
        }
    }
    for (uint32_t k = 0; k < phis.n; k++) {
        IrInst *phi = phis.at[k];
        if (sroa_is_erased(phi) || !ir_has_uses(&phi->v)) continue;
        if (move_loads(pc->tmp, phi)) {
            changed = true;
            continue;
        }
        SroaChoices c = {0};
        if (!opt_sroa_choices(pc->tmp, &phi->v, &c) || !is_web(&c, fn)) continue;
        make_numbers(fn, &c);
        changed = true;
    }
    return changed;
}
