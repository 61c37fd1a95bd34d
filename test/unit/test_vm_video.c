// SPDX-License-Identifier: Apache-2.0
// Video instructions of the virtual machine against the pseudo code of PTX ISA 9.7.17 (scalar: bytes,
// halves and words, with a second operation or a merge) and 9.7.18 (two or four lanes in a word, with
// masks and selectors). Four-lane ones see all pairs of bytes.
#include "vm_int.h"

enum { N = 512 };

// The instruction under test: what the text says.
typedef struct {
    const char *op, *cmp;
    bool sd, sa, sb; // types are signed
    bool sat;
    char part[3][8];    // ".b0" of d, a, b; or ""
    const char *second; // "", ".add", ".min", ".max"
    bool wrap;
    uint32_t shift;           // of vmad: 0, 7, 15
    bool neg_a, neg_b, neg_c; // of vmad
    bool po;
    uint32_t lanes; // of SIMD instructions
} Video;
static Video now;

static i128 of_cmp(i128 a, i128 b) {
    const char *c = now.cmp;
    if (c[0] == 'e') return a == b;
    if (c[0] == 'n') return a != b;
    if (c[0] == 'l') return c[1] == 't' ? a < b : a <= b;
    return c[1] == 't' ? a > b : a >= b;
}
static bool is_op(const char *name) {
    return strncmp(now.op, name, strlen(name)) == 0;
}
static i128 of_op(i128 a, i128 b) {
    if (is_op("vadd")) return a + b;
    if (is_op("vsub")) return a - b;
    if (is_op("vavrg")) return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    if (is_op("vabsdiff")) return a > b ? a - b : b - a;
    if (is_op("vmin")) return CU_MIN(a, b);
    if (is_op("vmax")) return CU_MAX(a, b);
    if (is_op("vset")) return of_cmp(a, b);
    i128 n = now.wrap ? b & 31 : CU_MIN(b, 32);
    return is_op("vshl") ? (i128)((u128)a << n) : a >> n;
}
static const char *type_name(bool sign) {
    return sign ? "s32" : "u32";
}

// ---- scalar ------------------------------------------------------------------------------------

static uint32_t part_bits(const char *part) {
    return part[0] == 0 ? 32 : part[1] == 'b' ? 8 : 16;
}
static uint32_t part_shift(const char *part) {
    return part[0] ? (uint32_t)(part[2] - '0') * part_bits(part) : 0;
}
static i128 part_of(uint32_t x, const char *part, bool sign) {
    return vmi_value(x >> part_shift(part), part_bits(part), sign);
}

static i128 w_scalar(const VmiArg *g) {
    i128 t = of_op(part_of(g->x, now.part[1], now.sa), part_of(g->y, now.part[2], now.sb));
    uint32_t bits = part_bits(now.part[0]), at = part_shift(now.part[0]);
    if (now.sat) t = vmi_clamp(t, bits, now.sd);
    t = vmi_value((u128)t, 32, now.sd);
    i128 c = vmi_value(g->z, 32, now.sd);
    if (now.part[0][0]) {
        uint32_t ones = (bits == 16 ? 0xffffu : 0xffu) << at;
        return (i128)((g->z & ~ones) | ((uint32_t)t << at & ones));
    }
    if (strcmp(now.second, ".add") == 0) return t + c;
    if (strcmp(now.second, ".min") == 0) return CU_MIN(t, c);
    return now.second[0] ? CU_MAX(t, c) : t;
}

static i128 w_mad(const VmiArg *g) {
    i128 t = part_of(g->x, now.part[1], now.sa) * part_of(g->y, now.part[2], now.sb), lsb = now.po;
    uint32_t c = g->z;
    bool sign = now.sa || now.sb || now.neg_a != now.neg_b || now.neg_c;
    if (now.neg_a != now.neg_b) {
        t = ~t;
        lsb = 1;
    } else if (now.neg_c) {
        c = ~c;
        lsb = 1;
    }
    t = (t + vmi_value(c, 32, sign) + lsb) >> now.shift;
    return now.sat ? vmi_clamp(t, 32, sign) : t;
}

static const char *const parts[] = {"", ".b0", ".h1", ".b3", ".h0", ".b1", ".b2"};

static void check_now(const char *text, i128 (*want)(const VmiArg *), uint32_t n) {
    vmi_check(&(VmiOp){text, 0, want, 0, 32}, B32, n);
}

