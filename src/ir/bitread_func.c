// SPDX-License-Identifier: Apache-2.0
// Function blocks of bitcode.
#include "ir/bitread_int.h"

// The next value id is `defined`'s. Forward references to the id were placeholders: their uses move
// over. False if their type was another one.
static bool define(Bc *bc, IrValue *defined, uint32_t tid, uint32_t ptee) {
    uint64_t id = bc->value.n;
    bc_push_value(bc, defined, tid, ptee);
    IrInst *ph = map_get(&bc->fwd, id + 1);
    if (!ph) return true;
    if (ph->v.type != defined->type)
        return bc_fail(bc, "forward reference of another type") != NULL;
    ir_replace_uses(&ph->v, defined);
    map_put(&bc->fwd, id + 1, NULL);
    return true;
}

// DECLAREBLOCKS comes first in a body. A block takes at least a byte of it, which bounds the
// number.
static bool declare_blocks(Bc *bc, uint64_t n) {
    if (n == 0 || n > (bc->b.end - bc->b.pos) / 4 || bc->nblocks) {
        return bc_fail(bc, "bad number of blocks") != NULL;
    }
    bc->block = arena_array(bc->a, IrBlock *, n);
    bc->nblocks = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++) {
        IrBlock *bb = map_get(&bc->block_ref, (uint64_t)bc->fn->g.v.id << 32 | i);
        if (bb) {
            ir_block_adopt(bc->fn, bb);
            bc->nblock_refs--;
        } else {
            bb = ir_block_new(bc->fn, 0);
        }
        bc->block[i] = bb;
    }
    bc->ib = ir_builder(bc->fn, bc->block[0]);
    return true;
}

// The debug intrinsic that was read becomes a record of the location behind it.
static void call_record(Bc *bc) {
    bc->has_record = false;
    bc_md_settle(bc, bc->record[0]);
    ir_record_read(bc->block[bc->cur], NULL, (IrRecordKind)bc->record_kind, bc->record[0],
                   bc->record[1], bc->record[2], bc->loc);
}

// DEBUG_LOC is for the instruction before it, DEBUG_LOC_AGAIN repeats the last one.
static bool location(Bc *bc, const Rec *r) {
    if (!bc->any) return bc_fail(bc, "position of no instruction") != NULL;
    if (r->code == FUN_DEBUG_LOC) {
        IrMd *scope = rec(r, 2) ? bc_md_known(bc, rec(r, 2) - 1) : NULL;
        IrMd *at = rec(r, 3) ? bc_md_known(bc, rec(r, 3) - 1) : NULL;
        if (bc->b.error) return false;
        bc->loc =
            scope ? ir_md_loc(bc->m, (uint32_t)rec(r, 0), (uint32_t)rec(r, 1), scope, at) : NULL;
    }
    if (bc->last) bc->last->dbg = bc->loc;
    if (bc->has_record) call_record(bc);
    return true;
}

// A record of the debug records' own form: location, variable, expression, then the value, as
// metadata or as it is; it stands before the instruction that was read last.
static bool debug_record(Bc *bc, const Rec *r) {
    if (r->code == FUN_DBG_LABEL) return true;
    if (!bc->last) return bc_fail(bc, "debug record of no instruction") != NULL;
    IrMd *loc = bc_md_known(bc, rec(r, 0)), *var = bc_md_known(bc, rec(r, 1)),
         *expr = bc_md_known(bc, rec(r, 2));
    IrMd simple = {.kind = IR_MD_VALUE}, *where = &simple;
    if (r->code == FUN_DBG_VALUE_SIMPLE) {
        BcIn in = {.r = r, .at = 3};
        simple.value = bc_typed(bc, &in);
    } else {
        where = bc_md_known(bc, rec(r, 3));
        bc_md_settle(bc, where);
    }
    if (bc->b.error) return false;
    IrRecordKind kind = r->code == FUN_DBG_DECLARE ? IR_RECORD_DECLARE : IR_RECORD_VALUE;
    ir_record_read(bc->last->block, bc->last, kind, where, var, expr, loc);
    return true;
}

