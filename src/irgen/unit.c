// SPDX-License-Identifier: Apache-2.0
// A unit as a module: its variables, then the bodies of the functions on the front end's work list
// and of what they ask for.
#include "irgen/vtable.h"

// !nvvmir.version: IR 2.0, debug information 3.2 (NVVM IR specification).
static void module_flags(Gen *gen) {
    IrModule *m = gen->m;
    IrMd *ver[4];
    const uint32_t v[4] = {2, 0, 3, 2};
    for (int i = 0; i < 4; i++) ver[i] = ir_md_int(m, v[i]);
    ir_named_md_add(m, atom_cstr(gen->ctx, "nvvmir.version"), ir_md_node(m, 4, ver));
}

// Declarations have nothing to keep.
static void add_used(Gen *gen, const Decl *d, const void *key, IrConst **at, uint64_t *n) {
    IrGlobal *v = d->flags & DF_USED_ATTR ? map_get(&gen->globals, (uintptr_t)key) : NULL;
    bool decl = v && (v->v.kind == IR_C_VAR ? !v->init : ir_is_decl((IrFunc *)v));
    if (!v || decl) return;
    at[*n] = (IrConst *)gen_generic(gen, v);
    ++*n;
}

// What __attribute__((used)) keeps, whether or not anything names it: llvm.used (LLVM's reference).
static void keep_used(Gen *gen) {
    Cxx *cxx = gen->x;
    IrConst **at = arena_array(&gen->ctx->perm, IrConst *, cxx->work.n + cxx->work_vars.n + 1);
    uint64_t n = 0;
    for (uint32_t i = 0; i < cxx->work_vars.n; i++)
        add_used(gen, &cxx->work_vars.at[i]->d, cxx->work_vars.at[i], at, &n);
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        if (!(cxx->work.at[i]->d.cuda & CU_GLOBAL))
            add_used(gen, &cxx->work.at[i]->d, cxx->work.at[i], at, &n);
    }
    if (!n) return;
    IrType *t = ir_ty_array(gen->m, gen->m->ty_ptr, n);
    IrGlobal *v = ir_var_new(gen->m, atom_cstr(gen->ctx, "llvm.used"), t, IR_AS_GENERIC,
                             IR_APPENDING, ir_agg(gen->m, t, n, at));
    v->section = atom_cstr(gen->ctx, "llvm.metadata");
}

// Classes of other units may have one of this unit as their base.
static void export_base_functions(Gen *gen) {
    for (uint32_t i = 0; i < gen->x->work.n; i++) {
        FuncDecl *fd = gen->x->work.at[i];
        IrFunc *f = map_get(&gen->globals, (uintptr_t)fd);
        bool special = fd->cls && is_any_of(fd->kind, FK_CTOR, FK_DTOR);
        bool exported =
            special && f && !ir_is_decl(f) && is_any_of(f->g.linkage, IR_EXTERNAL, IR_WEAK_ODR);
        if (exported && fd->cls->table.has_virtual_bases)
            gen_cdtor(gen, fd, true);
        else if (exported)
            gen_base_name(gen, fd, f); // NVIDIA's compiler calls it
        if (exported && fd->kind == FK_DTOR && fd->is_virtual) vt_deleting_dtor(gen, fd);
    }
}

IrModule *irgen_module(Cxx *cxx, const IrGenOptions *opt) {
    Ctx *ctx = cxx->ctx;
    Gen *gen = arena_new(&ctx->perm, Gen);
    gen->x = cxx;
    gen->ctx = ctx;
    gen->opt = *opt;
    gen->m = ir_module_new(ctx, atom_cstr(ctx, "cuda"));
    map_init(&gen->types, &ctx->perm);
    map_init(&gen->globals, &ctx->perm);
    map_init(&gen->strings, &ctx->perm);
    map_init(&gen->vtables, &ctx->perm);
    map_init(&gen->voffsets, &ctx->perm);
    map_init(&gen->base_cdtors, &ctx->perm);
    map_init(&gen->di_sub, &ctx->perm);
    map_init(&gen->di_files, &ctx->perm);
    module_flags(gen);
    gen_debug_begin(gen);
    // Variables first: functions find them declared.
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        bool of_tiles = var->d.cuda & CU_TILE;
        if (of_tiles == gen->opt.tile && !gen_is_sreg(gen, var)) gen_var_decl(gen, var);
    }
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *fd = cxx->work.at[i];
        if (fd->code.builtin || fd->d.flags & DF_INVALID || !fd->body.defined ||
            fd->written.deleted)
            continue;
        if (fd->d.cuda & CU_GLOBAL && !(fd->d.cuda & CU_TILE) == gen->opt.tile) continue;
        IrFunc *f = gen_func_decl(gen, fd);
        if (ir_is_decl(f)) gen_func_body(gen, fd, f, false);
    }
    if (cxx->opt.keep_functions) export_base_functions(gen);
    // Base constructors and destructors that bodies have asked for.
    for (uint32_t i = 0; i < gen->pending.n; i++) { // grows
        FuncDecl *fd = gen->pending.at[i];
        IrFunc *f = gen_cdtor(gen, fd, true);
        if (ir_is_decl(f)) gen_func_body(gen, fd, f, true);
    }
    keep_used(gen);
    gen_debug_end(gen);
    return gen->m;
}
