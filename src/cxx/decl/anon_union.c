// SPDX-License-Identifier: Apache-2.0
// Anonymous unions [class.union.anon], and the anonymous structures of GNU C++: what brings their
// members into the scope around them. In a class that is an unnamed member, through which look-up
// walks; in a block or namespace an unnamed variable, to whose members bindings refer.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/decl/decl.h"

// `struct { ... };` in a class: its members become members of the class.
void cxx_anonymous_member(Parse *parse, const DeclSpec *ds, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ds->cls_defined;
    if (cls->members.anon_member) return;
    for (uint32_t i = 0; cls->inner && i < cxx_index_size(cls->inner); i++) {
        const IndexEntry *e = &cls->inner->index->e.at[i];
        if (e->flags & IX_STATIC && e->form == IXF_SIMPLE) // [class.union.anon]/1
            CXX_DIAG(cxx, d_static_local_class, cxx->tokens->at[e->order].pos);
    }
    FieldDecl *f = cxx_decl_new(cxx, FieldDecl, D_FIELD, 0, cls->d.pos, cls->written.head.begin,
                                home, parse->env);
    f->d.type = ty_class(cxx, cls);
    f->d.access = (uint8_t)acc;
    f->d.flags = DF_MEMBER | (ds->flags & DF_MUTABLE);
    f->owner = home->cls;
    f->anonymous = true;
    f->align = ds->align;
    cls->members.anon_member = f;
    vec_push(xa(cxx), &home->cls->members.fields, f);
}

// The names of the members of c, and of anonymous ones inside of it, in scope `home`; v is the
// object.
static void bring_names(Parse *parse, Scope *home, VarDecl *var, ClassDecl *cls) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        if (field_decl->anonymous && field_decl->d.type->kind == TY_CLASS)
            bring_names(parse, home, var, field_decl->d.type->u.cls);
        if (!field_decl->d.name) continue;
        if (map_get(&home->names, field_decl->d.name) ||
            cxx_names_param(parse, field_decl->d.name)) {
            CXX_DIAG(cxx, d_already_declared, field_decl->d.pos,
                     field_decl->d.name); // [class.union.anon]/1
            continue;
        }
        BindingDecl *b = cxx_decl_new(cxx, BindingDecl, D_BINDING, field_decl->d.name,
                                      field_decl->d.pos, field_decl->d.order, home, parse->env);
        b->v.d.type = field_decl->d.type;
        b->v.capture_of = var;
        b->v.storage = var->storage;
        b->v.fn = parse->fn;
        b->e = cxx_build_member(parse, cxx_build_declref(parse, &var->d, cls->d.pos),
                                &field_decl->d, field_decl->d.pos);
        cxx_scope_add(cxx, home, &b->v.d);
    }
}

// A block's anonymous union.
void cxx_anonymous_local(Parse *parse, const DeclSpec *ds, Stmt *st) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ds->cls_defined;
    VarDecl *var = cxx_decl_new(cxx, VarDecl, D_VAR, 0, cls->d.pos, cls->written.head.begin,
                                parse->scope, parse->env);
    var->d.type = ty_class(cxx, cls);
    var->defined = var->init_done = true;
    var->fn = parse->fn;
    var->storage = ds->flags & DF_STATIC ? STOR_STATIC : STOR_AUTO;
    if (parse->fn) {
        var->index = parse->fn->body.locals.n;
        vec_push(xa(cxx), &parse->fn->body.locals, var);
    }
    cxx_class_layout(cxx, cls, cls->d.pos);
    cxx_default_init(parse, var->d.type, cls->d.pos); // for what keeps it from being made
    bring_names(parse, parse->scope, var, cls);
    VarDecl **list = arena_array(xa(cxx), VarDecl *, 1);
    list[0] = var;
    st->kind = S_DECL;
    st->u.decl.var = list;
    st->u.decl.n = 1;
}

// Itanium 5.1.6: an anonymous union goes by the name of its first named member in pre-order.
static Atom first_named(const ClassDecl *cls) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        Atom a = f->anonymous ? first_named(f->d.type->u.cls) : f->d.name;
        if (a) return a;
    }
    return 0;
}

// A namespace's, in front of the `;`.
Decl *cxx_anonymous_global(Parse *parse, const DeclSpec *ds, Scope *home) {
    Cxx *cxx = parse->x;
    ClassDecl *c = ds->cls_defined;
    if (!cxx_class_layout(cxx, c, c->d.pos)) return &c->d;
    Declarator d = {.type = ds->type, .pos = c->d.pos, .order = parse->at};
    d.name = first_named(c);
    DeclSpec plain = *ds;
    plain.cuda = 0; // nvcc's: a space mark applies to nothing here, which check_alone warns of
    VarDecl *v = cxx_make_var(parse, &plain, &d, home);
    if (v->d.linkage != LK_INTERNAL) CXX_DIAG(cxx, d_anonymous_not_static, c->d.pos); // /2
    bring_names(parse, home, v, c);
    return &v->d;
}
