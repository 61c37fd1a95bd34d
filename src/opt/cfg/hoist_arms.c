// SPDX-License-Identifier: Apache-2.0
// simplifycfg, common code of both arms: what both arms of a branch do goes in front of it.
//
//     bb: br i1 %c, label %t, label %f            bb: %x = mul i32 %a, %a
//     t:  %x = mul i32 %a, %a                         br i1 %c, label %t, label %f
//         store i32 %x, ptr %p              =>    t:  store i32 %x, ptr %p
//     f:  %y = mul i32 %a, %a                     f:  store i32 %x, ptr %q
//         store i32 %y, ptr %q
//
// Either arm runs, so nothing runs that would not have run. It must be able to go past what stays
// in its arm: loads past what does not write, plain stores past what touches no memory, and what
// may trap past what comes back. Refused: convergent operations (other threads would join), calls
// with effects, atomics, volatile accesses, arms that have other ways in.
#include "opt/cfg/cfg.h"

// How many instructions of an arm are looked at, and how many of one kind are compared.
enum { WINDOW = 128, SAME_OP = 16 };

typedef struct {
    bool reads, writes, stops; // what stays behind in an arm before the place at hand
} Passed;

static void pass(Passed *p, const IrInst *inst) {
    p->reads |= ir_may_read(inst);
    p->writes |= ir_may_write(inst);
    p->stops |= inst->v.op == IR_CALL && (ir_has_effect(inst) || ir_is_convergent(inst));
}

static bool can_go_past(const IrInst *inst, const Passed *passed) {
    if (ir_is_load_or_store(inst) && !ir_is_plain(inst)) return false;
    bool unwritten = !passed->writes && !passed->stops;
    if (inst->v.op == IR_STORE) return unwritten && !passed->reads;
    if (inst->v.op == IR_LOAD) return unwritten;
    bool is_bound = is_any_of(inst->v.op, IR_PHI, IR_ALLOCA);
    if (is_bound || ir_is_convergent(inst)) return false;
    if (ir_is_speculatable(inst)) return true;
    bool pure = !ir_has_effect(inst) && !ir_may_read(inst) && !ir_may_write(inst);
    return pure && !passed->stops && ir_ops[inst->v.op].class == IRC_BINARY; // division
}

static bool same_operands(const IrInst *one, const IrInst *other) {
    for (uint32_t k = 0; k < one->nops; k++) {
        if (ir_op(one, k) != ir_op(other, k)) return false;
    }
    return true;
}

// The other arm's instruction that does the same and can go in front of that arm too.
static IrInst *partner(const IrInst *inst, IrBlock *other) {
    Passed passed = {0};
    uint32_t window = WINDOW, same = SAME_OP;
    IR_FOREACH_INST(j, other) {
        if (ir_is_term(j) || !window--) return NULL;
        if (j->v.op == inst->v.op) {
            bool found = opt_cfg_same_operation(inst, j) && same_operands(inst, j);
            if (found && can_go_past(j, &passed)) return j;
            if (!--same) return NULL;
        }
        pass(&passed, j);
    }
    return NULL;
}

// A block that only `from` leads to, and only once.
static bool is_arm(const Cfg *cfg, IrBlock *bb, const IrBlock *from) {
    bool only = ir_single_pred(bb) == from && bb != from;
    return only && !opt_cfg_is_header(cfg, bb) && bb->first->v.op != IR_PHI;
}

// Both arms have no other way in.
static bool have_arms(const Cfg *cfg, IrBlock *bb, IrBlock **t, IrBlock **f) {
    IrInst *term = opt_cfg_condbr(bb);
    if (!term) return false;
    *t = ir_succ(term, 0);
    *f = ir_succ(term, 1);
    return is_arm(cfg, *t, bb) && is_arm(cfg, *f, bb);
}

bool opt_cfg_hoist_arms(Cfg *cfg, IrBlock *bb) {
    IrBlock *block, *f;
    if (!have_arms(cfg, bb, &block, &f)) return false;
    bool changed = false;
    Passed passed = {0};
    uint32_t window = WINDOW;
    IR_FOREACH_INST_SAFE(i, block) {
        if (ir_is_term(i) || !window--) break;
        IrInst *inst = can_go_past(i, &passed) ? partner(i, f) : NULL;
        if (!inst) {
            pass(&passed, i);
            continue;
        }

        ir_move_before(i, ir_term(bb));
        opt_cfg_keep_common_promises(i, inst);
        if (inst->v.type->kind == IR_TY_VOID) {
            ir_erase(inst);
        } else {
            ir_replace_erase(inst, &i->v);
        }
        changed = true;
    }
    return changed;
}
