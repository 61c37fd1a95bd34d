// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: what the toolkit's texture_indirect_functions.h and
// surface_indirect_functions.h ask __nv_tex_surf_handler for by a string: "__itex2DLayeredLod",
// "__isurf3Dread". The object pointed to says the element's type. (PTX ISA 9.7.9, 9.7.10.)
#include "irgen/lower.h"

#include <stdio.h>

typedef struct TexOp {
    Lower *c;
    const char *geom, *asm_geom; // as intrinsics and PTX spell it
    uint32_t ndim, ncoord;       // of a gradient; coordinates without the layer
    bool layered, fetch, gather, lod, grad, sparse, write;
    char element[8]; // "f32", of the registers
    IrType *reg;     // type of a register
    uint32_t at;     // next argument
    IrValue *arg[16];
    uint32_t n;
} TexOp;

// Takes `word` from the front of *s.
static bool take(const char **s, const char *word) {
    size_t n = strlen(word);
    if (strncmp(*s, word, n) != 0) return false;
    *s += n;
    return true;
}

// The geometry at the front of *s, with "Layered" behind it. There are no layered 3D textures.
static bool parse_geometry(TexOp *tex_op, const char **s) {
    static const struct {
        const char *name, *geom[2], *asm_geom[2];
        uint8_t ndim, ncoord;
    } rows[] = {
        {"1D", {"1d", "1d.array"}, {"1d", "a1d"}, 1, 1},
        {"2D", {"2d", "2d.array"}, {"2d", "a2d"}, 2, 2},
        {"3D", {"3d", "3d"}, {"3d", "3d"}, 3, 3},
        {"Cubemap", {"cube", "cube.array"}, {"cube", "acube"}, 3, 3},
    };
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (!take(s, rows[i].name)) continue;
        tex_op->layered = take(s, "Layered");
        tex_op->geom = rows[i].geom[tex_op->layered];
        tex_op->asm_geom = rows[i].asm_geom[tex_op->layered];
        tex_op->ndim = rows[i].ndim;
        tex_op->ncoord = rows[i].ncoord;
        return true;
    }
    return false;
}

// A call with too few arguments is the headers' fault, and gives poison rather than a crash.
static IrValue *next_arg(TexOp *tex_op) {
    Lower *c = tex_op->c;
    return tex_op->at < c->n ? c->arg[tex_op->at++] : &ir_poison(c->m, c->m->ty_i32)->v;
}

// At most 16 operands: the handle, the place, a level or two gradients.
static void push(TexOp *tex_op, IrValue *operand) {
    tex_op->arg[tex_op->n++] = operand;
}

// The handle, then the layer, which comes last in the call, and the coordinates.
static void push_place(TexOp *tex_op) {
    IrValue *coord[4];
    push(tex_op, next_arg(tex_op));
    for (uint32_t i = 0; i < tex_op->ncoord; i++) coord[i] = next_arg(tex_op);
    if (tex_op->layered) push(tex_op, next_arg(tex_op));
    for (uint32_t i = 0; i < tex_op->ncoord; i++) push(tex_op, coord[i]);
}

// A gradient is a float, or lies in memory.
static void push_gradient(TexOp *tex_op) {
    Lower *c = tex_op->c;
    IrValue *v = next_arg(tex_op);
    if (tex_op->ndim == 1) {
        push(tex_op, v);
        return;
    }
    for (uint32_t i = 0; i < tex_op->ndim; i++) {
        IrValue *p = ir_ptradd_c(c->b, v, i * 4, IR_INBOUNDS);
        push(tex_op, &ir_load(c->b, c->m->ty_float, p, 4)->v);
    }
}

// Bytes of one component of the object.
static uint64_t elem_bytes(Lower *lower) {
    return lower->elem_bits / 8;
}

