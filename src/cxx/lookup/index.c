// SPDX-License-Identifier: Apache-2.0
// The index: which names does a namespace or class body declare, and with which tokens? One scan
// over the tokens; bodies, initialisers and parameter lists are skipped by the lexer's bracket
// matches, so the cost is that of the tokens between them. Nothing is looked up: a name is found by
// the shape of a declaration alone. The scan may list a name that turns out not to be declared (the
// entry then yields nothing), it must not miss one. Names of unscoped enumerators and of members of
// anonymous unions are entries of the declaration that brings them.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/index_int.h"

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

// Specifiers that the entry of a declaration tells [dcl.spec].
static const uint16_t specifier_flag[T_count_] = {
    [T_KW_STATIC] = IX_STATIC,   [T_KW_TYPEDEF] = IX_TYPEDEF,     [T_KW_FRIEND] = IX_FRIEND,
    [T_KW_VIRTUAL] = IX_VIRTUAL, [T_KW_CONSTEXPR] = IX_CONSTEXPR, [T_KW_CONSTEVAL] = IX_CONSTEXPR,
};

static bool kind_is(const Ix *ix, uint32_t i, unsigned classes) {
    return cxx_token_class[kind(ix, i)] & classes;
}

static bool opens(uint16_t k) {
    return cxx_token_class[k] & TC_OPENS;
}

// ---- entries -----------------------------------------------------------------------------------

// What DeclState.is_template says of a name: whatever else it may mean, some template has it.
enum { IS_TEMPLATE = 1, IS_ALIAS = 2, IS_CONCEPT = 4 };

static void note_template(Ix *ix, Atom a, uint8_t form) {
    uint8_t bits = IS_TEMPLATE;
    if (form == IXF_ALIAS) bits |= IS_ALIAS;
    if (form == IXF_CONCEPT) bits |= IS_CONCEPT;
    if (a < ix->x->decls->index.natoms) ix->x->decls->index.is_template[a] |= bits;
}

bool cxx_names_alias(Cxx *cxx, Atom a) {
    return a < cxx->decls->index.natoms && (cxx->decls->index.is_template[a] & IS_ALIAS);
}

Index *cxx_index_new(Cxx *cxx) {
    Index *index = arena_new(xa(cxx), Index);
    map_init(&index->by_name, xa(cxx));
    map_init(&index->marked, xa(cxx));
    index->place = cxx_new_place(cxx);
    return index;
}

// An entry of the declaration that is scanned; its end is not known yet, close_group sets it.
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
    if ((index_entry.flags & IX_TEMPLATE) && name) note_template(ix, name, form);
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
            cxx_has_name(ix->x, index_entry->name, index->place);
        } else {
            IndexEntry *first = &index->e.at[(uintptr_t)*slot - 1];
            index->e.at[first->last].next = i + 1;
            first->last = i;
        }
    }
    for (uint32_t i = ix->defs; i < ix->x->decls->index.all_member_defs.n; i++) {
        ix->x->decls->index.all_member_defs.at[i]->end = end;
    }
}

// A declaration whose name is qualified (from token `qual` on): an entry of the namespace it stands
// in, and a definition to be found by the name's last part, whose class is looked for when somebody
// asks.
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
                              .place = cxx->decls->index.all_member_defs.n,
                              .scope = ix->s};
    vec_push(xa(cxx), &cxx->decls->index.all_member_defs, member_def);

    // those of one name, in the order of their tokens
    MemberDef *tail = map_get(&cxx->decls->index.member_tail, name);
    if (tail)
        tail->next = member_def;
    else
        map_put(&cxx->decls->index.member_defs, name, member_def);
    map_put(&cxx->decls->index.member_tail, name, member_def);
}

// An enumerator of a member enumeration that is defined outside of its class.
static void note_enumerator(Cxx *cxx, Atom name, MemberDef *of) {
    OutsideEnumerator *e = arena_new(xa(cxx), OutsideEnumerator);
    void **slot = map_slot(&cxx->decls->index.outside_enumerators, name);
    *e = (OutsideEnumerator){of, *slot};
    *slot = e;
}

// ---- pieces of a declaration -------------------------------------------------------------------

// A word with its operand in parentheses that declares nothing: `decltype(...)`,
// `__launch_bounds__(...)`.
static bool takes_parens(const Ix *ix, uint32_t i) {
    if (kind(ix, i + 1) != T_LPAREN) return false;
    if (kind(ix, i) == T_IDENT) return cxx_token_takes_parens(ix->x, ix->tok[i].text);
    return kind_is(ix, i, TC_PARENS);
}

