// SPDX-License-Identifier: Apache-2.0
// The index: which names does a namespace or class body declare, and with which tokens? One scan
// over the tokens; bodies, initialisers and parameter lists are skipped by the lexer's bracket
// matches, so the cost is that of the tokens between them. Nothing is looked up: a name is found by
// the shape of a declaration alone. The scan may list a name that turns out not to be declared (the
// entry then yields nothing), it must not miss one. Names of unscoped enumerators and of members of
// anonymous unions are entries of the declaration that brings them.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

typedef struct Ix {
    Cxx *x;
    const Token *tok;
    Scope *s; // namespace scopes: for nested namespaces; NULL for classes
    Index *out;
    uint32_t at, end;
    Atom cls; // name of the class, 0 in namespaces
    bool is_class;
    uint8_t access;
    uint16_t inherited; // IX_EXTERN_C
    // the declaration being scanned
    uint32_t begin, group, nheaders, defs;
    uint16_t flags;
    bool type_seen;
    uint8_t form;
    uint32_t defaulted_cmp; // entry of a defaulted <=>, +1
} Ix;

static uint16_t kind(const Ix *ix, uint32_t i) {
    return i < ix->end ? ix->tok[i].kind : T_EOF;
}

static bool opens(uint16_t k) {
    return k == T_LPAREN || k == T_LBRACE || k == T_LBRACKET;
}

bool cxx_takes_angles(uint16_t k) {
    return k == T_KW_TEMPLATE || k == T_KW_STATIC_CAST || k == T_KW_CONST_CAST ||
           k == T_KW_REINTERPRET_CAST || k == T_KW_DYNAMIC_CAST;
}

static uint32_t try_angles(Cxx *cxx, const Token *tok, uint32_t at, uint32_t end, bool known_only) {
    int depth = 1;
    for (uint32_t i = at + 1; i < end;) {
        switch (tok[i].kind) {
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: i = cxx_skip_group(tok, i, end); continue;
        case T_SEMI:
        case T_RPAREN:
        case T_RBRACE:
        case T_RBRACKET: return 0;
        case T_LT:
            if (tok[i - 1].kind == T_IDENT &&
                (!known_only || cxx->decls->is_template[tok[i - 1].text])) {
                depth++;
            } else if (cxx_takes_angles(tok[i - 1].kind)) {
                depth++;
            }
            break;
        case T_GT: depth--; break;
        case T_GTGT: depth -= 2; break;
        default: break;
        }
        i++;
        if (depth <= 0) return i;
    }
    return 0;
}

uint32_t cxx_skip_angles(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t r = try_angles(cxx, tok, at, end, false);
    return r ? r : try_angles(cxx, tok, at, end, true);
}

uint32_t cxx_skip_bases(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    while (at < end && tok[at].kind != T_LBRACE && tok[at].kind != T_SEMI) {
        uint32_t e = tok[at].kind == T_LT ? cxx_skip_angles(cxx, at, end) : 0;
        at = e ? e : tok[at].kind == T_LPAREN ? cxx_skip_group(tok, at, end) : at + 1;
    }
    return at;
}

uint32_t cxx_skip_constraint(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = at; i < end;) {
        if (tok[i].kind == T_KW_REQUIRES) {
            i++;
            if (i < end && tok[i].kind == T_LPAREN) i = cxx_skip_group(tok, i, end);
            if (i < end && tok[i].kind == T_LBRACE) i = cxx_skip_group(tok, i, end);
        } else if (tok[i].kind == T_LPAREN) {
            i = cxx_skip_group(tok, i, end);
        } else {
            bool any = false;
            while (i < end) {
                uint16_t k = tok[i].kind;
                if (k == T_LPAREN && any &&
                    strncmp(atom_str(cxx->ctx, tok[i - 1].text), "__", 2) == 0) {
                    i = cxx_skip_group(tok, i, end); // a type trait of the compiler
                    break;
                }
                if (k == T_LT && any) {
                    uint32_t e = cxx_skip_angles(cxx, i, end);
                    if (!e) return i;
                    i = e;
                    if (i < end && tok[i].kind != T_COLCOL) break;
                } else if (k == T_IDENT || k == T_COLCOL || k == T_KW_TEMPLATE ||
                           k == T_KW_TYPENAME) {
                    if (k == T_IDENT && any && tok[i - 1].kind != T_COLCOL &&
                        tok[i - 1].kind != T_KW_TEMPLATE && tok[i - 1].kind != T_KW_TYPENAME) {
                        break;
                    }
                    any = true;
                    i++;
                } else if (k == T_KW_TRUE || k == T_KW_FALSE || k == T_NOT) {
                    i++;
                    if (k != T_NOT) break;
                } else {
                    break;
                }
            }
        }
        if (i < end && (tok[i].kind == T_AMPAMP || tok[i].kind == T_PIPEPIPE))
            i++;
        else
            return i;
    }
    return end;
}

// ---- entries -----------------------------------------------------------------------------------

// bits: 1 a template, 2 an alias template, 4 a concept
static void note_template(Ix *ix, Atom a, uint8_t bits) {
    if (a < ix->x->decls->natoms) ix->x->decls->is_template[a] |= bits;
}

bool cxx_names_alias(Cxx *cxx, Atom a) {
    return a < cxx->decls->natoms && (cxx->decls->is_template[a] & 2);
}

static uint32_t add_entry(Ix *ix, Atom name, uint8_t form, uint16_t flags, uint32_t order) {
    Index *index = ix->out;
    IndexEntry index_entry = {.name = name,
                              .form = form,
                              .access = ix->access,
                              .flags = (uint16_t)(ix->flags | flags | ix->inherited),
                              .begin = ix->begin,
                              .order = order,
                              .group = ix->group};
    uint32_t n = index->e.n;
    vec_push(xa(ix->x), &index->e, index_entry);
    if ((index_entry.flags & IX_TEMPLATE) && name) {
        note_template(ix, name, form == IXF_ALIAS ? 3 : form == IXF_CONCEPT ? 5 : 1);
    }
    return n;
}

