// SPDX-License-Identifier: Apache-2.0
// The functions behind crt/mma.hpp: whole-warp matrix fragments in arrays of registers. Rows name
// the shape and types of PTX ISA 9.7.15.3; the IR's intrinsics take and give the registers.
#include "irgen/lower.h"

#include <stdio.h>

typedef struct Fragment {
    IrType *reg; // as the intrinsic has it
    uint32_t n, bytes;
} Fragment;

// Bits of an element by the type's name: "s8" 8, "tf32" 32, "b1" 1.
static uint32_t element_bits(const char *type) {
    while (*type && (*type < '0' || *type > '9')) type++;
    uint32_t n = 0;
    for (; *type >= '0' && *type <= '9'; type++) n = n * 10 + (uint32_t)(*type - '0');
    return n;
}

// The registers that a thread holds of matrix a, b or c (d): a 32nd of the elements, but half a and
// b matrices are held twice (PTX ISA, "Matrix fragments for WMMA").
static Fragment fragment(Lower *lower, const char *shape, char which, const char *type) {
    unsigned m = 0, n = 0, k = 0;
    sscanf(shape, "m%un%uk%u", &m, &n, &k);
    uint32_t bits = element_bits(type);
    uint32_t elements = which == 'a' ? m * k : which == 'b' ? k * n : m * n;
    bool half = strcmp(type, "f16") == 0;
    IrModule *mod = lower->m;
    // Halves come in pairs, all types but double in 32-bit registers.
    Fragment f = {.reg = mod->ty_i32, .bytes = 4};
    if (half) f.reg = ir_ty_vector(mod, mod->ty_half, 2);
    if (bits == 64) f = (Fragment){.reg = mod->ty_double, .bytes = 8};
    if (strcmp(type, "f32") == 0) f.reg = mod->ty_float;
    // A matrix of halves has 8 registers in each thread; see above.
    f.n = half && which != 'c' ? 8 : elements * bits / 32 / (f.bytes * 8);
    return f;
}

// The operand of mma.hpp as a word of the intrinsic's name.
static const char *layout_name(uint64_t v) {
    return v ? "col" : "row";
}

// Fragments lie in memory: an array in a class of mma.hpp.
static void load_registers(Lower *lower, Fragment f, IrValue *from, IrValue **to) {
    for (uint32_t i = 0; i < f.n; i++)
        to[i] = &ir_load(lower->b, f.reg, ir_ptradd_c(lower->b, from, i * f.bytes, IR_INBOUNDS),
                         f.bytes)
                     ->v;
}

static IrType *registers_type(Lower *lower, Fragment f) {
    IrType *t[8];
    for (uint32_t i = 0; i < f.n; i++) t[i] = f.reg;
    return f.n == 1 ? f.reg : ir_ty_struct(lower->m, f.n, t, false);
}

// One register is no struct.
static void store_registers(Lower *lower, Fragment f, IrValue *value, IrValue *to) {
    for (uint32_t i = 0; i < f.n; i++) {
        IrValue *p = ir_ptradd_c(lower->b, to, i * f.bytes, IR_INBOUNDS);
        ir_store(lower->b, f.n == 1 ? value : ir_extract(lower->b, value, i), p, f.bytes);
    }
}

// tail: shape.matrix.type; (registers, memory, stride, layout: 0 rows, 1 columns)
IrValue *lower_wmma_load(Lower *lower) {
    const char *shape = lower_word(lower, 0), *which = lower_word(lower, 1),
               *type = lower_word(lower, 2);
    Fragment f = fragment(lower, shape, which[0], type);
    const char *layout = layout_name(lower_constant(lower, 3));
    // The first argument is where the registers go.
    IrValue *r =
        lower_intrf(lower, registers_type(lower, f), 2, lower->arg + 1,
                    "llvm.nvvm.wmma.%s.load.%s.%s.stride.%s.p0", shape, which, layout, type);
    store_registers(lower, f, r, lower->arg[0]);
    return NULL;
}

// tail: shape.d.type; (memory, registers, stride, layout)
IrValue *lower_wmma_store(Lower *lower) {
    const char *shape = lower_word(lower, 0), *type = lower_word(lower, 2);
    Fragment f = fragment(lower, shape, 'c', type);
    // Accumulators have one form, whatever a and b are.
    const char *layout = layout_name(lower_constant(lower, 3));
    IrValue *a[10] = {lower->arg[0]};
    load_registers(lower, f, lower->arg[1], a + 1);
    a[f.n + 1] = lower->arg[2];
    lower_intrf(lower, lower->m->ty_void, f.n + 2, a, "llvm.nvvm.wmma.%s.store.d.%s.stride.%s.p0",
                shape, layout, type);
    return NULL;
}

// tail: shape.type of a and b.type of d.type of c[.word before the layout: "xor", "rn" ...]
// (d, a, b, c, layout: 0 row row, 1 row col, 2 col row, 3 col col[, saturate])
IrValue *lower_wmma_mma(Lower *lower) {
    const char *shape = lower_word(lower, 0), *type = lower_word(lower, 1),
               *td = lower_word(lower, 2), *tc = lower_word(lower, 3), *op = lower_word(lower, 4);
    Fragment fa = fragment(lower, shape, 'a', type), fb = fragment(lower, shape, 'b', type),
             fc = fragment(lower, shape, 'c', tc), fd = fragment(lower, shape, 'c', td);
    IrValue *value[24];
    load_registers(lower, fa, lower->arg[1], value);
    load_registers(lower, fb, lower->arg[2], value + fa.n);
    load_registers(lower, fc, lower->arg[3], value + fa.n + fb.n);
    bool bits = strcmp(type, "b1") == 0, half = strcmp(type, "f16") == 0;
    // Of bits a is by rows and b by columns: there is no other layout.
    uint64_t layout = bits ? 1 : lower_constant(lower, 4);
    // The flag has no effect on floats, as in nvcc: PTX lost their .satfinite in version 6.5.
    bool saturate = !bits && strcmp(td, "s32") == 0 && lower->n > 5 && lower_constant(lower, 5);
    char types[32], before[32] = "", after[32] = "";
    // Multiplications of halves name d and c, others a (with b) and c.
    snprintf(types, sizeof types, half ? "%s.%s" : "%s", half ? td : type, tc);
    if (bits) snprintf(before, sizeof before, ".%s.popc", op);
    if (!bits && *op) snprintf(after, sizeof after, ".%s", op);
    IrValue *r =
        lower_intrf(lower, registers_type(lower, fd), fa.n + fb.n + fc.n, value,
                    "llvm.nvvm.wmma.%s.mma%s.%s.%s%s.%s%s", shape, before, layout_name(layout >> 1),
                    layout_name(layout & 1), after, types, saturate ? ".satfinite" : "");
    store_registers(lower, fd, r, lower->arg[0]);
    return NULL;
}
