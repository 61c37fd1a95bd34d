// SPDX-License-Identifier: Apache-2.0
// convert.h: what an expression becomes where it is used: conversions [conv], overload resolution
// [over], initialisation [dcl.init], built-in operators, calls, type traits. Operands come as
// trees, results are fully converted trees, or an error node after a diagnostic. No tokens are
// parsed here, but for the operands of traits.
#ifndef CUPRUM_CXX_CONVERT_CONVERT_H
#define CUPRUM_CXX_CONVERT_CONVERT_H

#include "cxx/facts/facts.h"

// The comparison categories [cmp.categories].
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

// Why a candidate is not viable, where no argument is to blame, and what choosing gave, where it is
// no index.
enum { BAD_ARITY = -1, BAD_DEDUCTION = -2, BAD_OTHER = -3 };
enum { BEST_NONE = -1, BEST_AMBIGUOUS = -2 };

typedef struct Cand {
    FuncDecl *fn;       // NULL: built-in operator
    TemplateDecl *tmpl; // it was deduced from
    Decl *decl;         // as found, for notes
    Type *param[3];     // built-in operators: operand types
    FuncDecl *surrogate;
    Ics *ics; // per argument (the object first for members)
    uint32_t nics;
    bool viable, reversed, rewritten, has_object, via_ellipsis;
    int bad_arg; // the argument that failed, or BAD_*; of a viable one BAD_ARITY
    const char *why;
    TmplArgs *targs; // of a template whose deduction failed: the explicit arguments,
    TParmDecl *parm; // and the parameter that `why` is about
} Cand;

// The candidates and their sequences stand in the scratch arena: who resolves a call resets it
// (what a sequence points to stays).
typedef struct Cands {
    VEC(Cand) c;
    int best; // an index, or BEST_*
    int rival;
    // Direct-initialisation of this class from one argument: explicit conversion functions count
    // for a constructor's reference to the class [over.match.copy]/1.2.
    ClassDecl *direct_of;
    bool from_list; // constructors for the elements of a braced list
} Cands;

// What candidates are asked for: the arguments, and what may not be done to them.
typedef struct CandQuery {
    Expr *object; // the implied object argument, which is none of `arg`, or NULL
    Expr **arg;
    uint32_t n;
    TmplArgs *targs;    // as written: f<...>, whose candidates are templates only
    bool no_user;       // no user-defined conversions of the arguments [over.best.ics]/4
    bool no_explicit;   // no explicit constructors and conversion functions
    bool only_initlist; // initializer-list constructors alone [over.match.list]/1.1
} CandQuery;

// Constructor overload resolution without building; for conversions.
typedef struct CtorPick {
    FuncDecl *fn;
    Ics *ics;
    uint32_t nics;
    bool ambiguous;
} CtorPick;

// ---- aggregate.c --------------------------------------------------------------------------------

// The conversion sequence of a braced list to `to` [over.ics.list]; false: there is none.
bool xe_list_ics(Parse *parse, Expr *list, Type *to, Ics *out);
// Whether `asked` is std::initializer_list<E>; *elem: E.
bool xe_is_initializer_list(Parse *parse, Type *asked, Type **elem);
bool xe_string_init(Parse *parse, Type *arr,
                    Expr *literal); // `literal` may initialise the char array arr
// An array of characters by a string literal [dcl.init.string].
Expr *xe_init_string_array(Parse *parse, Type *arr, Expr *literal);
// Aggregate initialisation of `target` by a braced list [dcl.init.aggr].
Expr *xe_init_aggregate(Parse *parse, Type *target, Expr *list, Pos pos);
// An initializer_list object over a hidden array: fields (pointer, length) or (begin, end).
Expr *xe_build_initializer_list(Parse *parse, Type *to, Type *elem, Expr *list);
// A vector type by a braced list of its elements.
Expr *xe_init_vector(Parse *parse, Type *to, Expr *list);

// ---- call.c -------------------------------------------------------------------------------------

