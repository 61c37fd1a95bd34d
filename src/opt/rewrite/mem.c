// SPDX-License-Identifier: Apache-2.0
// Rules of addresses and memory (mem.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

enum { GEP_FLAGS = IR_INBOUNDS | IR_NUSW | IR_NUW };

static bool is_byte_gep(const IrInst *inst) {
    return inst->nops == 2 && ir_ty_is_i(inst->aty, 8);
}

static IrValue *gep_gep(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    int64_t a, b, sum;
    IrInst *in = (IrInst *)value;
    if (inst->v.type->kind != IR_TY_PTR || in->v.type->kind != IR_TY_PTR) return NULL;
    if (!ir_gep_const_offset(in, &a) || !ir_gep_const_offset(inst, &b)) return NULL;
    if (__builtin_add_overflow(a, b, &sum)) return NULL;
    uint16_t f = inst->v.flags & in->v.flags & GEP_FLAGS;
    // inbounds of the parts puts the whole between the same bounds
    return ir_ptradd_c(&rw->b, ir_op(in, 0), sum, f);
}

static IrValue *gep_const(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    int64_t off;
    if (is_byte_gep(inst) || inst->v.type->kind != IR_TY_PTR || value->type->kind != IR_TY_PTR)
        return NULL;
    if (!ir_gep_const_offset(inst, &off)) return NULL;
    return ir_ptradd_c(&rw->b, value, off, inst->v.flags & GEP_FLAGS);
}

static IrValue *gep_array(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (inst->nops < 3 || !ir_is_zero(y) || inst->aty->kind != IR_TY_ARRAY) return NULL;
    if (inst->v.type->kind != IR_TY_PTR) return NULL;
    IrInst *g = ir_inst_clone(rw->f, inst);
    ir_remove_ops(g, 1, 1);
    g->aty = inst->aty->elem;
    ir_insert_before(g, inst);
    return &g->v;
}

// Addresses of 32 bits take the low halves of indices (LangRef, getelementptr: truncated to the
// width of the index type); extensions to 64 bits then have no use.
static IrValue *gep_short(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool changed = false;
    if (value->type->kind != IR_TY_PTR || value->type->bits != 32 ||
        inst->v.type->kind != IR_TY_PTR)
        return NULL;
    for (uint32_t k = 1; k < inst->nops; k++) {
        IrValue *index = ir_op(inst, k);
        if (!ir_ty_is_i(index->type, 64) || ir_is_const(index)) continue;
        ir_set_op(inst, k, ir_trunc(&rw->b, index, rw->m->ty_i32));
        changed = true;
    }
    return changed ? &inst->v : NULL;
}

static IrValue *load_const(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    int64_t off;
    if ((inst->v.flags & IR_VOLATILE) || inst->order) return NULL;
    IrGlobal *g = opt_constant_variable(value, &off);
    if (!g || off < 0) return NULL;
    IrConst *c = ir_fold_load(rw->m, g->init, (uint64_t)off, inst->v.type);
    return c ? &c->v : NULL;
}

static IrValue *store_bitcast(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrType *from = rw_arg(value, 0)->type;
    bool good = (ir_ty_is_int(from) && (from->bits == 32 || from->bits == 64)) ||
                from->kind == IR_TY_FLOAT || from->kind == IR_TY_DOUBLE;
    if (!good || inst->order) return NULL;
    ir_set_op(inst, 0, rw_arg(value, 0));
    return &inst->v;
}

// ---- local copies of constants ----

typedef struct {
    IrInst *copy; // the one memcpy into the object
    uint32_t uses;
} Reads;

// Only loads, addresses, lifetime marks, and one copy into its very beginning?
static bool only_read(Reads *reads, const IrInst *inst, bool start) {
    IR_FOREACH_USE(u, &inst->v) {
        IrInst *insn = u->user;
        if (++reads->uses > 256) return false;
        switch (insn->v.op) {
        case IR_LOAD:
            if ((insn->v.flags & IR_VOLATILE) || insn->order) return false;
            break;
        case IR_GEP: {
            int64_t off;
            bool same = start && ir_gep_const_offset(insn, &off) && off == 0;
            if (u != &insn->op[0] || reads->uses > 200 || !only_read(reads, insn, same))
                return false;
            break;
        }
        case IR_CALL: {
            uint32_t id = ir_intrin_of(insn);
            if (id == IR_I_lifetime_start || id == IR_I_lifetime_end) break;
            if (id != IR_I_memcpy || ir_use_index(u) != 0 || reads->copy || !start) return false;
            reads->copy = insn;
            break;
        }
        default: return false;
        }
    }
    return true;
}

// Loads before the copy read undefined memory, so the order of copy and loads does not matter.
static IrValue *alloca_copy(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    Reads reads = {0};
    int64_t off;
    if (!ir_is_int(value, 1) || inst->v.type->as || !only_read(&reads, inst, true) || !reads.copy)
        return NULL;
    IrGlobal *global = opt_constant_variable(ir_op(reads.copy, 1), &off);
    IrConst *constant = rw_cint(ir_op(reads.copy, 2));
    if (!global || off != 0 || !constant || constant->bits < inst->aty->store_size ||
        !ir_is_zero(ir_op(reads.copy, 3))) {
        return NULL;
    }
    if (global->align < inst->align) return NULL; // loads rely on the copy's alignment
    IrConst *src = (IrConst *)global;
    if (global->v.type != inst->v.type) {
        src = ir_ccast(rw->m, IR_ADDRSPACECAST, src, inst->v.type);
    }
    ir_erase(reads.copy);
    return &src->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/mem.def"
};
const RwTable opt_rw_mem = {rows, CU_COUNT(rows)};
