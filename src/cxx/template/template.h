// SPDX-License-Identifier: Apache-2.0
// template.h: templates as such [temp]: argument lists read and converted, deduction, partial
// ordering, constraints, parameters invented by `auto`. Instances are made above (instance.h).
#ifndef CUPRUM_CXX_TEMPLATE_TEMPLATE_H
#define CUPRUM_CXX_TEMPLATE_TEMPLATE_H

#include "cxx/facts/facts.h"

typedef struct Deduce {
    Parse *p;
    Cxx *x;
    TmplParams *ps;
    TmplArg *at; // one per parameter; TA_NONE: not deduced yet
    struct DedPack {
        VEC(TmplArg) el;    // elements of a pack parameter deduced so far
        uint32_t nexplicit; // leading elements given explicitly
        bool closed;        // the number of elements is known
        bool any;
    } * pack;               // one per parameter
    Arena *a;               // scratch: whoever makes a Deduce marks and resets it
    uint32_t nfixed;        // leading parameters given explicitly
    bool partial;           // of a partial specialization: types of constants may differ
    int32_t k;              // element of the expansion being matched, -1: none
    bool against_expansion; // and A's element of it is the pattern of an expansion itself
    Env *env;               // outer bindings
    DeduceFail *why;
    uint32_t depth;
    bool order; // partial ordering: arguments may be dependent themselves
    bool call;  // function pointers may lose noexcept
    // A is the type of the function whose address is taken, or that is declared
    bool whole_function;
    bool in_bound;     // an array's bound is matched
    uint64_t of_bound; // parameters (below 64) that have only a bound's type
    bool autos;        // ps is NULL: TY_AUTO is the parameter
    uint32_t nclass; // so many parameters are a class template's, of which a constructor is called:
                     // T&& is no forwarding reference, and other lists' parameters fit anything
    bool *fixed;     // parameters bound from the start, or NULL
    Type *auto_type;
} Deduce;

// A deduction that is tried: what it reports makes the template no candidate [temp.deduct]/8, and
// what it keeps on the scratch arena goes with its end.
typedef struct DeduceTry {
    Deduce deduce;
    DiagTrap trap;
    ArenaMark mark;
} DeduceTry;

typedef enum { CON_ATOM, CON_CONCEPT, CON_AND, CON_OR } ConstraintKind;

typedef struct Constraint { // the shape of a constraint-expression, by tokens
    uint8_t kind;
    TokRange r;
    struct Constraint *a, *b;
} Constraint;

// ---- arguments.c --------------------------------------------------------------------------------

// How many of the arguments [at, n) the parameter pack takes.
uint32_t tm_pack_takes(const TParmDecl *parm, const TmplArg *raw, uint32_t at, uint32_t n);
// Converts raw arguments to a template's parameters, collects packs and adds default arguments.
// `env` is what the list is nested in. NULL after a diagnostic.
TmplArgs *tm_check_args(Parse *parse, Decl *tmpl, TmplParams *ps, Env *env, const TmplArg *raw,
                        uint32_t n, Pos pos);
// Converts one argument to a parameter whose earlier siblings are bound in env.
bool tm_convert_arg(Parse *parse, TParmDecl *parm, Env *env, const TmplArg *raw, TmplArg *out,
                    Pos pos);
// Reads the default argument of a parameter as it is written, its own parameters unbound, for what
// is wrong with it.
void tm_check_default(Cxx *cxx, TParmDecl *tparm_decl, Env *outer);
// The default argument of a parameter, bound in env; false (silently) if there is none.
bool tm_default_arg(Parse *parse, TParmDecl *parm, Env *env, TmplArg *out, Pos pos);
// At '<': the arguments as they are written, in scratch memory; consumes the closing '>'. NULL
// after a diagnostic.
TmplArgs *tm_parse_raw_args(Parse *parse);
// Bindings of ps to args inside outer.
Env *tm_env(Cxx *cxx, TmplParams *ps, TmplArgs *args, Env *outer);
// The parameters of a template, or of a template template parameter; NULL of any other declaration.
TmplParams *tm_params_of(Decl *tmpl);
// The template that an alias template is another name of, else itself.
TemplateDecl *tm_behind_alias(Parse *parse, TemplateDecl *tmpl);
// Whether the template can be an argument for a template template parameter with parameters `want`
// [temp.arg.template].
bool tm_template_fits(Decl *tmpl, TmplParams *want);
// cxx_parse_at for tokens that belong to parse's context: its depth, its point of instantiation.
Parse tm_parse_for(Parse *parse, uint32_t begin, uint32_t end, Scope *scope, Env *env);
// [temp.param]/7: whether a non-type parameter may have the (complete) type.
bool tm_structural(Cxx *cxx, Type *type, uint32_t depth);

