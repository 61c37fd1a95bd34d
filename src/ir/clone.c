// SPDX-License-Identifier: Apache-2.0
// Copies of instructions, bodies and functions through a map from old values to new ones. In a body
// a value may be used before its definition in block order (phis, and blocks in any order), so all
// instructions are copied first and their operands mapped afterwards.
#include "ir/ir_int.h"

void ir_clone_map_init(IrCloneMap *map, const IrFunc *src, Arena *scratch) {
    map->value = arena_array(scratch, IrValue *, src->nvalues + 1);
    map->block = arena_array(scratch, IrBlock *, src->nblockids + 1);
}

// What stands for a value in the copy: itself where the map has nothing (constants, globals,
// whatever the caller left out).
static IrValue *mapped(const IrCloneMap *map, IrValue *source) {
    IrValue *to = NULL;
    if (!source) return NULL;
    if (source->kind == IR_V_BLOCK) {
        IrBlock *bb = map->block[source->id];
        return bb ? &bb->v : source;
    }
    if (is_any_of(source->kind, IR_V_INST, IR_V_ARG)) to = map->value[source->id];
    return to ? to : source;
}

// The operands of a copy. (The source's use lists are not touched: others may be reading it.)
static void set_operands(IrInst *copy, const IrInst *from, const IrCloneMap *map) {
    for (uint32_t k = 0; k < from->nops; k++) ir_set_op(copy, k, mapped(map, ir_op(from, k)));
}

IrInst *ir_clone_inst_mapped(IrFunc *dst, const IrInst *source, const IrCloneMap *map) {
    IrInst *c = ir_inst_clone_bare(dst, source);
    set_operands(c, source, map);
    return c;
}

typedef struct {
    const IrCloneMap *map;
} Mapped;

static IrValue *mapped_value(void *data, IrValue *source) {
    return mapped(((Mapped *)data)->map, source);
}

// `dst` may be `src` itself: then the blocks that were there before are copied, and no more.
IrBlock *ir_clone_body(IrFunc *dst, const IrFunc *src, IrCloneMap *map, Arena *scratch) {
    IrBlock *last = dst->last, *src_last = src->last;
    IR_FOREACH_BLOCK(bb, src) {
        IrBlock *to = ir_block_new(dst, bb->v.name);
        map->block[bb->v.id] = to;
        IR_FOREACH_INST(i, bb) {
            IrInst *c = ir_inst_clone_bare(dst, i);
            ir_insert_at_end(c, to);
            map->value[i->v.id] = &c->v;
        }
        if (bb == src_last) break; // dst may be src
    }
    IR_FOREACH_BLOCK(bb, src) {
        IR_FOREACH_INST(i, bb) {
            IrInst *copy = (IrInst *)map->value[i->v.id];
            set_operands(copy, i, map);
            ir_records_copy(copy->block, copy, i->records, mapped_value, &(Mapped){map});
        }
        if (bb == src_last) break;
    }
    return last ? last->next : dst->first;
}

// The copy has everything but the name, the place and the use lists of its own.
IrFunc *ir_func_clone(IrFunc *src, Atom name) {
    IrModule *module = src->g.m;
    IrFunc *fn = ir_func_new(module, name, src->g.vty, src->g.linkage);
    // what the symbol table knows the copy by
    IrValue self = fn->g.v;
    uint32_t order = fn->g.order;
    fn->g = src->g;
    fn->g.v.name = self.name;
    fn->g.v.id = self.id;
    fn->g.order = order;
    fn->cc = src->cc;
    fn->attrs = src->attrs;
    // the list of a function may change without the other's
    if (src->attrs.n) {
        fn->attrs.param = arena_copy(&module->arena, src->attrs.param,
                                     src->attrs.n * sizeof(void *), sizeof(void *));
    }
    if (ir_is_decl(src)) return fn;
    Arena tmp;
    arena_init(&tmp, module->ctx, "ir-clone");
    IrCloneMap map;
    ir_clone_map_init(&map, src, &tmp);
    for (uint32_t i = 0; i < src->nargs; i++) {
        map.value[src->arg[i]->v.id] = &fn->arg[i]->v;
        fn->arg[i]->v.name = src->arg[i]->v.name;
    }
    ir_clone_body(fn, src, &map, &tmp);
    arena_free(&tmp);
    return fn;
}