static bool at_attribute(const Ix *ix, uint32_t i) {
    uint16_t k = kind(ix, i);
    if (is_any_of(k, T_KW_ATTRIBUTE, T_KW_ALIGNAS)) return kind(ix, i + 1) == T_LPAREN;
    return k == T_IDENT && takes_parens(ix, i);
}

// Skips attributes: [[...]], __attribute__((...)), alignas(...), CUDA's markers with arguments.
static uint32_t skip_attrs(const Ix *ix, uint32_t i) {
    for (;;) {
        if (kind(ix, i) == T_LBRACKET && kind(ix, i + 1) == T_LBRACKET) {
            i = cxx_skip_group(ix->tok, i, ix->end);
        } else if (at_attribute(ix, i)) {
            i = cxx_skip_group(ix->tok, i + 1, ix->end);
        } else {
            return i;
        }
    }
}

// The value of an enumerator, from its `=` to the comma. Here `<` compares, unless a template is
// known by the name in front: a list of arguments could hold the comma.
static uint32_t skip_enumerator_value(Ix *ix, uint32_t i, uint32_t end) {
    while (i < end && kind(ix, i) != T_COMMA) {
        if (opens(kind(ix, i))) {
            i = cxx_skip_group(ix->tok, i, end);
        } else if (kind(ix, i) == T_LT && kind(ix, i - 1) == T_IDENT) {
            uint32_t e = cxx_try_angles(ix->x, i, end, true);
            i = e && ix->x->decls->index.is_template[ix->tok[i - 1].text] ? e : i + 1;
        } else {
            i++;
        }
    }
    return i;
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
        i = skip_enumerator_value(ix, i, end) + 1;
    }
}

static void scan_declaration(Ix *ix);

// All declarations in the range of `in`, one level deeper than what is scanned now. Beyond the
// limit they are left out: the parser says that the nesting is too deep.
static void scan_nested(Ix *in) {
    if (++in->x->decls->depth < in->x->ctx->max_depth) {
        while (in->at < in->end) scan_declaration(in);
    }
    in->x->decls->depth--;
}

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
    scan_nested(&in);
    VEC_FOREACH (IndexEntry, e, &tmp.e) {
        if (e->name) add_entry(ix, e->name, IXF_SIMPLE, IX_ANON_FIELD, e->order);
    }
}

// The name in a class-head [class.pre], as tokens.
typedef struct ClassName {
    uint32_t name; // its last part, 0: unnamed
    uint32_t qual; // first token of a qualified name, else 0
    bool targs;
} ClassName;

// `final` behind the name, where the body or the bases follow.
static bool at_final(const Ix *ix, uint32_t i) {
    bool word = ix->tok[i].text == ix->x->decls->n.final_;
    return word && (kind(ix, i + 1) == T_LBRACE || kind(ix, i + 1) == T_COLON);
}

// Reads the name at i; returns the token behind it and `final`.
static uint32_t scan_class_name(Ix *ix, uint32_t i, ClassName *head) {
    uint32_t first = i;
    while (kind_is(ix, i, TC_NAME) && kind(ix, i) != T_KW_TYPENAME) {
        if (kind(ix, i) != T_IDENT) {
            i++;
            continue;
        }
        if (head->name && !kind_is(ix, i - 1, TC_LEADS)) {
            if (at_final(ix, i)) i++;
            break;
        }
        head->name = i++;
        head->targs = false;
        if (kind(ix, i) == T_LT) {
            uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
            if (!e) break;
            i = e;
            head->targs = true;
        }
        if (kind(ix, i) == T_COLCOL && !head->qual) head->qual = first;
    }
    if (kind(ix, first) == T_COLCOL && head->name) head->qual = first;
    return i;
}

// An elaborated-type-specifier declares the class if it is nothing but a name [dcl.type.elab]/3.
static void note_elaborated(Ix *ix, const ClassName *head) {
    if (!head->name || head->qual || head->targs) return;
    if (ix->flags & (IX_FRIEND | IX_TEMPLATE)) return;
    add_entry(ix, ix->tok[head->name].text, IXF_CLASS, 0, head->name);
}

