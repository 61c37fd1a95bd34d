// SPDX-License-Identifier: Apache-2.0
// Global variables and symbol names.
#include "ptx/select/select.h"

// PTX identifiers: [a-zA-Z][a-zA-Z0-9_$]* or [_$%][a-zA-Z0-9_$]+. LLVM's other characters become
// "_$_" as in its NVPTX back end; a clash gets a number.
Atom sel_name(SelModule *sel_module, Atom name) {
    const char *t = atom_str(sel_module->ctx, name);
    bool legal = *t && !(*t >= '0' && *t <= '9');
    for (const char *p = t; *p && legal; p++) {
        char c = *p;
        legal = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                is_any_of(c, '_', '$');
    }
    if (legal) return name;
    Buf out;
    buf_init(&out, &sel_module->ctx->perm);
    if (*t >= '0' && *t <= '9') buf_putc(&out, '_');
    for (const char *p = t; *p; p++) {
        char c = *p;
        bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  is_any_of(c, '_', '$');
        if (ok)
            buf_putc(&out, c);
        else
            buf_puts(&out, "_$_");
    }
    if (!out.n) buf_puts(&out, "anon");
    Atom a = atom_intern(sel_module->ctx, out.at, out.n);
    for (uint32_t k = 1; map_get(&sel_module->names, a) || ir_find(sel_module->m, a); k++) {
        a = atom_printf(sel_module->ctx, "%.*s_%u", (int)out.n, out.at, k);
    }
    map_put(&sel_module->names, a, (void *)1);
    return a;
}

// The variable whose initialiser is written.
typedef struct Init {
    SelModule *g;
    PtxVar *v;
    uint64_t size;
} Init;

// Bytes beyond the variable (of a flexible array) are dropped.
static void put_bytes(Init *in, uint64_t off, const void *p, uint64_t n) {
    if (off + n <= in->size) memcpy(in->v->init + off, p, n);
}

