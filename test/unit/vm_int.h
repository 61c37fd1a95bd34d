// SPDX-License-Identifier: Apache-2.0
// Runs one integer instruction of PTX on many operands: for tests that compare the virtual machine
// with host arithmetic. An instruction is a text with capital letters in place of what depends on
// the type under test; the machine's program puts operand k of a thread into registers of each size:
//   @        the type's name             D           the destination, as wide as Ops.dst says
//   A B C    operands 0..2 of the type   X Y Z W     operands 0..3 as 32 bits
//   U        operand 2, twice as wide    P           the predicate "operand 3 is odd"
//   M        the other type of cvt: name; N: a source register of it
// `--emit DIR`: see vm_run.h.
#ifndef VM_INT_H
#define VM_INT_H
#include "vm_run.h"

#include <ctype.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

enum { VMI_MAX = 65536 }; // threads of a launch
static uint64_t vmi_in[4][VMI_MAX], vmi_out[VMI_MAX];
static World vmi_world;
static uint64_t vmi_addr_in, vmi_addr_out;
static const char *vmi_target = "sm_90";
static uint64_t vmi_seed = 5;

typedef struct {
    const char *name;
    uint32_t bits;
    bool sign;
} VmiType;
enum { U8, S8, U16, S16, U32, S32, U64, S64, B16, B32, B64, VMI_TYPES };
static const VmiType vmi_types[VMI_TYPES] = {
    {"u8", 8, false},   {"s8", 8, true},    {"u16", 16, false}, {"s16", 16, true},
    {"u32", 32, false}, {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true},
    {"b16", 16, false}, {"b32", 32, false}, {"b64", 64, false},
};

// The value of the low bits of x.
static inline i128 vmi_value(u128 x, uint32_t bits, bool sign) {
    u128 m = ((u128)1 << bits) - 1;
    x &= m;
    return sign && x >> (bits - 1) ? (i128)(x | ~m) : (i128)x;
}
static inline i128 vmi_clamp(i128 x, uint32_t bits, bool sign) {
    i128 hi = ((i128)1 << (bits - sign)) - 1, lo = sign ? -hi - 1 : 0;
    return x > hi ? hi : x < lo ? lo : x;
}

static inline void vmi_begin(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    world_begin(&vmi_world);
    vmi_addr_in = vm_alloc(vmi_world.vm, sizeof vmi_in);
    vmi_addr_out = vm_alloc(vmi_world.vm, sizeof vmi_out);
}
static inline int vmi_end(void) {
    world_end(&vmi_world);
    return UNIT_END();
}

static inline void vmi_upload(void) {
    vm_write(vmi_world.vm, vmi_addr_in, vmi_in, sizeof vmi_in);
}

// All pairs of values at which something changes, with a third and a fourth of them, then random
// numbers of all lengths among such values.
static inline void vmi_fill(uint32_t n) {
    static const uint64_t edge[] = {0,          1,          2,          7,
                                    8,          15,         16,         17,
                                    31,         32,         33,         63,
                                    64,         65,         0x7f,       0x80,
                                    0xff,       0x100,      0x7fff,     0x8000,
                                    0xffff,     0x7fffff,   0x800000,   0xffffff,
                                    0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
                                    1ull << 63, -1ull,      -2ull,      0x100000000};
    enum { E = CU_COUNT(edge) };
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint64_t r = unit_random(&vmi_seed), x = unit_random(&vmi_seed);
            vmi_in[k][i] = r % 4 == 0 ? edge[x % E] : r % 4 == 1 ? x >> (r >> 8) % 64 : x;
        }
        if (i < E * E) {
            vmi_in[0][i] = edge[i % E];
            vmi_in[1][i] = edge[i / E];
            if (i % 3) vmi_in[2][i] = edge[(i * 5 + i / E) % E];
        }
    }
    vmi_upload();
}

static inline void vmi_register(Buf *b, uint32_t bits, uint32_t k) {
    buf_printf(b, "%%%c%u", bits == 64 ? 'd' : bits == 32 ? 'r' : 'h', k);
}

// The text with its capital letters replaced; `dst` is the destination's width.
static inline void vmi_expand(Buf *b, const char *text, const VmiType *t, const VmiType *from,
                              uint32_t dst) {
    uint32_t bits = CU_MAX(t->bits, 16u);
    for (const char *s = text; *s; s++) {
        switch (*s) {
        case '@': buf_puts(b, t->name); break;
        case 'D': vmi_register(b, dst, 4); break;
        case 'A':
        case 'B':
        case 'C': vmi_register(b, bits, (uint32_t)(*s - 'A')); break;
        case 'X':
        case 'Y':
        case 'Z': vmi_register(b, 32, (uint32_t)(*s - 'X')); break;
        case 'W': vmi_register(b, 32, 3); break;
        case 'U': vmi_register(b, 2 * bits, 2); break;
        case 'M': buf_puts(b, from->name); break;
        case 'N': vmi_register(b, CU_MAX(from->bits, 16u), 0); break;
        case 'P': buf_puts(b, "%p"); break;
        default: buf_putc(b, *s); break;
        }
    }
}

