// SPDX-License-Identifier: Apache-2.0
// --ptx-version: PTX for drivers and assemblers that are older than the newest version. The back
// end has forms of instructions that the version knows where there is a choice; then the text is
// read back, which tells what it needs, asm statements included.
#define _GNU_SOURCE // memmem
#include "driver/driver.h"
#include "ptx/codegen/codegen.h"
#include "ptx/ptx.h"

#include <stdlib.h>

uint16_t driver_ptx_version(const char *word) {
    if (strcmp(word, "min") == 0) return PTX_LEAST;
    char *end;
    unsigned long major = strtoul(word, &end, 10), minor = 0;
    bool both = end > word && *end == '.' && end[1] >= '0' && end[1] <= '9' && !end[2];
    if (both) minor = (unsigned long)(end[1] - '0');
    for (uint32_t i = 0; both && i < ptx_version_count(); i++) {
        if (ptx_version_at(i) == major * 10 + minor) return (uint16_t)ptx_version_at(i);
    }
    return 0;
}

bool driver_set_ptx_version(Ctx *ctx, CompileOptions *changed, const char *word) {
    if (!word) return true;
    changed->ptx_version = driver_ptx_version(word);
    return changed->ptx_version || DRIVER_DIAG(ctx, drv_ptx_version, word);
}

// Without the option the newest; for a target that today's compilers know no more, what the last of
// those that did writes.
uint16_t driver_written_version(const CompileOptions *options) {
    enum { LAST_OF_12 = 88 };
    if (options->ptx_version) return options->ptx_version;
    return options->target->cuda_last ? LAST_OF_12 : 0;
}

// What the back end wrote has a version of three letters, as all have.
static void write_version(Buf *out, size_t begin, uint32_t version) {
    static const char directive[] = "\n.version ";
    char *at = memmem(out->at + begin, out->n - begin, directive, sizeof directive - 1);
    if (!at) return;
    at += sizeof directive - 1;
    at[0] = (char)('0' + version / 10), at[2] = (char)('0' + version % 10);
}

bool driver_settle_ptx_version(Ctx *ctx, const CompileOptions *options, Buf *out, size_t begin) {
    PtxNeed need;
    uint32_t wanted = driver_written_version(options), sm = options->target->number;
    // An asm statement may have what our reader does not take: only ptxas can tell then.
    DiagTrap trap;
    diag_trap_push(ctx, &trap);
    bool known = ptx_needed_version(ctx, &ctx->perm, "PTX", out->at + begin, out->n - begin, &need);
    diag_trap_pop(ctx, &trap);
    if (!known && wanted == PTX_LEAST) return DRIVER_DIAG(ctx, drv_ptx_least);
    if (!known && options->ptx_version) {
        DRIVER_DIAG(ctx, drv_ptx_unknown, wanted / 10, wanted % 10);
        return true;
    }
    if (!known) return true;
    if (need.sm > sm) return DRIVER_DIAG(ctx, drv_ptx_target, need.sm_what, need.sm, sm);
    if (wanted == PTX_LEAST) {
        write_version(out, begin, need.version);
        return true;
    }
    return need.version <= wanted || DRIVER_DIAG(ctx, drv_ptx_needs, need.what, need.version / 10,
                                                 need.version % 10, wanted / 10, wanted % 10);
}
