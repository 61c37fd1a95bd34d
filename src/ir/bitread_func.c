// SPDX-License-Identifier: Apache-2.0
// Function blocks of bitcode. Operand ids are relative to the number of values so far; a forward
// reference carries its type.
#include "ir/bitread_int.h"

static uint64_t absolute(Bc *c, uint64_t rel) {
    return c->version >= 1 ? (uint32_t)(c->value.n - (uint32_t)rel) : rel;
}

IrValue *bc_typed(Bc *c, BcIn *in) { // a value, with its type if it is not known yet
    uint64_t id = in->id = absolute(c, rec(in->r, in->at++));
    if (in->at > in->r->op.n) return bc_fail(c, "record too short");
    if (id < c->value.n) return bc_value(c, id, NULL);
    IrType *t = bc_type(c, rec(in->r, in->at++));
    return t ? bc_value(c, id, t) : NULL;
}

IrValue *bc_of_type(Bc *c, BcIn *in, IrType *t) {
    in->id = absolute(c, rec(in->r, in->at++));
    if (in->at > in->r->op.n) return bc_fail(c, "record too short");
    return bc_value(c, in->id, t);
}

bool bc_more(const BcIn *in) {
    return in->at < in->r->op.n;
}

IrInst *bc_make(Bc *c, IrOp op, IrType *t, uint32_t n, IrValue *const *v) {
    IrInst *i = ir_inst_new(c->fn, op, t, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, v[k]);
    return ir_emit(&c->ib, i);
}

IrBlock *bc_block(Bc *c, uint64_t id) {
    return id < c->nblocks ? c->block[id] : bc_fail(c, "block that does not exist");
}

// ---- the block ----

static bool define(Bc *c, IrValue *v, uint32_t tid, uint32_t ptee) { // the next value id is v's
    uint64_t id = c->value.n;
    bc_push_value(c, v, tid, ptee);
    IrInst *ph = map_get(&c->fwd, id + 1);
    if (!ph) return true;
    if (ph->v.type != v->type) return bc_fail(c, "forward reference of another type") != NULL;
    ir_replace_uses(&ph->v, v);
    map_put(&c->fwd, id + 1, NULL);
    return true;
}

IrBlock *bc_block_of(Bc *c, IrFunc *f, uint64_t n) {
    if (n == 0 || n > UINT32_MAX) return bc_fail(c, "address of a block that has none");
    IrBlock *bb = f->first;
    if (bb && !bc_charge(c, n)) return NULL;
    for (uint64_t i = 0; bb && i < n; i++) bb = bb->next;
    if (bb) return bb;
    if (f->first || !map_get(&c->body_id, (uintptr_t)f)) {
        return bc_fail(c, "address of a block that does not exist");
    }
    void **slot = map_slot(&c->block_ref, (uint64_t)f->g.v.id << 32 | n);
    if (!*slot) { // its body comes later
        bb = arena_new(&c->m->arena, IrBlock);
        bb->v.kind = IR_V_BLOCK;
        bb->v.type = c->m->ty_label;
        *slot = bb;
        c->nblock_refs++;
    }
    return *slot;
}

static bool declare_blocks(Bc *c, uint64_t n) {
    if (n == 0 || n > (c->b.end - c->b.pos) / 4 || c->nblocks) {
        return bc_fail(c, "bad number of blocks") != NULL;
    }
    c->block = arena_array(c->a, IrBlock *, n);
    c->nblocks = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++) {
        IrBlock *bb = map_get(&c->block_ref, (uint64_t)c->fn->g.v.id << 32 | i);
        if (bb) {
            ir_block_adopt(c->fn, bb);
            c->nblock_refs--;
        } else {
            bb = ir_block_new(c->fn, 0);
        }
        c->block[i] = bb;
    }
    c->ib = ir_builder(c->fn, c->block[0]);
    return true;
}

static bool location(Bc *c, const Rec *r) { // of the instruction before
    if (!c->any) return bc_fail(c, "position of no instruction") != NULL;
    if (r->code == FUN_DEBUG_LOC) {
        IrMd *scope = rec(r, 2) ? bc_md_known(c, rec(r, 2) - 1) : NULL;
        IrMd *at = rec(r, 3) ? bc_md_known(c, rec(r, 3) - 1) : NULL;
        if (c->b.error) return false;
        c->loc =
            scope ? ir_md_loc(c->m, (uint32_t)rec(r, 0), (uint32_t)rec(r, 1), scope, at) : NULL;
    }
    if (c->last) c->last->dbg = c->loc;
    return true;
}

