// SPDX-License-Identifier: Apache-2.0
// Virtual functions: what overrides what [class.virtual], the slots of virtual tables (Itanium C++
// ABI 2.5.2), dynamic subobjects and final overriders, abstract classes.
//
// A class's primary table begins with the slots of its primary base. Each virtual function of its
// own has a slot behind them, unless it overrides a function of a slot and its result is that
// function's as it is: a covariant result that needs an adjustment has a slot of its own.
// ClassDecl.slots are the functions that introduce the slots, whose results their callers expect.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/elaborate/vtable.h"

bool cxx_overrides(Cxx *x, FuncDecl *f, FuncDecl *v) {
    if (f->kind == FK_DTOR || v->kind == FK_DTOR) return f->kind == v->kind;
    return f->d.name == v->d.name && cxx_same_signature(x, f, v);
}

FuncDecl *cxx_own_overrider(Cxx *x, ClassDecl *c, FuncDecl *f) {
    cxx_class_vtable(x, c);
    if (f->kind == FK_DTOR) return c->dtor && c->dtor->is_virtual ? c->dtor : NULL;
    if (f->cls == c) return f;
    Rivals rivals = cxx_rivals(x, c->inner, &f->d);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        FuncDecl *g = (FuncDecl *)o;
        if (o->kind != D_FUNC || g->cls != c || !g->is_virtual) continue;
        if (cxx_overrides(x, g, f)) return g;
    }
    return NULL;
}

// A virtual function of a base (any depth) that f overrides.
static FuncDecl *overridden_rec(Cxx *x, ClassDecl *c, FuncDecl *f, uint32_t visit) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        if (!b || !b->polymorphic || !cxx_class_visit(b, visit)) continue;
        FuncDecl *r = cxx_own_overrider(x, b, f);
        if (!r) r = overridden_rec(x, b, f, visit);
        if (r) return r;
    }
    return NULL;
}

// The bases' tables first: they walk, too.
static FuncDecl *find_overridden(Cxx *x, ClassDecl *c, FuncDecl *f) {
    return overridden_rec(x, c, f, cxx_visit_begin(x));
}

// The result of an overrider is that of the function it overrides, or a pointer or reference to a
// class derived from its class, no more qualified [class.virtual]/8.
static void check_result(Cxx *x, FuncDecl *f, FuncDecl *o) {
    if (f->kind == FK_DTOR || f->d.type->kind != TY_FUNC || o->d.type->kind != TY_FUNC) return;
    Type *a = o->d.type->u.func.ret, *b = f->d.type->u.func.ret;
    if (a == b || (a->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO)) return;
    if (a->kind == TY_ERROR || b->kind == TY_ERROR) return;
    if (a->kind == b->kind && (a->kind == TY_PTR || ty_is_ref(a))) {
        Type *base = a->u.ptr.to, *derived = b->u.ptr.to;
        bool quals = !(derived->quals & ~base->quals);
        if (quals && derived->unqual == base->unqual) return;
        bool classes = base->kind == TY_CLASS && derived->kind == TY_CLASS;
        bool ambiguous = false;
        BaseSpec **path;
        uint32_t n;
        Parse p = cxx_parse_in_class(x, f->cls);
        if (quals && classes &&
            (derived->u.cls->completing || // its bases are known
             cxx_class_complete(x, derived->u.cls, f->d.pos)) &&
            cxx_class_derived_from(x, derived->u.cls, base->u.cls, &path, &n, &ambiguous) &&
            !ambiguous && cxx_base_access_ok(&p, derived->u.cls, path, n)) {
            return;
        }
    }
    CXX_DIAG(x, d_override_result, f->d.pos, a, &o->d);
    CXX_DIAG(x, x_note_declared_here, o->d.pos, &o->d);
}

bool cxx_result_path(Cxx *x, FuncDecl *from, FuncDecl *to, BaseSpec ***path, uint32_t *n) {
    if (from->kind == FK_DTOR || from->d.type->kind != TY_FUNC || to->d.type->kind != TY_FUNC)
        return false;
    Type *a = from->d.type->u.func.ret, *b = to->d.type->u.func.ret;
    if (a == b || a->kind != b->kind || !(a->kind == TY_PTR || ty_is_ref(a))) return false;
    a = ty_unqual(a->u.ptr.to), b = ty_unqual(b->u.ptr.to);
    if (a == b || a->kind != TY_CLASS || b->kind != TY_CLASS) return false;
    bool ambiguous;
    if (!cxx_class_derived_from(x, a->u.cls, b->u.cls, path, n, &ambiguous)) return false;
    if (!cxx_class_layout(x, a->u.cls, from->d.pos)) return false;
    uint64_t off = 0;
    bool virtual_ = false;
    for (uint32_t i = 0; i < *n; i++) {
        off += (*path)[i]->offset;
        virtual_ |= (*path)[i]->virtual_;
    }
    return off || virtual_;
}

