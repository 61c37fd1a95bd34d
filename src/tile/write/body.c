// SPDX-License-Identifier: Apache-2.0
// Bytecode, written: functions, operations, attributes.
#include "tile/write/write_int.h"

static void put_tagged(Writer *w, Buf *out, const TileAttr *attr);

// In the module's order, which a file keeps and a text sorts.
static void put_dictionary(Writer *w, Buf *out, const TileAttr *attr) {
    tw_varint(out, attr->n);
    for (uint32_t i = 0; i < attr->n; i++) {
        tw_varint(out, tw_string(w, attr->named[i].name));
        put_tagged(w, out, attr->named[i].value);
    }
}

static void put_ints(Buf *out, const TileAttr *attr, uint32_t bits) {
    tw_varint(out, attr->n);
    for (uint32_t i = 0; i < attr->n; i++) tw_little(out, (uint64_t)attr->number[i], bits / 8);
}

static void put_pair(Buf *out, const TileAttr *attr) {
    if (attr->kind == TILE_A_DIV_BY) tw_varint(out, attr->bits);
    buf_putc(out, (char)attr->flags);
    if (attr->flags & 1) tw_signed(out, attr->first);
    if (attr->flags & 2) tw_signed(out, attr->second);
}

// A number's value; of a type of its own when it is tagged.
static void put_number(Buf *out, const TileAttr *attr, uint32_t bits) {
    bool byte = attr->kind == TILE_A_FLOAT ? bits <= 8 : bits == 1;
    if (byte)
        buf_putc(out, (char)attr->bits);
    else if (attr->kind == TILE_A_FLOAT)
        tw_signed(out, (int64_t)attr->bits);
    else
        tw_varint(out, attr->bits);
}

// Without its tag: the row knows the kind.
static void put_attr(Writer *w, Buf *out, const TileAttr *attr, uint32_t bits) {
    switch (attr->kind) {
    case TILE_A_INTEGER:
    case TILE_A_FLOAT: put_number(out, attr, bits); break;
    case TILE_A_BOOL: buf_putc(out, (char)attr->bits); break;
    case TILE_A_ENUM: tw_varint(out, attr->bits); break;
    case TILE_A_TYPE: tw_varint(out, tw_type(w, attr->type)); break;
    case TILE_A_STRING:
    case TILE_A_SYMBOL: tw_varint(out, tw_string(w, attr->text)); break;
    case TILE_A_ARRAY:
        tw_varint(out, attr->n);
        for (uint32_t i = 0; i < attr->n; i++) put_tagged(w, out, attr->item[i]);
        break;
    case TILE_A_DENSE: tw_varint(out, tw_constant(w, attr)); break;
    case TILE_A_SAME_ELEMENTS: put_ints(out, attr, 64); break;
    case TILE_A_INTS: put_ints(out, attr, bits); break;
    case TILE_A_DIV_BY:
    case TILE_A_BOUNDED: put_pair(out, attr); break;
    case TILE_A_DICTIONARY:
    case TILE_A_HINTS: put_dictionary(w, out, attr); break;
    default: break;
    }
}

// With it, where anything could stand.
static void put_tagged(Writer *w, Buf *out, const TileAttr *attr) {
    uint32_t bits = 0;
    tw_varint(out, tile_attr_row[attr->kind].tag);
    if (is_any_of(attr->kind, TILE_A_INTEGER, TILE_A_FLOAT, TILE_A_DENSE)) {
        tw_varint(out, tw_type(w, attr->type));
        bits = tile_bits((TileTypeKind)attr->type->kind);
    }
    put_attr(w, out, attr, bits);
}

// ---- operations --------------------------------------------------------------------------------

static void put_block(Writer *w, Buf *out, const TileBlock *block);