// Closes the group: sets its end and links its names, oldest first.
static void close_group(Ix *ix, uint32_t end) {
    Index *index = ix->out;
    if (index->e.n == ix->group) { // declares no name we know of: unnamed entry
        add_entry(ix, 0, ix->form, 0, ix->begin);
    }
    for (uint32_t i = ix->group; i < index->e.n; i++) {
        IndexEntry *index_entry = &index->e.at[i];
        index_entry->end = end;
        if (!index_entry->name) continue;
        void **slot = map_slot(&index->by_name, index_entry->name);
        if (!*slot) {
            *slot = (void *)(uintptr_t)(i + 1);
            index_entry->last = i;
        } else {
            IndexEntry *first = &index->e.at[(uintptr_t)*slot - 1];
            index->e.at[first->last].next = i + 1;
            first->last = i;
        }
    }
    for (uint32_t i = ix->defs; i < ix->x->decls->all_member_defs.n; i++) {
        ix->x->decls->all_member_defs.at[i]->end = end;
    }
}

static void add_member_def(Ix *ix, Atom name, uint32_t order, uint32_t qual, bool is_class,
                           bool is_func) {
    Cxx *cxx = ix->x;
    if (!ix->s) { // in a class: an error, reported when it is elaborated
        add_entry(ix, 0, IXF_SIMPLE, 0, order);
        return;
    }
    add_entry(ix, name, IXF_OUT_OF_CLASS, 0, order);
    MemberDef *member_def = arena_new(xa(cxx), MemberDef);
    *member_def = (MemberDef){.name = name,
                              .begin = ix->begin,
                              .order = order,
                              .qual_begin = qual,
                              .nheaders = ix->nheaders,
                              .flags = ix->flags,
                              .is_class = is_class,
                              .is_func = is_func,
                              .place = cxx->decls->all_member_defs.n,
                              .scope = ix->s};
    vec_push(xa(cxx), &cxx->decls->all_member_defs, member_def);
    MemberDef *tail = map_get(&cxx->decls->member_tail, name);
    if (tail)
        tail->next = member_def;
    else
        map_put(&cxx->decls->member_defs, name, member_def);
    map_put(&cxx->decls->member_tail, name, member_def);
}

static void note_enumerator(Cxx *cxx, Atom name, MemberDef *of) {
    OutsideEnumerator *e = arena_new(xa(cxx), OutsideEnumerator);
    void **slot = map_slot(&cxx->decls->outside_enumerators, name);
    *e = (OutsideEnumerator){of, *slot};
    *slot = e;
}

// ---- pieces of a declaration -------------------------------------------------------------------

static bool takes_parens(const Ix *ix, uint32_t i) {
    switch (kind(ix, i)) {
    case T_KW_DECLTYPE:
    case T_KW_TYPEOF:
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS:
    case T_KW_NOEXCEPT:
    case T_KW_THROW:
    case T_KW_ASM:
    case T_KW_TYPE_TRAIT:
    case T_KW_EXPLICIT: return kind(ix, i + 1) == T_LPAREN;
    case T_IDENT:
        return cxx_token_takes_parens(ix->x, ix->tok[i].text) && kind(ix, i + 1) == T_LPAREN;
    default: return false;
    }
}

// Skips attributes: [[...]], __attribute__((...)), alignas(...), CUDA's markers with arguments.
static uint32_t skip_attrs(const Ix *ix, uint32_t i) {
    for (;;) {
        if (kind(ix, i) == T_LBRACKET && kind(ix, i + 1) == T_LBRACKET) {
            i = cxx_skip_group(ix->tok, i, ix->end);
        } else if ((kind(ix, i) == T_KW_ATTRIBUTE || kind(ix, i) == T_KW_ALIGNAS ||
                    (kind(ix, i) == T_IDENT && takes_parens(ix, i))) &&
                   kind(ix, i + 1) == T_LPAREN) {
            i = cxx_skip_group(ix->tok, i + 1, ix->end);
        } else {
            return i;
        }
    }
}

// Names of an unscoped enumeration's body at '{'.
// of: the definition of a member, outside of its class.
static void scan_enumerators(Ix *ix, uint32_t i, MemberDef *of) {
    uint32_t end = cxx_skip_group(ix->tok, i, ix->end) - 1;
    for (i++; i < end;) {
        if (kind(ix, i) == T_IDENT && of)
            note_enumerator(ix->x, ix->tok[i].text, of);
        else if (kind(ix, i) == T_IDENT)
            add_entry(ix, ix->tok[i].text, IXF_ENUM, 0, i);
        while (i < end && kind(ix, i) != T_COMMA) {
            if (opens(kind(ix, i))) {
                i = cxx_skip_group(ix->tok, i, end);
            } else if (kind(ix, i) == T_LT && kind(ix, i - 1) == T_IDENT) {
                uint32_t e = try_angles(ix->x, ix->tok, i, end, true);
                i = e && ix->x->decls->is_template[ix->tok[i - 1].text] ? e : i + 1;
            } else {
                i++;
            }
        }
        i++;
    }
}

static void scan_declaration(Ix *ix);

// Names of an anonymous struct's or union's members, entries of the enclosing declaration.
static void scan_anonymous(Ix *ix, uint32_t i) {
    Index tmp = {0};
    map_init(&tmp.by_name, xa(ix->x));
    Ix in = *ix;
    in.out = &tmp;
    in.s = NULL;
    in.is_class = true;
    in.cls = 0;
    in.at = i + 1;
    in.end = cxx_skip_group(ix->tok, i, ix->end) - 1;
    if (++ix->x->decls->depth < ix->x->ctx->max_depth) {
        while (in.at < in.end) scan_declaration(&in);
    }
    ix->x->decls->depth--;
    VEC_FOREACH (IndexEntry, e, &tmp.e) {
        if (e->name) add_entry(ix, e->name, IXF_SIMPLE, IX_ANON_FIELD, e->order);
    }
}

