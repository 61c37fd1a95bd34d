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
static Fragment fragment(Lower *c, const char *shape, char which, const char *type) {
    unsigned m = 0, n = 0, k = 0;
    sscanf(shape, "m%un%uk%u", &m, &n, &k);
    uint32_t bits = element_bits(type);
    uint32_t elements = which == 'a' ? m * k : which == 'b' ? k * n : m * n;
    bool half = strcmp(type, "f16") == 0;
    IrModule *mod = c->m;
    Fragment f = {.reg = mod->ty_i32, .bytes = 4};
    if (half) f.reg = ir_ty_vector(mod, mod->ty_half, 2);
    if (bits == 64) f = (Fragment){.reg = mod->ty_double, .bytes = 8};
    if (strcmp(type, "f32") == 0) f.reg = mod->ty_float;
    f.n = half && which != 'c' ? 8 : elements * bits / 32 / (f.bytes * 8);
    return f;
}

static const char *layout_name(uint64_t v) {
    return v ? "col" : "row";
}

static void load_registers(Lower *c, Fragment f, IrValue *from, IrValue **to) {
    for (uint32_t i = 0; i < f.n; i++)
        to[i] =
            &ir_load(c->b, f.reg, ir_ptradd_c(c->b, from, i * f.bytes, IR_INBOUNDS), f.bytes)->v;
}

static IrType *registers_type(Lower *c, Fragment f) {
    IrType *t[8];
    for (uint32_t i = 0; i < f.n; i++) t[i] = f.reg;
    return f.n == 1 ? f.reg : ir_ty_struct(c->m, f.n, t, false);
}

static void store_registers(Lower *c, Fragment f, IrValue *v, IrValue *to) {
    for (uint32_t i = 0; i < f.n; i++) {
        IrValue *p = ir_ptradd_c(c->b, to, i * f.bytes, IR_INBOUNDS);
        ir_store(c->b, f.n == 1 ? v : ir_extract(c->b, v, i), p, f.bytes);
    }
}

// tail: shape.matrix.type; (registers, memory, stride, layout: 0 rows, 1 columns)
IrValue *lower_wmma_load(Lower *c) {
    const char *shape = lower_word(c, 0), *which = lower_word(c, 1), *type = lower_word(c, 2);
    Fragment f = fragment(c, shape, which[0], type);
    const char *layout = layout_name(lower_constant(c, 3));
    IrValue *r =
        lower_intrf(c, registers_type(c, f), 2, c->arg + 1,
                    "llvm.nvvm.wmma.%s.load.%s.%s.stride.%s.p0", shape, which, layout, type);
    store_registers(c, f, r, c->arg[0]);
    return NULL;
}

// tail: shape.d.type; (memory, registers, stride, layout)
IrValue *lower_wmma_store(Lower *c) {
    const char *shape = lower_word(c, 0), *type = lower_word(c, 2);
    Fragment f = fragment(c, shape, 'c', type);
    const char *layout = layout_name(lower_constant(c, 3));
    IrValue *a[10] = {c->arg[0]};
    load_registers(c, f, c->arg[1], a + 1);
    a[f.n + 1] = c->arg[2];
    lower_intrf(c, c->m->ty_void, f.n + 2, a, "llvm.nvvm.wmma.%s.store.d.%s.stride.%s.p0", shape,
                layout, type);
    return NULL;
}

// tail: shape.type of a and b.type of d.type of c[.word before the layout: "xor", "rn" ...]
// (d, a, b, c, layout: 0 row row, 1 row col, 2 col row, 3 col col[, saturate])
IrValue *lower_wmma_mma(Lower *c) {
    const char *shape = lower_word(c, 0), *type = lower_word(c, 1), *td = lower_word(c, 2),
               *tc = lower_word(c, 3), *op = lower_word(c, 4);
    Fragment fa = fragment(c, shape, 'a', type), fb = fragment(c, shape, 'b', type),
             fc = fragment(c, shape, 'c', tc), fd = fragment(c, shape, 'c', td);
    IrValue *a[24];
    load_registers(c, fa, c->arg[1], a);
    load_registers(c, fb, c->arg[2], a + fa.n);
    load_registers(c, fc, c->arg[3], a + fa.n + fb.n);
    bool bits = strcmp(type, "b1") == 0, half = strcmp(type, "f16") == 0;
    uint64_t layout = bits ? 1 : lower_constant(c, 4);
    // The flag has no effect on floats, as in nvcc: PTX lost their .satfinite in version 6.5.
    bool saturate = !bits && strcmp(td, "s32") == 0 && c->n > 5 && lower_constant(c, 5);
    char types[32], before[32] = "", after[32] = "";
    snprintf(types, sizeof types, half ? "%s.%s" : "%s", half ? td : type, tc);
    if (bits) snprintf(before, sizeof before, ".%s.popc", op);
    if (!bits && *op) snprintf(after, sizeof after, ".%s", op);
    IrValue *r =
        lower_intrf(c, registers_type(c, fd), fa.n + fb.n + fc.n, a,
                    "llvm.nvvm.wmma.%s.mma%s.%s.%s%s.%s%s", shape, before, layout_name(layout >> 1),
                    layout_name(layout & 1), after, types, saturate ? ".satfinite" : "");
    store_registers(c, fd, r, c->arg[0]);
    return NULL;
}
