// SPDX-License-Identifier: Apache-2.0
// Completing a class: its definition is found or instantiated, its body indexed, its bases read.
// Members stay entries of the index until they are looked up.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"

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

// A definition that stands elsewhere: later in its scope, or outside of its class.
void cxx_answer_find_class_def(Cxx *x, ClassDecl *c) {
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

bool cxx_answer_class_complete(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->complete) { // for a deduction only, so far
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