static uint32_t put_results(Writer *w, Buf *out, const TileOp *op) {
    const TileOpRow *row = tile_row(op);
    uint32_t n = 0;
    bool many = tile_has_many(row->result);
    for (uint32_t i = 0; i < op->nresult; i++) {
        bool newer = !many && row->result[i].since > w->module->version;
        if (newer && op->result[i]->uses)
            tw_fail(w, "a use of the %s of '%s'", row->result[i].name, row->name);
        n += !newer;
    }
    if (many || tile_has_many(row->operand)) tw_varint(out, n);
    for (uint32_t i = 0; i < n; i++) tw_varint(out, tw_type(w, op->result[i]->type));
    return n;
}

// Which optional parts are there; operations without such parts have no flag word at all.
static uint64_t op_flags(const TileOp *op, uint16_t *since) {
    const TileOpRow *row = tile_row(op);
    uint64_t flags = 0;
    tile_flag_bit(row, false, 0, since);
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        if (row->attr[i].maybe && op->attr[i]) flags |= 1ull << tile_flag_bit(row, false, i, since);
    }
    for (uint32_t i = 0; row->flags & TILE_GROUPS && i < tile_nslots(row->operand); i++) {
        if (row->operand[i].many == TILE_MAYBE && op->group[i]) {
            flags |= 1ull << tile_flag_bit(row, true, i, since);
        }
    }
    return flags;
}

// The elements of a list of booleans that nobody wrote: as many as there are indices.
static void put_missing(Buf *out, const TileOp *op) {
    int slot = tile_slot_find(tile_row(op)->operand, "index", 5);
    uint32_t n = slot < 0 ? 0 : op->group[slot];
    tw_varint(out, n);
    for (uint32_t i = 0; i < n; i++) buf_putc(out, 0);
}

// What an older version lacks must be what it means there.
static bool is_default(const TileAttr *attr, const TileAttrSlot *slot) {
    if (!attr) return true;
    if (slot->kind != TILE_A_INTS) return attr->bits == slot->fallback;
    for (uint32_t i = 0; i < attr->n; i++) {
        if (attr->number[i]) return false;
    }
    return true;
}

static void put_attrs(Writer *w, Buf *out, const TileOp *op) {
    const TileOpRow *row = tile_row(op);
    uint16_t since, version = w->module->version;
    uint64_t flags = op_flags(op, &since);
    if (since <= version) tw_varint(out, flags);
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        const TileAttrSlot *slot = &row->attr[i];
        const TileAttr *attr = op->attr[i];
        bool newer = slot->since > version;
        if (newer && (slot->maybe ? attr != NULL : !is_default(attr, slot))) {
            tw_fail(w, "attribute '%s' of '%s'", slot->name, row->name);
        }
        if (newer || slot->kind == TILE_A_UNIT || (slot->maybe && !attr)) continue;
        if (!attr && slot->kind == TILE_A_INTS)
            put_missing(out, op);
        else if (slot->kind == TILE_A_PREDICATE)
            put_tagged(w, out, attr);
        else
            put_attr(w, out, attr, slot->bits);
    }
}

static void put_operands(Writer *w, Buf *out, const TileOp *op) {
    const TileOpRow *row = tile_row(op);
    uint32_t slots = tile_nslots(row->operand), at = 0, open = 0;
    for (uint32_t i = 0; i < slots; i++) open += row->operand[i].many != TILE_ONE;
    bool groups = row->flags & TILE_GROUPS;
    if (!groups && open) tw_varint(out, op->noperand);
    for (uint32_t i = 0; i < slots; i++) {
        if (op->group[i] && row->operand[i].since > w->module->version) {
            tw_fail(w, "operand '%s' of '%s'", row->operand[i].name, row->name);
        }
        if (groups && row->operand[i].many == TILE_MANY) tw_varint(out, op->group[i]);
        for (uint32_t k = 0; k < op->group[i]; k++) tw_varint(out, op->operand[at++]->number);
    }
}

