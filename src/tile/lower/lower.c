// SPDX-License-Identifier: Apache-2.0
// Modules, kernels and blocks: from the first operation to the last.
#include "tile/lower/lower_int.h"

#include "ir/intrin_id.h"

static const TlRow rows[TILE_O_COUNT] = {
#define ELEMENT(op, fn)   [TILE_O_##op] = {.element = tl_el_##fn},
#define LAZY(op, fn, by)  [TILE_O_##op] = {.make = tl_make_##fn, .natural = tl_nat_##by},
#define WHOLE(op, fn, by) [TILE_O_##op] = {.run = tl_do_##fn, .natural = tl_nat_##by},
#include "tile/lower/lower.def"
#undef ELEMENT
#undef LAZY
#undef WHOLE
};

// ---- kernels -----------------------------------------------------------------------------------

static void number_block(const TileBlock *block, uint32_t *n) {
    for (uint32_t i = 0; i < block->narg; i++) block->arg[i]->number = (*n)++;
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        for (uint32_t k = 0; k < op->nresult; k++) op->result[k]->number = (*n)++;
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) number_block(op->region[k], n);
        }
    }
}

// What the choice of the block's size, and of the space of pointers, looks at.
typedef struct {
    uint64_t elements; // of the largest tile
    bool own_memory;   // pointers are to more than global memory
    bool folds;        // there are reductions
} Survey;

static void survey_type(Survey *survey, const TileType *seen) {
    if (tile_is_tile(seen)) survey->elements = CU_MAX(survey->elements, tile_count(seen));
}

static void survey_block(Survey *survey, const TileBlock *seen) {
    for (uint32_t i = 0; i < seen->ops.n; i++) {
        const TileOp *op = seen->ops.at[i];
        survey->own_memory |= op->code == TILE_O_ALLOCA;
        survey->folds |= op->code == TILE_O_REDUCE;
        for (uint32_t k = 0; k < op->nresult; k++) survey_type(survey, op->result[k]->type);
        for (uint32_t k = 0; k < op->noperand; k++) survey_type(survey, op->operand[k]->type);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) survey_block(survey, op->region[k]);
        }
    }
}

static void check_hints(TileLower *lower, const TileFunc *kernel, const TileBlock *body) {
    for (uint32_t i = 0; i < body->ops.n; i++) {
        const TileOp *op = body->ops.at[i];
        tl_check_hints(lower, kernel, op);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) check_hints(lower, kernel, op->region[k]);
        }
    }
}

// A warp is enough for what gives each of its threads an element or four.
static uint32_t block_bits(const TileLower *lower, const Survey *survey) {
    enum { SMALL = 128, USUAL_WARPS = 4, MOST_WARPS = 8 };
    uint32_t warps = lower->options->warps;
    uint64_t hint = tl_hint(lower, lower->hints, "num_worker_warps_per_cta", 0);
    if (!warps && hint) warps = (uint32_t)CU_MIN(CU_MAX(hint, USUAL_WARPS), MOST_WARPS);
    if (!warps) warps = survey->elements <= SMALL ? 1 : USUAL_WARPS;
    return TL_LANE_BITS + tl_log2(warps);
}

static IrFunc *new_kernel(TileLower *lower, const TileFunc *source) {
    uint32_t n = source->type->nin;
    IrType **param = arena_array(lower->arena, IrType *, n);
    for (uint32_t i = 0; i < n; i++) {
        TileTypeKind kind = tile_element(source->type->in[i]);
        param[i] = kind == TILE_T_PTR  ? ir_ty_ptr(lower->m, IR_AS_GLOBAL)
                   : kind == TILE_T_I1 ? lower->m->ty_i8
                                       : tl_type(lower, kind);
    }
    IrType *type = ir_ty_func(lower->m, lower->m->ty_void, n, param, false);
    IrFunc *fn = ir_func_new(lower->m, source->name, type, IR_EXTERNAL);
    fn->cc = IR_CC_PTX_KERNEL;
    ir_fn_attr_str(fn, "nvvm.reqntid",
                   arena_printf(&lower->m->arena, "%u,1,1", 1u << lower->nthread));
    uint64_t occupancy = tl_hint(lower, lower->hints, "occupancy", 0);
    if (occupancy)
        ir_fn_attr_str(fn, "nvvm.minctasm",
                       arena_printf(&lower->m->arena, "%u", (unsigned)occupancy));
    return fn;
}

