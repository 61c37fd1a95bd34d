// SPDX-License-Identifier: Apache-2.0
// Loops over products: the tiles that a turn multiplies are copied into shared memory while the
// turns before it compute (PTX ISA, cp.async). A ring of stages holds them; a turn begins by
// waiting for its own, and starts the copies of a later one into the stage that all threads have
// left.
//
// A load takes part if it feeds a product, its place follows from the loop's counter and from what
// is known outside of the loop, and nothing in the loop writes memory.
#include "tile/lower/matrix.h"

#include "base/feature.h"
#include "ir/intrin_id.h"

// Two blocks of a multiprocessor of Hopper share its memory where copies feed wgmma.
enum { MOST_LOOKS = 1000, LEAST_ROOM = 2048, GROUP_ROOM = 104 << 10 };

// ---- which loads -------------------------------------------------------------------------------

// Whether an operation or an argument stands in a block, or in one inside of it.
static bool is_inside(const TileValue *value, const TileBlock *body) {
    const TileBlock *at = value->op ? value->op->block : value->block;
    while (at && at != body) at = at->parent ? at->parent->block : NULL;
    return at != NULL;
}

// Whether a value is known from the counter of the loop alone. `left`: how many may still be looked
// at; what many others share is looked at for each.
static bool follows(const TileValue *value, const TileBlock *body, uint32_t *left) {
    if (!*left) return false;
    (*left)--;
    if (!is_inside(value, body)) return true;
    if (!value->op) return value == body->arg[0];
    const TileOp *op = value->op;
    if (op->block != body || tile_row(op)->nregion || (tile_row(op)->flags & TILE_EFFECT))
        return false;
    for (uint32_t i = 0; i < op->noperand; i++) {
        if (!follows(op->operand[i], body, left)) return false;
    }
    return true;
}

// Whether a factor of a product comes from the load, only renamed or converted on the way.
static bool is_factor(const TileValue *factor, const TileValue *load) {
    while (factor->op && factor != load) {
        bool passes = is_any_of(factor->op->code, TILE_O_RESHAPE, TILE_O_PERMUTE, TILE_O_FTOF);
        if (!passes) return false;
        factor = factor->op->operand[0];
    }
    return factor == load;
}

static bool feeds_product(const TileBlock *body, const TileValue *load) {
    for (uint32_t i = 0; i < body->ops.n; i++) {
        const TileOp *op = body->ops.at[i];
        if (!is_any_of(op->code, TILE_O_MMAF, TILE_O_MMAI)) continue;
        if (is_factor(op->operand[0], load) || is_factor(op->operand[1], load)) return true;
    }
    return false;
}

static bool takes_part(TileLower *lower, const TileOp *candidate, const TileBlock *body) {
    if (candidate->code != TILE_O_LOAD_VIEW || !feeds_product(body, candidate->result[0]))
        return false;
    uint32_t n, left = MOST_LOOKS,
                slot = (uint32_t)tile_slot_find(tile_row(candidate)->operand, "index", 5);
    TileValue **index = tile_operands(candidate, slot, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (!follows(index[i], body, &left)) return false;
    }
    return follows(tl_slot(candidate, "view", NULL), body, &left) && tl_can_copy(lower, candidate);
}

static bool writes(const TileBlock *block) {
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        bool load = is_any_of(op->code, TILE_O_LOAD_VIEW, TILE_O_LOAD_PTR, TILE_O_FOR, TILE_O_LOOP,
                              TILE_O_IF);
        if ((tile_row(op)->flags & TILE_EFFECT) && !(tile_row(op)->flags & TILE_END) && !load)
            return true;
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k] && writes(op->region[k])) return true;
        }
    }
    return false;
}

// ---- the room ----------------------------------------------------------------------------------

// The product of the body that takes the load's tile for a factor as it is, and by a group of
// warps.
static bool group_places(TileLower *lower, const TlPipeline *p, const TileOp *load,
                         TlPlaces *order) {
    for (uint32_t i = 0; i < p->body->ops.n; i++) {
        const TileOp *op = p->body->ops.at[i];
        if (!is_any_of(op->code, TILE_O_MMAF, TILE_O_MMAI)) continue;
        for (uint32_t left = 0; left < 2; left++) {
            if (tl_group_places(lower, op, left, load, order)) return true;
        }
    }
    return false;
}

