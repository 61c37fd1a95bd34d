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

static bool parse_geometry(TexOp *a, const char **s) {
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
        a->layered = take(s, "Layered");
        a->geom = rows[i].geom[a->layered];
        a->asm_geom = rows[i].asm_geom[a->layered];
        a->ndim = rows[i].ndim;
        a->ncoord = rows[i].ncoord;
        return true;
    }
    return false;
}

static IrValue *next_arg(TexOp *a) {
    Lower *c = a->c;
    return a->at < c->n ? c->arg[a->at++] : &ir_poison(c->m, c->m->ty_i32)->v;
}

static void push(TexOp *a, IrValue *v) {
    a->arg[a->n++] = v;
}

// The handle, then the layer, which comes last in the call, and the coordinates.
static void push_place(TexOp *a) {
    IrValue *coord[4];
    push(a, next_arg(a));
    for (uint32_t i = 0; i < a->ncoord; i++) coord[i] = next_arg(a);
    if (a->layered) push(a, next_arg(a));
    for (uint32_t i = 0; i < a->ncoord; i++) push(a, coord[i]);
}

// A gradient is a float, or lies in memory.
static void push_gradient(TexOp *a) {
    Lower *c = a->c;
    IrValue *v = next_arg(a);
    if (a->ndim == 1) {
        push(a, v);
        return;
    }
    for (uint32_t i = 0; i < a->ndim; i++) {
        IrValue *p = ir_ptradd_c(c->b, v, i * 4, IR_INBOUNDS);
        push(a, &ir_load(c->b, c->m->ty_float, p, 4)->v);
    }
}

static uint64_t elem_bytes(Lower *c) {
    return c->elem_bits / 8;
}

// Writes the components that the object has.
static void store_object(TexOp *a, IrValue *to, IrValue *const *reg) {
    Lower *c = a->c;
    IrType *t = c->elem_class == LOWER_FLOAT ? c->m->ty_float : ir_ty_int(c->m, c->elem_bits);
    for (uint32_t i = 0; i < c->elem_n; i++) {
        IrValue *v = reg[i];
        if (t == c->m->ty_float)
            v = ir_bitcast(c->b, v, t);
        else
            v = ir_int_resize(c->b, v, t, false);
        ir_store(c->b, v, ir_ptradd_c(c->b, to, (int64_t)(i * elem_bytes(c)), IR_INBOUNDS),
                 (uint32_t)elem_bytes(c));
    }
}

static void unpack(Lower *c, IrValue *r, uint32_t n, IrValue **reg) {
    for (uint32_t i = 0; i < n; i++) reg[i] = n == 1 ? r : ir_extract(c->b, r, i);
}

// ---- one of several instructions, by an argument ------------------------------------------------

typedef void (*Variant)(TexOp *a, uint32_t k);

// Emits variant `by`; where that is no constant (inside a function that is inlined later), all of
// them behind a switch.
static void choose(TexOp *a, IrValue *by, uint32_t n, Variant emit) {
    Lower *c = a->c;
    const IrConst *k = ir_as_cint(by);
    if (k) {
        emit(a, (uint32_t)CU_MIN(ir_uval(k), n - 1));
        return;
    }
    IrFunc *f = c->b->fn;
    IrBlock *end = ir_block_new(f, atom_cstr(c->ctx, "tex.end")), *bb[4];
    for (uint32_t i = 0; i < n; i++) bb[i] = ir_block_new(f, atom_cstr(c->ctx, "tex.case"));
    IrInst *sw = ir_switch(c->b, by, bb[n - 1]);
    for (uint32_t i = 0; i + 1 < n; i++) ir_switch_add(sw, ir_int(by->type, i), bb[i]);
    for (uint32_t i = 0; i < n; i++) {
        ir_at_end(c->b, bb[i]);
        emit(a, i);
        ir_br(c->b, end);
    }
    ir_at_end(c->b, end);
}

// ---- textures -----------------------------------------------------------------------------------

static IrType *four(TexOp *a, bool resident) {
    IrType *t[5] = {a->reg, a->reg, a->reg, a->reg, a->c->m->ty_i32};
    return ir_ty_struct(a->c->m, resident ? 5 : 4, t, false);
}

// The operands from `from` on, in braces; three dimensions and more are padded to four.
static void asm_vector(TexOp *a, Buf *b, uint32_t operand, uint32_t n) {
    (void)a;
    buf_puts(b, n > 1 ? "{" : "");
    for (uint32_t i = 0; i < (n == 3 ? 4 : n); i++)
        buf_printf(b, "%s$%u", i ? ", " : "", operand + CU_MIN(i, n - 1));
    buf_puts(b, n > 1 ? "}" : "");
}

// The forms with a residency predicate have no intrinsic.
static IrValue *sparse_fetch(TexOp *a, const char *op) {
    Lower *c = a->c;
    Buf b, k;
    buf_init(&b, &c->ctx->scratch);
    buf_init(&k, &c->ctx->scratch);
    bool real = a->reg == c->m->ty_float;
    buf_printf(&b, "{ .reg .pred %%rp; %s.v4.%s.f32 {$0, $1, $2, $3}|%%rp, [$5, ", op, a->element);
    uint32_t nplace = a->ncoord + a->layered;
    buf_puts(&b, "{");
    for (uint32_t i = 0; i < (nplace == 3 ? 4 : nplace); i++)
        buf_printf(&b, "%s$%u", i ? ", " : "", 6 + CU_MIN(i, nplace - 1));
    buf_puts(&b, "}]");
    if (a->lod) buf_printf(&b, ", $%u", 6 + nplace);
    for (uint32_t g = 0; a->grad && g < 2; g++) {
        buf_puts(&b, ", ");
        asm_vector(a, &b, 6 + nplace + g * a->ndim, a->ndim);
    }
    buf_puts(&b, "; selp.u32 $4, 1, 0, %rp; }");
    for (uint32_t i = 0; i < 4; i++) buf_puts(&k, real ? "=f," : "=r,");
    buf_puts(&k, "=r,l");
    for (uint32_t i = 1; i < a->n; i++)
        buf_puts(&k, a->arg[i]->type == c->m->ty_float ? ",f" : ",r");
    return lower_asm(c, four(a, true), buf_cstr(&b), buf_cstr(&k), a->n, a->arg, false);
}

