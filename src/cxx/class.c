// SPDX-License-Identifier: Apache-2.0
// Classes [class]: heads, bases, and members on demand. Completing a class means: its body is
// indexed (shared by all instances of a template) and its bases are known. Members are elaborated
// by look-ups; fields all at once when the layout is asked.
#include "cxx/decl_int.h"

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

uint8_t cxx_entry_access(Scope *s, uint32_t order) {
    if (s->kind != SC_CLASS || !s->index) return ACC_NONE;
    // the access of the entry that holds this token; classes are small
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (order >= e->begin && order < e->end) return e->access;
    }
    return ACC_PUBLIC;
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

// ---- bases -------------------------------------------------------------------------------------

typedef VEC(BaseSpec) BaseVec;

static bool base_tokens_dependent(Cxx *x, const ClassDecl *c, uint32_t from, uint32_t to);

static void parse_base(Parse *p, ClassDecl *c, BaseVec *out) {
    Cxx *x = p->x;
    BaseSpec b = {.pos = tok_pos(p), .access = c->tag == CT_CLASS ? ACC_PRIVATE : ACC_PUBLIC};
    uint32_t begin = p->at;
    while (cxx_at_attribute(p)) cxx_parse_attributes(p, NULL);
    for (;; p->at++) {
        uint16_t k = cxx_peek(p);
        if (k == T_KW_VIRTUAL)
            b.virtual_ = true;
        else if (k == T_KW_PUBLIC)
            b.access = ACC_PUBLIC;
        else if (k == T_KW_PROTECTED)
            b.access = ACC_PROTECTED;
        else if (k == T_KW_PRIVATE)
            b.access = ACC_PRIVATE;
        else
            break;
    }
    b.pos = tok_pos(p);
    Type *t = NULL;
    uint32_t group = cxx_peek(p) == T_KW_DECLTYPE && cxx_peek_n(p, 1) == T_LPAREN
                         ? cxx_skip_group(p->tok, p->at + 1, p->end)
                         : 0;
    if (group && (group >= p->end || p->tok[group].kind != T_COLCOL)) {
        t = cxx_parse_decltype(p);
    } else {
        QualName q;
        if (!cxx_parse_qual_name(p, &q)) return;
        q.typename_ = true; // names in a base clause are types
        t = cxx_name_type(p, &q);
        if (!t) {
            if (q.found.n)
                CXX_DIAG(x, d_not_a_type, b.pos, q.name);
            else
                cxx_say_undefined(p, q.pos, q.name);
            return;
        }
    }
    b.type = t->unqual;
    b.was_dependent = c->env && base_tokens_dependent(x, c, begin, p->at);
    if (t->kind == TY_ERROR) return;
    if (t->kind != TY_CLASS) {
        if (!ty_dependent(t)) CXX_DIAG(x, d_not_a_class, b.pos, t);
        c->unbound_bases |= ty_dependent(t);
        return;
    }
    b.cls = t->u.cls;
    if (b.cls == c || !cxx_class_complete(x, b.cls, b.pos)) {
        if (!(b.cls->d.flags & DF_INVALID)) CXX_DIAG(x, d_incomplete_type, b.pos, t);
        return;
    }
    if (b.cls->final_) {
        CXX_DIAG(x, d_final_base, b.pos, t);
        cxx_note_declared(x, &b.cls->d);
    }
    if (b.cls->tag == CT_UNION || c->tag == CT_UNION) CXX_DIAG(x, d_union_base, b.pos);
    for (uint32_t i = 0; i < out->n; i++) {
        if (out->at[i].cls == b.cls) {
            CXX_DIAG(x, d_duplicate_base, b.pos, t);
            return;
        }
    }
    vec_push(xa(x), out, b);
}

// Whether a base clause's tokens name a parameter of an enclosing template, so that unqualified
// look-ups from the template's bodies skip that base [temp.dep]/4.
static bool base_tokens_dependent(Cxx *x, const ClassDecl *c, uint32_t from, uint32_t to) {
    const Token *t = x->tokens->at;
    for (uint32_t i = from; i < to; i++) {
        if (t[i].kind != T_IDENT) continue;
        if (i > from && t[i - 1].kind == T_COLCOL) continue;
        for (Env *e = c->env; e; e = e->outer) {
            for (uint32_t k = 0; k < e->params->n; k++) {
                if (e->params->parm[k]->d.name == t[i].text) return true;
            }
        }
        // a member of the class's template around it, or its own injected name
        for (Scope *s = c->lexical; s; s = s->parent) {
            if (s->kind != SC_CLASS || !s->cls->env) continue;
            if (map_get(&s->names, t[i].text) || t[i].text == s->cls->d.name) return true;
        }
        if (t[i].text == c->d.name) return true;
    }
    return false;
}

static void parse_bases(Cxx *x, ClassDecl *c) {
    if (!c->base_clause.end) return;
    BaseVec v = {0};
    Scope *around = c->inner->parent; // members are not in scope yet [basic.scope.class]/1
    Parse p = cxx_parse_at(x, c->base_clause.begin, c->base_clause.end, around, c->env);
    p.cls = c;
    while (p.at < p.end) {
        PackLoop l;
        uint32_t at = p.at;
        cxx_pack_begin(&p, &l);
        for (;;) {
            uint32_t n = v.n;
            parse_base(&p, c, &v);
            bool again = cxx_pack_next(&p, &l);
            if (!l.keep) v.n = n;
            if (!again) break;
        }
        if (p.at == at) p.at++;
        if (!cxx_accept(&p, T_COMMA)) break;
    }
    if (p.at < p.end) CXX_DIAG(x, d_expected_token, tok_pos(&p), "{");
    c->base = v.at;
    c->nbase = v.n;
}