// At class, struct, union: returns the token behind the head or body.
static uint32_t scan_class(Ix *ix, uint32_t i) {
    i = skip_attrs(ix, i + 1);
    uint32_t name = 0, qual = 0;
    bool targs = false, final_ = false;
    uint32_t first = i;
    while (kind(ix, i) == T_IDENT || kind(ix, i) == T_COLCOL || kind(ix, i) == T_KW_TEMPLATE) {
        if (kind(ix, i) != T_IDENT) {
            i++;
            continue;
        }
        if (name && kind(ix, i - 1) != T_COLCOL && kind(ix, i - 1) != T_KW_TEMPLATE) {
            final_ = ix->tok[i].text == ix->x->decls->n.final_ &&
                     (kind(ix, i + 1) == T_LBRACE || kind(ix, i + 1) == T_COLON);
            if (final_) i++;
            break;
        }
        name = i++;
        targs = false;
        if (kind(ix, i) == T_LT) {
            uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
            if (!e) break;
            i = e;
            targs = true;
        }
        if (kind(ix, i) == T_COLCOL && !qual) qual = first;
    }
    if (kind(ix, first) == T_COLCOL && name) qual = first;
    i = skip_attrs(ix, i);
    uint16_t k = kind(ix, i);
    bool def = k == T_LBRACE || (k == T_COLON && !(ix->is_class && !name));
    ix->type_seen = true;
    if (!def && k != T_SEMI) { // elaborated-type-specifier; may declare the name
        if (name && !qual && !targs && !(ix->flags & (IX_FRIEND | IX_TEMPLATE))) {
            add_entry(ix, ix->tok[name].text, IXF_CLASS, 0, name);
        }
        return i;
    }
    uint16_t spec = (ix->flags & IX_TEMPLATE) && targs ? IX_SPECIALIZATION : 0;
    if (qual && (def || spec)) {
        ix->flags |= spec;
        add_member_def(ix, ix->tok[name].text, name, qual, true, false);
        ix->form = IXF_OUT_OF_CLASS;
    } else if (name && !qual) {
        add_entry(ix, ix->tok[name].text, IXF_CLASS, spec, name);
    }
    if (!def) return i;
    i = cxx_skip_bases(ix->x, i, ix->end);
    if (kind(ix, i) != T_LBRACE) return i;
    uint32_t body = i;
    i = cxx_skip_group(ix->tok, i, ix->end);
    if (!name && kind(ix, skip_attrs(ix, i)) == T_SEMI) scan_anonymous(ix, body);
    return i;
}

static uint32_t scan_enum(Ix *ix, uint32_t i) {
    bool scoped = false;
    i++;
    if (kind(ix, i) == T_KW_CLASS || kind(ix, i) == T_KW_STRUCT) scoped = true, i++;
    i = skip_attrs(ix, i);
    uint32_t name = 0, qual = 0, first = i;
    while (kind(ix, i) == T_IDENT || kind(ix, i) == T_COLCOL) {
        if (kind(ix, i) == T_COLCOL)
            qual = first;
        else if (name && kind(ix, i - 1) != T_COLCOL)
            break;
        else
            name = i;
        i++;
        if (kind(ix, i) == T_LT && name) {
            uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
            if (!e) break;
            i = e;
        }
    }
    ix->type_seen = true;
    uint32_t j = i;
    if (kind(ix, j) == T_COLON) {
        while (j < ix->end && kind(ix, j) != T_LBRACE && kind(ix, j) != T_SEMI &&
               kind(ix, j) != T_COMMA) {
            uint32_t e = kind(ix, j) == T_LT ? cxx_skip_angles(ix->x, j, ix->end) : 0;
            j = e ? e : kind(ix, j) == T_LPAREN ? cxx_skip_group(ix->tok, j, ix->end) : j + 1;
        }
        if (kind(ix, j) == T_LBRACE || (name && kind(ix, j) == T_SEMI && i + 3 >= j)) i = j;
    }
    bool def = kind(ix, i) == T_LBRACE;
    if (qual && def) {
        add_member_def(ix, ix->tok[name].text, name, qual, true, false);
    } else if (name && !qual) {
        add_entry(ix, ix->tok[name].text, IXF_ENUM, 0, name);
    }
    if (!def) return i;
    const struct DeclState *st = ix->x->decls;
    MemberDef *of = qual && ix->s ? st->all_member_defs.at[st->all_member_defs.n - 1] : NULL;
    if (!scoped && (of || !qual)) scan_enumerators(ix, i, of);
    return cxx_skip_group(ix->tok, i, ix->end);
}

typedef struct IxName {
    Atom atom;
    uint32_t order, qual; // qual: first token of the qualifier, 0 if unqualified
    bool targs;
    bool func; // in parentheses: a parameter list follows the name there
} IxName;

// At `operator`: the function's name; returns the token behind it.
static uint32_t scan_operator(Ix *ix, uint32_t i, IxName *ix_name) {
    Cxx *cxx = ix->x;
    ix_name->order = i++;
    CxxOp op;
    uint32_t used = cxx_operator_tokens(cxx, i, ix->end, &op);
    if (used) {
        ix_name->atom = cxx_op_atom(cxx, op);
        return i + used;
    }
    if (kind(ix, i) == T_STRING) { // operator ""_x
        ix_name->atom = cxx_literal_op_name(cxx, i, &used);
        return i + used;
    }
    ix_name->atom = cxx->decls->n.conv;
    while (i < ix->end && kind(ix, i) != T_LPAREN && kind(ix, i) != T_SEMI) {
        if (takes_parens(ix, i)) i++;
        if (opens(kind(ix, i))) {
            i = cxx_skip_group(ix->tok, i, ix->end);
        } else if (kind(ix, i) == T_LT) {
            uint32_t e = cxx_skip_angles(cxx, i, ix->end);
            i = e ? e : i + 1;
        } else {
            i++;
        }
    }
    ix->type_seen = true;
    return i;
}

