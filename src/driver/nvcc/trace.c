// SPDX-License-Identifier: Apache-2.0
// -fdevice-time-trace: one Chrome trace of all steps, with the intervals inside of the device's
// compilation for each architecture (cicc's parts, base/timer.h).
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FIRST_PART = 100 }; // process numbers of the parts

// The part's file and its variable, which tells when the driver began before the part did.
static const char *part_file(Nvcc *nvcc, const char *ptx) {
    return arena_printf(&nvcc->ctx->perm, "%s.trace", ptx);
}

// Each part is a process of its own in the trace, so that threads do not overlap.
void nvcc_trace_words(Nvcc *nvcc, NvccWords *w, const char *ptx, uint32_t arch) {
    if (!nvcc_has(nvcc, N_TIME_TRACE)) return;
    Arena *a = &nvcc->ctx->perm;
    nvcc_words(nvcc, w, "--device-time-trace", part_file(nvcc, ptx), "--use-trace-pid",
               arena_printf(a, "%u", FIRST_PART + arch), "--trace-env", "_NVCC_TRACE_TS_", NULL);
}

// A complete event ("X") of the driver's own process. Its ends are rounded, not its length, so that
// what ends at a moment and what begins then touch.
void nvcc_trace_step(Nvcc *nvcc, const char *name, const char *input, uint32_t row, double began,
                     double ended) {
    if (!nvcc_has(nvcc, N_TIME_TRACE)) return;
    if (!nvcc->trace.arena) buf_init(&nvcc->trace, &nvcc->ctx->perm);
    buf_printf(&nvcc->trace, ",\n{\"args\":{\"detail\":");
    buf_json(&nvcc->trace, input ? input : "");
    buf_puts(&nvcc->trace, "},\"name\":");
    buf_json(&nvcc->trace, name);
    uint64_t from = (uint64_t)(began * 1e6), to = (uint64_t)(ended * 1e6); // microseconds
    buf_printf(&nvcc->trace, ",\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%llu,\"dur\":%llu}", row,
               (unsigned long long)from, (unsigned long long)(to - from));
}

void nvcc_trace_begin(Nvcc *nvcc, double since) {
    if (!nvcc_has(nvcc, N_TIME_TRACE)) return;
    setenv("_NVCC_TRACE_TS_", arena_printf(&nvcc->ctx->perm, "%.0f", since * 1e6), 1);
}

// The events of a part, without the brackets around them.
static void put_part(Nvcc *nvcc, Buf *out, const char *ptx) {
    static const char head[] = "{\"traceEvents\":[", tail[] = "]}";
    size_t length, around = sizeof head - 1 + sizeof tail - 1;
    const char *file = part_file(nvcc, ptx);
    const char *text = access(file, R_OK) == 0 ? driver_read_file(nvcc->ctx, file, &length) : NULL;
    if (!text || length <= around) return;
    buf_puts(out, ",\n");
    buf_write(out, text + sizeof head - 1, length - around);
    unlink(file);
}

// One file for all: those of the parts go. "-" stands for the output's name.
void nvcc_write_trace(Nvcc *nvcc) {
    const char *given = nvcc_value(nvcc, N_TIME_TRACE, NULL),
               *out = nvcc_value(nvcc, N_OUTPUT, "trace");
    if (!given) return;
    if (strcmp(given, "-") == 0) given = out;
    Buf buf;
    buf_init(&buf, &nvcc->ctx->perm);
    buf_puts(&buf,
             "{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\","
             "\"args\":{\"name\":\"nvcc\"}}");
    buf_write(&buf, nvcc->trace.at, nvcc->trace.n);
    for (uint32_t i = 0; i < nvcc->steps.n; i++) {
        const NvccStep *s = &nvcc->steps.at[i];
        for (uint32_t k = 0; k < nvcc->archs.n && s->kind == STEP_DEVICE; k++)
            put_part(nvcc, &buf, s->unit->ptx[k]);
    }
    buf_puts(&buf, "\n]}\n");
    driver_write_file(nvcc->ctx, arena_printf(&nvcc->ctx->perm, "%s.json", given), buf.at, buf.n);
}