// At class, struct, union: returns the token behind the head or body.
static uint32_t scan_class(Ix *ix, uint32_t i) {
    ClassName head = {0};
    i = scan_class_name(ix, skip_attrs(ix, i + 1), &head);
    i = skip_attrs(ix, i);
    uint32_t name = head.name;
    uint16_t k = kind(ix, i);
    bool width = ix->is_class && !name; // `struct : 3` is an unnamed bit-field, in error
    bool def = k == T_LBRACE || (k == T_COLON && !width);
    ix->type_seen = true;
    if (!def && k != T_SEMI) {
        note_elaborated(ix, &head);
        return i;
    }

    uint16_t spec = (ix->flags & IX_TEMPLATE) && head.targs ? IX_SPECIALIZATION : 0;
    if (head.qual && (def || spec)) {
        ix->flags |= spec;
        add_member_def(ix, ix->tok[name].text, name, head.qual, true, false);
        ix->form = IXF_OUT_OF_CLASS;
    } else if (name && !head.qual) {
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

// The name in an enum-head; returns the token behind it.
static uint32_t scan_enum_name(Ix *ix, uint32_t i, uint32_t *name, uint32_t *qual) {
    uint32_t first = i;
    while (is_any_of(kind(ix, i), T_IDENT, T_COLCOL)) {
        if (kind(ix, i) == T_COLCOL)
            *qual = first;
        else if (*name && kind(ix, i - 1) != T_COLCOL)
            break;
        else
            *name = i;
        i++;
        if (kind(ix, i) == T_LT && *name) {
            uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
            if (!e) break;
            i = e;
        }
    }
    return i;
}

// At the colon behind an enumeration's name: behind its underlying type, or at the colon where that
// begins the width of a bit-field [enum.pre]/1.
static uint32_t skip_enum_base(Ix *ix, uint32_t i, bool named) {
    uint32_t j = i;
    for (; j < ix->end; j = cxx_skip_one(ix->x, j, ix->end)) {
        uint16_t k = kind(ix, j);
        if (is_any_of(k, T_LBRACE, T_SEMI, T_COMMA)) break;
    }
    bool opaque = named && kind(ix, j) == T_SEMI && i + 3 >= j; // `enum E : int;`
    return kind(ix, j) == T_LBRACE || opaque ? j : i;
}

// At enum: returns the token behind the head or body.
static uint32_t scan_enum(Ix *ix, uint32_t i) {
    bool scoped = false;
    i++;
    if (is_any_of(kind(ix, i), T_KW_CLASS, T_KW_STRUCT)) scoped = true, i++;
    uint32_t name = 0, qual = 0;
    i = scan_enum_name(ix, skip_attrs(ix, i), &name, &qual);
    ix->type_seen = true;
    if (kind(ix, i) == T_COLON) i = skip_enum_base(ix, i, name != 0);
    bool def = kind(ix, i) == T_LBRACE;
    if (qual && def) {
        add_member_def(ix, ix->tok[name].text, name, qual, true, false);
    } else if (name && !qual) {
        add_entry(ix, ix->tok[name].text, IXF_ENUM, 0, name);
    }
    if (!def) return i;

    // unscoped enumerators are names of the scope around, too [enum.pre]/11
    const struct DeclState *st = ix->x->decls;
    MemberDef *of =
        qual && ix->s ? st->index.all_member_defs.at[st->index.all_member_defs.n - 1] : NULL;
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

    // a conversion function: its type ends at the parameter list
    ix_name->atom = cxx->decls->n.conv;
    while (i < ix->end && !is_any_of(kind(ix, i), T_LPAREN, T_RPAREN, T_SEMI)) {
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

// Template arguments declare the classes that they name by their keys first:
// `typedef A<struct tag> B;` [basic.scope.pdecl]/7.
static void note_arguments(Ix *ix, uint32_t i, uint32_t end) {
    for (; i + 2 < end; i++) {
        bool key = is_any_of(kind(ix, i), T_KW_STRUCT, T_KW_CLASS, T_KW_UNION);
        bool alone = kind(ix, i + 1) == T_IDENT && !is_any_of(kind(ix, i + 2), T_COLCOL, T_LT);
        if (key && alone) note_elaborated(ix, &(ClassName){.name = i + 1});
    }
}

// A possibly qualified name at identifier, `~`, `operator` or `::`: returns the token behind it,
// with its template arguments. ix_name->atom 0: a pointer to member's class, or no name.
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
            note_arguments(ix, i, e);
            i = e;
            ix_name->targs = true;
        }

        if (kind(ix, i) != T_COLCOL) break;
        if (kind(ix, i + 1) == T_STAR) { // pointer to member: A::*
            ix_name->atom = 0;
            return i + 2;
        }
        if (!ix_name->qual) ix_name->qual = first;
        i++;
    }
    if (kind(ix, i) == T_LT && ix_name->atom) { // operator+<int>
        uint32_t e = cxx_skip_angles(ix->x, i, ix->end);
        if (e) i = e, ix_name->targs = true;
    }
    return i;
}

// Inside the parentheses of a declarator `(*name)(...)`: its name. False: there is none.
static bool scan_paren_declarator(Ix *ix, uint32_t i, IxName *ix_name) {
    uint32_t end = cxx_skip_group(ix->tok, i, ix->end) - 1;
    for (i++; i < end;) {
        uint16_t k = kind(ix, i);
        if (k == T_LBRACKET && kind(ix, i + 1) == T_LBRACKET) {
            i = cxx_skip_group(ix->tok, i, end);
        } else if (is_any_of(k, T_IDENT, T_COLCOL, T_KW_OPERATOR)) {
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
        } else if (is_any_of(k, T_RPAREN, T_SEMI)) {
            return false;
        } else {
            i++;
        }
    }
    return false;
}

// Whether a declarator begins behind a comma: in `T a = f < b, c > (d)` the tokens alone do not say
// that the comma separates two of them.
static bool looks_like_declarator(const Ix *ix, uint32_t i) {
    while (kind_is(ix, i, TC_PTR_OP)) i++;
    if (kind(ix, i) == T_LPAREN) return kind(ix, i + 1) == T_STAR;
    return kind(ix, i) == T_IDENT && kind_is(ix, i + 1, TC_BEHIND_COMMA_ID);
}

// Skips `= initialiser` or a bit-field width up to ',' or ';'.
static uint32_t skip_init(const Ix *ix, uint32_t i) {
    while (i < ix->end) {
        uint16_t k = kind(ix, i);
        if (is_any_of(k, T_SEMI, T_RBRACE)) return i;
        if (k == T_COMMA && looks_like_declarator(ix, i + 1)) return i;
        i = opens(k) ? cxx_skip_operand(ix->x, i, ix->end) : i + 1;
    }
    return i;
}

// At the ':' of constructor initialisers: the first token behind them, the body's '{'.
static uint32_t skip_mem_initialisers(Ix *ix, uint32_t i) {
    do {
        i++; // the colon or a comma
        IxName base;
        if (kind(ix, i) == T_KW_DECLTYPE)
            i = cxx_skip_group(ix->tok, i + 1, ix->end);
        else
            i = scan_name(ix, i, &base);
        if (!is_any_of(kind(ix, i), T_LPAREN, T_LBRACE)) return i;
        i = cxx_skip_group(ix->tok, i, ix->end);
        if (kind(ix, i) == T_ELLIPSIS) i++;
    } while (kind(ix, i) == T_COMMA);
    return i;
}

// At a function's '{': the token behind the body and, of a function-try-block, its handlers.
static uint32_t skip_body(Ix *ix, uint32_t i, bool try_block) {
    i = cxx_skip_group(ix->tok, i, ix->end);
    while (try_block && kind(ix, i) == T_KW_CATCH) {
        i = cxx_skip_group(ix->tok, i + 1, ix->end);
        if (kind(ix, i) == T_LBRACE) i = cxx_skip_group(ix->tok, i, ix->end);
    }
    return i;
}

// Behind a function declarator's parameters: to its ';', ',' or behind its body (*ended).
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
        case T_COLON:
            i = skip_mem_initialisers(ix, i);
            if (kind(ix, i) != T_LBRACE) return i;
            break;
        case T_LBRACE:
            ix->form = IXF_FUNC_DEF;
            *ended = true;
            return skip_body(ix, i, try_);
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

// Attributes in front of [[...]] or __attribute__((...)) that mark execution spaces.
static void note_cuda(Ix *ix, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        if (kind(ix, i) == T_IDENT) ix->flags |= cxx_attr_index_flag(ix->x, ix->tok[i].text);
    }
}

