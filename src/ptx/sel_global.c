// SPDX-License-Identifier: Apache-2.0
// Global variables and symbol names.
#include "ptx/sel.h"

#include "ptx/ptx_int.h"

// PTX identifiers: [a-zA-Z][a-zA-Z0-9_$]* or [_$%][a-zA-Z0-9_$]+. LLVM's other characters become
// "_$_" as in its NVPTX back end; a clash gets a number.
Atom sel_name(SelModule *g, Atom name) {
    const char *t = atom_str(g->ctx, name);
    bool legal = *t && !(*t >= '0' && *t <= '9');
    for (const char *p = t; *p && legal; p++) {
        char c = *p;
        legal = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '_' || c == '$';
    }
    if (legal) return name;
    Buf b;
    buf_init(&b, &g->ctx->perm);
    if (*t >= '0' && *t <= '9') buf_putc(&b, '_');
    for (const char *p = t; *p; p++) {
        char c = *p;
        bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '$';
        if (ok)
            buf_putc(&b, c);
        else
            buf_puts(&b, "_$_");
    }
    if (!b.n) buf_puts(&b, "anon");
    Atom a = atom_intern(g->ctx, b.at, b.n);
    for (uint32_t k = 1; map_get(&g->names, a) || ir_find(g->m, a); k++) {
        a = atom_printf(g->ctx, "%.*s_%u", (int)b.n, b.at, k);
    }
    map_put(&g->names, a, (void *)1);
    return a;
}

typedef struct Init {
    SelModule *g;
    PtxVar *v;
    uint64_t size;
} Init;

static void put_bytes(Init *in, uint64_t off, const void *p, uint64_t n) {
    if (off + n <= in->size) memcpy(in->v->init + off, p, n);
}

static void put_address(Init *in, uint64_t off, IrConst *c, uint32_t bytes) {
    int64_t addend = 0;
    bool generic = c->v.type->kind == IR_TY_PTR && c->v.type->as == IR_AS_GENERIC;
    while (c->v.kind == IR_C_EXPR) {
        if (c->v.op == IR_GEP) {
            int64_t d = 0;
            IrValue *base = ir_strip_ptr(&c->v, &d);
            if (base == &c->v) break;
            addend += d;
            c = (IrConst *)base;
        } else if (c->v.op == IR_ADD && c->elem[1]->v.kind == IR_C_INT) {
            addend += ir_sval(c->elem[1]);
            c = c->elem[0];
        } else if (c->v.op == IR_PTRTOINT || c->v.op == IR_ADDRSPACECAST || c->v.op == IR_BITCAST ||
                   c->v.op == IR_INTTOPTR) {
            generic |= c->v.op == IR_ADDRSPACECAST && c->v.type->as == IR_AS_GENERIC;
            c = c->elem[0];
        } else {
            break;
        }
    }
    IrGlobal *sym = ir_as_global(&ir_unwrapped(c)->v);
    if (!sym) {
        if (c->v.kind == IR_C_INT) { // inttoptr of a number
            uint64_t x = ir_uval(c) + (uint64_t)addend;
            put_bytes(in, off, &x, bytes);
            return;
        }
        diag(in->g->ctx, &ptx_diag_rows[PTXD_sel_init], 0, atom_str(in->g->ctx, in->v->name));
        return;
    }
    generic &= sym->v.kind == IR_C_VAR;
    PtxReloc r = {.off = (uint32_t)off,
                  .sym = sel_symbol(in->g, sym),
                  .addend = addend,
                  .size = (uint8_t)bytes,
                  .generic = generic};
    vec_push(&in->g->ctx->perm, &in->v->reloc, r);
}

// Lanes that do not fill their bytes lie bit behind bit (LangRef, "Vector Type").
static void put_lanes(Init *in, uint64_t off, IrConst *c) {
    IrType *t = c->v.type;
    uint32_t bits = t->elem->bits;
    for (uint64_t k = 0; k < t->n; k++) {
        IrConst *lane = ir_elem(in->g->m, c, k);
        if (lane->v.kind != IR_C_INT) continue; // no number: what is there stays
        const uint64_t *words = ir_words(lane);
        for (uint64_t bit = 0; bit < bits; bit++) {
            uint64_t to = k * bits + bit;
            if (off + to / 8 < in->size && words[bit / 64] >> bit % 64 & 1)
                in->v->init[off + to / 8] |= (uint8_t)(1u << to % 8);
        }
    }
}