// Writes the components that the object has.
static void store_object(TexOp *tex_op, IrValue *to, IrValue *const *reg) {
    Lower *lower = tex_op->c;
    IrType *t = lower->elem_class == LOWER_FLOAT ? lower->m->ty_float
                                                 : ir_ty_int(lower->m, lower->elem_bits);
    for (uint32_t i = 0; i < lower->elem_n; i++) {
        IrValue *v = reg[i];
        // Registers hold the bits of a component in their low part.
        if (t == lower->m->ty_float)
            v = ir_bitcast(lower->b, v, t);
        else
            v = ir_int_resize(lower->b, v, t, false);
        ir_store(lower->b, v,
                 ir_ptradd_c(lower->b, to, (int64_t)(i * elem_bytes(lower)), IR_INBOUNDS),
                 (uint32_t)elem_bytes(lower));
    }
}

// One component is the result itself, several are a struct.
static void unpack(Lower *lower, IrValue *value, uint32_t n, IrValue **reg) {
    for (uint32_t i = 0; i < n; i++) reg[i] = n == 1 ? value : ir_extract(lower->b, value, i);
}

// ---- one of several instructions, by an argument ------------------------------------------------

typedef void (*Variant)(TexOp *a, uint32_t k);

// Emits variant `by`; where that is no constant (inside a function that is inlined later), all of
// them behind a switch.
static void choose(TexOp *tex_op, IrValue *by, uint32_t n, Variant emit) {
    Lower *lower = tex_op->c;
    const IrConst *constant = ir_as_cint(by);
    // A value beyond the last variant takes the last, as behind the switch.
    if (constant) {
        emit(tex_op, (uint32_t)CU_MIN(ir_uval(constant), n - 1));
        return;
    }
    IrFunc *fn = lower->b->fn;
    IrBlock *end = ir_block_new(fn, atom_cstr(lower->ctx, "tex.end")), *bb[4];
    for (uint32_t i = 0; i < n; i++) bb[i] = ir_block_new(fn, atom_cstr(lower->ctx, "tex.case"));
    // The last variant is the default.
    IrInst *sw = ir_switch(lower->b, by, bb[n - 1]);
    for (uint32_t i = 0; i + 1 < n; i++) ir_switch_add(sw, ir_int(by->type, i), bb[i]);
    for (uint32_t i = 0; i < n; i++) {
        ir_at_end(lower->b, bb[i]);
        emit(tex_op, i);
        ir_br(lower->b, end);
    }
    ir_at_end(lower->b, end);
}

// ---- textures -----------------------------------------------------------------------------------

// A texel's components, and the predicate of residency as a word.
static IrType *four(TexOp *tex_op, bool resident) {
    IrType *t[5] = {tex_op->reg, tex_op->reg, tex_op->reg, tex_op->reg, tex_op->c->m->ty_i32};
    return ir_ty_struct(tex_op->c->m, resident ? 5 : 4, t, false);
}

// The operands from `from` on, in braces; three dimensions and more are padded to four.
static void asm_vector(TexOp *tex_op, Buf *out, uint32_t operand, uint32_t n) {
    (void)tex_op;
    buf_puts(out, n > 1 ? "{" : "");
    for (uint32_t i = 0; i < (n == 3 ? 4 : n); i++)
        buf_printf(out, "%s$%u", i ? ", " : "", operand + CU_MIN(i, n - 1));
    buf_puts(out, n > 1 ? "}" : "");
}