static void bind_parameters(TileLower *lower, const TileFunc *source) {
    for (uint32_t i = 0; i < source->type->nin; i++) {
        IrValue *value = &lower->fn->arg[i]->v;
        TileTypeKind kind = tile_element(source->type->in[i]);
        if (kind == TILE_T_PTR && lower->pointers != IR_AS_GLOBAL)
            value = ir_addrspacecast(&lower->b, value, tl_type(lower, kind));
        if (kind == TILE_T_I1) value = tl_from_bits(lower, kind, value);
        tl_set_scalar(lower, source->body->arg[i], value);
    }
}

// The halves of shared memory for exchanges get their size when all exchanges are known.
static void begin_shared(TileLower *lower) {
    static const char *const name[TL_HALVES] = {"exchange.0", "exchange.1"};
    IrType *none = ir_ty_array(lower->m, lower->m->ty_i8, 0);
    for (int i = 0; i < TL_HALVES; i++)
        lower->exchange[i] = ir_var_new(lower->m, atom_cstr(lower->ctx, name[i]), none,
                                        IR_AS_SHARED, IR_INTERNAL, ir_undef(lower->m, none));
}

static void end_shared(TileLower *lower) {
    enum { ALIGN = 128, SWIZZLED_ALIGN = 1024 };
    for (int i = 0; i < TL_HALVES; i++) {
        if (!lower->half[i]) {
            ir_global_remove(lower->exchange[i]);
            continue;
        }
        IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, lower->half[i]);
        lower->exchange[i]->vty = type;
        lower->exchange[i]->init = ir_undef(lower->m, type);
        lower->exchange[i]->align = lower->swizzled ? SWIZZLED_ALIGN : ALIGN;
    }
}

static void lower_body(TileLower *lower, const TileFunc *source) {
    lower->b = ir_builder(lower->fn, ir_block_new(lower->fn, atom_cstr(lower->ctx, "entry")));
    lower->tid = ir_call_intrin(&lower->b, IR_I_nvvm_read_ptx_sreg_tid_x, NULL, 0, NULL);
    begin_shared(lower);
    bind_parameters(lower, source);
    tl_allocate(lower, source->body);
    tl_block(lower, source->body);
    if (!ir_term(lower->b.bb)) {
        tl_release(lower);
        ir_ret(&lower->b, NULL);
    }
    end_shared(lower);
}

static void lower_kernel(TileLower *module, const TileFunc *source) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile lowering");
    TileLower lower = *module;
    lower.arena = &arena;
    lower.failed = false;
    lower.op = source->body->ops.at[0];
    number_block(source->body, &lower.nvalue);
    lower.value = arena_array(&arena, TlValue, lower.nvalue);
    Survey survey = {0};
    survey_block(&survey, source->body);
    lower.hints = source->hints;
    tl_check_hints(&lower, source, NULL);
    check_hints(&lower, source, source->body);
    lower.pointers = survey.own_memory ? IR_AS_GENERIC : IR_AS_GLOBAL;
    lower.folds = survey.folds;
    for (int i = 0; i < TL_HALVES; i++) lower.room[i] = TARGET_SHARED_STATIC / TL_HALVES;
    lower.nthread = block_bits(&lower, &survey);
    if (survey.elements > 1ull << TL_ELEMENT_BITS)
        tl_fail(&lower, "is in a kernel with a tile of more than 16777216 elements");
    lower.fn = new_kernel(&lower, source);
    tl_lines_begin(&lower, source);
    if (!lower.failed) lower_body(&lower, source);
    module->failed |= lower.failed;
    arena_free(&arena);
}

// By it whoever loads the PTX knows that launches give no threads, as in NVIDIA's compiled tiles.
// Weak, so that several such modules may be linked.
static void mark_module(IrModule *m) {
    enum { SIZE = 64 };
    IrType *type = ir_ty_array(m, m->ty_i8, SIZE);
    ir_var_new(m, atom_cstr(m->ctx, TARGET_TILE_MARK), type, IR_AS_GLOBAL, IR_WEAK_ANY,
               ir_null(m, type));
}

IrModule *tile_lower(TileModule *module, const Target *target, const TileLowerOptions *options) {
    TileLower lower = {
        .tile = module, .ctx = module->ctx, .target = target, .options = options, .row = rows};
    Map scopes;
    map_init(&scopes, &module->arena);
    lower.scopes = &scopes;
    lower.m = ir_module_new(module->ctx, atom_cstr(module->ctx, module->file));
    mark_module(lower.m);
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        const TileFunc *func = module->funcs.at[i];
        bool here = (func->flags & TILE_FUNC_ENTRY) && func->body;
        if (here) lower_kernel(&lower, func);
    }
    if (!lower.failed) return lower.m;
    ir_module_free(lower.m);
    return NULL;
}
