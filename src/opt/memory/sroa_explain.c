// SPDX-License-Identifier: Apache-2.0
// Why a local variable stays in memory: remarks of sroa, made only when somebody asks. It looks at
// what is left when sroa is done, whatever sroa's ways are: at the first use of the variable that
// no value can stand for, and names it and its place.
#include "opt/memory/sroa.h"

#include "ir/intrin_id.h"

typedef struct {
    const IrInst *at; // the use; NULL: none was found
    const char *why;  // NULL: the call of `callee`
    const IrFunc *callee;
} Obstacle;

static Obstacle of_call(const IrInst *call) {
    uint32_t id = ir_intrin_of(call);
    if (ir_is_lifetime(id)) return (Obstacle){0};
    if (ir_is_block_write(id)) {
        if (!ir_is_zero(ir_op(call, 3))) return (Obstacle){call, "an access is volatile", NULL};
        if (!ir_as_cint(ir_op(call, 2)))
            return (Obstacle){call, "the size of a copy is not constant", NULL};
        return (Obstacle){0};
    }
    const IrFunc *callee = ir_called(call);
    if (callee) return (Obstacle){call, NULL, callee};
    return (Obstacle){call, "its address goes to a function that is not known", NULL};
}

// Of one use of an address; what only gives another address is no obstacle.
static Obstacle of_use(const IrUse *use) {
    const IrInst *inst = use->user;
    int64_t off;
    IrOp op = inst->v.op;
    if (op == IR_CALL) return of_call(inst);
    if (op == IR_STORE && use == &inst->op[0])
        return (Obstacle){inst, "its address is stored", NULL};
    bool fixed = op == IR_GEP && ir_gep_const_offset((IrInst *)inst, &off);
    if (fixed || ir_is_plain(inst) || is_any_of(op, IR_BITCAST, IR_ADDRSPACECAST))
        return (Obstacle){0};
    const char *why = "its address is used as a value";
    if (ir_is_load_or_store(inst)) why = "an access is volatile";
    if (op == IR_GEP) why = "an index is not constant";
    if (is_any_of(op, IR_PHI, IR_SELECT)) why = "its address is one of several";
    return (Obstacle){inst, why, NULL};
}

static Obstacle find_obstacle(IrInst *alloca, Arena *arena) {
    static const bool gives_address[IR_NOPS] = {
        [IR_GEP] = true, [IR_BITCAST] = true, [IR_ADDRSPACECAST] = true};
    VEC(IrValue *) work = {0};
    vec_push(arena, &work, &alloca->v);
    while (work.n) {
        IrValue *address = vec_pop(&work);
        IR_FOREACH_USE(use, address) {
            IrInst *i = use->user;
            Obstacle found = of_use(use);
            if (found.at) return found;
            if (gives_address[i->v.op]) vec_push(arena, &work, &i->v);
        }
    }
    return (Obstacle){alloca, "its accesses do not fit together", NULL};
}

void opt_sroa_explain(PassCtx *pc, IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_ALLOCA) continue;
            Obstacle found = find_obstacle(i, pc->tmp);
            if (!ir_as_cint(ir_op(i, 0))) found = (Obstacle){i, "its size is not constant", NULL};
            const char *name = i->v.name ? atom_str(pc->ctx, i->v.name) : "a variable";
            unsigned long long size = i->aty->size;
            if (found.callee)
                opt_remark(pc, sroa_memory_call, found.at, name, size, found.callee->g.v.name);
            else
                opt_remark(pc, sroa_memory, found.at, name, size, found.why);
        }
    }
}
