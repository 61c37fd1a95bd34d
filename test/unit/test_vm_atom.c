// SPDX-License-Identifier: Apache-2.0
// atom and red: every operation and type, alone and in vectors, old and new values against host
// arithmetic; mbarrier: every form, against a model of the phases. `--emit DIR`: see vm_run.h.
#include "vm_run.h"

#include <math.h>

static uint32_t seed = 5;
static uint32_t rnd(void) {
    seed = seed * 1664525 + 1013904223;
    return seed >> 5 ^ seed << 20;
}

enum { N = 256 };

// ---- 16-bit formats ----------------------------------------------------------------------------

static double half(uint32_t h, bool bf) {
    if (bf) {
        float f;
        memcpy(&f, &(uint32_t){h << 16}, 4);
        return (double)f;
    }
    int e = h >> 10 & 31;
    double v = e ? ldexp((h & 0x3ff) + 1024, e - 25) : ldexp(h & 0x3ff, -24);
    return h & 0x8000 ? -v : v;
}
static uint32_t round_half(double x, bool bf) { // nearest, ties to even; no overflow here
    uint32_t best = 0, lo = 0, hi = bf ? 0x7f7f : 0x7bff;
    double a = fabs(x);
    while (lo < hi) { // the largest code at most a
        uint32_t mid = (lo + hi + 1) / 2;
        if (half(mid, bf) <= a)
            lo = mid;
        else
            hi = mid - 1;
    }
    best = lo;
    double d = a - half(lo, bf), e = half(lo + 1, bf) - a;
    if (e < d || (e == d && lo & 1)) best = lo + 1;
    return best | (signbit(x) ? 0x8000 : 0);
}

static uint32_t half_op(const char *op, uint32_t a, uint32_t b, bool bf) {
    double x = half(a, bf), y = half(b, bf);
    if (op[0] == 'a') return x + y == 0 ? 0 : round_half(x + y, bf);
    return (op[1] == 'i') == (x < y) ? a : b;
}

// The new value of an element.
static uint64_t model(const char *op, const char *type, uint64_t a, uint64_t b, uint64_t c) {
    bool sign = type[0] == 's', wide = strstr(type, "64") != NULL;
    float fa, fb;
    double da, db;
    memcpy(&fa, &a, 4), memcpy(&fb, &b, 4), memcpy(&da, &a, 8), memcpy(&db, &b, 8);
    if (strcmp(op, "exch") == 0) return b;
    if (strcmp(op, "cas") == 0) return a == b ? c : a;
    if (strcmp(op, "and") == 0) return a & b;
    if (strcmp(op, "or") == 0) return a | b;
    if (strcmp(op, "xor") == 0) return a ^ b;
    if (strcmp(op, "inc") == 0) return a >= b ? 0 : a + 1;
    if (strcmp(op, "dec") == 0) return a == 0 || a > b ? b : a - 1;
    if (strncmp(type, "f16", 3) == 0 || strncmp(type, "bf16", 4) == 0) {
        bool bf = type[0] == 'b', two = type[strlen(type) - 1] == '2';
        uint64_t r = half_op(op, a & 0xffff, b & 0xffff, bf);
        return two ? r | (uint64_t)half_op(op, (uint32_t)a >> 16, (uint32_t)b >> 16, bf) << 16 : r;
    }
    if (strcmp(type, "f32") == 0) {
        fa += fb;
        a = 0;
        memcpy(&a, &fa, 4);
        return a;
    }
    if (strcmp(type, "f64") == 0) {
        da += db;
        memcpy(&a, &da, 8);
        return a;
    }
    if (strcmp(op, "add") == 0) return wide ? a + b : (uint32_t)(a + b);
    bool less = !sign ? a < b : wide ? (int64_t)a < (int64_t)b : (int32_t)a < (int32_t)b;
    return (strcmp(op, "min") == 0) == less ? a : b;
}

