// SPDX-License-Identifier: Apache-2.0
// convert.h: what an expression becomes where it is used: conversions [conv], overload resolution
// [over], initialisation [dcl.init], built-in operators, calls, type traits. Operands come as
// trees, results are fully converted trees, or an error node after a diagnostic. No tokens are
// parsed here, but for the operands of traits.
#ifndef CUPRUM_CXX_CONVERT_CONVERT_H
#define CUPRUM_CXX_CONVERT_CONVERT_H

#include "cxx/facts/facts.h"

enum { CAT_NONE, CAT_PARTIAL, CAT_WEAK, CAT_STRONG };

typedef enum { ICS_EXACT, ICS_PROMOTION, ICS_CONVERSION, ICS_USER, ICS_ELLIPSIS, ICS_BAD } IcsRank;

enum {                   // distances [over.ics.rank]/4 beyond those of bases
    DIST_VOID = 10000,   // pointer to void
    DIST_STRING = 20000, // string literal to char *, worse than all
};

typedef struct Ics { // implicit conversion sequence [over.best.ics]
    uint8_t rank;
    bool ref_bind, rvalue_bind, binds_temp, list_init, ambiguous, qual_adj, to_base, ptr_to_bool;
    bool by_explicit;       // of a list, by a constructor that copy-list-initialisation refuses
    bool any_object;        // the implicit object parameter of a function without a ref-qualifier
    CastKind first, second; // lvalue transformation, promotion/conversion
    Type *from, *to;
    FuncDecl *user;             // conversion function or constructor
    struct Ics *before, *after; // around the user conversion
    uint32_t base_dist;         // classes between, or a DIST_*
    uint8_t added_quals;
    uint32_t list_n; // of a list: its elements
} Ics;

typedef struct Cand {
    FuncDecl *fn;       // NULL: built-in operator
    TemplateDecl *tmpl; // it was deduced from
    Decl *decl;         // as found, for notes
    Type *param[3];     // built-in operators: operand types
    FuncDecl *surrogate;
    Ics *ics; // per argument (the object first for members)
    uint32_t nics;
    bool viable, reversed, rewritten, has_object, via_ellipsis;
    int bad_arg; // the argument that failed, -1: arity, -2 deduction, -3 other
    const char *why;
    TmplArgs *targs; // of a template whose deduction failed: the explicit arguments,
    TParmDecl *parm; // and the parameter that `why` is about
} Cand;

// The candidates and their sequences stand in the scratch arena: who resolves a call resets it
// (what a sequence points to stays).
typedef struct Cands {
    VEC(Cand) c;
    int best; // -1: none viable, -2: ambiguous
    int rival;
    // Direct-initialisation of this class from one argument: explicit conversion functions count
    // for a constructor's reference to the class [over.match.copy]/1.2.
    ClassDecl *direct_of;
    bool from_list; // constructors for the elements of a braced list
} Cands;

// Constructor overload resolution without building; for conversions.
typedef struct CtorPick {
    FuncDecl *fn;
    Ics *ics;
    uint32_t nics;
    bool ambiguous;
} CtorPick;

// ---- aggregate.c
// ---------------------------------------------------------------------------------

bool xe_list_ics(Parse *p, Expr *list, Type *to, Ics *out);
bool xe_is_initializer_list(Parse *p, Type *t, Type **elem);
bool xe_string_init(Parse *p, Type *arr, Expr *e); // e may initialise the char array arr
Expr *xe_init_string_array(Parse *p, Type *arr, Expr *e);
Expr *xe_init_aggregate(Parse *p, Type *t, Expr *list, Pos pos);
Expr *xe_build_initializer_list(Parse *p, Type *to, Type *elem, Expr *list);
Expr *xe_init_vector(Parse *p, Type *to, Expr *list);

// ---- call.c
// --------------------------------------------------------------------------------------

// Overload resolution of a call; builds the call. `e` is the callee expression.
Expr *cxx_build_call(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos);
Expr *xe_call_chosen(Parse *p, Cand *c, Expr *object, Expr **arg, uint32_t n, Pos pos,
                     uint32_t flags);
bool xe_bound_function(Parse *p, const Expr *e);
// No overload resolution.
Expr *xe_call_function(Parse *p, FuncDecl *f, Expr *object, Expr **arg, uint32_t n, Pos pos,
                       uint32_t flags);
Expr *xe_vararg(Parse *p, Expr *e); // default argument promotions

// ---- can_throw.c
// ---------------------------------------------------------------------------------

bool xe_can_throw(Cxx *x, const Expr *e);
bool xe_init_can_throw(Cxx *x, const Expr *e); // of an object that stays

// ---- complex.c
// -----------------------------------------------------------------------------------