// `C(` with no type in front, in the class C: a constructor.
static bool declares_ctor(const Ix *ix, const IxName *ix_name, bool func) {
    bool own_name = ix->is_class && !ix_name->qual && ix_name->atom == ix->cls;
    return own_name && func && !ix->type_seen;
}

// One declared name was found at a declarator; scans the rest of that declarator. paren: it stands
// in parentheses, which end in front of i. *ended: the declaration ends with a body.
static uint32_t scan_declarator_tail(Ix *ix, uint32_t i, const IxName *ix_name, bool paren,
                                     bool *ended) {
    bool func = kind(ix, i) == T_LPAREN;
    Atom name = declares_ctor(ix, ix_name, func) ? ix->x->decls->n.ctor : ix_name->atom;
    uint16_t fl = func && !paren ? IX_FUNCTION : 0;
    ix->form = IXF_SIMPLE;
    uint32_t first = ix->out->e.n;
    // a deduction guide, if `->` follows the parameters [temp.deduct.guide]
    bool special = name == ix->x->decls->n.ctor || name == ix->x->decls->n.conv;
    bool guide = func && !ix->type_seen && !ix_name->qual && !special;
    if (ix_name->targs && (ix->flags & IX_TEMPLATE)) fl |= IX_SPECIALIZATION;

    bool outside = ix_name->qual && !(ix->flags & IX_FRIEND) && !ix->is_class;
    if (outside) {
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

    // array bounds, the parameters of `(*name)(...)`, an asm label
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
    return kind_is(ix, i, TC_INIT) ? skip_init(ix, i) : i;
}

// Whether `name (` begins a parenthesised declarator rather than a parameter list.
static bool paren_declarator_follows(const Ix *ix, const IxName *ix_name, uint32_t i) {
    if (ix->type_seen) return false;
    uint16_t k = kind(ix, i + 1);
    if (is_any_of(k, T_STAR, T_AMP, T_AMPAMP)) return true;
    // T (C::*name)
    uint32_t j = i + 1;
    while (kind(ix, j) == T_IDENT && kind(ix, j + 1) == T_COLCOL) j += 2;
    if (j > i + 1) return kind(ix, j) == T_STAR;
    // T (name)(int), T (A::operator*)(A); T (name)[2]; T (name) = 3; T (name); but not the
    // constructor C(T)
    uint32_t name = cxx_name_in_parens(ix->x, i, ix->end);
    if (ix_name->qual || !name) return false;
    uint16_t after = kind(ix, cxx_skip_group(ix->tok, i, ix->end));
    if (after == T_LPAREN) return true;
    if (name != i + 1 || kind(ix, i + 2) != T_RPAREN) return false;
    if (after == T_LBRACKET) return kind(ix, i + 4) != T_LBRACKET;
    if (ix->is_class && ix_name->atom == ix->cls) return false;
    return is_any_of(after, T_ASSIGN, T_SEMI, T_COMMA);
}

// `auto const &[`
static bool behind_auto(const Ix *ix, uint32_t i) {
    static const bool between[T_count_] = {
        [T_AMP] = true, [T_AMPAMP] = true, [T_KW_CONST] = true, [T_KW_VOLATILE] = true};
    while (i > 0 && between[kind(ix, i - 1)]) i--;
    return i > 0 && kind(ix, i - 1) == T_KW_AUTO;
}

// At the `[` of a structured binding [dcl.struct.bind]: its names are entries. Returns the token
// behind the initialiser.
static uint32_t scan_binding(Ix *ix, uint32_t i) {
    uint32_t end = cxx_skip_group(ix->tok, i, ix->end);
    for (uint32_t j = i + 1; j + 1 < end; j++) {
        if (kind(ix, j) == T_IDENT) add_entry(ix, ix->tok[j].text, IXF_SIMPLE, 0, j);
    }
    return skip_init(ix, end);
}

// At a declarator in parentheses, or parentheses that hold none.
static uint32_t scan_parenthesised(Ix *ix, uint32_t i, bool *ended) {
    IxName ix_name;
    bool found = scan_paren_declarator(ix, i, &ix_name);
    bool only_name = cxx_name_in_parens(ix->x, i, ix->end);
    i = cxx_skip_group(ix->tok, i, ix->end);
    if (!found) return i;
    bool paren = !only_name && (kind(ix, i) == T_LPAREN || ix_name.func);
    return scan_declarator_tail(ix, i, &ix_name, paren, ended);
}

// Whether the name, behind which token `behind` stands, is what the declaration declares; else it
// is (part of) the type.
static bool is_declared_name(const Ix *ix, const IxName *ix_name, uint32_t behind) {
    if (!ix_name->atom || !kind_is(ix, behind, TC_BEHIND_ID)) return false;
    switch (kind(ix, behind)) {
    case T_LPAREN: return !paren_declarator_follows(ix, ix_name, behind);
    case T_SEMI: return ix->type_seen;
    // a bit-field; `A : 3` with no type seen is an unnamed one of type A
    case T_COLON: return ix->is_class && ix->type_seen;
    default: return true;
    }
}

// At a name, among specifiers or in a declarator.
static uint32_t scan_word(Ix *ix, uint32_t i, bool *ended) {
    if (takes_parens(ix, i)) return cxx_skip_group(ix->tok, i + 1, ix->end);
    if (kind(ix, i) == T_IDENT && cxx_is_attr_keyword(ix->x, ix->tok[i].text)) {
        ix->flags |= cxx_attr_index_flag(ix->x, ix->tok[i].text);
        return i + 1;
    }

    IxName ix_name;
    uint32_t e = scan_name(ix, i, &ix_name);
    if (e == i) return i + 1; // no name
    uint32_t behind = skip_attrs(ix, e);
    if (is_declared_name(ix, &ix_name, behind))
        return scan_declarator_tail(ix, behind, &ix_name, false, ended);
    ix->type_seen = true;
    return e;
}

// At a keyword that is no declared name: a specifier, a basic type, an operand in parentheses.
static uint32_t scan_specifier(Ix *ix, uint32_t i) {
    uint16_t k = kind(ix, i);
    if (cxx_token_class[k] & TC_BASIC) ix->type_seen = true;
    ix->flags |= specifier_flag[k];
    if (!takes_parens(ix, i)) return i + 1;
    ix->type_seen |= is_any_of(k, T_KW_DECLTYPE, T_KW_TYPEOF, T_KW_TYPE_TRAIT);
    return cxx_skip_group(ix->tok, i + 1, ix->end);
}

// Specifiers and declarators of a simple declaration, function or class; ends behind it.
static uint32_t scan_simple(Ix *ix, uint32_t i) {
    bool ended = false;
    while (i < ix->end && !ended) {
        IxName ix_name;
        switch (kind(ix, i)) {
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
        case T_LBRACKET: {
            bool binding = ix->type_seen && behind_auto(ix, i) && kind(ix, i + 1) == T_IDENT;
            i = binding ? scan_binding(ix, i) : cxx_skip_group(ix->tok, i, ix->end);
            continue;
        }
        case T_LBRACE: i = cxx_skip_group(ix->tok, i, ix->end); continue;
        case T_LPAREN: i = scan_parenthesised(ix, i, &ended); continue;
        case T_IDENT:
        case T_COLCOL:
        case T_TILDE:
        case T_KW_OPERATOR: i = scan_word(ix, i, &ended); continue;
        default: i = scan_specifier(ix, i); continue;
        }
    }
    return i;
}

// The token behind the next `;` that is in no brackets.
static uint32_t to_semi(const Ix *ix, uint32_t i) {
    while (i < ix->end && kind(ix, i) != T_SEMI) {
        i = opens(kind(ix, i)) ? cxx_skip_group(ix->tok, i, ix->end) : i + 1;
    }
    return i < ix->end ? i + 1 : i;
}

// What the type of an alias-declaration defines or names first: `using E = enum { a };`.
static void scan_aliased(Ix *ix, uint32_t i) {
    while (is_any_of(kind(ix, i), T_KW_CONST, T_KW_VOLATILE)) i++;
    if (ix->flags & IX_TEMPLATE) return; // defines none [dcl.typedef]/2
    switch (kind(ix, i)) {
    case T_KW_ENUM: scan_enum(ix, i); break;
    case T_KW_CLASS:
    case T_KW_STRUCT:
    case T_KW_UNION: scan_class(ix, i); break;
    default: break;
    }
}

// Whether the name of a using-declarator from token `from` on, which ends with the identifier at
// `last`, repeats the class in front of it: `Base::Base`, `Base<T>::Base`, inherited constructors
// [namespace.udecl]/4.
static bool names_own_class(const Ix *ix, uint32_t from, uint32_t last) {
    if (last < 2 || kind(ix, last) != T_IDENT) return false;
    uint32_t colons = last - 1; // at '::'
    for (uint32_t i = from; i < colons; i++) {
        bool template_id = kind(ix, i + 1) == T_LT;
        if (kind(ix, i) != T_IDENT || !(template_id || kind(ix, i + 1) == T_COLCOL)) continue;
        // a name among arguments does not end at these colons, nor does one at `>>`
        uint32_t after = template_id ? cxx_skip_angles(ix->x, i + 1, ix->end) : i + 1;
        if (after == colons) return ix->tok[i].text == ix->tok[last].text;
    }
    return false;
}

// `using A::b, C::d...;` behind `using`.
static void scan_using_names(Ix *ix, uint32_t j, uint32_t end) {
    while (j < end) {
        uint16_t k = kind(ix, j);
        if (is_any_of(k, T_KW_TYPENAME, T_COMMA, T_ELLIPSIS)) {
            j++;
            continue;
        }
        IxName ix_name;
        uint32_t e = scan_name(ix, j, &ix_name);
        if (e == j) break;
        bool ctors = ix_name.atom && ix->is_class && names_own_class(ix, j, ix_name.order);
        Atom atom = ctors ? ix->x->decls->n.ctor : ix_name.atom;
        if (atom) add_entry(ix, atom, IXF_USING, 0, ix_name.order);
        j = e;
    }
}

// At `using`: a directive, an alias-declaration, a using-declaration, a using-enum-declaration.
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
        scan_using_names(ix, i + 1, end);
    }
    ix->at = end;
    close_group(ix, end);
}

