// SPDX-License-Identifier: Apache-2.0
// Integers of any width: every operation of the IR on random and special values, compiled at -O0
// and -O3, run in the virtual machine and compared with plain arithmetic on words.
#include "cuprum.h"
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CU_MIN_(a, b) ((a) < (b) ? (a) : (b))
enum { MAXW = 130, LANES = 32 };
typedef struct {
    uint64_t w[MAXW];
} Big;
static uint32_t W, N; // width in bits, words

static uint64_t seed = 20260101;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

// ---- the reference ------------------------------------------------------------------------------

static Big mask(Big a) {
    for (uint32_t k = N; k < MAXW; k++) a.w[k] = 0;
    if (W % 64) a.w[N - 1] &= (1ull << W % 64) - 1;
    return a;
}
static bool bit(Big a, uint32_t k) {
    return k < W && (a.w[k / 64] >> k % 64 & 1);
}
static void put_bit(Big *a, uint32_t k, bool v) {
    if (v && k < W) a->w[k / 64] |= 1ull << k % 64;
}
static Big small(uint64_t v) {
    return mask((Big){{v}});
}
static Big not_(Big a) {
    for (uint32_t k = 0; k < N; k++) a.w[k] = ~a.w[k];
    return mask(a);
}
static Big add(Big a, Big b) {
    unsigned __int128 c = 0;
    for (uint32_t k = 0; k < N; k++) {
        c += (unsigned __int128)a.w[k] + b.w[k];
        a.w[k] = (uint64_t)c;
        c >>= 64;
    }
    return mask(a);
}
static Big neg(Big a) {
    return add(not_(a), small(1));
}
static Big sub(Big a, Big b) {
    return add(a, neg(b));
}
static int ucmp(Big a, Big b) {
    for (uint32_t k = N; k-- > 0;) {
        if (a.w[k] != b.w[k]) return a.w[k] < b.w[k] ? -1 : 1;
    }
    return 0;
}
static bool negative(Big a) {
    return bit(a, W - 1);
}
static int scmp(Big a, Big b) {
    if (negative(a) != negative(b)) return negative(a) ? -1 : 1;
    return ucmp(a, b);
}
// The whole product in 2 N words; the result is its low part, *over whether the rest counts.
static Big mul(Big a, Big b, bool *over) {
    uint64_t p[2 * MAXW] = {0};
    for (uint32_t i = 0; i < N; i++) {
        unsigned __int128 c = 0;
        for (uint32_t j = 0; j < N; j++) {
            c += (unsigned __int128)a.w[i] * b.w[j] + p[i + j];
            p[i + j] = (uint64_t)c;
            c >>= 64;
        }
        p[i + N] = (uint64_t)c;
    }
    Big r;
    memcpy(r.w, p, N * 8);
    r = mask(r);
    *over = false;
    for (uint32_t k = 0; k < 2 * N; k++) *over |= p[k] != (k < N ? r.w[k] : 0);
    return r;
}
static Big shl(Big a, uint32_t n) {
    Big r = {{0}};
    for (uint32_t k = n; k < W; k++) put_bit(&r, k, bit(a, k - n));
    return r;
}
static Big shr(Big a, uint32_t n, bool fill) {
    Big r = {{0}};
    for (uint32_t k = 0; k < W; k++) put_bit(&r, k, k + n < W ? bit(a, k + n) : fill);
    return r;
}
static void divide(Big a, Big b, Big *q, Big *r) {
    *q = *r = (Big){{0}};
    for (uint32_t k = W; k-- > 0;) {
        bool out = bit(*r, W - 1);
        *r = add(*r, *r);
        r->w[0] |= bit(a, k);
        if (out || ucmp(*r, b) >= 0) {
            *r = sub(*r, b);
            put_bit(q, k, true);
        }
    }
}
static uint32_t mod_width(Big a) {
    uint64_t r = 0;
    for (uint32_t k = N; k-- > 0;) r = (uint64_t)(((unsigned __int128)r << 64 | a.w[k]) % W);
    return (uint32_t)r;
}
static Big most(bool top) { // the largest, the smallest signed one
    Big r = {{0}};
    put_bit(&r, W - 1, true);
    return top ? not_(r) : r;
}
static uint32_t count(Big a, char how) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < W; k++) {
        bool b = bit(a, how == 'l' ? W - 1 - k : k);
        if (how != 'p' && b) return k;
        n += b;
    }
    return how == 'p' ? n : W;
}
static Big reversed(Big a, uint32_t unit) {
    Big r = {{0}};
    for (uint32_t k = 0; k < W; k++)
        put_bit(&r, k, bit(a, (W / unit - 1 - k / unit) * unit + k % unit));
    return r;
}
// The leading 64 bits, the last of which says too whether anything follows.
static uint64_t leading(Big a, int *exponent) {
    uint32_t n = W - count(a, 'l'), down = n > 64 ? n - 64 : 0;
    Big top = shr(a, down, false), back = shl(top, down);
    *exponent = (int)down;
    return top.w[0] | (ucmp(back, a) != 0);
}
static Big to_float(Big a, bool sign) {
    bool minus = sign && negative(a);
    int e;
    uint64_t lead = leading(minus ? neg(a) : a, &e);
    float f = ldexpf((float)lead, e);
    uint32_t u;
    if (minus) f = -f;
    memcpy(&u, &f, 4);
    return small(u);
}
static double to_double(Big a, bool sign) {
    bool minus = sign && negative(a);
    if (minus) a = neg(a);
    int e;
    uint64_t lead = leading(a, &e);
    double d = ldexp((double)lead, e);
    return minus ? -d : d;
}
static Big from_double(double d) { // in range
    int e;
    double m = frexp(fabs(d), &e); // m * 2^e, m in [0.5, 1)
    Big r = small((uint64_t)ldexp(m, 53));
    r = e >= 53 ? shl(r, (uint32_t)e - 53) : shr(r, CU_MIN_(53 - e, (int)W), false);
    return d < 0 ? neg(r) : r;
}