// Overload resolution of a call, which is built: a function, an overload set, a pointer, a bound
// member, or an object with operator() [over.match.call].
Expr *cxx_build_call(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos);
// Calls the candidate that overload resolution chose; flags: EF_* of the call.
Expr *xe_call_chosen(Parse *parse, Cand *c, Expr *object, Expr **arg, uint32_t n, Pos pos,
                     uint32_t flags);
// `o.*p`, `o.f` for a nonstatic member function: the left operand of a call only
// [expr.mptr.oper]/6, [expr.ref]/6. Reports it.
bool xe_bound_function(Parse *parse, const Expr *used);
// Calls func, which is known: no overload resolution, its arguments are converted here.
Expr *xe_call_function(Parse *parse, FuncDecl *func, Expr *object, Expr **arg, uint32_t n, Pos pos,
                       uint32_t flags);
Expr *xe_vararg(Parse *parse, Expr *passed); // default argument promotions

// ---- can_throw.c --------------------------------------------------------------------------------

// Whether evaluating `evaluated` may throw [except.spec]/6.
bool xe_can_throw(Cxx *cxx, const Expr *evaluated);
bool xe_init_can_throw(Cxx *cxx, const Expr *evaluated); // of an object that stays

// ---- complex.c ----------------------------------------------------------------------------------

// The real (0) or imaginary (1) part of expr.
Expr *cxx_complex_member(Parse *parse, Expr *number, uint32_t which);
Type *cxx_complex_type(Cxx *cxx, Type *part); // `__complex__ T`
Type *cxx_complex_part(const Type *type);     // T of `__complex__ T`, NULL of other types
// Of two numbers, one of them complex, the type that they are computed in; NULL: they are not such.
Type *cxx_complex_common(Parse *parse, const Expr *a, const Expr *b);
// The number with these parts, of the second's type.
Expr *cxx_complex_make(Parse *parse, Expr *real, Expr *imag, Pos pos);
// An operator with a complex operand; NULL: it is none of complex numbers.
Expr *cxx_complex_binary(Parse *parse, CxxOp op, Expr *a, Expr *b, Pos pos);
Expr *cxx_complex_unary(Parse *parse, CxxOp op, Expr *operand, Pos pos);

// ---- condition.c --------------------------------------------------------------------------------

// c ? a : b with its operands converted to a common type [expr.cond].
Expr *xe_build_cond(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos);

// ---- conversion.c -------------------------------------------------------------------------------

// The sequence from `source` to `to` (possibly a reference). BAD when there is none.
void cxx_ics(Parse *parse, Expr *source, Type *to, bool allow_user, bool allow_explicit, Ics *out);
int cxx_ics_compare(Parse *parse, const Ics *left, const Ics *right); // <0: a better
// An empty sequence.
Ics *xe_ics_new(Parse *parse);
// The standard conversion sequence from type `from` to the non-reference type `to` [conv]. `source`
// gives null pointer constants; it may be NULL.
bool xe_std_conv(Parse *parse, const Expr *source, Type *from, bool glvalue, Type *to, Ics *out);
// The cast from one number type to another, neither of them bool.
CastKind xe_number_cast(const Type *from, const Type *to);
// "T1 is reference-compatible with T2".
bool xe_reference_compatible(Parse *parse, Type *to, Type *from);
// [dcl.init.ref]/4: t1 is reference-related to t2.
bool xe_reference_related(Parse *parse, Type *t1, Type *t2);
// [conv.qual]: from and to are similar and every level of `to` has at least the qualifiers of
// `from`, with const on all levels above a difference. *adjusted: something was added.
bool xe_qual_conv(Parse *parse, Type *from, Type *to, bool *adjusted);

// ---- convert.c ----------------------------------------------------------------------------------

