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

static IrValue *gep_gep(Rw *rw, IrInst *outer, IrValue *inner, IrValue *offset) {
    int64_t a, b, sum;
    IrInst *in = (IrInst *)inner;
    if (!is_one_address(outer) || !ir_ty_is_ptr(in->v.type)) return NULL;
    if (!ir_gep_const_offset(in, &a) || !ir_gep_const_offset(outer, &b)) return NULL;
    if (__builtin_add_overflow(a, b, &sum)) return NULL;
    uint16_t f = outer->v.flags & in->v.flags & GEP_FLAGS;
    // inbounds of the parts puts the whole between the same bounds
    return ir_ptradd_c(&rw->b, ir_op(in, 0), sum, f);
}

static IrValue *gep_const(Rw *rw, IrInst *address, IrValue *base, IrValue *offset) {
    int64_t off;
    if (is_byte_gep(address) || !is_one_address(address) || !ir_ty_is_ptr(base->type)) return NULL;
    if (!ir_gep_const_offset(address, &off)) return NULL;
    return ir_ptradd_c(&rw->b, base, off, address->v.flags & GEP_FLAGS);
}

static IrValue *gep_array(Rw *rw, IrInst *address, IrValue *base, IrValue *index) {
    bool of_element = address->nops >= 3 && address->aty->kind == IR_TY_ARRAY;
    if (!of_element || !ir_is_zero(index) || !is_one_address(address)) return NULL;
    IrInst *g = ir_inst_clone(rw->f, address);
    ir_remove_ops(g, 1, 1);
    g->aty = address->aty->elem;
    ir_insert_before(g, address);
    return &g->v;
}

// Addresses of 32 bits take the low halves of indices (LangRef, getelementptr: truncated to the
// width of the index type); extensions to 64 bits then have no use.
static IrValue *gep_short(Rw *rw, IrInst *address, IrValue *base, IrValue *first) {
    bool changed = false;
    if (!ir_ty_is_ptr(base->type) || !is_one_address(address)) return NULL;
    for (uint32_t k = 1; k < address->nops; k++) {
        IrValue *index = ir_op(address, k);
        if (!ir_ty_is_i(index->type, 64) || ir_is_const(index)) continue;
        ir_set_op(address, k, ir_trunc(&rw->b, index, rw->m->ty_i32));
        changed = true;
    }
    return changed ? &address->v : NULL;
}

static IrValue *load_const(Rw *rw, IrInst *load, IrValue *address, IrValue *none) {
    int64_t off;
    if (!ir_is_plain(load)) return NULL;
    IrGlobal *g = opt_constant_variable(address, &off);
    if (!g || off < 0) return NULL;
    IrConst *c = ir_fold_load(rw->m, g->init, (uint64_t)off, load->v.type);
    return c ? &c->v : NULL;
}

static IrValue *store_bitcast(Rw *rw, IrInst *store, IrValue *stored, IrValue *address) {
    IrType *from = rw_arg(stored, 0)->type;
    bool scalar = ir_ty_is_int(from) || is_any_of(from->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
    bool fits = is_any_of(from->bits, 32, 64);
    if (!scalar || !fits || store->order) return NULL;
    ir_set_op(store, 0, rw_arg(stored, 0));
    return &store->v;
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
static IrValue *alloca_copy(Rw *rw, IrInst *object, IrValue *count, IrValue *none) {
    Reads reads = {0};
    if (!ir_is_int(count, 1) || object->v.type->as) return NULL;
    if (!only_read(&reads, object, true) || !reads.copy) return NULL;
    IrGlobal *global = copied_constant(reads.copy, object->aty->store_size);
    // loads rely on the copy's alignment
    if (!global || global->align < object->align) return NULL;
    IrConst *src = (IrConst *)global;
    if (global->v.type != object->v.type) {
        src = ir_ccast(rw->m, IR_ADDRSPACECAST, src, object->v.type);
    }
    ir_erase(reads.copy);
    return &src->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/mem.def"
};
const RwTable opt_rw_mem = {rows, CU_COUNT(rows)};