static Big saturated(uint64_t bits, bool sign) {
    double d;
    memcpy(&d, &bits, 8);
    int top = (int)W - sign;
    if (isnan(d)) return small(0);
    if (d < 0 && !sign) return small(0);
    if (top < 1024 ? d >= ldexp(1, top) : isinf(d) && d > 0)
        return sign ? most(true) : not_(small(0));
    if (top < 1024 ? d < -ldexp(1, top) : isinf(d)) return most(false);
    return from_double(d);
}

typedef enum {
    ADD,
    SUB,
    MUL,
    UDIV,
    UREM,
    SDIV,
    SREM,
    AND,
    OR,
    XOR,
    SHL,
    LSHR,
    ASHR,
    SHL_C,
    LSHR_C,
    ASHR_C,
    EQ,
    NE,
    ULT,
    UGE,
    SLT,
    SGE,
    SGT,
    ULE,
    CTPOP,
    CTLZ,
    CTTZ,
    BSWAP,
    BITREVERSE,
    ABS,
    SMIN,
    UMAX,
    UADD_SAT,
    SADD_SAT,
    USUB_SAT,
    SSUB_SAT,
    UMUL_O,
    SMUL_O,
    SADD_O,
    USUB_O,
    FSHL,
    FSHR,
    SEXT,
    ZEXT,
    SELECT,
    WORDS,
    UITOFP,
    SITOFP,
    FPTOSI,
    FPTOUI,
    SWITCH,
    PHI,
    FIX,
    UITOFLOAT,
    SITOFLOAT,
    TOSI_SAT,
    TOUI_SAT,
    NOPS
} Op;

