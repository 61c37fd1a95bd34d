// SPDX-License-Identifier: Apache-2.0
// Bytecode, written: functions, operations, attributes.
#include "tile/write/write_int.h"

static void put_tagged(Writer *w, Buf *out, const TileAttr *written);

// In the module's order, which a file keeps and a text sorts.
static void put_dictionary(Writer *w, Buf *out, const TileAttr *entries) {
    tw_varint(out, entries->n);
    for (uint32_t i = 0; i < entries->n; i++) {
        tw_varint(out, tw_string(w, entries->named[i].name));
        put_tagged(w, out, entries->named[i].value);
    }
}

static void put_ints(Buf *out, const TileAttr *numbers, uint32_t bits) {
    tw_varint(out, numbers->n);
    for (uint32_t i = 0; i < numbers->n; i++)
        tw_little(out, (uint64_t)numbers->number[i], bits / 8);
}

static void put_pair(Buf *out, const TileAttr *bounds) {
    if (bounds->kind == TILE_A_DIV_BY) tw_varint(out, bounds->bits);
    buf_putc(out, (char)bounds->flags);
    if (bounds->flags & 1) tw_signed(out, bounds->first);
    if (bounds->flags & 2) tw_signed(out, bounds->second);
}

// A number's value; of a type of its own when it is tagged.
static void put_number(Buf *out, const TileAttr *number, uint32_t bits) {
    bool byte = number->kind == TILE_A_FLOAT ? bits <= 8 : bits == 1;
    if (byte)
        buf_putc(out, (char)number->bits);
    else if (number->kind == TILE_A_FLOAT)
        tw_signed(out, (int64_t)number->bits);
    else
        tw_varint(out, number->bits);
}

// Without its tag: the row knows the kind.
static void put_attr(Writer *w, Buf *out, const TileAttr *written, uint32_t bits) {
    switch (written->kind) {
    case TILE_A_INTEGER:
    case TILE_A_FLOAT: put_number(out, written, bits); break;
    case TILE_A_BOOL: buf_putc(out, (char)written->bits); break;
    case TILE_A_ENUM: tw_varint(out, written->bits); break;
    case TILE_A_TYPE: tw_varint(out, tw_type(w, written->type)); break;
    case TILE_A_STRING:
    case TILE_A_SYMBOL: tw_varint(out, tw_string(w, written->text)); break;
    case TILE_A_ARRAY:
        tw_varint(out, written->n);
        for (uint32_t i = 0; i < written->n; i++) put_tagged(w, out, written->item[i]);
        break;
    case TILE_A_DENSE: tw_varint(out, tw_constant(w, written)); break;
    case TILE_A_SAME_ELEMENTS: put_ints(out, written, 64); break;
    case TILE_A_INTS: put_ints(out, written, bits); break;
    case TILE_A_DIV_BY:
    case TILE_A_BOUNDED: put_pair(out, written); break;
    case TILE_A_DICTIONARY:
    case TILE_A_HINTS: put_dictionary(w, out, written); break;
    default: break;
    }
}

// With it, where anything could stand.
static void put_tagged(Writer *w, Buf *out, const TileAttr *written) {
    uint32_t bits = 0;
    tw_varint(out, tile_attr_row[written->kind].tag);
    if (is_any_of(written->kind, TILE_A_INTEGER, TILE_A_FLOAT, TILE_A_DENSE)) {
        tw_varint(out, tw_type(w, written->type));
        bits = tile_bits((TileTypeKind)written->type->kind);
    }
    put_attr(w, out, written, bits);
}

// ---- operations --------------------------------------------------------------------------------

static void put_block(Writer *w, Buf *out, const TileBlock *written);