// One record of the body. Attachments name instructions by their number, so that a dropped one is
// counted too (NULL in bc->insts).
static bool instruction(Bc *bc, const Rec *r) {
    BcIn in = {.r = r};
    switch (r->code) {
    case FUN_DECLAREBLOCKS: return declare_blocks(bc, rec(r, 0));
    case FUN_DEBUG_LOC:
    case FUN_DEBUG_LOC_AGAIN: return location(bc, r);
    case FUN_BUNDLE: return bc_bundle(bc, &in);
    case FUN_BLOCKADDR_USERS: return true; // tells what to read first
    default: break;
    }
    bc->has_record = false;
    if (r->code >= FUN_DBG_VALUE && r->code <= FUN_DBG_LABEL) return debug_record(bc, r);
    if (bc->cur >= bc->nblocks) return bc_fail(bc, "instruction behind the last block") != NULL;
    IrInst *inst = bc_instruction(bc, &in);
    if (bc->b.error) return false;
    bc->last = inst;
    if (in.dropped) {
        vec_push(bc->a, &bc->insts, NULL);
        bc->any = true;
        return true;
    }
    if (!inst) return bc_fail(bc, "bad instruction") != NULL;
    bc->any = true;
    vec_push(bc->a, &bc->insts, inst);
    if (inst->v.op == IR_BITCAST && inst->v.type == ir_op(inst, 0)->type) { // of the typed dialect
        IrValue *same = ir_op(inst, 0);
        bc->insts.at[bc->insts.n - 1] = bc->last = NULL; // nor its location or attachments
        ir_erase(inst);
        return define(bc, same, in.tid, 0);
    }
    if (inst->v.type->kind != IR_TY_VOID && !define(bc, &inst->v, in.tid, in.ptee)) return false;
    if (ir_is_term(inst) && ++bc->cur < bc->nblocks) ir_at_end(&bc->ib, bc->block[bc->cur]);
    return true;
}

// An entry of the function's symbol table: the name of a value or block.
static bool local_name(Bc *bc, const Rec *r) {
    uint64_t id = rec(r, 0);
    if (r->op.n < 2) return true;
    if (r->code == SYM_BLOCK) {
        if (id >= bc->nblocks) return bc_fail(bc, "name of a block that does not exist") != NULL;
        bc->block[id]->v.name = bc_text(bc, r, 1);
    } else if (r->code == SYM_ENTRY) {
        if (id >= bc->value.n) return bc_fail(bc, "name of a value that does not exist") != NULL;
        IrValue *v = bc->value.at[id].value;
        if (v && v->kind <= IR_V_INST && !v->name) v->name = bc_text(bc, r, 1);
    }
    return true;
}

// The blocks inside a function block.
static bool inner_block(Bc *bc, uint32_t id) {
    switch (id) {
    case BLK_CONSTANTS: return bc_constants(bc);
    case BLK_METADATA: return bc_metadata(bc);
    case BLK_ATTACHMENT: return bc_attachments(bc);
    case BLK_SYMBOLS:
        if (bc->names) return bc_each(bc, id, local_name);
        bits_skip(&bc->b);
        return !bc->b.error;
    default: bits_skip(&bc->b); return !bc->b.error; // use-list orders
    }
}

// The whole body; false after bc_fail.
static bool items(Bc *bc) {
    Rec rec = {0};
    int k;
    while ((k = bits_next(&bc->b, &rec)) != BITS_END) {
        if (!(k == BITS_BLOCK ? inner_block(bc, rec.code) : instruction(bc, &rec))) return false;
    }
    if (bc->b.error) return false;
    if (bc->cur != bc->nblocks || !bc->nblocks) return bc_fail(bc, "unfinished function") != NULL;
    // every placeholder must have met its definition
    MAP_FOREACH (e, &bc->fwd) {
        if (e->val) return bc_fail(bc, "value that is never defined") != NULL;
    }
    return true;
}

// The function's values and metadata are appended to those of the module and dropped after it.
bool bc_function(Bc *bc, IrFunc *fn) {
    BlockMark mark;
    uint32_t nglobal = bc->value.n, nmd = bc->md.n;
    if (!bits_enter(&bc->b, BLK_FUNCTION, &mark)) return false;
    bc->fn = fn;
    bc->nblocks = bc->cur = bc->insts.n = bc->bundles.n = 0;
    bc->loc = NULL;
    bc->last = NULL;
    bc->any = false;
    map_init(&bc->fwd, bc->a);
    uint32_t fty = bc_pointee(bc, (uintptr_t)map_get(&bc->body_id, (uintptr_t)fn) - 1);
    bc->module_md = nmd;
    bc->md_next = nmd;
    // arguments have the first ids, instructions the next
    for (uint32_t i = 0; i < fn->nargs; i++) {
        define(bc, &fn->arg[i]->v, bc_contained(bc, fty, i + 1), 0);
    }
    if (!items(bc)) return false;
    bc_md_leave(bc);
    bc->value.n = nglobal;
    ir_func_renumber(fn);
    bc->fn = NULL;
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}
