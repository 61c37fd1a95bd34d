// SPDX-License-Identifier: Apache-2.0
// Classes [class]: heads, bases, and members on demand. Completing a class means: its body is
// indexed (shared by all instances of a template) and its bases are known. Members are elaborated
// by look-ups; fields all at once when the layout is asked.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

Scope *cxx_nearest_declaring_scope(Scope *s) {
    while (s && (s->kind == SC_TPARAMS || s->kind == SC_CLASS || s->kind == SC_FUNC ||
                 s->kind == SC_ENUM)) {
        s = s->parent;
    }
    return s;
}

ClassDecl *cxx_class_new(Parse *p, Scope *s, const ClassHead *h, Atom name) {
    Cxx *x = p->x;
    ClassDecl *c = cxx_decl_new(x, ClassDecl, D_CLASS, name, h->pos, h->order, s, p->env);
    c->tag = (uint8_t)h->tag;
    c->head = h->head;
    c->env = p->env;
    c->d.linkage = LK_EXTERNAL;
    if (cxx_in_main_file(x, h->pos)) c->d.flags |= DF_IN_MAIN_FILE;
    c->lexical = p->scope;
    c->pack = x->tokens ? cxx_pack_at(x, h->head.begin) : 0;
    c->is_local = p->fn != NULL || (s && (s->kind == SC_BLOCK || s->kind == SC_FUNC));
    Type *t = ty_class(x, c);
    if (x->decls->unbound && p->dependent) {
        c->unbound = true;
        t->flags |= TF_DEPENDENT;
    }
    return c;
}

static void take_head(ClassDecl *c, const ClassHead *h) {
    c->head = h->head;
    c->body = h->body;
    c->base_clause = h->base_clause;
    c->final_ = h->final_;
    c->attr_align = CU_MAX(c->attr_align, h->align);
    if (h->packed) c->packed = true;
    c->tag = (uint8_t)h->tag;
    c->defined = true;
    c->d.pos = h->pos;
}

static ClassTag tag_of(uint16_t k) {
    return k == T_KW_CLASS ? CT_CLASS : k == T_KW_UNION ? CT_UNION : CT_STRUCT;
}

bool cxx_parse_class_head(Parse *p, ClassHead *h, QualName *q) {
    Cxx *x = p->x;
    memset(h, 0, sizeof *h);
    memset(q, 0, sizeof *q);
    h->tag = tag_of(cxx_peek(p));
    h->head.begin = h->order = p->at;
    h->pos = tok_pos(p);
    p->at++;
    h->attrs = cxx_parse_attributes(p, NULL);
    if (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_COLCOL) {
        h->has_name = true;
        h->pos = tok_pos(p);
        h->order = p->at;
        uint16_t n = cxx_peek_n(p, 1);
        if (cxx_peek(p) == T_IDENT && n != T_COLCOL && n != T_LT) {
            q->name = p->tok[p->at].text;
            q->pos = h->pos;
            q->order = p->at++;
        } else {
            if (!cxx_parse_qual_name(p, q)) return false;
            h->order = q->order;
            h->pos = p->tok[q->order].pos;
        }
    }
    if (cxx_at_attribute(p)) h->attrs = cxx_attrs_merge(x, h->attrs, cxx_parse_attributes(p, NULL));
    if (cxx_peek(p) == T_IDENT && p->tok[p->at].text == x->n.final_ &&
        (cxx_peek_n(p, 1) == T_LBRACE || cxx_peek_n(p, 1) == T_COLON)) {
        h->final_ = true;
        p->at++;
    }
    h->head.end = p->at;
    if (cxx_peek(p) == T_COLON) {
        // only a base clause is followed by a body; a bit-field's width is not
        uint32_t i = cxx_skip_bases(x, p->at + 1, p->end);
        if (i < p->end && p->tok[i].kind == T_LBRACE) {
            h->base_clause = (TokRange){p->at + 1, i};
            p->at = i;
        }
    }
    if (cxx_peek(p) == T_LBRACE) {
        h->is_def = true;
        h->body.begin = p->at;
        p->at = cxx_skip_group(p->tok, p->at, p->end);
        h->body.end = p->at;
        // attributes behind the body belong to the class (GNU)
        if (cxx_peek(p) == T_KW_ATTRIBUTE) {
            h->attrs = cxx_attrs_merge(x, h->attrs, cxx_parse_attributes(p, NULL));
        }
    }
    if (h->attrs) {
        h->align = h->attrs->align;
        if (h->attrs->packed) h->packed = true;
    }
    return true;
}

// ---- class specifiers --------------------------------------------------------------------------

static Type *class_from_name(Parse *p, const ClassHead *h, QualName *q) {
    Cxx *x = p->x;
    if (q->dep || q->is_template_id) {
        q->typename_ = true;
        return cxx_name_type(p, q);
    }
    if (!q->found.n) {
        if (q->scope && q->scope->kind == SC_CLASS)
            cxx_say_no_member(p, h->pos, q->scope, q->name);
        else
            cxx_say_undefined(p, h->pos, q->name);
        return x->ty_error;
    }
    for (uint32_t i = 0; i < q->found.n; i++) {
        if (q->found.at[i]->kind == D_CLASS) return q->found.at[i]->type;
    }
    return cxx_name_type(p, q);
}

