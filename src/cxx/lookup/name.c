// SPDX-License-Identifier: Apache-2.0
// Qualified names: nested-name-specifiers, template-ids, operator, conversion and destructor names
// [expr.prim.id]. A qualifier is a scope, or a dependent type when it names an unbound template
// parameter or anything made from one; the last component is looked up but not judged here.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"

// ---- operator names ----------------------------------------------------------------------------

static const uint8_t token_op[T_count_] = {
    [T_PLUS] = OP_ADD,
    [T_MINUS] = OP_SUB,
    [T_STAR] = OP_MUL,
    [T_SLASH] = OP_DIV,
    [T_PERCENT] = OP_REM,
    [T_AMP] = OP_AND,
    [T_PIPE] = OP_OR,
    [T_CARET] = OP_XOR,
    [T_TILDE] = OP_BITNOT,
    [T_NOT] = OP_NOT,
    [T_ASSIGN] = OP_ASSIGN,
    [T_LT] = OP_LT,
    [T_GT] = OP_GT,
    [T_LTEQ] = OP_LE,
    [T_GTEQ] = OP_GE,
    [T_EQEQ] = OP_EQ,
    [T_NOTEQ] = OP_NE,
    [T_SPACESHIP] = OP_CMP3,
    [T_LTLT] = OP_SHL,
    [T_GTGT] = OP_SHR,
    [T_PLUSEQ] = OP_ADD_ASSIGN,
    [T_MINUSEQ] = OP_SUB_ASSIGN,
    [T_STAREQ] = OP_MUL_ASSIGN,
    [T_SLASHEQ] = OP_DIV_ASSIGN,
    [T_PERCENTEQ] = OP_REM_ASSIGN,
    [T_AMPEQ] = OP_AND_ASSIGN,
    [T_PIPEEQ] = OP_OR_ASSIGN,
    [T_CARETEQ] = OP_XOR_ASSIGN,
    [T_LTLTEQ] = OP_SHL_ASSIGN,
    [T_GTGTEQ] = OP_SHR_ASSIGN,
    [T_AMPAMP] = OP_LAND,
    [T_PIPEPIPE] = OP_LOR,
    [T_PLUSPLUS] = OP_PREINC,
    [T_MINUSMINUS] = OP_PREDEC,
    [T_COMMA] = OP_COMMA,
    [T_ARROW] = OP_ARROW,
    [T_ARROWSTAR] = OP_ARROW_STAR,
    [T_KW_CO_AWAIT] = OP_CO_AWAIT,
};

uint32_t cxx_operator_tokens(Cxx *x, uint32_t at, uint32_t end, CxxOp *op) {
    const Token *t = x->tokens->at;
    if (at >= end) return 0;
    uint16_t k = t[at].kind, k1 = at + 1 < end ? t[at + 1].kind : T_EOF;
    if (k == T_LPAREN && k1 == T_RPAREN) return *op = OP_CALL, 2;
    if (k == T_LBRACKET && k1 == T_RBRACKET) return *op = OP_SUBSCRIPT, 2;
    if (k == T_KW_NEW || k == T_KW_DELETE) {
        bool array = k1 == T_LBRACKET && at + 2 < end && t[at + 2].kind == T_RBRACKET;
        if (k == T_KW_NEW)
            *op = array ? OP_NEW_ARRAY : OP_NEW;
        else
            *op = array ? OP_DELETE_ARRAY : OP_DELETE;
        return array ? 3 : 1;
    }
    *op = (CxxOp)token_op[k];
    return *op != OP_NONE;
}

Atom cxx_literal_op_name(Cxx *x, uint32_t at, uint32_t *used) {
    const Token *t = x->tokens->at;
    LexString s = {0};
    *used = 1;
    Atom suffix = 0;
    if (lex_string(x->ctx, &t[at], 1, &s)) suffix = s.ud_suffix;
    if (!suffix && lex_is_word(t[at + 1].kind)) suffix = t[at + 1].text, *used = 2;
    return atom_printf(x->ctx, "operator\"\"%s", atom_str(x->ctx, suffix));
}

