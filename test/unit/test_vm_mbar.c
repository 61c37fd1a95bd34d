// SPDX-License-Identifier: Apache-2.0
// mbarrier: random sequences of every instruction in every spelling against a model of the phases
// (PTX ISA 9.7.13.15); cp.async.mbarrier.arrive; clusterlaunchcontrol, which in this machine
// cancels nothing. `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];
static uint64_t seed;
static uint32_t rnd(uint32_t n) { return (uint32_t)(unit_random(&seed) % n); }

// ---- the model ---------------------------------------------------------------------------------

enum { RESULTS = 200, TOKENS = 8 };
typedef struct {
    uint32_t pending, expected, tx, phase;
    struct {
        uint32_t phase, pending;
        bool live, counted; // counted: of an instruction .noComplete
    } token[TOKENS];        // register %T0 ...
    uint32_t nresult, want[RESULTS];
    Buf *text;
} Model;

static void complete(Model *m) {
    if (m->pending || m->tx) return;
    m->pending = m->expected;
    m->phase++;
}

static void put_result(Model *m, uint32_t want) { // %r
    buf_printf(m->text, " st.global.u32 [%%out+%u], %%r;\n", 4 * m->nresult);
    m->want[m->nresult++] = want;
}

#define PICK(a) a[rnd(CU_COUNT(a))]
static const char *const release[] = {"", ".release.cta", ".release.cluster", ".relaxed.cta",
                                      ".relaxed.cluster"};
static const char *const relaxed[] = {"", ".relaxed.cta", ".relaxed.cluster"};
static const char *const acquire[] = {"", ".acquire.cta", ".acquire.cluster", ".relaxed.cta",
                                      ".relaxed.cluster"};
static const char *const none[] = {""}, *const only_cta[] = {"", ".release.cta"};
static const struct {
    const char *space, *address;
} spaces[] = {{".shared", "[bar]"},
              {".shared::cta", "[%s]"},
              {"", "[%g]"},
              {".shared", "[%s+0]"},
              {".shared::cluster", "[%s]"}};

// "mbarrier.NAME QUALIFIERS.SPACE.b64 "; the number of the space
static uint32_t put_name(Model *m, const char *name, const char *sem, bool cluster) {
    uint32_t s = rnd(cluster ? 5 : 4);
    buf_printf(m->text, "\t%s%s%s.b64 ", name, sem, spaces[s].space);
    return s;
}

// arrive and arrive_drop, with `extra` after the name. A cluster's barrier gives no token.
static void put_arrive(Model *m, const char *name, const char *sem, uint32_t arrivals,
                       int64_t operand, bool counted) {
    uint32_t s = put_name(m, name, sem, !counted), t = rnd(TOKENS);
    bool sink = spaces[s].space[0] && strstr(spaces[s].space, "cluster");
    if (sink || (!counted && rnd(4) == 0)) {
        buf_puts(m->text, "_");
    } else {
        buf_printf(m->text, "%%T%u", t);
        m->token[t].phase = m->phase, m->token[t].pending = m->pending;
        m->token[t].live = true, m->token[t].counted = counted;
    }
    buf_printf(m->text, ", %s", spaces[s].address);
    if (operand >= 0) buf_printf(m->text, ", %lld", (long long)operand);
    buf_puts(m->text, ";\n");
    m->pending -= arrivals;
    complete(m);
}

static void put_test(Model *m, bool try) {
    const char *name = try ? "mbarrier.try_wait" : "mbarrier.test_wait";
    const char *hint = try && rnd(2) ? ", 20" : "";
    uint32_t t = rnd(TOKENS), s;
    bool want;
    if (m->token[t].live && m->token[t].phase + 1 >= m->phase) { // this phase or the last
        s = put_name(m, name, PICK(acquire), false);
        buf_printf(m->text, "%%p, %s, %%T%u%s;", spaces[s].address, t, hint);
        want = m->token[t].phase < m->phase;
    } else {
        uint32_t parity = rnd(2);
        s = put_name(m, try ? "mbarrier.try_wait.parity" : "mbarrier.test_wait.parity",
                     PICK(acquire), false);
        buf_printf(m->text, "%%p, %s, %u%s;", spaces[s].address, parity, hint);
        want = parity != m->phase % 2;
    }
    buf_puts(m->text, " selp.u32 %r, 1, 0, %p;");
    put_result(m, want);
}

static void put_init(Model *m) {
    uint32_t s = put_name(m, "mbarrier.init", "", false);
    m->expected = m->pending = 2 + rnd(30);
    m->tx = m->phase = 0;
    memset(m->token, 0, sizeof m->token);
    buf_printf(m->text, "%s, %u;\n", spaces[s].address, m->expected);
}