// Converts (with diagnostics): the results are fully converted trees.
Expr *cxx_convert(Parse *parse, Expr *source, Type *to, const char *context); // implicit conversion
Expr *cxx_rvalue(Parse *parse, Expr *source);  // lvalue-to-rvalue, decay
Expr *cxx_to_bool(Parse *parse, Expr *source); // contextual
// Applies a sequence computed for exactly this expression. The result has the type of the target
// and, for references, is the glvalue bound.
Expr *cxx_apply_ics(Parse *parse, Expr *source, const Ics *sequence);
// Contextual implicit conversion of a class to an integral or enumeration type [conv.general]/5,
// where one of its conversion functions gives one; else expr.
Expr *xe_contextual_integral(Parse *parse, Expr *source);
Expr *xe_derived_to_base(Parse *parse, Expr *source, Type *to, Pos pos); // glvalue or pointer
// An object that is accessed as a member of `naming` [class.access.base]/6: converted to that
// class first where its own has several bases that declare the member.
Expr *xe_via_naming(Parse *parse, Expr *source, ClassDecl *naming, ClassDecl *owner);
Expr *xe_materialize(Parse *parse, Expr *source);                  // prvalue -> xvalue
Type *xe_composite_pointer(Parse *parse, Expr *left, Expr *right); // NULL if none
// Says why `source` does not convert to `to`. `context`: "argument", "return", "assign" or NULL
// (init).
void xe_no_conversion(Parse *parse, Expr *source, Type *to, const char *context, Pos pos);
// The type as which `operand` takes part in arithmetic: a bit-field counts as int if that holds its
// values, whatever its declared type.
Type *xe_arith_type(Parse *parse, const Expr *operand);
// Whether the conversion is a narrowing one [dcl.init.list]/7.
bool xe_is_narrowing(Parse *parse, Expr *source, Type *to);
// Reports it if it is.
void xe_check_narrowing(Parse *parse, Expr *source, Type *to);
// An arithmetic operand converted to arithmetic type `target`.
Expr *xe_arith_to(Parse *parse, Expr *source, Type *target);
void xe_discard_results(Expr *expr); // the value is discarded: constants named in it are not used
Expr *xe_discard(Parse *parse, Expr *discarded); // discarded-value expression

// ---- init.c -------------------------------------------------------------------------------------

// Initialises an object or reference of type `to` with nexpr initialisers in a style.
Expr *cxx_initialize(Parse *parse, Type *to, InitStyle style, Expr **init, uint32_t n, Pos pos,
                     const char *what);
Expr *cxx_default_init(Parse *parse, Type *to, Pos pos); // NULL when it does nothing
// Value-initialisation [dcl.init.general]/9: zero, then the default constructor.
Expr *cxx_value_init(Parse *parse, Type *to, Pos pos);
// Initialises `var` by parsed arguments: var->d.type gets its bound or deduced type. NULL: nothing
// to do.
Expr *cxx_init_var(Parse *parse, VarDecl *var, InitStyle style, Expr **arg, uint32_t n);
Expr *cxx_extend_temps(Parse *parse, Expr *init,
                       VarDecl *var); // lifetime extension by reference `var`
// Constructs an object of class type by its constructors; overload resolution in style s.
Expr *cxx_build_ctor_call(Parse *parse, Type *cls, Expr **arg, uint32_t n, InitStyle init_style,
                          Pos pos);
Expr *cxx_full_expr(Parse *parse, Expr *whole); // adds E_CLEANUPS when temporaries need destruction
// A diagnostic if the destructor of `ended` is deleted or out of reach.
void xe_dtor_access(Parse *parse, Type *ended, Pos pos);
// Calls the constructor that a user conversion has chosen; `before`: its argument's sequence.
Expr *xe_construct_by(Parse *parse, FuncDecl *ctor, Type *cls, Ics *before, Expr *arg);
// Binds a reference of type `to` to `source` [dcl.init.ref]; `context` is for messages.
Expr *xe_init_ref(Parse *parse, Type *to, Expr *source, bool direct, const char *context);
// An object of class type `to` from an expression of that class or one derived from it.
Expr *xe_copy_construct(Parse *parse, Type *to, Expr *source, Pos pos);
// An array whose elements are all initialised by `filler`.
Expr *xe_array_fill(Parse *parse, Type *arr, Expr *filler, Pos pos);