bool cxx_string_is(Cxx *x, uint32_t at, const char *s) {
    const char *t = atom_str(x->ctx, x->tokens->at[at].text);
    size_t n = strlen(s);
    return t[0] == '"' && strncmp(t + 1, s, n) == 0 && t[n + 1] == '"';
}

Atom cxx_guide_atom(Cxx *x, Atom class_name) {
    return atom_printf(x->ctx, "<guide> %s", atom_str(x->ctx, class_name));
}

// ---- scopes of types ---------------------------------------------------------------------------

// The member scope of a class or enumeration, completed as far as it can be; NULL after a
// diagnostic.
Scope *cxx_type_scope(Cxx *x, Type *t, Pos pos) {
    if (t->kind == TY_CLASS) {
        ClassDecl *c = t->u.cls;
        if (!c->complete && !c->completing && !cxx_class_complete(x, c, pos)) {
            if (c->d.flags & DF_INVALID) return NULL;
            CXX_DIAG(x, d_incomplete_type, pos, t);
            return NULL;
        }
        return c->inner;
    }
    if (t->kind == TY_ENUM) {
        cxx_enum_complete(x, t->u.enm);
        return t->u.enm->inner;
    }
    if (t->kind != TY_ERROR) CXX_DIAG(x, d_not_class_or_namespace, pos, t);
    return NULL;
}

// The type that one found declaration names, NULL if it is not a type.
static Type *decl_type(Parse *p, Decl *d) {
    switch (d->kind) {
    case D_CLASS:
    case D_ENUM:
    case D_TYPEDEF: return d->type;
    case D_TPARM: {
        TParmDecl *t = (TParmDecl *)d;
        if (t->kind != TA_TYPE) return NULL;
        TmplArg *a = cxx_parm_arg(p, t);
        if (!a) return ty_tparm(p->x, t);
        return a->kind == TA_TYPE ? a->type : p->x->ty_error;
    }
    default: return NULL;
    }
}

// The template meant by a name before '<': a template, a template template parameter or the
// injected name of an instance.
static Decl *as_template(Parse *p, const Lookup *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        Decl *d = l->at[i];
        if (d->kind == D_TEMPLATE || d->kind == D_CONCEPT) return d;
        if (d->kind == D_TPARM && ((TParmDecl *)d)->kind == TA_TEMPLATE) {
            TmplArg *a = cxx_parm_arg(p, (TParmDecl *)d);
            return a && a->kind == TA_TEMPLATE ? a->tmpl : d;
        }
        if (d->kind == D_CLASS && ((ClassDecl *)d)->tmpl) {
            ClassDecl *c = (ClassDecl *)d;
            if (c->d.name == c->tmpl->d.name) return &c->tmpl->d;
        }
    }
    return NULL;
}

// ---- names -------------------------------------------------------------------------------------

typedef struct Walk {
    Parse *p;
    QualName *q;
    Scope *scope;
    Scope *object; // class of the object expression: where the first name is looked up first
    bool declares; // the last name is being declared: what has it already is not asked for
} Walk;

static bool enter_type(Walk *w, Type *t, Pos pos) {
    Scope *before = w->scope;
    w->q->qualified = true;
    w->q->dep = NULL;
    w->q->cls_type = NULL;
    w->scope = NULL;
    if (t->kind == TY_ERROR) return false;
    if (ty_dependent(t) && t->kind != TY_CLASS) {
        w->q->dep = t->unqual;
        return true;
    }
    if (cxx_peek(w->p) == T_TILDE &&
        t->kind != TY_CLASS) { // of a scalar type [basic.lookup.qual]/6
        w->object = before;
        w->q->cls_type = t->unqual;
        return true;
    }
    w->scope = cxx_type_scope(w->p->x, t, pos);
    w->q->cls_type = t->unqual;
    return w->scope != NULL;
}

static bool find(Walk *w, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (w->q->dep) return false;
    if (w->scope) {
        if (cxx_lookup_in(w->p, w->scope, name, flags, out)) return true;
        // read unbound: a base that is not known may have it
        if (w->scope->kind == SC_CLASS && w->scope->cls->unbound_bases) {
            w->q->dep = ty_class(w->p->x, w->scope->cls);
            w->q->scope = w->scope = NULL;
        }
        return false;
    }
    if (w->object && cxx_lookup_in(w->p, w->object, name, flags, out)) return true;
    return cxx_lookup(w->p, name, flags, out);
}

