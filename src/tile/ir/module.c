// SPDX-License-Identifier: Apache-2.0
// Modules, operations, blocks and attributes: making them, and asking.
#include "tile/ir/ir.h"

#include <stdlib.h>

#define DIAG_MODULE tile
#define DIAG_FILE   "tile/tile_diag.def"
#include "base/diag_rows.h"

// The arena is the module's own, so that many can be read and dropped in one run.
TileModule *tile_module_new(Ctx *ctx, const char *file) {
    TileModule *module = arena_new(&ctx->perm, TileModule);
    module->ctx = ctx;
    module->file = file;
    module->version = TILE_LAST;
    module->name = atom_cstr(ctx, "kernels");
    arena_init(&module->arena, ctx, "tile");
    cons_init(&module->types, &module->arena);
    cons_init(&module->records, &module->arena);
    return module;
}

void tile_module_free(TileModule *module) {
    if (module) arena_free(&module->arena);
}

// Attributes that a text leaves out have the row's fallback from the beginning.
TileOp *tile_op_new(TileModule *module, TileOpcode code) {
    const TileOpRow *row = &tile_op_row[code];
    TileOp *op = arena_new(&module->arena, TileOp);
    op->code = (uint16_t)code;
    uint32_t n = tile_nattrs(row->attr);
    op->attr = arena_array(&module->arena, const TileAttr *, n + 1);
    op->region = arena_array(&module->arena, TileBlock *, row->nregion + 1u);
    for (uint32_t i = 0; i < n; i++) {
        const TileAttrSlot *slot = &row->attr[i];
        if (slot->maybe || !is_any_of(slot->kind, TILE_A_ENUM, TILE_A_BOOL)) continue;
        TileAttr *attr = tile_attr_new(module, (TileAttrKind)slot->kind);
        attr->which = slot->which;
        attr->bits = slot->fallback;
        op->attr[i] = attr;
    }
    return op;
}

// Apart from tile_op_new, since texts say types last.
void tile_op_results(TileModule *module, TileOp *producer, uint32_t n,
                     const TileType *const *types) {
    producer->nresult = n;
    producer->result = arena_array(&module->arena, TileValue *, n);
    for (uint32_t i = 0; i < n; i++) {
        TileValue *value = arena_new(&module->arena, TileValue);
        value->type = types[i];
        value->op = producer;
        value->index = i;
        producer->result[i] = value;
    }
}

TileBlock *tile_block_new(TileModule *module, TileOp *parent, TileFunc *owner) {
    TileBlock *block = arena_new(&module->arena, TileBlock);
    block->parent = parent;
    block->func = owner;
    return block;
}

void tile_block_args(TileModule *module, TileBlock *entered, uint32_t n,
                     const TileType *const *types) {
    entered->narg = n;
    entered->arg = arena_array(&module->arena, TileValue *, n);
    for (uint32_t i = 0; i < n; i++) {
        TileValue *value = arena_new(&module->arena, TileValue);
        value->type = types[i];
        value->block = entered;
        value->index = i;
        entered->arg[i] = value;
    }
}

void tile_block_push(TileModule *module, TileBlock *end, TileOp *appended) {
    appended->block = end;
    vec_push(&module->arena, &end->ops, appended);
}

// Operands lie in one array, slot after slot; `group` says how many each has.
TileValue **tile_operands(const TileOp *op, uint32_t slot, uint32_t *n) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < slot; i++) first += op->group[i];
    *n = op->group[slot];
    return op->operand ? op->operand + first : NULL;
}

// NULL where the row has no such attribute, or the operation leaves it out.
const TileAttr *tile_attr(const TileOp *op, const char *name) {
    int slot = tile_attr_find(tile_row(op)->attr, name, strlen(name));
    return slot < 0 ? NULL : op->attr[slot];
}

// The order of the bits: older slots first, attributes before operands.
static uint32_t flag_key(const TileOpRow *row, uint16_t since, bool operand, uint32_t i) {
    return (uint32_t)(since ? since : row->since) << 16 | (uint32_t)operand << 8 | i;
}

// Bits of the flag word go to optional attributes, then to optional operands, older ones
// first: later versions only add bits above.
uint32_t tile_flag_bit(const TileOpRow *row, bool operand, uint32_t index, uint16_t *since) {
    uint32_t before = 0;
    uint16_t own = operand ? row->operand[index].since : row->attr[index].since;
    uint32_t key = flag_key(row, own, operand, index);
    *since = UINT16_MAX; // of the oldest one; none: no flags
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        if (!row->attr[i].maybe) continue;
        uint32_t other = flag_key(row, row->attr[i].since, false, i);
        before += other < key;
        *since = CU_MIN(*since, (uint16_t)(other >> 16));
    }
    if (!(row->flags & TILE_GROUPS)) return before;
    for (uint32_t i = 0; i < tile_nslots(row->operand); i++) {
        if (row->operand[i].many != TILE_MAYBE) continue;
        uint32_t other = flag_key(row, row->operand[i].since, true, i);
        before += other < key;
        *since = CU_MIN(*since, (uint16_t)(other >> 16));
    }
    return before;
}