// ---- member.c -----------------------------------------------------------------------------------

Expr *cxx_build_member(Parse *parse, Expr *object, Decl *member, Pos pos); // data or function
// The set of functions that a name found, to be resolved by a call or a target type.
Expr *xe_overload_expr(Parse *parse, Lookup *found, TmplArgs *targs, Expr *object, Atom name,
                       Pos pos);
// object.*mp or object->*mp [expr.mptr.oper].
Expr *xe_build_member_pointer(Parse *parse, Expr *object, Expr *mp, bool arrow, Pos pos);
// The field of the object, through the anonymous unions that hold it.
Expr *xe_field_path(Parse *parse, Expr *object, FieldDecl *field, Pos pos);

// ---- operator.c ---------------------------------------------------------------------------------

// op a: overloaded, or built in with its operand converted.
Expr *cxx_build_unary(Parse *parse, CxxOp op, Expr *operand, Pos pos);
// a op b: overloaded, or built in with both operands converted.
Expr *cxx_build_binary(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos);
// By CAT_*: the name of its class in std.
extern const char *const xe_category_name[];
// The class of a comparison category in std; NULL after a diagnostic where <compare> is not
// included.
Type *xe_category_type(Parse *parse, int cat, Pos pos);
// The object of a comparison category type that an integer -1, 0, 1, 2 means.
Expr *xe_category_value(Parse *parse, Type *category, Expr *number, Pos pos);
// An integral or unscoped enumeration type.
// `condition ? a : b`, all of them converted; cat: the result's.
Expr *xe_cond_node(Parse *parse, Expr *condition, Expr *a, Expr *b, Type *result, ValueCat cat,
                   Pos pos);
bool xe_integral_or_enum(const Type *type);
// The built-in a <=> b; `floating`: it may be unordered.
Expr *xe_three_way(Parse *parse, Expr *left, Expr *right, bool floating, Pos pos);
// Whether a can be assigned to; a diagnostic at pos if not [basic.lval]/7.
bool xe_check_modifiable(Parse *parse, Expr *changed, Pos pos);
// a[b] [expr.sub]: built in, or a vector's element.
Expr *xe_build_subscript(Parse *parse, Expr *object, Expr *index, Pos pos);
// expr[arg...] with any number of arguments, C++23's.
// A call with operands that depend on template parameters; one of an object, by its operators.
Expr *xe_dep_call(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos);
Expr *xe_call_object(Parse *parse, Expr *obj, CxxOp op, Expr **arg, uint32_t n, Pos pos);
Expr *xe_build_subscripts(Parse *parse, Expr *object, Expr **arg, uint32_t n, Pos pos);
// Whether the code around runs on the host alone.
bool cxx_in_host_code(const Parse *parse);
// `source` as a vector of type `target`: a scalar becomes all its elements.
Expr *xe_to_vector(Parse *parse, Expr *source, Type *target);
void xe_note_set(const Expr *expr); // expr is assigned to

// ---- overload.c ---------------------------------------------------------------------------------

// The arguments with the object in front, for a function that takes it as a parameter.
Expr **xe_with_object(Parse *parse, Expr *object, Expr **arg, uint32_t n);
// Adds the functions and templates of a set.
void xe_add_cands(Parse *parse, Cands *cs, Decl **set, uint32_t n, const CandQuery *asked);
// Adds func as candidate, found as `as`, an instance of tmpl (or NULL), with the sequences of its
// arguments.
void xe_add_cand_fn(Parse *parse, Cands *cs, FuncDecl *func, TemplateDecl *tmpl, Decl *as,
                    const CandQuery *asked);
// The best viable candidate [over.match.best]: cs->best.
void xe_choose(Parse *parse, Cands *cs);
// Chooses among the constructors of cls: cs->best.
int xe_pick_ctor(Parse *parse, ClassDecl *cls, const CandQuery *asked, Cands *cs);
// Conversion functions of a class (bases included), as a set for overload resolution.
void xe_conv_functions(Parse *parse, ClassDecl *cls, Lookup *out);
// What the name of a complete class means as a constructor.
void xe_ctors(Parse *parse, ClassDecl *cls, Lookup *out);
// The sequence of the implied object to func's implicit object parameter.
void xe_object_ics(Parse *parse, Expr *object, FuncDecl *func, Ics *out);