static const struct {
    const char *name, *text; // %x, %y to %r; $ stands for the type, # for the width, @ for a third
} ops[NOPS] = {
    [ADD] = {"add", "%r = add $ %x, %y"},
    [SUB] = {"sub", "%r = sub $ %x, %y"},
    [MUL] = {"mul", "%r = mul $ %x, %y"},
    [UDIV] = {"udiv", "%r = udiv $ %x, %y"},
    [UREM] = {"urem", "%r = urem $ %x, %y"},
    [SDIV] = {"sdiv", "%r = sdiv $ %x, %y"},
    [SREM] = {"srem", "%r = srem $ %x, %y"},
    [AND] = {"and", "%r = and $ %x, %y"},
    [OR] = {"or", "%r = or $ %x, %y"},
    [XOR] = {"xor", "%r = xor $ %x, %y"},
    [SHL] = {"shl", "%c = urem $ %y, #\n %r = shl $ %x, %c"},
    [LSHR] = {"lshr", "%c = urem $ %y, #\n %r = lshr $ %x, %c"},
    [ASHR] = {"ashr", "%c = urem $ %y, #\n %r = ashr $ %x, %c"},
    [SHL_C] = {"shl_c", "%r = shl $ %x, @"},
    [LSHR_C] = {"lshr_c", "%r = lshr $ %x, @"},
    [ASHR_C] = {"ashr_c", "%r = ashr $ %x, @"},
    [EQ] = {"eq", "%c = icmp eq $ %x, %y\n %r = zext i1 %c to $"},
    [NE] = {"ne", "%c = icmp ne $ %x, %y\n %r = zext i1 %c to $"},
    [ULT] = {"ult", "%c = icmp ult $ %x, %y\n %r = zext i1 %c to $"},
    [UGE] = {"uge", "%c = icmp uge $ %x, %y\n %r = zext i1 %c to $"},
    [SLT] = {"slt", "%c = icmp slt $ %x, %y\n %r = zext i1 %c to $"},
    [SGE] = {"sge", "%c = icmp sge $ %x, %y\n %r = zext i1 %c to $"},
    [SGT] = {"sgt", "%c = icmp sgt $ %x, %y\n %r = sext i1 %c to $"},
    [ULE] = {"ule", "%c = icmp ule $ %x, %y\n %r = sext i1 %c to $"},
    [CTPOP] = {"ctpop", "%r = call $ @llvm.ctpop.$($ %x)"},
    [CTLZ] = {"ctlz", "%r = call $ @llvm.ctlz.$($ %x, i1 false)"},
    [CTTZ] = {"cttz", "%r = call $ @llvm.cttz.$($ %x, i1 false)"},
    [BSWAP] = {"bswap", "%r = call $ @llvm.bswap.$($ %x)"},
    [BITREVERSE] = {"bitreverse", "%r = call $ @llvm.bitreverse.$($ %x)"},
    [ABS] = {"abs", "%r = call $ @llvm.abs.$($ %x, i1 false)"},
    [SMIN] = {"smin", "%r = call $ @llvm.smin.$($ %x, $ %y)"},
    [UMAX] = {"umax", "%r = call $ @llvm.umax.$($ %x, $ %y)"},
    [UADD_SAT] = {"uadd_sat", "%r = call $ @llvm.uadd.sat.$($ %x, $ %y)"},
    [SADD_SAT] = {"sadd_sat", "%r = call $ @llvm.sadd.sat.$($ %x, $ %y)"},
    [USUB_SAT] = {"usub_sat", "%r = call $ @llvm.usub.sat.$($ %x, $ %y)"},
    [SSUB_SAT] = {"ssub_sat", "%r = call $ @llvm.ssub.sat.$($ %x, $ %y)"},
#define OVERFLOW(f)                                                                                \
    "%p = call {$, i1} @llvm." f                                                                   \
    ".with.overflow.$($ %x, $ %y)\n %v = extractvalue {$, i1} %p, 0\n"                             \
    " %o = extractvalue {$, i1} %p, 1\n %e = zext i1 %o to $\n %r = add $ %v, %e"
    [UMUL_O] = {"umul_o", OVERFLOW("umul")},
    [SMUL_O] = {"smul_o", OVERFLOW("smul")},
    [SADD_O] = {"sadd_o", OVERFLOW("sadd")},
    [USUB_O] = {"usub_o", OVERFLOW("usub")},
    [FSHL] = {"fshl", "%r = call $ @llvm.fshl.$($ %x, $ %y, $ %x)"},
    [FSHR] = {"fshr", "%r = call $ @llvm.fshr.$($ %x, $ %y, $ %x)"},
    [SEXT] = {"sext", "%t = trunc $ %x to i59\n %r = sext i59 %t to $"},
    [ZEXT] = {"zext", "%t = trunc $ %x to i33\n %r = zext i33 %t to $"},
    [SELECT] = {"select", "%t = trunc $ %y to i1\n %r = select i1 %t, $ %x, $ %y"},
    [WORDS] = {"words",
               "%bc = bitcast $ %x to <! x i64>\n"
               " %v = shufflevector <! x i64> %bc, <! x i64> poison, <! x i32> zeroinitializer\n"
               " %r = bitcast <! x i64> %v to $"},
    [UITOFP] = {"uitofp", "%f = uitofp $ %x to double\n %d = bitcast double %f to i64\n"
                          " %r = zext i64 %d to $"},
    [SITOFP] = {"sitofp", "%f = sitofp $ %x to double\n %d = bitcast double %f to i64\n"
                          " %r = zext i64 %d to $"},
    [FPTOSI] = {"fptosi", "%f = sitofp $ %x to double\n %h = fmul double %f, 0.25\n"
                          " %r = fptosi double %h to $"},
    [FPTOUI] = {"fptoui", "%f = uitofp $ %x to double\n %h = fmul double %f, 0.25\n"
                          " %r = fptoui double %h to $"},
    [SWITCH] = {"switch",
                "%c = and $ %x, 3\n switch $ %c, label %d [ $ 0, label %e\n $ 2, label %e\n"
                " $ 1, label %d ]\nd:\n br label %e\n"
                "e:\n %r = phi $ [ %x, %0 ], [ %x, %0 ], [ %y, %d ]"},
    [PHI] = {"phi", "br label %l\nl:\n %i = phi i32 [ 0, %0 ], [ %n, %l ]\n"
                    " %s = phi $ [ %x, %0 ], [ %u, %l ]\n %t = phi $ [ %y, %0 ], [ %s, %l ]\n"
                    " %u = add $ %s, %t\n %n = add i32 %i, 1\n %q = icmp eq i32 %n, 7\n"
                    " br i1 %q, label %m, label %l\nm:\n %r = add $ %u, 0"},
    [UITOFLOAT] = {"uitofloat", "%f = uitofp $ %x to float\n %d = bitcast float %f to i32\n"
                                " %r = zext i32 %d to $"},
    [SITOFLOAT] = {"sitofloat", "%f = sitofp $ %x to float\n %d = bitcast float %f to i32\n"
                                " %r = zext i32 %d to $"},
    [TOSI_SAT] = {"tosi_sat", "%t = trunc $ %x to i64\n %d = bitcast i64 %t to double\n"
                              " %r = call $ @llvm.fptosi.sat.$.f64(double %d)"},
    [TOUI_SAT] = {"toui_sat", "%t = trunc $ %x to i64\n %d = bitcast i64 %t to double\n"
                              " %r = call $ @llvm.fptoui.sat.$.f64(double %d)"},
    [FIX] = {"fix", "%r = call $ @llvm.umul.fix.sat.$($ %x, $ %y, i32 0)"},
};

