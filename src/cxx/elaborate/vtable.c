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

bool cxx_overrides(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    if (func->kind == FK_DTOR || fn->kind == FK_DTOR) return func->kind == fn->kind;
    return func->d.name == fn->d.name && cxx_same_signature(cxx, func, fn);
}

// By name, through the rivals that can have the same parameters; a destructor overrides by its
// kind.
FuncDecl *cxx_own_overrider(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    cxx_class_vtable(cxx, cls);
    if (func->kind == FK_DTOR)
        return cls->members.dtor && cls->members.dtor->is_virtual ? cls->members.dtor : NULL;
    if (func->cls == cls) return func;
    Rivals rivals = cxx_rivals(cxx, cls->inner, &func->d);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        FuncDecl *g = (FuncDecl *)o;
        if (o->kind != D_FUNC || g->cls != cls || !g->is_virtual) continue;
        if (cxx_overrides(cxx, g, func)) return g;
    }
    return NULL;
}

// A virtual function of a base (any depth) that func overrides.
static FuncDecl *overridden_rec(Cxx *cxx, ClassDecl *cls, FuncDecl *func, uint32_t visit) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        if (!b || !b->table.polymorphic || !cxx_class_visit(b, visit)) continue;
        FuncDecl *r = cxx_own_overrider(cxx, b, func);
        if (!r) r = overridden_rec(cxx, b, func, visit);
        if (r) return r;
    }
    return NULL;
}

// The bases' tables first: they walk, too.
static FuncDecl *find_overridden(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    return overridden_rec(cxx, cls, func, cxx_visit_begin(cxx));
}

// The result of an overrider is that of the function it overrides, or a pointer or reference to a
// class derived from its class, no more qualified [class.virtual]/8.
static void check_result(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    if (func->kind == FK_DTOR || func->d.type->kind != TY_FUNC || fn->d.type->kind != TY_FUNC)
        return;
    Type *type = fn->d.type->u.func.ret, *b = func->d.type->u.func.ret;
    if (type == b || (type->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO)) return;
    if (type->kind == TY_ERROR || b->kind == TY_ERROR) return;
    if (type->kind == b->kind && ty_refers(type)) {
        Type *base = type->u.ptr.to, *derived = b->u.ptr.to;
        bool quals = !(derived->quals & ~base->quals);
        if (quals && derived->unqual == base->unqual) return;
        bool classes = base->kind == TY_CLASS && derived->kind == TY_CLASS;
        bool ambiguous = false;
        BaseSpec **path;
        uint32_t n;
        Parse p = cxx_parse_in_class(cxx, func->cls);
        if (quals && classes &&
            (derived->u.cls->members.completing || // its bases are known
             cxx_class_complete(cxx, derived->u.cls, func->d.pos)) &&
            cxx_class_derived_from(cxx, derived->u.cls, base->u.cls, &path, &n, &ambiguous) &&
            !ambiguous && cxx_base_access_ok(&p, derived->u.cls, path, n)) {
            return;
        }
    }
    CXX_DIAG(cxx, d_override_result, func->d.pos, type, &fn->d);
    CXX_DIAG(cxx, x_note_declared_here, fn->d.pos, &fn->d);
}

// A path whose offsets are all zero, and with no virtual base, leaves the pointer as it is.
bool cxx_result_path(Cxx *cxx, FuncDecl *from, FuncDecl *to, BaseSpec ***path, uint32_t *n) {
    if (from->kind == FK_DTOR || from->d.type->kind != TY_FUNC || to->d.type->kind != TY_FUNC)
        return false;
    Type *type = from->d.type->u.func.ret, *b = to->d.type->u.func.ret;
    if (type == b || type->kind != b->kind || !ty_refers(type)) return false;
    type = ty_unqual(type->u.ptr.to), b = ty_unqual(b->u.ptr.to);
    if (type == b || type->kind != TY_CLASS || b->kind != TY_CLASS) return false;
    bool ambiguous;
    if (!cxx_class_derived_from(cxx, type->u.cls, b->u.cls, path, n, &ambiguous)) return false;
    if (!cxx_class_layout(cxx, type->u.cls, from->d.pos)) return false;
    uint64_t off = 0;
    bool virtual_ = false;
    for (uint32_t i = 0; i < *n; i++) {
        off += (*path)[i]->offset;
        virtual_ |= (*path)[i]->virtual_;
    }
    return off || virtual_;
}