// A possibly qualified name at identifier or `::`.
static uint32_t scan_name(Ix *ix, uint32_t i, IxName *ix_name) {
    uint32_t first = i;
    memset(ix_name, 0, sizeof *ix_name);
    if (kind(ix, i) == T_COLCOL) ix_name->qual = first, i++;
    for (;;) {
        if (kind(ix, i) == T_KW_TEMPLATE) i++;
        if (kind(ix, i) == T_KW_OPERATOR) {
            i = scan_operator(ix, i, ix_name);
            ix_name->targs = false;
            break;
        }
        if (kind(ix, i) == T_TILDE && kind(ix, i + 1) == T_IDENT) {
            ix_name->atom = ix->x->decls->n.dtor;
            ix_name->order = i + 1;
            return i + 2;
        }
        if (kind(ix, i) != T_IDENT) return i;
        Atom prev = ix_name->atom;
        ix_name->atom = ix->tok[i].text;
        ix_name->order = i++;
        // A::A names the constructor [class.qual]
        if (ix_name->qual && prev == ix_name->atom && kind(ix, i) == T_LPAREN)
            ix_name->atom = ix->x->decls->n.ctor;
        ix_name->targs = false;
        if (kind(ix, i) == T_LT) {
            uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
            if (!e) return i + 1;
            i = e;
            ix_name->targs = true;
        }
        if (kind(ix, i) == T_COLCOL && kind(ix, i + 1) != T_STAR) {
            if (!ix_name->qual) ix_name->qual = first;
            i++;
            continue;
        }
        if (kind(ix, i) == T_COLCOL) { // pointer to member: A::*
            ix_name->atom = 0;
            return i + 2;
        }
        break;
    }
    if (kind(ix, i) == T_LT && ix_name->atom) { // operator+<int>
        uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
        if (e) i = e, ix_name->targs = true;
    }
    return i;
}

// Inside the parentheses of a declarator `(*name)(...)`: its name.
static bool scan_paren_declarator(Ix *ix, uint32_t i, IxName *ix_name) {
    uint32_t end = cxx_skip_group(ix->tok, i, ix->end) - 1;
    for (i++; i < end;) {
        uint16_t k = kind(ix, i);
        if (k == T_LBRACKET && kind(ix, i + 1) == T_LBRACKET) {
            i = cxx_skip_group(ix->tok, i, end);
        } else if (k == T_IDENT || k == T_COLCOL || k == T_KW_OPERATOR) {
            if (k == T_IDENT && takes_parens(ix, i)) {
                i = cxx_skip_group(ix->tok, i + 1, end);
                continue;
            }
            uint32_t e = scan_name(ix, i, ix_name);
            if (ix_name->atom) {
                ix_name->func = kind(ix, e) == T_LPAREN;
                return true;
            }
            i = e;
        } else if (k == T_KW_ATTRIBUTE && kind(ix, i + 1) == T_LPAREN) {
            i = cxx_skip_group(ix->tok, i + 1, end);
        } else if (k == T_RPAREN || k == T_SEMI) {
            return false;
        } else {
            i++;
        }
    }
    return false;
}

static bool looks_like_declarator(const Ix *ix, uint32_t i) {
    while (kind(ix, i) == T_STAR || kind(ix, i) == T_AMP || kind(ix, i) == T_AMPAMP ||
           kind(ix, i) == T_KW_CONST || kind(ix, i) == T_KW_VOLATILE ||
           kind(ix, i) == T_KW_RESTRICT) {
        i++;
    }
    if (kind(ix, i) == T_LPAREN) return kind(ix, i + 1) == T_STAR;
    if (kind(ix, i) != T_IDENT) return false;
    switch (kind(ix, i + 1)) {
    case T_SEMI:
    case T_COMMA:
    case T_ASSIGN:
    case T_LBRACKET:
    case T_LBRACE:
    case T_LPAREN:
    case T_COLON:
    case T_KW_ATTRIBUTE: return true;
    default: return false;
    }
}

// Skips `= initialiser` or a bit-field width up to ',' or ';'.
static uint32_t skip_init(const Ix *ix, uint32_t i) {
    while (i < ix->end) {
        uint16_t k = kind(ix, i);
        if (opens(k)) {
            i = cxx_skip_group(ix->tok, i, ix->end);
        } else if (k == T_SEMI || k == T_RBRACE ||
                   (k == T_COMMA && looks_like_declarator(ix, i + 1))) {
            return i;
        } else {
            i++;
        }
    }
    return i;
}

// Behind a function declarator's parameters: to its ';', ',' or behind its body.
static uint32_t scan_func_tail(Ix *ix, uint32_t i, bool *ended) {
    bool try_ = false;
    while (i < ix->end) {
        switch (kind(ix, i)) {
        case T_SEMI:
        case T_COMMA: return i;
        case T_ASSIGN:
            if (kind(ix, i + 1) == T_KW_DEFAULT || kind(ix, i + 1) == T_KW_DELETE) {
                ix->form = IXF_FUNC_DEF;
            }
            if (kind(ix, i + 1) == T_KW_DEFAULT && ix->is_class) ix->defaulted_cmp = ix->group + 1;
            return skip_init(ix, i);
        case T_KW_TRY: try_ = true, i++; break;
        case T_KW_REQUIRES: i = cxx_skip_constraint(ix->x, i + 1, ix->end); break;
        case T_COLON: // constructor initialisers
            i++;
            for (;;) {
                IxName n;
                if (kind(ix, i) == T_KW_DECLTYPE)
                    i = cxx_skip_group(ix->tok, i + 1, ix->end);
                else
                    i = scan_name(ix, i, &n);
                if (kind(ix, i) != T_LPAREN && kind(ix, i) != T_LBRACE) break;
                i = cxx_skip_group(ix->tok, i, ix->end);
                if (kind(ix, i) == T_ELLIPSIS) i++;
                if (kind(ix, i) != T_COMMA) break;
                i++;
            }
            if (kind(ix, i) != T_LBRACE) return i;
            break;
        case T_LBRACE:
            i = cxx_skip_group(ix->tok, i, ix->end);
            while (try_ && kind(ix, i) == T_KW_CATCH) {
                i = cxx_skip_group(ix->tok, i + 1, ix->end);
                if (kind(ix, i) == T_LBRACE) i = cxx_skip_group(ix->tok, i, ix->end);
            }
            ix->form = IXF_FUNC_DEF;
            *ended = true;
            return i;
        case T_LPAREN:
        case T_LBRACKET: i = cxx_skip_group(ix->tok, i, ix->end); break;
        case T_LT: {
            uint32_t e = kind(ix, i - 1) == T_IDENT ? cxx_skip_angles(ix->x, i, ix->end) : 0;
            i = e ? e : i + 1;
            break;
        }
        case T_RBRACE: return i;
        default: i++;
        }
    }
    return i;
}