static void put_const(Init *in, uint64_t off, IrConst *c) {
    IrType *t = c->v.type;
    if (t->kind == IR_TY_VECTOR && t->elem->kind == IR_TY_INT && t->elem->bits % 8 != 0) {
        if (c->v.kind == IR_C_AGG || c->v.kind == IR_C_DATA) put_lanes(in, off, c);
        return;
    }
    switch (c->v.kind) {
    case IR_C_INT:
    case IR_C_FP: put_bytes(in, off, ir_words(c), t->store_size); break;
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON: break;
    case IR_C_DATA: put_bytes(in, off, c->data, c->n); break;
    case IR_C_AGG:
        for (uint64_t k = 0; k < t->n; k++)
            put_const(in, off + ir_ty_member_offset(t, k), ir_elem(in->g->m, c, k));
        break;
    default: put_address(in, off, c, (uint32_t)t->store_size);
    }
}

static PtxSpace space_of(uint32_t as) {
    return as == IR_AS_SHARED  ? PTXS_SHARED
           : as == IR_AS_CONST ? PTXS_CONST
           : as == IR_AS_LOCAL ? PTXS_LOCAL
                               : PTXS_GLOBAL;
}

static uint8_t linkage_of(const SelModule *g, const IrGlobal *v, bool declared) {
    if (declared) return PTXL_EXTERN;
    if (g->o->whole_program && v->linkage == IR_EXTERNAL) return PTXL_NONE;
    switch (v->linkage) {
    case IR_INTERNAL:
    case IR_PRIVATE: return PTXL_NONE;
    case IR_WEAK_ANY:
    case IR_WEAK_ODR:
    case IR_LINKONCE:
    case IR_LINKONCE_ODR: return PTXL_WEAK;
    case IR_COMMON: return PTXL_COMMON;
    default: return PTXL_VISIBLE;
    }
}

// Element type: scalars keep theirs; an array whose bytes hold addresses is made of words as wide
// as the addresses, everything else of bytes.
static void element_type(SelModule *g, IrType *t, PtxVar *v, bool addresses) {
    static const uint8_t fp[] = {[IR_TY_HALF] = PTX_B16,
                                 [IR_TY_BFLOAT] = PTX_B16,
                                 [IR_TY_FLOAT] = PTX_F32,
                                 [IR_TY_DOUBLE] = PTX_F64};
    v->count = 1;
    if (ir_ty_is_fp(t) && t->kind != IR_TY_FP128) {
        v->type = fp[t->kind];
    } else if ((ir_ty_is_int(t) || ir_ty_is_ptr(t)) && t->bits <= 64 && !addresses) {
        v->type = t->bits <= 8    ? PTX_U8
                  : t->bits <= 16 ? PTX_U16
                  : t->bits <= 32 ? PTX_U32
                                  : PTX_U64;
    } else {
        v->type = addresses ? PTX_U64 : PTX_B8;
        v->is_array = true;
        v->ndim = 1;
        v->count = addresses ? (t->size + 7) / 8 : t->size;
        v->unsized = t->size == 0;
    }
}

static bool has_address(const IrConst *c) {
    switch (c->v.kind) {
    case IR_C_EXPR:
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
    case IR_C_VAR:
    case IR_C_FUNC:
    case IR_C_ALIAS: return true;
    case IR_C_AGG:
        for (uint32_t k = 0; k < c->n; k++) {
            if (has_address(c->elem[k])) return true;
        }
        return false;
    default: return false;
    }
}

static void declare_referred(SelModule *g, const IrConst *c) {
    if (c->v.kind >= IR_C_AGG && c->v.kind < IR_C_VAR) {
        for (uint32_t k = 0; k < c->n; k++) declare_referred(g, c->elem[k]);
    } else if (c->v.kind >= IR_C_VAR) {
        sel_symbol(g, (IrGlobal *)c);
    }
}

// !{ptr @v, !"texture", i32 1} in !nvvm.annotations, or "surface", "sampler".
void sel_find_handles(SelModule *g) {
    static const struct {
        const char *name;
        uint8_t type;
    } kinds[] = {{"texture", PTX_TEXREF}, {"surface", PTX_SURFREF}, {"sampler", PTX_SAMPLERREF}};
    Atom list = atom_cstr(g->ctx, "nvvm.annotations");
    for (uint32_t k = 0; k < ir_named_md_n(g->m, list); k++) {
        const IrMd *md = ir_named_md_get(g->m, list, k);
        if (!md || md->kind != IR_MD_NODE || md->n < 3 || !md->op[0] || !md->op[1] ||
            md->op[0]->kind != IR_MD_VALUE || md->op[1]->kind != IR_MD_STRING)
            continue;
        const IrGlobal *v = ir_as_var(md->op[0]->value);
        for (uint32_t j = 0; v && j < CU_COUNT(kinds); j++) {
            if (strcmp(atom_str(g->ctx, md->op[1]->text), kinds[j].name) == 0)
                map_put(&g->handles, (uintptr_t)v, (void *)(uintptr_t)kinds[j].type);
        }
    }
}

