// SPDX-License-Identifier: Apache-2.0
// Fuzz target: Tile IR, bytecode or text by its first bytes. What is read is verified and printed;
// what the verifier takes, too, is written and read again, and then nothing may change.
#include "tile/tile.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *data, size_t n) {
    TileModule *m = tile_read(ctx, "fuzz", data, n);
    if (!m) return;
    bool good = tile_verify(m);
    Buf text, again, bytes;
    buf_init(&text, &ctx->perm);
    buf_init(&again, &ctx->perm);
    buf_init(&bytes, &ctx->perm);
    tile_print(m, TILE_PRINT_DEBUG, &text);
    text.n = 0;
    tile_print(m, 0, &text); // bytecode has no places without a scope
    if (!good || !tile_write_bytecode(m, &bytes)) return;
    TileModule *second = tile_read_bytecode(ctx, "again", bytes.at, bytes.n);
    CU_ASSERT(ctx, second != NULL);
    tile_print(second, 0, &again);
    CU_ASSERT(ctx, text.n == again.n && memcmp(text.at, again.at, text.n) == 0);
    Buf more;
    buf_init(&more, &ctx->perm);
    CU_ASSERT(ctx, tile_write_bytecode(second, &more));
    CU_ASSERT(ctx, more.n == bytes.n && memcmp(more.at, bytes.at, more.n) == 0);
}