// Then a count stands before the results.
bool tile_has_many(const TileSlot *slot) {
    for (uint32_t i = 0; i < tile_nslots(slot); i++) {
        if (slot[i].many == TILE_MANY) return true;
    }
    return false;
}

TileAttr *tile_attr_new(TileModule *module, TileAttrKind kind) {
    TileAttr *attr = arena_new(&module->arena, TileAttr);
    attr->kind = (uint8_t)kind;
    return attr;
}

// Booleans are packed, eight in a byte; others take whole bytes.
static uint64_t element_bytes(const TileAttr *dense) {
    return (tile_bits(dense->type->sub->kind) + 7) / 8;
}

// Whether all elements are the same, however the bytes say it.
bool tile_dense_splat(const TileAttr *dense) {
    uint64_t n = tile_count(dense->type);
    if (n == 1) return true;
    if (dense->type->sub->kind != TILE_T_I1) {
        uint64_t width = element_bytes(dense);
        for (uint64_t i = width; i < dense->size; i++) {
            if (dense->data[i] != dense->data[i - width]) return false;
        }
        return true;
    }
    if (dense->size < (n + 7) / 8) return true; // one byte for all
    for (uint64_t i = 1; i < n; i++) {
        if (tile_dense_bits(dense, i) != tile_dense_bits(dense, 0)) return false;
    }
    return true;
}

uint64_t tile_dense_bits(const TileAttr *dense, uint64_t i) {
    uint64_t n = tile_count(dense->type), bits = 0;
    if (dense->type->sub->kind == TILE_T_I1) {
        // One byte for more than eight elements stands for all of them.
        if (dense->size < (n + 7) / 8) return dense->data[0] & 1;
        return dense->data[i / 8] >> (i % 8) & 1;
    }
    uint64_t width = element_bytes(dense), at = dense->size == width ? 0 : i * width;
    for (uint64_t k = 0; k < width; k++) bits |= (uint64_t)dense->data[at + k] << (8 * k);
    return bits;
}

// Positions are bytes or lines, by where the module was read from.
const char *tile_place(TileModule *module, uint64_t at) {
    Arena *arena = &module->ctx->perm;
    if (!module->text) return arena_printf(arena, "byte %llu", (unsigned long long)at);
    return arena_printf(arena, "%u:%u", (unsigned)(at >> 32), (unsigned)at);
}

// Records are keys by their bytes: they are made from zeroed memory.
static bool same_record(const void *key, const void *item) {
    return memcmp(key, item, sizeof(TileDebug)) == 0;
}

const TileDebug *tile_debug(TileModule *module, const TileDebug *record) {
    TileDebug key; // with its padding, for comparing
    memset(&key, 0, sizeof key);
    key.kind = record->kind;
    for (int i = 0; i < 2; i++) {
        key.ref[i] = record->ref[i];
        key.text[i] = record->text[i];
    }
    for (int i = 0; i < 3; i++) key.number[i] = record->number[i];
    uint64_t hash = hash_bytes(&key, sizeof key, 0);
    TileDebug *found = cons_find(&module->records, hash, same_record, &key);
    if (found) return found;
    found = arena_copy(&module->arena, &key, sizeof key, _Alignof(TileDebug));
    cons_add(&module->records, hash, found);
    return found;
}

// The innermost of the calls that were inlined into each other; the first of several places.
static const TileDebug *innermost(const TileDebug *loc, const TileDebug **caller) {
    for (uint32_t depth = 0; loc && depth < TILE_MAX_DEPTH; depth++) {
        if (!is_any_of(loc->kind, TILE_D_CALL, TILE_D_NAME, TILE_D_FUSED)) break;
        if (loc->kind == TILE_D_CALL) *caller = loc->ref[1];
        loc = loc->ref[0];
    }
    return loc && loc->kind == TILE_D_LOC ? loc : NULL;
}

TileSource tile_source(const TileModule *module, const TileOp *asked) {
    TileSource source = {0};
    const TileDebug *caller = NULL, *outer = NULL, *loc = innermost(asked->loc, &caller);
    if (loc) {
        source.file = atom_str(module->ctx, loc->text[0]);
        source.line = (uint32_t)loc->number[0];
    } else if (module->text) {
        source.file = module->file;
        source.line = (uint32_t)(asked->at >> 32);
    }
    loc = innermost(caller, &outer);
    if (loc) {
        source.caller = atom_str(module->ctx, loc->text[0]);
        source.caller_line = (uint32_t)loc->number[0];
    }
    return source;
}