// ---- declarations ------------------------------------------------------------------------------

static void note_specifier(Ix *ix, uint32_t i) {
    switch (kind(ix, i)) {
    case T_KW_STATIC: ix->flags |= IX_STATIC; break;
    case T_KW_TYPEDEF: ix->flags |= IX_TYPEDEF; break;
    case T_KW_FRIEND: ix->flags |= IX_FRIEND; break;
    case T_KW_VIRTUAL: ix->flags |= IX_VIRTUAL; break;
    case T_KW_CONSTEXPR:
    case T_KW_CONSTEVAL: ix->flags |= IX_CONSTEXPR; break;
    default: break;
    }
}

static bool is_basic_type(uint16_t k) {
    switch (k) {
    case T_KW_VOID:
    case T_KW_BOOL:
    case T_KW_CHAR:
    case T_KW_CHAR8_T:
    case T_KW_CHAR16_T:
    case T_KW_CHAR32_T:
    case T_KW_WCHAR_T:
    case T_KW_SHORT:
    case T_KW_INT:
    case T_KW_LONG:
    case T_KW_SIGNED:
    case T_KW_UNSIGNED:
    case T_KW_FLOAT:
    case T_KW_DOUBLE:
    case T_KW_AUTO:
    case T_KW_INT128:
    case T_KW_FLOAT128: return true;
    default: return false;
    }
}

// Attributes in front of [[...]] or __attribute__((...)) that mark execution spaces.
static void note_cuda(Ix *ix, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        if (kind(ix, i) == T_IDENT) ix->flags |= cxx_attr_index_flag(ix->x, ix->tok[i].text);
    }
}

// One declared name was found at a declarator; scans the rest of that declarator.
static uint32_t scan_declarator_tail(Ix *ix, uint32_t i, const IxName *ix_name, bool paren,
                                     bool *ended) {
    bool func = kind(ix, i) == T_LPAREN;
    Atom name = ix_name->atom;
    uint16_t fl = func && !paren ? IX_FUNCTION : 0;
    if (ix->is_class && !ix_name->qual && name == ix->cls && func && !ix->type_seen) {
        name = ix->x->decls->n.ctor;
    }
    ix->form = IXF_SIMPLE;
    uint32_t first = ix->out->e.n;
    bool guide = func && !ix->type_seen && !ix_name->qual && name != ix->x->decls->n.ctor &&
                 name != ix->x->decls->n.conv;
    if (ix_name->targs && (ix->flags & IX_TEMPLATE)) fl |= IX_SPECIALIZATION;
    if (ix_name->qual && !(ix->flags & IX_FRIEND) && !ix->is_class) {
        add_member_def(ix, name, ix_name->order, ix_name->qual, false, func);
    } else {
        add_entry(ix, name, IXF_SIMPLE, fl, ix_name->order);
    }
    if (func) {
        i = cxx_skip_group(ix->tok, i, ix->end);
        if (guide && kind(ix, i) == T_ARROW) {
            Atom g = cxx_guide_atom(ix->x, name);
            ix->out->e.at[first].name = g;
            ix->out->e.at[first].form = IXF_GUIDE;
        }
        i = scan_func_tail(ix, i, ended);
        if (ix->form == IXF_FUNC_DEF && ix->out->e.at[first].form == IXF_SIMPLE) {
            ix->out->e.at[first].form = IXF_FUNC_DEF;
        }
        return i;
    }
    for (;;) {
        i = skip_attrs(ix, i);
        uint16_t k = kind(ix, i);
        if (k == T_LBRACKET || (k == T_LPAREN && paren))
            i = cxx_skip_group(ix->tok, i, ix->end);
        else if (k == T_KW_ASM)
            i = cxx_skip_group(ix->tok, i + 1, ix->end);
        else
            break;
    }
    if (paren && ix_name->func) return scan_func_tail(ix, i, ended);
    if (kind(ix, i) == T_COLON || kind(ix, i) == T_ASSIGN || kind(ix, i) == T_LBRACE ||
        kind(ix, i) == T_KW_REQUIRES) {
        i = skip_init(ix, i);
    }
    return i;
}

// Whether `name (` begins a parenthesised declarator rather than a parameter list.
static bool paren_declarator_follows(const Ix *ix, const IxName *ix_name, uint32_t i) {
    if (ix->type_seen) return false;
    uint16_t k = kind(ix, i + 1);
    if (k == T_STAR || k == T_AMP || k == T_AMPAMP) return true;
    // T (C::*name)
    uint32_t j = i + 1;
    while (kind(ix, j) == T_IDENT && kind(ix, j + 1) == T_COLCOL) j += 2;
    if (j > i + 1) return kind(ix, j) == T_STAR;
    // T (name)(int); T (name)[2]; T (name) = 3; T (name); but not the constructor C(T)
    if (ix_name->qual || k != T_IDENT || kind(ix, i + 2) != T_RPAREN) return false;
    uint16_t after = kind(ix, i + 3);
    if (after == T_LPAREN) return true;
    if (after == T_LBRACKET) return kind(ix, i + 4) != T_LBRACKET;
    if (ix->is_class && ix_name->atom == ix->cls) return false;
    return after == T_ASSIGN || after == T_SEMI || after == T_COMMA;
}

