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

// Looks at each class of the lattice once.
static bool base_rec(const ClassDecl *cls, const ClassDecl *b, uint32_t visit) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *c = cls->members.base[i].cls;
        if (c == b) return true;
        if (c && cxx_class_visit(c, visit) && base_rec(c, b, visit)) return true;
    }
    return false;
}

bool cxx_class_has_base(Cxx *cxx, const ClassDecl *cls, const ClassDecl *b) {
    return base_rec(cls, b, cxx_visit_begin(cxx));
}

// Every find is another subobject: a virtual base is one, however it is reached, and visited once;
// a class in which nothing was found need not be searched again.
static void find_paths(Path *path, ClassDecl *cls, ClassDecl *b) {
    if (++path->depth > 512 || path->found > 1) {
        path->depth--;
        return;
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        BaseSpec *base_spec = &cls->members.base[i];
        if (!base_spec->cls || base_spec->cls->memo.visit == path->barren) continue;
        if (base_spec->virtual_ && base_spec->cls->memo.visit == path->reached) continue;
        if (base_spec->virtual_) base_spec->cls->memo.visit = path->reached;
        vec_push(xa(path->x), &path->cur, base_spec);
        if (base_spec->cls == b) {
            if (path->found++ == 0) {
                path->nbest = path->cur.n;
                path->best = arena_copy(xa(path->x), path->cur.at, sizeof(BaseSpec *) * path->cur.n,
                                        _Alignof(BaseSpec *));
            }
        } else {
            uint32_t found = path->found;
            find_paths(path, base_spec->cls, b);
            if (path->found == found) base_spec->cls->memo.visit = path->barren;
        }
        path->cur.n--;
    }
    path->depth--;
}

bool cxx_class_derived_from(Cxx *cxx, ClassDecl *cls, ClassDecl *b, BaseSpec ***path, uint32_t *n,
                            bool *ambiguous) {
    if (ambiguous) *ambiguous = false;
    if (path) *path = NULL;
    if (n) *n = 0;
    if (cls == b || !cxx_class_complete(cxx, cls, cls->d.pos) || !cls->members.nbase) return false;
    Path f = {.x = cxx, .reached = cxx_visit_begin(cxx), .barren = cxx_visit_begin(cxx)};
    find_paths(&f, cls, b);
    if (!f.found) return false;
    if (path) *path = f.best;
    if (n) *n = f.nbest;
    if (ambiguous) *ambiguous = f.found > 1;
    return true;
}

bool cxx_is_comparison(const FuncDecl *func) {
    return func->op >= OP_EQ && func->op <= OP_CMP3 && func->kind == FK_NORMAL;
}

// [class.abstract]/3
void cxx_report_abstract(Cxx *cxx, const DiagRow *row, Type *cls, Pos pos) {
    const ClassDecl *c = cls->u.cls;
    if (c->table.override_missed) return; // which is why
    diag(cxx->ctx, row, pos, cls);
    for (uint32_t i = 0; i < c->table.finals.n; i++) {
        const FuncDecl *f = c->table.finals.at[i];
        if (f->pure) CXX_DIAG(cxx, x_note_pure, f->d.pos, &f->d);
    }
}

// A class that is not complete, or whose layout is under way, is judged elsewhere.
bool cxx_no_abstract(Cxx *cxx, Type *type, const DiagRow *row, Pos pos) {
    bool array = ty_is_array(type);
    while (ty_is_array(type)) type = type->u.array.elem;
    type = ty_unqual(type);
    if (type->kind != TY_CLASS) return true;
    ClassDecl *c = type->u.cls;
    if (!c->members.complete || !c->table.polymorphic || c->layout.busy) return true;
    if (!cxx_class_layout(cxx, c, pos) || !c->table.abstract) return true;
    cxx_report_abstract(cxx, array ? DIAG_OF(cxx, x_abstract_array) : row, type, pos);
    return false;
}

// Of an array its element's; the special members are demanded.
FuncDecl *cxx_find_dtor(Cxx *cxx, Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    type = ty_unqual(type);
    if (type->kind != TY_CLASS || !cxx_class_complete(cxx, type->u.cls, 0)) return NULL;
    cxx_class_specials(cxx, type->u.cls);
    if (type->u.cls->special.trivial_dtor) return NULL;
    return type->u.cls->members.dtor;
}

void cxx_collect_fields(Cxx *cxx, ClassDecl *cls) {
    if (cls->members.fields_known || !cls->inner || !cls->inner->index) return;
    cls->members.fields_known = true;
    Scope *scope = cls->inner;
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        IndexEntry *e = &scope->index->e.at[i];
        bool other = e->flags & (IX_TEMPLATE | IX_FRIEND | IX_STATIC | IX_TYPEDEF | IX_FUNCTION);
        bool field = e->form == IXF_SIMPLE && !other;
        if (field && !scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
    }
    for (uint32_t i = 1; i < cls->members.fields.n; i++) { // nearly sorted: insertion
        FieldDecl *f = cls->members.fields.at[i];
        uint32_t k = i;
        for (; k && cls->members.fields.at[k - 1]->d.order > f->d.order; k--) {
            cls->members.fields.at[k] = cls->members.fields.at[k - 1];
        }
        cls->members.fields.at[k] = f;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) cls->members.fields.at[i]->index = i;
}