// A new slot at the end: func overrides what `slot` declares.
static void push_slot(Cxx *cxx, ClassDecl *cls, FuncDecl *func, FuncDecl *slot) {
    vec_push(xa(cxx), &cls->table.finals, func);
    vec_push(xa(cxx), &cls->table.slots, slot);
}

// Into the slots of what it overrides, and into one of its own if callers by its own name need
// another result.
static void place_virtual(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    bool placed = false;
    for (uint32_t i = 0; func->overridden && i < cls->table.finals.n; i++) {
        BaseSpec **path;
        uint32_t n;
        if (!cxx_overrides(cxx, func, cls->table.slots.at[i])) continue;
        if (!placed && !cxx_result_path(cxx, func, cls->table.slots.at[i], &path, &n)) {
            func->vslot = i;
            placed = true;
        }
        cls->table.finals.at[i] = func;
    }
    vec_push(xa(cxx), &cls->table.own, func);
    if (placed) return;
    func->vslot = cls->table.finals.n;
    push_slot(cxx, cls, func, func);
    if (func->kind == FK_DTOR) push_slot(cxx, cls, func, func); // complete and deleting
}

// What `override` may have been meant for: a virtual function of the same name.
static void note_not_overridden(Cxx *cxx, const ClassDecl *cls, const FuncDecl *func) {
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        const FuncDecl *other = cls->table.finals.at[i];
        if (other->d.name != func->d.name || other->cls == cls) continue;
        CXX_DIAG(cxx, x_note_not_overridden, other->d.pos, &other->d);
        return;
    }
}

// A function that is virtual, or becomes so by overriding: judged against what it overrides, then
// placed.
static void add_virtual(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    FuncDecl *fn = find_overridden(cxx, cls, func);
    if (fn) {
        func->is_virtual = true;
        func->overridden = fn;
        if (cxx->hooks.check_override) cxx->hooks.check_override(cxx, func, fn);
        check_result(cxx, func, fn);
        cxx_check_override(cxx, func, fn);
    } else if (func->written.override_ && !cls->members.unbound_bases) {
        CXX_DIAG(cxx, d_override_nothing, func->d.pos, &func->d);
        note_not_overridden(cxx, cls, func);
        cls->table.override_missed = true;
    }
    if (!func->is_virtual) return;
    if (fn && fn->written.final_) {
        CXX_DIAG(cxx, d_override_final, func->d.pos, &func->d);
        CXX_DIAG(cxx, x_note_declared_here, fn->d.pos, &fn->d);
    }
    place_virtual(cxx, cls, func);
}

// ---- subobjects --------------------------------------------------------------------------------

BaseSpec *cxx_vbase(ClassDecl *cls, const ClassDecl *v) {
    for (uint32_t i = 0; i < cls->members.vbases.n; i++) {
        if (cls->members.vbases.at[i].cls == v) return &cls->members.vbases.at[i];
    }
    return NULL;
}

enum { MAX_SUBOBJECTS = 1 << 17 }; // as of the layout, which has said so

// A subobject in the tree, at the end of its list.
static SubObj *sub_new(SubTree *sub_tree, ClassDecl *cls, uint64_t off) {
    SubObj *s = arena_new(xa(sub_tree->x), SubObj);
    s->cls = cls;
    s->off = off;
    s->base = arena_array(xa(sub_tree->x), SubObj *, cls->members.nbase + 1);
    vec_push(xa(sub_tree->x), &sub_tree->at, s);
    return s;
}