// ---- completion --------------------------------------------------------------------------------

// A definition that stands elsewhere: later in its scope, or outside of its class.
void cxx_find_class_def(Cxx *x, ClassDecl *c) {
    if (c->defined || !c->d.name || !c->d.scope) return;
    if (c->d.scope->kind == SC_NAMESPACE || c->d.scope->kind == SC_CLASS) {
        cxx_elaborate_name(x, c->d.scope, c->d.name);
        if (c->defined) return;
    }
    for (MemberDef *m = cxx_member_defs(x, c->d.name); m; m = m->next) {
        if (!m->is_class || m->used || m->nheaders) continue;
        Decl *o = cxx_member_def_owner(x, m);
        if (!o) continue;
        Scope *in = o->kind == D_CLASS       ? ((ClassDecl *)o)->inner
                    : o->kind == D_NAMESPACE ? ((NamespaceDecl *)o)->inner
                                             : NULL;
        if (in != c->d.scope) continue;
        m->used = true;
        Parse p = cxx_parse_at(x, m->begin, m->end, m->scope, NULL);
        cxx_parse_declaration(&p, m->scope, ACC_NONE);
        if (c->defined) return;
    }
    if (!c->defined) cxx_class_find_def(x, c);
}

// Only constructors, and fields of a class without constructors, may have the name of the class
// [class.mem]/20, 21.
static void check_member_names(Cxx *x, const ClassDecl *c) {
    const Index *ix = c->inner->index;
    bool ctor = false;
    for (uint32_t i = 0; i < ix->e.n && !ctor; i++) ctor = ix->e.at[i].name == x->n.ctor;
    for (uint32_t i = 0; i < ix->e.n; i++) {
        const IndexEntry *e = &ix->e.at[i];
        if (e->name != c->d.name || !e->name || e->flags & IX_FRIEND) continue;
        if (e->form > IXF_ENUM && e->form != IXF_ALIAS) continue;
        bool field = e->form == IXF_SIMPLE && !(e->flags & (IX_STATIC | IX_FUNCTION | IX_TYPEDEF));
        if (field && !ctor) continue;
        uint16_t next = x->tokens->at[e->order + 1].kind;
        bool tag = e->form == IXF_CLASS || e->form == IXF_ENUM;
        // `struct S *next` names the class itself
        if (tag && next != T_LBRACE && next != T_COLON && next != T_SEMI) continue;
        CXX_DIAG(x, d_same_name_member, x->tokens->at[e->order].pos);
    }
}

bool cxx_class_complete(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->complete) {
        if (!c->candidate) return true;
        c->candidate = false;
        vec_push(xa(x), &x->decls->completed, c);
        return true;
    }
    if (c->completing) return false;
    if (c->d.flags & DF_INVALID) return false;
    if (!c->body.end) {
        bool found = false;
        if (c->tmpl) found = cxx_class_instantiate(x, c, pos);
        if (!c->tmpl) cxx_class_find_spec(x, c);
        if (!found && !c->tmpl && !c->body.end) cxx_find_class_def(x, c);
        if (!c->body.end) return c->complete;
    }
    if (c->explicit_spec && c->tmpl && !x->inst_stack) tm_check_spec_order(x, &c->d, pos);
    if (!c->tmpl && c->env && !c->explicit_spec) cxx_class_find_spec(x, c);
    if (++x->decls->depth > x->ctx->max_depth) {
        x->decls->depth--;
        c->d.flags |= DF_INVALID;
        return cxx_too_deep(x, pos);
    }
    c->defined = true;
    c->completing = true;
    if (!c->inner) {
        c->inner = cxx_scope_new(x, SC_CLASS, c->lexical ? c->lexical : c->d.scope, &c->d);
        c->inner->env = c->env;
    }
    c->inner->cls = c;
    if (!c->inner->index) {
        Index *ix = cxx_class_index(x, c->body.begin, c->body.end, c->d.name, (ClassTag)c->tag);
        cxx_scope_attach_index(x, c->inner, ix);
        if (!c->env) check_member_names(x, c);
        if (!c->env) cxx_check_anonymous(x, c);
    }
    CxxInst inst;
    if (!cxx_inst_push(x, &inst, &c->d, pos)) {
        c->completing = false;
        c->d.flags |= DF_INVALID;
        x->decls->depth--;
        return false;
    }
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    parse_bases(x, c);
    if (diag_trap_pop(x->ctx, &trap) && trap.silent) c->host_errors = true;
    cxx_inst_pop(x, &inst);
    for (uint32_t i = 0; i < c->nbase; i++) {
        c->polymorphic |= c->base[i].cls->polymorphic;
        c->has_virtual_bases |= c->base[i].virtual_ || c->base[i].cls->has_virtual_bases;
    }
    for (uint32_t i = 0; i < c->inner->index->e.n && !c->polymorphic; i++) {
        if (c->inner->index->e.at[i].flags & IX_VIRTUAL) c->polymorphic = true;
    }
    c->completing = false;
    c->complete = true;
    x->decls->depth--;
    vec_push(xa(x), &x->decls->completed, c);
    return true;
}

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

// Bases, walked to all paths to b: [class.member.lookup], [conv.ptr].
typedef struct Path {
    VEC(BaseSpec *) cur;
    BaseSpec **best;
    uint32_t nbest, found, depth;
    uint32_t reached, barren; // marks of classes: as a virtual base; nothing was found in it
    Cxx *x;
} Path;

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