// `auto const &[`
static bool behind_auto(const Ix *ix, uint32_t i) {
    while (i > 0 && (kind(ix, i - 1) == T_AMP || kind(ix, i - 1) == T_AMPAMP ||
                     kind(ix, i - 1) == T_KW_CONST || kind(ix, i - 1) == T_KW_VOLATILE))
        i--;
    return i > 0 && kind(ix, i - 1) == T_KW_AUTO;
}

// Specifiers and declarators of a simple declaration, function or class; ends behind it.
static uint32_t scan_simple(Ix *ix, uint32_t i) {
    bool ended = false;
    while (i < ix->end) {
        uint16_t k = kind(ix, i);
        IxName ix_name;
        switch (k) {
        case T_SEMI: return i + 1;
        case T_RBRACE: return i + 1; // stray
        case T_COMMA: i++; continue;
        case T_KW_CLASS:
        case T_KW_STRUCT:
        case T_KW_UNION: i = scan_class(ix, i); continue;
        case T_KW_ENUM: i = scan_enum(ix, i); continue;
        case T_KW_REQUIRES: i = cxx_skip_constraint(ix->x, i + 1, ix->end); continue;
        case T_ASSIGN: i = skip_init(ix, i); continue;
        case T_COLON: i = skip_init(ix, i); continue; // unnamed bit-field
        case T_KW_TYPENAME: {
            i = scan_name(ix, i + 1, &ix_name);
            ix->type_seen = true;
            continue;
        }
        case T_KW_ATTRIBUTE: {
            uint32_t e =
                kind(ix, i + 1) == T_LPAREN ? cxx_skip_group(ix->tok, i + 1, ix->end) : i + 1;
            note_cuda(ix, i, e);
            i = e;
            continue;
        }
        case T_LBRACKET:
            if (ix->type_seen && behind_auto(ix, i) && kind(ix, i + 1) == T_IDENT) {
                uint32_t e = cxx_skip_group(ix->tok, i, ix->end); // structured binding
                for (uint32_t j = i + 1; j + 1 < e; j++) {
                    if (kind(ix, j) == T_IDENT) add_entry(ix, ix->tok[j].text, IXF_SIMPLE, 0, j);
                }
                i = skip_init(ix, e);
                continue;
            }
            i = cxx_skip_group(ix->tok, i, ix->end);
            continue;
        case T_LBRACE: i = cxx_skip_group(ix->tok, i, ix->end); continue;
        case T_LPAREN:
            if (scan_paren_declarator(ix, i, &ix_name)) {
                i = cxx_skip_group(ix->tok, i, ix->end);
                i = scan_declarator_tail(ix, i, &ix_name, kind(ix, i) == T_LPAREN || ix_name.func,
                                         &ended);
            } else {
                i = cxx_skip_group(ix->tok, i, ix->end);
            }
            if (ended) return i;
            continue;
        case T_IDENT:
        case T_COLCOL:
        case T_TILDE:
        case T_KW_OPERATOR: {
            if (takes_parens(ix, i)) {
                i = cxx_skip_group(ix->tok, i + 1, ix->end);
                continue;
            }
            if (k == T_IDENT && cxx_is_attr_keyword(ix->x, ix->tok[i].text)) {
                ix->flags |= cxx_attr_index_flag(ix->x, ix->tok[i].text);
                i++;
                continue;
            }
            uint32_t e = scan_name(ix, i, &ix_name);
            if (e == i) {
                i++;
                continue;
            }
            uint32_t a = skip_attrs(ix, e);
            uint16_t f = kind(ix, a);
            bool term = f == T_LPAREN || f == T_SEMI || f == T_COMMA || f == T_ASSIGN ||
                        f == T_LBRACE || f == T_COLON || f == T_LBRACKET || f == T_KW_ASM;
            if (!ix_name.atom || !term ||
                (f == T_LPAREN && paren_declarator_follows(ix, &ix_name, a)) ||
                (f == T_COLON && !ix->is_class) || (f == T_SEMI && !ix->type_seen)) {
                ix->type_seen = true;
                i = e;
                continue;
            }
            // `A : 3` with no type seen is an unnamed bit-field of type A
            if (f == T_COLON && !ix->type_seen) {
                ix->type_seen = true;
                i = e;
                continue;
            }
            i = scan_declarator_tail(ix, a, &ix_name, false, &ended);
            if (ended) return i;
            continue;
        }
        default:
            if (is_basic_type(k)) ix->type_seen = true;
            note_specifier(ix, i);
            if (takes_parens(ix, i)) {
                if (k != T_KW_EXPLICIT)
                    ix->type_seen |= k == T_KW_DECLTYPE || k == T_KW_TYPEOF || k == T_KW_TYPE_TRAIT;
                i = cxx_skip_group(ix->tok, i + 1, ix->end);
            } else {
                i++;
            }
        }
    }
    return i;
}

static uint32_t to_semi(const Ix *ix, uint32_t i) {
    while (i < ix->end && kind(ix, i) != T_SEMI) {
        i = opens(kind(ix, i)) ? cxx_skip_group(ix->tok, i, ix->end) : i + 1;
    }
    return i < ix->end ? i + 1 : i;
}

// What the type of an alias-declaration defines or names first: `using E = enum { a };`.
static void scan_aliased(Ix *ix, uint32_t i) {
    while (kind(ix, i) == T_KW_CONST || kind(ix, i) == T_KW_VOLATILE) i++;
    if (ix->flags & IX_TEMPLATE) return; // defines none [dcl.typedef]/2
    switch (kind(ix, i)) {
    case T_KW_ENUM: scan_enum(ix, i); break;
    case T_KW_CLASS:
    case T_KW_STRUCT:
    case T_KW_UNION: scan_class(ix, i); break;
    default: break;
    }
}