// An address: a symbol with an offset, through whatever casts and sums it is written. `generic`:
// PTX makes the address one of the generic space.
static void put_address(Init *in, uint64_t off, IrConst *constant, uint32_t bytes) {
    int64_t addend = 0;
    bool generic = constant->v.type->kind == IR_TY_PTR && constant->v.type->as == IR_AS_GENERIC;
    while (constant->v.kind == IR_C_EXPR) {
        if (constant->v.op == IR_GEP) {
            int64_t d = 0;
            IrValue *base = ir_strip_ptr(&constant->v, &d);
            if (base == &constant->v) break;
            addend += d;
            constant = (IrConst *)base;
        } else if (constant->v.op == IR_ADD && constant->elem[1]->v.kind == IR_C_INT) {
            addend += ir_sval(constant->elem[1]);
            constant = constant->elem[0];
        } else if (is_any_of(constant->v.op, IR_PTRTOINT, IR_ADDRSPACECAST, IR_BITCAST, IR_INTTOPTR,
                             IR_TRUNC)) {
            bytes = CU_MIN(bytes, (uint32_t)constant->v.type->store_size); // zeros above
            generic |= constant->v.op == IR_ADDRSPACECAST && constant->v.type->as == IR_AS_GENERIC;
            constant = constant->elem[0];
        } else {
            break;
        }
    }

    // A number that was cast to a pointer, or nothing that PTX can write.
    IrGlobal *sym = ir_as_global(&ir_unwrapped(constant)->v);
    if (!sym) {
        if (constant->v.kind == IR_C_INT) { // inttoptr of a number
            uint64_t x = ir_uval(constant) + (uint64_t)addend;
            put_bytes(in, off, &x, bytes);
            return;
        }
        diag(in->g->ctx, DIAG_OF(ptx, sel_init), 0, atom_str(in->g->ctx, in->v->name));
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
static void put_lanes(Init *in, uint64_t off, IrConst *constant) {
    IrType *type = constant->v.type;
    uint32_t bits = type->elem->bits;
    for (uint64_t k = 0; k < type->n; k++) {
        IrConst *lane = ir_elem(in->g->m, constant, k);
        if (lane->v.kind != IR_C_INT) continue; // no number: what is there stays
        const uint64_t *words = ir_words(lane);
        for (uint64_t bit = 0; bit < bits; bit++) {
            uint64_t to = k * bits + bit;
            if (off + to / 8 < in->size && words[bit / 64] >> bit % 64 & 1)
                in->v->init[off + to / 8] |= (uint8_t)(1u << to % 8);
        }
    }
}

// A constant at an offset. Zeros and what is undefined need nothing: the bytes are zero.
static void put_const(Init *in, uint64_t off, IrConst *constant) {
    IrType *type = constant->v.type;
    if (type->kind == IR_TY_VECTOR && type->elem->kind == IR_TY_INT && type->elem->bits % 8 != 0) {
        if (is_any_of(constant->v.kind, IR_C_AGG, IR_C_DATA)) put_lanes(in, off, constant);
        return;
    }
    switch (constant->v.kind) {
    case IR_C_INT:
    case IR_C_FP: put_bytes(in, off, ir_words(constant), type->store_size); break;
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON: break;
    case IR_C_DATA: put_bytes(in, off, constant->data, constant->n); break;
    case IR_C_AGG:
        for (uint64_t k = 0; k < type->n; k++)
            put_const(in, off + ir_ty_member_offset(type, k), ir_elem(in->g->m, constant, k));
        break;
    default: put_address(in, off, constant, (uint32_t)type->store_size);
    }
}

// Where a variable is declared; the generic space counts as global.
static PtxSpace space_of(uint32_t as) {
    return as == IR_AS_SHARED  ? PTXS_SHARED
           : as == IR_AS_CONST ? PTXS_CONST
           : as == IR_AS_LOCAL ? PTXS_LOCAL
                               : PTXS_GLOBAL;
}

// Visible, weak, common or the module's own. A whole program has nobody outside who could name it.
static uint8_t linkage_of(const SelModule *sel_module, const IrGlobal *symbol, bool declared) {
    if (declared) return PTXL_EXTERN;
    if (sel_module->o->whole_program && symbol->linkage == IR_EXTERNAL) return PTXL_NONE;
    switch (symbol->linkage) {
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

// Element type: scalars keep theirs, everything else is made of bytes, as is what holds addresses:
// the printer writes them as words where they are whole and aligned, else byte by byte. A type
// without size is an open array.
static void element_type(SelModule *sel_module, IrType *of, PtxVar *var, bool addresses) {
    static const uint8_t fp[] = {[IR_TY_HALF] = PTX_B16,
                                 [IR_TY_BFLOAT] = PTX_B16,
                                 [IR_TY_FLOAT] = PTX_F32,
                                 [IR_TY_DOUBLE] = PTX_F64};
    var->count = 1;
    if (ir_ty_is_fp(of) && of->kind != IR_TY_FP128) {
        var->type = fp[of->kind];
    } else if ((ir_ty_is_int(of) || ir_ty_is_ptr(of)) && of->bits <= 64 && !addresses) {
        var->type = of->bits <= 8    ? PTX_U8
                    : of->bits <= 16 ? PTX_U16
                    : of->bits <= 32 ? PTX_U32
                                     : PTX_U64;
    } else {
        var->type = PTX_B8;
        var->is_array = true;
        var->ndim = 1;
        var->count = of->size;
        var->unsized = of->size == 0;
    }
}

// Something in the constant is an address, or may be.
static bool has_address(const IrConst *constant) {
    switch (constant->v.kind) {
    case IR_C_EXPR:
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
    case IR_C_VAR:
    case IR_C_FUNC:
    case IR_C_ALIAS: return true;
    case IR_C_AGG:
        for (uint32_t k = 0; k < constant->n; k++) {
            if (has_address(constant->elem[k])) return true;
        }
        return false;
    default: return false;
    }
}

// Declares all that an initialiser names.
static void declare_referred(SelModule *sel_module, const IrConst *constant) {
    if (constant->v.kind >= IR_C_AGG && constant->v.kind < IR_C_VAR) {
        for (uint32_t k = 0; k < constant->n; k++) declare_referred(sel_module, constant->elem[k]);
    } else if (constant->v.kind >= IR_C_VAR) {
        sel_symbol(sel_module, (IrGlobal *)constant);
    }
}

// !{ptr @v, !"texture", i32 1} in !nvvm.annotations, or "surface", "sampler".
void sel_find_handles(SelModule *sel_module) {
    static const struct {
        const char *name;
        uint8_t type;
    } kinds[] = {{"texture", PTX_TEXREF}, {"surface", PTX_SURFREF}, {"sampler", PTX_SAMPLERREF}};
    Atom list = atom_cstr(sel_module->ctx, "nvvm.annotations");
    for (uint32_t k = 0; k < ir_named_md_n(sel_module->m, list); k++) {
        const IrMd *md = ir_named_md_get(sel_module->m, list, k);
        if (!md || md->kind != IR_MD_NODE || md->n < 3 || !md->op[0] || !md->op[1] ||
            md->op[0]->kind != IR_MD_VALUE || md->op[1]->kind != IR_MD_STRING)
            continue;
        const IrGlobal *v = ir_as_var(md->op[0]->value);
        for (uint32_t j = 0; v && j < CU_COUNT(kinds); j++) {
            if (strcmp(atom_str(sel_module->ctx, md->op[1]->text), kinds[j].name) == 0)
                map_put(&sel_module->handles, (uintptr_t)v, (void *)(uintptr_t)kinds[j].type);
        }
    }
}

// What an initialiser names must be declared before it; a cycle is broken by adding the variable
// bare first (its initialiser follows).
void sel_global(SelModule *sel_module, IrGlobal *variable) {
    bool declared = !variable->init && variable->linkage != IR_COMMON;
    bool extern_shared = declared && variable->v.type->as == IR_AS_SHARED;
    PtxVar var = {.name = sel_name(sel_module, variable->v.name),
                  .linkage = linkage_of(sel_module, variable, declared),
                  .space = (uint8_t)space_of(variable->v.type->as),
                  .align = variable->align};
    bool word = ir_ty_is_i(variable->vty, 32); // .u32 may hold the low half of an address
    bool addresses = variable->init && has_address(variable->init) && !word;
    element_type(sel_module, variable->vty, &var, addresses);
    // extern __shared__ x[]: the launch gives its size.
    if (extern_shared && !variable->vty->size) var.unsized = var.is_array = true;
    var.managed = ir_attr_has_str(variable->attrs, atom_cstr(sel_module->ctx, "nvvm.managed"));
    if (!var.align) var.align = CU_MAX(variable->vty->align, 1u);
    uintptr_t handle = (uintptr_t)map_get(&sel_module->handles, (uintptr_t)variable);
    if (handle) { // an opaque reference, without a value
        var.type = (uint8_t)handle;
        var.align = 0;
        var.is_array = var.unsized = false;
        var.ndim = 0;
        var.count = 1;
        uint32_t ref = ptx_add_var(sel_module->pm, &var);
        *ptx_sym_var(sel_module->pm, ref) = var;
        map_put(&sel_module->symbols, (uintptr_t)variable, (void *)(uintptr_t)(ref + 1));
        return;
    }

    // Zeros are what PTX gives anyway.
    bool blank =
        !variable->init || ir_is_undef(&variable->init->v) || ir_is_zero(&variable->init->v);
    if (!blank && addresses && !map_get(&sel_module->busy, (uintptr_t)variable)) {
        map_put(&sel_module->busy, (uintptr_t)variable, variable);
        declare_referred(sel_module, variable->init);
    } else if (!blank && addresses) {
        uint32_t bare = ptx_add_var(sel_module->pm, &var);
        map_put(&sel_module->symbols, (uintptr_t)variable, (void *)(uintptr_t)(bare + 1));
        return;
    }
    // Shared memory has no initialisers.
    if (!blank && var.space != PTXS_SHARED) {
        uint64_t size = ptx_var_size(&var);
        var.init = arena_zalloc(&sel_module->ctx->perm, size + 1, 16);
        var.ninit = size;
        var.has_init = true;
        Init in = {sel_module, &var, size};
        put_const(&in, 0, variable->init);
    }
    uint32_t id = ptx_add_var(sel_module->pm, &var);
    *ptx_sym_var(sel_module->pm, id) = var;
    map_put(&sel_module->symbols, (uintptr_t)variable, (void *)(uintptr_t)(id + 1));
}

// The symbol's number, which declares it on demand: a variable referred to by another's initialiser
// comes before it.
uint32_t sel_symbol(SelModule *sel_module, IrGlobal *named) {
    uintptr_t known = (uintptr_t)map_get(&sel_module->symbols, (uintptr_t)named);
    if (known) return (uint32_t)known - 1;
    if (named->v.kind == IR_C_VAR) {
        sel_global(sel_module, named);
    } else if (named->v.kind == IR_C_FUNC) {
        sel_declare(sel_module, (IrFunc *)named);
    } else { // an alias, perhaps of another
        int64_t off = 0;
        IrGlobal *base = (IrGlobal *)named->init;
        for (int depth = 0; depth < 64; depth++) {
            base = ir_as_global(ir_strip_ptr(&base->v, &off));
            if (!base || base->v.kind != IR_C_ALIAS) break;
            base = (IrGlobal *)base->init;
        }
        bool entry = base && base->v.kind == IR_C_FUNC && ((IrFunc *)base)->cc == IR_CC_PTX_KERNEL;
        if (!base || base->v.kind != IR_C_FUNC || entry || off) { // PTX ISA: .alias
            diag(sel_module->ctx, DIAG_OF(ptx, sel_alias), named->pos,
                 atom_str(sel_module->ctx, named->v.name));
            map_put(&sel_module->symbols, (uintptr_t)named, (void *)1);
            return 0;
        }
        uint32_t of = sel_symbol(sel_module, base);
        uint32_t id = ptx_add_alias(sel_module->pm, sel_name(sel_module, named->v.name), of);
        map_put(&sel_module->symbols, (uintptr_t)named, (void *)(uintptr_t)(id + 1));
    }
    return (uint32_t)(uintptr_t)map_get(&sel_module->symbols, (uintptr_t)named) - 1;
}
