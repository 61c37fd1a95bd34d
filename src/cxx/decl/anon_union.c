// SPDX-License-Identifier: Apache-2.0
// Anonymous unions [class.union.anon], and the anonymous structures of GNU C++: what brings their
// members into the scope around them. In a class that is an unnamed member, through which look-up
// walks; in a block or namespace an unnamed variable, to whose members bindings refer.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/decl/decl.h"

// `struct { ... };` in a class: its members become members of the class.
void cxx_anonymous_member(Parse *p, const DeclSpec *ds, Scope *s, Access acc) {
    Cxx *x = p->x;
    ClassDecl *c = ds->cls_defined;
    if (c->anon_member) return;
    FieldDecl *f = cxx_decl_new(x, FieldDecl, D_FIELD, 0, c->d.pos, c->head.begin, s, p->env);
    f->d.type = ty_class(x, c);
    f->d.access = (uint8_t)acc;
    f->d.flags = DF_MEMBER | (ds->flags & DF_MUTABLE);
    f->owner = s->cls;
    f->anonymous = true;
    f->align = ds->align;
    c->anon_member = f;
    vec_push(xa(x), &s->cls->fields, f);
}

// The names of the members of c, and of anonymous ones inside of it, in scope s; v is the object.
static void bring_names(Parse *p, Scope *s, VarDecl *v, ClassDecl *c) {
    Cxx *x = p->x;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (f->anonymous && f->d.type->kind == TY_CLASS) bring_names(p, s, v, f->d.type->u.cls);
        if (!f->d.name) continue;
        if (map_get(&s->names, f->d.name) || cxx_names_param(p, f->d.name)) {
            CXX_DIAG(x, d_already_declared, f->d.pos, f->d.name); // [class.union.anon]/1
            continue;
        }
        BindingDecl *b =
            cxx_decl_new(x, BindingDecl, D_BINDING, f->d.name, f->d.pos, f->d.order, s, p->env);
        b->v.d.type = f->d.type;
        b->v.capture_of = v;
        b->v.storage = v->storage;
        b->v.fn = p->fn;
        b->e = cxx_build_member(p, cxx_build_declref(p, &v->d, c->d.pos), &f->d, f->d.pos);
        cxx_scope_add(x, s, &b->v.d);
    }
}

// A block's anonymous union.
void cxx_anonymous_local(Parse *p, const DeclSpec *ds, Stmt *st) {
    Cxx *x = p->x;
    ClassDecl *c = ds->cls_defined;
    VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, 0, c->d.pos, c->head.begin, p->scope, p->env);
    v->d.type = ty_class(x, c);
    v->defined = v->init_done = true;
    v->fn = p->fn;
    v->storage = ds->flags & DF_STATIC ? STOR_STATIC : STOR_AUTO;
    if (p->fn) {
        v->index = p->fn->locals.n;
        vec_push(xa(x), &p->fn->locals, v);
    }
    cxx_class_layout(x, c, c->d.pos);
    bring_names(p, p->scope, v, c);
    VarDecl **list = arena_array(xa(x), VarDecl *, 1);
    list[0] = v;
    st->kind = S_DECL;
    st->u.decl.var = list;
    st->u.decl.n = 1;
}

// Itanium 5.1.6: an anonymous union goes by the name of its first named member in pre-order.
static Atom first_named(const ClassDecl *c) {
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        Atom a = f->anonymous ? first_named(f->d.type->u.cls) : f->d.name;
        if (a) return a;
    }
    return 0;
}

// A namespace's, in front of the `;`.
Decl *cxx_anonymous_global(Parse *p, const DeclSpec *ds, Scope *s) {
    Cxx *x = p->x;
    ClassDecl *c = ds->cls_defined;
    if (!cxx_class_layout(x, c, c->d.pos)) return &c->d;
    Declarator d = {.type = ds->type, .pos = c->d.pos, .order = p->at};
    d.name = first_named(c);
    DeclSpec plain = *ds;
    plain.cuda = 0; // nvcc's: a space mark applies to nothing here, which check_alone warns of
    VarDecl *v = cxx_make_var(p, &plain, &d, s);
    if (v->d.linkage != LK_INTERNAL) CXX_DIAG(x, d_anonymous_not_static, c->d.pos); // /2
    bring_names(p, s, v, c);
    return &v->d;
}
