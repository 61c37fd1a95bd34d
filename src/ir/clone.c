// SPDX-License-Identifier: Apache-2.0
// Copies of instructions, bodies and functions through a map from old values to new ones. In a body
// a value may be used before its definition in block order (phis, and blocks in any order), so all
// instructions are copied first and their operands mapped afterwards.
#include "ir/ir_int.h"

void ir_clone_map_init(IrCloneMap *map, const IrFunc *src, Arena *scratch) {
    map->value = arena_array(scratch, IrValue *, src->nvalues + 1);
    map->block = arena_array(scratch, IrBlock *, src->nblockids + 1);
}

static IrValue *mapped(const IrCloneMap *map, IrValue *v) {
    IrValue *to = NULL;
    if (!v) return NULL;
    if (v->kind == IR_V_BLOCK) {
        IrBlock *bb = map->block[v->id];
        return bb ? &bb->v : v;
    }
    if (v->kind == IR_V_INST || v->kind == IR_V_ARG) to = map->value[v->id];
    return to ? to : v;
}

// c is the copy of i. (The source's use lists are not touched: others may be reading it.)
static void set_operands(IrInst *c, const IrInst *i, const IrCloneMap *map) {
    for (uint32_t k = 0; k < i->nops; k++) ir_set_op(c, k, mapped(map, ir_op(i, k)));
}

IrInst *ir_clone_inst_mapped(IrFunc *dst, const IrInst *i, const IrCloneMap *map) {
    IrInst *c = ir_inst_clone_bare(dst, i);
    set_operands(c, i, map);
    return c;
}

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
        IR_FOREACH_INST(i, bb) set_operands((IrInst *)map->value[i->v.id], i, map);
        if (bb == src_last) break;
    }
    return last ? last->next : dst->first;
}

IrFunc *ir_func_clone(IrFunc *src, Atom name) {
    IrModule *m = src->g.m;
    IrFunc *f = ir_func_new(m, name, src->g.vty, src->g.linkage);
    IrValue self = f->g.v;
    uint32_t order = f->g.order;
    f->g = src->g;
    f->g.v.name = self.name;
    f->g.v.id = self.id;
    f->g.order = order;
    f->cc = src->cc;
    f->attrs = src->attrs;
    if (src->attrs.n) {
        f->attrs.param =
            arena_copy(&m->arena, src->attrs.param, src->attrs.n * sizeof(void *), sizeof(void *));
    }
    if (ir_is_decl(src)) return f;
    Arena tmp;
    arena_init(&tmp, m->ctx, "ir-clone");
    IrCloneMap map;
    ir_clone_map_init(&map, src, &tmp);
    for (uint32_t i = 0; i < src->nargs; i++) {
        map.value[src->arg[i]->v.id] = &f->arg[i]->v;
        f->arg[i]->v.name = src->arg[i]->v.name;
    }
    ir_clone_body(f, src, &map, &tmp);
    arena_free(&tmp);
    return f;
}