Expr *cxx_complex_member(Parse *p, Expr *e, uint32_t which);
// convert/complex.c
Type *cxx_complex_type(Cxx *x, Type *part); // `__complex__ T`
Type *cxx_complex_part(const Type *t);      // T of `__complex__ T`, NULL of other types
Expr *cxx_complex_from_real(Parse *p, Type *t, Expr *e);
// An operator whose left operand is complex; NULL: not one of those that are supported.
Expr *cxx_complex_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos);

// ---- condition.c
// ---------------------------------------------------------------------------------

Expr *xe_build_cond(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos);

// ---- conversion.c
// --------------------------------------------------------------------------------

void cxx_ics(Parse *p, Expr *e, Type *to, bool allow_user, bool allow_explicit, Ics *out);
int cxx_ics_compare(Parse *p, const Ics *a, const Ics *b); // <0: a better
Ics *xe_ics_new(Parse *p);
bool xe_std_conv(Parse *p, const Expr *e, Type *from, bool glvalue, Type *to, Ics *out);
// "T1 is reference-compatible with T2".
bool xe_reference_compatible(Parse *p, Type *to, Type *from);
bool xe_reference_related(Parse *p, Type *t1, Type *t2);
bool xe_qual_conv(Parse *p, Type *from, Type *to, bool *adjusted);

// ---- convert.c
// -----------------------------------------------------------------------------------

// Converts (with diagnostics): the results are fully converted trees.
Expr *cxx_convert(Parse *p, Expr *e, Type *to, const char *context); // implicit conversion
Expr *cxx_rvalue(Parse *p, Expr *e);                                 // lvalue-to-rvalue, decay
Expr *cxx_to_bool(Parse *p, Expr *e);                                // contextual
Expr *cxx_apply_ics(Parse *p, Expr *e, const Ics *ics);
// Contextual implicit conversion of a class to an integral or enumeration type [conv.general]/5,
// where one of its conversion functions gives one; else e.
Expr *xe_contextual_integral(Parse *p, Expr *e);
Expr *xe_derived_to_base(Parse *p, Expr *e, Type *to, Pos pos); // glvalue or pointer
Expr *xe_via_naming(Parse *p, Expr *e, ClassDecl *naming, ClassDecl *owner);
Expr *xe_materialize(Parse *p, Expr *e);                // prvalue -> xvalue
Type *xe_composite_pointer(Parse *p, Expr *a, Expr *b); // NULL if none
void xe_no_conversion(Parse *p, Expr *e, Type *to, const char *context, Pos pos);
// The type as which e takes part in arithmetic: a bit-field counts as int if that holds its
// values, whatever its declared type.
Type *xe_arith_type(Parse *p, const Expr *e);
bool xe_is_narrowing(Parse *p, Expr *e, Type *to);
void xe_check_narrowing(Parse *p, Expr *e, Type *to);
Expr *xe_arith_to(Parse *p, Expr *e, Type *t);
void xe_discard_results(Expr *e);    // the value is discarded: constants named in it are not used
Expr *xe_discard(Parse *p, Expr *e); // discarded-value expression

// ---- init.c
// --------------------------------------------------------------------------------------

// Initialises an object or reference of type `to` with nexpr initialisers in a style.
Expr *cxx_initialize(Parse *p, Type *to, InitStyle style, Expr **init, uint32_t n, Pos pos,
                     const char *what);
Expr *cxx_default_init(Parse *p, Type *to, Pos pos); // NULL when it does nothing
Expr *cxx_value_init(Parse *p, Type *to, Pos pos);
Expr *cxx_init_var(Parse *p, VarDecl *v, InitStyle style, Expr **arg, uint32_t n);
Expr *cxx_extend_temps(Parse *p, Expr *init, VarDecl *v); // lifetime extension by reference v
Expr *cxx_build_ctor_call(Parse *p, Type *cls, Expr **arg, uint32_t n, InitStyle s, Pos pos);
Expr *cxx_full_expr(Parse *p, Expr *e); // adds E_CLEANUPS when temporaries need destruction
void xe_dtor_access(Parse *p, Type *t, Pos pos); // a diagnostic if t's destructor is out of reach
// Calls the constructor that a user conversion has chosen; `before`: its argument's sequence.
Expr *xe_construct_by(Parse *p, FuncDecl *ctor, Type *cls, Ics *before, Expr *arg);
Expr *xe_init_ref(Parse *p, Type *to, Expr *e, bool direct, const char *context);
Expr *xe_copy_construct(Parse *p, Type *to, Expr *e, Pos pos); // from an expression of class type
Expr *xe_array_fill(Parse *p, Type *arr, Expr *filler, Pos pos);