// vmi_out[i] = what the instruction gives thread i, zero-extended from `dst` bits.
static inline bool vmi_run(const char *text, const VmiType *t, const VmiType *from, uint32_t dst,
                           uint32_t n) {
    Buf b;
    buf_init(&b, &vmi_world.ctx.perm);
    buf_puts(&b, "\t.reg .b64 %d<8>, %a, %t; .reg .b32 %r<8>; .reg .b16 %h<8>; .reg .pred %p, "
                 "%q<4>;\n"
                 "\tld.param.u64 %a, [p0]; mov.u32 %r6, %ctaid.x; mov.u32 %r7, %tid.x;\n"
                 "\tmad.lo.u32 %r6, %r6, 256, %r7; mul.wide.u32 %t, %r6, 8;\n"
                 "\tadd.s64 %a, %a, %t;\n");
    for (uint32_t k = 0; k < 4; k++)
        buf_printf(&b,
                   "\tld.global.b64 %%d%u, [%%a+%u]; cvt.u32.u64 %%r%u, %%d%u; "
                   "cvt.u16.u64 %%h%u, %%d%u;\n",
                   k, k * VMI_MAX * 8, k, k, k, k);
    buf_puts(&b, "\tand.b32 %r5, %r3, 1; setp.ne.u32 %p, %r5, 0;\n\t");
    vmi_expand(&b, text, t, from, dst);
    buf_printf(&b, "\n\tld.param.u64 %%a, [p1]; add.s64 %%a, %%a, %%t;\n");
    if (dst < 64) buf_printf(&b, "\tcvt.u64.u%u %%d4, %%%c4;\n", dst, dst == 32 ? 'r' : 'h');
    buf_puts(&b, "\tst.global.b64 [%a], %d4;\n");
    VmRunOptions opt = {vmi_target, (n + 255) / 256, 256, 0, 2, {vmi_addr_in, vmi_addr_out}};
    if (!run_kernel(vmi_world.vm, &vmi_world.ctx, &opt, "", buf_cstr(&b)) || emit_dir) return false;
    vm_read(vmi_world.vm, vmi_addr_out, vmi_out, sizeof(uint64_t) * n);
    return true;
}

// ---- operations with an oracle -----------------------------------------------------------------

typedef struct { // of one thread
    uint32_t bits;
    bool sign;
    i128 a, b, c;           // operands 0..2 as the type has them
    uint32_t x, y, z, w;    // operands 0..3
    i128 u;                 // operand 2, twice as wide
    bool p;                 // operand 3 is odd
    uint32_t form;          // VmiOp.form
} VmiArg;

typedef struct {
    const char *text;
    uint32_t types; // 1 << U16 | ...
    i128 (*want)(const VmiArg *);
    uint32_t form; // for `want`
    uint8_t dst;   // bits of the destination; 0: the type's, 1: twice those
} VmiOp;

static inline void vmi_check(const VmiOp *op, uint32_t type, uint32_t n) {
    const VmiType *t = &vmi_types[type];
    uint32_t dst = op->dst > 1 ? op->dst : op->dst ? 2 * t->bits : t->bits, bad = 0;
    if (!vmi_run(op->text, t, NULL, dst, n)) return;
    for (uint32_t i = 0; i < n; i++) {
        VmiArg g = {.bits = t->bits,
                    .sign = t->sign,
                    .a = vmi_value(vmi_in[0][i], t->bits, t->sign),
                    .b = vmi_value(vmi_in[1][i], t->bits, t->sign),
                    .c = vmi_value(vmi_in[2][i], t->bits, t->sign),
                    .x = (uint32_t)vmi_in[0][i],
                    .y = (uint32_t)vmi_in[1][i],
                    .z = (uint32_t)vmi_in[2][i],
                    .w = (uint32_t)vmi_in[3][i],
                    .u = vmi_value(vmi_in[2][i], CU_MIN(2 * t->bits, 64u), t->sign),
                    .p = vmi_in[3][i] & 1,
                    .form = op->form};
        uint64_t want = (uint64_t)vmi_value((u128)op->want(&g), dst, false);
        if (vmi_out[i] != want && bad++ < 3) {
            fprintf(stderr, "%s (%s): %llx %llx %llx %llx gives %llx, not %llx\n", op->text,
                    t->name, (unsigned long long)vmi_in[0][i], (unsigned long long)vmi_in[1][i],
                    (unsigned long long)vmi_in[2][i], (unsigned long long)vmi_in[3][i],
                    (unsigned long long)vmi_out[i], (unsigned long long)want);
        }
    }
    CHECK(bad == 0);
}

// Every operation of a table with each of its types.
static inline void vmi_check_all(const VmiOp *ops, uint32_t count, uint32_t n) {
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t t = 0; t < VMI_TYPES; t++) {
            if (ops[k].types >> t & 1) vmi_check(&ops[k], t, n);
        }
    }
}
#endif
