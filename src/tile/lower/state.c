// SPDX-License-Identifier: Apache-2.0
// What all parts of lowering share: failures, slots and attributes, blocks of operations.
#include "tile/lower/lower_int.h"

// Only the first failure of a kernel is reported.
bool tl_fail(TileLower *lower, const char *format, ...) {
    if (lower->failed) return false;
    lower->failed = true;
    va_list args;
    va_start(args, format);
    Buf text;
    buf_init(&text, &lower->ctx->perm);
    buf_vprintf(&text, format, args);
    va_end(args);
    return diag(lower->ctx, DIAG_OF(tile, tile_lower), 0, lower->tile->file,
                tile_place(lower->tile, lower->op->at), tile_row(lower->op)->name, buf_cstr(&text));
}

TileValue *tl_slot(const TileOp *op, const char *name, uint32_t *n) {
    int slot = tile_slot_find(tile_row(op)->operand, name, strlen(name));
    uint32_t count = 0;
    TileValue **at = slot < 0 ? NULL : tile_operands(op, (uint32_t)slot, &count);
    if (n) *n = count;
    return count ? at[0] : NULL;
}

uint64_t tl_attr(const TileOp *op, const char *name, uint64_t absent) {
    const TileAttr *attr = tile_attr(op, name);
    return attr ? attr->bits : absent;
}

void tl_block(TileLower *lower, const TileBlock *lowered) {
    for (uint32_t i = 0; i < lowered->ops.n && !lower->failed; i++) {
        const TileOp *op = lowered->ops.at[i];
        const TlRow *row = &lower->row[op->code];
        lower->op = op;
        lower->b.dbg = tl_line(lower, op);
        if (tile_row(op)->flags & TILE_END) return;
        if (row->run)
            row->run(lower, op);
        else if (row->make || row->element)
            tl_make_op(lower, op);
        else
            tl_fail(lower, "is not lowered to PTX");
    }
}