// ---- class_deduce.c -----------------------------------------------------------------------------

// Class template argument deduction from an initialiser; ty_error after a diagnostic.
Type *cxx_deduce_class(Parse *parse, Decl *tmpl, Expr **arg, uint32_t n, Pos pos);

// ---- constraint.c -------------------------------------------------------------------------------

// Whether some concept of that name was indexed: what is none needs no look-up.
bool cxx_names_concept(Cxx *cxx, Atom a);
// Tokens r as a tree of && and || over atomic constraints; cached.
Constraint *cxx_constraint_shape(Cxx *cxx, TokRange r);
// Whether the constraint-expression in tokens r holds in the state of base (scope, env, this).
bool cxx_constraint_satisfied(Parse *base, TokRange r);
// Whether C<args> holds.
bool cxx_concept_satisfied(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos);
// Raw arguments as written (NULL: none) completed for a concept.
TmplArgs *cxx_concept_args(Parse *parse, TemplateDecl *t, const TmplArg *first, TmplArgs *raw,
                           Pos pos);
// The concept and its complete arguments (`first` in front, unless NULL) named at parse->at; NULL
// after a diagnostic.
TemplateDecl *cxx_parse_concept_id(Parse *parse, const TmplArg *first, TmplArgs **args);
// `C<args>` as constraint of an argument.
bool cxx_type_constraint(Parse *base, TokRange tok_range, const TmplArg *first);
// It has a requires-clause or a constrained parameter.
bool tm_constrained(const TmplParams *ps);
// The constraints of a parameter list, its arguments bound by env. poi 0: the list's own place.
bool tm_params_satisfied(Cxx *cxx, TmplParams *ps, Env *env, uint32_t poi);
// Whether a trailing requires-clause names none of the function's parameters: then it can be
// checked before the signature is instantiated.
bool cxx_trailing_early(Cxx *cxx, const FuncDecl *func);
// The parser state for a trailing requires-clause.
Parse cxx_trailing_parse(Cxx *cxx, FuncDecl *func);
// A deduced placeholder's own constraint [dcl.type.auto.deduct]/4; false after a diagnostic.
bool cxx_auto_satisfied(Parse *parse, Type *declared, Type *deduced, Pos pos);
// A template-id whose arguments do not satisfy the template's constraints [temp.names]/8.
bool cxx_check_template_id(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos);
// Why a parameter list's constraints do not hold.
const char *cxx_why_params(Cxx *cxx, TmplParams *ps, Env *env);
// Why C<args> does not hold, as text.
const char *cxx_why_concept(Parse *parse, TemplateDecl *c, TmplArgs *args, Pos pos);
// Notes the reason when somebody asks for it: the tokens, what is wrong with them, details or NULL.
void cxx_unsatisfied(Parse *parse, TokRange tok_range, const char *what, const char *detail);

// ---- constraint_order.c -------------------------------------------------------------------------

// > 0: template a is more constrained than b [temp.constr.order], 0: neither.
int cxx_more_constrained(Cxx *cxx, TemplateDecl *a, TemplateDecl *b);
// Whether a template template parameter is at least as constrained as its argument
// [temp.arg.template]/4; the parameters that the constraints name are taken to correspond.
bool cxx_parameter_constrained(Cxx *cxx, const TParmDecl *parm, Env *env, TemplateDecl *argument);
// Like cxx_more_constrained, of partial specializations.
int cxx_more_constrained_partial(Cxx *cxx, PartialSpec *a, PartialSpec *b);
// Equivalent template heads [temp.over.link]/6.
bool cxx_same_head(Cxx *cxx, const TmplParams *left, const TmplParams *right);

// ---- deduce.c -----------------------------------------------------------------------------------

