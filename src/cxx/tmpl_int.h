// SPDX-License-Identifier: Apache-2.0
// What the files of templates share (tmpl*.c, lookup/pack.c). Nothing here is used outside of
// src/cxx.
#ifndef CUPRUM_CXX_TMPL_INT_H
#define CUPRUM_CXX_TMPL_INT_H
#include "cxx/elaborate.h"

// ---- state -------------------------------------------------------------------------------------

struct TmplTable {
    char *stack_low; // instantiation must not go deeper
    ConsSet args;    // TmplArgs by content
    uint32_t next_id;
    uint64_t unrepeatable; // what reading an argument list did that a memo of it would not do again
    struct TargsMemo {     // recent argument lists: looking ahead parses each list a second time
        uint32_t at, end;  // '<', behind '>'
        bool half, dependent;
        int32_t pack_index;
        Scope *names; // where it looks names up
        Env *env;
        Decl *tmpl;
        FuncDecl *fn;
        struct PackUse *use; // the packs named that the list around has to expand, or NULL
        TmplArgs *args;      // NULL: the list is in error
        uint32_t entities;   // then: Cxx.nentities behind it
        uint32_t attempt;    // then: of the outermost list that it is part of
    } memo[256];
    uint32_t nesting, attempts;    // of lists that are being read; outermost lists so far
    uint32_t deep_begin, deep_end; // '<' of lists nested too deeply: outermost, innermost
    struct PackUse *ignored;       // cxx_pack_ignore
    TmplArgs *empty;
    Map pack_start;               // token where a list element begins -> PackMemo
    Map outside_done;             // Atom -> OutsideGroup: member definitions of that name, resolved
    Map aliases;                  // (alias template, args) -> Type
    Map shapes, satisfied, norms; // template/constraint.c, template/constraint_order.c
    const char **why;             // asked: which atomic constraint failed
    uint32_t instances;           // of classes and functions, for the statistics
};
struct PackUse {
    int64_t len; // -1: no bound pack met
    Atom name;
    Pos pos;
    bool any, unbound, bound, mismatch;
    bool element_expansion; // the element taken was itself an expansion `Us...`
};
struct TmplTable *tm_table(Cxx *x);
// The packs named between the two calls, for tm_pack_repeat; NULL: none, or no list is around of
// this that may expand them.
// Notes the packs met from here on; whether there were any, and their common length (-1: unbound).
struct PackUse *tm_pack_watch(Parse *p);
bool tm_pack_watched(const struct PackUse *u, int32_t *len);
// How many of the arguments [at, n) the parameter pack takes.
uint32_t tm_pack_takes(const TParmDecl *parm, const TmplArg *raw, uint32_t at, uint32_t n);
struct PackUse *tm_pack_capture(Parse *p); // returns what to hand to tm_pack_release
struct PackUse *tm_pack_release(Parse *p, struct PackUse *outer);
void tm_pack_repeat(Parse *p, const struct PackUse *u);

// Why code is being elaborated; innermost first (backtraces).
typedef enum {
    IF_CLASS,
    IF_FUNC_SIG,
    IF_FUNC_BODY,
    IF_VAR,
    IF_ALIAS,
    IF_DEFAULT_ARG,
    IF_CONCEPT
} InstKind;
struct InstFrame {
    struct InstFrame *outer; // in the backtrace
    struct InstFrame *prev;  // on the stack
    struct InstFrame *kept;  // copy that lives on
    uint32_t depth;
    uint8_t kind;
    Decl *d;        // instance, or template for IF_FUNC_SIG, IF_ALIAS
    TmplArgs *args; // for IF_FUNC_SIG, IF_ALIAS
    Pos pos;        // point of use
};
// Instances in each other are too many: reports it, also where errors are soft. False.
bool tm_limit(Cxx *x, Pos pos);
// False (after a diagnostic) beyond the depth limit; then nothing was pushed.
bool tm_push(Cxx *x, struct InstFrame *f, InstKind k, Decl *d, TmplArgs *args, Pos pos);
void tm_pop(Cxx *x);
void tm_backtrace(Ctx *ctx, void *data); // diag_set_backtrace hook; data is the Cxx

// Leaves the immediate context: errors inside are reported, not substitution failures.
typedef struct HardCtx HardCtx;
struct HardCtx {
    DiagTrap trap;
};
void tm_hard_begin(Cxx *x, HardCtx *h);
uint32_t tm_hard_end(Cxx *x, HardCtx *h); // number of errors

// ---- template/arguments.c
// -------------------------------------------------------------------------------

static inline Arena *tm_arena(const Cxx *x) {
    return &x->ctx->perm;
}
bool tm_arg_dependent(const TmplArg *a);
bool tm_arg_is_expansion(const TmplArg *a); // a dependent pack expansion among arguments
bool tm_arg_equal(const TmplArg *a, const TmplArg *b);
// The argument list that names a template's own parameters: <T, N, Ts...>.
TmplArgs *tm_identity_args(Cxx *x, TmplParams *ps);
Scope *tm_class_scope(const TemplateDecl *t); // around the body of a class template
TmplArg tm_identity_arg(Cxx *x, TParmDecl *d);
// Converts raw arguments to a template's parameters, collects packs and adds default arguments.
// `env` is what the list is nested in. NULL after a diagnostic.
TmplArgs *tm_check_args(Parse *p, Decl *tmpl, TmplParams *ps, Env *env, const TmplArg *raw,
                        uint32_t n, Pos pos);
