// SPDX-License-Identifier: Apache-2.0
// Global objects of bitcode: variables, functions and aliases of their records. None has a place
// in the module yet: names may come at the end.
#include "ir/bitread_int.h"

// By LLVM's numbers; 1, 4, 5, 6, 10, 11, 13 to 15 are those of older ones.
IrLinkage bc_linkage(uint64_t v) {
    static const uint8_t map[] = {IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_APPENDING,
                                  IR_INTERNAL,
                                  IR_LINKONCE,
                                  IR_EXTERNAL,
                                  IR_EXTERNAL,
                                  IR_EXTERN_WEAK,
                                  IR_COMMON,
                                  IR_PRIVATE,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE_ODR,
                                  IR_AVAILABLE_EXTERNALLY,
                                  IR_PRIVATE,
                                  IR_PRIVATE,
                                  IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE,
                                  IR_LINKONCE_ODR};
    return v < CU_COUNT(map) ? map[v] : IR_EXTERNAL;
}

// A name by its place in the string table, which was read before the module; 0 for no name.
Atom bc_name_in_table(Bc *bc, uint64_t off, uint64_t len) {
    if (off > bc->nstrtab || len > bc->nstrtab - off) {
        bc_fail(bc, "name outside of the string table");
        return 0;
    }
    return len ? atom_intern(bc->ctx, bc->strtab + off, len) : 0;
}

// Before there were comdats (records end before `at`) some linkages meant one of its own.
static void implicit_comdat(Bc *bc, IrGlobal *made, const Rec *r, uint32_t at, uint64_t linkage) {
    bool weak_or_once = linkage == 1 || linkage == 4 || linkage == 10 || linkage == 11;
    if (weak_or_once && r->op.n <= at) vec_push(bc->a, &bc->own_comdat, made);
}

// What all global objects share once they are made: name (of version 2), value id, number.
void bc_add_global(Bc *bc, IrGlobal *made, const Rec *r, uint32_t vty) {
    if (bc->version >= 2) made->v.name = bc_name_in_table(bc, rec(r, 0), rec(r, 1));
    if (made->visibility && ir_is_local_linkage(made->linkage)) made->visibility = 0;
    bc_push_value(bc, &made->v, 0, vty);
    vec_push(bc->a, &bc->by_id, made);
    if (bc->library) vec_push(bc->a, &bc->lazy, (BcLater){0});
}

// Alignments are coded as log2 + 1, 0 for none. LLVM allows up to 2^32, which we do not have.
static uint32_t align_of(Bc *bc, uint64_t code) {
    if (code > 33) bc_fail(bc, "bad alignment");
    return code && code <= 32 ? 1u << (code - 1) : 0;
}

// `at` is the place of the visibility in the record; what old records lack is 0.
static void common(Bc *bc, IrGlobal *made, const Rec *r, uint32_t visibility, uint32_t unnamed) {
    static const uint8_t unnamed_codes[] = {0, 1, 2};
    made->visibility = (uint8_t)(rec(r, visibility) % 3);
    made->unnamed_addr = unnamed_codes[rec(r, unnamed) % 3];
}

// Local and hidden symbols are so anyway and do not say it.
static void dso_local(IrGlobal *global, uint64_t v) {
    bool implied = ir_is_local_linkage(global->linkage) ||
                   (global->visibility && global->linkage != IR_EXTERN_WEAK);
    global->dso_local = (v & 1) && !implied;
}

// 1 was "thread local" before there were models.
static uint8_t tls_mode(uint64_t v) {
    return v <= IR_TLS_LOCAL ? (uint8_t)v : IR_TLS_GENERAL;
}

// DLL storage was a linkage once. Old files could give it to local symbols, where it means nothing.
static uint8_t dll_class(const Rec *r, uint32_t at, uint64_t linkage) {
    if (ir_is_local_linkage(bc_linkage(linkage))) return 0;
    if (at < r->op.n) return (uint8_t)(rec(r, at) % 3);
    if (linkage == 5) return 1;
    return linkage == 6 ? 2 : 0;
}

// Entry `id` of a list, from 1; 0 for none or after bc_fail.
static Atom listed(Bc *bc, const Atom *at, uint32_t n, uint64_t id, const char *what) {
    if (!id) return 0;
    if (id <= n) return at[id - 1];
    bc_fail(bc, what);
    return 0;
}
#define LISTED(c, list, id, what) listed(c, (c)->list.at, (c)->list.n, id, what)