static uint32_t put_results(Writer *w, Buf *out, const TileOp *producer) {
    const TileOpRow *row = tile_row(producer);
    uint32_t n = 0;
    bool many = tile_has_many(row->result);
    for (uint32_t i = 0; i < producer->nresult; i++) {
        bool newer = !many && row->result[i].since > w->module->version;
        if (newer && producer->result[i]->uses)
            tw_fail(w, "a use of the %s of '%s'", row->result[i].name, row->name);
        n += !newer;
    }
    if (many || tile_has_many(row->operand)) tw_varint(out, n);
    for (uint32_t i = 0; i < n; i++) tw_varint(out, tw_type(w, producer->result[i]->type));
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
static void put_missing(Buf *out, const TileOp *owner) {
    int slot = tile_slot_find(tile_row(owner)->operand, "index", 5);
    uint32_t n = slot < 0 ? 0 : owner->group[slot];
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

static void put_attrs(Writer *w, Buf *out, const TileOp *owner) {
    const TileOpRow *row = tile_row(owner);
    uint16_t since, version = w->module->version;
    uint64_t flags = op_flags(owner, &since);
    if (since <= version) tw_varint(out, flags);
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        const TileAttrSlot *slot = &row->attr[i];
        const TileAttr *attr = owner->attr[i];
        bool newer = slot->since > version;
        if (newer && (slot->maybe ? attr != NULL : !is_default(attr, slot))) {
            tw_fail(w, "attribute '%s' of '%s'", slot->name, row->name);
        }
        if (newer || slot->kind == TILE_A_UNIT || (slot->maybe && !attr)) continue;
        if (!attr && slot->kind == TILE_A_INTS)
            put_missing(out, owner);
        else if (slot->kind == TILE_A_PREDICATE)
            put_tagged(w, out, attr);
        else
            put_attr(w, out, attr, slot->bits);
    }
}

static void put_operands(Writer *w, Buf *out, const TileOp *user) {
    const TileOpRow *row = tile_row(user);
    uint32_t slots = tile_nslots(row->operand), at = 0, open = 0;
    for (uint32_t i = 0; i < slots; i++) open += row->operand[i].many != TILE_ONE;
    bool groups = row->flags & TILE_GROUPS;
    if (!groups && open) tw_varint(out, user->noperand);
    for (uint32_t i = 0; i < slots; i++) {
        if (user->group[i] && row->operand[i].since > w->module->version) {
            tw_fail(w, "operand '%s' of '%s'", row->operand[i].name, row->name);
        }
        if (groups && row->operand[i].many == TILE_MANY) tw_varint(out, user->group[i]);
        for (uint32_t k = 0; k < user->group[i]; k++) tw_varint(out, user->operand[at++]->number);
    }
}

// The mirror of read_op (read/body.c).
static void put_op(Writer *w, Buf *out, const TileOp *written) {
    const TileOpRow *row = tile_row(written);
    if (row->since > w->module->version) tw_fail(w, "operation '%s'", row->name);
    tw_varint(out, row->number);
    tw_check_location(w, written->loc);
    if (w->located) vec_push(w->arena, &w->locs, tw_record(w, written->loc));
    uint32_t n = put_results(w, out, written);
    put_attrs(w, out, written);
    put_operands(w, out, written);
    if (row->nregion) tw_varint(out, row->nregion);
    for (uint32_t i = 0; i < row->nregion; i++) {
        tw_varint(out, written->region[i] != NULL);
        if (written->region[i]) put_block(w, out, written->region[i]);
    }
    for (uint32_t i = 0; i < n; i++) written->result[i]->number = w->next++;
}

static void put_block(Writer *w, Buf *out, const TileBlock *written) {
    uint32_t before = w->next;
    tw_varint(out, written->narg);
    for (uint32_t i = 0; i < written->narg; i++) {
        tw_varint(out, tw_type(w, written->arg[i]->type));
        written->arg[i]->number = w->next++;
    }
    tw_varint(out, written->ops.n);
    for (uint32_t i = 0; i < written->ops.n; i++) put_op(w, out, written->ops.at[i]);
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

static void put_function(Writer *w, Buf *out, const TileFunc *written, uint64_t list) {
    bool newer = w->module->version >= TILE_VERSION(13, 5);
    uint8_t flags = written->flags & (uint8_t)~TILE_FUNC_HINTS;
    if (written->hints && !newer) flags |= TILE_FUNC_HINTS; // later files always have them
    if (!(flags & TILE_FUNC_ENTRY))
        tw_fail(w, "function '%s', which is no entry", atom_str(w->ctx, written->name));
    tw_varint(out, tw_string(w, written->name));
    tw_varint(out, tw_type(w, written->type));
    buf_putc(out, (char)flags);
    tw_varint(out, list);
    if (written->hints)
        put_tagged(w, out, written->hints);
    else if (newer)
        put_empty(out, TILE_A_HINTS);
    if (newer && written->args)
        put_tagged(w, out, written->args);
    else if (newer)
        put_empty(out, TILE_A_ARRAY);
    tw_check_location(w, written->loc);
    w->located = written->located;
    if (w->located) {
        vec_push(w->arena, &w->lists, w->locs.n);
        vec_push(w->arena, &w->locs, tw_record(w, written->loc));
    }
    w->next = 0;
    for (uint32_t i = 0; i < written->body->narg; i++) written->body->arg[i]->number = w->next++;
    Buf body;
    buf_init(&body, w->arena);
    for (uint32_t i = 0; i < written->body->ops.n; i++) put_op(w, &body, written->body->ops.at[i]);
    tw_varint(out, body.n);
    buf_write(out, body.at, body.n);
}

void tw_functions(Writer *w, Buf *out) {
    tw_varint(out, w->module->funcs.n);
    for (uint32_t i = 0; i < w->module->funcs.n && !w->failed; i++) {
        put_function(w, out, w->module->funcs.at[i], w->list_of.at[i]);
    }
}