// At `namespace`: an alias, or a definition, whose members go to the index of that namespace.
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

    // `namespace A::inline B`: each is opened in the one before
    uint32_t j = skip_attrs(ix, i + 1);
    Scope *scope = ix->s;
    bool named = false, first = inline_;
    while (is_any_of(kind(ix, j), T_IDENT, T_COLCOL, T_KW_INLINE)) {
        // [namespace.def]: `inline` in front of all, or behind a `::`
        bool word = kind(ix, j) == T_KW_INLINE;
        if (word && (!named || kind(ix, j - 1) != T_COLCOL))
            CXX_DIAG(cxx, d_specifier_here, ix->tok[j].pos, "inline");
        else if (first && kind(ix, j) == T_COLCOL)
            CXX_DIAG(cxx, d_nested_inline, ix->tok[j].pos);
        if (word) inline_ = true;
        if (kind(ix, j) == T_COLCOL && cxx->opt.std < 17)
            cxx_extension(cxx, ix->tok[j].pos, "a nested namespace definition before C++17");
        if (kind(ix, j) == T_IDENT) {
            scope = cxx_namespace_open(cxx, scope, ix->tok[j].text, j, inline_);
            named = true;
            inline_ = false;
        }
        j++;
    }
    if (kind(ix, j) == T_LBRACKET) // [namespace.def.general]/1: they stand in front
        cxx_extension(cxx, ix->tok[j].pos, "attributes behind the name of a namespace");
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