// The forms with a residency predicate have no intrinsic.
static IrValue *sparse_fetch(TexOp *tex_op, const char *op) {
    Lower *lower = tex_op->c;
    Buf out, buf;
    buf_init(&out, &lower->ctx->scratch);
    buf_init(&buf, &lower->ctx->scratch);
    bool real = tex_op->reg == lower->m->ty_float;
    // A predicate cannot leave inline assembly, so it becomes a number.
    buf_printf(&out, "{ .reg .pred %%rp; %s.v4.%s.f32 {$0, $1, $2, $3}|%%rp, [$5, ", op,
               tex_op->element);
    uint32_t nplace = tex_op->ncoord + tex_op->layered;
    buf_puts(&out, "{");
    // Coordinates are a vector of 1, 2 or 4 registers; the fourth repeats the third.
    for (uint32_t i = 0; i < (nplace == 3 ? 4 : nplace); i++)
        buf_printf(&out, "%s$%u", i ? ", " : "", 6 + CU_MIN(i, nplace - 1));
    buf_puts(&out, "}]");
    if (tex_op->lod) buf_printf(&out, ", $%u", 6 + nplace);
    for (uint32_t g = 0; tex_op->grad && g < 2; g++) {
        buf_puts(&out, ", ");
        asm_vector(tex_op, &out, 6 + nplace + g * tex_op->ndim, tex_op->ndim);
    }
    buf_puts(&out, "; selp.u32 $4, 1, 0, %rp; }");
    // Outputs of the assembly: four components and the word; the handle is an `l`, 64 bits wide.
    for (uint32_t i = 0; i < 4; i++) buf_puts(&buf, real ? "=f," : "=r,");
    buf_puts(&buf, "=r,l");
    for (uint32_t i = 1; i < tex_op->n; i++)
        buf_puts(&buf, tex_op->arg[i]->type == lower->m->ty_float ? ",f" : ",r");
    return lower_asm(lower, four(tex_op, true), buf_cstr(&out), buf_cstr(&buf), tex_op->n,
                     tex_op->arg, false);
}

// The object is the first argument, the flag of residency the last.
static void finish_texture(TexOp *tex_op, IrValue *result) {
    Lower *c = tex_op->c;
    IrValue *reg[5];
    unpack(c, result, 4 + tex_op->sparse, reg);
    store_object(tex_op, c->arg[0], reg);
    if (tex_op->sparse) ir_store(c->b, ir_trunc(c->b, reg[4], c->m->ty_i8), c->arg[c->n - 1], 1);
}

// k is the component that is gathered from four texels.
static void gather_variant(TexOp *tex_op, uint32_t k) {
    char op[32];
    snprintf(op, sizeof op, "tld4.%c.2d", "rgba"[k]);
    finish_texture(tex_op, tex_op->sparse
                               ? sparse_fetch(tex_op, op)
                               : lower_intrf(tex_op->c, four(tex_op, false), tex_op->n, tex_op->arg,
                                             "llvm.nvvm.tld4.unified.%c.2d.v4%s.f32", "rgba"[k],
                                             tex_op -> element));
}

static bool lower_texture(Lower *lower, const char *s) {
    TexOp tex_op = {.c = lower, .at = 1};
    if (!parse_geometry(&tex_op, &s)) return false;
    tex_op.fetch = take(&s, "fetch");
    tex_op.gather = take(&s, "gather");
    tex_op.lod = take(&s, "Lod");
    tex_op.grad = take(&s, "Grad");
    // The headers' second versions differ in how they return.
    take(&s, "_v2");
    tex_op.sparse = take(&s, "_sparse");
    if (*s) return false;
    bool real = lower->elem_class == LOWER_FLOAT;
    tex_op.reg = real ? lower->m->ty_float : lower->m->ty_i32;
    // How a component is read: from an integer object the texture gives integers.
    snprintf(tex_op.element, sizeof tex_op.element,
             real                             ? "f32"
             : lower->elem_class == LOWER_INT ? "s32"
                                              : "u32");
    push_place(&tex_op);
    if (tex_op.gather) {
        choose(&tex_op, next_arg(&tex_op), 4, gather_variant);
        return true;
    }
    if (tex_op.lod) push(&tex_op, next_arg(&tex_op));
    if (tex_op.grad) {
        push_gradient(&tex_op);
        push_gradient(&tex_op);
    }
    const char *how = tex_op.lod ? ".level" : tex_op.grad ? ".grad" : "";
    char op[32];
    snprintf(op, sizeof op, "tex%s.%s", how, tex_op.asm_geom);
    finish_texture(&tex_op, tex_op.sparse
                                ? sparse_fetch(&tex_op, op)
                                : lower_intrf(lower, four(&tex_op, false), tex_op.n, tex_op.arg,
                                              "llvm.nvvm.tex.unified.%s%s.v4%s.%s", tex_op.geom,
                                              how, tex_op.element, tex_op.fetch ? "s32" : "f32"));
    return true;
}