// The mirror of read_op (read/body.c).
static void put_op(Writer *w, Buf *out, const TileOp *op) {
    const TileOpRow *row = tile_row(op);
    if (row->since > w->module->version) tw_fail(w, "operation '%s'", row->name);
    tw_varint(out, row->number);
    tw_check_location(w, op->loc);
    if (w->located) vec_push(w->arena, &w->locs, tw_record(w, op->loc));
    uint32_t n = put_results(w, out, op);
    put_attrs(w, out, op);
    put_operands(w, out, op);
    if (row->nregion) tw_varint(out, row->nregion);
    for (uint32_t i = 0; i < row->nregion; i++) {
        tw_varint(out, op->region[i] != NULL);
        if (op->region[i]) put_block(w, out, op->region[i]);
    }
    for (uint32_t i = 0; i < n; i++) op->result[i]->number = w->next++;
}

static void put_block(Writer *w, Buf *out, const TileBlock *block) {
    uint32_t before = w->next;
    tw_varint(out, block->narg);
    for (uint32_t i = 0; i < block->narg; i++) {
        tw_varint(out, tw_type(w, block->arg[i]->type));
        block->arg[i]->number = w->next++;
    }
    tw_varint(out, block->ops.n);
    for (uint32_t i = 0; i < block->ops.n; i++) put_op(w, out, block->ops.at[i]);
    w->next = before;
}

// ---- functions ---------------------------------------------------------------------------------

// Lists of places get their numbers by function before the bodies are written.
void tw_functions_begin(Writer *w) {
    uint64_t lists = 0;
    for (uint32_t i = 0; i < w->module->funcs.n; i++) {
        const TileFunc *func = w->module->funcs.at[i];
        tw_string(w, func->name);
        tw_type(w, func->type);
        if (func->located) tw_record(w, func->loc);
        vec_push(w->arena, &w->list_of, func->located ? ++lists : 0);
    }
}

// 13.5 wants these even where there are none.
static void put_empty(Buf *out, TileAttrKind kind) {
    tw_varint(out, tile_attr_row[kind].tag);
    tw_varint(out, 0);
}

static void put_function(Writer *w, Buf *out, const TileFunc *func, uint64_t list) {
    bool newer = w->module->version >= TILE_VERSION(13, 5);
    uint8_t flags = func->flags & (uint8_t)~TILE_FUNC_HINTS;
    if (func->hints && !newer) flags |= TILE_FUNC_HINTS; // later files always have them
    if (!(flags & TILE_FUNC_ENTRY))
        tw_fail(w, "function '%s', which is no entry", atom_str(w->ctx, func->name));
    tw_varint(out, tw_string(w, func->name));
    tw_varint(out, tw_type(w, func->type));
    buf_putc(out, (char)flags);
    tw_varint(out, list);
    if (func->hints)
        put_tagged(w, out, func->hints);
    else if (newer)
        put_empty(out, TILE_A_HINTS);
    if (newer && func->args)
        put_tagged(w, out, func->args);
    else if (newer)
        put_empty(out, TILE_A_ARRAY);
    tw_check_location(w, func->loc);
    w->located = func->located;
    if (w->located) {
        vec_push(w->arena, &w->lists, w->locs.n);
        vec_push(w->arena, &w->locs, tw_record(w, func->loc));
    }
    w->next = 0;
    for (uint32_t i = 0; i < func->body->narg; i++) func->body->arg[i]->number = w->next++;
    Buf body;
    buf_init(&body, w->arena);
    for (uint32_t i = 0; i < func->body->ops.n; i++) put_op(w, &body, func->body->ops.at[i]);
    tw_varint(out, body.n);
    buf_write(out, body.at, body.n);
}

void tw_functions(Writer *w, Buf *out) {
    tw_varint(out, w->module->funcs.n);
    for (uint32_t i = 0; i < w->module->funcs.n && !w->failed; i++) {
        put_function(w, out, w->module->funcs.at[i], w->list_of.at[i]);
    }
}