// The type with its placeholder replaced by `with`; without one, as it is.
Type *cxx_replace_auto(Cxx *cxx, Type *type, Type *with);
// From an argument of a call [temp.deduct.call]; a braced list is deduced element by element.
// False: it does not fit.
bool tm_deduce_expr(Deduce *deduce, Type *type, Expr *expr);
// Begins a deduction of ps, which is nested in env; why may be NULL.
void tm_deduce_init(Deduce *deduce, Parse *parse, TmplParams *ps, Env *env, DeduceFail *why);
// The same as a trial, which must be ended before those that were begun earlier. The end says
// whether nothing was reported; what was deduced is then no longer in `trial`.
void tm_try_begin(DeduceTry *trial, Parse *parse, TmplParams *ps, Env *env, DeduceFail *why);
bool tm_try_end(DeduceTry *trial);
// Deduces from P against A [temp.deduct.type]; false: they do not match (deduce->why).
bool tm_deduce(Deduce *deduce, Type *param, Type *arg);
// Whether an expansion is followed by other arguments; last: nothing stands behind the list.
bool tm_expansion_inside(const TmplArgs *args, bool last);
// Likewise of argument lists.
bool tm_deduce_args(Deduce *deduce, const TmplArgs *param, const TmplArgs *arg);
// The deduced arguments, completed with default arguments when allowed; NULL when some lack.
TmplArgs *tm_deduce_finish(Deduce *deduce, bool defaults, Pos pos);
// Deduces a class template's arguments from a call of a constructor of A<T> (see
// template/class_deduce.c), of which `list` are the parameters: the class's and, of a constructor
// template, behind them its own. fixed: arguments, of which those that do not depend on anything
// are bound beforehand; or NULL.
TmplArgs *tm_deduce_ctor(Parse *parse, TemplateDecl *tmpl, TmplParams *list, FuncDecl *func,
                         Expr **arg, uint32_t n, const TmplArgs *fixed);
// Parts of a deduction, for template/deduce_type.c: the explicit arguments; P against A as of a
// call [temp.deduct.call], and of functions; the instance of what was deduced; where it is asked
// for.
bool tm_take_explicit(Deduce *deduce, const TmplArgs *ex, Pos pos);
bool tm_deduce_from(Deduce *deduce, Type *param, Type *arg);
bool tm_deduce_function(Deduce *deduce, const FuncType *param, const FuncType *arg);
FuncDecl *tm_instantiate_deduced(Deduce *deduce, TemplateDecl *t, bool defaults, Pos pos);
Pos tm_deduce_place(const Parse *parse);
// Whether the type mentions one of the parameters, deduced from it or not.
bool tm_names_params(const Type *type, const TmplParams *ps);

// ---- inst_text.c --------------------------------------------------------------------------------

// Notes where the instantiations that are under way began: a hook for diag_set_backtrace; data is
// the Cxx.
void tm_backtrace(Ctx *ctx, void *data);

// ---- invent.c -----------------------------------------------------------------------------------

// `auto` in a parameter list invents a template parameter [dcl.fct]/22: a TParmDecl without name
// whose `order` is the token index of `auto`. cxx_invent_params appends one for each `auto` at
// parameter level in tokens (open, close) to a copy of `written` (NULL: none written) and gives
// NULL when there is none; cxx_invented_parm finds the one for a token in parse's scopes (the
// declaration specifiers then yield its type or binding), or NULL.
TmplParams *cxx_invent_params(Parse *parse, uint32_t open, uint32_t close, TmplParams *written);
// The parameter that the `auto` at that token invented, found in parse's scopes, or NULL.
TParmDecl *cxx_invented_parm(Parse *parse, uint32_t token);
// The depth of a template parameter list that opens in scope.
uint32_t cxx_tparam_depth(const Scope *scope);

// ---- order.c ------------------------------------------------------------------------------------

// The arguments for parameters of `to` by which its argument list becomes that of the other partial
// specialization, as far as deduction says; NULL: there are none.
TmplArgs *tm_partial_from(Cxx *cxx, const PartialSpec *from, PartialSpec *to);

// ---- partial.c ----------------------------------------------------------------------------------

// A partial specialization is one: more specialized, its parameters deducible [temp.spec.partial].
void tm_check_partial(Cxx *cxx, TemplateDecl *tmpl, TmplParams *ps, const TmplArgs *args, Pos pos);
// The parameters of a primary template can be deduced or given.
void tm_check_primary(Cxx *cxx, const TmplParams *ps);

#endif