// ---- surfaces -----------------------------------------------------------------------------------

static void surface_variant(TexOp *tex_op, uint32_t k) { // cudaSurfaceBoundaryMode
    static const char *const mode[] = {"zero", "clamp", "trap"};
    Lower *lower = tex_op->c;
    uint32_t n = lower->elem_n;
    if (tex_op->write) {
        lower_intrf(lower, lower->m->ty_void, tex_op->n, tex_op->arg, "llvm.nvvm.sust.b.%s.%s.%s",
                    tex_op->geom, tex_op->element, mode[k]);
        return;
    }
    IrType *t[4] = {tex_op->reg, tex_op->reg, tex_op->reg, tex_op->reg};
    IrType *ret = n == 1 ? tex_op->reg : ir_ty_struct(lower->m, n, t, false);
    // Reading gives as many registers as the object has components.
    IrValue *reg[4], *r = lower_intrf(lower, ret, tex_op->n, tex_op->arg, "llvm.nvvm.suld.%s.%s.%s",
                                      tex_op->geom, tex_op->element, mode[k]);
    unpack(lower, r, n, reg);
    store_object(tex_op, lower->arg[0], reg);
}

static bool lower_surface(Lower *lower, const char *s) {
    TexOp tex_op = {.c = lower, .at = 1};
    // A cube's surface has the face and the layer in one number, which is the layer of an array.
    bool cube = strncmp(s, "Cubemap", 7) == 0;
    if (!parse_geometry(&tex_op, &s)) return false;
    if (cube) { // an array of faces
        tex_op.geom = "2d.array";
        tex_op.ncoord = 2;
        tex_op.layered = true;
    }
    tex_op.write = take(&s, "write");
    if (!tex_op.write && !take(&s, "read")) return false;
    take(&s, "_v2");
    if (*s) return false;
    // registers are 16 bits wide at least (PTX ISA, suld)
    tex_op.reg = ir_ty_int(lower->m, CU_MAX(lower->elem_bits, 16));
    char n[4] = "";
    if (lower->elem_n > 1) snprintf(n, sizeof n, "v%u", lower->elem_n & 7);
    snprintf(tex_op.element, sizeof tex_op.element, "%si%u", n, lower->elem_bits & 127);
    push_place(&tex_op);
    // What is written lies in the object.
    for (uint32_t i = 0; tex_op.write && i < lower->elem_n; i++) {
        IrValue *p =
            ir_ptradd_c(lower->b, lower->arg[0], (int64_t)(i * elem_bytes(lower)), IR_INBOUNDS);
        IrValue *v = &ir_load(lower->b, ir_ty_int(lower->m, lower->elem_bits), p,
                              (uint32_t)elem_bytes(lower))
                          ->v;
        push(&tex_op, ir_int_resize(lower->b, v, tex_op.reg, false));
    }
    choose(&tex_op, next_arg(&tex_op), 3, surface_variant);
    return true;
}

bool lower_texture_function(Lower *lower, const char *name) {
    // Objects of three components have no texture [CUDA: Channel Descriptors].
    bool object = lower->elem_n && lower->elem_n <= 4 && lower->elem_n != 3 && lower->n >= 3;
    if (object && take(&name, "__itex") && lower->elem_bits <= 32)
        return lower_texture(lower, name);
    return object && take(&name, "__isurf") && lower_surface(lower, name);
}