// By its form: the first parameter's type, and defaults for all others [class.copy.ctor]/1.
int cxx_special_kind(const FuncDecl *func) {
    if (!func->cls || !cxx_is_typed(func) || func->inst.tmpl) return SP_NONE;
    if (func->kind == FK_DTOR) return SP_DTOR;
    bool assign = func->op == OP_ASSIGN && !(func->d.flags & DF_STATIC);
    if (func->kind != FK_CTOR && !assign) return SP_NONE;

    // [class.default.ctor]/1: one that needs no argument, whatever it could take
    const FuncType *type = &func->d.type->u.func;
    bool no_argument = !assign && func->min_args == 0,
         no_parameter = !type->nparam || !func->nparam;
    if (no_argument && no_parameter) return SP_DEFAULT;
    if (!type->nparam || func->min_args > 1) return SP_NONE;

    Type *first = type->param[0], *to = ty_deref(first);
    bool own = to->kind == TY_CLASS && to->u.cls == func->cls;
    if (!own) return no_argument ? SP_DEFAULT : SP_NONE;
    if (first->kind == TY_LREF) return assign ? SP_COPY_ASSIGN : SP_COPY;
    if (first->kind == TY_RREF) return assign ? SP_MOVE_ASSIGN : SP_MOVE;
    return assign ? SP_COPY_ASSIGN : SP_NONE;
}

bool cxx_is_special(const FuncDecl *func) {
    return cxx_special_kind(func) != SP_NONE;
}

// The constructor of cls that stands for the constructor `base` of a base class, made on first use.
FuncDecl *cxx_inherited_ctor(Cxx *cxx, ClassDecl *cls, FuncDecl *base) {
    if (base->cls == cls) return base;
    for (uint32_t i = 0; i < cls->members.nbase; i++) { // inherited by a direct base already
        ClassDecl *b = cls->members.base[i].cls;
        BaseSpec **path;
        uint32_t n;
        bool ambiguous;
        if (!b || b == base->cls) continue;
        if (!cxx_class_derived_from(cxx, b, base->cls, &path, &n, &ambiguous)) continue;
        base = cxx_inherited_ctor(cxx, b, base);
        break;
    }
    uint64_t key = (uint64_t)cls->d.id << 32 | base->d.id;
    FuncDecl *func = map_get(&cxx->decls->inherited, key);
    if (func) return func;
    func = cxx_decl_new(cxx, FuncDecl, D_FUNC, cxx->n.ctor, base->d.pos, 0, cls->inner, cls->env);
    map_put(&cxx->decls->inherited, key, func);
    func->kind = FK_CTOR;
    func->cls = cls;
    func->inherited = base;
    func->d.type = base->d.type;
    func->d.access = base->d.access;
    func->d.linkage = LK_EXTERNAL;
    func->d.cuda = base->d.cuda;
    func->d.flags = DF_IMPLICIT | DF_INLINE | DF_MEMBER | (base->d.flags & DF_CONSTEXPR);
    func->is_implicit = func->body.defined = true;
    func->written.explicit_ = base->written.explicit_;
    func->written.deleted = base->written.deleted;
    func->min_args = base->min_args;
    func->nparam = base->nparam;
    func->param = arena_array(xa(cxx), VarDecl *, base->nparam + 1);
    func->param_scope = cxx_scope_new(cxx, SC_FUNC, cls->inner, &func->d);
    func->body.scope = cls->inner;
    func->body.env = cls->env;
    for (uint32_t i = 0; i < func->nparam; i++) {
        func->param[i] = arena_copy(xa(cxx), base->param[i], sizeof(VarDecl), 16);
        func->param[i]->d.id = cxx_decl_id(cxx);
        func->param[i]->fn = func;
    }
    return func;
}

bool cxx_destroying_delete(const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    return t->nparam > 1 && t->param[1]->kind == TY_CLASS;
}

// depth: classes in classes, an end for those in error.
static bool has_mutable(const Type *type, uint32_t depth) {
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *c = type->u.cls;
    for (uint32_t i = 0; i < c->members.nbase; i++) {
        if (c->members.base[i].cls && has_mutable(c->members.base[i].cls->d.type, depth + 1))
            return true;
    }
    for (uint32_t i = 0; i < c->members.fields.n; i++) {
        const FieldDecl *f = c->members.fields.at[i];
        if (f->d.flags & DF_MUTABLE || has_mutable(f->d.type, depth + 1)) return true;
    }
    return false;
}

bool cxx_has_mutable(const Type *type) {
    return has_mutable(type, 0);
}