static void push_slot(Cxx *x, ClassDecl *c, FuncDecl *f, FuncDecl *slot) {
    vec_push(xa(x), &c->vtable, f);
    vec_push(xa(x), &c->slots, slot);
}

// Into the slots of what it overrides, and into one of its own if callers by its own name need
// another result.
static void place_virtual(Cxx *x, ClassDecl *c, FuncDecl *f) {
    bool placed = false;
    for (uint32_t i = 0; f->overridden && i < c->vtable.n; i++) {
        BaseSpec **path;
        uint32_t n;
        if (!cxx_overrides(x, f, c->slots.at[i])) continue;
        if (!placed && !cxx_result_path(x, f, c->slots.at[i], &path, &n)) {
            f->vslot = i;
            placed = true;
        }
        c->vtable.at[i] = f;
    }
    vec_push(xa(x), &c->virtuals, f);
    if (placed) return;
    f->vslot = c->vtable.n;
    push_slot(x, c, f, f);
    if (f->kind == FK_DTOR) push_slot(x, c, f, f); // complete and deleting
}

static void add_virtual(Cxx *x, ClassDecl *c, FuncDecl *f) {
    FuncDecl *o = find_overridden(x, c, f);
    if (o) {
        f->is_virtual = true;
        f->overridden = o;
        if (x->hooks.check_override) x->hooks.check_override(x, f, o);
        check_result(x, f, o);
        cxx_check_override(x, f, o);
    } else if (f->override_ && !c->unbound_bases) {
        CXX_DIAG(x, d_override_nothing, f->d.pos, &f->d);
    }
    if (!f->is_virtual) return;
    if (o && o->final_) {
        CXX_DIAG(x, d_override_final, f->d.pos, &f->d);
        CXX_DIAG(x, x_note_declared_here, o->d.pos, &o->d);
    }
    place_virtual(x, c, f);
}

// ---- subobjects --------------------------------------------------------------------------------

static bool dynamic(const ClassDecl *c) {
    return c->polymorphic || c->has_virtual_bases;
}

BaseSpec *cxx_vbase(ClassDecl *c, const ClassDecl *v) {
    for (uint32_t i = 0; i < c->vbases.n; i++) {
        if (c->vbases.at[i].cls == v) return &c->vbases.at[i];
    }
    return NULL;
}

enum { MAX_SUBOBJECTS = 1 << 17 }; // as of the layout, which has said so

static SubObj *sub_new(SubTree *t, ClassDecl *c, uint64_t off) {
    SubObj *s = arena_new(xa(t->x), SubObj);
    s->cls = c;
    s->off = off;
    s->base = arena_array(xa(t->x), SubObj *, c->nbase + 1);
    vec_push(xa(t->x), &t->at, s);
    return s;
}

static void sub_bases(SubTree *t, SubObj *s, uint32_t depth) {
    ClassDecl *c = s->cls;
    cxx_class_layout(t->x, c, c->d.pos);
    for (uint32_t i = 0; i < c->nbase; i++) {
        BaseSpec *b = &c->base[i];
        if (!b->cls || !dynamic(b->cls) || t->at.n >= MAX_SUBOBJECTS || depth >= 512) continue;
        SubObj *k = b->virtual_ ? map_get(&t->virt, (uintptr_t)b->cls) : NULL;
        bool known = k != NULL;
        if (!known) {
            BaseSpec *v = b->virtual_ ? cxx_vbase(t->most, b->cls) : NULL;
            uint64_t off = v ? v->offset : b->virtual_ ? 0 : s->off + b->offset;
            k = sub_new(t, b->cls, off);
            k->virtual_ = b->virtual_;
            k->virtual_path = b->virtual_ || s->virtual_path;
            if (b->virtual_) map_put(&t->virt, (uintptr_t)b->cls, k);
        }
        SubUp *up = arena_new(xa(t->x), SubUp);
        *up = (SubUp){s, k->up};
        k->up = up;
        s->base[i] = k;
        if (!s->primary && !b->virtual_) s->primary = k;
        if (!known) sub_bases(t, k, depth + 1);
    }
    if (s->primary || !c->virtual_primary) return;
    SubObj *v = map_get(&t->virt, (uintptr_t)c->virtual_primary);
    s->lost = !v || v->off != s->off;
    if (!s->lost) s->primary = v;
}

SubTree *cxx_subobjects(Cxx *x, ClassDecl *root, uint64_t off, ClassDecl *most) {
    SubTree *t = arena_new(xa(x), SubTree);
    t->x = x;
    t->most = most;
    map_init(&t->virt, xa(x));
    sub_bases(t, sub_new(t, root, off), 0);
    for (uint32_t i = 0; i < t->at.n; i++) {
        if (t->at.at[i]->primary) t->at.at[i]->primary->shares = true;
    }
    return t;
}

SubObj *cxx_slot_holder(SubTree *t, SubObj *s, FuncDecl *f) {
    for (;; s = s->primary) {
        if (!s || cxx_own_overrider(t->x, s->cls, f)) return s;
    }
}

typedef VEC(SubObj *) SubVec;

