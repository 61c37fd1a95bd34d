// SPDX-License-Identifier: Apache-2.0
// Bytecode: functions and their operations, by the rows of op.def. Values have numbers: parameters,
// then results in order; those of a region are forgotten at its end.
#include "tile/read/read_int.h"

static void read_block(Reader *r, Window *w, TileBlock *filled);

// Results: their number where operands or results have no fixed one, and their types. An older file
// may lack the last; it is made all the same, but has no number there.
static uint32_t read_results(Reader *r, Window *w, TileOp *producer) {
    const TileOpRow *row = tile_row(producer);
    const uint8_t *begin = w->at;
    uint32_t expected = 0, all = tile_nslots(row->result);
    for (uint32_t i = 0; i < all; i++) {
        expected += row->result[i].since <= r->module->version;
    }
    uint32_t n = expected;
    if (tile_has_many(row->operand) || tile_has_many(row->result)) {
        n = tr_count(r, w, 1, "results");
        if (!r->failed && !tile_has_many(row->result) && n != expected) {
            tr_fail(r, begin, "'%s' with %u results; it has %u", row->name, n, expected);
        }
    }
    if (r->failed) return 0;
    const TileType **types = arena_array(r->arena, const TileType *, CU_MAX(n, all));
    for (uint32_t i = 0; i < n && !r->failed; i++) types[i] = tr_type(r, w);
    if (r->failed) return 0;
    bool lacks = expected < all;
    for (uint32_t i = n; lacks && i < all; i++)
        types[i] = tile_number_type(r->module, TILE_T_TOKEN);
    tile_op_results(r->module, producer, lacks ? all : n, types);
    return n;
}

static TileValue *read_value(Reader *r, Window *w) {
    const uint8_t *begin = w->at;
    uint64_t i = tr_varint(r, w);
    if (r->failed) return NULL;
    if (i < r->values.n) {
        r->values.at[i]->uses++;
        return r->values.at[i];
    }
    tr_fail(r, begin, "value %llu, but there are %u here", (unsigned long long)i, r->values.n);
    return NULL;
}

typedef VEC(TileValue *) Operands;

static void read_group(Reader *r, Window *w, TileOp *user, uint32_t slot, uint32_t n,
                       Operands *all) {
    user->group[slot] = n;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        TileValue *value = read_value(r, w);
        vec_push(&r->module->arena, all, value);
    }
}

// Operands in groups: each says how many it has. Else they are counted together, where the number
// is not fixed, and the slot without a fixed number takes what is over.
static void read_operands(Reader *r, Window *w, TileOp *user, uint64_t flags) {
    const TileOpRow *row = tile_row(user);
    const uint8_t *begin = w->at;
    uint32_t slots = tile_nslots(row->operand), fixed = 0, total = 0, open = 0;
    bool groups = row->flags & TILE_GROUPS;
    for (uint32_t i = 0; i < slots; i++) {
        fixed += row->operand[i].many == TILE_ONE;
        open += row->operand[i].many != TILE_ONE;
    }
    if (!groups) total = open ? tr_count(r, w, 1, "operands") : fixed;
    if (!groups && !r->failed && total < fixed) {
        tr_fail(r, begin, "'%s' with %u operands; it has at least %u", row->name, total, fixed);
    }
    Operands all = {0};
    for (uint32_t i = 0; i < slots && !r->failed; i++) {
        uint32_t n = 1;
        uint16_t since;
        if (row->operand[i].many == TILE_MANY) {
            n = groups ? tr_count(r, w, 1, "operands") : total - fixed;
        } else if (row->operand[i].many == TILE_MAYBE) {
            n = groups ? flags >> tile_flag_bit(row, true, i, &since) & 1 : total - fixed;
            if (n > 1) tr_fail(r, begin, "'%s' with %u operands; it has one at most", row->name, n);
        }
        if (!r->failed) read_group(r, w, user, i, n, &all);
    }
    user->operand = all.at;
    user->noperand = all.n;
}

static uint64_t read_attrs(Reader *r, Window *w, TileOp *owner) {
    const TileOpRow *row = tile_row(owner);
    uint16_t since;
    uint32_t bit = tile_flag_bit(row, false, 0, &since);
    uint64_t flags = since <= r->module->version ? tr_varint(r, w) : 0;
    for (uint32_t i = 0; i < tile_nattrs(row->attr) && !r->failed; i++) {
        const TileAttrSlot *slot = &row->attr[i];
        if (slot->maybe) {
            bit = tile_flag_bit(row, false, i, &since);
            if (!(flags >> bit & 1)) continue;
        } else if (slot->since > r->module->version) {
            continue;
        }
        owner->attr[i] =
            slot->kind == TILE_A_UNIT
                ? tile_attr_new(r->module, TILE_A_UNIT)
                : tr_slot_attr(r, w, slot, owner->nresult ? owner->result[0]->type : NULL);
    }
    return flags;
}

// The count is redundant: each operation has a fixed number of regions.
static void read_regions(Reader *r, Window *w, TileOp *owner) {
    const TileOpRow *row = tile_row(owner);
    if (!row->nregion) return;
    const uint8_t *begin = w->at;
    uint32_t n = tr_count(r, w, 1, "regions");
    if (!r->failed && n != row->nregion) {
        tr_fail(r, begin, "'%s' with %u regions; it has %u", row->name, n, row->nregion);
    }
    if (!r->failed && r->depth > TILE_MAX_DEPTH) tr_fail(r, begin, "regions are nested too deeply");
    r->depth++;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        const uint8_t *at = w->at;
        uint64_t blocks = tr_varint(r, w);
        if (blocks > 1)
            tr_fail(r, at, "a region of %llu blocks; there is one at most",
                    (unsigned long long)blocks);
        if (r->failed || !blocks) continue;
        owner->region[i] = tile_block_new(r->module, owner, owner->block->func);
        read_block(r, w, owner->region[i]);
    }
    r->depth--;
}