// Elements lie as wgmma wants them, or as the threads bring them: a vector, then neighbours, then
// the rest.
static void add_copy(TileLower *lower, TlPipeline *p, const TileOp *load) {
    enum { ALIGN = 128, SWIZZLED_ALIGN = 1024 };
    TlStaged *copy = &p->copy[p->n++];
    uint32_t n = 0, vector = tl_copy_vector(lower, load);
    copy->op = load;
    copy->from = tl_layout_of(lower, load->result[0]);
    const TlLayout *from = &copy->from;
    copy->place = (TlPlaces){0};
    memset(copy->place.bit, -1, sizeof copy->place.bit);
    for (uint32_t i = 0; i < vector; i++) copy->place.bit[from->reg[i]] = (int8_t)n++;
    for (uint32_t t = 0; t < from->nthread; t++) {
        if (from->thread[t] >= 0) copy->place.bit[from->thread[t]] = (int8_t)n++;
    }
    for (uint32_t i = vector; i < from->nreg; i++) copy->place.bit[from->reg[i]] = (int8_t)n++;
    bool swizzled = group_places(lower, p, load, &copy->place);
    uint64_t align = swizzled ? SWIZZLED_ALIGN : ALIGN;
    p->swizzled |= swizzled;
    copy->at = (p->stage_size + align - 1) / align * align;
    uint64_t size = tl_places_size(&copy->place, tl_width(tile_element(load->result[0]->type)), n);
    p->stage_size = (copy->at + size + align - 1) / align * align;
}

// Bytes of the largest factor that is not copied: it goes through an exchange.
static uint64_t other_factors(const TlPipeline *p, const TileBlock *body) {
    uint64_t most = LEAST_ROOM;
    for (uint32_t i = 0; i < body->ops.n; i++) {
        const TileOp *op = body->ops.at[i];
        if (!is_any_of(op->code, TILE_O_MMAF, TILE_O_MMAI)) continue;
        for (uint32_t k = 0; k < 2; k++) {
            const TileType *type = op->operand[k]->type;
            bool copied = false;
            for (uint32_t j = 0; j < p->n; j++)
                copied |= is_factor(op->operand[k], p->copy[j].op->result[0]);
            uint64_t size =
                tl_places_size(&(TlPlaces){0}, tl_width(tile_element(type)), tl_element_bits(type));
            if (!copied && is_inside(op->operand[k], body)) most = CU_MAX(most, size);
        }
    }
    return most;
}

// Factors that stay the same become fragments in front of the loop.
void tl_fixed_factors(TileLower *lower, const TileBlock *body) {
    for (uint32_t i = 0; i < body->ops.n; i++) {
        const TileOp *op = body->ops.at[i];
        bool product = is_any_of(op->code, TILE_O_MMAF, TILE_O_MMAI);
        const MatrixRow *row = product ? tl_matrix_row(lower, op) : NULL;
        if (!row) continue;
        MatrixShape shape = tl_matrix_shape(op);
        TlLayout sum, factor[2];
        tl_matrix_layouts(lower, row, &shape, &sum, &factor[0], &factor[1]);
        for (uint32_t k = 0; k < 2; k++)
            if (!is_inside(op->operand[k], body)) tl_get(lower, op->operand[k], &factor[k]);
    }
}

// The longer loads are hinted to take, the more turns ahead they begin.
static uint64_t wanted_stages(const TileLower *lower, const TlPipeline *p) {
    enum { USUAL = 3, LEAST = 2, MOST = 8 };
    uint64_t latency = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const TileAttr *hints = tile_attr(p->copy[i].op, "optimization_hints");
        latency = CU_MAX(latency, tl_hint(lower, hints, "latency", 0));
    }
    return latency ? CU_MIN(CU_MAX(latency, LEAST), MOST) : USUAL;
}

// Blocks that share a multiprocessor, as hinted, share its memory.
static uint64_t room_of(const TileLower *lower, const TlPipeline *p) {
    if (!p->swizzled) return TARGET_SHARED_STATIC;
    uint64_t blocks = tl_hint(lower, lower->hints, "occupancy", 0);
    uint64_t all = lower->target->shared_optin;
    return blocks > 1 ? CU_MAX(all / blocks, TARGET_SHARED_STATIC)
           : blocks   ? all
                      : CU_MIN((uint64_t)GROUP_ROOM, all);
}

bool tl_pipeline_plan(TileLower *lower, const TileOp *loop, TlPipeline *p) {
    enum { SWIZZLED_ALIGN = 1024 };
    const TileBlock *body = loop->region[0];
    *p = (TlPipeline){.body = body};
    if (lower->pipelined || lower->pointers != IR_AS_GLOBAL) return false;
    if (!target_has(lower->target, SMF_cp_async) || writes(body)) return false;
    for (uint32_t i = 0; i < body->ops.n && p->n < TL_COPIES; i++) {
        if (takes_part(lower, body->ops.at[i], body)) add_copy(lower, p, body->ops.at[i]);
    }
    uint64_t first = CU_MAX(lower->half[0], other_factors(p, body)),
             second = CU_MAX(lower->half[1], (uint64_t)LEAST_ROOM), room = room_of(lower, p);
    if (!p->n || first + second > room) return false;
    if (p->swizzled)
        p->stage_size = (p->stage_size + SWIZZLED_ALIGN - 1) / SWIZZLED_ALIGN * SWIZZLED_ALIGN;
    p->stages = (uint32_t)CU_MIN((room - first - second) / p->stage_size, wanted_stages(lower, p));
    if (p->stages < 2) return false;
    IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, p->stage_size * p->stages);
    p->room = ir_var_new(lower->m, atom_cstr(lower->ctx, "stages"), type, IR_AS_SHARED, IR_INTERNAL,
                         ir_undef(lower->m, type));
    p->room->align = p->swizzled ? SWIZZLED_ALIGN : 128;
    lower->room[0] = first;
    lower->room[1] = room - p->stage_size * p->stages - first;
    lower->pipelined = true;
    return true;
}

