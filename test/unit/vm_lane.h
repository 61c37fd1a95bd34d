// SPDX-License-Identifier: Apache-2.0
// Runs a piece of PTX by all threads of a grid, each with random operands of its own, and compares
// what it leaves in registers with a model in C. Operands: %A, %B, %C (64 bits), %a, %b, %c (their
// low halves), %m (32 bits), %i (number in the grid), %l (lane). Results: %d0 to %d7 (32 bits),
// %p0 to %p7 (predicates), %o0 to %o7 (64 bits); all are 0 at first. Free: %x, %q, %X, %h, %Q.
// Parameters p2 to p5 are the test's.
#ifndef VM_LANE_H
#define VM_LANE_H
#include "vm_run.h"

enum { LANE_MAX = 256, LANE_RESULTS = 8 };

typedef struct {
    uint64_t a, b, c;
    uint32_t m, i;
} LaneIn;
typedef struct {
    uint64_t d[LANE_RESULTS], p, o[LANE_RESULTS];
} LaneOut;
// The results of thread i; `in` has all threads of the grid.
typedef void LaneModel(const LaneIn *in, uint32_t i, LaneOut *out);

typedef struct {
    const char *target;
    const char *globals; // NULL: none
    const char *text;
    uint32_t threads, blocks, cluster; // 0: 32, 1, none
    uint64_t param[4];
    LaneModel *model;
} LaneRun;

static const char lane_head[] =
    "\t.reg .b64 %A, %B, %C, %X<16>, %o<8>, %at, %to; .reg .b32 %a, %b, %c, %m, %i, %l, %x<16>, "
    "%d<8>;\n"
    "\t.reg .b16 %h<8>; .reg .b128 %Q<4>; .reg .pred %p<8>, %q<8>, %no;\n"
    "\tmov.u32 %x0, %ctaid.x; mov.u32 %x1, %ntid.x; mov.u32 %i, %tid.x; mad.lo.u32 %i, %x0, %x1, "
    "%i; mov.u32 %l, %laneid;\n"
    "\tld.param.u64 %at, [p0]; mad.wide.u32 %at, %i, 32, %at;\n"
    "\tld.global.u64 %A, [%at]; ld.global.u64 %B, [%at+8]; ld.global.u64 %C, [%at+16]; "
    "ld.global.u32 %m, [%at+24];\n"
    "\tcvt.u32.u64 %a, %A; cvt.u32.u64 %b, %B; cvt.u32.u64 %c, %C; setp.ne.u32 %no, %i, %i;\n";

static inline void lane_text(Buf *b, const LaneRun *r) {
    buf_puts(b, lane_head);
    for (uint32_t k = 0; k < LANE_RESULTS; k++)
        buf_printf(b, "\tmov.b32 %%d%u, 0; mov.b64 %%o%u, 0; mov.pred %%p%u, %%no;\n", k, k, k);
    buf_puts(b, r->text);
    buf_puts(b, "\n\tld.param.u64 %to, [p1]; mad.wide.u32 %to, %i, 136, %to; mov.b64 %at, 0;\n");
    for (uint32_t k = 0; k < LANE_RESULTS; k++) {
        buf_printf(b, "\tcvt.u64.u32 %%A, %%d%u; st.global.u64 [%%to+%u], %%A;\n", k, 8 * k);
        buf_printf(b, "\tst.global.u64 [%%to+%u], %%o%u;\n", 72 + 8 * k, k);
        buf_printf(b, "\tselp.u64 %%A, %u, 0, %%p%u; or.b64 %%at, %%at, %%A;\n", 1u << k, k);
    }
    buf_puts(b, "\tst.global.u64 [%to+64], %at;\n");
}

static inline void lane_complain(const LaneRun *r, uint32_t i, const LaneOut *got,
                                 const LaneOut *want) {
    const uint64_t *g = (const uint64_t *)got, *w = (const uint64_t *)want;
    fprintf(stderr, "%s\n", r->text);
    for (uint32_t k = 0; k < sizeof *got / 8; k++) {
        if (g[k] == w[k]) continue;
        fprintf(stderr, "  thread %u: %c%u is %llx, not %llx\n", i,
                k < 8 ? 'd' : k == 8 ? 'p' : 'o', k < 8 ? k : k == 8 ? 0 : k - 9,
                (unsigned long long)g[k], (unsigned long long)w[k]);
    }
}

// Runs it in a machine and compares; the threads' operands are `in`.
static inline bool lane_run(World *w, const LaneRun *r, const LaneIn *in) {
    static LaneOut got[LANE_MAX];
    uint32_t threads = r->threads ? r->threads : 32, blocks = r->blocks ? r->blocks : 1;
    uint32_t n = threads * blocks, bad = 0;
    CHECK(n <= LANE_MAX);
    memset(got, 0xee, sizeof got);
    Buf b;
    buf_init(&b, &w->ctx.perm);
    lane_text(&b, r);
    uint64_t from = device_copy(w->vm, in, n * sizeof *in),
             to = device_copy(w->vm, got, n * sizeof *got);
    VmRunOptions o = {r->target,
                      blocks,
                      threads,
                      r->cluster,
                      6,
                      {from, to, r->param[0], r->param[1], r->param[2], r->param[3]}};
    if (!run_kernel(w->vm, &w->ctx, &o, r->globals ? r->globals : "", buf_cstr(&b))) return false;
    if (emit_dir) return true;
    vm_read(w->vm, to, got, n * sizeof *got);
    for (uint32_t i = 0; i < n; i++) {
        LaneOut want = {0};
        r->model(in, i, &want);
        if (memcmp(&want, &got[i], sizeof want) == 0) continue;
        if (!bad++) lane_complain(r, i, &got[i], &want);
    }
    CHECK(bad == 0);
    return bad == 0;
}

// The same in a machine of its own.
static inline bool lane_test(const LaneRun *r, const LaneIn *in) {
    World w;
    world_begin(&w);
    bool ok = lane_run(&w, r, in);
    world_end(&w);
    return ok;
}

static inline void lane_random(LaneIn *in, uint64_t seed) {
    for (uint32_t i = 0; i < LANE_MAX; i++) {
        uint64_t a = unit_random(&seed), b = unit_random(&seed), c = unit_random(&seed);
        in[i] = (LaneIn){a, b, c, 0xffffffff, i};
    }
}
#endif