static void put_tx(Model *m, bool arriving) {
    uint32_t n, s;
    switch (rnd(arriving ? 4 : 2)) {
    case 0:
        s = put_name(m, "mbarrier.expect_tx", PICK(relaxed), true);
        m->tx += n = rnd(1000);
        buf_printf(m->text, "%s, %u;\n", spaces[s].address, n);
        break;
    case 1:
        n = rnd(3) ? m->tx : rnd(m->tx + 1);
        s = put_name(m, "mbarrier.complete_tx", PICK(relaxed), true);
        m->tx -= n;
        buf_printf(m->text, "%s, %u;\n", spaces[s].address, n);
        complete(m);
        break;
    case 2:
        m->tx += n = rnd(100);
        put_arrive(m, "mbarrier.arrive.expect_tx", PICK(release), 1, n, false);
        break;
    default:
        if (m->expected == 1) break;
        m->tx += n = rnd(100);
        m->expected--;
        put_arrive(m, "mbarrier.arrive_drop.expect_tx", PICK(release), 1, n, false);
        break;
    }
}

// One arrival or more, if some are due.
static void put_arrival(Model *m) {
    uint32_t n = 1 + rnd(m->pending);
    bool drop = rnd(3) == 0 && n < m->expected;
    const char *name = drop ? "mbarrier.arrive_drop" : "mbarrier.arrive";
    switch (rnd(4)) {
    case 0:
        if (drop) m->expected--;
        put_arrive(m, name, PICK(release), 1, -1, false);
        break;
    case 1:
        if (drop) m->expected -= n;
        put_arrive(m, name, PICK(release), n, n, false);
        break;
    case 2:
        if (n == m->pending) break;
        if (drop) m->expected -= n;
        put_arrive(m, drop ? "mbarrier.arrive_drop.noComplete" : "mbarrier.arrive.noComplete",
                   PICK(only_cta), n, n, true);
        break;
    default: { // after no copies: at once
        bool noinc = rnd(2);
        uint32_t s = put_name(m,
                              noinc ? "cp.async.mbarrier.arrive.noinc" : "cp.async.mbarrier.arrive",
                              PICK(none), false);
        buf_printf(m->text, "%s;\n", spaces[s].address);
        m->pending -= noinc;
        complete(m);
    }
    }
}

static void put_step(Model *m) {
    uint32_t k = rnd(10), t = rnd(TOKENS);
    if (k < 4 && m->pending) {
        put_arrival(m);
    } else if (k < 6) {
        put_tx(m, m->pending != 0);
    } else if (k == 6 && m->token[t].counted) {
        buf_printf(m->text, "\tmbarrier.pending_count.b64 %%r, %%T%u;", t);
        put_result(m, m->token[t].pending);
    } else if (k == 7 && rnd(12) == 0) {
        uint32_t s = put_name(m, "mbarrier.inval", "", false);
        buf_printf(m->text, "%s;\n", spaces[s].address);
        put_init(m);
    } else {
        put_test(m, rnd(2));
    }
}

static void test_sequence(uint32_t round) {
    World w;
    world_begin(&w);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    seed = round;
    Model m = {.text = &b};
    buf_puts(&b, "\t.shared .align 8 .b64 bar; .reg .b64 %T<8>, %out, %g; .reg .b32 %s, %r; .reg "
                 ".pred %p; ld.param.u64 %out, [p0]; mov.u32 %s, bar; mov.u64 %g, bar; "
                 "cvta.shared.u64 %g, %g;\n");
    put_init(&m);
    while (m.nresult < RESULTS - 1) put_step(&m);
    uint32_t got[RESULTS] = {0}, bad = 0;
    uint64_t out = device_copy(w.vm, got, sizeof got);
    VmRunOptions o = {"sm_90", 1, 1, 0, 1, {out}};
    if (run_kernel(w.vm, &w.ctx, &o, "", buf_cstr(&b)) && !emit_dir) {
        vm_read(w.vm, out, got, sizeof got);
        while (bad < m.nresult && got[bad] == m.want[bad]) bad++;
        CHECK(bad == m.nresult);
        if (bad < m.nresult)
            fprintf(stderr, "%s\nresult %u is %u, not %u\n", buf_cstr(&b), bad, got[bad],
                    m.want[bad]);
    }
    world_end(&w);
}

// ---- arrivals of a block, copies ---------------------------------------------------------------

// Every thread copies a word and arrives when it has come; all wait for all.
static void model_copies(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = (uint32_t)x[(i + 37) % 96].a;
    out->p = 1;
}

