// SPDX-License-Identifier: Apache-2.0
// Function bodies: parameters into local variables, constructor initialisers, destructor epilogues,
// one return block.
#include "cxx/elaborate/vtable.h"
#include "irgen/gen.h"

// A parameter as a variable: memory of its own with the value copied into it, since the program may
// change it. References and objects that the caller made, or that stay in parameter space
// (__grid_constant__), are where they are.
static void param_local(Fn *fn, VarDecl *var, IrArg *arg) {
    Gen *gen = fn->g;
    Type *type = var->d.type;
    arg->v.name = var->d.name;
    gen_check_sized(gen, var, true);
    if (ty_is_ref(type)) {
        map_put(&fn->local, (uintptr_t)var, &arg->v);
        return;
    }
    if (type->kind == TY_CLASS) {
        bool kernel = fn->fd->d.cuda & CU_GLOBAL;
        if (!gen_by_value(gen, type) && !kernel) { // the caller's temporary is the object
            map_put(&fn->local, (uintptr_t)var, &arg->v);
            return;
        }
        if (kernel && (var->d.cuda & CU_GRID_CONSTANT)) {
            map_put(&fn->local, (uintptr_t)var, &arg->v);
            return;
        }
        IrValue *a = gen_alloca(fn, type, var->align, var->d.name);
        map_put(&fn->local, (uintptr_t)var, a);
        gen_copy(fn, gen_place_at(fn, a, ty_unqual(type)), &arg->v, gen_align(gen, type),
                 gen_size(gen, type));
        return;
    }
    IrValue *a = gen_alloca(fn, type, var->align, var->d.name);
    map_put(&fn->local, (uintptr_t)var, a);
    if (gen_is_agg(type)) {
        ir_store(&fn->b, &arg->v, a, gen_align(gen, type));
    } else {
        gen_store(fn, gen_place_at(fn, a, ty_unqual(type)), &arg->v);
    }
}

// For a debugger parameters are in the frame, or stay in parameter space; what is passed by its
// address has none of its own but that.
static void declare_params(Fn *fn) {
    uint32_t number = 1;
    if (fn->this_) {
        gen_debug_this(fn, gen_address_slot(fn, fn->this_, atom_cstr(fn->g->ctx, "this")));
        number++;
    }
    for (uint32_t i = 0; i < fn->fd->nparam; i++) {
        VarDecl *param = fn->fd->param[i];
        IrValue *place = map_get(&fn->local, (uintptr_t)param);
        bool passed = place->kind == IR_V_ARG;
        bool by_address = passed && (ty_is_ref(param->d.type) || !(fn->fd->d.cuda & CU_GLOBAL));
        if (by_address) place = gen_address_slot(fn, place, param->d.name);
        gen_debug_param(fn, param, number++, place, by_address);
    }
}

// Arguments in the order of module.c's param_attrs.
static void bind_params(Fn *fn, const FuncType *ft, bool of_base) {
    FuncDecl *fd = fn->fd;
    uint32_t at = 0;
    if (gen_returns_indirect(fn->g, ft->ret)) fn->ret_addr = &fn->f->arg[at++]->v;
    if (fd->cls && !(fd->d.flags & DF_STATIC)) {
        fn->this_ = &fn->f->arg[at++]->v;
        fn->this_->name = atom_cstr(fn->g->ctx, "this");
    }
    if (of_base) {
        fn->vtt = &fn->f->arg[at++]->v;
        fn->vtt->name = atom_cstr(fn->g->ctx, "vtt");
    }
    for (uint32_t i = 0; i < fd->nparam; i++) param_local(fn, fd->param[i], fn->f->arg[at++]);
    if (fn->g->debug) declare_params(fn);
}

// The object that has the field: *this, or an anonymous union or structure in it.
static Place holder(Fn *fn, const FieldDecl *f) {
    FieldDecl *in = f->owner->members.anon_member;
    if (!in || f->owner == fn->fd->cls) return gen_place_at(fn, fn->this_, fn->fd->cls->d.type);
    return gen_field(fn, holder(fn, in), in);
}