static void scan_using(Ix *ix, uint32_t i) {
    uint32_t end = to_semi(ix, i);
    ix->form = IXF_USING;
    uint32_t j = skip_attrs(ix, i + 2);
    if (kind(ix, i + 1) == T_KW_NAMESPACE) {
        ix->form = IXF_USING_DIR;
        if (ix->s) cxx_using_directive(ix->x, ix->s, i + 2, end);
    } else if (kind(ix, i + 1) == T_IDENT && kind(ix, j) == T_ASSIGN) {
        ix->form = IXF_ALIAS;
        add_entry(ix, ix->tok[i + 1].text, IXF_ALIAS, 0, i + 1);
        scan_aliased(ix, j + 1);
    } else if (kind(ix, i + 1) != T_KW_ENUM) {
        for (j = i + 1; j < end;) { // using A::b, C::d...;
            if (kind(ix, j) == T_KW_TYPENAME || kind(ix, j) == T_COMMA ||
                kind(ix, j) == T_ELLIPSIS) {
                j++;
                continue;
            }
            IxName ix_name;
            uint32_t e = scan_name(ix, j, &ix_name);
            if (e == j) break;
            if (ix_name.atom) {
                // using Base::Base or using Base<T>::Base: inherited constructors
                uint32_t k = ix_name.order;
                Atom atom = ix_name.atom;
                if (ix->is_class && k >= 2 && kind(ix, k) == T_IDENT) {
                    uint32_t q = k - 1; // at '::'
                    Atom prev = 0;
                    for (uint32_t t = j; t < q && !prev; t++) { // not those of arguments, at `>>`
                        if (kind(ix, t) == T_IDENT &&
                            (kind(ix, t + 1) == T_COLCOL || kind(ix, t + 1) == T_LT)) {
                            uint32_t after = kind(ix, t + 1) == T_LT
                                                 ? cxx_skip_angles(ix->x, t + 1, ix->end)
                                                 : t + 1;
                            if (after == q) prev = ix->tok[t].text;
                        }
                    }
                    if (prev == atom) atom = ix->x->decls->n.ctor;
                }
                add_entry(ix, atom, IXF_USING, 0, ix_name.order);
            }
            j = e;
        }
    }
    ix->at = end;
    close_group(ix, end);
}

static void scan_namespace(Ix *ix, uint32_t i, bool inline_) {
    Cxx *cxx = ix->x;
    if (kind(ix, i + 1) == T_IDENT && kind(ix, i + 2) == T_ASSIGN) {
        uint32_t end = to_semi(ix, i);
        ix->form = IXF_NS_ALIAS;
        add_entry(ix, ix->tok[i + 1].text, IXF_NS_ALIAS, 0, i + 1);
        close_group(ix, end);
        ix->at = end;
        return;
    }
    uint32_t j = skip_attrs(ix, i + 1);
    Scope *scope = ix->s;
    bool named = false, first = inline_;
    while (kind(ix, j) == T_IDENT || kind(ix, j) == T_COLCOL || kind(ix, j) == T_KW_INLINE) {
        // [namespace.def]: `inline` in front of all, or behind a `::`
        bool word = kind(ix, j) == T_KW_INLINE;
        if (word && (!named || kind(ix, j - 1) != T_COLCOL))
            CXX_DIAG(cxx, d_specifier_here, ix->tok[j].pos, "inline");
        else if (first && kind(ix, j) == T_COLCOL)
            CXX_DIAG(cxx, d_nested_inline, ix->tok[j].pos);
        if (word) inline_ = true;
        if (kind(ix, j) == T_IDENT) {
            scope = cxx_namespace_open(cxx, scope, ix->tok[j].text, j, inline_);
            named = true;
            inline_ = false;
        }
        j++;
    }
    j = skip_attrs(ix, j);
    if (kind(ix, j) != T_LBRACE) {
        ix->at = to_semi(ix, i);
        close_group(ix, ix->at);
        return;
    }
    if (!named) scope = cxx_namespace_open(cxx, scope, 0, i, inline_);
    uint32_t end = cxx_skip_group(ix->tok, j, ix->end);
    ix->at = end;
    if (++cxx->decls->depth < cxx->ctx->max_depth) cxx_index(cxx, scope, j + 1, end - 1, false);
    cxx->decls->depth--;
}

// `template <...>` headers; returns the token behind them.
static uint32_t scan_headers(Ix *ix, uint32_t i) {
    while (kind(ix, i) == T_KW_TEMPLATE && kind(ix, i + 1) == T_LT) {
        ix->nheaders++;
        ix->flags |= IX_TEMPLATE;
        if (kind(ix, i + 2) == T_GT) ix->flags |= IX_SPECIALIZATION;
        uint32_t e = cxx_skip_angles(ix->x, i + 1, ix->end);
        if (!e) return i + 2;
        i = e;
        if (kind(ix, i) == T_KW_REQUIRES) i = cxx_skip_constraint(ix->x, i + 1, ix->end);
    }
    return i;
}

static void finish(Ix *ix, uint32_t end, uint8_t form) {
    ix->form = form;
    ix->at = end > ix->begin ? end : ix->begin + 1;
    close_group(ix, ix->at);
}