// Is what has the last name already asked for? (With one lookup for each declaration of an
// overloaded name, n of them would cost n * n.) Whether a class that is read unbound has it decides
// how it is read.
static bool asked(const Walk *w) {
    return !w->declares || (w->scope && w->scope->kind == SC_CLASS && w->scope->cls->unbound_bases);
}

// Nothing has the name that stands before `::`.
static bool no_such_name(Walk *w, Atom name, Pos pos) {
    Cxx *x = w->p->x;
    Lookup l;
    if (w->scope && w->scope != x->global)
        cxx_say_no_member(w->p, pos, w->scope, name);
    else if (find(w, name, 0, &l))
        CXX_DIAG(x, d_not_class_or_namespace_name, pos, name);
    else
        cxx_say_undefined(w->p, pos, name);
    return false;
}

// `name ::`: enters what it names.
static bool enter_name(Walk *w) {
    Parse *p = w->p;
    Cxx *x = p->x;
    Atom name = p->tok[p->at].text;
    Pos pos = tok_pos(p);
    if (w->q->dep) {
        p->at += 2;
        return enter_type(w, ty_depname(x, w->q->dep, name, NULL), pos);
    }
    Lookup l;
    if (!find(w, name, LU_SCOPE_ONLY, &l)) {
        if (!w->q->dep) return no_such_name(w, name, pos);
        p->at += 2;
        return enter_type(w, ty_depname(x, w->q->dep, name, NULL), pos);
    }
    p->at += 2;
    if (cxx_types_ambiguous(x, &l)) return CXX_DIAG(x, x_ambiguous_name, pos, name);
    Decl *d = l.at[0];
    if (l.naming) cxx_check_access(p, d, l.naming, pos);
    if (d->kind == D_NAMESPACE) {
        w->scope = ((NamespaceDecl *)d)->inner;
        w->q->qualified = true;
        w->q->cls_type = NULL;
        return true;
    }
    Type *t = decl_type(p, d);
    if (!t) {
        if (d->kind == D_TEMPLATE)
            CXX_DIAG(x, d_template_needs_args, pos, d);
        else
            CXX_DIAG(x, d_not_class_or_namespace_name, pos, name);
        return false;
    }
    return enter_type(w, t, pos);
}

// The type of a template-id in a qualifier or type position.
static Type *template_id_type(Parse *p, Type *dep, Atom name, Decl *tmpl, TmplArgs *args, Pos pos) {
    if (!args) return p->x->ty_error;
    if (dep) return ty_depname(p->x, dep, name, args);
    return cxx_template_id_type(p, tmpl, args, pos);
}

// [over.literal]: `operator ""` and a suffix, in the string or behind it.
static void check_literal_name(Parse *p, uint32_t used) {
    const char *s = atom_str(p->x->ctx, p->tok[p->at].text);
    if (s[0] != '"' || s[1] != '"' || (used == 1 && !s[2]))
        CXX_DIAG(p->x, d_literal_name, tok_pos(p));
}

static bool operator_name(Walk *w) {
    Parse *p = w->p;
    QualName *q = w->q;
    q->order = p->at++;
    CxxOp op;
    uint32_t used = cxx_operator_tokens(p->x, p->at, p->end, &op);
    if (used) {
        q->op = (uint8_t)op;
        q->name = cxx_op_atom(p->x, op);
    } else if (cxx_peek(p) == T_STRING) {
        q->name = cxx_literal_op_name(p->x, p->at, &used);
        check_literal_name(p, used);
    } else {
        q->name = p->x->n.conv;
        Scope *in = w->scope ? w->scope : w->object;
        ClassDecl *outer = p->conv_class; // [basic.lookup.qual], [basic.lookup.classref]/7
        if (in && in->kind == SC_CLASS) p->conv_class = in->cls;
        q->conv_type = cxx_parse_conversion_type(p);
        p->conv_class = outer;
    }
    p->at += used;
    if (asked(w) || cxx_peek(p) == T_LT) find(w, q->name, 0, &q->found);
    if (cxx_peek(p) == T_LT && as_template(p, &q->found)) {
        q->is_template_id = true;
        q->targs = cxx_parse_template_args(p, as_template(p, &q->found));
        return q->targs != NULL;
    }
    return true;
}