static bool instruction(Bc *c, const Rec *r) {
    BcIn in = {.r = r};
    switch (r->code) {
    case FUN_DECLAREBLOCKS: return declare_blocks(c, rec(r, 0));
    case FUN_DEBUG_LOC:
    case FUN_DEBUG_LOC_AGAIN: return location(c, r);
    case FUN_BUNDLE: return bc_bundle(c, &in);
    case FUN_BLOCKADDR_USERS: return true; // tells what to read first
    default: break;
    }
    if (r->code >= FUN_DBG_VALUE && r->code <= FUN_DBG_LABEL) return true;
    if (c->cur >= c->nblocks) return bc_fail(c, "instruction behind the last block") != NULL;
    IrInst *i = bc_instruction(c, &in);
    if (c->b.error) return false;
    c->last = i;
    if (in.dropped) {
        vec_push(c->a, &c->insts, NULL);
        c->any = true;
        return true;
    }
    if (!i) return bc_fail(c, "bad instruction") != NULL;
    c->any = true;
    vec_push(c->a, &c->insts, i);
    if (i->v.op == IR_BITCAST && i->v.type == ir_op(i, 0)->type) { // of the typed dialect
        IrValue *same = ir_op(i, 0);
        c->insts.at[c->insts.n - 1] = c->last = NULL; // nor its location or attachments
        ir_erase(i);
        return define(c, same, in.tid, 0);
    }
    if (i->v.type->kind != IR_TY_VOID && !define(c, &i->v, in.tid, in.ptee)) return false;
    if (ir_is_term(i) && ++c->cur < c->nblocks) ir_at_end(&c->ib, c->block[c->cur]);
    return true;
}

static bool local_name(Bc *c, const Rec *r) {
    uint64_t id = rec(r, 0);
    if (r->op.n < 2) return true;
    if (r->code == SYM_BLOCK) {
        if (id >= c->nblocks) return bc_fail(c, "name of a block that does not exist") != NULL;
        c->block[id]->v.name = bc_text(c, r, 1);
    } else if (r->code == SYM_ENTRY) {
        if (id >= c->value.n) return bc_fail(c, "name of a value that does not exist") != NULL;
        IrValue *v = c->value.at[id].value;
        if (v && v->kind <= IR_V_INST && !v->name) v->name = bc_text(c, r, 1);
    }
    return true;
}

static bool inner_block(Bc *c, uint32_t id) {
    switch (id) {
    case BLK_CONSTANTS: return bc_constants(c);
    case BLK_METADATA: return bc_metadata(c);
    case BLK_ATTACHMENT: return bc_attachments(c);
    case BLK_SYMBOLS:
        if (c->names) return bc_each(c, id, local_name);
        bits_skip(&c->b);
        return !c->b.error;
    default: bits_skip(&c->b); return !c->b.error; // use-list orders
    }
}

static bool items(Bc *c) {
    Rec r = {0};
    int k;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (!(k == BITS_BLOCK ? inner_block(c, r.code) : instruction(c, &r))) return false;
    }
    if (c->b.error) return false;
    if (c->cur != c->nblocks || !c->nblocks) return bc_fail(c, "unfinished function") != NULL;
    MAP_FOREACH (e, &c->fwd) {
        if (e->val) return bc_fail(c, "value that is never defined") != NULL;
    }
    return true;
}

bool bc_function(Bc *c, IrFunc *f) {
    BlockMark m;
    uint32_t nglobal = c->value.n, nmd = c->md.n;
    if (!bits_enter(&c->b, BLK_FUNCTION, &m)) return false;
    c->fn = f;
    c->nblocks = c->cur = c->insts.n = c->bundles.n = 0;
    c->loc = NULL;
    c->last = NULL;
    c->any = false;
    map_init(&c->fwd, c->a);
    uint32_t fty = bc_pointee(c, (uintptr_t)map_get(&c->body_id, (uintptr_t)f) - 1);
    c->module_md = nmd;
    c->md_next = nmd;
    for (uint32_t i = 0; i < f->nargs; i++) {
        define(c, &f->arg[i]->v, bc_contained(c, fty, i + 1), 0);
    }
    if (!items(c)) return false;
    bc_md_leave(c);
    c->value.n = nglobal;
    ir_func_renumber(f);
    c->fn = NULL;
    bits_leave(&c->b, &m);
    return !c->b.error;
}
