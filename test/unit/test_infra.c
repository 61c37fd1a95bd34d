// SPDX-License-Identifier: Apache-2.0
// Options, targets, parallel loops, timers, faults.
#include "base/fault.h"
#include "base/opt.h"
#include "base/target.h"
#include "base/task.h"
#include "base/timer.h"
#include "unit.h"
#include "base/feature.h"

#include "ids/feature_count.h"

#include <sched.h>
#include <stdatomic.h>

// ---- options ------------------------------------------------------------------------------------

#define OPTS                                                                                       \
    OPT(arch, "gpu-architecture", "arch", VALUE, "ARCH", EFFECT, "Target",                         \
        "Generate code for ARCH.")                                                                 \
    OPT(include, "include-path", "I", JLIST, "DIR", EFFECT, "Preprocessor", "Search DIR.")         \
    OPT(define, "define-macro", "D", JLIST, "M[=V]", EFFECT, "Preprocessor", "Define a macro.")    \
    OPT(level, "optimize", "O", JOINED, "{0|1|2|3}", EFFECT, "Code", "Level.")                     \
    OPT(fmad, "fmad", "fmad", BOOL, "", EFFECT, "Code", "Contract multiplication and addition.")   \
    OPT(ptx, "ptx", "ptx", FLAG, "", EFFECT, "Target", "Make PTX.")                                \
    OPT(out, "output-file", "o", VALUE, "FILE", EFFECT, "Target", "Write FILE.")                   \
    OPT(diag, "diag-suppress", "diag-suppress", LIST, "N", EFFECT, "Code", "Be silent about N.")   \
    OPT(stats, "stats", "", OPTIONAL, "KIND", EFFECT, "Code", "Print statistics.")                 \
    OPT(secret, "secret", "", FLAG, "", EFFECT, "", "Not in the help.")
enum {
    O_none,
#define OPT(id, ...) O_##id,
    OPTS
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
    OPTS
#undef OPT
};
static const OptTable table = {rows, CU_COUNT(rows)};

static bool parse(Ctx *ctx, const char *line, OptResult *r) {
    uint32_t n;
    const char **args = opt_split(ctx, line, &n);
    return opt_parse(ctx, &table, n, args, r);
}

static void test_spellings(void) {
    static const char *const arch[] = {"-arch sm_90",
                                       "-arch=sm_90",
                                       "--gpu-architecture sm_90",
                                       "--gpu-architecture=sm_90",
                                       "--arch=sm_90",
                                       "-arch=sm_80 -arch=sm_90"};
    Ctx ctx;
    ctx_init(&ctx);
    OptResult r;
    for (size_t i = 0; i < CU_COUNT(arch); i++) {
        CHECK(parse(&ctx, arch[i], &r));
        CHECK_STR(opt_value(&r, O_arch, "?"), "sm_90");
    }
    CHECK(parse(&ctx, "-Ia -I b -I=c,d -DX=1 -D 'Y=a b' '-DF(a\\,b)=a' a.cu - -- -x", &r));
    static const char *const want[] = {"a",     "b",        "c",    "d", "X=1",
                                       "Y=a b", "F(a,b)=a", "a.cu", "-", "-x"};
    static const int ids[] = {O_include, O_include, O_include, O_include, O_define,
                              O_define,  O_define,  0,         0,         0};
    CHECK(r.items.n == CU_COUNT(want));
    for (uint32_t i = 0; i < r.items.n && i < CU_COUNT(want); i++) {
        CHECK_STR(r.items.at[i].value, want[i]);
        CHECK(r.items.at[i].id == ids[i]);
    }
    CHECK(parse(&ctx, "-O3 -fmad=false -ptx --stats -o -", &r));
    CHECK(opt_int(&ctx, &r, O_level, 0) == 3 && !opt_bool(&r, O_fmad, true) && opt_has(&r, O_ptx));
    CHECK(opt_has(&r, O_stats) && !opt_last(&r, O_stats)->value);
    CHECK_STR(opt_value(&r, O_out, "?"), "-");
    CHECK(parse(&ctx, "-fmad true", &r) && opt_bool(&r, O_fmad, false));
    CHECK(opt_bool(&r, O_ptx, false) == false && opt_int(&ctx, &r, O_level, 7) == 7);
    ctx_free(&ctx);
}