static bool destructor_name(Walk *w) {
    Parse *p = w->p;
    QualName *q = w->q;
    p->at++;
    q->order = p->at;
    q->name = p->x->n.dtor;
    if (cxx_peek(p) == T_KW_DECLTYPE) {
        q->dtor_type = cxx_parse_decltype(p);
        return true;
    }
    if (cxx_peek(p) != T_IDENT) return cxx_expect(p, T_IDENT, "identifier");
    Atom name = p->tok[p->at].text;
    Pos pos = tok_pos(p);
    p->at++;
    Lookup l;
    // ~T is looked up in the class first, then around [basic.lookup.qual]
    if (w->scope || w->object)
        cxx_lookup_in(p, w->scope ? w->scope : w->object, name, LU_TYPE_ONLY, &l);
    else
        memset(&l, 0, sizeof l);
    if (!l.n) cxx_lookup(p, name, LU_TYPE_ONLY, &l);
    if (!l.n && !w->q->dep && (w->scope || w->object)) cxx_say_undefined(p, pos, name);
    if (cxx_peek(p) == T_LT && as_template(p, &l)) {
        Decl *t = as_template(p, &l);
        TmplArgs *args = cxx_parse_template_args(p, t);
        if (!args) return false;
        q->dtor_type = cxx_template_id_type(p, t, args, pos);
    } else if (l.n) {
        q->dtor_type = decl_type(p, l.at[0]);
        if (!q->dtor_type && q->cls_type) q->dtor_type = q->cls_type;
    }
    if (w->scope) find(w, q->name, 0, &q->found);
    return true;
}

// `f<args>(...)` where lookup finds no template but ADL may: nothing, or only functions
// [temp.names]/2 (C++20).
static bool adl_template_id(Walk *w, const Lookup *l) {
    const Parse *p = w->p;
    if (p->x->opt.std < 20 || w->q->qualified || w->q->dep) return false;
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->at[i]->kind != D_FUNC) return false;
    }
    uint32_t e = cxx_skip_angles(p->x, p->at + 1, p->end);
    return e && e < p->end && p->tok[e].kind == T_LPAREN && e > p->at + 2;
}

// Whether `name <` begins template arguments.
static Decl *template_before_lt(Walk *w, Atom name, bool kw, Lookup *l, bool *is_id) {
    find(w, name, 0, l);
    Decl *t = as_template(w->p, l);
    *is_id = t != NULL || (kw && !l->n) || (!t && adl_template_id(w, l));
    // typename T::name<...>: only a template can follow there
    if (w->q->dep && (kw || w->q->typename_)) *is_id = true;
    return t;
}

// [temp.res.general]/3; but a requirement may be `typename A<T>;` [expr.prim.req.type].
static void check_typename(Parse *p, const QualName *q, Pos pos) {
    if (!q->typename_ || q->qualified || q->order < 2 || !cxx_in_main_file(p->x, pos)) return;
    uint16_t before = p->tok[q->order - 2].kind;
    if (p->x->opt.std < 20 || (before != T_LBRACE && before != T_SEMI))
        CXX_DIAG(p->x, d_typename_unqualified, pos);
}

