// SPDX-License-Identifier: Apache-2.0
// Qualified names: nested-name-specifiers, template-ids, operator, conversion and destructor names
// [expr.prim.id]. A qualifier is a scope, or a dependent type when it names an unbound template
// parameter or anything made from one; the last component is looked up but not judged here.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"

// ---- scopes of types ---------------------------------------------------------------------------

// The member scope of a class or enumeration, completed as far as it can be; NULL after a
// diagnostic.
Scope *cxx_type_scope(Cxx *cxx, Type *type, Pos pos) {
    if (type->kind == TY_CLASS) {
        ClassDecl *c = type->u.cls;
        if (!c->members.complete && !c->members.completing && !cxx_class_complete(cxx, c, pos)) {
            if (c->d.flags & DF_INVALID) return NULL;
            cxx_say_incomplete(cxx, pos, type);
            return NULL;
        }
        return c->inner;
    }
    if (type->kind == TY_ENUM) {
        cxx_enum_complete(cxx, type->u.enm);
        return type->u.enm->inner;
    }
    if (type->kind != TY_ERROR) CXX_DIAG(cxx, d_not_class_or_namespace, pos, type);
    return NULL;
}

// The type that one found declaration names, NULL if it is not a type.
static Type *decl_type(Parse *parse, Decl *decl) {
    switch (decl->kind) {
    case D_CLASS:
    case D_ENUM:
    case D_TYPEDEF: return decl->type;
    case D_TPARM: {
        TParmDecl *t = (TParmDecl *)decl;
        if (t->kind != TA_TYPE) return NULL;
        TmplArg *a = cxx_parm_arg(parse, t);
        if (!a) return ty_tparm(parse->x, t);
        return a->kind == TA_TYPE ? a->type : parse->x->ty_error;
    }
    default: return NULL;
    }
}