static uint64_t random_value(const char *type, uint32_t bits) {
    uint64_t v = (uint64_t)rnd() << 32 | rnd();
    if (strncmp(type, "f16", 3) == 0) return (v & 0xb3ff33ff) | 0x30003000; // small normal numbers
    if (strncmp(type, "bf16", 4) == 0) return (v & 0xbeffbeff) | 0x3e003e00;
    float f = (float)(int32_t)rnd() / 3;
    double d = (double)(int32_t)rnd() / 3;
    if (strcmp(type, "f32") == 0) memcpy(&v, &f, 4);
    if (strcmp(type, "f64") == 0) memcpy(&v, &d, 8);
    return bits == 64 ? v : v & ((1ull << bits) - 1);
}

static void test_op(const char *op, const char *type, const char *space, uint32_t vec, bool red) {
    static uint8_t mem[N * 16], arg[N * 16], third[N * 16], old[N * 16], got[N * 16];
    bool fl16 = strstr(type, "f16") != NULL;
    uint32_t bits = strstr(type, "x2") || strstr(type, "32") ? 32
                    : strstr(type, "64")                     ? 64
                                                             : 16,
             es = bits / 8, cell = es * vec;
    Ctx ctx;
    ctx_init(&ctx);
    Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1});
    for (uint32_t i = 0; i < N * vec; i++) {
        uint64_t a = random_value(type, bits), b = rnd() % 4 ? random_value(type, bits) : a,
                 c = random_value(type, bits);
        memcpy(mem + i * es, &a, es), memcpy(arg + i * es, &b, es), memcpy(third + i * es, &c, es);
    }
    uint64_t m = device_copy(vm, mem, sizeof mem), x = device_copy(vm, arg, sizeof arg),
             y = device_copy(vm, third, sizeof third), o = device_copy(vm, mem, sizeof mem);
    Buf b, v[3];
    buf_init(&b, &ctx.perm);
    const char *reg = bits == 64 ? "b64" : bits == 32 ? "b32" : "b16";
    char pre[16] = "";
    if (vec > 1) snprintf(pre, sizeof pre, ".v%u", vec);
    for (uint32_t k = 0; k < 3; k++) {
        buf_init(&v[k], &ctx.perm);
        for (uint32_t i = 0; i < vec; i++)
            buf_printf(&v[k], "%s%%%c%u", i ? ", " : vec > 1 ? "{" : "", "xyz"[k], i);
        if (vec > 1) buf_putc(&v[k], '}');
    }
    // vectors of more than four 16-bit elements are loaded in pieces
    buf_printf(&b,
               "\t.reg .b64 %%m, %%a, %%c, %%o, %%t; .reg .b32 %%i, %%s; .reg .%s %%x<8>, %%y<8>, "
               "%%z<8>;\n"
               "\tld.param.u64 %%m, [p0]; ld.param.u64 %%a, [p1]; ld.param.u64 %%c, [p2]; "
               "ld.param.u64 %%o, [p3]; mov.u32 %%i, %%tid.x;\n"
               "\tmul.wide.u32 %%t, %%i, %u; add.s64 %%m, %%m, %%t; add.s64 %%a, %%a, %%t; add.s64 "
               "%%c, %%c, %%t; add.s64 %%o, %%o, %%t;\n",
               reg, cell);
    for (uint32_t i = 0; i < vec; i++)
        buf_printf(
            &b,
            "\tld.global.%s %%x%u, [%%a+%u]; ld.global.%s %%y%u, [%%c+%u]; mov.%s %%z%u, %%x%u;\n",
            reg, i, i * es, reg, i, i * es, reg, i, i);
    const char *at = "[%m]";
    if (strcmp(space, ".shared") == 0) {
        buf_printf(&b, "\tmov.u32 %%s, smem; mad.lo.u32 %%s, %%i, %u, %%s;\n", cell);
        for (uint32_t i = 0; i < vec; i++)
            buf_printf(&b, "\tld.global.%s %%z%u, [%%m+%u]; st.shared.%s [%%s+%u], %%z%u;\n", reg,
                       i, i * es, reg, i * es, i);
        at = "[%s]";
    }
    const char *noftz = fl16 ? ".noftz" : "";
    if (red) {
        buf_printf(&b, "\tred.relaxed.gpu%s.%s%s%s.%s %s, %s;\n", space, op, noftz, pre, type, at,
                   buf_cstr(&v[0]));
    } else {
        buf_printf(&b, "\tatom.acq_rel.gpu%s.%s%s%s.%s %s, %s, %s%s%s;\n", space, op, noftz, pre,
                   type, buf_cstr(&v[2]), at, buf_cstr(&v[0]), strcmp(op, "cas") ? "" : ", ",
                   strcmp(op, "cas") ? "" : buf_cstr(&v[1]));
        for (uint32_t i = 0; i < vec; i++)
            buf_printf(&b, "\tst.global.%s [%%o+%u], %%z%u;\n", reg, i * es, i);
    }
    if (strcmp(space, ".shared") == 0) {
        for (uint32_t i = 0; i < vec; i++)
            buf_printf(&b, "\tld.shared.%s %%z%u, [%%s+%u]; st.global.%s [%%m+%u], %%z%u;\n", reg,
                       i, i * es, reg, i * es, i);
    }
    VmRunOptions opt = {"sm_90", 1, N, 0, 4, {m, x, y, o}};
    if (run_kernel(vm, &ctx, &opt, ".shared .align 16 .b8 smem[4096];\n", buf_cstr(&b)) &&
        !emit_dir) {
        vm_read(vm, m, got, sizeof got);
        vm_read(vm, o, old, sizeof old);
        uint32_t bad = 0;
        for (uint32_t i = 0; i < N * vec; i++) {
            uint64_t p = 0, q = 0, r = 0, now = 0;
            memcpy(&p, mem + i * es, es), memcpy(&q, arg + i * es, es),
                memcpy(&r, third + i * es, es), memcpy(&now, got + i * es, es);
            bad +=
                now != model(op, type, p, q, r) || (!red && memcmp(old + i * es, mem + i * es, es));
        }
        CHECK(bad == 0);
        if (bad)
            fprintf(stderr, "%s %s%s.%s v%u: %u wrong\n", red ? "red" : "atom", op, space, type,
                    vec, bad);
    }
    vm_free(vm);
    ctx_free(&ctx);
}