// One mem-initializer: a member, a base, or another constructor of the class [class.base.init].
static void member_init(Fn *fn, MemInit *mi) {
    Place self =
        mi->field ? holder(fn, mi->field) : gen_place_at(fn, fn->this_, fn->fd->cls->d.type);
    Cleanup *outer = fn->cleanups;
    if (mi->field) {
        FieldDecl *f = mi->field;
        if (ty_is_ref(f->d.type)) {
            IrValue *p = ir_ptradd_c(&fn->b, self.addr, (int64_t)f->offset, IR_INBOUNDS);
            Expr *e = mi->init && mi->init->kind == E_CLEANUPS ? mi->init->a : mi->init;
            if (e) ir_store(&fn->b, gen_addr(fn, e), p, 8);
        } else {
            gen_init(fn, mi->init, gen_field(fn, self, f));
        }
    } else {
        Place p = self; // neither: delegating
        p.vtt = fn->vtt;
        if (mi->base) p = gen_base_place(fn, mi->base, mi->virtual_);
        gen_init(fn, mi->init, p);
    }
    // Temporaries of each end with it.
    gen_pop_cleanups(fn, outer);
}

// Bases, virtual tables, members, in the order that the front end has put them in. The tables'
// pointers are set when the bases are done: virtual calls in members' initialisers go to this
// class.
static void constructor_prologue(Fn *fn) {
    FuncDecl *fd = fn->fd;
    ClassDecl *cls = fd->cls;
    cxx_class_layout(fn->g->x, cls, fd->d.pos);
    bool vptr_done = !cls->table.has_pointer;
    for (uint32_t i = 0; i < fd->body.ninit; i++) {
        MemInit *mi = &fd->body.inits[i];
        bool delegating = !mi->field && !mi->base;
        if (mi->virtual_ && fn->vtt) continue; // the most derived class has done it
        if (mi->field && !vptr_done) {         // bases are done
            gen_init_vptrs(fn);
            vptr_done = true;
        }
        member_init(fn, mi);
        if (delegating) vptr_done = true; // the target constructor set it
    }
    if (!vptr_done) gen_init_vptrs(fn);
}

// Members in reverse order, then bases; virtual ones last, of a complete object [class.dtor].
static void destructor_epilogue(Fn *fn) {
    ClassDecl *cls = fn->fd->cls;
    Place self = gen_place_at(fn, fn->this_, cls->d.type);
    cxx_class_layout(fn->g->x, cls, fn->fd->d.pos);
    if (cls->tag == CT_UNION) return;
    for (uint32_t i = cls->members.fields.n; i-- > 0;) {
        FieldDecl *f = cls->members.fields.at[i];
        if (f->is_bitfield || ty_is_ref(f->d.type) || !cxx_find_dtor(fn->g->x, f->d.type)) continue;
        // what an anonymous union has is for the body to destroy
        if (f->anonymous && f->d.type->kind == TY_CLASS && f->d.type->u.cls->tag == CT_UNION)
            continue;
        Place p = gen_field(fn, self, f);
        p.type = ty_unqual(p.type);
        gen_destroy(fn, p);
    }
    for (uint32_t i = cxx_ninit_bases(cls); i-- > 0;) {
        const BaseSpec *b = cxx_init_base(cls, i);
        if (!b || (b->virtual_ && fn->vtt) || !cxx_find_dtor(fn->g->x, b->cls->d.type)) continue;
        gen_destroy(fn, gen_base_place(fn, b->cls, b->virtual_));
    }
}

// The one return: after the destructor's epilogue, with what is at the result's place.
static void function_end(Fn *fn, Type *ret) {
    IrBuilder *builder = &fn->b;
    gen_goto(fn, fn->ret_block);
    gen_at(fn, fn->ret_block);
    if (!ir_npreds(fn->ret_block)) { // never returns
        ir_unreachable(builder);
        return;
    }
    if (fn->fd->kind == FK_DTOR) destructor_epilogue(fn);
    if (ret->kind == TY_VOID || gen_returns_indirect(fn->g, ret)) {
        ir_ret(builder, NULL);
    } else if (gen_is_agg(ret)) {
        IrType *t = gen_mem_type(fn->g, ret);
        ir_ret(builder, t->size ? &ir_load(builder, t, fn->ret_addr, gen_align(fn->g, ret))->v
                                : &ir_undef(fn->g->m, t)->v);
    } else if (ty_is_ref(ret)) {
        ir_ret(builder, &ir_load(builder, fn->g->m->ty_ptr, fn->ret_addr, 8)->v);
    } else {
        ir_ret(builder, gen_load(fn, gen_place_at(fn, fn->ret_addr, ty_unqual(ret))));
    }
}

