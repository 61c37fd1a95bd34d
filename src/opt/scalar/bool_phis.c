// SPDX-License-Identifier: Apache-2.0
// bool-phis: phis and selections whose values are 0 and 1, kept in registers of integers, become
// predicates.
//
//     h: %hit = phi i8 [ 1, %pre ], [ %z, %h ]     h: %hit = phi i1 [ true, %pre ], [ %c, %h ]
//        %t = trunc i8 %hit to i1             =>      use i1 %hit
//        %z = zext i1 %c to i8
//
// That is what a `bool` of the source is once it lives in a register: a byte. Whatever asks for the
// bit asks for the predicate; other uses extend it. Webs of phis and selections are taken to fit at
// first; one goes out when something else than 0, 1, an extended bit or one of the web comes in.
//
// Refused: webs that would be extended more often than they are bits today (by loop depth), and
// webs in blocks with several predicates alive (there are seven).
#include "opt/common/common.h"

enum { ROUNDS = 16, PREDICATES = 4, DEPTH_WEIGHT = 3, DEPTH_MOST = 4 };

typedef struct Member {
    IrInst *inst;
    IrValue *bit;  // made in its place
    uint32_t root; // of its web
    bool out;
    int64_t gain; // of a root: instructions saved, those of loops weigh more
} Member;

typedef struct Bools {
    PassCtx *pc;
    IrModule *m;
    const AnLoops *loops;
    VEC(Member) member;
    Map of; // instruction -> member + 1
} Bools;

static Member *member_of(const Bools *bools, const IrValue *value) {
    uintptr_t n = (uintptr_t)map_get(&bools->of, (uintptr_t)value);
    return n ? &bools->member.at[n - 1] : NULL;
}

static bool may_hold_bool(const IrInst *inst) {
    bool merges = is_any_of(inst->v.op, IR_PHI, IR_SELECT);
    const IrType *type = inst->v.type;
    bool number = type->kind == IR_TY_INT && type->bits > 1 && type->bits <= 64;
    if (!merges || !number) return false;
    return inst->v.op == IR_PHI || ir_ty_is_i(ir_op(inst, 0)->type, 1);
}

static uint32_t source_count(const IrInst *inst) {
    return inst->v.op == IR_PHI ? ir_phi_n(inst) : 2;
}

static IrValue *source(const IrInst *inst, uint32_t k) {
    return inst->v.op == IR_PHI ? ir_phi_value(inst, k) : ir_op(inst, k + 1);
}

// An extended bit: the bit; NULL.
static IrValue *bit_of(const IrValue *value) {
    IrInst *zext = ir_as_op(value, IR_ZEXT);
    return zext && ir_ty_is_i(ir_op(zext, 0)->type, 1) ? ir_op(zext, 0) : NULL;
}

static bool is_zero_or_one(const IrValue *value) {
    return ir_is_int(value, 0) || ir_is_int(value, 1);
}

// ---- which --------------------------------------------------------------------------------------

static bool fits(const Bools *bools, const IrInst *merge) {
    for (uint32_t k = 0; k < source_count(merge); k++) {
        const IrValue *value = source(merge, k);
        const Member *from = member_of(bools, value);
        if (is_zero_or_one(value) || bit_of(value) || (from && !from->out)) continue;
        return false;
    }
    return true;
}

static uint32_t root_of(const Bools *bools, uint32_t k) {
    while (bools->member.at[k].root != k) k = bools->member.at[k].root;
    return k;
}

static void join_webs(const Bools *bools) {
    for (uint32_t k = 0; k < bools->member.n; k++) {
        const Member *member = &bools->member.at[k];
        for (uint32_t i = 0; !member->out && i < source_count(member->inst); i++) {
            const Member *from = member_of(bools, source(member->inst, i));
            if (!from || from->out) continue;
            uint32_t x = root_of(bools, k), y = root_of(bools, (uint32_t)(from - bools->member.at));
            bools->member.at[x].root = y;
        }
    }
}

// False: after so many rounds some still went out, because others did.
static bool find_members(Bools *bools, IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(inst, bb) {
            if (!may_hold_bool(inst)) continue;
            vec_push(bools->pc->tmp, &bools->member,
                     ((Member){.inst = inst, .root = bools->member.n}));
            map_put(&bools->of, (uintptr_t)inst, (void *)(uintptr_t)bools->member.n);
        }
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bool changed = false;
        VEC_FOREACH (Member, member, &bools->member) {
            if (member->out || fits(bools, member->inst)) continue;
            changed = member->out = true;
        }
        if (!changed) return true;
    }
    return false;
}

// ---- whether ------------------------------------------------------------------------------------

// The use asks for the bit: where a 0 or 1 becomes an i1.
static bool asks_for_bit(const IrInst *user) {
    if (user->v.op == IR_TRUNC) return ir_ty_is_i(user->v.type, 1);
    bool equality = user->v.op == IR_ICMP && is_any_of(user->pred, IR_EQ, IR_NE);
    return equality && is_zero_or_one(ir_op(user, 1));
}