// The bases of a subobject, in their order; a virtual one is shared by all that have it.
static void sub_bases(SubTree *sub_tree, SubObj *sub_obj, uint32_t depth) {
    ClassDecl *cls = sub_obj->cls;
    cxx_class_layout(sub_tree->x, cls, cls->d.pos);
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        BaseSpec *base_spec = &cls->members.base[i];
        if (!base_spec->cls || !cxx_is_dynamic(base_spec->cls) ||
            sub_tree->at.n >= MAX_SUBOBJECTS || depth >= 512)
            continue;
        SubObj *k =
            base_spec->virtual_ ? map_get(&sub_tree->virt, (uintptr_t)base_spec->cls) : NULL;
        bool known = k != NULL;
        if (!known) {
            BaseSpec *v = base_spec->virtual_ ? cxx_vbase(sub_tree->most, base_spec->cls) : NULL;
            uint64_t off = v                     ? v->offset
                           : base_spec->virtual_ ? 0
                                                 : sub_obj->off + base_spec->offset;
            k = sub_new(sub_tree, base_spec->cls, off);
            k->virtual_ = base_spec->virtual_;
            k->virtual_path = base_spec->virtual_ || sub_obj->virtual_path;
            if (base_spec->virtual_) map_put(&sub_tree->virt, (uintptr_t)base_spec->cls, k);
        }
        SubUp *up = arena_new(xa(sub_tree->x), SubUp);
        *up = (SubUp){sub_obj, k->up};
        k->up = up;
        sub_obj->base[i] = k;
        if (!sub_obj->primary && !base_spec->virtual_) sub_obj->primary = k;
        if (!known) sub_bases(sub_tree, k, depth + 1);
    }
    // a nearly empty virtual base may be primary of several classes, and lies with one of them only
    // (Itanium C++ ABI 2.4): the others have lost it
    if (sub_obj->primary || !cls->layout.virtual_primary) return;
    SubObj *v = map_get(&sub_tree->virt, (uintptr_t)cls->layout.virtual_primary);
    sub_obj->lost = !v || v->off != sub_obj->off;
    if (!sub_obj->lost) sub_obj->primary = v;
}

SubTree *cxx_subobjects(Cxx *cxx, ClassDecl *root, uint64_t off, ClassDecl *most) {
    SubTree *t = arena_new(xa(cxx), SubTree);
    t->x = cxx;
    t->most = most;
    map_init(&t->virt, xa(cxx));
    sub_bases(t, sub_new(t, root, off), 0);
    for (uint32_t i = 0; i < t->at.n; i++) {
        if (t->at.at[i]->primary) t->at.at[i]->primary->shares = true;
    }
    return t;
}

SubObj *cxx_slot_holder(SubTree *sub_tree, SubObj *s, FuncDecl *func) {
    for (;; s = s->primary) {
        if (!s || cxx_own_overrider(sub_tree->x, s->cls, func)) return s;
    }
}

typedef VEC(SubObj *) SubVec;

// The topmost overriders of func above sub_obj: what they override themselves does not count.
static bool topmost(SubTree *sub_tree, SubObj *sub_obj, FuncDecl *func, SubVec *out) {
    if (sub_obj->stamp == sub_tree->walks) return sub_obj->found;
    sub_obj->stamp = sub_tree->walks;
    sub_obj->found = false;
    for (SubUp *u = sub_obj->up; u; u = u->next) {
        if (topmost(sub_tree, u->sub, func, out)) {
            sub_obj->found = true;
        } else if (cxx_own_overrider(sub_tree->x, u->sub->cls, func)) {
            sub_obj->found = u->sub->found = true;
            vec_push(&sub_tree->x->ctx->scratch, out, u->sub);
        }
    }
    return sub_obj->found;
}

// Stamps the subobject and all that it is a base of.
static void mark_above(SubTree *sub_tree, SubObj *s) {
    if (s->stamp == sub_tree->walks) return;
    s->stamp = sub_tree->walks;
    for (SubUp *u = s->up; u; u = u->next) mark_above(sub_tree, u->sub);
}

// One of them has all others as its bases: it overrides them, too.
static SubObj *dominant(SubTree *sub_tree, const SubVec *sub_vec) {
    for (uint32_t i = 0; i < sub_vec->n; i++) {
        bool all = true;
        for (uint32_t k = 0; k < sub_vec->n && all; k++) {
            sub_tree->walks++;
            mark_above(sub_tree, sub_vec->at[k]);
            all = sub_vec->at[i]->stamp == sub_tree->walks;
        }
        if (all) return sub_vec->at[i];
    }
    return NULL;
}