static Big double_bits(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return small(u);
}

static Big plus_flag(Big v, bool o) {
    return add(v, small(o));
}

static Big expected(Op op, Big x, Big y) {
    bool over = false;
    Big q, r = {{0}};
    uint32_t c = mod_width(y), third = W / 3 + 1;
    bool nx = negative(x), ny = negative(y);
    switch (op) {
    case ADD: return add(x, y);
    case SUB: return sub(x, y);
    case MUL: return mul(x, y, &over);
    case UDIV: divide(x, y, &q, &r); return q;
    case UREM: divide(x, y, &q, &r); return r;
    case SDIV:
    case SREM:
        divide(nx ? neg(x) : x, ny ? neg(y) : y, &q, &r);
        return op == SDIV ? (nx != ny ? neg(q) : q) : nx ? neg(r) : r;
    case AND:
    case OR:
    case XOR:
        for (uint32_t k = 0; k < N; k++)
            r.w[k] = op == AND ? x.w[k] & y.w[k] : op == OR ? x.w[k] | y.w[k] : x.w[k] ^ y.w[k];
        return r;
    case SHL: return shl(x, c);
    case LSHR: return shr(x, c, false);
    case ASHR: return shr(x, c, nx);
    case SHL_C: return shl(x, third);
    case LSHR_C: return shr(x, third, false);
    case ASHR_C: return shr(x, third, nx);
    case EQ: return small(ucmp(x, y) == 0);
    case NE: return small(ucmp(x, y) != 0);
    case ULT: return small(ucmp(x, y) < 0);
    case UGE: return small(ucmp(x, y) >= 0);
    case SLT: return small(scmp(x, y) < 0);
    case SGE: return small(scmp(x, y) >= 0);
    case SGT: return scmp(x, y) > 0 ? not_(r) : r;
    case ULE: return ucmp(x, y) <= 0 ? not_(r) : r;
    case CTPOP: return small(count(x, 'p'));
    case CTLZ: return small(count(x, 'l'));
    case CTTZ: return small(count(x, 't'));
    case BSWAP: return reversed(x, 8);
    case BITREVERSE: return reversed(x, 1);
    case ABS: return nx ? neg(x) : x;
    case SMIN: return scmp(x, y) < 0 ? x : y;
    case UMAX: return ucmp(x, y) > 0 ? x : y;
    case UADD_SAT: r = add(x, y); return ucmp(r, x) < 0 ? not_((Big){{0}}) : r;
    case SADD_SAT: r = add(x, y); return nx == ny && negative(r) != nx ? most(!nx) : r;
    case USUB_SAT: return ucmp(x, y) < 0 ? r : sub(x, y);
    case SSUB_SAT: r = sub(x, y); return nx != ny && negative(r) != nx ? most(!nx) : r;
    case UMUL_O: r = mul(x, y, &over); return plus_flag(r, over);
    case FIX: r = mul(x, y, &over); return over ? not_((Big){{0}}) : r;
    case SMUL_O:
        r = mul(nx ? neg(x) : x, ny ? neg(y) : y, &over);
        if (nx != ny) {
            over |= ucmp(r, most(false)) > 0;
            r = neg(r);
        } else {
            over |= negative(r);
        }
        return plus_flag(r, over);
    case SADD_O: r = add(x, y); return plus_flag(r, nx == ny && negative(r) != nx);
    case USUB_O: return plus_flag(sub(x, y), ucmp(x, y) < 0);
    case FSHL:
    case FSHR:
        c = mod_width(x);
        if (c == 0) return op == FSHL ? x : y;
        x = op == FSHL ? shl(x, c) : shl(x, W - c);
        y = op == FSHL ? shr(y, W - c, false) : shr(y, c, false);
        return add(x, y);
    case SEXT:
        for (uint32_t k = 0; k < W; k++) put_bit(&r, k, bit(x, k < 58 ? k : 58));
        return r;
    case ZEXT: return small(x.w[0] & 0x1ffffffffull);
    case SELECT: return y.w[0] & 1 ? x : y;
    case WORDS:
        for (uint32_t k = 0; k < N; k++) r.w[k] = x.w[0];
        return r;
    case UITOFP: return double_bits(to_double(x, false));
    case SITOFP: return double_bits(to_double(x, true));
    case FPTOSI: return from_double(to_double(x, true) * 0.25);
    case FPTOUI: return from_double(to_double(x, false) * 0.25);
    case UITOFLOAT: return to_float(x, false);
    case SITOFLOAT: return to_float(x, true);
    case TOSI_SAT: return saturated(x.w[0], true);
    case TOUI_SAT: return saturated(x.w[0], false);
    case SWITCH: return x.w[0] & 1 ? y : x;
    case PHI:
        for (int k = 0; k < 7; k++) {
            q = add(x, y);
            y = x;
            x = q;
        }
        return x;
    default: return r;
    }
}

