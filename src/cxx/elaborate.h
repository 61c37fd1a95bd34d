// SPDX-License-Identifier: Apache-2.0
// How the files of the front end call each other: parsing and elaborating declarations, templates,
// expressions and statements, by owner file. What others ask the front end for is in cxx.h.
#ifndef CUPRUM_CXX_ELABORATE_H
#define CUPRUM_CXX_ELABORATE_H

#include "cxx/cxx.h"

// elaborate/declaration.c, decl/declspec.c, decl/declarator.c, decl/class.c, elaborate/layout.c,
// elaborate/special.c, decl/enum.c, decl/attr.c
typedef struct DeclSpec {
    Type *type; // NULL: none given (constructors, conversion functions)
    Pos pos, type_pos;
    uint32_t flags; // DF_*
    uint8_t cuda;   // CU_*
    bool is_typedef, is_friend, is_virtual, is_explicit, is_extern, is_register, has_auto;
    bool noinline, forceinline, noreturn, is_thread, extern_c, extern_cpp;
    bool cv_alone;          // cv-qualifiers and no type
    ClassDecl *cls_defined; // class/enum defined in the specifiers
    EnumDecl *enum_defined;
    uint32_t align;
    LaunchBounds *bounds;
    struct AttrSet *attrs;
    Expr *explicit_cond;
} DeclSpec;
typedef struct Declarator {
    Atom name; // also operators ("operator+"), see cxx_op_atom; 0: abstract
    Pos pos;
    uint32_t order; // token of the name
    uint8_t fkind, op;
    Type *type; // complete declared type
    Type *conv_type;
    Scope *qual;     // A::B:: before the name, or NULL
    Type *dep_qual;  // dependent qualifier
    TmplArgs *targs; // f<int> in explicit specializations
    bool is_function, pack, has_trailing_ret;
    VarDecl **param;
    uint32_t nparam;
    Scope *param_scope;
    TokRange noexcept_range, requires_range, trailing_range;
    struct AttrSet *attrs;
    Atom asm_label;
    bool final_, override_;
    uint32_t params_begin; // token of the parameters' '('
    Scope *inner_scope;    // where the initialiser or body is looked up
} Declarator;
typedef struct ClassHead { // class-key attributes name final : bases { body }
    ClassTag tag;
    Pos pos;
    uint32_t order; // token of the name
    TokRange head, base_clause, body;
    bool has_name, is_def, final_; // is_def: a body follows
    uint32_t align;
    bool packed;
    struct AttrSet *attrs;
} ClassHead;
bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract);
bool cxx_starts_declaration(Parse *p);       // block-level disambiguation [stmt.ambig]
bool cxx_starts_type_id(Parse *p);           // in a place where an expression is possible too
Stmt *cxx_parse_block_declaration(Parse *p); // S_DECL, or S_NULL for typedefs etc.
VarDecl *cxx_parse_condition_declaration(Parse *p); // `if (T x = e)`: NULL if not a declaration
// A possibly qualified name in an expression or type position.
typedef struct QualName {
    Scope *scope;   // qualified: where; NULL: unqualified
    Type *dep;      // dependent qualifier
    Type *cls_type; // the class type named by the qualifier, if any
    bool global, qualified, has_template_kw;
    bool typename_; // `typename` stood in front (cxx_parse_qual_name consumes it)
    Atom name;      // the last component (operators, destructors as "~", conversions included)
    Type *conv_type, *dtor_type;
    Pos pos, end;
    uint32_t order; // token of the last component
    Lookup found;
    TmplArgs *targs; // explicit template-id arguments, NULL: none
    bool is_template_id;
    uint8_t op;
} QualName;
// The same behind `.` or `->`: the first name is looked up in the object's class first, template
// arguments in the context of the expression.
bool cxx_parse_member_name(Parse *p, QualName *q, Scope *object);
bool cxx_parse_qual_name(Parse *p, QualName *q);  // consumes nested-name-specifier and id
Type *cxx_name_type(Parse *p, const QualName *q); // the type it names, NULL if not a type
bool cxx_class_derived_from(Cxx *x, ClassDecl *d, ClassDecl *b, BaseSpec ***path, uint32_t *n,
                            bool *ambiguous);