// An operation's parts in the order of the file: results, attributes with the flag word,
// operands, regions.
static void read_op(Reader *r, Window *w, TileBlock *enclosing) {
    const uint8_t *begin = w->at;
    uint64_t number = tr_varint(r, w);
    TileOpcode code = tile_op_numbered(number);
    if (r->failed) return;
    if (code == TILE_O_COUNT) {
        tr_fail(r, begin, "operation %llu is not known", (unsigned long long)number);
        return;
    }
    const TileOpRow *row = &tile_op_row[code];
    if (row->since > r->module->version) {
        tr_fail(r, begin, "operation '%s' came with version 13.%u, the file has 13.%u", row->name,
                row->since & 255, r->module->version & 255);
        return;
    }
    TileOp *op = tile_op_new(r->module, code);
    op->at = (uint64_t)(begin - r->data);
    op->loc = tr_next_loc(r, begin);
    tile_block_push(r->module, enclosing, op);
    uint32_t n = read_results(r, w, op);
    uint64_t flags = r->failed ? 0 : read_attrs(r, w, op);
    if (!r->failed) read_operands(r, w, op, flags);
    if (!r->failed) read_regions(r, w, op);
    for (uint32_t i = 0; i < n && !r->failed; i++) vec_push(r->arena, &r->values, op->result[i]);
}

// Values count on through nested blocks, and their numbers are free again behind the block.
static void read_block(Reader *r, Window *w, TileBlock *filled) {
    uint32_t before = r->values.n, n = tr_count(r, w, 1, "arguments of a block");
    const TileType **types = arena_array(r->arena, const TileType *, n);
    for (uint32_t i = 0; i < n && !r->failed; i++) types[i] = tr_type(r, w);
    if (r->failed) return;
    tile_block_args(r->module, filled, n, types);
    for (uint32_t i = 0; i < n; i++) vec_push(r->arena, &r->values, filled->arg[i]);
    uint32_t nops = tr_count(r, w, 2, "operations");
    for (uint32_t i = 0; i < nops && !r->failed; i++) read_op(r, w, filled);
    r->values.n = before;
}

// The list of locations of a function begins with its own.
static void begin_locs(Reader *r, TileFunc *located, uint64_t list, const uint8_t *at) {
    r->next_loc = UINT64_MAX;
    located->located = list != 0;
    if (!list || r->failed) return;
    if (list > r->nlist) {
        tr_fail(r, at, "list of locations %llu of %u", (unsigned long long)list, r->nlist);
        return;
    }
    Window w = {r->list + 4 * (list - 1), r->list + 4 * list};
    r->next_loc = tr_little(r, &w, 4);
    located->loc = tr_next_loc(r, at);
}

// 13.5 moved the mark for hints: they are always there, and the bit means something else.
static void read_function(Reader *r, Window *w) {
    const uint8_t *begin = w->at;
    TileFunc *func = arena_new(&r->module->arena, TileFunc);
    func->at = (uint64_t)(begin - r->data);
    func->name = tr_string(r, w);
    func->type = tr_type(r, w);
    func->flags = tr_byte(r, w);
    uint64_t list = tr_varint(r, w);
    bool newer = r->module->version >= TILE_VERSION(13, 5);
    bool entry = func->flags & TILE_FUNC_ENTRY;
    if (entry && (newer || func->flags & TILE_FUNC_HINTS)) func->hints = tr_tagged(r, w);
    if (newer) func->args = tr_tagged(r, w);
    Window body = tr_part(r, w, tr_varint(r, w), "a function's body");
    // everything is read, then checked: of several mistakes the first is told
    if (r->failed) return;
    if (!func->name) tr_fail(r, begin, "a function has no name");
    if (func->type->kind != TILE_T_FUNCTION)
        tr_fail(r, begin, "a function's type is a '%s'", tile_type_row[func->type->kind].name);
    if (newer && func->flags & TILE_FUNC_HINTS)
        tr_fail(r, begin, "'%s' is implemented outside, which belongs to a preview",
                tr_text(r, func->name));
    if (!entry)
        tr_fail(r, begin, "'%s' is no entry; functions that are none belong to a preview",
                tr_text(r, func->name));
    if (func->hints && func->hints->kind != TILE_A_HINTS)
        tr_fail(r, begin, "a function's hints are a '%s'", tile_attr_row[func->hints->kind].name);
    if (r->failed || !tr_charge(r, func->type->nin, begin)) return;
    begin_locs(r, func, list, begin);
    func->body = tile_block_new(r->module, NULL, func);
    tile_block_args(r->module, func->body, func->type->nin, func->type->in);
    r->values.n = 0;
    for (uint32_t i = 0; i < func->type->nin; i++)
        vec_push(r->arena, &r->values, func->body->arg[i]);
    while (!r->failed && body.at < body.end) read_op(r, &body, func->body);
    vec_push(&r->module->arena, &r->module->funcs, func);
}

// What stands behind the last function is padding, and kept only by its size.
bool tr_functions(Reader *r) {
    Window w = r->section[TILE_SEC_FUNC];
    uint32_t n = tr_count(r, &w, 5, "functions");
    for (uint32_t i = 0; i < n && !r->failed; i++) read_function(r, &w);
    r->module->layout.tail = (uint32_t)(w.end - w.at);
    return !r->failed;
}
