// SPDX-License-Identifier: Apache-2.0
// NVVM's arithmetic intrinsics with constants, which the compiler folds, against the same with
// operands from memory, which the virtual machine computes: the same bits.
#include "cuprum.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

// Names behind llvm.nvvm. and their types, result first: f float, d double, i 32 bits, l 64 bits.
static const char *const fixed[][2] = {
    {"fmin.f", "fff"},       {"fmax.f", "fff"},        {"fmin.ftz.f", "fff"},
    {"fmax.ftz.f", "fff"},   {"fmin.d", "ddd"},        {"fmax.d", "ddd"},
    {"floor.f", "ff"},       {"floor.ftz.f", "ff"},    {"floor.d", "dd"},
    {"ceil.f", "ff"},        {"ceil.ftz.f", "ff"},     {"ceil.d", "dd"},
    {"trunc.f", "ff"},       {"trunc.ftz.f", "ff"},    {"trunc.d", "dd"},
    {"round.f", "ff"},       {"round.ftz.f", "ff"},    {"round.d", "dd"},
    {"saturate.f", "ff"},    {"saturate.ftz.f", "ff"}, {"saturate.d", "dd"},
    {"fabs.f", "ff"},        {"fabs.ftz.f", "ff"},     {"fabs.d", "dd"},
    {"lohi.i2d", "dii"},     {"d2i.lo", "id"},         {"d2i.hi", "id"},
    {"bitcast.f2i", "if"},   {"bitcast.i2f", "fi"},    {"bitcast.ll2d", "dl"},
    {"bitcast.d2ll", "ld"},  {"bfe.s32", "iiii"},      {"bfe.u32", "iiii"},
    {"bfe.s64", "llii"},     {"bfe.u64", "llii"},      {"bfi.b32", "iiiii"},
    {"bfi.b64", "lllii"},    {"bfind.s32", "ii"},      {"bfind.u32", "ii"},
    {"bfind.s64", "il"},     {"bfind.u64", "il"},      {"shf.l.clamp", "iiii"},
    {"shf.r.clamp", "iiii"}, {"sad.i", "iiii"},        {"sad.ui", "iiii"},
    {"sad.ll", "llll"},      {"sad.ull", "llll"},      {"swap.lo.hi.b64", "ll"},
    {"mulhi.i", "iii"},      {"mulhi.ull", "lll"},     {"prmt", "iiii"},
};
// Those with a rounding mode, in place of %s.
static const char *const rounded[][2] = {
    {"add.%s.f", "fff"},    {"add.%s.ftz.f", "fff"},  {"add.%s.d", "ddd"},
    {"sub.%s.f", "fff"},    {"sub.%s.ftz.f", "fff"},  {"sub.%s.d", "ddd"},
    {"mul.%s.f", "fff"},    {"mul.%s.ftz.f", "fff"},  {"mul.%s.d", "ddd"},
    {"div.%s.f", "fff"},    {"div.%s.ftz.f", "fff"},  {"div.%s.d", "ddd"},
    {"fma.%s.f", "ffff"},   {"fma.%s.ftz.f", "ffff"}, {"fma.%s.d", "dddd"},
    {"rcp.%s.f", "ff"},     {"rcp.%s.ftz.f", "ff"},   {"rcp.%s.d", "dd"},
    {"sqrt.%s.f", "ff"},    {"sqrt.%s.ftz.f", "ff"},  {"sqrt.%s.d", "dd"},
    {"d2f.%s", "fd"},       {"d2f.%s.ftz", "fd"},     {"f2i.%s", "if"},
    {"f2i.%s.ftz", "if"},   {"f2ui.%s", "if"},        {"f2ll.%s", "lf"},
    {"f2ull.%s.ftz", "lf"}, {"d2i.%s", "id"},         {"d2ui.%s", "id"},
    {"d2ll.%s", "ld"},      {"d2ull.%s", "ld"},       {"i2f.%s", "fi"},
    {"ui2f.%s", "fi"},      {"ll2f.%s", "fl"},        {"ull2f.%s", "fl"},
    {"i2d.%s", "di"},       {"ui2d.%s", "di"},        {"ll2d.%s", "dl"},
    {"ull2d.%s", "dl"},
};
enum { EACH = 32, MAXARGS = 4 };

static uint64_t seed = 41;
static FILE *text, *declared;
static uint64_t memory[1 << 15];
static uint32_t used, results; // words of memory; pairs of results

static const char *type_of(char c) {
    return c == 'f' ? "float" : c == 'd' ? "double" : c == 'i' ? "i32" : "i64";
}

static double number(uint64_t r) {
    static const double some[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.5,
                                  1.5,
                                  -2.5,
                                  3,
                                  1e10,
                                  -1e10,
                                  0x1p-126,
                                  0x1.8p-130,
                                  1e-45,
                                  1e38,
                                  -3e38,
                                  0x1p31,
                                  0x1.fffffep30,
                                  -0x1p31,
                                  0x1p63,
                                  0.1,
                                  0x1p-127,
                                  0x1.000002p-126,
                                  4e9,
                                  0x1p-149};
    uint64_t k = r % 48;
    if (k < sizeof some / sizeof *some) return some[k];
    double v = (double)(int64_t)unit_random(&seed);
    int e = (int)(unit_random(&seed) % (k < 40 ? 20 : 200));
    while (e-- > 0) v /= k < 40 ? 8 : 4;
    return v;
}