static void test_scalar(void) {
    static const char *const ops[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr"};
    static const char *const second[] = {"", ".add", ".min", ".max", ".b1", ".h1", ".b3", ".h0"};
    for (uint32_t k = 0; k < 7 * 16 * 8; k++) {
        uint32_t how = k & 15, r = (uint32_t)unit_random(&vmi_seed);
        const char *sec = second[k >> 4 & 7];
        now = (Video){.op = ops[k >> 7], .sd = how & 1, .sa = how & 2, .sb = how & 4,
                      .sat = how & 8, .second = "", .wrap = r & 1};
        bool shift = now.op[1] == 's' && now.op[2] == 'h', merge = *sec && (sec[1] == 'b' || sec[1] == 'h');
        if (shift) now.sb = false;
        strcpy(now.part[0], merge ? sec : "");
        strcpy(now.part[1], parts[(r >> 1) % 7]);
        strcpy(now.part[2], parts[(r >> 8) % 7]);
        if (!merge) now.second = sec;
        char text[128];
        snprintf(text, sizeof text, "%s.%s.%s.%s%s%s%s D%s, X%s, Y%s%s;", now.op,
                 type_name(now.sd), type_name(now.sa), type_name(now.sb), now.sat ? ".sat" : "",
                 shift ? now.wrap ? ".wrap" : ".clamp" : "", now.second, now.part[0], now.part[1],
                 now.part[2], *sec ? ", Z" : "");
        check_now(text, w_scalar, N);
    }
}

static const char *const cmps[] = {"eq", "ne", "lt", "le", "gt", "ge"};

static void test_scalar_set(void) {
    static const char *const second[] = {"", ".add", ".min", ".max", ".b2", ".h1"};
    for (uint32_t k = 0; k < 6 * 4 * 6; k++) {
        uint32_t r = (uint32_t)unit_random(&vmi_seed);
        const char *sec = second[k % 6];
        now = (Video){.op = "vset", .cmp = cmps[k / 6 % 6], .sa = k / 36 & 1, .sb = k / 36 & 2,
                      .second = ""};
        bool merge = *sec && (sec[1] == 'b' || sec[1] == 'h');
        strcpy(now.part[0], merge ? sec : "");
        strcpy(now.part[1], parts[r % 7]);
        strcpy(now.part[2], parts[(r >> 8) % 7]);
        if (!merge) now.second = sec;
        char text[128];
        snprintf(text, sizeof text, "vset.%s.%s.%s%s D%s, X%s, Y%s%s;", type_name(now.sa),
                 type_name(now.sb), now.cmp, now.second, now.part[0], now.part[1], now.part[2],
                 *sec ? ", Z" : "");
        check_now(text, w_scalar, N);
    }
}

static void test_scalar_mad(void) {
    for (uint32_t k = 0; k < 8 * 3 * 5; k++) {
        static const uint32_t shifts[] = {0, 7, 15};
        uint32_t r = (uint32_t)unit_random(&vmi_seed), how = k / 24;
        now = (Video){.op = "vmad", .sa = k & 1, .sb = k & 2, .sat = k & 4, .shift = shifts[k / 8 % 3],
                      .po = how == 1, .neg_a = how == 2, .neg_b = how == 3, .neg_c = how == 4};
        now.sd = now.sa || now.sb || how > 1;
        strcpy(now.part[1], parts[r % 7]);
        strcpy(now.part[2], parts[(r >> 8) % 7]);
        char text[128];
        snprintf(text, sizeof text, "vmad.%s.%s.%s%s%s%s D, %sX%s, %sY%s, %sZ;", type_name(now.sd),
                 type_name(now.sa), type_name(now.sb), now.po ? ".po" : "", now.sat ? ".sat" : "",
                 now.shift == 7 ? ".shr7" : now.shift ? ".shr15" : "", now.neg_a ? "-" : "",
                 now.part[1], now.neg_b ? "-" : "", now.part[2], now.neg_c ? "-" : "");
        check_now(text, w_mad, N);
    }
}

// ---- lanes -------------------------------------------------------------------------------------

// Lane k of what a selector (".h32", ".b7210": the last digit is of lane 0) picks of {b,a}.
static i128 picked(const VmiArg *g, const char *sel, uint32_t base, uint32_t k, bool sign) {
    uint32_t bits = 32 / now.lanes;
    uint32_t at = sel[0] ? (uint32_t)(sel[1 + now.lanes - k] - '0') : base + k;
    return vmi_value(((uint64_t)g->y << 32 | g->x) >> at * bits, bits, sign);
}

static i128 w_lanes(const VmiArg *g) {
    uint32_t bits = 32 / now.lanes, d = 0, sum = g->z;
    for (uint32_t k = 0; k < now.lanes; k++) {
        bool on = !now.part[0][0] || strchr(now.part[0], (char)('0' + k));
        uint32_t ones = ((1u << bits) - 1) << k * bits;
        i128 t = of_op(picked(g, now.part[1], 0, k, now.sa),
                       picked(g, now.part[2], now.lanes, k, now.sb));
        if (now.sat) t = vmi_clamp(t, bits, now.sd);
        d |= (on ? (uint32_t)t << k * bits : g->z) & ones;
        if (on) sum += (uint32_t)t;
    }
    return now.second[0] ? sum : d;
}

static void check_lanes(uint32_t n) {
    char text[128];
    if (is_op("vset")) {
        snprintf(text, sizeof text, "%s%u.%s.%s.%s%s D%s, X%s, Y%s, Z;", now.op, now.lanes,
                 type_name(now.sa), type_name(now.sb), now.cmp, now.second, now.part[0],
                 now.part[1], now.part[2]);
    } else {
        snprintf(text, sizeof text, "%s%u.%s.%s.%s%s%s D%s, X%s, Y%s, Z;", now.op, now.lanes,
                 type_name(now.sd), type_name(now.sa), type_name(now.sb), now.sat ? ".sat" : "",
                 now.second, now.part[0], now.part[1], now.part[2]);
    }
    check_now(text, w_lanes, n);
}

// A mask or none; a selector or none.
static void random_parts(void) {
    uint64_t r = unit_random(&vmi_seed);
    char letter = now.lanes == 2 ? 'h' : 'b', *p = now.part[0];
    uint32_t mask = (uint32_t)(r & ((1u << now.lanes) - 1));
    if (mask) {
        *p++ = '.', *p++ = letter;
        for (uint32_t k = now.lanes; k-- > 0;)
            if (mask >> k & 1) *p++ = (char)('0' + k);
    }
    for (uint32_t i = 1; i < 3; i++) {
        if (r >> (4 + i) & 1) continue;
        p = now.part[i];
        *p++ = '.', *p++ = letter;
        for (uint32_t k = 0; k < now.lanes; k++)
            *p++ = (char)('0' + (r >> (8 + 12 * i + 3 * k) & (2 * now.lanes - 1)));
    }
}

static const char *const lane_ops[] = {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset"};

static void test_lanes(void) {
    for (uint32_t k = 0; k < 7 * 2 * 32 * 2; k++) {
        now = (Video){.op = lane_ops[k / 128], .cmp = cmps[k % 6], .sd = k & 1, .sa = k & 2,
                      .sb = k & 4, .sat = k & 8, .second = k & 16 ? ".add" : "",
                      .lanes = k & 32 ? 4 : 2};
        if (now.sat && now.second[0]) continue; // no instruction
        if (k & 64) random_parts();
        check_lanes(N / 2);
    }
}

// All pairs of bytes, four in a word.
static void test_all_bytes(void) {
    enum { WORDS = 65536 / 4 };
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t x = 0, y = 0;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t pair = i + k * WORDS;
            x |= (pair >> 8) << 8 * k;
            y |= (pair & 255) << 8 * k;
        }
        vmi_in[0][i] = x;
        vmi_in[1][i] = y;
    }
    vmi_upload();
    for (uint32_t k = 0; k < 7 * 4; k++) {
        now = (Video){.op = lane_ops[k / 4], .cmp = cmps[2 + k % 4], .sd = k & 1, .sa = k & 1,
                      .sb = k & 1, .sat = k & 2, .second = "", .lanes = 4};
        check_lanes(WORDS);
    }
}

int main(int argc, char **argv) {
    vmi_begin(argc, argv);
    vmi_fill(VMI_MAX / 16);
    test_scalar();
    test_scalar_set();
    test_scalar_mad();
    test_lanes();
    test_all_bytes();
    return vmi_end();
}