static void test_option_errors(void) {
    static const struct {
        const char *line, *text;
    } bad[] = {
        {"--gpu-architectur=sm_90", "unknown option '--gpu-architectur=sm_90'; did you mean "
                                    "'--gpu-architecture'?"},
        {"--completely-different", "unknown option '--completely-different'\n"},
        {"-ptx=1", "option '-ptx=1' takes no value"},
        {"-arch", "option '-arch' needs a value"},
        {"-O9", "invalid value '9' for '-O9': expected one of {0|1|2|3}"},
        {"-fmad=maybe", "invalid value 'maybe' for '-fmad=maybe': expected one of {true|false}"},
    };
    for (size_t i = 0; i < CU_COUNT(bad); i++) {
        Ctx ctx;
        ctx_init(&ctx);
        OptResult r;
        CHECK(!parse(&ctx, bad[i].line, &r));
        Buf b;
        buf_init(&b, &ctx.perm);
        diag_render(&ctx, &b);
        CHECK(strstr(buf_cstr(&b), bad[i].text) != NULL);
        ctx_free(&ctx);
    }
    CHECK(opt_distance("kitten", "sitting", 9) == 3);
}

static void test_help(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf b;
    buf_init(&b, &ctx.perm);
    opt_help(&ctx, &b, &table);
    const char *s = buf_cstr(&b);
    CHECK(strstr(s, "\nTarget:\n  --gpu-architecture=ARCH (-arch)") != NULL);
    CHECK(strstr(s, "secret") == NULL);
    CHECK(strstr(s, "  --include-path=DIR,... (-I DIR)") != NULL);
    ctx_free(&ctx);
}

// ---- targets ------------------------------------------------------------------------------------

static void add_macro(void *data, const char *name, const char *value) {
    buf_printf(data, "%s=%s ", name, value);
}