// ---- the kernels --------------------------------------------------------------------------------

static bool applies(Op op) {
    switch (op) {
    case BSWAP: return W % 16 == 0;
    case WORDS: return W % 64 == 0;
    case UITOFP:
    case SITOFP:
    case FPTOSI: return W <= 1024;
    case FPTOUI: return W < 1024; // the largest of 1024 bits are infinite as doubles: no number
    case UDIV:
    case UREM:
    case SDIV:
    case SREM:
    case SHL:
    case LSHR:
    case ASHR:
    case FSHL:
    case FSHR: return W <= 1024; // the steps of a division
    case SMUL_O:
    case UMUL_O:
    case FIX: return W <= 2048;
    default: return true;
    }
}

static void put_text(FILE *o, const char *s) {
    for (; *s; s++) {
        if (*s == '$')
            fprintf(o, "i%u", W);
        else if (*s == '#')
            fprintf(o, "%u", W);
        else if (*s == '@' && s[1] != 'l')
            fprintf(o, "%u", W / 3 + 1);
        else if (*s == '!')
            fprintf(o, "%u", W / 64);
        else
            fputc(*s, o);
    }
}

static char *module_text(uint32_t stride) {
    char *text;
    size_t n;
    FILE *o = open_memstream(&text, &n);
    fprintf(o, "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n");
    for (Op k = 0; k < NOPS; k++) {
        if (!applies(k)) continue;
        fprintf(o, "define ptx_kernel void @%s(ptr %%a, ptr %%b, ptr %%to) {\n", ops[k].name);
        fprintf(o,
                "  %%id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                "  %%off = mul i32 %%id, %u\n",
                stride);
        for (const char *p = "abt"; *p; p++)
            fprintf(o, "  %%p%c = getelementptr i8, ptr %%%s, i32 %%off\n", *p,
                    *p == 't'   ? "to"
                    : *p == 'a' ? "a"
                                : "b");
        put_text(o, "  %x = load $, ptr %pa\n  %y = load $, ptr %pb\n  ");
        put_text(o, ops[k].text);
        put_text(o, "\n  store $ %r, ptr %pt\n  ret void\n}\n");
    }
    static const char *const one[] = {"ctpop", "bswap", "bitreverse"}, *const two[] = {"smin",
                                                                                       "umax",
                                                                                       "uadd.sat",
                                                                                       "sadd.sat",
                                                                                       "usub.sat",
                                                                                       "ssub.sat"},
                             *const over[] = {"umul", "smul", "sadd", "usub"};
    for (int k = 0; k < 3; k++) {
        if (k == 1 && W % 16) continue;
        fprintf(o, "declare i%u @llvm.%s.i%u(i%u)\n", W, one[k], W, W);
    }
    for (int k = 0; k < 6; k++)
        fprintf(o, "declare i%u @llvm.%s.i%u(i%u, i%u)\n", W, two[k], W, W, W);
    for (int k = 0; k < 4; k++)
        fprintf(o, "declare {i%u, i1} @llvm.%s.with.overflow.i%u(i%u, i%u)\n", W, over[k], W, W, W);
    put_text(o,
             "declare $ @llvm.ctlz.$($, i1)\ndeclare $ @llvm.cttz.$($, i1)\n"
             "declare $ @llvm.abs.$($, i1)\ndeclare $ @llvm.umul.fix.sat.$($, $, i32)\n"
             "declare $ @llvm.fptosi.sat.$.f64(double)\ndeclare $ @llvm.fptoui.sat.$.f64(double)\n"
             "declare $ @llvm.fshl.$($, $, $)\ndeclare $ @llvm.fshr.$($, $, $)\n");
    fclose(o);
    return text;
}