static void scan_declaration(Ix *ix) {
    while (kind(ix, ix->at) == T_KW_EXTENSION) ix->at++;
    uint32_t i = ix->at;
    if (i >= ix->end) return;
    ix->begin = i;
    ix->group = ix->out->e.n;
    ix->nheaders = 0;
    ix->defs = ix->x->decls->all_member_defs.n;
    ix->flags = 0;
    ix->type_seen = false;
    ix->form = IXF_SIMPLE;
    while (kind(ix, i) == T_KW_EXTENSION) i++;
    i = skip_attrs(ix, i);
    note_cuda(ix, ix->begin, i);
    switch (kind(ix, i)) {
    case T_SEMI: ix->at = i + 1; return;
    case T_RBRACE: ix->at = i + 1; return;
    case T_KW_STATIC_ASSERT: finish(ix, to_semi(ix, i), IXF_STATIC_ASSERT); return;
    case T_KW_ASM: finish(ix, to_semi(ix, i), IXF_ASM); return;
    case T_PRAGMA: ix->at = i + 1; return;
    case T_KW_PUBLIC:
    case T_KW_PROTECTED:
    case T_KW_PRIVATE:
        if (ix->is_class && kind(ix, i + 1) == T_COLON) {
            ix->access = kind(ix, i) == T_KW_PUBLIC      ? ACC_PUBLIC
                         : kind(ix, i) == T_KW_PROTECTED ? ACC_PROTECTED
                                                         : ACC_PRIVATE;
            ix->at = i + 2;
            return;
        }
        break;
    case T_KW_USING: scan_using(ix, i); return;
    case T_KW_NAMESPACE:
        if (ix->s) {
            scan_namespace(ix, i, false);
            return;
        }
        break;
    case T_KW_INLINE:
        if (ix->s && kind(ix, i + 1) == T_KW_NAMESPACE) {
            scan_namespace(ix, i + 1, true);
            return;
        }
        break;
    case T_KW_EXTERN:
        if (kind(ix, i + 1) == T_STRING) {
            bool c = cxx_string_is(ix->x, i + 1, "C");
            if (kind(ix, i + 2) == T_LBRACE) {
                uint32_t end = cxx_skip_group(ix->tok, i + 2, ix->end);
                Ix in = *ix;
                in.at = i + 3;
                in.end = end - 1;
                in.inherited = c ? IX_EXTERN_C : 0;
                if (++ix->x->decls->depth < ix->x->ctx->max_depth) {
                    while (in.at < in.end) scan_declaration(&in);
                }
                ix->x->decls->depth--;
                ix->at = end;
                return;
            }
            if (ix->s && kind(ix, i + 2) == T_KW_NAMESPACE) {
                Ix in = *ix;
                in.at = i + 2;
                in.inherited = c ? IX_EXTERN_C : 0;
                scan_declaration(&in);
                ix->at = in.at;
                return;
            }
            if (c) ix->flags |= IX_EXTERN_C;
            i += 2;
        } else if (kind(ix, i + 1) == T_KW_TEMPLATE) {
            finish(ix, to_semi(ix, i), IXF_EXPLICIT_INST);
            return;
        }
        break;
    case T_KW_TEMPLATE:
        if (kind(ix, i + 1) != T_LT) {
            finish(ix, to_semi(ix, i), IXF_EXPLICIT_INST);
            return;
        }
        i = scan_headers(ix, i);
        if (kind(ix, i) == T_KW_USING && kind(ix, i + 1) == T_IDENT) {
            add_entry(ix, ix->tok[i + 1].text, IXF_ALIAS, 0, i + 1);
            finish(ix, to_semi(ix, i), IXF_ALIAS);
            return;
        }
        if (kind(ix, i) == T_KW_CONCEPT && kind(ix, i + 1) == T_IDENT) {
            add_entry(ix, ix->tok[i + 1].text, IXF_CONCEPT, 0, i + 1);
            finish(ix, to_semi(ix, i), IXF_CONCEPT);
            return;
        }
        break;
    default: break;
    }
    uint32_t e = scan_simple(ix, i);
    finish(ix, e, ix->form);
}

void cxx_index(Cxx *cxx, Scope *scope, uint32_t begin, uint32_t end, bool is_class) {
    if (!scope->index) {
        scope->index = arena_new(xa(cxx), Index);
        map_init(&scope->index->by_name, xa(cxx));
    }
    Ix ix = {.x = cxx,
             .tok = cxx->tokens->at,
             .s = is_class ? NULL : scope,
             .out = scope->index,
             .at = begin,
             .end = end,
             .is_class = is_class,
             .access = ACC_NONE};
    while (ix.at < ix.end) scan_declaration(&ix);
}

// A defaulted <=> declares == too, unless one is declared [class.compare.default]/4: an entry of
// the same tokens.
static void implicit_equals(Ix *ix) {
    Cxx *cxx = ix->x;
    Index *out = ix->out;
    Atom eq = cxx_op_atom(cxx, OP_EQ);
    if (map_get(&out->by_name, eq)) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&out->by_name, cxx_op_atom(cxx, OP_CMP3));
    for (; i; i = out->e.at[i - 1].next) {
        IndexEntry index_entry = out->e.at[i - 1];
        const Token *last = &ix->tok[index_entry.end - 1];
        if (last->kind == T_SEMI) last--;
        if (last->kind != T_KW_DEFAULT) continue;
        ix->begin = index_entry.begin;
        ix->group = out->e.n;
        ix->defs = cxx->decls->all_member_defs.n;
        ix->flags = 0;
        ix->access = index_entry.access;
        add_entry(ix, eq, index_entry.form, index_entry.flags | IX_IMPLICIT_EQ, index_entry.order);
        close_group(ix, index_entry.end);
    }
}

Index *cxx_class_index(Cxx *cxx, uint32_t body_begin, uint32_t body_end, Atom class_name,
                       ClassTag tag) {
    Index *out = map_get(&cxx->decls->class_index, body_begin);
    if (out) return out;
    out = arena_new(xa(cxx), Index);
    map_init(&out->by_name, xa(cxx));
    map_put(&cxx->decls->class_index, body_begin, out);
    Ix ix = {.x = cxx,
             .tok = cxx->tokens->at,
             .out = out,
             .at = body_begin + 1,
             .end = body_end - 1,
             .cls = class_name,
             .is_class = true,
             .access = tag == CT_CLASS ? ACC_PRIVATE : ACC_PUBLIC};
    while (ix.at < ix.end) scan_declaration(&ix);
    if (ix.defaulted_cmp && cxx->opt.std >= 20) implicit_equals(&ix);
    return out;
}