static ClassDecl *local_class_named(Cxx *x, Scope *s, Atom name, uint32_t limit) {
    cxx_elaborate_before(x, s, name, limit, false);
    for (Decl *d = map_get(&s->names, name); d; d = d->next) {
        if (d->kind == D_CLASS) return (ClassDecl *)d;
        if (d->kind == D_TYPEDEF && d->type->kind == TY_CLASS && d->type->u.cls->d.name == name) {
            return d->type->u.cls;
        }
    }
    return NULL;
}

static ClassDecl *new_named(Parse *p, Scope *s, const ClassHead *h, Atom name, uint8_t access) {
    ClassDecl *c = cxx_class_new(p, s, h, name);
    c->d.access = access;
    if (s->kind == SC_CLASS) c->d.flags |= DF_MEMBER;
    cxx_declare(p, s, &c->d);
    c->d.scope = s;
    return c;
}

// [dcl.type.elab]/2, /3: what follows a class key names a class, and a union one that is a union.
static void check_tag(Parse *p, const ClassHead *h, const Decl *d, Atom name) {
    Cxx *x = p->x;
    if (!x->opt.check_all && !cxx_in_main_file(x, h->pos)) return;
    if (d->kind == D_CLASS) {
        const ClassDecl *c = (const ClassDecl *)d;
        bool other = (c->tag == CT_UNION) != (h->tag == CT_UNION);
        if (other && (c->defined || c->d.order != h->order)) CXX_DIAG(x, d_union_tag, h->pos, d);
    } else if (d->kind == D_TYPEDEF || d->kind == D_TPARM) {
        bool named =
            d->kind == D_TYPEDEF && d->type->kind == TY_CLASS && d->type->u.cls->d.name == name;
        if (!named && !(d->type && d->type->kind == TY_ERROR))
            CXX_DIAG(x, d_typedef_tag, h->pos, name);
    } else if (d->kind == D_ENUM) {
        CXX_DIAG(x, d_tag_differs, h->pos, name);
    }
}

// `struct A::B;` and `struct A<int>;` declare nothing [dcl.type.elab]/1, [temp.expl.spec]/1.
static void check_qualified_alone(Parse *p, const DeclSpec *ds, const ClassHead *h,
                                  const QualName *q) {
    Cxx *x = p->x;
    uint32_t key = h->head.begin;
    bool inst = key > 0 && p->tok[key - 1].kind == T_KW_TEMPLATE;
    if (cxx_peek(p) != T_SEMI || ds->is_friend || inst || p->dependent || p->env) return;
    if (!x->opt.check_all && !cxx_in_main_file(x, h->pos)) return;
    uint16_t before = key > 0 ? p->tok[key - 1].kind : T_SEMI; // not in a type-id
    if (before != T_SEMI && before != T_RBRACE && before != T_LBRACE) return;
    if (q->is_template_id)
        CXX_DIAG(x, d_spec_needs_header, h->pos);
    else
        CXX_DIAG(x, d_qualified_here, h->pos);
}

// The class a definition `struct A::B {` defines.
static ClassDecl *qualified_definition(Parse *p, const ClassHead *h, QualName *q) {
    for (uint32_t i = 0; i < q->found.n; i++) {
        if (q->found.at[i]->kind == D_CLASS) return (ClassDecl *)q->found.at[i];
    }
    if (q->scope && q->scope->kind == SC_NAMESPACE) {
        return new_named(p, q->scope, h, q->name, ACC_NONE);
    }
    cxx_say_undefined(p, h->pos, q->name);
    return NULL;
}

// A class that only friend declarations named so far is declared, at token `order`.
static void unhide(ClassDecl *c, uint32_t order) {
    if (!(c->d.flags & DF_FRIEND_ONLY)) return;
    c->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    c->d.order = order;
}

static void number_unnamed(Parse *p, ClassDecl *c) {
    if (p->fn) c->mangle_context = &p->fn->d;
}

static ClassDecl *define_class(Parse *p, const ClassHead *h, QualName *q, DeclSpec *ds) {
    Cxx *x = p->x;
    Scope *s = cxx_decl_scope(p->scope);
    ClassDecl *c = NULL;
    if (s->kind == SC_FUNC && s->parent) s = p->scope; // class in a parameter list: its own scope
    if (!h->has_name) {
        c = cxx_class_new(p, s, h, 0);
        c->d.access = cxx_entry_access(s, h->order);
        number_unnamed(p, c);
    } else if (q->qualified) {
        bool here = !q->scope || cxx_scope_encloses(s, q->scope);
        if (!here && cxx_in_main_file(x, h->pos)) // [class.pre]/4
            CXX_DIAG(x, d_spec_scope, h->pos, q->name);
        c = qualified_definition(p, h, q);
    } else {
        c = local_class_named(x, s, q->name, h->order);
        if (!c) c = new_named(p, s, h, q->name, cxx_entry_access(s, h->order));
    }
    if (!c) return NULL;
    if (ds && ds->is_friend) CXX_DIAG(x, d_type_defined_here, h->pos); // [class.friend]/2
    if (c->defined && c->body.begin != h->body.begin) {
        CXX_DIAG(x, d_class_redefined, h->pos, &c->d);
        cxx_note_declared(x, &c->d);
        return c;
    }
    if (!c->defined) {
        take_head(c, h);
        unhide(c, h->order);
        c->d.attrs = cxx_attrs_merge(x, c->d.attrs, h->attrs);
        c->lexical = q->qualified ? c->d.scope : p->scope;
        c->env = p->env;
        if (c->complete) c->complete = false; // an incomplete class asked about earlier
    }
    if (ds) ds->cls_defined = c;
    return c;
}