static void test_targets(void) {
    Ctx ctx;
    ctx_init(&ctx);
    uint32_t n;
    const Target *all = target_all(&n);
    CHECK(n == 34);
    for (uint32_t i = 1; i < n; i++) {
        CHECK(all[i - 1].number < all[i].number ||
              (all[i - 1].number == all[i].number && all[i - 1].suffix < all[i].suffix));
    }
    const Target *t = target_parse("sm_90a", 6);
    CHECK(t && t->number == 90 && t->suffix == 'a' && t->ptx == 80);
    CHECK(target_parse("compute_100f", 12) == target_find(100, 'f'));
    CHECK(target_parse("90", 2) == target_find(90, 0));
    CHECK(!target_parse("sm_", 3) && !target_parse("sm_91", 5) && !target_parse("sm_80a", 6) &&
          !target_parse("sm_90ab", 7) && !target_parse("", 0) && !target_parse("sm_99999", 8));
    Buf b;
    buf_init(&b, &ctx.perm);
    target_macros(t, add_macro, &b);
    target_macros(target_find(103, 'f'), add_macro, &b);
    CHECK_STR(buf_cstr(&b), "__CUDA_ARCH__=900 __CUDA_ARCH_LIST__=900 "
                            "__CUDA_ARCH_FAMILY_SPECIFIC__=900 __CUDA_ARCH_SPECIFIC__=900 "
                            "__CUDA_ARCH_FEAT_SM90_ALL=1 __CUDA_ARCH__=1030 "
                            "__CUDA_ARCH_LIST__=1030 __CUDA_ARCH_FAMILY_SPECIFIC__=1030 ");
    CHECK(!target_has(target_find(75, 0), SMF_redux) && target_has(target_find(121, 0), SMF_redux));
    CHECK(target_has(t, SMF_wgmma) && !target_has(target_find(90, 0), SMF_wgmma) &&
          !target_has(target_find(100, 'a'), SMF_wgmma));
    CHECK(target_has(target_find(103, 'f'), SMF_tcgen05) &&
          !target_has(target_find(103, 0), SMF_tcgen05));
    CHECK(target_has(target_find(107, 'f'), SMF_tcgen05_red) &&
          target_has(target_find(103, 'f'), SMF_tcgen05_red) &&
          !target_has(target_find(100, 'f'), SMF_tcgen05_red) &&
          !target_has(target_find(107, 0), SMF_family_107) &&
          !target_has(target_find(110, 'f'), SMF_family_107));
    CHECK(target_runs_on(target_find(100, 'f'), target_find(107, 'a')) &&
          !target_runs_on(target_find(107, 'f'), target_find(103, 'f')) &&
          !target_of_cuda(target_find(107, 0), 13030) &&
          target_of_cuda(target_find(107, 0), 13050));
    CHECK(target_feature_first(SMF_cluster) == target_find(90, 0));
    CHECK(target_feature_first(SMF_tcgen05) == target_find(100, 'a'));
    CHECK(target_runs_on(target_find(100, 'f'), target_find(103, 0)) &&
          !target_runs_on(target_find(100, 'f'), target_find(110, 'a')) &&
          !target_runs_on(target_find(103, 'f'), target_find(100, 'a')) &&
          target_runs_on(target_find(80, 0), t) && !target_runs_on(t, target_find(100, 'a')));
    CHECK(target_of_cuda(target_find(60, 0), 12040) && target_of_cuda(target_find(60, 0), 12090) &&
          !target_of_cuda(target_find(60, 0), 13000) && !target_of_cuda(target_find(60, 0), 0));
    CHECK(!target_of_cuda(target_find(100, 0), 12060) && target_of_cuda(t, 12060) &&
          target_of_cuda(target_find(100, 0), 12080) && target_of_cuda(target_find(110, 0), 0));
    for (int f = 0; f < SMF_COUNT; f++) {
        CHECK(target_feature_first((TargetFeature)f) &&
              target_feature_ptx((TargetFeature)f) <= TARGET_PTX_NEWEST);
    }
    ctx_free(&ctx);
}

// ---- parallel loops -----------------------------------------------------------------------------

static void square(Ctx *w, void *data, uint32_t i) {
    char *s = arena_printf(&w->perm, "%u", i * i); // a worker's own memory
    ((uint32_t *)data)[i] = i * i + (s[0] == 'x');
}

static void fail_some(Ctx *w, void *data, uint32_t i) {
    if (i == 37 || i == 900) cu_fatal(w, "body %u failed", i);
    ((uint32_t *)data)[i] = i;
}

// One thread takes body 0 and stays in it; the others must come in the order of their weights.
typedef struct {
    _Atomic uint32_t started;
    uint32_t order[64];
} Started;

static void note_start(Ctx *w, void *data, uint32_t i) {
    Started *s = data;
    s->order[i] = atomic_fetch_add(&s->started, 1);
    for (int k = 0; i == 0 && k < 1 << 20 && atomic_load(&s->started) < 64; k++) sched_yield();
}

static void test_heaviest_first(Ctx *ctx) {
    uint32_t weight[64];
    Started s = {0};
    for (uint32_t i = 0; i < 64; i++) weight[i] = i ? i * 37 % 64 : 1000;
    task_for(ctx, 2, 64, weight, note_start, &s);
    bool ok = true;
    for (uint32_t i = 1; i < 64; i++) {
        uint32_t at = s.order[i] > s.order[0] ? s.order[i] : s.order[i] + 1;
        ok = ok && at == 64 - weight[i];
    }
    CHECK(ok);
}