// The declaration ends in front of token `end`; at least one token is consumed.
static void finish(Ix *ix, uint32_t end, uint8_t form) {
    ix->form = form;
    ix->at = end > ix->begin ? end : ix->begin + 1;
    close_group(ix, ix->at);
}

// At `extern "..."` [dcl.link]. True: all of it is scanned; false: *i is what follows the string,
// a declaration of its own.
static bool scan_linkage(Ix *ix, uint32_t *i) {
    bool c = cxx_string_is(ix->x, *i + 1, "C");
    Pos pos = ix->tok[*i + 1].pos;
    if (!c && !cxx_string_is(ix->x, *i + 1, "C++") && cxx_in_main_file(ix->x, pos)) // [dcl.link]/2
        CXX_DIAG(ix->x, d_unknown_linkage, pos);
    Ix in = *ix;
    in.inherited = c ? IX_EXTERN_C : 0;
    in.at = *i + 2;
    if (kind(ix, in.at) == T_LBRACE) {
        uint32_t end = cxx_skip_group(ix->tok, in.at, ix->end);
        in.at++;
        in.end = end - 1;
        scan_nested(&in);
        ix->at = end;
        return true;
    }
    if (ix->s && kind(ix, in.at) == T_KW_NAMESPACE) {
        scan_declaration(&in);
        ix->at = in.at;
        return true;
    }
    if (c) ix->flags |= IX_EXTERN_C;
    *i += 2;
    return false;
}