// ---- member.c
// ------------------------------------------------------------------------------------

Expr *cxx_build_member(Parse *p, Expr *object, Decl *member, Pos pos); // data or function
Expr *xe_overload_expr(Parse *p, Lookup *l, TmplArgs *targs, Expr *object, Atom name, Pos pos);
Expr *xe_parse_member_pointer(Parse *p, Expr *object, Expr *mp, bool arrow, Pos pos);
Expr *xe_field_path(Parse *p, Expr *object, FieldDecl *f, Pos pos); // through anonymous unions

// ---- operator.c
// ----------------------------------------------------------------------------------

Expr *cxx_build_unary(Parse *p, CxxOp op, Expr *a, Pos pos);
Expr *cxx_build_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos);
extern const char *const xe_category_name[];
Type *xe_category_type(Parse *p, int cat, Pos pos);
Expr *xe_category_value(Parse *p, Type *t, Expr *v, Pos pos);
bool xe_integral_or_enum(const Type *t);
Expr *xe_three_way(Parse *p, Expr *a, Expr *b, bool floating, Pos pos);
bool xe_check_modifiable(Parse *p, Expr *a, Pos pos);
Expr *xe_build_subscript(Parse *p, Expr *a, Expr *b, Pos pos);
// one ----
Expr *xe_to_vector(Parse *p, Expr *e, Type *v);
void xe_note_set(const Expr *e); // e is assigned to

// ---- overload.c
// ----------------------------------------------------------------------------------

Expr *cxx_resolve_address(Parse *p, Expr *ovl, Type *target, bool report); // [over.over]
bool cxx_same_but_noexcept(Cxx *x, Type *a, Type *want); // a may have noexcept where want has none
// Adds the functions and templates of a set. `object` (or NULL) is the implied object argument,
// not counted in arg.
void xe_add_cands(Parse *p, Cands *cs, Decl **set, uint32_t n, TmplArgs *targs, Expr *object,
                  Expr **arg, uint32_t narg, bool allow_user, bool allow_explicit);
void xe_add_cand_fn(Parse *p, Cands *cs, FuncDecl *f, TemplateDecl *tmpl, Decl *as, Expr *object,
                    Expr **arg, uint32_t narg, bool allow_user);
void xe_choose(Parse *p, Cands *cs);
void xe_explain(Parse *p, Cands *cs, Expr *object, Expr **arg, uint32_t narg);
// Reports "no instance" or "ambiguous"; returns an error node.
void xe_wrong_arity(Parse *p, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos);
Expr *xe_report_cands(Parse *p, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos);
int xe_pick_ctor(Parse *p, ClassDecl *c, Expr **arg, uint32_t n, bool allow_explicit,
                 bool allow_user, bool only_initlist, Cands *cs);
// Conversion functions of a class (bases included), as a set for overload resolution.
void xe_conv_functions(Parse *p, ClassDecl *c, Lookup *out);
// What the name of a complete class means as a constructor.
void xe_ctors(Parse *p, ClassDecl *c, Lookup *out);
void xe_object_ics(Parse *p, Expr *object, FuncDecl *f, Ics *out);
// Which atomic constraint failed, as text.
const char *cxx_why_func(Cxx *x, FuncDecl *f);

// ---- overload_operator.c
// -------------------------------------------------------------------------

Expr *xe_operator_overload(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos, bool *tried);
bool xe_has_overloads(const Expr *e); // operand of class or enumeration type

// ---- reference.c
// ---------------------------------------------------------------------------------

Expr *cxx_build_declref(Parse *p, Decl *d, Pos pos);
Expr *xe_field_ref(Parse *p, FieldDecl *f, bool qualified, ClassDecl *naming, Pos pos);
Expr *xe_this_of_function(Parse *p, Pos pos);
Expr *xe_from_const(Parse *p, ConstVal *v, Pos pos);
Expr *xe_this(Parse *p, Pos pos);                    // `this`, captured where needed; NULL if none
Expr *xe_capture_var(Parse *p, VarDecl *v, Pos pos); // NULL: no capture needed
// In the body of a lambda, and neither it nor one around it has captured `this`.
bool xe_this_uncaptured(const Parse *p);
Expr *xe_captured_object(Parse *p, Expr *o); // the implied object o of a member that is used
Expr *xe_capture_this(Parse *p, Pos pos);
Expr *xe_array_copy(Parse *p, Type *arr, Expr *from, Pos pos);
VarDecl *xe_local_var(Parse *p, Atom name, Type *t, Pos pos, uint32_t order);

// ---- trait.c
// -------------------------------------------------------------------------------------

bool cxx_type_trait(Parse *p, Atom name, Expr **out); // __is_* at the current token

#endif
