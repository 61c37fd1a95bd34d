// SPDX-License-Identifier: Apache-2.0
// Nested timers for --time-passes and --device-time-trace. Off by default: then timer_begin costs
// one test of ctx->timers.
#ifndef CUPRUM_TIMER_H
#define CUPRUM_TIMER_H

#include "base/base.h"

// Switches timing on for the context (and the workers of its parallel loops); `trace` keeps every
// interval for the trace file, otherwise only sums are kept.
void timer_enable(Ctx *ctx, bool trace);
void timer_free(Ctx *ctx); // called by ctx_free

typedef struct {
    uint32_t node; // 0: timing is off
    uint64_t start;
} TimerMark;
TimerMark timer_begin_(Ctx *ctx, const char *name, const char *detail);
void timer_end_(Ctx *ctx, TimerMark mark);
// `name` must be a string that lives as long as the context; `detail` (a function's name, or NULL)
// is copied for the trace. Begin and end nest within a thread.
static inline TimerMark timer_begin(Ctx *ctx, const char *name, const char *detail) {
    return CU_LIKELY(!ctx->timers) ? (TimerMark){0, 0} : timer_begin_(ctx, name, detail);
}
static inline void timer_end(Ctx *ctx, TimerMark m) {
    if (CU_UNLIKELY(m.node)) timer_end_(ctx, m);
}

// An interval of the trace alone, of which there are many (headers, instances): it is no node of
// the sums, and dropped when it was shorter than TIMER_SPAN_MIN. Make `detail` only where
// timer_traces.
enum { TIMER_SPAN_MIN = 100000 }; // nanoseconds
bool timer_traces_(const Ctx *ctx);
static inline bool timer_traces(const Ctx *ctx) {
    return CU_UNLIKELY(ctx->timers != NULL) && timer_traces_(ctx);
}
TimerMark timer_span_begin(Ctx *ctx, const char *name, const char *detail); // if timer_traces
void timer_span_end_(Ctx *ctx, TimerMark mark);
static inline void timer_span_end(Ctx *ctx, TimerMark mark) {
    if (CU_UNLIKELY(mark.node)) timer_span_end_(ctx, mark);
}

// Table of sums, nested as the timers were.
void timer_report(Ctx *ctx, Buf *out);
// Chrome trace events (chrome://tracing, Perfetto): one complete event per interval.
void timer_trace(Ctx *ctx, Buf *out, const char *program);
// The same as a part of nvcc's trace, in the form of NVIDIA's cicc, which ptxas reads to continue:
// one line, whole microseconds from the moment that nvcc began, the given process number.
void timer_trace_part(Ctx *ctx, Buf *out, uint32_t pid, uint64_t start_us);
uint64_t timer_now(void); // nanoseconds, monotonic

#endif