static void test_tasks(void) {
    Ctx ctx;
    ctx_init(&ctx);
    static uint32_t out[1000];
    for (uint32_t threads = 0; threads <= 8; threads += 4) {
        memset(out, 0, sizeof out);
        task_for(&ctx, threads, 1000, NULL, square, out);
        bool ok = true;
        for (uint32_t i = 0; i < 1000; i++) ok = ok && out[i] == i * i;
        CHECK(ok);
    }
    task_for(&ctx, 4, 0, NULL, square, NULL);
    test_heaviest_first(&ctx);
    static uint32_t weight[1000];
    for (uint32_t i = 0; i < 1000; i++) weight[i] = i % 7;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        jmp_buf env;
        ctx.unwind = &env;
        ctx.fatal_text = NULL;
        if (!setjmp(env)) task_for(&ctx, threads, 1000, weight, fail_some, out);
        CHECK_STR(ctx.fatal_text, "body 37 failed");
        CHECK(out[999] == 999);
    }
    size_t used = ctx.mem_used;
    ctx.mem_limit = used + (1 << 20);
    jmp_buf env;
    ctx.unwind = &env;
    if (!setjmp(env)) task_for(&ctx, 2, 1000, NULL, square, out);
    CHECK(ctx.mem_used <= used + (64 << 10));
    ctx_free(&ctx);
    CHECK(ctx.mem_used == 0);
}

// ---- timers -------------------------------------------------------------------------------------

static void timed(Ctx *w, void *data, uint32_t i) {
    TimerMark m = timer_begin(w, "body", i == 0 ? "fir\"st" : NULL);
    timer_end(w, m);
}

static void test_timers(void) {
    Ctx ctx;
    ctx_init(&ctx);
    timer_end(&ctx, timer_begin(&ctx, "off", NULL));
    timer_enable(&ctx, true);
    for (int i = 0; i < 3; i++) {
        TimerMark a = timer_begin(&ctx, "outer", NULL);
        task_for(&ctx, 3, 5, NULL, timed, NULL);
        timer_end(&ctx, a);
    }
    timer_end(&ctx, timer_begin(&ctx, "after", NULL));
    Buf b;
    buf_init(&b, &ctx.perm);
    timer_report(&ctx, &b);
    const char *s = buf_cstr(&b);
    CHECK(strstr(s, "       3  outer\n") && strstr(s, "      15    body\n"));
    CHECK(strstr(s, "       1  after\n") && strstr(s, "total\n") && !strstr(s, "off"));
    b.n = 0;
    timer_trace(&ctx, &b, "unit");
    s = buf_cstr(&b);
    uint32_t events = 0;
    for (const char *p = s; (p = strstr(p, "\"ph\":\"X\"")); p++) events++;
    CHECK(events == 19);
    CHECK(strstr(s, "\"args\":{\"detail\":\"fir\\\"st\"}") != NULL);
    b.n = 0;
    timer_trace_part(&ctx, &b, 7, 5000000);
    s = buf_cstr(&b);
    CHECK(strncmp(s, "{\"traceEvents\":[{", 17) == 0 && !strchr(s, '\n') && !strchr(s, '.'));
    CHECK(strstr(s, "\"pid\":7,\"tid\":0,\"ts\":50") != NULL);
    ctx_free(&ctx);
}

// ---- faults -------------------------------------------------------------------------------------

static void test_faults(void) {
    volatile uint64_t n = 0;
    for (volatile bool fired = true; fired && n < 100000;) {
        Ctx ctx;
        jmp_buf env;
        ctx_init(&ctx);
        ctx.unwind = &env;
        fault_arm(&ctx, ++n);
        if (!setjmp(env)) {
            Map m;
            map_init(&m, &ctx.perm);
            for (uint64_t i = 0; i < 300; i++) map_put(&m, i, &m);
            Buf b;
            buf_init(&b, &ctx.scratch);
            for (int i = 0; i < 100; i++) buf_puts(&b, "0123456789");
            atom_cstr(&ctx, buf_cstr(&b));
        } else {
            CHECK_STR(ctx.fatal_text, "out of memory");
        }
        fired = fault_fired(&ctx);
        ctx_free(&ctx);
        CHECK(ctx.mem_used == 0);
    }
    CHECK(n > 10 && n < 1000);
    CHECK(CU_COVER(n > 0));
}

int main(void) {
    test_spellings();
    test_option_errors();
    test_help();
    test_targets();
    test_tasks();
    test_timers();
    test_faults();
    return UNIT_END();
}