// The template meant by a name before '<': a template, a template template parameter or the
// injected name of an instance.
static Decl *as_template(Parse *parse, const Lookup *lookup) {
    for (uint32_t i = 0; i < lookup->n; i++) {
        Decl *d = lookup->at[i];
        if (is_any_of(d->kind, D_TEMPLATE, D_CONCEPT)) return d;
        if (d->kind == D_TPARM && ((TParmDecl *)d)->kind == TA_TEMPLATE) {
            TmplArg *a = cxx_parm_arg(parse, (TParmDecl *)d);
            return a && a->kind == TA_TEMPLATE ? a->tmpl : d;
        }
        if (d->kind == D_CLASS && ((ClassDecl *)d)->inst.tmpl) {
            ClassDecl *c = (ClassDecl *)d;
            if (c->d.name == c->inst.tmpl->d.name) return &c->inst.tmpl->d;
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

static bool enter_type(Walk *walk, Type *type, Pos pos) {
    Scope *before = walk->scope;
    walk->q->qualified = true;
    walk->q->dep = NULL;
    walk->q->cls_type = NULL;
    walk->scope = NULL;
    if (type->kind == TY_ERROR) return false;
    if (ty_dependent(type) && type->kind != TY_CLASS) {
        walk->q->dep = type->unqual;
        return true;
    }
    if (cxx_peek(walk->p) == T_TILDE &&
        type->kind != TY_CLASS) { // of a scalar type [basic.lookup.qual]/6
        walk->object = before;
        walk->q->cls_type = type->unqual;
        return true;
    }
    walk->scope = cxx_type_scope(walk->p->x, type, pos);
    walk->q->cls_type = type->unqual;
    return walk->scope != NULL;
}

static bool find(Walk *walk, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (walk->q->dep) return false;
    if (walk->scope) {
        if (cxx_lookup_in(walk->p, walk->scope, name, flags, out)) return true;
        // read unbound: a base that is not known may have it
        if (walk->scope->kind == SC_CLASS && walk->scope->cls->members.unbound_bases) {
            walk->q->dep = ty_class(walk->p->x, walk->scope->cls);
            walk->q->scope = walk->scope = NULL;
        }
        return false;
    }
    if (walk->object && cxx_lookup_in(walk->p, walk->object, name, flags, out)) return true;
    return cxx_lookup(walk->p, name, flags, out);
}

// Is what has the last name already asked for? (With one lookup for each declaration of an
// overloaded name, n of them would cost n * n.) Whether a class that is read unbound has it decides
// how it is read.
static bool asked(const Walk *walk) {
    return !walk->declares ||
           (scope_is(walk->scope, SC_CLASS) && walk->scope->cls->members.unbound_bases);
}

// Nothing has the name that stands before `::`.
static bool no_such_name(Walk *walk, Atom name, Pos pos) {
    Cxx *x = walk->p->x;
    Lookup l;
    if (walk->scope && walk->scope != x->global)
        cxx_say_no_member(walk->p, pos, walk->scope, name);
    else if (find(walk, name, 0, &l))
        CXX_DIAG(x, d_not_class_or_namespace_name, pos, name);
    else
        cxx_say_undefined(walk->p, pos, name);
    return false;
}

// `name ::`: enters what it names.
static bool enter_name(Walk *walk) {
    Parse *parse = walk->p;
    Cxx *cxx = parse->x;
    Atom name = parse->tok[parse->at].text;
    Pos pos = tok_pos(parse);
    if (walk->q->dep) {
        parse->at += 2;
        return enter_type(walk, ty_depname(cxx, walk->q->dep, name, NULL), pos);
    }
    Lookup lookup;
    if (!find(walk, name, LU_SCOPE_ONLY, &lookup)) {
        if (!walk->q->dep) return no_such_name(walk, name, pos);
        parse->at += 2;
        return enter_type(walk, ty_depname(cxx, walk->q->dep, name, NULL), pos);
    }
    parse->at += 2;
    if (cxx_types_ambiguous(cxx, &lookup)) return CXX_DIAG(cxx, x_ambiguous_name, pos, name);
    Decl *decl = lookup.at[0];
    if (lookup.naming) cxx_check_access(parse, decl, lookup.naming, pos);
    // a class's or enumeration's scope is entered by its type, whatever name it has
    if (decl->kind == D_NAMESPACE) {
        walk->scope = ((NamespaceDecl *)decl)->inner;
        walk->q->qualified = true;
        walk->q->cls_type = NULL;
        return true;
    }
    Type *t = decl_type(parse, decl);
    if (!t) {
        if (decl->kind == D_TEMPLATE)
            CXX_DIAG(cxx, d_template_needs_args, pos, decl);
        else
            CXX_DIAG(cxx, d_not_class_or_namespace_name, pos, name);
        return false;
    }
    return enter_type(walk, t, pos);
}

// The type of a template-id in a qualifier or type position.
static Type *template_id_type(Parse *parse, Type *dep, Atom name, Decl *tmpl, TmplArgs *args,
                              Pos pos) {
    if (!args) return parse->x->ty_error;
    if (dep) return ty_depname(parse->x, dep, name, args);
    return cxx_template_id_type(parse, tmpl, args, pos);
}

// [over.literal]: `operator ""` and a suffix, in the string or behind it.
static void check_literal_name(Parse *parse, uint32_t used) {
    const char *s = atom_str(parse->x->ctx, parse->tok[parse->at].text);
    if (s[0] != '"' || s[1] != '"' || (used == 1 && !s[2]))
        CXX_DIAG(parse->x, d_literal_name, tok_pos(parse));
}

static bool operator_name(Walk *walk) {
    Parse *parse = walk->p;
    QualName *qual_name = walk->q;
    qual_name->order = parse->at++;
    CxxOp op;
    uint32_t used = cxx_operator_tokens(parse->x, parse->at, parse->end, &op);
    if (used) {
        qual_name->op = (uint8_t)op;
        qual_name->name = cxx_op_atom(parse->x, op);
    } else if (cxx_peek(parse) == T_STRING) {
        qual_name->name = cxx_literal_op_name(parse->x, parse->at, &used);
        check_literal_name(parse, used);
    } else {
        qual_name->name = parse->x->n.conv;
        Scope *in = walk->scope ? walk->scope : walk->object;
        ClassDecl *outer = parse->conv_class; // [basic.lookup.qual], [basic.lookup.classref]/7
        if (scope_is(in, SC_CLASS)) parse->conv_class = in->cls;
        qual_name->conv_type = cxx_parse_conversion_type(parse);
        parse->conv_class = outer;
    }
    parse->at += used;
    if (asked(walk) || cxx_peek(parse) == T_LT) find(walk, qual_name->name, 0, &qual_name->found);
    if (cxx_peek(parse) == T_LT && as_template(parse, &qual_name->found)) {
        qual_name->is_template_id = true;
        qual_name->targs = cxx_parse_template_args(parse, as_template(parse, &qual_name->found));
        return qual_name->targs != NULL;
    }
    return true;
}

static bool destructor_name(Walk *walk) {
    Parse *parse = walk->p;
    QualName *qual_name = walk->q;
    parse->at++;
    qual_name->order = parse->at;
    qual_name->name = parse->x->n.dtor;
    if (cxx_peek(parse) == T_KW_DECLTYPE) {
        qual_name->dtor_type = cxx_parse_decltype(parse);
        return true;
    }
    if (cxx_peek(parse) != T_IDENT) return cxx_expect(parse, T_IDENT, "identifier");
    Atom name = parse->tok[parse->at].text;
    Pos pos = tok_pos(parse);
    parse->at++;
    Lookup lookup;
    // ~T is looked up in the class first, then around [basic.lookup.qual]
    if (walk->scope || walk->object)
        cxx_lookup_in(parse, walk->scope ? walk->scope : walk->object, name, LU_TYPE_ONLY, &lookup);
    else
        memset(&lookup, 0, sizeof lookup);
    if (!lookup.n) cxx_lookup(parse, name, LU_TYPE_ONLY, &lookup);
    if (!lookup.n && !walk->q->dep && (walk->scope || walk->object))
        cxx_say_undefined(parse, pos, name);
    if (cxx_peek(parse) == T_LT && as_template(parse, &lookup)) {
        Decl *t = as_template(parse, &lookup);
        TmplArgs *args = cxx_parse_template_args(parse, t);
        if (!args) return false;
        qual_name->dtor_type = cxx_template_id_type(parse, t, args, pos);
    } else if (lookup.n) {
        qual_name->dtor_type = decl_type(parse, lookup.at[0]);
        if (!qual_name->dtor_type && qual_name->cls_type)
            qual_name->dtor_type = qual_name->cls_type;
    }
    if (walk->scope) find(walk, qual_name->name, 0, &qual_name->found);
    return true;
}

// `f<args>(...)` where lookup finds no template but ADL may: nothing, or only functions
// [temp.names]/2 (C++20).
static bool adl_template_id(Walk *walk, const Lookup *lookup) {
    const Parse *p = walk->p;
    if (p->x->opt.std < 20 || walk->q->qualified || walk->q->dep) return false;
    for (uint32_t i = 0; i < lookup->n; i++) {
        if (lookup->at[i]->kind != D_FUNC) return false;
    }
    uint32_t e = cxx_skip_angles(p->x, p->at + 1, p->end);
    return e && e < p->end && p->tok[e].kind == T_LPAREN && e > p->at + 2;
}

// Whether `name <` begins template arguments.
static Decl *template_before_lt(Walk *walk, Atom name, bool kw, Lookup *l, bool *is_id) {
    find(walk, name, 0, l);
    Decl *t = as_template(walk->p, l);
    *is_id = t != NULL || (kw && !l->n) || (!t && adl_template_id(walk, l));
    // typename T::name<...>: only a template can follow there
    if (walk->q->dep && (kw || walk->q->typename_ || walk->p->base_name)) *is_id = true;
    return t;
}

// [temp.res.general]/3; but a requirement may be `typename A<T>;` [expr.prim.req.type].
static void check_typename(Parse *parse, const QualName *q, Pos pos) {
    if (!q->typename_ || q->qualified || q->order < 2 || !cxx_in_main_file(parse->x, pos)) return;
    uint16_t before = parse->tok[q->order - 2].kind;
    if (parse->x->opt.std < 20 || !is_any_of(before, T_LBRACE, T_SEMI))
        CXX_DIAG(parse->x, d_typename_unqualified, pos);
}

// [temp.names]/5: what is named behind `template` is a template.
static void check_template_word(Parse *parse, const Lookup *found, Atom name, Pos pos) {
    for (uint32_t i = 0; i < found->n; i++) {
        const Decl *decl = found->at[i];
        bool other = is_any_of(decl->kind, D_FUNC, D_VAR, D_FIELD);
        if (!other) return;
    }
    if (found->n) CXX_DIAG(parse->x, tmpl_not_a_template, pos, name);
}

// Whether a template-id of that template can stand before `::`.
static bool can_name_class(const Decl *decl) {
    if (!decl) return false;
    if (decl->kind != D_TEMPLATE) return decl->kind != D_CONCEPT;
    uint8_t kind = ((const TemplateDecl *)decl)->kind;
    return is_any_of(kind, TK_CLASS, TK_ALIAS);
}

static bool walk(Walk *w) {
    Parse *parse = w->p;
    QualName *qual_name = w->q;
    Cxx *cxx = parse->x;
    memset(qual_name, 0, sizeof *qual_name);
    if (cxx_accept(parse, T_KW_TYPENAME)) qual_name->typename_ = true;
    qual_name->pos = tok_pos(parse);
    if (cxx_accept(parse, T_COLCOL)) {
        w->scope = cxx->global;
        qual_name->global = qual_name->qualified = true;
    } else if (cxx_peek(parse) == T_KW_DECLTYPE) {
        Type *t = cxx_parse_decltype(parse);
        if (!cxx_expect(parse, T_COLCOL, "::") || !enter_type(w, t, qual_name->pos)) return false;
    }
    for (;;) {
        bool kw = cxx_accept(parse, T_KW_TEMPLATE);
        qual_name->has_template_kw |= kw;
        qual_name->scope = w->scope;
        qual_name->end = tok_pos(parse);
        if (cxx_peek(parse) == T_KW_OPERATOR) return operator_name(w);
        if (cxx_peek(parse) == T_TILDE) {
            if (kw) CXX_DIAG(cxx, d_template_dtor, tok_pos(parse)); // [temp.names]/5
            return destructor_name(w);
        }
        if (cxx_peek(parse) != T_IDENT) return cxx_expect(parse, T_IDENT, "identifier");
        Atom name = parse->tok[parse->at].text;
        Pos pos = tok_pos(parse);
        uint16_t next = cxx_peek_n(parse, 1);
        if (next == T_COLCOL && cxx_peek_n(parse, 2) != T_STAR) {
            if (!enter_name(w)) return false;
            continue;
        }
        qual_name->name = name;
        qual_name->order = parse->at;
        if (next != T_LT) {
            check_typename(parse, qual_name, pos);
            if (asked(w)) find(w, name, 0, &qual_name->found);
            if (kw && cxx->opt.check_all) check_template_word(parse, &qual_name->found, name, pos);
            parse->at++;
            return true;
        }
        Lookup lookup;
        bool is_id;
        Decl *decl = template_before_lt(w, name, kw, &lookup, &is_id);
        bool member = qual_name->qualified ? scope_is(w->scope, SC_CLASS) : w->object != NULL;
        if (member && decl && !kw && ((TemplateDecl *)decl)->kind != TK_CLASS)
            cxx_suspect(parse, parse->at + 1, cxx_skip_angles(cxx, parse->at + 1, parse->end) + 3,
                        0, 0);
        parse->at++;
        qual_name->found = lookup;
        if (!is_id && kw && lookup.n && !w->q->dep) // T::template name<...> of no template
            return CXX_DIAG(cxx, tmpl_not_class_template, pos, name);
        if (!is_id) return true;
        TmplArgs *args = cxx_parse_template_args(parse, decl);
        if (!args) return false;
        if (cxx_peek(parse) == T_COLCOL && cxx_peek_n(parse, 1) != T_STAR) {
            // behind `template`, or the name of a function, variable or concept
            if (!qual_name->dep && !can_name_class(decl)) return no_such_name(w, name, pos);
            if (lookup.n && lookup.naming)
                cxx_check_access(parse, lookup.at[0], lookup.naming, pos);
            Type *ty = template_id_type(parse, qual_name->dep, name, decl, args, pos);
            parse->at++;
            if (!enter_type(w, ty, pos)) return false;
            continue;
        }
        check_typename(parse, qual_name, pos);
        qual_name->targs = args;
        qual_name->is_template_id = true;
        qual_name->end = parse->tok[parse->at - 1].pos;
        return true;
    }
}

bool cxx_parse_qual_name(Parse *parse, QualName *q) {
    return walk(&(Walk){.p = parse, .q = q});
}

bool cxx_parse_member_name(Parse *parse, QualName *q, Scope *object) {
    return walk(&(Walk){.p = parse, .q = q, .object = object});
}

bool cxx_parse_declared_name(Parse *parse, QualName *q) {
    return walk(&(Walk){.p = parse, .q = q, .declares = true});
}

Type *cxx_name_type(Parse *parse, const QualName *qual_name) {
    Cxx *cxx = parse->x;
    if (qual_name->dep)
        return qual_name->typename_
                   ? ty_depname(cxx, qual_name->dep, qual_name->name, qual_name->targs)
                   : NULL;
    if (!qual_name->found.n) return NULL;
    if (qual_name->is_template_id) {
        Decl *t = as_template(parse, &qual_name->found);
        if (!t) return NULL;
        if (t->kind == D_TEMPLATE && ((TemplateDecl *)t)->kind != TK_CLASS &&
            ((TemplateDecl *)t)->kind != TK_ALIAS) {
            return NULL;
        }
        if (t->kind == D_CONCEPT) return NULL;
        return cxx_template_id_type(parse, t, qual_name->targs, qual_name->pos);
    }
    // a template's name without arguments is a placeholder for what they deduce
    // [dcl.type.class.deduct]
    Decl *decl = qual_name->found.at[0];
    Type *type = decl_type(parse, decl);
    if (type) return type;
    if (decl->kind == D_TEMPLATE &&
        (((TemplateDecl *)decl)->kind == TK_CLASS ||
         (((TemplateDecl *)decl)->kind == TK_ALIAS && cxx->opt.std >= 20))) {
        return ty_ctad(cxx, decl);
    }
    if (decl->kind == D_TPARM && ((TParmDecl *)decl)->kind == TA_TEMPLATE) {
        Decl *tt = as_template(parse, &qual_name->found);
        return tt ? ty_ctad(cxx, tt) : NULL;
    }
    return NULL;
}