bool cxx_access_ok(Parse *p, Decl *d, ClassDecl *naming);
// ... for an object of the class [class.protected]; NULL: there is none, or `this`.
bool cxx_access_object_ok(Parse *p, Decl *d, ClassDecl *naming, ClassDecl *object);
// Of the bases on the path from class d, as cxx_class_derived_from gives it.
bool cxx_base_access_ok(Parse *p, ClassDecl *d, BaseSpec **path, uint32_t n);
bool cxx_func_signature(Cxx *x, FuncDecl *f);
bool cxx_func_deduced(Parse *p, FuncDecl *f,
                      Pos pos); // it, with a diagnostic // finishes deduced parts that callers see
void cxx_var_find(Cxx *x, VarDecl *v); // its definition, if it is only declared so far
// The value of a const variable of any arithmetic type, for static initialisation: floating
// constants are no constant expressions [expr.const]/4, but gcc and nvcc fold them there.
ConstVal *cxx_var_fold(Cxx *x, VarDecl *v);
// A default member initialiser and a default argument, for the place of `p` (the caller's); NULL
// and an error node after a diagnostic.
const char *cxx_func_name(Cxx *x, const FuncDecl *f);            // of __func__; NULL: ""
void cxx_enum_values(Cxx *x, EnumDecl *e, int *bits, bool *uns); // their width and sign
Atom cxx_op_atom(Cxx *x, CxxOp op);                              // "operator+"
struct AttrSet *cxx_parse_attributes(Parse *p, DeclSpec *ds);    // [[...]], __attribute__, alignas
uint32_t cxx_skip_attributes(const Parse *p, uint32_t i);        // the first token behind them
Parse cxx_parse_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env);
// The declaration that a parsed declarator makes, not entered into any scope. They also read what
// follows it up to, not including, ';' or ',': `= default/delete/0`, constructor initialisers and
// body, an initialiser; all skipped and kept as token ranges.
FuncDecl *cxx_make_func(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
VarDecl *cxx_make_var(Parse *p, const DeclSpec *ds, Declarator *d, Scope *s);
// At a class-key: fills h and its name (q->qualified, q->targs for partial specializations);
// afterwards p->at is behind the name, or behind the body's '}'.
bool cxx_parse_class_head(Parse *p, ClassHead *h, QualName *q);
// A new class (not yet in any scope); its ranges from h.
ClassDecl *cxx_class_new(Parse *p, Scope *s, const ClassHead *h, Atom name);
// One declaration in a namespace or class scope, from its first token to behind its ';' or '}'.
// Returns the last thing declared (or NULL). Merges redeclarations, adds to the scope.
Decl *cxx_parse_declaration(Parse *p, Scope *s, Access acc);
// Enters a declaration in its scope, merged with an earlier one of the same entity if there is any
// (that one is returned).
Decl *cxx_declare(Parse *p, Scope *s, Decl *d);

// instance/template.c, template/deduce.c, instance/instance.c, lookup/pack.c
Decl *cxx_parse_template(Parse *p, Scope *s, Access acc, bool is_friend); // after `template`
void cxx_explicit_instantiation(Parse *p, Scope *s);       // at `template` not followed by '<'
bool cxx_class_instantiate(Cxx *x, ClassDecl *c, Pos pos); // chooses primary or partial, binds
// The signature, at a point of instantiation.
// A function of a namespace that is not defined yet: reads its definition as a friend in some
// class.
void cxx_find_friend_definition(Cxx *x, FuncDecl *f);
bool cxx_func_find_body(Cxx *x, FuncDecl *f); // definition of an instance or member: body_range
typedef struct DeduceFail {
    const char *why; // printed in "candidate template ignored" notes; at a final blank parm follows
    Pos pos;
    TParmDecl *parm;
    bool explain;     // asked: substitute again what is known to fail, and keep its first error
    const char *text; // that error, or NULL
} DeduceFail;
// Deduces from a call. `object` is the implied object's type or NULL.
// Only explicit arguments (and defaults): f<int> as an address.
Type *cxx_replace_auto(Cxx *x, Type *t, Type *with);
// Around the elaboration of a class's bases and members, a function's body: keeps the backtrace and
// bounds the depth of instantiations (false after a diagnostic: do nothing, and do not pop). Does
// nothing for what is no instance.
typedef struct CxxInst {
    struct InstFrame *frame, *prev;
} CxxInst;
bool cxx_inst_push(Cxx *x, CxxInst *i, Decl *d, Pos pos);
// Behind a limit's error nothing more is instantiated of what led there, until the stack is empty:
// two instances in each one would be 2^limit. `refused`: so it is, and that error says why.
void cxx_inst_unwind(Cxx *x);
bool cxx_inst_refused(Cxx *x);
// Remembers why d is instantiated: the frames now on the stack, and the position of the use.
void cxx_inst_note(Cxx *x, Decl *d, Pos pos);
void cxx_inst_pop(Cxx *x, CxxInst *i);
// Class template argument deduction from an initialiser; ty_error after a diagnostic.
Type *cxx_deduce_class(Parse *p, Decl *tmpl, Expr **arg, uint32_t n, Pos pos);
FuncDecl *cxx_match_member(Parse *p, Scope *s, const Declarator *d); // by name and exact type
void cxx_instantiate_members(Cxx *x, ClassDecl *k, Pos pos);         // all of them, as code
// >0: a is more specialized; over the first ncall_args parameters, UINT32_MAX: the whole type.
TmplArg *cxx_env_arg(Env *env, const TParmDecl *parm);     // binding or NULL
TmplArgs *cxx_targs(Cxx *x, const TmplArg *a, uint32_t n); // interns
// Pack expansion in any list (see lookup/pack.c):
//   PackLoop l; cxx_pack_begin(p, &l);
//   do { e = parse one element; } while (cxx_pack_next(p, &l, keep?));
typedef struct PackLoop {
    uint32_t start; // token where the pattern begins
    int32_t outer_index;
    struct PackUse *outer_use;
    struct PackUse *use;
    int64_t len; // -1: not (yet) an expansion
    int32_t i;
    bool keep;       // the element just parsed is to be kept (false: empty pack's pattern)
    bool ellipsis;   // see below
    bool dependent;  // unbound packs: the element is a dependent expansion (TY_PACK, E_PACK)
    uint64_t errors; // seen at the start
} PackLoop;
void cxx_pack_begin(Parse *p, PackLoop *l);
// After begin: the element is an expansion of packs that have no elements. It is parsed for where
// it ends; in the instance nothing of it is left that could be wrong [temp.variadic].
bool cxx_pack_empty(Parse *p, const PackLoop *l);
bool cxx_pack_any(const PackLoop *l);      // a pack was named since begin or again
bool cxx_pack_next(Parse *p, PackLoop *l); // call after each element; true: parse it once more
void cxx_pack_note(Parse *p, Decl *pack, int64_t len); // name lookup met a pack
void cxx_pack_ignore(Parse *p); // looking ahead: packs met from here on are forgotten
// What a name stands for at this place of the parse, with the note made where it is a pack. These
// are the only readers of p->pack_index. NULL: the dependent form is meant (ty_tparm, E_TPARM; for
// a function parameter pack a type-dependent E_DECLREF to it).
TmplArg *cxx_parm_arg(Parse *p, TParmDecl *parm);
Decl *cxx_pack_elem(Parse *p, PackDecl *pack);
// For lists in the order of the source: `...` inside of the element (parameter declarations) was
// consumed by the element's own parser: set l->ellipsis before cxx_pack_next.
bool cxx_targs_close(Parse *p); // consumes the '>' (or half a '>>') that ends a template-id
// At '(': the fold expression, evaluated over its packs; NULL (nothing consumed) if it is none.
Expr *cxx_parse_fold(Parse *p);
Expr *cxx_parse_integer_pack(Parse *p); // at `__integer_pack (`
Expr *cxx_parse_sizeof_pack(Parse *p);  // at `...` of sizeof...(P)
// Definitions outside of the class. IXF_OUT_OF_CLASS entries are indexed in their namespace under
// the declared member's name (the atom of its Decl: x->n.ctor for constructors, "operator+", ...).
// Qualified explicit specializations (`template <> struct std::hash<X>`) too, with
// IX_SPECIALIZATION.
bool cxx_class_find_def(Cxx *x, ClassDecl *c);  // member class: head, body, base_clause
void cxx_class_find_spec(Cxx *x, ClassDecl *c); // the same, if it is specialized explicitly
// The declared member of such an entry, its definition attached; NULL if it matches nothing.
Decl *cxx_outside_decl(Cxx *x, Scope *s, uint32_t entry);

// lookup/suggest.c: errors for names that were not found, with what may have been meant. s: where
// the name was looked for, qualified (a class, namespace, or the global scope); NULL: unqualified.
void cxx_say_undefined(Parse *p, Pos pos, Atom name);
void cxx_say_no_member(Parse *p, Pos pos, Scope *s, Atom name);
void cxx_suggest(Parse *p, Scope *s, Atom name, Pos pos); // only the notes, behind an error

// expr*.c, convert/conversion.c, convert/overload.c, convert/init.c, body/statement.c, lambda*.c,
// template/invent.c, convert/trait.c
Expr *cxx_parse_expr(Parse *p);        // with commas
Expr *cxx_parse_assign_expr(Parse *p); // assignment-expression
Expr *cxx_parse_const_expr(Parse *p);  // conditional-expression, unevaluated odr-wise
Expr *cxx_parse_init_clause(Parse *p); // assignment-expression or braced-init-list
bool cxx_parse_expr_list(Parse *p, uint16_t close, Expr ***out, uint32_t *n); // packs expanded
Stmt *cxx_parse_statement(Parse *p);
// Generic lambdas: the call operator with its parameters bound by env (cxx_func_instantiate calls
// it when the template's owner is a closure; the tokens are no ordinary declaration).
FuncDecl *cxx_lambda_call_op(Cxx *x, ClassDecl *closure, Scope *s, Env *env);
FuncDecl *cxx_lambda_conversion(Cxx *x, ClassDecl *closure, const FuncDecl *pattern, TmplArgs *args,
                                uint32_t poi, Pos pos);
// The implicit conversion function and invoker of a closure get their bodies; false: not mine.
bool cxx_lambda_body(Cxx *x, FuncDecl *f);
// The body of function p->fn at '{': sets up p->fs, deduces the return type, resolves gotos.
Stmt *cxx_parse_func_body(Parse *p);
// `auto` in a parameter list invents a template parameter [dcl.fct]/22: a TParmDecl without name
// whose `order` is the token index of `auto`. cxx_invent_params appends one for each `auto` at
// parameter level in tokens (open, close) to a copy of `written` (NULL: none written) and gives
// NULL when there is none; cxx_invented_parm finds the one for a token in p's scopes (the
// declaration specifiers then yield its type or binding), or NULL.
TmplParams *cxx_invent_params(Parse *p, uint32_t open, uint32_t close, TmplParams *written);
TParmDecl *cxx_invented_parm(Parse *p, uint32_t token);

Expr *cxx_to_bool(Parse *p, Expr *e); // contextual
// Initialises an object or reference of type `to` with nexpr initialisers in a style.
Expr *cxx_initialize(Parse *p, Type *to, InitStyle style, Expr **init, uint32_t n, Pos pos,
                     const char *what);
Expr *cxx_default_init(Parse *p, Type *to, Pos pos); // NULL when it does nothing
Expr *cxx_value_init(Parse *p, Type *to, Pos pos);
// The initialiser of a variable, parsed at p (at `=`, `(`, `{`, or at the expression), a
// placeholder type deduced, arrays of unknown bound completed (both change v->d.type), converted,
// temporaries extended; NULL: nothing to be done. cxx_init_var does the same with parsed arguments.
Expr *cxx_parse_var_init(Parse *p, VarDecl *v);
Expr *cxx_init_var(Parse *p, VarDecl *v, InitStyle style, Expr **arg, uint32_t n);
Expr *cxx_extend_temps(Parse *p, Expr *init, VarDecl *v); // lifetime extension by reference v
// Implicitly declared ::operator new, new[], delete, delete[] (used when none is declared).
FuncDecl *cxx_implicit_alloc(Parse *p, CxxOp op);
Expr *cxx_build_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos);
Expr *cxx_build_member(Parse *p, Expr *object, Decl *member, Pos pos); // data or function
Expr *cxx_build_ctor_call(Parse *p, Type *cls, Expr **arg, uint32_t n, InitStyle s, Pos pos);
Expr *cxx_build_dtor_call(Parse *p, Expr *object, Pos pos);
// What deletes a t (NULL after a diagnostic), and whether it calls the destructor itself.
FuncDecl *cxx_find_dealloc(Parse *p, Type *t, bool array, bool global, Pos pos);
Expr *cxx_resolve_address(Parse *p, Expr *ovl, Type *target, bool report); // [over.over]
Expr *cxx_full_expr(Parse *p, Expr *e); // adds E_CLEANUPS when temporaries need destruction
bool cxx_type_trait(Parse *p, Atom name, Expr **out); // __is_* at the current token

#endif