// The topmost overriders of f above s: what they override themselves does not count.
static bool topmost(SubTree *t, SubObj *s, FuncDecl *f, SubVec *out) {
    if (s->stamp == t->walks) return s->found;
    s->stamp = t->walks;
    s->found = false;
    for (SubUp *u = s->up; u; u = u->next) {
        if (topmost(t, u->sub, f, out)) {
            s->found = true;
        } else if (cxx_own_overrider(t->x, u->sub->cls, f)) {
            s->found = u->sub->found = true;
            vec_push(&t->x->ctx->scratch, out, u->sub);
        }
    }
    return s->found;
}

static void mark_above(SubTree *t, SubObj *s) {
    if (s->stamp == t->walks) return;
    s->stamp = t->walks;
    for (SubUp *u = s->up; u; u = u->next) mark_above(t, u->sub);
}

// One of them has all others as its bases: it overrides them, too.
static SubObj *dominant(SubTree *t, const SubVec *v) {
    for (uint32_t i = 0; i < v->n; i++) {
        bool all = true;
        for (uint32_t k = 0; k < v->n && all; k++) {
            t->walks++;
            mark_above(t, v->at[k]);
            all = v->at[i]->stamp == t->walks;
        }
        if (all) return v->at[i];
    }
    return NULL;
}

FuncDecl *cxx_final_overrider(SubTree *t, SubObj *holder, FuncDecl *f, SubObj **in) {
    ArenaMark mark = arena_mark(&t->x->ctx->scratch);
    SubVec v = {0};
    t->walks++;
    SubObj *s = topmost(t, holder, f, &v) ? v.n == 1 ? v.at[0] : dominant(t, &v) : holder;
    arena_reset(&t->x->ctx->scratch, mark);
    *in = s;
    return s ? cxx_own_overrider(t->x, s->cls, f) : NULL;
}

// ---- the table of a class ----------------------------------------------------------------------

// Virtual bases can have siblings that override their functions: what a slot of the class's own
// table calls is found among all subobjects. Every other table's slots tell whether the class is
// abstract, and whether they have an overrider.
static void resolve_slots(Cxx *x, ClassDecl *c) {
    SubTree *t = cxx_subobjects(x, c, 0, c);
    for (uint32_t i = 0; i < t->at.n; i++) {
        SubObj *s = t->at.at[i], *in;
        if (i && s->shares) continue;
        cxx_class_vtable(x, s->cls);
        for (uint32_t k = 0; k < s->cls->slots.n; k++) {
            FuncDecl *f = s->cls->slots.at[k];
            SubObj *holder = cxx_slot_holder(t, s, f);
            FuncDecl *o = holder ? cxx_final_overrider(t, holder, f, &in) : f;
            if (!o) {
                CXX_DIAG(x, d_override_ambiguous, c->d.pos, &f->d, &c->d);
                return;
            }
            if (!i) c->vtable.at[k] = o;
            c->abstract |= holder && o->pure;
        }
    }
}

// The slots of the class's own primary vtable: those of its primary base, overridden, then its new
// virtual functions in declaration order (Itanium 2.5.2).
void cxx_class_vtable(Cxx *x, ClassDecl *c) {
    if (c->vtable_done || !c->complete) return;
    if (c->polymorphic && c->has_virtual_bases && !c->layout_done && !c->layout_busy) {
        cxx_class_layout(x, c, c->d.pos); // which is the primary base, and this function
        if (c->vtable_done) return;
    }
    c->vtable_done = true;
    if (!c->polymorphic) return;
    ClassDecl *primary = NULL;
    uint32_t tables = 0;
    bool abstract = false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        if (!dynamic(b)) continue;
        cxx_class_vtable(x, b);
        tables++;
        abstract |= b->abstract;
        if (!primary && !c->base[i].virtual_) primary = b;
    }
    if (!primary) primary = c->virtual_primary;
    if (primary) cxx_class_vtable(x, primary);
    for (uint32_t k = 0; primary && k < primary->vtable.n; k++)
        push_slot(x, c, primary->vtable.at[k], primary->slots.at[k]);
    cxx_class_specials(x, c);
    Scope *s = c->inner;
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->flags & (IX_STATIC | IX_TYPEDEF | IX_FRIEND | IX_TEMPLATE)) continue;
        if (!(e->flags & IX_FUNCTION) || e->name == x->n.ctor) continue;
        // not declared virtual: it overrides if some base has a virtual function of that name
        if (!(e->flags & IX_VIRTUAL) && !c->nbase) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        Decl *d = s->elab[i];
        if (d && d->kind == D_FUNC) add_virtual(x, c, (FuncDecl *)d);
    }
    if (c->dtor && c->dtor->is_implicit) add_virtual(x, c, c->dtor);
    if (c->has_virtual_bases || (tables > 1 && abstract)) resolve_slots(x, c);
    for (uint32_t i = 0; i < c->vtable.n; i++) c->abstract |= c->vtable.at[i]->pure;
}