static void test_copies(void) {
    lane_random(in, 5);
    for (uint32_t noinc = 0; noinc < 2; noinc++) {
        World w;
        world_begin(&w);
        uint32_t words[96];
        for (uint32_t i = 0; i < 96; i++) words[i] = (uint32_t)in[i].a;
        LaneRun r = {"sm_90", .threads = 96, .model = model_copies};
        r.param[0] = device_copy(w.vm, words, sizeof words);
        r.text = arena_printf(
            &w.ctx.perm,
            "\t.shared .align 8 .b64 bar; .shared .align 16 .b32 sh[96]; mov.u32 %%x0, sh; "
            "mad.lo.u32 %%x1, %%i, 4, %%x0; ld.param.u64 %%X0, [p2]; mad.wide.u32 %%X0, %%i, 4, "
            "%%X0; add.u32 %%x2, %%i, 37; rem.u32 %%x2, %%x2, 96; mad.lo.u32 %%x2, %%x2, 4, %%x0; "
            "setp.eq.u32 %%q0, %%i, 0;\n"
            "\t@%%q0 mbarrier.init.shared.b64 [bar], 96; bar.sync 0; cp.async.ca.shared.global "
            "[%%x1], [%%X0], 4; cp.async.mbarrier.arrive%s.shared.b64 [bar];\n"
            "\t%s\nWAIT:\tmbarrier.test_wait.parity.shared.b64 %%q1, [bar], 0; @!%%q1 bra WAIT; "
            "ld.shared.u32 %%d0, [%%x2]; setp.eq.u32 %%p0, %%i, %%i;\n",
            noinc ? ".noinc" : "",
            noinc ? "" : "cp.async.wait_all; mbarrier.arrive.shared.b64 _, [bar];");
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

// ---- cluster launch control --------------------------------------------------------------------

static void model_refused(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->p = 2; // not canceled, but answered
}

static void test_launch_control(void) {
    static const char *const forms[] = {".shared::cta.mbarrier::complete_tx::bytes",
                                        ".mbarrier::complete_tx::bytes",
                                        (".shared::cta.mbarrier::complete_tx::bytes"
                                         ".multicast::cluster::all")};
    lane_random(in, 6);
    for (uint32_t k = 0; k < CU_COUNT(forms); k++) {
        World w;
        world_begin(&w);
        bool all = k == 2;
        LaneRun r = {"sm_100a",
                     .blocks = all ? 2 : 1,
                     .cluster = all ? 2 : 0,
                     .model = model_refused};
        r.text = arena_printf(
            &w.ctx.perm,
            "\t.shared .align 8 .b64 bar; .shared .align 16 .b8 answer[16]; mov.u64 %%X0, answer; "
            "mov.u64 %%X1, bar; setp.eq.u32 %%q0, %%l, 0; @%%q0 mbarrier.init.shared.b64 [bar], 1; "
            "@%%q0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;\n"
            "\tfence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; "
            "mov.u32 %%x0, %%cluster_ctarank; setp.eq.and.u32 %%q1, %%x0, 0, %%q0; %s\n"
            "\t@%%q1 clusterlaunchcontrol.try_cancel.async%s.b128 [%%X0], [%%X1];\n"
            "WAIT:\tmbarrier.try_wait.parity.shared::cta.b64 %%p1, [bar], 0; @!%%p1 bra WAIT; "
            "ld.shared.b128 %%Q0, [answer]; "
            "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %%p0, %%Q0; "
            "barrier.cluster.arrive; barrier.cluster.wait;\n",
            k == 1 ? "cvta.shared.u64 %X0, %X0; cvta.shared.u64 %X1, %X1;" : "", forms[k]);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

// An answer is opaque; the machine's (see vm/execute/bulk.c) is: bit 0 says canceled, then x, y, z.
static void model_answer(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint32_t v[3] = {(uint32_t)(x[i].a >> 32), (uint32_t)x[i].b, (uint32_t)(x[i].b >> 32)};
    for (uint32_t k = 0; k < 3; k++) out->d[k] = out->d[k + 4] = v[k];
    out->p = x[i].a & 1;
}

static void test_answer(void) {
    lane_random(in, 7);
    lane_test(
        &(LaneRun){"sm_100a",
                   .text = "\tmov.b128 %Q0, {%A, %B}; "
                           "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p0, %Q0;\n"
                           "\tclusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%d0, "
                           "%d1, %d2, _}, %Q0;\n"
                           "\tclusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %d4, "
                           "%Q0; clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 "
                           "%d5, %Q0; "
                           "clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 %d6, "
                           "%Q0;\n",
                   .model = model_answer},
        in);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    for (uint32_t i = 1; i <= (emit_dir ? 5 : 60); i++) test_sequence(i);
    test_copies();
    test_launch_control();
    test_answer();
    return UNIT_END();
}