// ---- copies ------------------------------------------------------------------------------------

// What a value follows from, made anew for another number of the loop's counter.
static void make_slice(TileLower *lower, const TileValue *needed, const TileBlock *body) {
    const TileOp *op = needed->op;
    if (!op || op->block != body || tl_value(lower, needed)->forms) return;
    for (uint32_t i = 0; i < op->noperand; i++) make_slice(lower, op->operand[i], body);
    const TlRow *row = &lower->row[op->code];
    if (row->run)
        row->run(lower, op);
    else
        tl_make_op(lower, op);
}

static void issue(TileLower *lower, const TlPipeline *p, IrValue *counter, IrValue *stage) {
    uint32_t since = lower->made.n;
    tl_set_scalar(lower, p->body->arg[0], counter);
    for (uint32_t i = 0; i < p->n; i++) {
        const TlStaged *copy = &p->copy[i];
        for (uint32_t k = 0; k < copy->op->noperand; k++) {
            if (copy->op->operand[k]->type->kind != TILE_T_TOKEN)
                make_slice(lower, copy->op->operand[k], p->body);
        }
        IrValue *to = ir_ptradd_c(&lower->b, &p->room->v, (int64_t)copy->at, IR_INBOUNDS);
        to = ir_ptradd(&lower->b, to, stage, IR_INBOUNDS);
        tl_copy_view(lower, copy, to);
    }
    tl_forget(lower, since);
}

static void commit(TileLower *lower) {
    ir_call_intrin(&lower->b, IR_I_nvvm_cp_async_commit_group, NULL, 0, NULL);
}

static IrValue *later(TileLower *lower, const TlPipeline *p, IrValue *counter, uint32_t turns) {
    IrValue *n = &ir_int(counter->type, turns)->v;
    return turns ? ir_add(&lower->b, counter, ir_mul(&lower->b, p->step, n)) : counter;
}

// Copies of a turn, if there is such a turn: the counter does not wrap around up to the first that
// there is not, so all from `known` on to it are asked.
static void issue_if(TileLower *lower, const TlPipeline *p, IrValue *counter, uint32_t known,
                     uint32_t turns, IrValue *stage) {
    IrValue *more = NULL, *at = counter;
    for (uint32_t i = known; i <= turns; i++) {
        at = later(lower, p, counter, i);
        IrValue *there = ir_cmp(&lower->b, p->plain ? IR_ULT : IR_SLT, at, p->last);
        more = more ? ir_and(&lower->b, more, there) : there;
    }
    TlGuard guard = tl_guard(lower, more);
    issue(lower, p, at, stage);
    tl_guard_end(lower, &guard);
    commit(lower);
}

void tl_pipeline_begin(TileLower *lower, TlPipeline *p, IrValue *first) {
    if (lower->wrote) tl_barrier(lower); // whatever the loads' tokens say: once is cheap
    for (uint32_t i = 0; i + 1 < p->stages; i++)
        issue_if(lower, p, first, 0, i, tl_i32(lower, i * p->stage_size));
}

void tl_pipeline_turn(TileLower *lower, TlPipeline *p, IrValue *counter, IrInst *stage) {
    IrValue *open = tl_i32(lower, p->stages - 2), *size = tl_i32(lower, p->stage_size);
    ir_call_intrin(&lower->b, IR_I_nvvm_cp_async_wait_group, NULL, 1, &open);
    if (p->swizzled)
        ir_call_intrin(&lower->b, IR_I_nvvm_fence_proxy_async_shared_cta, NULL, 0, NULL);
    tl_barrier(lower);
    // the stage before this one, around the ring, is the one that everybody has left
    IrValue *first = ir_cmp(&lower->b, IR_EQ, &stage->v, tl_i32(lower, 0));
    IrValue *left = ir_select(&lower->b, first, tl_i32(lower, (p->stages - 1) * p->stage_size),
                              ir_sub(&lower->b, &stage->v, size));
    issue_if(lower, p, counter, 1, p->stages - 1, left);
    for (uint32_t i = 0; i < p->n; i++) {
        TlStaged *copy = &p->copy[i];
        copy->base = ir_ptradd_c(&lower->b, &p->room->v, (int64_t)copy->at, IR_INBOUNDS);
        copy->base = ir_ptradd(&lower->b, copy->base, &stage->v, IR_INBOUNDS);
        tl_value(lower, copy->op->result[0])->staged = copy;
    }
}

IrValue *tl_pipeline_next(TileLower *lower, const TlPipeline *p, IrValue *stage) {
    IrValue *next = ir_add(&lower->b, stage, tl_i32(lower, p->stage_size));
    IrValue *around = ir_cmp(&lower->b, IR_EQ, next, tl_i32(lower, p->stages * p->stage_size));
    return ir_select(&lower->b, around, tl_i32(lower, 0), next);
}