static uint64_t whole(uint64_t r) {
    uint64_t v = unit_random(&seed);
    switch (r % 6) {
    case 0: return v % 40;
    case 1: return 1ull << v % 64;
    case 2: return 0 - v % 9;
    case 3: return v >> v % 64;
    default: return v;
    }
}

// The operand's bits in memory and its text in IR.
static uint64_t operand(char type, char *to, size_t n) {
    uint64_t r = unit_random(&seed), bits;
    double v = number(r);
    float f = (float)v;
    switch (type) {
    case 'f': v = f; // fall through
    case 'd':
        memcpy(&bits, &v, 8);
        snprintf(to, n, "0x%016llX", (unsigned long long)bits);
        return type == 'd' ? bits : unit_float_bits(f);
    case 'i': bits = (uint32_t)whole(r); break;
    default: bits = whole(r);
    }
    snprintf(to, n, "%lld", type == 'i' ? (long long)(int32_t)bits : (long long)bits);
    return bits;
}

static void call(const char *name, const char *sig, char operands[][32], uint32_t n) {
    fprintf(text, "  %%r%u = call %s @llvm.nvvm.%s(", results, type_of(sig[0]), name);
    for (uint32_t k = 0; k < n; k++)
        fprintf(text, "%s%s %s", k ? ", " : "", type_of(sig[k + 1]), operands[k]);
    fprintf(text, ")\n  %%p%u = getelementptr i64, ptr %%out, i32 %u\n", results, results);
    fprintf(text, "  store %s %%r%u, ptr %%p%u\n", type_of(sig[0]), results, results);
    results++;
}

static void one(const char *name, const char *sig) {
    uint32_t n = (uint32_t)strlen(sig) - 1;
    fprintf(declared, "declare %s @llvm.nvvm.%s(", type_of(sig[0]), name);
    for (uint32_t k = 0; k < n; k++) fprintf(declared, "%s%s", k ? ", " : "", type_of(sig[k + 1]));
    fprintf(declared, ")\n");
    for (int j = 0; j < EACH; j++) {
        char operands[MAXARGS][32];
        uint64_t bits[MAXARGS];
        for (uint32_t k = 0; k < n; k++) bits[k] = operand(sig[k + 1], operands[k], 32);
        call(name, sig, operands, n);
        for (uint32_t k = 0; k < n; k++) {
            memory[used] = bits[k];
            fprintf(text, "  %%q%u = getelementptr i64, ptr %%in, i32 %u\n", used, used);
            fprintf(text, "  %%v%u = load volatile %s, ptr %%q%u\n", used, type_of(sig[k + 1]),
                    used);
            snprintf(operands[k], 32, "%%v%u", used);
            used++;
        }
        call(name, sig, operands, n);
    }
}

// Compiles the calls of one intrinsic as one kernel and compares.
static void check(const char *name, const char *sig) {
    char *body, *head;
    size_t nbody, nhead;
    used = results = 0;
    text = open_memstream(&body, &nbody);
    declared = open_memstream(&head, &nhead);
    one(name, sig);
    fclose(text);
    fclose(declared);
    char *module = malloc(nbody + nhead + 200);
    sprintf(module, "%sdefine ptx_kernel void @k(ptr %%in, ptr %%out) {\n%s  ret void\n}\n", head,
            body);
    const char *options[] = {"-arch=sm_90", "-O3"};
    cuprum_result *c = cuprum_compile("fold.ll", module, strlen(module), options, 2);
    CHECK(cuprum_result_status(c) == CUPRUM_OK);
    if (cuprum_result_status(c) != CUPRUM_OK)
        fprintf(stderr, "%s: %.400s\n", name, cuprum_result_log(c, NULL));

    size_t n;
    const char *ptx = cuprum_result_output(c, &n);
    cuprum_device *d = cuprum_device_new(ptx, n);
    static uint64_t out[2 * EACH];
    uint64_t in_at = cuprum_device_alloc(d, sizeof memory),
             out_at = cuprum_device_alloc(d, sizeof out);
    cuprum_device_write(d, in_at, memory, used * sizeof *memory);
    memset(out, 0, sizeof out);
    cuprum_device_write(d, out_at, out, sizeof out);
    const void *args[] = {&in_at, &out_at};
    cuprum_launch l = {.struct_size = sizeof l, .kernel = "k", .args = args, .nargs = 2};
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_OK);
    cuprum_device_read(d, out_at, out, sizeof out);
    for (int j = 0; j < EACH; j++) {
        CHECK(out[2 * j] == out[2 * j + 1]);
        if (out[2 * j] != out[2 * j + 1])
            fprintf(stderr, "%s, call %d: folded %llx, run %llx\n", name, j,
                    (unsigned long long)out[2 * j], (unsigned long long)out[2 * j + 1]);
    }
    cuprum_device_free(d);
    cuprum_result_free(c);
    free(module);
    free(body);
    free(head);
}

int main(void) {
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) check(fixed[k][0], fixed[k][1]);
    static const char *const modes[] = {"rn", "rz", "rm", "rp"};
    for (size_t k = 0; k < sizeof rounded / sizeof *rounded; k++) {
        for (int r = 0; r < 4; r++) {
            char name[32];
            snprintf(name, sizeof name, rounded[k][0], modes[r]);
            check(name, rounded[k][1]);
        }
    }
    return UNIT_END();
}
