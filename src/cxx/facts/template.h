// SPDX-License-Identifier: Apache-2.0
// template.h: template argument lists, hash-consed like types, and the stack of instantiations.
#ifndef CUPRUM_CXX_FACTS_TEMPLATE_H
#define CUPRUM_CXX_FACTS_TEMPLATE_H

#include "cxx/facts/parse.h"

// Around the elaboration of a class's bases and members, a function's body: keeps the backtrace and
// bounds the depth of instantiations (false after a diagnostic: do nothing, and do not pop). Does
// nothing for what is no instance.
typedef struct CxxInst {
    struct InstFrame *frame, *prev;
} CxxInst;

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

// Leaves the immediate context: errors inside are reported, not substitution failures.
typedef struct HardCtx HardCtx;

struct HardCtx {
    DiagTrap trap;
};

// ---- inst_stack.c
// --------------------------------------------------------------------------------

bool cxx_inst_push(Cxx *x, CxxInst *i, Decl *d, Pos pos);
// Behind a limit's error nothing more is instantiated of what led there, until the stack is empty:
// two instances in each one would be 2^limit. `refused`: so it is, and that error says why.
void cxx_inst_unwind(Cxx *x);
bool cxx_inst_refused(Cxx *x);
// Remembers why d is instantiated: the frames now on the stack, and the position of the use.
void cxx_inst_note(Cxx *x, Decl *d, Pos pos);
void cxx_inst_pop(Cxx *x, CxxInst *i);
bool cxx_deeper(Parse *p, Pos pos); // ++depth; false after a diagnostic
// Reports that declarations are nested too deeply. False. See cxx_inst_unwind.
bool cxx_too_deep(Cxx *x, Pos pos);
// Instances in each other are too many: reports it, also where errors are soft. False.
bool tm_limit(Cxx *x, Pos pos);
// False (after a diagnostic) beyond the depth limit; then nothing was pushed.
bool tm_push(Cxx *x, struct InstFrame *f, InstKind k, Decl *d, TmplArgs *args, Pos pos);
void tm_pop(Cxx *x);
void tm_hard_begin(Cxx *x, HardCtx *h);
uint32_t tm_hard_end(Cxx *x, HardCtx *h); // number of errors

// ---- template_args.c
// -----------------------------------------------------------------------------

void cxx_targs_print(Cxx *x, Buf *b, const TmplArgs *a);
// >0: a is more specialized; over the first ncall_args parameters, UINT32_MAX: the whole type.
TmplArg *cxx_env_arg(Env *env, const TParmDecl *parm);     // binding or NULL
TmplArgs *cxx_targs(Cxx *x, const TmplArg *a, uint32_t n); // interns
struct TmplTable *tm_table(Cxx *x);
bool tm_arg_dependent(const TmplArg *a);
bool tm_arg_is_expansion(const TmplArg *a); // a dependent pack expansion among arguments
bool tm_arg_equal(const TmplArg *a, const TmplArg *b);
// The argument list that names a template's own parameters: <T, N, Ts...>.
TmplArgs *tm_identity_args(Cxx *x, TmplParams *ps);
Scope *tm_class_scope(const TemplateDecl *t); // around the body of a class template
TmplArg tm_identity_arg(Cxx *x, TParmDecl *d);
void tm_arg_print(Cxx *x, Buf *b, const TmplArg *a);
ClassDecl *tm_class_instance(Cxx *x, TemplateDecl *t, TmplArgs *args);

#endif
