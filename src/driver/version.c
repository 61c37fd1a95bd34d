// SPDX-License-Identifier: Apache-2.0
// What this program is: version, build. The date is not that of the build but of its
// source (the Makefile's BUILD_DATE): the same source gives the same program.
#include "driver/driver.h"

#include <stdio.h>
#include <unistd.h>

#ifndef CUPRUM_DATE
#define CUPRUM_DATE ""
#endif

const char *driver_build_id(Ctx *ctx) {
    size_t n;
    const char *self = ctx_map_file(ctx, DRIVER_SELF, &n);
    if (!self) return "unknown";
    uint64_t hash = hash_bytes(self, n, 0);
    ctx_unmap(ctx, self);
    return arena_printf(&ctx->perm, "%016llx", (unsigned long long)hash);
}

void driver_version_text(Ctx *ctx, Buf *out) {
    uint32_t n, oldest = UINT32_MAX;
    const Target *t = target_all(&n);
    buf_printf(out, "cuprum %s (%s%sbuild %s)\n", CUPRUM_VERSION, CUPRUM_DATE,
               *CUPRUM_DATE ? ", " : "", driver_build_id(ctx));
    buf_puts(out, "targets:");
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(out, " %s", t[i].name);
        oldest = CU_MIN(oldest, t[i].ptx);
    }
    buf_printf(out, "\nPTX: writes %u.%u; the targets need %u.%u and later\n",
               TARGET_PTX_DEFAULT / 10, TARGET_PTX_DEFAULT % 10, oldest / 10, oldest % 10);
}
