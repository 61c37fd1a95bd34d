// SPDX-License-Identifier: Apache-2.0
// Shapes, constants, the place in the grid.
#include "tile/eval/eval_int.h"

// Steps through the places of a shape, the last dimension first.
static void advance(uint64_t *at, const TileType *shaped) {
    for (uint32_t d = shaped->nshape; d > 0; d--) {
        if (++at[d - 1] < (uint64_t)shaped->shape[d - 1]) return;
        at[d - 1] = 0;
    }
}

// An index for each dimension, all 0; scalars get one, too, that nobody reads.
static uint64_t *new_place(Eval *e, const TileType *shaped) {
    return arena_array(e->arena, uint64_t, shaped->nshape + 1u);
}

// Elements lie row by row: the last dimension is the fastest.
static uint64_t flat(const uint64_t *at, const TileType *shaped) {
    uint64_t index = 0;
    for (uint32_t d = 0; d < shaped->nshape; d++)
        index = index * (uint64_t)shaped->shape[d] + at[d];
    return index;
}

// One element may stand for all of them.
bool te_do_constant(Eval *e, const TileOp *constant) {
    uint64_t *to = te_result(e, constant, 0), n = tile_count(constant->result[0]->type);
    for (uint64_t i = 0; i < n; i++) to[i] = tile_element_bits(constant->attr[0], i);
    return true;
}

// 0, 1, 2, ... in the width of the element.
bool te_do_iota(Eval *e, const TileOp *counting) {
    uint64_t *to = te_result(e, counting, 0), n = tile_count(counting->result[0]->type);
    for (uint64_t i = 0; i < n; i++)
        to[i] = i & te_mask(tile_bits(tile_element(counting->result[0]->type)));
    return true;
}

// A dimension of 1 is read at 0 wherever the result is.
bool te_do_broadcast(Eval *e, const TileOp *spreading) {
    const TileType *from = spreading->operand[0]->type, *type = spreading->result[0]->type;
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *at = new_place(e, type), *source = new_place(e, type),
             *to = te_result(e, spreading, 0);
    const uint64_t *x = te_operand(e, spreading, 0);
    for (uint64_t i = 0, n = tile_count(type); i < n; i++, advance(at, type)) {
        for (uint32_t d = 0; d < type->nshape; d++) source[d] = from->shape[d] == 1 ? 0 : at[d];
        to[i] = x[flat(source, from)];
    }
    arena_reset(e->arena, mark);
    return true;
}

// Dimension d of the result is the operand's dimension order[d].
bool te_do_permute(Eval *e, const TileOp *permutation) {
    const TileType *from = permutation->operand[0]->type, *type = permutation->result[0]->type;
    const TileAttr *order = tile_attr(permutation, "permutation");
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *at = new_place(e, type), *source = new_place(e, type),
             *to = te_result(e, permutation, 0);
    const uint64_t *x = te_operand(e, permutation, 0);
    for (uint64_t i = 0, n = tile_count(type); i < n; i++, advance(at, type)) {
        for (uint32_t d = 0; d < type->nshape; d++) source[order->number[d]] = at[d];
        to[i] = x[flat(source, from)];
    }
    arena_reset(e->arena, mark);
    return true;
}

// Left of the seam stands the first operand, right of it the second.
bool te_do_cat(Eval *e, const TileOp *joining) {
    const TileType *left = joining->operand[0]->type, *right = joining->operand[1]->type,
                   *type = joining->result[0]->type;
    uint64_t dim = tile_attr(joining, "dim")->bits, split = (uint64_t)left->shape[dim];
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *at = new_place(e, type), *source = new_place(e, type), *to = te_result(e, joining, 0);
    for (uint64_t i = 0, n = tile_count(type); i < n; i++, advance(at, type)) {
        bool second = at[dim] >= split;
        memcpy(source, at, type->nshape * sizeof *at);
        if (second) source[dim] -= split;
        to[i] = te_operand(e, joining, second)[flat(source, second ? right : left)];
    }
    arena_reset(e->arena, mark);
    return true;
}

// Where a part begins: its indices count parts. Outside is undefined; here it wraps around.
static void part_begin(Eval *e, const TileOp *partial, uint32_t first, const TileType *part,
                       const TileType *whole, uint64_t *begin) {
    for (uint32_t d = 0; d < whole->nshape; d++) {
        uint64_t parts = (uint64_t)(whole->shape[d] / part->shape[d]);
        begin[d] = *te_operand(e, partial, first + d) % parts * (uint64_t)part->shape[d];
    }
}

// Between a part and the whole: into it, or out of it.
static void move_part(Eval *e, const TileType *part, const TileType *whole, const uint64_t *begin,
                      uint64_t *words, uint64_t *within, bool in) {
    uint64_t *at = new_place(e, part), *place = new_place(e, part);
    for (uint64_t i = 0, n = tile_count(part); i < n; i++, advance(at, part)) {
        for (uint32_t d = 0; d < part->nshape; d++) place[d] = begin[d] + at[d];
        uint64_t *where = &within[flat(place, whole)];
        if (in)
            *where = words[i];
        else
            words[i] = *where;
    }
}

bool te_do_extract(Eval *e, const TileOp *extraction) {
    const TileType *whole = extraction->operand[0]->type, *part = extraction->result[0]->type;
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *begin = new_place(e, whole);
    part_begin(e, extraction, 1, part, whole, begin);
    move_part(e, part, whole, begin, te_result(e, extraction, 0), te_operand(e, extraction, 0),
              false);
    arena_reset(e->arena, mark);
    return true;
}

bool te_do_insert(Eval *e, const TileOp *insertion) {
    const TileType *whole = insertion->result[0]->type, *part = insertion->operand[0]->type;
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *begin = new_place(e, whole), *to = te_result(e, insertion, 0);
    memcpy(to, te_operand(e, insertion, 1), tile_count(whole) * sizeof *to);
    part_begin(e, insertion, 2, part, whole, begin);
    move_part(e, part, whole, begin, te_operand(e, insertion, 0), to, true);
    arena_reset(e->arena, mark);
    return true;
}

// Between elements and bytes: the bits of all elements in a row, the first lowest.
bool te_do_pack(Eval *e, const TileOp *packing) {
    TileTypeKind from = tile_element(packing->operand[0]->type),
                 to = tile_element(packing->result[0]->type);
    uint32_t width = te_width(from), wide = te_width(to);
    const uint64_t *x = te_operand(e, packing, 0);
    uint64_t *out = te_result(e, packing, 0), n = tile_count(packing->result[0]->type);
    for (uint64_t i = 0; i < n; i++) {
        out[i] = 0;
        for (uint32_t b = 0; b < wide; b++) {
            uint64_t bit = i * wide + b;
            out[i] |= (x[bit / width] >> (bit % width) & 1) << b;
        }
    }
    return true;
}

// Three results, x, y and z.
bool te_do_block_id(Eval *e, const TileOp *question) {
    for (uint32_t i = 0; i < 3; i++) *te_result(e, question, i) = e->strand->block[i];
    return true;
}

bool te_do_num_blocks(Eval *e, const TileOp *question) {
    for (uint32_t i = 0; i < 3; i++) *te_result(e, question, i) = e->launch->grid[i];
    return true;
}

// Names are unique, and globals got their memory when the module was loaded.
bool te_do_get_global(Eval *e, const TileOp *mention) {
    for (uint32_t i = 0; i < e->module->globals.n; i++) {
        if (e->module->globals.at[i]->name == mention->attr[0]->text)
            *te_result(e, mention, 0) = e->launch->global[i];
    }
    return true;
}