static int64_t weight(const Bools *bools, const IrBlock *bb) {
    const AnLoop *loop = an_loop_of(bools->loops, bb);
    uint32_t depth = loop ? CU_MIN(loop->depth, (uint32_t)DEPTH_MOST) : 0;
    return (int64_t)1 << depth * DEPTH_WEIGHT;
}

static bool is_for_web(const Bools *bools, const IrValue *extended) {
    IR_FOREACH_USE(use, extended) {
        const Member *to = member_of(bools, &use->user->v);
        if (!to || to->out) return false;
    }
    return true;
}

// Bits that are extended for the web alone are not any more, what asks for a bit has it, all else
// extends it again.
static int64_t gain_of(const Bools *bools, const Member *member) {
    int64_t gain = 0;
    for (uint32_t k = 0; k < source_count(member->inst); k++) {
        const IrValue *value = source(member->inst, k);
        if (bit_of(value) && is_for_web(bools, value))
            gain += weight(bools, ir_as_inst(value)->block);
    }
    IR_FOREACH_USE(use, &member->inst->v) {
        const Member *to = member_of(bools, &use->user->v);
        if (to && !to->out) continue;
        int64_t here = weight(bools, use->user->block);
        gain += asks_for_bit(use->user) ? here : use->user->v.op == IR_ZEXT ? 0 : -here;
    }
    return gain;
}

static bool has_room(const Bools *bools, const IrInst *merge) {
    const AnPressure *pressure = an_pressure(bools->pc->an);
    return merge->block->v.id < pressure->nids &&
           pressure->most[merge->block->v.id].preds < PREDICATES;
}

static void weigh_webs(Bools *bools) {
    enum { NEVER = 1 << 20 };
    for (uint32_t k = 0; k < bools->member.n; k++) {
        Member *member = &bools->member.at[k], *root = &bools->member.at[root_of(bools, k)];
        if (member->out) continue;
        root->gain += gain_of(bools, member);
        if (!has_room(bools, member->inst)) root->gain -= NEVER;
    }
}

// ---- rewriting ----------------------------------------------------------------------------------

static IrValue *bit_for(const Bools *bools, IrValue *incoming) {
    const Member *member = member_of(bools, incoming);
    if (member && member->bit) return member->bit;
    IrValue *bit = bit_of(incoming);
    return bit ? bit : &ir_int(bools->m->ty_i1, ir_is_int(incoming, 1))->v;
}

static void make_bit(const Bools *bools, Member *member) {
    IrBuilder builder = ir_builder_at(member->inst);
    builder.no_fold = true;
    IrValue *any = &ir_int(bools->m->ty_i1, 0)->v;
    if (member->inst->v.op == IR_PHI)
        member->bit = &ir_phi(&builder, bools->m->ty_i1, ir_phi_n(member->inst))->v;
    else
        member->bit = ir_select(&builder, ir_op(member->inst, 0), any, any);
}

static void fill_bit(const Bools *bools, const Member *member) {
    IrInst *bit = ir_as_inst(member->bit), *inst = member->inst;
    for (uint32_t k = 0; k < source_count(inst); k++) {
        IrValue *value = bit_for(bools, source(inst, k));
        if (inst->v.op == IR_PHI)
            ir_phi_add(bit, value, ir_phi_block(inst, k));
        else
            ir_set_op(bit, k + 1, value);
    }
}

// Where the integer was, the bit stands extended; instcombine gives the bit to who asks for it.
static void replace(Member *member) {
    IrInst *at = member->inst;
    while (at->v.op == IR_PHI) at = at->next;
    IrBuilder builder = ir_builder_at(at);
    ir_replace_erase(member->inst, ir_zext(&builder, member->bit, member->inst->v.type));
}

OPT_FUNC_PASS(bool_phis);
bool opt_bool_phis(PassCtx *pc, IrFunc *fn) {
    Bools bools = {.pc = pc, .m = fn->g.m, .loops = an_loops(pc->an)};
    map_init(&bools.of, pc->tmp);
    if (!find_members(&bools, fn)) return false;
    join_webs(&bools);
    weigh_webs(&bools);
    bool changed = false;
    for (uint32_t k = 0; k < bools.member.n; k++) {
        Member *member = &bools.member.at[k];
        if (!member->out && bools.member.at[root_of(&bools, k)].gain <= 0) member->out = true;
        if (member->out) continue;
        make_bit(&bools, member);
        changed = true;
    }
    if (!changed) return false;
    VEC_FOREACH (const Member, member, &bools.member) {
        if (member->bit) fill_bit(&bools, member);
    }
    VEC_FOREACH (Member, member, &bools.member) {
        if (member->bit) replace(member);
    }
    return true;
}
