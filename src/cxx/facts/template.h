// SPDX-License-Identifier: Apache-2.0
// template.h: template argument lists, hash-consed like types, and the stack of instantiations.
#ifndef CUPRUM_CXX_FACTS_TEMPLATE_H
#define CUPRUM_CXX_FACTS_TEMPLATE_H

#include "base/timer.h"
#include "cxx/facts/parse.h"

// What cxx_inst_push pushed.
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

// See tm_hard_begin.
struct HardCtx {
    DiagTrap trap;
};

// ---- inst_stack.c -------------------------------------------------------------------------------

// An instance's bases, members or body are elaborated from here on: keeps the backtrace, bounds
// the depth. False after a diagnostic: do nothing, and do not pop. Does nothing for what is no
// instance.
bool cxx_inst_push(Cxx *cxx, CxxInst *inst, Decl *decl, Pos pos);
// Behind a limit's error nothing more is instantiated of what led there, until the stack is empty:
// two instances in each one would be 2^limit. `refused`: so it is, and that error says why.
void cxx_inst_unwind(Cxx *cxx);
// Whether nothing more is instantiated, behind a limit's error, which says why.
bool cxx_inst_refused(Cxx *cxx);
// Remembers why decl is instantiated: the frames now on the stack, and the position of the use.
void cxx_inst_note(Cxx *cxx, Decl *decl, Pos pos);
// An interval of --device-time-trace with the declaration's name; timer_span_end ends it.
TimerMark cxx_span_begin(Cxx *cxx, const char *kind, const Decl *decl);
// Ends cxx_inst_push.
void cxx_inst_pop(Cxx *cxx, CxxInst *i);
bool cxx_deeper(Parse *parse, Pos pos); // ++depth; false after a diagnostic
// Reports that declarations are nested too deeply. False. See cxx_inst_unwind.
bool cxx_too_deep(Cxx *cxx, Pos pos);
// Instances in each other are too many: reports it, also where errors are soft. False.
bool tm_limit(Cxx *cxx, Pos pos);
// False (after a diagnostic) beyond the depth limit; then nothing was pushed.
bool tm_push(Cxx *cxx, struct InstFrame *f, InstKind k, Decl *decl, TmplArgs *args, Pos pos);
// Ends tm_push.
void tm_pop(Cxx *cxx);
// Leaves the immediate context of a substitution: errors are reported until tm_hard_end.
void tm_hard_begin(Cxx *cxx, HardCtx *h);
uint32_t tm_hard_end(Cxx *cxx, HardCtx *h); // number of errors

// ---- template_args.c ----------------------------------------------------------------------------

// Writes <a, b>.
void cxx_targs_print(Cxx *cxx, Buf *out, const TmplArgs *args);
// The binding of the parameter in env, or NULL: unbound.
TmplArg *cxx_env_arg(Env *env, const TParmDecl *parm);
// The interned list of n arguments, without the typedefs that named them.
TmplArgs *cxx_targs(Cxx *cxx, const TmplArg *tmpl_arg, uint32_t n);
// The templates' state, made on first use.
struct TmplTable *tm_table(Cxx *cxx);
// It depends on an unbound parameter.
bool tm_arg_dependent(const TmplArg *tmpl_arg);
bool tm_arg_is_expansion(const TmplArg *tmpl_arg); // a dependent pack expansion among arguments
// The expansion of a pattern as one argument. A template parameter pack is its own pattern.
TmplArg tm_arg_expansion(Cxx *cxx, const TmplArg *pattern);
// Whether a parameter pack stands in it that is not expanded there.
bool tm_arg_names_pack(const TmplArg *arg);
// The same argument [temp.type].
bool tm_arg_equal(const TmplArg *left, const TmplArg *right);
// The argument list that names a template's own parameters: <T, N, Ts...>.
TmplArgs *tm_identity_args(Cxx *cxx, TmplParams *ps);
Scope *tm_class_scope(const TemplateDecl *t); // around the body of a class template
// A parameter as argument for itself.
TmplArg tm_identity_arg(Cxx *cxx, TParmDecl *tparm_decl);
// Writes one argument, a pack's elements in a row.
void tm_arg_print(Cxx *cxx, Buf *out, const TmplArg *tmpl_arg);
// The instance of a class template, declared (not completed) when it is first named.
ClassDecl *tm_class_instance(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args);
// What the instance, which was completed, would be without specializations: itself where it is none
// of theirs.
ClassDecl *tm_class_of_primary(Cxx *cxx, ClassDecl *cls);

// ---- written.c ----------------------------------------------------------------------------------

// cxx_targs for these parameters; keeps the typedefs that named the types, as cxx_written_type.
TmplArgs *cxx_written_targs(Cxx *cxx, const TmplParams *ps, const TmplArg *arg, uint32_t n);
// The typedef that named what is bound to the parameter where its template was first given these
// arguments, or NULL.
const struct TypedefDecl *cxx_written_arg(Cxx *cxx, const Env *env, const TParmDecl *parm);
// `A<int>` of an alias template as a typedef: keeps it, for the type and the typedef that named it;
// finds it, or NULL.
void cxx_note_alias(Cxx *cxx, const TemplateDecl *tmpl, const TmplArgs *args, Type *type,
                    const struct TypedefDecl *written);
const struct TypedefDecl *cxx_alias_typedef(Cxx *cxx, const TemplateDecl *tmpl,
                                            const TmplArgs *args);

#endif