static void test_atomics(void) {
    static const struct {
        const char *op, *types[8];
    } rows[] = {{"add", {"u32", "s32", "u64", "f32", "f64", "f16x2", "bf16x2", "f16"}},
                {"add", {"bf16"}},
                {"min", {"u32", "s32", "u64", "s64"}},
                {"max", {"u32", "s32", "u64", "s64"}},
                {"inc", {"u32"}},
                {"dec", {"u32"}},
                {"and", {"b32", "b64"}},
                {"or", {"b32", "b64"}},
                {"xor", {"b32", "b64"}},
                {"exch", {"b32", "b64"}},
                {"cas", {"b32", "b64", "b16"}}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        for (uint32_t t = 0; t < 8 && rows[k].types[t]; t++) {
            const char *op = rows[k].op, *ty = rows[k].types[t];
            test_op(op, ty, ".global", 1, false);
            test_op(op, ty, ".shared", 1, false);
            test_op(op, ty, "", 1, false);
            if (strcmp(op, "exch") && strcmp(op, "cas"))
                test_op(op, ty, ".global", 1, true), test_op(op, ty, ".shared", 1, true);
        }
    }
    for (uint32_t red = 0; red < 2; red++) {
        for (uint32_t k = 0; k < 3; k++) {
            const char *op = (const char *[]){"add", "min", "max"}[k];
            for (uint32_t v = 2; v <= 8; v *= 2)
                test_op(op, "f16", ".global", v, red), test_op(op, "bf16", ".global", v, red);
            for (uint32_t v = 2; v <= 4; v *= 2)
                test_op(op, "f16x2", ".global", v, red), test_op(op, "bf16x2", ".global", v, red);
        }
        for (uint32_t v = 2; v <= 4; v *= 2) test_op("add", "f32", ".global", v, red);
    }
}

// ---- mbarrier ----------------------------------------------------------------------------------

