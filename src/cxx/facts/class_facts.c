// SPDX-License-Identifier: Apache-2.0
// Questions about one class [class]: its bases and the paths to them, its fields, which of its
// functions are special members and comparisons. Each completes the class as far as it must.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

// Bases, walked to all paths to b: [class.member.lookup], [conv.ptr].
typedef struct Path {
    VEC(BaseSpec *) cur;
    BaseSpec **best;
    uint32_t nbest, found, depth;
    uint32_t reached, barren; // marks of classes: as a virtual base; nothing was found in it
    Cxx *x;
} Path;

static bool base_rec(const ClassDecl *d, const ClassDecl *b, uint32_t visit) {
    for (uint32_t i = 0; i < d->nbase; i++) {
        ClassDecl *c = d->base[i].cls;
        if (c == b) return true;
        if (c && cxx_class_visit(c, visit) && base_rec(c, b, visit)) return true;
    }
    return false;
}

bool cxx_class_has_base(Cxx *x, const ClassDecl *d, const ClassDecl *b) {
    return base_rec(d, b, cxx_visit_begin(x));
}

// Every find is another subobject: a virtual base is one, however it is reached, and visited once;
// a class in which nothing was found need not be searched again.
static void find_paths(Path *f, ClassDecl *d, ClassDecl *b) {
    if (++f->depth > 512 || f->found > 1) {
        f->depth--;
        return;
    }
    for (uint32_t i = 0; i < d->nbase; i++) {
        BaseSpec *s = &d->base[i];
        if (!s->cls || s->cls->visit == f->barren) continue;
        if (s->virtual_ && s->cls->visit == f->reached) continue;
        if (s->virtual_) s->cls->visit = f->reached;
        vec_push(xa(f->x), &f->cur, s);
        if (s->cls == b) {
            if (f->found++ == 0) {
                f->nbest = f->cur.n;
                f->best = arena_copy(xa(f->x), f->cur.at, sizeof(BaseSpec *) * f->cur.n,
                                     _Alignof(BaseSpec *));
            }
        } else {
            uint32_t found = f->found;
            find_paths(f, s->cls, b);
            if (f->found == found) s->cls->visit = f->barren;
        }
        f->cur.n--;
    }
    f->depth--;
}

bool cxx_class_derived_from(Cxx *x, ClassDecl *d, ClassDecl *b, BaseSpec ***path, uint32_t *n,
                            bool *ambiguous) {
    if (ambiguous) *ambiguous = false;
    if (path) *path = NULL;
    if (n) *n = 0;
    if (d == b || !cxx_class_complete(x, d, d->d.pos) || !d->nbase) return false;
    Path f = {.x = x, .reached = cxx_visit_begin(x), .barren = cxx_visit_begin(x)};
    find_paths(&f, d, b);
    if (!f.found) return false;
    if (path) *path = f.best;
    if (n) *n = f.nbest;
    if (ambiguous) *ambiguous = f.found > 1;
    return true;
}

bool cxx_is_comparison(const FuncDecl *f) {
    return f->op >= OP_EQ && f->op <= OP_CMP3 && f->kind == FK_NORMAL;
}

// [class.abstract]/3
void cxx_report_abstract(Cxx *x, const DiagRow *row, Type *cls, Pos pos) {
    const ClassDecl *c = cls->u.cls;
    diag(x->ctx, row, pos, cls);
    for (uint32_t i = 0; i < c->vtable.n; i++) {
        const FuncDecl *f = c->vtable.at[i];
        if (f->pure) CXX_DIAG(x, x_note_pure, f->d.pos, &f->d);
    }
}

// A class that is not complete, or whose layout is under way, is judged elsewhere.
bool cxx_no_abstract(Cxx *x, Type *t, const DiagRow *row, Pos pos) {
    bool array = ty_is_array(t);
    while (ty_is_array(t)) t = t->u.array.elem;
    t = ty_unqual(t);
    if (t->kind != TY_CLASS) return true;
    ClassDecl *c = t->u.cls;
    if (!c->complete || !c->polymorphic || c->layout_busy) return true;
    if (!cxx_class_layout(x, c, pos) || !c->abstract) return true;
    cxx_report_abstract(x, array ? &cxx_diag_rows[D_x_abstract_array] : row, t, pos);
    return false;
}

FuncDecl *cxx_find_dtor(Cxx *x, Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    t = ty_unqual(t);
    if (t->kind != TY_CLASS || !cxx_class_complete(x, t->u.cls, 0)) return NULL;
    cxx_class_specials(x, t->u.cls);
    if (t->u.cls->trivial_dtor) return NULL;
    return t->u.cls->dtor;
}