static Big value(uint32_t lane) {
    Big v = {{0}};
    switch (lane % 8 + (rnd() & 1)) {
    case 0: v = small(rnd()); break;
    case 1: v = neg(small(rnd() % 16)); break;
    case 2: put_bit(&v, (uint32_t)(rnd() % W), true); break;
    case 3: v = rnd() & 1 ? most(true) : most(false); break;
    case 4:
        for (uint32_t k = 0; k < N; k++) v.w[k] = rnd() & 1 ? ~0ull : 0;
        break;
    case 5:
        for (uint32_t k = 0; k < (N + 1) / 2; k++) v.w[k] = rnd();
        break;
    default:
        for (uint32_t k = 0; k < N; k++) v.w[k] = rnd();
    }
    return mask(v);
}

static void run(const char *level) {
    uint32_t bytes = (W + 7) / 8, stride = (bytes + 15) / 16 * 16;
    char *text = module_text(stride);
    const char *options[] = {"-arch=sm_75", level};
    cuprum_result *c = cuprum_compile("wide.ll", text, strlen(text), options, 2);
    CHECK(cuprum_result_status(c) == CUPRUM_OK);
    if (cuprum_result_status(c) != CUPRUM_OK)
        fprintf(stderr, "i%u %s: %.600s\n", W, level, cuprum_result_log(c, NULL));
    size_t n;
    const char *ptx = cuprum_result_output(c, &n);
    cuprum_device *d = cuprum_device_new(ptx, n);
    uint64_t at[3];
    for (int k = 0; k < 3; k++) at[k] = cuprum_device_alloc(d, (uint64_t)stride * LANES);
    for (Op op = 0; op < NOPS && cuprum_result_status(c) == CUPRUM_OK; op++) {
        if (!applies(op)) continue;
        uint8_t *in = calloc(3, (size_t)stride * LANES);
        Big x[LANES], y[LANES];
        for (uint32_t k = 0; k < LANES; k++) {
            x[k] = value(k);
            y[k] = k % 5 == 4 ? x[k] : value(k + (uint32_t)rnd() % 3);
            bool division = op >= UDIV && op <= SREM;
            if (division && ucmp(y[k], (Big){{0}}) == 0) y[k] = small(7);
            if ((op == SDIV || op == SREM) && ucmp(y[k], neg(small(1))) == 0) y[k] = small(3);
            memcpy(in + k * stride, x[k].w, bytes);
            memcpy(in + (LANES + k) * stride, y[k].w, bytes);
        }
        memset(in + 2 * LANES * stride, 0xee, (size_t)stride * LANES);
        for (int k = 0; k < 3; k++)
            cuprum_device_write(d, at[k], in + (size_t)k * stride * LANES,
                                (uint64_t)stride * LANES);
        const void *args[] = {&at[0], &at[1], &at[2]};
        cuprum_launch l = {
            .struct_size = sizeof l, .kernel = ops[op].name, .args = args, .nargs = 3};
        l.block[0] = LANES;
        cuprum_status s = cuprum_device_launch(d, &l);
        CHECK(s == CUPRUM_OK);
        if (s != CUPRUM_OK) fprintf(stderr, "%s: %s\n", ops[op].name, cuprum_device_log(d));
        cuprum_device_read(d, at[2], in, (uint64_t)stride * LANES);
        uint32_t bad = 0;
        for (uint32_t k = 0; k < LANES; k++) {
            Big e = expected(op, x[k], y[k]);
            bool same = memcmp(in + k * stride, e.w, bytes) == 0;
            for (uint32_t b = bytes; b < stride; b++) same &= in[k * stride + b] == 0xee;
            bad += !same;
        }
        CHECK(bad == 0);
        if (bad)
            fprintf(stderr, "i%u %s %s: %u of %d differ\n", W, level, ops[op].name, bad, LANES);
        free(in);
    }
    cuprum_device_free(d);
    cuprum_result_free(c);
    free(text);
}

int main(void) {
    static const uint32_t widths[] = {65,  100, 127, 128, 129,  176, 192,
                                      200, 256, 317, 512, 1024, 4096};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        W = widths[k];
        N = (W + 63) / 64;
        run("-O0");
        run("-O3");
    }
    return UNIT_END();
}