// ---- overload_address.c -------------------------------------------------------------------------

// [over.over]: the one function of a set that is meant by a target type (NULL: none, the set must
// name one function). NULL, after a diagnostic if `report`, when there is none or more than one.
Expr *cxx_resolve_address(Parse *parse, Expr *ovl, Type *target, bool report);
// The same function type, or one that has noexcept where `want` has none [conv.fctptr].
bool cxx_same_but_noexcept(Cxx *cxx, Type *have, Type *want);

// ---- overload_note.c ----------------------------------------------------------------------------

// A note for each candidate that lost, saying why.
void xe_explain(Parse *parse, Cands *cs, Expr *object, Expr **arg, uint32_t narg);
// Says that there are too many or too few arguments, where the first that is too much stands, or
// the parenthesis.
void xe_wrong_arity(Parse *parse, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos);
// Says that none of the candidates fits, or that several do; gives an error node.
Expr *xe_report_cands(Parse *parse, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos);
// Which atomic constraint of func's requires-clause failed, as text; NULL: none is known.
const char *cxx_why_func(Cxx *cxx, FuncDecl *func);

// ---- overload_operator.c ------------------------------------------------------------------------

// The overloaded operator for these operands; *tried: there were candidates. NULL: the built-in
// one.
Expr *xe_operator_overload(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos, bool *tried);
bool xe_has_overloads(const Expr *expr); // operand of class or enumeration type

// ---- reference.c --------------------------------------------------------------------------------

// The expression that names `named`, of a type that [expr.prim.id] gives it; references are seen
// through.
Expr *cxx_build_declref(Parse *parse, Decl *named, Pos pos);
// A field by its name: of `this`, or as the id-expression of an unevaluated operand.
Expr *xe_field_ref(Parse *parse, FieldDecl *named, bool qualified, ClassDecl *naming, Pos pos);
// `this` as the member function sees it, captured by nobody.
Expr *xe_this_of_function(Parse *parse, Pos pos);
Expr *xe_this(Parse *parse, Pos pos); // `this`, captured where needed; NULL if none
// A copy of an array, element by element, as captures and bindings make it.
Expr *xe_array_copy(Parse *parse, Type *arr, Expr *from, Pos pos);
// A variable made by us in the function that is parsed (ranges, bindings, loops of special
// members).
VarDecl *xe_local_var(Parse *parse, Atom name, Type *declared, Pos pos, uint32_t order);

// ---- capture.c ----------------------------------------------------------------------------------

// A variable of a function around the lambda, as its body sees it: captured. NULL: no capture is
// needed.
Expr *xe_capture_var(Parse *parse, VarDecl *var, Pos pos);
// In the body of a lambda, and neither it nor one around it has captured `this`.
bool xe_this_uncaptured(const Parse *parse);
// `this` of the function around, captured by the lambdas between; an error node where they must
// not.
Expr *xe_capture_this(Parse *parse, Pos pos);
// A variable, binding or pack is named: the lambdas around that capture by name capture it, where
// the name is evaluated.
void xe_capture_name(Parse *parse, Decl *named, Pos pos);

// ---- implicit_move.c ----------------------------------------------------------------------------

// The operand of `return` where the result has type `ret`: an xvalue if it names a local variable
// that can be moved from. Notes what may be the result object itself.
Expr *xe_returned_local(Parse *parse, Expr *returned, Type *ret);
// The operand of `throw`, likewise.
Expr *xe_thrown_local(Parse *parse, Expr *thrown);

// ---- trait.c ------------------------------------------------------------------------------------

bool cxx_type_trait(Parse *parse, Atom name, Expr **out); // __is_* at the current token

#endif