static bool walk(Walk *w) {
    Parse *p = w->p;
    QualName *q = w->q;
    Cxx *x = p->x;
    memset(q, 0, sizeof *q);
    if (cxx_accept(p, T_KW_TYPENAME)) q->typename_ = true;
    q->pos = tok_pos(p);
    if (cxx_accept(p, T_COLCOL)) {
        w->scope = x->global;
        q->global = q->qualified = true;
    } else if (cxx_peek(p) == T_KW_DECLTYPE) {
        Type *t = cxx_parse_decltype(p);
        if (!cxx_expect(p, T_COLCOL, "::") || !enter_type(w, t, q->pos)) return false;
    }
    for (;;) {
        bool kw = cxx_accept(p, T_KW_TEMPLATE);
        q->has_template_kw |= kw;
        q->scope = w->scope;
        q->end = tok_pos(p);
        if (cxx_peek(p) == T_KW_OPERATOR) return operator_name(w);
        if (cxx_peek(p) == T_TILDE) return destructor_name(w);
        if (cxx_peek(p) != T_IDENT) return cxx_expect(p, T_IDENT, "identifier");
        Atom name = p->tok[p->at].text;
        Pos pos = tok_pos(p);
        uint16_t next = cxx_peek_n(p, 1);
        if (next == T_COLCOL && cxx_peek_n(p, 2) != T_STAR) {
            if (!enter_name(w)) return false;
            continue;
        }
        q->name = name;
        q->order = p->at;
        if (next != T_LT) {
            check_typename(p, q, pos);
            if (asked(w)) find(w, name, 0, &q->found);
            p->at++;
            return true;
        }
        Lookup l;
        bool is_id;
        Decl *t = template_before_lt(w, name, kw, &l, &is_id);
        bool member = q->qualified ? w->scope && w->scope->kind == SC_CLASS : w->object != NULL;
        if (member && t && !kw && ((TemplateDecl *)t)->kind != TK_CLASS)
            cxx_suspect(p, p->at + 1, cxx_skip_angles(x, p->at + 1, p->end) + 3, 0, 0);
        p->at++;
        q->found = l;
        if (!is_id) return true;
        TmplArgs *args = cxx_parse_template_args(p, t);
        if (!args) return false;
        if (cxx_peek(p) == T_COLCOL && cxx_peek_n(p, 1) != T_STAR) {
            if (!t && !q->dep) return no_such_name(w, name, pos); // after `template`
            if (l.n && l.naming) cxx_check_access(p, l.at[0], l.naming, pos);
            Type *ty = template_id_type(p, q->dep, name, t, args, pos);
            p->at++;
            if (!enter_type(w, ty, pos)) return false;
            continue;
        }
        check_typename(p, q, pos);
        q->targs = args;
        q->is_template_id = true;
        q->end = p->tok[p->at - 1].pos;
        return true;
    }
}

bool cxx_parse_qual_name(Parse *p, QualName *q) {
    return walk(&(Walk){.p = p, .q = q});
}

bool cxx_parse_member_name(Parse *p, QualName *q, Scope *object) {
    return walk(&(Walk){.p = p, .q = q, .object = object});
}

bool cxx_parse_declared_name(Parse *p, QualName *q) {
    return walk(&(Walk){.p = p, .q = q, .declares = true});
}

Type *cxx_name_type(Parse *p, const QualName *q) {
    Cxx *x = p->x;
    if (q->dep) return q->typename_ ? ty_depname(x, q->dep, q->name, q->targs) : NULL;
    if (!q->found.n) return NULL;
    if (q->is_template_id) {
        Decl *t = as_template(p, &q->found);
        if (!t) return NULL;
        if (t->kind == D_TEMPLATE && ((TemplateDecl *)t)->kind != TK_CLASS &&
            ((TemplateDecl *)t)->kind != TK_ALIAS) {
            return NULL;
        }
        if (t->kind == D_CONCEPT) return NULL;
        return cxx_template_id_type(p, t, q->targs, q->pos);
    }
    Decl *d = q->found.at[0];
    Type *t = decl_type(p, d);
    if (t) return t;
    if (d->kind == D_TEMPLATE && (((TemplateDecl *)d)->kind == TK_CLASS ||
                                  (((TemplateDecl *)d)->kind == TK_ALIAS && x->opt.std >= 20))) {
        return ty_ctad(x, d);
    }
    if (d->kind == D_TPARM && ((TParmDecl *)d)->kind == TA_TEMPLATE) {
        Decl *tt = as_template(p, &q->found);
        return tt ? ty_ctad(x, tt) : NULL;
    }
    return NULL;
}