// At `template`. True: all of it is scanned; false: *i is what follows the headers, scanned as any
// declaration.
static bool scan_template(Ix *ix, uint32_t *i) {
    if (kind(ix, *i + 1) != T_LT) {
        finish(ix, to_semi(ix, *i), IXF_EXPLICIT_INST);
        return true;
    }
    *i = scan_headers(ix, *i);
    if (kind(ix, *i + 1) != T_IDENT) return false;
    uint16_t k = kind(ix, *i);
    if (!is_any_of(k, T_KW_USING, T_KW_CONCEPT)) return false;
    uint8_t form = k == T_KW_USING ? IXF_ALIAS : IXF_CONCEPT;
    add_entry(ix, ix->tok[*i + 1].text, form, 0, *i + 1);
    finish(ix, to_semi(ix, *i), form);
    return true;
}

// `public:` and its like [class.access.spec]: the access of what follows. False: it is none.
static bool scan_access(Ix *ix, uint32_t i) {
    if (!ix->is_class || kind(ix, i + 1) != T_COLON) return false;
    switch (kind(ix, i)) {
    case T_KW_PUBLIC: ix->access = ACC_PUBLIC; break;
    case T_KW_PROTECTED: ix->access = ACC_PROTECTED; break;
    default: ix->access = ACC_PRIVATE; break;
    }
    ix->at = i + 2;
    return true;
}