// A sequence of one thread; results are stored one after the other.
static void test_mbarrier(void) {
    static const char body[] =
        "\t.reg .b64 %o, %s<8>; .reg .b32 %r<8>; .reg .pred %p;\n\tld.param.u64 %o, [p0];\n"
#define PUT(k) "\tselp.u32 %r0, 1, 0, %p; st.global.u32 [%o+" #k "], %r0;\n"
        "\tmbarrier.init.shared.b64 [gate], 3;\n"
        "\tmbarrier.arrive.shared.b64 %s0, [gate];\n" // two are left
        "\tmbarrier.pending_count.b64 %r1, %s0; st.global.u32 [%o], %r1;\n"
        "\tmbarrier.test_wait.shared.b64 %p, [gate], %s0;\n" PUT(
            4) "\tmbarrier.test_wait.parity.shared.b64 %p, [gate], 1;\n" PUT(8) // the phase before
                                                                                // the first
        "\tmbarrier.arrive.noComplete.shared.b64 %s1, [gate], 1;\n\tmbarrier.pending_count.b64 "
        "%r1, %s1; st.global.u32 [%o+12], %r1;\n"
        "\tmbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %s2, [gate], 16;\n" // all arrived,
                                                                                     // 16 bytes to
                                                                                     // come
        "\tmbarrier.test_wait.parity.acquire.cta.shared::cta.b64 %p, [gate], 0;\n" PUT(
            16) "\tmbarrier.expect_tx.relaxed.cta.shared::cta.b64 [gate], 8;\n"
                "\tmbarrier.complete_tx.relaxed.cta.shared::cluster.b64 [gate], 16;\n"
                "\tmbarrier.try_wait.shared::cta.b64 %p, [gate], %s0;\n" PUT(20) "\tmbarrier."
                                                                                 "complete_tx."
                                                                                 "relaxed.cta."
                                                                                 "shared::cluster."
                                                                                 "b64 [gate], 8;\n"
                                                                                 "\tmbarrier.try_"
                                                                                 "wait.shared::cta."
                                                                                 "b64 %p, [gate], "
                                                                                 "%s0, 100;\n" PUT(24) "\tmbarrier.test_wait.parity.shared.b64 %p, [gate], 0;\n" PUT(
                                                                                     28) "\tmbarrie"
                                                                                         "r.test_"
                                                                                         "wait."
                                                                                         "parity."
                                                                                         "shared."
                                                                                         "b64 %p, "
                                                                                         "[gate], "
                                                                                         "1;\n" PUT(32)
        // the next phase: one drops out with bytes to come, two arrive at once
        "\tmbarrier.arrive_drop.expect_tx.release.cta.shared::cta.b64 %s3, [gate], 4;\n"
        "\tmbarrier.complete_tx.relaxed.cta.shared::cluster.b64 [gate], 4;\n"
        "\tmbarrier.arrive.shared.b64 %s4, [gate], 2;\n"
        "\tmbarrier.test_wait.shared.b64 %p, [gate], %s4;\n" PUT(
            36) "\tmbarrier.arrive.shared.b64 %s5, [gate];\n\tmbarrier.pending_count.b64 %r1, %s5; "
                "st.global.u32 [%o+40], %r1;\n"                    // of two
                "\tmbarrier.arrive_drop.shared.b64 %s6, [gate];\n" // none is left: a phase of one
                                                                   // follows
                "\tmbarrier.test_wait.shared.b64 %p, [gate], %s5;\n" PUT(
                    44) "\tmbarrier.inval.shared.b64 [gate];\n";
    static const uint32_t want[12] = {3, 0, 1, 2, 0, 0, 1, 1, 0, 1, 2, 1};
    Ctx ctx;
    ctx_init(&ctx);
    Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1});
    uint32_t got[12] = {0};
    uint64_t o = device_copy(vm, got, sizeof got);
    VmRunOptions opt = {"sm_90", 1, 1, 0, 1, {o}};
    if (run_kernel(vm, &ctx, &opt, ".shared .align 8 .b64 gate;\n", body) && !emit_dir) {
        vm_read(vm, o, got, sizeof got);
        for (uint32_t i = 0; i < 12; i++) {
            CHECK(got[i] == want[i]);
            if (got[i] != want[i])
                fprintf(stderr, "mbarrier: result %u is %u, not %u\n", i, got[i], want[i]);
        }
    }
    vm_free(vm);
    ctx_free(&ctx);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_atomics();
    test_mbarrier();
    return UNIT_END();
}
