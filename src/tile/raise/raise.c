// SPDX-License-Identifier: Apache-2.0
// A module of kernels, and one kernel.
#include "tile/raise/raise_int.h"
#include "tile/verify/verify.h"

// The kernel's parameters: numbers and pointers.
static const TileType **parameters(Rz *rz) {
    const TileType **types = arena_array(rz->arena, const TileType *, rz->fn->nargs);
    for (uint32_t i = 0; i < rz->fn->nargs && !rz->failed; i++) {
        const IrArg *arg = rz->fn->arg[i];
        if (ir_attr_has(ir_attrs_get(&rz->fn->attrs, (int)i), IR_ATTR_BYVAL))
            rz_fail(rz, "has a class as parameter; kernels of tiles take numbers and pointers");
        else
            types[i] = rz_type_of(rz, &arg->v);
    }
    return types;
}

static void raise_kernel(Rz *rz) {
    IrFunc *fn = rz->fn;
    const TileType **in = parameters(rz);
    if (rz->failed) return;
    TileFunc *out = rz->out = arena_new(rz->arena, TileFunc);
    out->name = fn->g.v.name;
    out->flags = TILE_FUNC_ENTRY;
    out->type =
        tile_type(rz->module, &(TileType){.kind = TILE_T_FUNCTION, .in = in, .nin = fn->nargs});
    const IrAttrSet *set = ir_attrs_get(&fn->attrs, IR_AT_FN);
    Atom hints = ir_attr_str(set, atom_cstr(rz->ctx, "tile.hints"));
    if (hints) out->hints = rz_hints(rz, atom_str(rz->ctx, hints));
    if (out->hints) out->flags |= TILE_FUNC_HINTS;
    out->body = rz->block = tile_block_new(rz->module, NULL, out);
    tile_block_args(rz->module, out->body, fn->nargs, in);
    for (uint32_t i = 0; i < fn->nargs; i++) rz_define(rz, &fn->arg[i]->v, out->body->arg[i]);
    rz->written = rz->read = rz_op(rz, TILE_O_MAKE_TOKEN, 0, NULL, rz_token(rz))->result[0];
    rz_walk(rz, (RzEdge){NULL, fn->first}, NULL);
    if (rz->failed) return;
    bool closed = tile_row(vec_last(&out->body->ops))->flags & TILE_END;
    if (!closed) rz_op_groups(rz, TILE_O_RETURN, 0, NULL, NULL, 0, NULL);
    vec_push(rz->arena, &rz->module->funcs, out);
}

static bool raise_function(TileModule *module, IrFunc *fn, bool contract) {
    Ctx *ctx = module->ctx;
    ArenaMark mark = arena_mark(&ctx->scratch);
    Rz rz = {.ctx = ctx, .module = module, .arena = &module->arena, .fn = fn, .contract = contract};
    rz.value = arena_array(&ctx->scratch, TileValue *, fn->nvalues + 1);
    rz.type = arena_array(&ctx->scratch, const TileType *, fn->nvalues + 1);
    BitSet looked;
    bitset_init(&looked, &ctx->scratch, fn->nvalues + 1);
    rz.looked = &looked;
    rz.block_of = arena_array(&ctx->scratch, const IrBlock *, fn->nblockids + 1);
    IR_FOREACH_BLOCK(bb, fn) rz.block_of[bb->v.id] = bb;
    an_init(&rz.an, ctx);
    an_begin(&rz.an, fn);
    raise_kernel(&rz);
    an_free(&rz.an);
    arena_reset(&ctx->scratch, mark);
    return !rz.failed;
}

TileModule *tile_raise(IrModule *module, const char *file, const Target *target, bool contract) {
    if (!rz_prepare(module, target)) return NULL;
    TileModule *out = tile_module_new(module->ctx, file);
    bool good = true;
    IR_FOREACH_FUNC(fn, module) {
        if (!ir_is_decl(fn) && fn->cc == IR_CC_PTX_KERNEL)
            good &= raise_function(out, fn, contract);
    }
    if (good && tile_verify(out)) return out;
    tile_module_free(out);
    return NULL;
}
