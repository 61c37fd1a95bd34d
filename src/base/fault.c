// SPDX-License-Identifier: Apache-2.0
// Failures on purpose. The counting is in arena_grow; this is its switch.
#include "base/fault.h"

void fault_arm(Ctx *ctx, uint64_t n) {
    ctx->fault_at = n;
    ctx->fault_seen = 0;
}

bool fault_fired(const Ctx *ctx) {
    return ctx->fault_at && ctx->fault_seen >= ctx->fault_at;
}

#ifdef CU_COVERAGE
extern FaultMark __start_cu_cover[] __attribute__((weak)), __stop_cu_cover[] __attribute__((weak));

// The marks of all objects that are linked in lie side by side in one section.
uint32_t fault_uncovered(Buf *out) {
    uint32_t n = 0;
    for (FaultMark *m = __start_cu_cover; m < __stop_cu_cover; m++) {
        if (m->hit[0] && m->hit[1]) continue;
        n++;
        buf_printf(out, "%s:%d: %s was never %s\n", m->file, m->line, m->text,
                   m->hit[0]   ? "true"
                   : m->hit[1] ? "false"
                               : "reached");
    }
    return n;
}
#endif