// Blocks that nothing reaches (after return, in never-taken arms). One walk from the entry.
static void mark_reachable(IrBlock *entry, BitSet *seen, Arena *scratch) {
    VEC(IrBlock *) work = {0};
    bitset_add(seen, entry->v.id);
    vec_push(scratch, &work, entry);
    while (work.n) {
        IrInst *t = ir_term(vec_pop(&work));
        for (uint32_t i = 0; t && i < ir_nsucc(t); i++) {
            IrBlock *s = ir_succ(t, i);
            if (bitset_has(seen, s->v.id)) continue;
            bitset_add(seen, s->v.id);
            vec_push(scratch, &work, s);
        }
    }
}

// Phis of live blocks forget the dead ones before those go.
static void remove_dead_blocks(Ctx *ctx, IrFunc *fn) {
    ArenaMark mark = arena_mark(&ctx->scratch);
    BitSet seen;
    bitset_init(&seen, &ctx->scratch, fn->nblockids);
    mark_reachable(fn->first, &seen, &ctx->scratch);
    for (IrBlock *bb = fn->first; bb; bb = bb->next) { // first cut their edges into live blocks
        IrInst *t = ir_term(bb);
        for (uint32_t i = 0; t && !bitset_has(&seen, bb->v.id) && i < ir_nsucc(t); i++) {
            if (bitset_has(&seen, ir_succ(t, i)->v.id)) ir_phi_remove_edge(ir_succ(t, i), bb);
        }
    }
    for (IrBlock *bb = fn->first, *next; bb; bb = next) {
        next = bb->next;
        if (!bitset_has(&seen, bb->v.id)) ir_block_remove(bb);
    }
    arena_reset(&ctx->scratch, mark);
}

// Generates the body into `func`; `of_base`: the variant for bases, with the VTT. Nothing where the
// front end found errors in it.
void gen_func_body(Gen *gen, FuncDecl *fd, IrFunc *func, bool of_base) {
    if (!cxx_func_body(gen->x, fd) || (!fd->body.tree && !is_any_of(fd->kind, FK_CTOR, FK_DTOR)))
        return;
    Fn *fn = arena_new(&gen->ctx->perm, Fn);
    fn->g = gen;
    fn->fd = fd;
    fn->f = func;
    map_init(&fn->local, &gen->ctx->perm);
    map_init(&fn->label, &gen->ctx->perm);
    map_init(&fn->cases, &gen->ctx->perm);
    map_init(&fn->label_at, &gen->ctx->perm);
    const FuncType *ft = &fd->d.type->u.func;
    fn->b = ir_builder(func, ir_block_new(func, atom_cstr(gen->ctx, "entry")));
    if (gen->opt.fp.fmad) fn->b.fmf = IR_FMF_CONTRACT;
    fn->ret_block = ir_block_new(func, atom_cstr(gen->ctx, "return"));
    gen_debug_function(fn);
    fn->cdtor = is_any_of(fd->kind, FK_CTOR, FK_DTOR);
    bind_params(fn, ft, of_base);
    if (ft->ret->kind != TY_VOID && !fn->ret_addr) {
        fn->ret_addr =
            ty_is_ref(ft->ret)
                ? &gen_entry_alloca(fn, gen->m->ty_ptr, 8, atom_cstr(gen->ctx, "retval"))->v
                : gen_alloca(fn, ty_unqual(ft->ret), 0, atom_cstr(gen->ctx, "retval"));
    }
    if (fn->cdtor) gen_loc(fn, fd->d.pos); // calls want one
    if (fd->kind == FK_CTOR) constructor_prologue(fn);
    if (fd->kind == FK_DTOR && fd->cls->table.has_pointer) gen_init_vptrs(fn);
    if (fd->body.tree) gen_stmt(fn, fd->body.tree);
    if (fd->body.tree && ft->ret->kind == TY_VOID) gen_loc(fn, fd->body.tree->end);
    gen_pop_cleanups(fn, NULL);
    function_end(fn, ft->ret);

    // Blocks that were made and never filled: nobody comes there.
    for (IrBlock *bb = func->first; bb; bb = bb->next) {
        if (ir_term(bb)) continue;
        gen_at(fn, bb);
        ir_unreachable(&fn->b);
    }
    if (func->last != fn->ret_block) ir_block_move_after(fn->ret_block, func->last);
    remove_dead_blocks(gen->ctx, func);
    gen_check_float128(gen, &fd->d, false);
}
