// SPDX-License-Identifier: Apache-2.0
// -fdevice-time-trace: one Chrome trace of all steps, with the intervals inside of the device's
// compilation for each architecture (cicc's parts, base/timer.h).
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FIRST_PART = 100 }; // process numbers of the parts

// The part's file and its variable, which tells when the driver began before the part did.
static const char *part_file(Nvcc *n, const char *ptx) {
    return arena_printf(&n->ctx->perm, "%s.trace", ptx);
}

void nvcc_trace_words(Nvcc *n, NvccWords *w, const char *ptx, uint32_t arch) {
    if (!nvcc_has(n, N_TIME_TRACE)) return;
    Arena *a = &n->ctx->perm;
    nvcc_words(n, w, "--device-time-trace", part_file(n, ptx), "--use-trace-pid",
               arena_printf(a, "%u", FIRST_PART + arch), "--trace-env", "_NVCC_TRACE_TS_", NULL);
}

void nvcc_trace_step(Nvcc *n, const char *name, const char *input, double since, double seconds) {
    if (!nvcc_has(n, N_TIME_TRACE)) return;
    if (!n->trace.arena) buf_init(&n->trace, &n->ctx->perm);
    buf_printf(&n->trace, ",\n{\"args\":{\"detail\":");
    buf_json(&n->trace, input ? input : "");
    buf_puts(&n->trace, "},\"name\":");
    buf_json(&n->trace, name);
    buf_printf(&n->trace, ",\"ph\":\"X\",\"pid\":1,\"tid\":0,\"ts\":%.0f,\"dur\":%.0f}",
               since * 1e6, seconds * 1e6);
}

void nvcc_trace_begin(Nvcc *n, double since) {
    if (!nvcc_has(n, N_TIME_TRACE)) return;
    setenv("_NVCC_TRACE_TS_", arena_printf(&n->ctx->perm, "%.0f", since * 1e6), 1);
}

// The events of a part, without the brackets around them.
static void put_part(Nvcc *n, Buf *out, const char *ptx) {
    static const char head[] = "{\"traceEvents\":[", tail[] = "]}";
    size_t length, around = sizeof head - 1 + sizeof tail - 1;
    const char *file = part_file(n, ptx);
    const char *text = access(file, R_OK) == 0 ? driver_read_file(n->ctx, file, &length) : NULL;
    if (!text || length <= around) return;
    buf_puts(out, ",\n");
    buf_write(out, text + sizeof head - 1, length - around);
    unlink(file);
}

void nvcc_write_trace(Nvcc *n) {
    const char *given = nvcc_value(n, N_TIME_TRACE, NULL), *out = nvcc_value(n, N_OUTPUT, "trace");
    if (!given) return;
    if (strcmp(given, "-") == 0) given = out;
    Buf b;
    buf_init(&b, &n->ctx->perm);
    buf_puts(&b, "{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\","
                 "\"args\":{\"name\":\"nvcc\"}}");
    buf_write(&b, n->trace.at, n->trace.n);
    for (uint32_t i = 0; i < n->steps.n; i++) {
        const NvccStep *s = &n->steps.at[i];
        for (uint32_t k = 0; k < n->archs.n && s->kind == STEP_DEVICE; k++)
            put_part(n, &b, s->unit->ptx[k]);
    }
    buf_puts(&b, "\n]}\n");
    driver_write_file(n->ctx, arena_printf(&n->ctx->perm, "%s.json", given), b.at, b.n);
}
