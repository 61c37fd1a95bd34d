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
    return !nonvirtual_primary(s) && (s->cls->has_virtual_bases || s->virtual_path);
}

// Whether a virtual base is met for the first time in a walk.
static bool first_time(SubTree *t, SubObj *s) {
    if (!s->virtual_) return true;
    if (s->stamp == t->walks) return false;
    s->stamp = t->walks;
    return true;
}

static void secondary_pointers(Vtt *v, VtGroup *grp, SubObj *s) {
    if (!s->cls->has_virtual_bases && !s->virtual_path) return;
    for (uint32_t i = 0; i < s->cls->nbase; i++) {
        SubObj *k = s->base[i];
        if (!k || !first_time(grp->tree, k)) continue;
        if (has_own_pointer(k)) {
            k->pointer = v->at.n;
            vtt_push(v, grp, k);
        }
        secondary_pointers(v, grp, k);
    }
}

static void vtt_part(Vtt *v, VtGroup *grp) {
    SubObj *root = grp->tree->at.at[0];
    vtt_push(v, grp, root);
    for (uint32_t i = 0; i < root->cls->nbase; i++) {
        SubObj *k = root->base[i];
        if (!k || k->virtual_ || !k->cls->has_virtual_bases) continue;
        k->vtt = v->at.n;
        vtt_part(v, vt_construction(v->g, v->top, k));
    }
    grp->tree->walks++;
    secondary_pointers(v, grp, root);
}

static void virtual_parts(Vtt *v, SubObj *s) {
    for (uint32_t i = 0; i < s->cls->nbase; i++) {
        SubObj *k = s->base[i];
        if (!k || !k->cls->has_virtual_bases || !first_time(v->top->tree, k)) continue;
        if (k->virtual_) {
            k->vtt = v->at.n;
            vtt_part(v, vt_construction(v->g, v->top, k));
        }
        virtual_parts(v, k);
    }
}

static IrGlobal *vtt_of(Gen *g, VtGroup *top) {
    if (top->vtt) return top->vtt;
    Vtt v = {.g = g, .top = top};
    vtt_part(&v, top);
    top->tree->walks++;
    virtual_parts(&v, top->tree->at.at[0]);
    Atom name = atom_printf(g->ctx, "_ZTT%s", atom_str(g->ctx, top->var->v.name) + 4);
    IrType *t = ir_ty_array(g->m, g->m->ty_ptr, v.at.n);
    top->vtt =
        ir_var_new(g->m, name, t, IR_AS_GLOBAL, IR_INTERNAL, ir_agg(g->m, t, v.at.n, v.at.at));
    top->vtt->constant = true;
    top->vtt->align = 8;
    return top->vtt;
}

// ---- in constructors and destructors -----------------------------------------------------------

