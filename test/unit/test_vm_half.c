// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 arithmetic of the virtual machine: every value of one operand against a set of
// others, with an oracle of double arithmetic and one rounding. `--emit DIR`: see vm_run.h.
#include "vm_float.h"

enum { N = 65536 };

// The sum, exact but for a remainder that no rounding to 11 bits sees: where one is much smaller it
// is replaced by a larger one of its sign. Both have at most 22 bits.
static double sum(double p, double c) {
    if (p - p != 0 || c - c != 0 || p == 0 || c == 0) return p + c;
    double a = fabs(p), b = fabs(c);
    if (b < ldexp(a, -28)) c = copysign(ldexp(a, -28), c);
    if (a < ldexp(b, -28)) p = copysign(ldexp(b, -28), p);
    return p + c;
}

typedef struct {
    char op; // + - * f(ma) < (min) > (max) | (abs) n(eg)
    bool ftz, sat, relu, nan, xorsign, oob;
} Op;

static uint32_t flush(VfFormat f, uint32_t h, bool ftz) {
    return ftz && !(h & vf_inf(f)) ? h & 0x8000 : h;
}

static uint32_t min_max(const Op *o, VfFormat f, uint32_t a, uint32_t b) {
    uint32_t sign = (a ^ b) & 0x8000, inf = vf_inf(f);
    if (o->xorsign) a &= 0x7fff, b &= 0x7fff;
    bool an = (a & 0x7fff) > inf, bn = (b & 0x7fff) > inf;
    if ((an && bn) || (o->nan && (an || bn))) return 0x7fff;
    int32_t x = a & 0x8000 ? -1 - (int32_t)(a & 0x7fff) : (int32_t)a; // -0 is less than +0
    int32_t y = b & 0x8000 ? -1 - (int32_t)(b & 0x7fff) : (int32_t)b;
    uint32_t r = an ? b : bn ? a : (o->op == '<') == (x < y) ? a : b;
    return o->xorsign ? (r & 0x7fff) | sign : r;
}

static uint32_t oracle(const Op *o, VfFormat f, uint32_t a, uint32_t b, uint32_t c) {
    a = flush(f, a, o->ftz), b = flush(f, b, o->ftz), c = flush(f, c, o->ftz);
    double x = vf_get(f, a), y = vf_get(f, b), z = vf_get(f, c), v;
    if (o->oob && ((a & 0x7fff) == 0x7fff || (b & 0x7fff) == 0x7fff))
        return 0; // outside of a tensor
    switch (o->op) {
    case '<':
    case '>': return min_max(o, f, a, b);
    case '|': return x != x ? 0x7fff : a & 0x7fff;
    case 'n': return x != x ? 0x7fff : a ^ 0x8000;
    case '+': v = sum(x, y); break;
    case '-': v = sum(x, -y); break;
    case '*': v = x * y; break;
    default: v = sum(x * y, z); break;
    }
    if (o->sat) v = v > 0 ? v < 1 ? v : 1 : 0; // NaN too
    if (o->relu && v < 0) v = 0;               // a zero keeps its sign
    return flush(f, vf_round(f, v, 'n', false), o->ftz);
}

typedef struct {
    const char *name;
    Op op;
    uint8_t operands;
    bool bf; // bf16 has it too
} Case;
static const Case cases[] = {
    {"add", {'+'}, 2, true},
    {"add.rn.ftz.sat", {'+', .ftz = true, .sat = true}, 2, false},
    {"add.sat", {'+', .sat = true}, 2, false},
    {"sub.rn", {'-'}, 2, true},
    {"sub.ftz", {'-', .ftz = true}, 2, false},
    {"mul", {'*'}, 2, true},
    {"mul.ftz.sat", {'*', .ftz = true, .sat = true}, 2, false},
    {"fma.rn", {'f'}, 3, true},
    {"fma.rn.relu", {'f', .relu = true}, 3, true},
    {"fma.rn.sat", {'f', .sat = true}, 3, false},
    {"fma.rn.ftz", {'f', .ftz = true}, 3, false},
    {"fma.rn.ftz.relu", {'f', .ftz = true, .relu = true}, 3, false},
    {"fma.rn.oob", {'f', .oob = true}, 3, true},
    {"fma.rn.oob.relu", {'f', .oob = true, .relu = true}, 3, true},
    {"min", {'<'}, 2, true},
    {"max", {'>'}, 2, true},
    {"min.NaN", {'<', .nan = true}, 2, true},
    {"max.ftz.NaN", {'>', .ftz = true, .nan = true}, 2, false},
    {"max.NaN.xorsign.abs", {'>', .nan = true, .xorsign = true}, 2, true},
    {"min.xorsign.abs", {'<', .xorsign = true}, 2, true},
    {"abs", {'|'}, 1, true},
    {"abs.ftz", {'|', .ftz = true}, 1, false},
    {"neg", {'n'}, 1, true},
    {"neg.ftz", {'n', .ftz = true}, 1, false},
};

// Every value of a packed operand meets two of these, of a scalar one a random value.
static const uint16_t edges[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0xbc01, 0x3f80,
                                 0xbf81, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7f7f, 0xff80, 0x5640};

// element e (of 16 bits) of operand k of lane i
static void operands(uint32_t round) {
    for (uint32_t i = 0; i < N; i++) {
        uint64_t r = unit_random(&vf_seed);
        vf_in[0][i] = i | (i * 40503u & 0xffff) << 16;
        vf_in[1][i] = round < CU_COUNT(edges) ? edges[round] | (uint32_t)edges[15 - round] << 16
                                              : (uint32_t)r;
        // often what cancels the product's size
        vf_in[2][i] = r >> 63 ? (uint32_t)(r >> 30)
                              : edges[(r >> 20) % 16] | (uint32_t)edges[(r >> 40) % 16] << 16;
    }
}

static void test_arithmetic(void) {
    static const char *const types[] = {"f16", "bf16", "f16x2", "bf16x2"};
    uint32_t round = 0;
    for (uint32_t k = 0; k < CU_COUNT(cases) * 4; k++) {
        const Case *c = &cases[k / 4];
        bool bf = k & 1, two = k & 2;
        if (bf && !c->bf) continue;
        char inst[128], r = two ? 'r' : 'h';
        int n = snprintf(inst, sizeof inst, "%s.%s %%%c9", c->name, types[k % 4], r);
        for (int j = 0; j < c->operands; j++)
            n += snprintf(inst + n, sizeof inst - (size_t)n, ", %%%c%d", r, j);
        snprintf(inst + n, sizeof inst - (size_t)n, ";");
        VfFormat f = bf ? vf_bf16 : vf_f16;
        operands(two ? round++ % CU_COUNT(edges) : CU_COUNT(edges));
        if (!vf_run("sm_90", inst, N)) continue;
#define E(k, s) ((uint32_t)(vf_in[k][i] >> (s)) & 0xffff)
        if (!two) {
            VF_COMPARE(inst, N, oracle(&c->op, f, E(0, 0), E(1, 0), E(2, 0)));
        } else {
            VF_COMPARE(inst, N,
                       oracle(&c->op, f, E(0, 0), E(1, 0), E(2, 0)) |
                           oracle(&c->op, f, E(0, 16), E(1, 16), E(2, 16)) << 16);
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_arithmetic();
    return UNIT_END();
}
