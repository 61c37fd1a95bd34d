// SPDX-License-Identifier: Apache-2.0
// Table pointers of objects under construction, and constructors and destructors of classes with
// virtual bases (Itanium C++ ABI 2.6, 3.1.4).
//
// Such a class has two versions of each constructor and destructor. The complete one (C1, D1) also
// builds or destroys the virtual bases. The base one (C2, D2) is called for a base subobject, does
// not, and has a further parameter: the class's part of the VTT of the most derived class. The VTT
// is an array of table pointers:
//   the class's own; the parts of its direct bases that have virtual bases; the pointers of other
//   subobjects with virtual bases or reached through one; (in a whole VTT) the parts of the virtual
//   bases that have virtual bases.
// A part's pointers point into the construction tables (vtable.c) of that base, so that virtual
// calls and conversions in its constructor see a complete object of the base's class. Where a part
// or pointer stands is the same in every VTT that has the class: SubObj.vtt of the class's own.
#include "irgen/vtable.h"

typedef struct Vtt {
    Gen *g;
    VtGroup *top;
    VEC(IrConst *) at;
} Vtt;

static void vtt_push(Vtt *v, VtGroup *grp, SubObj *s) {
    vec_push(&v->g->ctx->perm, &v->at, vt_point(v->g, grp, s));
}

static bool nonvirtual_primary(const SubObj *s) {
    return !s->virtual_ && s->up && s->up->sub->primary == s;
}

static bool has_own_pointer(const SubObj *s) {
    return !nonvirtual_primary(s) && (s->cls->table.has_virtual_bases || s->virtual_path);
}

// Whether a virtual base is met for the first time in a walk.
static bool first_time(SubTree *t, SubObj *s) {
    if (!s->virtual_) return true;
    if (s->stamp == t->walks) return false;
    s->stamp = t->walks;
    return true;
}

static void secondary_pointers(Vtt *vtt, VtGroup *grp, SubObj *part) {
    if (!part->cls->table.has_virtual_bases && !part->virtual_path) return;
    for (uint32_t i = 0; i < part->cls->members.nbase; i++) {
        SubObj *k = part->base[i];
        if (!k || !first_time(grp->tree, k)) continue;
        if (has_own_pointer(k)) {
            k->pointer = vtt->at.n;
            vtt_push(vtt, grp, k);
        }
        secondary_pointers(vtt, grp, k);
    }
}

static void vtt_part(Vtt *vtt, VtGroup *grp) {
    SubObj *root = grp->tree->at.at[0];
    vtt_push(vtt, grp, root);
    for (uint32_t i = 0; i < root->cls->members.nbase; i++) {
        SubObj *k = root->base[i];
        if (!k || k->virtual_ || !k->cls->table.has_virtual_bases) continue;
        k->vtt = vtt->at.n;
        vtt_part(vtt, vt_construction(vtt->g, vtt->top, k));
    }
    grp->tree->walks++;
    secondary_pointers(vtt, grp, root);
}

static void virtual_parts(Vtt *vtt, SubObj *part) {
    for (uint32_t i = 0; i < part->cls->members.nbase; i++) {
        SubObj *k = part->base[i];
        if (!k || !k->cls->table.has_virtual_bases || !first_time(vtt->top->tree, k)) continue;
        if (k->virtual_) {
            k->vtt = vtt->at.n;
            vtt_part(vtt, vt_construction(vtt->g, vtt->top, k));
        }
        virtual_parts(vtt, k);
    }
}

static IrGlobal *vtt_of(Gen *gen, VtGroup *top) {
    if (top->vtt) return top->vtt;
    Vtt vtt = {.g = gen, .top = top};
    vtt_part(&vtt, top);
    top->tree->walks++;
    virtual_parts(&vtt, top->tree->at.at[0]);
    Atom name = atom_printf(gen->ctx, "_ZTT%s", atom_str(gen->ctx, top->var->v.name) + 4);
    IrType *t = ir_ty_array(gen->m, gen->m->ty_ptr, vtt.at.n);
    top->vtt = ir_var_new(gen->m, name, t, IR_AS_GLOBAL, IR_INTERNAL,
                          ir_agg(gen->m, t, vtt.at.n, vtt.at.at));
    top->vtt->constant = true;
    top->vtt->align = 8;
    gen_debug_table(gen, top->vtt, vtt.at.n, true);
    return top->vtt;
}

// ---- in constructors and destructors -----------------------------------------------------------

IrFunc *gen_cdtor(Gen *gen, FuncDecl *func, bool of_base) {
    if (!of_base || !func->cls->table.has_virtual_bases) return gen_func_decl(gen, func);
    IrFunc *k = map_get(&gen->base_cdtors, (uintptr_t)func);
    if (k) return k;
    k = gen_base_func(gen, func);
    map_put(&gen->base_cdtors, (uintptr_t)func, k);
    vec_push(&gen->ctx->perm, &gen->pending, func);
    return k;
}

// The VTT of the class whose constructor or destructor fn is.
static IrValue *own_vtt(Fn *fn) {
    if (fn->vtt) return fn->vtt;
    Gen *g = fn->g;
    return gen_generic(g, vtt_of(g, vt_group(g, fn->fd->cls)));
}

static IrValue *own_vptr(Fn *fn) {
    return &ir_load(&fn->b, fn->g->m->ty_ptr, fn->vtt, 8)->v;
}