IrFunc *gen_cdtor(Gen *g, FuncDecl *f, bool of_base) {
    if (!of_base || !f->cls->has_virtual_bases) return gen_func_decl(g, f);
    IrFunc *k = map_get(&g->base_cdtors, (uintptr_t)f);
    if (k) return k;
    k = gen_base_func(g, f);
    map_put(&g->base_cdtors, (uintptr_t)f, k);
    vec_push(&g->ctx->perm, &g->pending, f);
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

IrValue *vt_to_vbase(Gen *g, IrBuilder *b, IrValue *p, IrValue *vptr, ClassDecl *c,
                     const ClassDecl *v) {
    IrValue *at = ir_ptradd_c(b, vptr, vt_vbase_at(g, c, v), IR_INBOUNDS);
    return ir_ptradd(b, p, &ir_load(b, g->m->ty_i64, at, 8)->v, IR_INBOUNDS);
}

Place gen_base_place(Fn *fn, ClassDecl *base, bool virtual_) {
    Gen *g = fn->g;
    ClassDecl *c = fn->fd->cls;
    BaseSpec *spec = virtual_ ? cxx_vbase(c, base) : NULL;
    uint32_t i = 0;
    for (; !spec && i < c->nbase; i++) {
        if (c->base[i].cls == base && !c->base[i].virtual_) spec = &c->base[i];
    }
    if (!spec) return gen_place_at(fn, fn->this_, c->d.type);
    IrValue *at = ir_ptradd_c(&fn->b, fn->this_, (int64_t)spec->offset, IR_INBOUNDS);
    Place p = gen_place_at(fn, at, base->d.type);
    p.base = true;
    if (!base->has_virtual_bases) return p;
    VtGroup *top = vt_group(g, c);
    vtt_of(g, top); // numbers the parts
    SubObj *s =
        virtual_ ? map_get(&top->tree->virt, (uintptr_t)base) : top->tree->at.at[0]->base[i - 1];
    p.vtt = ir_ptradd_c(&fn->b, own_vtt(fn), 8 * (int64_t)s->vtt, IR_INBOUNDS);
    return p;
}

// Of the object that is built or destroyed, before its own members and body.
void gen_init_vptrs(Fn *fn) {
    Gen *g = fn->g;
    ClassDecl *c = fn->fd->cls;
    VtGroup *v = vt_group(g, c);
    if (fn->vtt) vtt_of(g, v); // numbers the pointers
    IrValue *own = fn->vtt ? own_vptr(fn) : NULL;
    for (uint32_t i = 0; i < v->tree->at.n; i++) {
        SubObj *s = v->tree->at.at[i], *n = s;
        if (own ? nonvirtual_primary(s) : s->shares) continue;
        IrValue *at = fn->this_, *p = &vt_point(g, v, s)->v;
        if (own && has_own_pointer(s)) { // a virtual base can be anywhere
            IrValue *slot = ir_ptradd_c(&fn->b, fn->vtt, 8 * (int64_t)s->pointer, IR_INBOUNDS);
            p = i ? &ir_load(&fn->b, g->m->ty_ptr, slot, 8)->v : own;
            while (s->virtual_path && !n->virtual_) n = n->up->sub;
            if (s->virtual_path) at = vt_to_vbase(g, &fn->b, at, own, c, n->cls);
        }
        uint64_t off = n->virtual_ ? s->off - n->off : s->off;
        if (!own) off = s->off;
        ir_store(&fn->b, p, ir_ptradd_c(&fn->b, at, (int64_t)off, IR_INBOUNDS), 8);
    }
}

// ---- conversions -------------------------------------------------------------------------------

// From class c to its virtual base v. `this` of a complete constructor or destructor is of class c
// itself; elsewhere in those the object's pointer need not be set yet.
static IrValue *to_virtual(Fn *fn, IrValue *p, ClassDecl *c, const ClassDecl *v) {
    Gen *g = fn->g;
    bool own = p == fn->this_ && fn->fd->cls == c && fn->cdtor;
    cxx_class_layout(g->x, c, c->d.pos);
    if (own && !fn->vtt)
        return ir_ptradd_c(&fn->b, p, (int64_t)cxx_vbase(c, v)->offset, IR_INBOUNDS);
    IrValue *vptr = own ? own_vptr(fn) : &ir_load(&fn->b, g->m->ty_ptr, p, 8)->v;
    return vt_to_vbase(g, &fn->b, p, vptr, c, v);
}

IrValue *gen_base_adjust(Fn *fn, IrValue *p, ClassDecl *from, const BaseConv *c) {
    int64_t off = 0;
    const ClassDecl *virt = NULL;
    for (uint32_t i = 0; i < c->npath; i++) {
        off += (int64_t)c->path[i]->offset;
        if (c->path[i]->virtual_) virt = c->path[i]->cls, off = 0;
    }
    if (!off && !virt) return p;
    IrModule *m = fn->g->m;
    IrBuilder *b = &fn->b;
    IrValue *null = &ir_null(m, p->type)->v;
    if (!virt) {
        IrValue *q = ir_ptradd_c(b, p, c->to_base ? off : -off, IR_INBOUNDS);
        return c->null ? ir_select(b, ir_cmp(b, IR_EQ, p, null), null, q) : q;
    }
    bool check = c->null && p != fn->this_; // a null pointer has no table
    IrBlock *before = b->bb, *some = NULL, *end = NULL;
    if (check) {
        some = gen_block(fn, "vbase.some"), end = gen_block(fn, "vbase.end");
        ir_condbr(b, ir_cmp(b, IR_EQ, p, null), end, some);
        gen_at(fn, some);
    }
    IrValue *q = ir_ptradd_c(b, to_virtual(fn, p, from, virt), off, IR_INBOUNDS);
    if (!check) return q;
    ir_br(b, end);
    gen_at(fn, end);
    IrInst *phi = ir_phi(b, p->type, 2);
    ir_phi_add(phi, null, before);
    ir_phi_add(phi, q, some);
    return &phi->v;
}