void cxx_collect_fields(Cxx *x, ClassDecl *c) {
    if (c->fields_done || !c->inner || !c->inner->index) return;
    c->fields_done = true;
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        bool other = e->flags & (IX_TEMPLATE | IX_FRIEND | IX_STATIC | IX_TYPEDEF | IX_FUNCTION);
        bool field = e->form == IXF_SIMPLE && !other;
        if (field && !s->state[i]) cxx_elaborate_entry(x, s, i);
    }
    for (uint32_t i = 1; i < c->fields.n; i++) { // nearly sorted: insertion
        FieldDecl *f = c->fields.at[i];
        uint32_t k = i;
        for (; k && c->fields.at[k - 1]->d.order > f->d.order; k--) {
            c->fields.at[k] = c->fields.at[k - 1];
        }
        c->fields.at[k] = f;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) c->fields.at[i]->index = i;
}

int cxx_special_kind(const FuncDecl *f) {
    if (!f->cls || f->d.type->kind != TY_FUNC || f->tmpl) return SP_NONE;
    const FuncType *t = &f->d.type->u.func;
    if (f->kind == FK_DTOR) return SP_DTOR;
    bool assign = f->op == OP_ASSIGN && !(f->d.flags & DF_STATIC);
    if (f->kind != FK_CTOR && !assign) return SP_NONE;
    if (f->kind == FK_CTOR && f->min_args == 0 && (!t->nparam || f->nparam == 0)) return SP_DEFAULT;
    if (t->nparam == 0 || f->min_args > 1) {
        return f->kind == FK_CTOR && f->min_args == 0 && !t->variadic ? SP_DEFAULT : SP_NONE;
    }
    Type *p = t->param[0];
    Type *to = ty_deref(p);
    if (to->kind != TY_CLASS || to->u.cls != f->cls) {
        return f->kind == FK_CTOR && f->min_args == 0 ? SP_DEFAULT : SP_NONE;
    }
    if (p->kind == TY_LREF) return assign ? SP_COPY_ASSIGN : SP_COPY;
    if (p->kind == TY_RREF) return assign ? SP_MOVE_ASSIGN : SP_MOVE;
    return assign ? SP_COPY_ASSIGN : SP_NONE;
}

bool cxx_is_special(const FuncDecl *f) {
    return cxx_special_kind(f) != SP_NONE;
}

// The constructor of c that stands for the constructor `base` of a base class, made on first use.
FuncDecl *cxx_inherited_ctor(Cxx *x, ClassDecl *c, FuncDecl *base) {
    if (base->cls == c) return base;
    for (uint32_t i = 0; i < c->nbase; i++) { // inherited by a direct base already
        ClassDecl *b = c->base[i].cls;
        BaseSpec **path;
        uint32_t n;
        bool ambiguous;
        if (!b || b == base->cls) continue;
        if (!cxx_class_derived_from(x, b, base->cls, &path, &n, &ambiguous)) continue;
        base = cxx_inherited_ctor(x, b, base);
        break;
    }
    uint64_t key = (uint64_t)c->d.id << 32 | base->d.id;
    FuncDecl *f = map_get(&x->decls->inherited, key);
    if (f) return f;
    f = cxx_decl_new(x, FuncDecl, D_FUNC, x->n.ctor, base->d.pos, 0, c->inner, c->env);
    map_put(&x->decls->inherited, key, f);
    f->kind = FK_CTOR;
    f->cls = c;
    f->inherited = base;
    f->d.type = base->d.type;
    f->d.access = base->d.access;
    f->d.linkage = LK_EXTERNAL;
    f->d.cuda = base->d.cuda;
    f->d.flags = DF_IMPLICIT | DF_INLINE | DF_MEMBER | (base->d.flags & DF_CONSTEXPR);
    f->is_implicit = f->defined = true;
    f->explicit_ = base->explicit_;
    f->deleted = base->deleted;
    f->min_args = base->min_args;
    f->nparam = base->nparam;
    f->param = arena_array(xa(x), VarDecl *, base->nparam + 1);
    f->param_scope = cxx_scope_new(x, SC_FUNC, c->inner, &f->d);
    f->body_scope = c->inner;
    f->body_env = c->env;
    for (uint32_t i = 0; i < f->nparam; i++) {
        f->param[i] = arena_copy(xa(x), base->param[i], sizeof(VarDecl), 16);
        f->param[i]->d.id = ++x->next_decl_id;
        f->param[i]->fn = f;
    }
    return f;
}

bool cxx_destroying_delete(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    return t->nparam > 1 && t->param[1]->kind == TY_CLASS;
}

static bool has_mutable(const Type *t, uint32_t depth) {
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *c = t->u.cls;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls && has_mutable(c->base[i].cls->d.type, depth + 1)) return true;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        if (f->d.flags & DF_MUTABLE || has_mutable(f->d.type, depth + 1)) return true;
    }
    return false;
}

bool cxx_has_mutable(const Type *t) {
    return has_mutable(t, 0);
}