// Converts one argument to a parameter whose earlier siblings are bound in env.
bool tm_convert_arg(Parse *p, TParmDecl *parm, Env *env, const TmplArg *raw, TmplArg *out, Pos pos);
// The default argument of a parameter, bound; false (silently) if there is none.
void tm_check_default(Cxx *x, TParmDecl *d, Env *outer);
bool tm_default_arg(Parse *p, TParmDecl *parm, Env *env, TmplArg *out, Pos pos);
TmplArgs *tm_parse_raw_args(Parse *p); // at '<', consumes the closing '>'
Env *tm_env(Cxx *x, TmplParams *ps, TmplArgs *args, Env *outer);
TmplParams *tm_params_of(Decl *tmpl); // of a TemplateDecl or template template parameter
bool tm_template_fits(Decl *tmpl, TmplParams *want); // as argument for such a parameter
Parse tm_parse_for(Parse *p, uint32_t begin, uint32_t end, Scope *s, Env *env);

// [temp.param]/7: whether a non-type parameter may have the (complete) type.
bool tm_structural(Cxx *x, Type *t, uint32_t depth);
void cxx_print_parm_name(Cxx *x, Buf *b, const Expr *e); // E_TPARM
void tm_arg_print(Cxx *x, Buf *b, const TmplArg *a);

// ---- instance/template.c
// ------------------------------------------------------------------------------------

TmplParams *tm_parse_params(Parse *p, uint32_t depth); // at '<'
bool tm_params_match(TmplParams *a, TmplParams *b);
Decl *cxx_parse_abbreviated(Parse *p, uint32_t begin, Scope *s, Access acc, uint32_t open);
// A definition of a function or variable template found in this declaration.
Scope *tm_scope_of(Decl *tmpl);

// ---- template/deduce.c
// -----------------------------------------------------------------------------

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
    } * pack;        // one per parameter
    Arena *a;        // scratch: whoever makes a Deduce marks and resets it
    uint32_t nfixed; // leading parameters given explicitly
    int32_t k;       // element of the expansion being matched, -1: none
    Env *env;        // outer bindings
    DeduceFail *why;
    uint32_t depth;
    bool order;        // partial ordering: arguments may be dependent themselves
    bool call;         // function pointers may lose noexcept
    bool in_bound;     // an array's bound is matched
    uint64_t of_bound; // parameters (below 64) that have only a bound's type
    bool autos;        // ps is NULL: TY_AUTO is the parameter
    uint32_t nclass; // so many parameters are a class template's, of which a constructor is called:
                     // T&& is no forwarding reference, and other lists' parameters fit anything
    bool *fixed;     // parameters bound from the start, or NULL
    Type *auto_type;
} Deduce;
void tm_deduce_init(Deduce *d, Parse *p, TmplParams *ps, Env *env, DeduceFail *why);
bool tm_deduce(Deduce *d, Type *P, Type *A);
bool tm_deduce_args(Deduce *d, const TmplArgs *P, const TmplArgs *A);
// The deduced arguments, completed with default arguments when allowed; NULL when some lack.
TmplArgs *tm_deduce_finish(Deduce *d, bool defaults, Pos pos);
TmplArgs *tm_deduce_ctor(Parse *p, TemplateDecl *t, TmplParams *list, FuncDecl *f, Expr **arg,
                         uint32_t n, const TmplArgs *fixed);
bool tm_names_params(const Type *t, const TmplParams *ps); // mentions one of the parameters
// ---- template/order.c
// ------------------------------------------------------------------------------
int tm_order_partial(Cxx *x, PartialSpec *a, PartialSpec *b); // -1: a more specialized
// ---- template/partial.c
// ----------------------------------------------------------------------------
void tm_check_partial(Cxx *x, TemplateDecl *t, TmplParams *ps, const TmplArgs *args, Pos pos);
void tm_check_primary(Cxx *x, const TmplParams *ps);
// ---- instance/instance.c
// -------------------------------------------------------------------------------
ClassDecl *tm_class_instance(Cxx *x, TemplateDecl *t, TmplArgs *args);
bool tm_func_rebind(Cxx *x, FuncDecl *f, TokRange range, Scope *s, Env *env);
void tm_find_specs(Cxx *x, TemplateDecl *t); // elaborates all declarations of its name
PartialSpec *tm_choose_partial(Cxx *x, TemplateDecl *t, TmplArgs *args, Pos pos, TmplArgs **bound);
// ---- lookup/unbound.c
// ---------------------------------------------------------------------------- The function as it
// was written: with the parameters of all templates around it unbound; f itself if there are none.
// *own: the parameters of its own template, if it is an instance.
const FuncDecl *tm_unbound_function(Cxx *x, const FuncDecl *f, const TmplParams **own);
// ---- instance/outside.c
// ---------------------------------------------------------------------------- Looks for the
// definition of a member outside of its class.
bool cxx_outside_template(Cxx *x, TemplateDecl *t);
bool cxx_outside_function(Cxx *x, FuncDecl *f);
bool cxx_scan_class_def(Cxx *x, uint32_t at, uint32_t end, ClassDecl *c);
#endif
