// SPDX-License-Identifier: Apache-2.0
// The rules of func_rule.def: a declaration of a function is looked at once, for the facts that the
// rules ask about; a rule says which of them do not go together.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

typedef enum {
#define FACT(name) FACT_##name,
#include "cxx/decl/func_rule.def"
} Fact;

typedef uint64_t Facts;

enum {
#define FACT(name) name = UINT64_C(1) << FACT_##name,
#include "cxx/decl/func_rule.def"
    NOTHING = 0
};

// The set of one fact, if it holds.
static Facts fact(Fact number, bool holds) {
    return (Facts)holds << number;
}

typedef struct FuncRule {
    Facts needs, lacks;
    const DiagRow *row;
    const char *word; // the argument of the message, if that is a word
    bool names;       // its argument is the function
} FuncRule;

DIAG_DECLARE(cxx, d_specifier_here);
#define RULE(needs, lacks, id)  DIAG_DECLARE(cxx, id);
#define OF_IT(needs, lacks, id) DIAG_DECLARE(cxx, id);
#define WORD(needs, lacks, word)
#include "cxx/decl/func_rule.def"

static const FuncRule rules[] = {
#define RULE(needs, lacks, id)   {needs, lacks, &cxx_d_##id, NULL, false},
#define OF_IT(needs, lacks, id)  {needs, lacks, &cxx_d_##id, NULL, true},
#define WORD(needs, lacks, word) {needs, lacks, &cxx_d_d_specifier_here, word, false},
#include "cxx/decl/func_rule.def"
};

// The declaration stands in its class and declares a member: no friend, no definition outside.
static bool declares_member(const DeclSpec *ds, const Declarator *written, const Scope *home) {
    return home->kind == SC_CLASS && !written->qual && !ds->is_friend;
}

// [dcl.fct.spec]/3: `explicit` is for constructors and conversion functions in their class, and for
// guides. A constructor or guide is known by the type it lacks.
static bool may_be_explicit(const FuncDecl *func, const DeclSpec *ds, const Declarator *written,
                            const Scope *home) {
    bool in_class = declares_member(ds, written, home), untyped = !ds->type;
    bool of_namespace = home->kind != SC_CLASS && !written->qual;
    if (of_namespace && untyped && func->kind <= FK_CTOR) return true; // a guide
    switch (func->kind) {
    case FK_CTOR:
    case FK_CONV:
    case FK_GUIDE: return in_class;
    default: return in_class && untyped && written->has_trailing_ret; // a guide
    }
}

// Whether a function has no `this`, so that its type has no qualifiers [dcl.fct]/6.
static bool lacks_this(const FuncDecl *func, const DeclSpec *ds, const Declarator *written,
                       const Scope *home) {
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) return true;
    if (written->qual) return false; // a member perhaps: its class knows
    if (func->cls && func->d.flags & DF_STATIC) return true;
    return !written->dep_qual && (home->kind != SC_CLASS || ds->is_friend);
}

// `A::A`, behind a type.
static bool named_as_class(const Declarator *declarator) {
    const Scope *in = declarator->qual;
    if (!scope_is(in, SC_CLASS) || declarator->op) return false;
    return in->cls->d.name && in->cls->d.name == declarator->name;
}

// What the specifiers say.
static Facts words_of(const DeclSpec *ds) {
    return fact(FACT_REGISTER, ds->is_register) | fact(FACT_EXTERN, ds->is_extern) |
           fact(FACT_MUTABLE, ds->flags & DF_MUTABLE) | fact(FACT_THREAD, ds->is_thread) |
           fact(FACT_VIRTUAL, ds->is_virtual) | fact(FACT_STATIC, ds->flags & DF_STATIC) |
           fact(FACT_INLINE, ds->flags & DF_INLINE) | fact(FACT_EXPLICIT, ds->is_explicit) |
           fact(FACT_FRIEND, ds->is_friend) |
           fact(FACT_CONSTANT, ds->flags & (DF_CONSTEXPR | DF_CONSTEVAL)) |
           fact(FACT_CONSTEVAL, ds->flags & DF_CONSTEVAL) | fact(FACT_TYPED, ds->type != NULL);
}

// Where it stands, and for what.
static Facts place_of(const Parse *parse, const DeclSpec *ds, const Declarator *written,
                      const Scope *home) {
    bool member = declares_member(ds, written, home);
    bool outside = scope_is(written->qual, SC_CLASS);
    bool befriended = ds->is_friend && (home->kind == SC_CLASS || written->qual);
    const ClassDecl *cls = member ? home->cls : NULL;
    return fact(FACT_IN_CLASS, member) | fact(FACT_OF_CLASS, home->kind == SC_CLASS) |
           fact(FACT_OUTSIDE_CLASS, outside) | fact(FACT_BEFRIENDED, befriended) |
           fact(FACT_OF_UNION, cls && cls->tag == CT_UNION) |
           fact(FACT_HAS_BASES, cls && cls->written.base_clause.end) |
           fact(FACT_TEMPLATE, parse->scope->kind == SC_TPARAMS) |
           fact(FACT_QUALIFIED, written->qual || written->dep_qual) |
           fact(FACT_ARGUMENTS, written->targs != NULL) |
           fact(FACT_NAMED_AS_CLASS, named_as_class(written)) |
           fact(FACT_EXTERN_C, parse->extern_c);
}

// What function it is.
static Facts kind_of(const FuncDecl *func, bool is_main) {
    const FuncType *type = &func->d.type->u.func;
    return fact(FACT_CTOR, func->kind == FK_CTOR) | fact(FACT_DTOR, func->kind == FK_DTOR) |
           fact(FACT_CONVERSION, func->kind == FK_CONV) |
           fact(FACT_LITERAL, func->kind == FK_LITERAL_OP) |
           fact(FACT_MAIN, is_main && type->ret->kind == TY_INT) |
           fact(FACT_QUALIFIERS, type->quals || type->ref) |
           fact(FACT_MEMBER_OPERATOR, func->cls && func->op) |
           fact(FACT_DEDUCED, type->ret->flags & TF_HAS_AUTO) |
           fact(FACT_PARAMETERS, func->nparam > func->explicit_object) |
           fact(FACT_PURE, func->pure) | fact(FACT_DEFINED, func->body.defined) |
           fact(FACT_CONSTRAINED, func->written.requires.end);
}

void cxx_check_func_rules(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                          const Declarator *written, const Scope *home, bool is_main) {
    bool special = is_any_of(func->kind, FK_CTOR, FK_DTOR);
    Facts facts = words_of(ds) | place_of(parse, ds, written, home) | kind_of(func, is_main) |
                  fact(FACT_SINCE_20, parse->x->opt.std >= 20) |
                  fact(FACT_TYPED, special && ds->cv_alone) |
                  fact(FACT_MAY_BE_EXPLICIT, may_be_explicit(func, ds, written, home)) |
                  fact(FACT_NO_OBJECT, lacks_this(func, ds, written, home));
    Pos pos = written->pos;
    for (size_t i = 0; i < CU_COUNT(rules); i++) {
        const FuncRule *rule = &rules[i];
        if ((facts & rule->needs) != rule->needs || facts & rule->lacks) continue;
        if (rule->word)
            diag(parse->x->ctx, rule->row, pos, rule->word);
        else if (rule->names)
            diag(parse->x->ctx, rule->row, pos, &func->d);
        else
            diag(parse->x->ctx, rule->row, pos);
    }
}