// The name of a comdat by its number, 0 for none or after bc_fail.
static Atom comdat(Bc *bc, uint64_t id) {
    if (!id) return 0;
    if (id <= bc->m->comdats.n) return bc->m->comdats.at[id - 1].name;
    bc_fail(bc, "comdat that does not exist");
    return 0;
}

// Record: [name,] type, flags (constant, explicit type, address space), initialiser + 1, linkage,
// alignment, section, then what later LLVMs added.
bool bc_global_var(Bc *bc, const Rec *r) {
    uint32_t o = bc->version >= 2 ? 2 : 0;
    uint64_t tid = rec(r, o), bits = rec(r, o + 1), as = 0;
    IrType *type = bc_type(bc, tid);
    if (!type) return false;
    uint32_t vty = (uint32_t)tid + 1;
    if (r->op.n < o + 6) return bc_fail(bc, "bad variable") != NULL;
    // since LLVM 3.7 the type is that of the contents and the address space is in the flags
    if (bits & 2) {
        as = bits >> 2;
    } else { // the type is the pointer's
        if (type->kind != IR_TY_PTR) return bc_fail(bc, "variable's type is no pointer") != NULL;
        as = type->as;
        vty = bc_contained(bc, vty, 0);
        if (!vty || !(type = bc_type(bc, vty - 1))) return bc_fail(bc, "bad variable") != NULL;
    }
    if (as > 0xffffff) return bc_fail(bc, "bad address space") != NULL;
    bool no_values = is_any_of(type->kind, IR_TY_VOID, IR_TY_FUNC, IR_TY_LABEL, IR_TY_METADATA);
    if (no_values) return bc_fail(bc, "variable of a type without values") != NULL;

    // as large as a function, so that ir_var_place and its like may treat both alike
    IrGlobal *global = &arena_new(&bc->m->arena, IrFunc)->g;
    global->v.kind = IR_C_VAR;
    global->v.type = ir_ty_ptr(bc->m, (uint32_t)as);
    global->m = bc->m;
    global->vty = type;
    global->constant = bits & 1;
    global->linkage = (uint8_t)bc_linkage(rec(r, o + 3));
    global->align = align_of(bc, rec(r, o + 4));
    global->section = LISTED(bc, sections, rec(r, o + 5), "section that does not exist");
    common(bc, global, r, o + 6, o + 8);
    global->externally_initialized = rec(r, o + 9) & 1;
    global->comdat = comdat(bc, rec(r, o + 11));
    uint64_t attrs = rec(r, o + 12);
    if (attrs && attrs <= bc->lists.n) global->attrs = bc->lists.at[attrs - 1].fn;
    dso_local(global, rec(r, o + 13));
    global->tls = tls_mode(rec(r, o + 7));
    global->dll = dll_class(r, o + 10, rec(r, o + 3));
    global->partition = bc->version >= 2 ? bc_name_in_table(bc, rec(r, o + 14), rec(r, o + 15)) : 0;
    global->sanitize = rec(r, o + 16) & 15;
    global->code_model = rec(r, o + 17) <= 5 ? (uint8_t)rec(r, o + 17) : 0;
    // initialisers may name what comes later: they are made when all globals are there
    bc_add_global(bc, global, r, vty);
    implicit_comdat(bc, global, r, o + 11, rec(r, o + 3));
    uint64_t init = rec(r, o + 2);
    if (init) vec_push(bc->a, &bc->inits, ((struct BcInit){global, (uint32_t)init}));
    return !bc->b.error;
}

// The attributes of a function by the number of their list: a copy, which may be changed.
static void own_attrs(Bc *bc, IrAttrList *l, uint64_t id, uint32_t fty, Arena *owner) {
    if (!id || id > bc->lists.n) return;
    *l = bc->lists.at[id - 1];
    if (l->n) l->param = arena_copy(owner, l->param, l->n * sizeof(void *), sizeof(void *));
    bc_attrs_fit(bc, bc->type.at[fty - 1].t, l);
    bc_attr_pointees(bc, fty, l);
}

// Since LLVM 3.7 the record has the function's type, before it the pointer's.
uint32_t bc_function_type(Bc *bc, const Rec *r) {
    uint32_t o = bc->version >= 2 ? 2 : 0, fty = (uint32_t)rec(r, o) + 1;
    IrType *t = bc_type(bc, rec(r, o));
    if (!t) return 0;
    if (r->op.n < o + 8) return bc_fail(bc, "bad function") != NULL;
    if (t->kind == IR_TY_PTR) {
        fty = bc_contained(bc, fty, 0);
        if (!fty || !(t = bc_type(bc, fty - 1))) return bc_fail(bc, "bad function") != NULL;
    }
    if (t->kind != IR_TY_FUNC) return bc_fail(bc, "function of no function type") != NULL;
    return fty;
}