FuncDecl *cxx_final_overrider(SubTree *sub_tree, SubObj *holder, FuncDecl *func, SubObj **in) {
    ArenaMark mark = arena_mark(&sub_tree->x->ctx->scratch);
    SubVec v = {0};
    sub_tree->walks++;
    SubObj *s =
        topmost(sub_tree, holder, func, &v) ? v.n == 1 ? v.at[0] : dominant(sub_tree, &v) : holder;
    arena_reset(&sub_tree->x->ctx->scratch, mark);
    *in = s;
    return s ? cxx_own_overrider(sub_tree->x, s->cls, func) : NULL;
}

// ---- the table of a class ----------------------------------------------------------------------

// Virtual bases can have siblings that override their functions: what a slot of the class's own
// table calls is found among all subobjects. Every other table's slots tell whether the class is
// abstract, and whether they have an overrider.
static void resolve_slots(Cxx *cxx, ClassDecl *cls) {
    SubTree *sub_tree = cxx_subobjects(cxx, cls, 0, cls);
    for (uint32_t i = 0; i < sub_tree->at.n; i++) {
        SubObj *sub_obj = sub_tree->at.at[i], *in;
        // (a virtual base that shares its table with one derived class may be overridden in
        // another)
        bool virtual_ = map_get(&sub_tree->virt, (uintptr_t)sub_obj->cls) == sub_obj;
        if (i && sub_obj->shares && !virtual_) continue;
        cxx_class_vtable(cxx, sub_obj->cls);
        for (uint32_t k = 0; k < sub_obj->cls->table.slots.n; k++) {
            FuncDecl *f = sub_obj->cls->table.slots.at[k];
            SubObj *holder = cxx_slot_holder(sub_tree, sub_obj, f);
            FuncDecl *o = holder ? cxx_final_overrider(sub_tree, holder, f, &in) : f;
            if (!o) {
                CXX_DIAG(cxx, d_override_ambiguous, cls->d.pos, &f->d, &cls->d);
                return;
            }
            if (!i) cls->table.finals.at[k] = o;
            cls->table.abstract |= holder && o->pure;
        }
    }
}

// The slots of the class's own primary vtable: those of its primary base, overridden, then its new
// virtual functions in declaration order (Itanium 2.5.2).
void cxx_class_vtable(Cxx *cxx, ClassDecl *cls) {
    if (cls->table.done || !cls->members.complete) return;
    if (cls->table.polymorphic && cls->table.has_virtual_bases && !cls->layout.done &&
        !cls->layout.busy) {
        cxx_class_layout(cxx, cls, cls->d.pos); // which is the primary base, and this function
        if (cls->table.done) return;
    }
    cls->table.done = true;
    if (!cls->table.polymorphic) return;
    ClassDecl *primary = NULL;
    uint32_t tables = 0;
    bool abstract = false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        if (!cxx_is_dynamic(b)) continue;
        cxx_class_vtable(cxx, b);
        tables++;
        abstract |= b->table.abstract;
        if (!primary && !cls->members.base[i].virtual_) primary = b;
    }
    if (!primary) primary = cls->layout.virtual_primary;
    if (primary) cxx_class_vtable(cxx, primary);
    for (uint32_t k = 0; primary && k < primary->table.finals.n; k++)
        push_slot(cxx, cls, primary->table.finals.at[k], primary->table.slots.at[k]);
    cxx_class_specials(cxx, cls);
    Scope *scope = cls->inner;
    for (uint32_t i = 0; i < cxx_index_size(scope); i++) {
        IndexEntry *e = &scope->index->e.at[i];
        if (e->flags & (IX_STATIC | IX_TYPEDEF | IX_FRIEND | IX_TEMPLATE)) continue;
        if (!(e->flags & IX_FUNCTION) || e->name == cxx->n.ctor) continue;
        // not declared virtual: it overrides if some base has a virtual function of that name
        if (!(e->flags & IX_VIRTUAL) && !cls->members.nbase) continue;
        if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
        Decl *d = scope->elab[i];
        if (decl_is(d, D_FUNC)) add_virtual(cxx, cls, (FuncDecl *)d);
    }
    if (cls->members.dtor && cls->members.dtor->is_implicit)
        add_virtual(cxx, cls, cls->members.dtor);
    if (cls->table.has_virtual_bases || (tables > 1 && abstract)) resolve_slots(cxx, cls);
    for (uint32_t i = 0; i < cls->table.finals.n; i++)
        cls->table.abstract |= cls->table.finals.at[i]->pure;
}