// What an initialiser names must be declared before it; a cycle is broken by adding the variable
// bare first (its initialiser follows).
void sel_global(SelModule *g, IrGlobal *v) {
    bool declared = !v->init && v->linkage != IR_COMMON;
    bool extern_shared = declared && v->v.type->as == IR_AS_SHARED;
    PtxVar p = {.name = sel_name(g, v->v.name),
                .linkage = linkage_of(g, v, declared),
                .space = (uint8_t)space_of(v->v.type->as),
                .align = v->align};
    bool addresses = v->init && has_address(v->init) && v->vty->size % 8 == 0;
    element_type(g, v->vty, &p, addresses);
    if (extern_shared && !v->vty->size) p.unsized = p.is_array = true;
    p.managed = ir_attr_has_str(v->attrs, atom_cstr(g->ctx, "nvvm.managed"));
    if (!p.align) p.align = CU_MAX(v->vty->align, 1u);
    uintptr_t handle = (uintptr_t)map_get(&g->handles, (uintptr_t)v);
    if (handle) { // an opaque reference, without a value
        p.type = (uint8_t)handle;
        p.align = 0;
        p.is_array = p.unsized = false;
        p.ndim = 0;
        p.count = 1;
        uint32_t ref = ptx_add_var(g->pm, &p);
        *ptx_sym_var(g->pm, ref) = p;
        map_put(&g->symbols, (uintptr_t)v, (void *)(uintptr_t)(ref + 1));
        return;
    }
    bool blank = !v->init || ir_is_undef(&v->init->v) || ir_is_zero(&v->init->v);
    if (!blank && addresses && !map_get(&g->busy, (uintptr_t)v)) {
        map_put(&g->busy, (uintptr_t)v, v);
        declare_referred(g, v->init);
    } else if (!blank && addresses) {
        uint32_t bare = ptx_add_var(g->pm, &p);
        map_put(&g->symbols, (uintptr_t)v, (void *)(uintptr_t)(bare + 1));
        return;
    }
    if (!blank && p.space != PTXS_SHARED) {
        uint64_t size = ptx_var_size(&p);
        p.init = arena_zalloc(&g->ctx->perm, size + 1, 16);
        p.ninit = size;
        p.has_init = true;
        Init in = {g, &p, size};
        put_const(&in, 0, v->init);
    }
    uint32_t id = ptx_add_var(g->pm, &p);
    *ptx_sym_var(g->pm, id) = p;
    map_put(&g->symbols, (uintptr_t)v, (void *)(uintptr_t)(id + 1));
}

// Declares on demand: a variable referred to by another's initialiser comes before it.
uint32_t sel_symbol(SelModule *g, IrGlobal *v) {
    uintptr_t known = (uintptr_t)map_get(&g->symbols, (uintptr_t)v);
    if (known) return (uint32_t)known - 1;
    if (v->v.kind == IR_C_VAR) {
        sel_global(g, v);
    } else if (v->v.kind == IR_C_FUNC) {
        sel_declare(g, (IrFunc *)v);
    } else { // an alias, perhaps of another
        int64_t off = 0;
        IrGlobal *base = (IrGlobal *)v->init;
        for (int depth = 0; depth < 64; depth++) {
            base = ir_as_global(ir_strip_ptr(&base->v, &off));
            if (!base || base->v.kind != IR_C_ALIAS) break;
            base = (IrGlobal *)base->init;
        }
        bool entry = base && base->v.kind == IR_C_FUNC && ((IrFunc *)base)->cc == IR_CC_PTX_KERNEL;
        if (!base || base->v.kind != IR_C_FUNC || entry || off) { // PTX ISA: .alias
            diag(g->ctx, &ptx_diag_rows[PTXD_sel_alias], v->pos, atom_str(g->ctx, v->v.name));
            map_put(&g->symbols, (uintptr_t)v, (void *)1);
            return 0;
        }
        uint32_t of = sel_symbol(g, base);
        uint32_t id = ptx_add_alias(g->pm, sel_name(g, v->v.name), of);
        map_put(&g->symbols, (uintptr_t)v, (void *)(uintptr_t)(id + 1));
    }
    return (uint32_t)(uintptr_t)map_get(&g->symbols, (uintptr_t)v) - 1;
}