IrValue *vt_to_vbase(Gen *gen, IrBuilder *builder, IrValue *object, IrValue *vptr, ClassDecl *c,
                     const ClassDecl *v) {
    IrValue *at = ir_ptradd_c(builder, vptr, vt_vbase_at(gen, c, v), IR_INBOUNDS);
    return ir_ptradd(builder, object, &ir_load(builder, gen->m->ty_i64, at, 8)->v, IR_INBOUNDS);
}

Place gen_base_place(Fn *fn, ClassDecl *base, bool virtual_) {
    Gen *gen = fn->g;
    ClassDecl *cls = fn->fd->cls;
    BaseSpec *spec = virtual_ ? cxx_vbase(cls, base) : NULL;
    uint32_t i = 0;
    for (; !spec && i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls == base && !cls->members.base[i].virtual_)
            spec = &cls->members.base[i];
    }
    if (!spec) return gen_place_at(fn, fn->this_, cls->d.type);
    IrValue *at = ir_ptradd_c(&fn->b, fn->this_, (int64_t)spec->offset, IR_INBOUNDS);
    Place p = gen_place_at(fn, at, base->d.type);
    p.base = true;
    if (!base->table.has_virtual_bases) return p;
    VtGroup *top = vt_group(gen, cls);
    vtt_of(gen, top); // numbers the parts
    SubObj *s =
        virtual_ ? map_get(&top->tree->virt, (uintptr_t)base) : top->tree->at.at[0]->base[i - 1];
    p.vtt = ir_ptradd_c(&fn->b, own_vtt(fn), 8 * (int64_t)s->vtt, IR_INBOUNDS);
    return p;
}

// Of the object that is built or destroyed, before its own members and body.
void gen_init_vptrs(Fn *fn) {
    Gen *gen = fn->g;
    ClassDecl *cls = fn->fd->cls;
    VtGroup *v = vt_group(gen, cls);
    if (fn->vtt) vtt_of(gen, v); // numbers the pointers
    IrValue *own = fn->vtt ? own_vptr(fn) : NULL;
    for (uint32_t i = 0; i < v->tree->at.n; i++) {
        SubObj *sub_obj = v->tree->at.at[i], *n = sub_obj;
        if (own ? nonvirtual_primary(sub_obj) : sub_obj->shares) continue;
        IrValue *at = fn->this_, *p = &vt_point(gen, v, sub_obj)->v;
        if (own && has_own_pointer(sub_obj)) { // a virtual base can be anywhere
            IrValue *slot =
                ir_ptradd_c(&fn->b, fn->vtt, 8 * (int64_t)sub_obj->pointer, IR_INBOUNDS);
            p = i ? &ir_load(&fn->b, gen->m->ty_ptr, slot, 8)->v : own;
            while (sub_obj->virtual_path && !n->virtual_) n = n->up->sub;
            if (sub_obj->virtual_path) at = vt_to_vbase(gen, &fn->b, at, own, cls, n->cls);
        }
        uint64_t off = n->virtual_ ? sub_obj->off - n->off : sub_obj->off;
        if (!own) off = sub_obj->off;
        ir_store(&fn->b, p, ir_ptradd_c(&fn->b, at, (int64_t)off, IR_INBOUNDS), 8);
    }
}

// ---- conversions -------------------------------------------------------------------------------

// From class c to its virtual base v. `this` of a complete constructor or destructor is of class c
// itself; elsewhere in those the object's pointer need not be set yet.
static IrValue *to_virtual(Fn *fn, IrValue *object, ClassDecl *cls, const ClassDecl *v) {
    Gen *g = fn->g;
    bool own = object == fn->this_ && fn->fd->cls == cls && fn->cdtor;
    cxx_class_layout(g->x, cls, cls->d.pos);
    if (own && !fn->vtt)
        return ir_ptradd_c(&fn->b, object, (int64_t)cxx_vbase(cls, v)->offset, IR_INBOUNDS);
    IrValue *vptr = own ? own_vptr(fn) : &ir_load(&fn->b, g->m->ty_ptr, object, 8)->v;
    return vt_to_vbase(g, &fn->b, object, vptr, cls, v);
}

IrValue *gen_base_adjust(Fn *fn, IrValue *object, ClassDecl *from, const BaseConv *conversion) {
    int64_t off = 0;
    const ClassDecl *virt = NULL;
    for (uint32_t i = 0; i < conversion->npath; i++) {
        off += (int64_t)conversion->path[i]->offset;
        if (conversion->path[i]->virtual_) virt = conversion->path[i]->cls, off = 0;
    }
    if (!off && !virt) return object;
    IrModule *module = fn->g->m;
    IrBuilder *builder = &fn->b;
    IrValue *null = &ir_null(module, object->type)->v;
    if (!virt) {
        IrValue *q = ir_ptradd_c(builder, object, conversion->to_base ? off : -off, IR_INBOUNDS);
        return conversion->null ? ir_select(builder, ir_cmp(builder, IR_EQ, object, null), null, q)
                                : q;
    }
    bool check = conversion->null && object != fn->this_; // a null pointer has no table
    IrBlock *before = builder->bb, *some = NULL, *end = NULL;
    if (check) {
        some = gen_block(fn, "vbase.some"), end = gen_block(fn, "vbase.end");
        ir_condbr(builder, ir_cmp(builder, IR_EQ, object, null), end, some);
        gen_at(fn, some);
    }
    IrValue *q = ir_ptradd_c(builder, to_virtual(fn, object, from, virt), off, IR_INBOUNDS);
    if (!check) return q;
    ir_br(builder, end);
    gen_at(fn, end);
    IrInst *phi = ir_phi(builder, object->type, 2);
    ir_phi_add(phi, null, before);
    ir_phi_add(phi, q, some);
    return &phi->v;
}