// Forgets what was noted of the declaration before; the next one begins at ix->at.
static void begin_declaration(Ix *ix) {
    ix->begin = ix->at;
    ix->group = ix->out->e.n;
    ix->nheaders = 0;
    ix->defs = ix->x->decls->index.all_member_defs.n;
    ix->flags = 0;
    ix->type_seen = false;
    ix->form = IXF_SIMPLE;
}

// At `module` or `import` as a C++20 program has them [module.unit], [module.import], perhaps
// behind `export`: they are refused, and passed over.
static bool refuse_module(Ix *ix, uint32_t i) {
    uint32_t word = i + (kind(ix, i) == T_KW_EXPORT);
    if (!ix->s || ix->x->opt.std < 20 || kind(ix, word) != T_IDENT) return false;
    const char *name = atom_str(ix->x->ctx, ix->tok[word].text);
    bool import = strcmp(name, "import") == 0;
    if (!import && strcmp(name, "module") != 0) return false;
    uint16_t next = kind(ix, word + 1);
    bool header = import && is_any_of(next, T_STRING, T_LT);
    bool begins = is_any_of(next, T_IDENT, T_COLON) || (!import && next == T_SEMI);
    if (!header && !begins) return false;
    CXX_DIAG(ix->x, d_modules, ix->tok[word].pos, name);
    ix->at = to_semi(ix, i);
    return true;
}

// One declaration, at ix->at, which moves behind it.
static void scan_declaration(Ix *ix) {
    while (kind(ix, ix->at) == T_KW_EXTENSION) ix->at++;
    uint32_t i = ix->at;
    if (i >= ix->end) return;
    begin_declaration(ix);
    i = skip_attrs(ix, i);
    // `Base::name;` in a class gives access to a base's member ([class.access.dcl], C++03)
    note_cuda(ix, ix->begin, i);
    uint32_t semi = ix->is_class ? cxx_access_declaration(ix->x, i, ix->end) : 0;
    if (semi) {
        ix->form = IXF_USING;
        scan_using_names(ix, i, semi);
        ix->at = semi + 1;
        close_group(ix, semi + 1);
        return;
    }
    // What begins with a word of its own is known by it; all else, and what only looked like it, is
    // a simple declaration or a function.
    switch (kind(ix, i)) {
    case T_SEMI: ix->at = i + 1; return;
    case T_RBRACE: ix->at = i + 1; return;
    case T_KW_STATIC_ASSERT: finish(ix, to_semi(ix, i), IXF_STATIC_ASSERT); return;
    case T_KW_ASM: finish(ix, to_semi(ix, i), IXF_ASM); return;
    case T_PRAGMA: ix->at = i + 1; return;
    case T_KW_PUBLIC:
    case T_KW_PROTECTED:
    case T_KW_PRIVATE:
        if (scan_access(ix, i)) return;
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
            if (scan_linkage(ix, &i)) return;
        } else if (kind(ix, i + 1) == T_KW_TEMPLATE) {
            finish(ix, to_semi(ix, i), IXF_EXPLICIT_INST);
            return;
        }
        break;
    case T_KW_TEMPLATE:
        if (scan_template(ix, &i)) return;
        break;
    case T_KW_EXPORT:
    case T_IDENT:
        if (refuse_module(ix, i)) return;
        break;
    default: break;
    }
    uint32_t e = scan_simple(ix, i);
    finish(ix, e, ix->form);
}

void cxx_index(Cxx *cxx, Scope *scope, uint32_t begin, uint32_t end, bool is_class) {
    if (!scope->index) {
        scope->index = cxx_index_new(cxx);
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
        // as if it had been scanned in the same place
        ix->begin = index_entry.begin;
        ix->group = out->e.n;
        ix->defs = cxx->decls->index.all_member_defs.n;
        ix->flags = 0;
        ix->access = index_entry.access;
        add_entry(ix, eq, index_entry.form, index_entry.flags | IX_IMPLICIT_EQ, index_entry.order);
        close_group(ix, index_entry.end);
    }
}

Index *cxx_class_index(Cxx *cxx, uint32_t body_begin, uint32_t body_end, Atom class_name,
                       ClassTag tag) {
    Index *out = map_get(&cxx->decls->index.classes, body_begin);
    if (out) return out;
    out = cxx_index_new(cxx);
    map_put(&cxx->decls->index.classes, body_begin, out);
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