bool cxx_parse_class_specifier(Parse *p, DeclSpec *ds) {
    Cxx *x = p->x;
    ClassHead h;
    QualName q;
    if (!cxx_parse_class_head(p, &h, &q)) {
        ds->type = x->ty_error;
        return false;
    }
    if (h.is_def) {
        ClassDecl *c = define_class(p, &h, &q, ds);
        ds->type = c ? ty_class(x, c) : x->ty_error;
        // a class of a block is completed at once: its names must not see what follows
        if (c && c->is_local) {
            bool ok = cxx_class_complete(x, c, h.pos);
            if (ok) cxx_finish_class(x, c);
        }
        return c != NULL;
    }
    if (!h.has_name) {
        CXX_DIAG(x, d_expected_token, tok_pos(p), "identifier");
        ds->type = x->ty_error;
        return false;
    }
    if (q.qualified || q.is_template_id) {
        Type *t = class_from_name(p, &h, &q);
        ds->type = t ? t : x->ty_error;
        uint64_t errors = diag_errors_seen(x->ctx);
        if (q.qualified && !q.is_template_id && q.found.n == 1)
            check_tag(p, &h, q.found.at[0], q.name);
        if (errors == diag_errors_seen(x->ctx)) check_qualified_alone(p, ds, &h, &q);
        return true;
    }
    Scope *s = cxx_decl_scope(p->scope);
    bool declares = cxx_peek(p) == T_SEMI && !ds->is_friend;
    if (declares) { // struct A;
        ClassDecl *c = local_class_named(x, s, q.name, h.order);
        if (c) check_tag(p, &h, &c->d, q.name);
        if (!c) c = new_named(p, s, &h, q.name, cxx_entry_access(s, h.order));
        unhide(c, h.order);
        c->d.attrs = cxx_attrs_merge(x, c->d.attrs, h.attrs);
        ds->type = ty_class(x, c);
        return true;
    }
    Lookup l;
    cxx_lookup(p, q.name, LU_TYPE_ONLY, &l);
    if (cxx_types_ambiguous(x, &l)) CXX_DIAG(x, x_ambiguous_name, h.pos, q.name);
    Type *t = NULL;
    for (uint32_t i = 0; i < l.n && !t; i++) {
        if (l.at[i]->kind == D_CLASS || l.at[i]->kind == D_ENUM || l.at[i]->kind == D_TYPEDEF) {
            t = l.at[i]->type;
            check_tag(p, &h, l.at[i], q.name);
        }
    }
    if (!t && l.n && l.at[0]->kind == D_TPARM) {
        check_tag(p, &h, l.at[0], q.name);
        ds->type = x->ty_error;
        return true;
    }
    if (!t) { // declares it in the nearest block or namespace
        s = cxx_nearest_declaring_scope(p->scope);
        ClassDecl *c = local_class_named(x, s, q.name, h.order);
        if (!c) {
            c = new_named(p, s, &h, q.name, ACC_NONE);
            c->lexical = s;
            if (ds->is_friend) c->d.flags |= DF_FRIEND_ONLY;
        } else if (!ds->is_friend) {
            unhide(c, h.order);
        }
        t = ty_class(x, c);
    }
    ds->type = t;
    return true;
}

// ---- completion --------------------------------------------------------------------------------

// What is checked once per class that code needs: static_asserts of its body, and in the main file
// that using-declarations of an instance name members of its bases [namespace.udecl]/3.
void cxx_finish_class(Cxx *x, ClassDecl *c) {
    if (c->finished || c->candidate || !c->complete || !c->inner || !c->inner->index) return;
    c->finished = true;
    Index *ix = c->inner->index;
    bool named = c->env && cxx_in_main_file(x, c->d.pos);
    for (uint32_t i = 0; i < ix->e.n; i++) {
        IndexEntry e = ix->e.at[i];
        if (e.form == IXF_USING && named && !c->inner->state[i])
            cxx_elaborate_entry(x, c->inner, i);
        if (e.form != IXF_STATIC_ASSERT || e.group != i) continue;
        CxxInst inst; // for the backtrace
        if (!cxx_inst_push(x, &inst, &c->d, c->d.pos)) return;
        cxx_static_assert_at(x, e.begin, e.end, c->inner, c->inner->env);
        cxx_inst_pop(x, &inst);
    }
    if (c->is_local) {
        cxx_elaborate_all(x, c->inner);
        vec_push(xa(x), &x->decls->local_classes, c);
    }
}
