// SPDX-License-Identifier: Apache-2.0
// Rules of addresses and memory (mem.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

enum { GEP_FLAGS = IR_INBOUNDS | IR_NUSW | IR_NUW };

static bool is_byte_gep(const IrInst *inst) {
    return inst->nops == 2 && ir_ty_is_i(inst->aty, 8);
}

static bool is_one_address(const IrInst *inst) { // no vector of them
    return ir_ty_is_ptr(inst->v.type);
}

static IrValue *gep_gep(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    int64_t a, b, sum;
    IrInst *in = (IrInst *)value;
    if (!is_one_address(inst) || !ir_ty_is_ptr(in->v.type)) return NULL;
    if (!ir_gep_const_offset(in, &a) || !ir_gep_const_offset(inst, &b)) return NULL;
    if (__builtin_add_overflow(a, b, &sum)) return NULL;
    uint16_t f = inst->v.flags & in->v.flags & GEP_FLAGS;
    // inbounds of the parts puts the whole between the same bounds
    return ir_ptradd_c(&rw->b, ir_op(in, 0), sum, f);
}

static IrValue *gep_const(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    int64_t off;
    if (is_byte_gep(inst) || !is_one_address(inst) || !ir_ty_is_ptr(value->type)) return NULL;
    if (!ir_gep_const_offset(inst, &off)) return NULL;
    return ir_ptradd_c(&rw->b, value, off, inst->v.flags & GEP_FLAGS);
}

static IrValue *gep_array(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool of_element = inst->nops >= 3 && inst->aty->kind == IR_TY_ARRAY;
    if (!of_element || !ir_is_zero(y) || !is_one_address(inst)) return NULL;
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
    if (!ir_ty_is_ptr(value->type) || !is_one_address(inst)) return NULL;
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
    if (!ir_is_plain(inst)) return NULL;
    IrGlobal *g = opt_constant_variable(value, &off);
    if (!g || off < 0) return NULL;
    IrConst *c = ir_fold_load(rw->m, g->init, (uint64_t)off, inst->v.type);
    return c ? &c->v : NULL;
}

static IrValue *store_bitcast(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrType *from = rw_arg(value, 0)->type;
    bool scalar = ir_ty_is_int(from) || is_any_of(from->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
    bool fits = is_any_of(from->bits, 32, 64);
    if (!scalar || !fits || inst->order) return NULL;
    ir_set_op(inst, 0, rw_arg(value, 0));
    return &inst->v;
}

// ---- local copies of constants ----

typedef struct {
    IrInst *copy; // the one memcpy into the object
    uint32_t uses;
} Reads;

enum { MOST_USES = 256, MOST_USES_BEFORE_AN_ADDRESS = 200 };

static bool only_read(Reads *reads, const IrInst *inst, bool start);

// An address made of the object's, `start` of its very beginning.
static bool address_only_read(Reads *reads, const IrInst *gep, const IrUse *use, bool start) {
    int64_t off;
    bool same = start && ir_gep_const_offset(gep, &off) && off == 0;
    bool few = reads->uses <= MOST_USES_BEFORE_AN_ADDRESS;
    return use == &gep->op[0] && few && only_read(reads, gep, same);
}

// A lifetime mark, or the one copy into the beginning.
static bool call_only_fills(Reads *reads, IrInst *call, const IrUse *use, bool start) {
    uint32_t id = ir_intrin_of(call);
    if (ir_is_lifetime(id)) return true;
    bool copies = id == IR_I_memcpy && ir_use_index(use) == 0;
    if (!copies || reads->copy || !start) return false;
    reads->copy = call;
    return true;
}

// Only loads, addresses, lifetime marks, and one copy into its very beginning?
static bool only_read(Reads *reads, const IrInst *inst, bool start) {
    IR_FOREACH_USE(use, &inst->v) {
        IrInst *user = use->user;
        bool good = false;
        if (++reads->uses > MOST_USES) return false;
        if (user->v.op == IR_LOAD) good = ir_is_plain(user);
        if (user->v.op == IR_GEP) good = address_only_read(reads, user, use, start);
        if (user->v.op == IR_CALL) good = call_only_fills(reads, user, use, start);
        if (!good) return false;
    }
    return true;
}

// The variable whose beginning the copy takes, at least `size` bytes of it; NULL: it is no
// constant.
static IrGlobal *copied_constant(const IrInst *copy, uint64_t size) {
    int64_t off;
    IrGlobal *global = opt_constant_variable(ir_op(copy, 1), &off);
    const IrConst *bytes = rw_cint(ir_op(copy, 2));
    if (!global || off != 0 || !bytes) return NULL;
    return bytes->bits >= size && ir_is_zero(ir_op(copy, 3)) ? global : NULL;
}

// Loads before the copy read undefined memory, so the order of copy and loads does not matter.
static IrValue *alloca_copy(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    Reads reads = {0};
    if (!ir_is_int(value, 1) || inst->v.type->as) return NULL;
    if (!only_read(&reads, inst, true) || !reads.copy) return NULL;
    IrGlobal *global = copied_constant(reads.copy, inst->aty->store_size);
    // loads rely on the copy's alignment
    if (!global || global->align < inst->align) return NULL;
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