// Record: [name,] type, convention, declaration?, linkage, attributes, alignment, section, then
// what later LLVMs added. The function has no place in the module yet.
IrFunc *bc_function_of(Bc *bc, const Rec *r, uint32_t fty) {
    uint32_t o = bc->version >= 2 ? 2 : 0;
    if (!fty) return NULL;
    IrType *type = bc_type(bc, fty - 1);
    if (rec(r, o + 1) > 1023) return bc_fail(bc, "bad calling convention");
    IrFunc *fn = arena_new(&bc->m->arena, IrFunc);
    ir_func_init(bc->m, fn, type, bc_linkage(rec(r, o + 3)));
    fn->cc = (uint32_t)rec(r, o + 1);
    own_attrs(bc, &fn->attrs, rec(r, o + 4), fty, &bc->m->arena);
    fn->g.align = align_of(bc, rec(r, o + 5));
    fn->g.section = LISTED(bc, sections, rec(r, o + 6), "section that does not exist");
    common(bc, &fn->g, r, o + 7, o + 9);
    fn->g.comdat = comdat(bc, rec(r, o + 12));
    dso_local(&fn->g, rec(r, o + 15));
    fn->g.dll = dll_class(r, o + 11, rec(r, o + 3));
    fn->gc = LISTED(bc, gcs, rec(r, o + 8), "garbage collector that does not exist");
    fn->g.v.type = ir_ty_ptr(bc->m, (uint32_t)rec(r, o + 16) & 0xffffff);
    fn->g.partition = bc->version >= 2 ? bc_name_in_table(bc, rec(r, o + 17), rec(r, o + 18)) : 0;
    // constants that belong to the function may come later in the file
    struct BcExtra x = {
        fn, {(uint32_t)rec(r, o + 13), (uint32_t)rec(r, o + 10), (uint32_t)rec(r, o + 14)}};
    if (x.id[0] || x.id[1] || x.id[2]) vec_push(bc->a, &bc->extras, x);
    if (fn->g.visibility && ir_is_local_linkage(fn->g.linkage)) fn->g.visibility = 0;
    implicit_comdat(bc, &fn->g, r, o + 12, rec(r, o + 3));
    return bc->b.error ? NULL : fn;
}

// Records of aliases and ifuncs. ALIAS_OLD is the form of LLVM 3.7 and before.
bool bc_alias(Bc *bc, const Rec *r) {
    uint32_t o = bc->version >= 2 ? 2 : 0, vty = (uint32_t)rec(r, o) + 1;
    bool ifunc = r->code == MOD_IFUNC;
    bool old = r->code == MOD_ALIAS_OLD; // has the pointer's type and no address space
    IrType *type = bc_type(bc, rec(r, o));
    uint64_t as = rec(r, o + 1);
    if (!type) return false;
    if (r->op.n < o + (old ? 3 : 4)) return bc_fail(bc, "bad alias") != NULL;
    if (old) {
        if (type->kind != IR_TY_PTR) return bc_fail(bc, "alias's type is no pointer") != NULL;
        as = type->as;
        vty = bc_contained(bc, vty, 0);
        if (!vty || !(type = bc_type(bc, vty - 1))) return bc_fail(bc, "bad alias") != NULL;
        o--;
    }
    if (as > 0xffffff) return bc_fail(bc, "bad address space") != NULL;
    IrGlobal *global = arena_new(&bc->m->arena, IrGlobal);
    global->v.kind = ifunc ? IR_C_IFUNC : IR_C_ALIAS;
    global->v.type = ir_ty_ptr(bc->m, (uint32_t)as);
    global->m = bc->m;
    global->vty = type;
    global->linkage = (uint8_t)bc_linkage(rec(r, o + 3));
    common(bc, global, r, o + 4, ifunc ? UINT32_MAX : o + 7);
    dso_local(global, rec(r, ifunc ? o + 5 : o + 8));
    if (!ifunc) {
        global->dll = dll_class(r, o + 5, rec(r, o + 3));
        global->tls = tls_mode(rec(r, o + 6));
    }
    uint32_t part = ifunc ? o + 6 : o + 9;
    global->partition = bc->version >= 2 ? bc_name_in_table(bc, rec(r, part), rec(r, part + 1)) : 0;
    bc_add_global(bc, global, r, vty);
    vec_push(bc->a, &bc->inits, ((struct BcInit){global, (uint32_t)rec(r, o + 2) + 1}));
    return !bc->b.error;
}