static void finish_texture(TexOp *a, IrValue *r) {
    Lower *c = a->c;
    IrValue *reg[5];
    unpack(c, r, 4 + a->sparse, reg);
    store_object(a, c->arg[0], reg);
    if (a->sparse) ir_store(c->b, ir_trunc(c->b, reg[4], c->m->ty_i8), c->arg[c->n - 1], 1);
}

static void gather_variant(TexOp *a, uint32_t k) {
    char op[32];
    snprintf(op, sizeof op, "tld4.%c.2d", "rgba"[k]);
    finish_texture(a, a->sparse ? sparse_fetch(a, op)
                                : lower_intrf(a->c, four(a, false), a->n, a->arg,
                                              "llvm.nvvm.tld4.unified.%c.2d.v4%s.f32", "rgba"[k],
                                              a -> element));
}

static bool lower_texture(Lower *c, const char *s) {
    TexOp a = {.c = c, .at = 1};
    if (!parse_geometry(&a, &s)) return false;
    a.fetch = take(&s, "fetch");
    a.gather = take(&s, "gather");
    a.lod = take(&s, "Lod");
    a.grad = take(&s, "Grad");
    take(&s, "_v2");
    a.sparse = take(&s, "_sparse");
    if (*s) return false;
    bool real = c->elem_class == LOWER_FLOAT;
    a.reg = real ? c->m->ty_float : c->m->ty_i32;
    snprintf(a.element, sizeof a.element,
             real                         ? "f32"
             : c->elem_class == LOWER_INT ? "s32"
                                          : "u32");
    push_place(&a);
    if (a.gather) {
        choose(&a, next_arg(&a), 4, gather_variant);
        return true;
    }
    if (a.lod) push(&a, next_arg(&a));
    if (a.grad) {
        push_gradient(&a);
        push_gradient(&a);
    }
    const char *how = a.lod ? ".level" : a.grad ? ".grad" : "";
    char op[32];
    snprintf(op, sizeof op, "tex%s.%s", how, a.asm_geom);
    finish_texture(&a, a.sparse ? sparse_fetch(&a, op)
                                : lower_intrf(c, four(&a, false), a.n, a.arg,
                                              "llvm.nvvm.tex.unified.%s%s.v4%s.%s", a.geom, how,
                                              a.element, a.fetch ? "s32" : "f32"));
    return true;
}

// ---- surfaces -----------------------------------------------------------------------------------

static void surface_variant(TexOp *a, uint32_t k) { // cudaSurfaceBoundaryMode
    static const char *const mode[] = {"zero", "clamp", "trap"};
    Lower *c = a->c;
    uint32_t n = c->elem_n;
    if (a->write) {
        lower_intrf(c, c->m->ty_void, a->n, a->arg, "llvm.nvvm.sust.b.%s.%s.%s", a->geom,
                    a->element, mode[k]);
        return;
    }
    IrType *t[4] = {a->reg, a->reg, a->reg, a->reg};
    IrType *ret = n == 1 ? a->reg : ir_ty_struct(c->m, n, t, false);
    IrValue *reg[4], *r = lower_intrf(c, ret, a->n, a->arg, "llvm.nvvm.suld.%s.%s.%s", a->geom,
                                      a->element, mode[k]);
    unpack(c, r, n, reg);
    store_object(a, c->arg[0], reg);
}

static bool lower_surface(Lower *c, const char *s) {
    TexOp a = {.c = c, .at = 1};
    bool cube = strncmp(s, "Cubemap", 7) == 0;
    if (!parse_geometry(&a, &s)) return false;
    if (cube) { // an array of faces
        a.geom = "2d.array";
        a.ncoord = 2;
        a.layered = true;
    }
    a.write = take(&s, "write");
    if (!a.write && !take(&s, "read")) return false;
    take(&s, "_v2");
    if (*s) return false;
    // registers are 16 bits wide at least (PTX ISA, suld)
    a.reg = ir_ty_int(c->m, CU_MAX(c->elem_bits, 16));
    char n[4] = "";
    if (c->elem_n > 1) snprintf(n, sizeof n, "v%u", c->elem_n & 7);
    snprintf(a.element, sizeof a.element, "%si%u", n, c->elem_bits & 127);
    push_place(&a);
    for (uint32_t i = 0; a.write && i < c->elem_n; i++) {
        IrValue *p = ir_ptradd_c(c->b, c->arg[0], (int64_t)(i * elem_bytes(c)), IR_INBOUNDS);
        IrValue *v = &ir_load(c->b, ir_ty_int(c->m, c->elem_bits), p, (uint32_t)elem_bytes(c))->v;
        push(&a, ir_int_resize(c->b, v, a.reg, false));
    }
    choose(&a, next_arg(&a), 3, surface_variant);
    return true;
}

bool lower_texture_function(Lower *c, const char *name) {
    bool object = c->elem_n && c->elem_n <= 4 && c->elem_n != 3 && c->n >= 3;
    if (object && take(&name, "__itex") && c->elem_bits <= 32) return lower_texture(c, name);
    return object && take(&name, "__isurf") && lower_surface(c, name);
}
