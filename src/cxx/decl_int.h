// SPDX-License-Identifier: Apache-2.0
// What the files of declarations share: types' internals, the index, attributes, classes. Nothing
// here is used outside of src/cxx.
#ifndef CUPRUM_CXX_DECL_INT_H
#define CUPRUM_CXX_DECL_INT_H

#include "cxx/elaborate.h"

// ---- state -------------------------------------------------------------------------------------

typedef struct PackRange {
    uint32_t at, pack;
} PackRange;
typedef struct PosRange { // both ends included
    Pos begin, end;
} PosRange;
// An enumerator of an unscoped enumeration that is defined outside of its class.
typedef struct OutsideEnumerator {
    MemberDef *def; // of the enumeration
    struct OutsideEnumerator *next;
} OutsideEnumerator;
struct DeclState {
    Map class_index; // token of a class body's '{' -> Index
    Map member_defs; // Atom -> MemberDef, head of a list in order
    Map member_tail;
    VEC(MemberDef *) all_member_defs;
    Map outside_enumerators; // Atom -> OutsideEnumerator
    Map complex_types;       // id of the part's type -> ClassDecl (convert/complex.c)
    Map friend_classes;   // namespace Scope* -> entries with friend definitions (decl/friend_def.c)
    uint8_t *is_template; // by Atom: some template of that name was indexed
    uint32_t natoms;
    Map attr_rows;  // Atom -> row + 1
    Map attr_forms; // Atom -> form of the arguments + 1
    bool attrs_ready;
    struct { // names that declarations look at
        Atom ctor, dtor, conv, final_, bf16;
    } n;
    uint32_t depth;
    bool unbound;  // templates are read with their parameters unbound (check/template_check.c)
    bool defining; // likewise: a member's definition outside of its class
    Map suspects;  // positions of such names' tokens -> Suspect (check/template_check.c)
    VEC(uint32_t) suspect_at;      // tokens where such names begin
    bool host_phase;               // host code is being analysed for what it launches
    struct HostNames *host_search; // then, while errors stop nothing (lookup/host_lost.c)
    struct HostPlace *host_place;  // what is read
    uint64_t host_taken;           // errors that belong to places that are read
    uint32_t host_launches;        // understood
    uint32_t host_places;
    VEC(ClassDecl *) completed; // in order; cxx_run checks their static_asserts
    Map inherited;              // (class id, base constructor id) -> FuncDecl
    uint32_t ncompleted;
    VEC(Scope *) namespaces; // all, in order of their first opening
    VEC(PosRange) templates; // of namespaces in the main file, sorted; filled at the first question
    bool templates_listed;
    VEC(FuncDecl *) checked;    // device functions of the main file
    VEC(FuncDecl *) host_insts; // explicitly instantiated host functions
    VEC(Decl *) late;           // used by needed functions whose bodies were read in the host phase
    uint32_t nlate;             // of them needed
    VEC(FuncDecl *) host_uses; // called by __host__ __device__ functions, which have no code for it
    Map host_used;             // those, by Decl id
    Map part_uses;             // default argument or default member initialiser (Expr*) -> UseList*
    VEC(VarDecl *) checked_vars; // host variables, with --check-all
    VEC(FuncDecl *) init_uses;   // what their initialisers use
    VEC(Decl *) checked_parts;   // functions and fields, likewise (cxx_check_parts)
    VEC(Decl *) outside;         // declared with a qualified name, elaborated
    Atom main_file;              // presumed name, 0: unknown
    SrcFile last_file;           // of the position that cxx_in_main_file was asked for last
    VEC(PackRange) packs;        // #pragma pack states by token
    uint32_t suggested;          // names that suggestions were looked for (lookup/suggest.c)
    VEC(uint32_t) mark;          // by Decl.id: the last epoch in which it was seen (cxx_first_seen)
    uint32_t epoch;

    VEC(ClassDecl *) local_classes; // of parsed bodies, and closures
};

// Attributes that are not flags of their own (decl/attr.c).
typedef struct AttrSet {
    bool packed, weak, used, noreturn, noinline, forceinline, may_alias, nodiscard, maybe_unused,
        deprecated, no_unique_address, constructor, gnu_inline, returns_twice, const_fn, pure_fn,
        convergent, init_seg, transparent_union, visibility_hidden, likely, unlikely, fallthrough;
    uint32_t align;       // 0: none
    uint32_t vector_size; // bytes, 0: none
    uint8_t mode;         // __attribute__((mode(X))): TyKind + 1
    uint8_t cuda;         // CU_*
    LaunchBounds *bounds;
    Atom section, alias, asm_label, deprecated_text;
    bool device_builtin, cudart_builtin, device_builtin_texture, device_builtin_surface, nv_pure;
} AttrSet;

static inline Arena *xa(const Cxx *x) {
    return &x->ctx->perm;
}
static inline Arena *pp(const Parse *p) {
    return &p->x->ctx->perm;
}

// Whether d is seen for the first time since `epoch` = ++decls->epoch. What comes between may begin
// epochs of its own and make a declaration seem new again, but not seen.
bool cxx_first_seen(Cxx *x, const Decl *d, uint32_t epoch);

// Blocks: BLOCK_SUB around a substatement, BLOCK_CONTROL for a condition and init-statement.
typedef enum { BLOCK_PLAIN, BLOCK_SUB, BLOCK_CONTROL } BlockPart;
bool cxx_func_deduced(Parse *p, FuncDecl *f, Pos pos); // its signature, or a diagnostic

// ---- tokens ------------------------------------------------------------------------------------

static inline Pos tok_pos(const Parse *p) {
    return p->tok[p->at].pos;
}
static inline bool cxx_accept(Parse *p, uint16_t kind) {
    if (cxx_peek(p) != kind) return false;
    p->at++;
    return true;
}
bool cxx_expect(Parse *p, uint16_t kind, const char *what); // diagnostic if missing
// The token behind the bracket group that begins at `at`, never beyond `end`.
uint32_t cxx_skip_group(const Token *tok, uint32_t at, uint32_t end);
// At '<': the token behind the matching '>', or 0.
void cxx_diag_pragmas(Cxx *x); // #pragma nv_diag_...: takes effect from here on
bool cxx_unknown_type(Parse *p);
void cxx_check_attr_args(Parse *p, Atom name, bool standard); // behind an attribute's name
Type *cxx_parse_defining_type_id(Parse *p, DeclSpec *specs);  // may define a type
void cxx_refuse_definition(Parse *p, const DeclSpec *ds);     // no type is defined here
uint32_t cxx_skip_angles(Cxx *x, uint32_t at, uint32_t end);
// Behind the ':' of a base clause: the '{' of the body or the ';' of what is none.
uint32_t cxx_skip_bases(Cxx *x, uint32_t at, uint32_t end);
// A template template parameter in scope.
bool cxx_names_ttp(const Parse *p, Atom name);
void cxx_skip_to_semi(Parse *p); // error recovery: behind the next ';' or a '}' at this level
bool cxx_at_attribute(const Parse *p);
bool cxx_deeper(Parse *p, Pos pos); // ++depth; false after a diagnostic
// Reports that declarations are nested too deeply. False. See cxx_inst_unwind.
bool cxx_too_deep(Cxx *x, Pos pos);

// Elaborating a declaration or body is not the immediate context of a substitution that needed it
// [temp.deduct]/8: its errors are errors. Closed with diag_trap_pop.
static inline void cxx_hard_context(Cxx *x, DiagTrap *t) {
    diag_trap_push(x->ctx, t);
    t->hard = true;
}

// ---- types -------------------------------------------------------------------------------------

void ty_init(Cxx *x);
const char *ty_basic_spelling(TyKind k);
void cxx_print_scope(Cxx *x, Buf *b, Scope *s);
void cxx_print_decl(Cxx *x, Buf *b, const Decl *d); // with a function's signature
void cxx_print_name(Cxx *x, Buf *b, const Decl *d); // of functions, constructors' signatures alone
void cxx_print_params(Cxx *x, Buf *b, const FuncType *f);
void cxx_print_ref_quals(Buf *b, const FuncType *f); // of a member function: ` const &`
// expr/func_text.c
typedef struct CxxSpelling { // the template parameters in force, for their names
    struct {
        const TmplParams *params;
        const TmplArgs *args;
    } level[16]; // innermost first
    uint32_t n;
    bool pretty; // for __PRETTY_FUNCTION__
} CxxSpelling;
static inline bool cxx_pretty(const Cxx *x) {
    return x->spelling && x->spelling->pretty;
}
const TParmDecl *cxx_spelled_parm(const Cxx *x, const TParmDecl *d);
bool cxx_is_invented(const Cxx *x, const TParmDecl *d); // by `auto` among the parameters
void cxx_print_concept(Cxx *x, Buf *b, const Decl *concept, bool more_args);
void cxx_print_call_op(Cxx *x, Buf *b, const FuncDecl *f);
void cxx_func_pretty(Cxx *x, Buf *b, const FuncDecl *f); // __PRETTY_FUNCTION__; NULL: nothing

// ---- scopes and index --------------------------------------------------------------------------

void *cxx_decl_new_(Cxx *x, size_t size, DeclKind k, Atom name, Pos pos, uint32_t order, Scope *s,
                    Env *env);
#define cxx_decl_new(x, T, k, name, pos, order, s, env)                                            \
    ((T *)cxx_decl_new_((x), sizeof(T), (k), (name), (pos), (order), (s), (env)))
Scope *cxx_namespace_of(Scope *s); // the innermost enclosing namespace scope
Scope *cxx_decl_scope(Scope *s);   // skips template parameter scopes
bool cxx_scope_encloses(const Scope *outer, const Scope *s);
Scope *cxx_inline_home(Scope *s, Atom name);
void cxx_elaborate_before(Cxx *x, Scope *s, Atom name, uint32_t limit, bool friends);
// Same entity as far as [over.load] is concerned: signature without result.
bool cxx_same_signature(Cxx *x, const FuncDecl *a, const FuncDecl *b);
// The name of a declarator: what has the name already is not looked up but for a template-id.
bool cxx_parse_declared_name(Parse *p, QualName *q);
bool cxx_takes_angles(uint16_t k); // a keyword in front of `<`: static_cast<...>, template <...>
// lookup/rivals.c: what a declaration of d in scope s may redeclare or clash with, the latest
// first. Of many functions only those with d's parameters (of templates: the templates among them),
// and what is no C++ function and no function template.
typedef struct Rivals {
    Cxx *x;
    Scope *s;
    const FuncDecl *f; // d or its pattern, if it is a function or a function template
    bool template_;
    Decl *next;
    const struct ManyDecls *many; // where there are many
    uint32_t steps, other;
} Rivals;
Rivals cxx_rivals(Cxx *x, Scope *s, Decl *d);
Rivals cxx_template_rivals(Cxx *x, Scope *s, const FuncDecl *pattern);
Decl *cxx_next_rival(Rivals *r);                // NULL: no more
void cxx_rivals_add(Cxx *x, Scope *s, Decl *d); // d is new in a scope with long chains
void cxx_scope_attach_index(Cxx *x, Scope *s, Index *ix);
// Friends of class c called `name` (for ADL), added to out when not in it yet.
void cxx_lookup_friends(Parse *p, ClassDecl *c, Atom name, Lookup *out);
void cxx_lookup_push(Cxx *x, Lookup *l, Decl *d); // unless it is there
// Whether it is an error that several types or namespaces were found: not where headers and the
// built-in one are at odds.
bool cxx_types_ambiguous(Cxx *x, const Lookup *l);
void cxx_lookup_merge(Cxx *x, Lookup *l, const Lookup *more);
// Direct lookup in one scope (no bases, no enclosing scopes), expanding using-declarations.
bool cxx_lookup_scope(Parse *p, Scope *s, Atom name, unsigned flags, uint32_t limit, Lookup *out);
uint32_t cxx_lookup_limit(const Parse *p, const Scope *s, unsigned flags);

Scope *cxx_namespace_open(Cxx *x, Scope *parent, Atom name, uint32_t tok, bool inline_);
void cxx_using_directive(Cxx *x, Scope *s, uint32_t begin, uint32_t end); // behind `namespace`
Atom cxx_guide_atom(Cxx *x, Atom class_name); // name of a class template's deduction guides
// Behind `operator`: how many tokens name an operator function (0: a conversion or literal).
uint32_t cxx_operator_tokens(Cxx *x, uint32_t at, uint32_t end, CxxOp *op);
Atom cxx_literal_op_name(Cxx *x, uint32_t at, uint32_t *used); // at the string of operator""_x
bool cxx_string_is(Cxx *x, uint32_t at, const char *s);
// Attribute words that stand outside of __attribute__ (`__global__`, `__forceinline__`).
bool cxx_is_attr_keyword(Cxx *x, Atom a);
bool cxx_token_takes_parens(Cxx *x, Atom a); // `__launch_bounds__`, `__align__`
uint16_t cxx_attr_index_flag(Cxx *x, Atom a);

// ---- declarations ------------------------------------------------------------------------------

Decl *cxx_lookup_one(Parse *p, Scope *s, Atom name, unsigned flags);
bool cxx_parse_enum_specifier(Parse *p, DeclSpec *ds);
// Of what is declared at token `order` of class s.
uint8_t cxx_entry_access(Scope *s, uint32_t order);
bool cxx_parse_class_specifier(Parse *p, DeclSpec *ds);
Type *cxx_parse_ptr_operators(Parse *p, Type *base); // `*`, `&`, `A::*` with qualifiers
Type *cxx_decltype_of(Parse *p, Expr *e);
Type *cxx_apply_type_attrs(Parse *p, Type *t, const AttrSet *a, Pos pos);
bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d);
Scope *cxx_parse_requires_params(Parse *p); // at '(': the parameters' scope
// A function declarator with placeholders for parameters that are not invented yet.
bool cxx_invents_params(const Parse *p, const Declarator *d);
Decl *cxx_parse_abbreviated(Parse *p, uint32_t begin, Scope *s, Access acc, uint32_t open);
bool cxx_starts_param(Parse *p); // a parameter declaration, or `T(...)` of an expression
bool cxx_params_follow(Parse *p, const DeclSpec *ds, const Declarator *d);
void cxx_check_access(Parse *p, Decl *d, ClassDecl *naming, Pos pos);
// Between begin and take, refused names are kept; end judges them again as names in the declaration
// of `made`, a member of s (either may be NULL).
void cxx_begin_late_access(Parse *p);
struct LateAccess *cxx_take_late_access(Parse *p);
void cxx_end_late_access(Parse *p, const struct LateAccess *l, Decl *made, Scope *s);
FieldDecl *cxx_make_field(Parse *p, const DeclSpec *ds, const Declarator *d, Scope *s, Access acc);
void cxx_anonymous_member(Parse *p, const DeclSpec *ds, Scope *s, Access acc);
Decl *cxx_declare_friend(Parse *p, Scope *s, Decl *d, const Declarator *dr);
void cxx_merge_func(Cxx *x, FuncDecl *old, FuncDecl *f);
Decl *cxx_parse_using(Parse *p, Scope *s, Access acc); // at `using`
void cxx_parse_static_assert(Parse *p);                // at `static_assert`
Decl *cxx_parse_ns_alias(Parse *p, Scope *s);
uint32_t cxx_skip_initializer(Parse *p); // from behind `=`: the token behind it
void cxx_static_assert_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env);
void cxx_attach_init(Parse *p, VarDecl *v); // parses v's initialiser at p->at
void cxx_local_init(Parse *p, VarDecl *v);
void cxx_require_const(Parse *p, VarDecl *v);
void cxx_use_const(Parse *p, const ConstVal *c, Pos pos, uint32_t depth);
Decl *cxx_declare_outside(Parse *p, Decl *d);    // a declaration whose name was qualified
bool cxx_names_param(const Parse *p, Atom name); // that a declaration in this block may not repeat
void cxx_anonymous_local(Parse *p, const DeclSpec *ds, Stmt *s);
Decl *cxx_anonymous_global(Parse *p, const DeclSpec *ds, Scope *s);
bool cxx_in_main_file(Cxx *x, Pos pos);
bool cxx_in_system_header(Cxx *x, Pos pos);
bool cxx_of_system_macro(Cxx *x, Pos pos); // or in a system header
void cxx_ctor_inits(Parse *p, FuncDecl *f, TokRange written);
Expr *cxx_inherited_init(Parse *p, FuncDecl *f); // of the base whose constructor f inherits
uint32_t cxx_pack_at(Cxx *x, uint32_t tok);      // #pragma pack in force, 0: none
void cxx_collect_fields(Cxx *x, ClassDecl *c);
void cxx_class_vtable(Cxx *x, ClassDecl *c);
MemberDef *cxx_member_defs(Cxx *x, Atom name); // the first of that last name, or NULL
// What the nested-name-specifier names: a NamespaceDecl, the ClassDecl of a non-template (or an
// explicit specialization, when there are no template headers with parameters), or the innermost
// TemplateDecl whose parameters are unbound; NULL if it does not resolve. Cached.
Decl *cxx_member_def_owner(Cxx *x, MemberDef *m);
void cxx_elaborate_defs(Cxx *x, Atom name, Scope *in);        // definitions outside of `in`
void cxx_elaborate_def_at(Cxx *x, Atom name, uint32_t begin); // of the declaration there
bool cxx_args_concrete(Cxx *x, const MemberDef *m, uint32_t from, uint32_t to);
void cxx_member_defs_all(Cxx *x, bool (*want)(Cxx *, MemberDef *));
void cxx_func_body_again(Cxx *x, FuncDecl *f);
void cxx_need(Cxx *x, Decl *d);                          // code or storage (check/roots.c)
bool cxx_same_but_noexcept(Cxx *x, Type *a, Type *want); // a may have noexcept where want has none
// Whether device code that uses d goes without it; the host pass looks at d for what it launches.
bool cxx_left_to_host(Cxx *x, Decl *d);
// `extern template` names it and nothing else makes it this unit's [temp.explicit]/11.
bool cxx_instantiated_elsewhere(const FuncDecl *f);
// A piece of host code that is read (lookup/host_lost.c): a body, an initialiser, a declaration.
// Begun and ended in pairs; a pair costs nothing to speak of where no launches are looked for.
typedef struct HostPlace {
    struct HostPlace *outer;
    const Scope *scope;
    const FuncDecl *fn; // whose body it is, or NULL
    uint32_t at;        // the token up to which it has been considered
    uint32_t serial;    // unlike all others
    bool failed;        // since then something was an error that need not have been reported here
    uint64_t errors;    // its own before `at`
    Pos pos;            // its first error
    const char *text;
    const char *outer_text; // as they were when it began
    Pos outer_pos;
    uint64_t hidden, taken;
} HostPlace;
void cxx_host_place_begin(Cxx *x, HostPlace *h, const Scope *s, const FuncDecl *fn, uint32_t at);
void cxx_host_place_end(Cxx *x, HostPlace *h, uint32_t upto);
void cxx_host_read_to(Cxx *x,
                      uint32_t upto); // a statement, or what else stands for itself, ends there
void cxx_host_failed(Cxx *x);         // what is read now is an error, perhaps of an earlier one
void cxx_host_launched(Cxx *x, uint32_t token); // the kernel of the launch there is known
// Needs the kernels that host code can launch (check/host.c). To be called again, until it gives
// false, when what is needed was elaborated: device code can have host code in it.
typedef struct CxxHost CxxHost;
CxxHost *cxx_host_new(Cxx *x);
bool cxx_host_launches(CxxHost *h);
void cxx_host_warn(CxxHost *h); // at the end: of what may be missing
// Into `reached` (by Decl id): the functions that host code with code refers to on its ways to
// those n, which they are among if it needs them. On an h of its own, at the end.
void cxx_host_calls(CxxHost *h, FuncDecl *const *f, uint32_t n, Map *reached);
static inline bool cxx_device_storage(const Decl *d) {
    return d->cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED);
}
// Whether t is not an abstract class, nor an array of such; else it is reported with this row.
bool cxx_no_abstract(Cxx *x, Type *t, const DiagRow *row, Pos pos);
// Where a declaration of an unqualified elaborated-type-specifier goes [basic.scope.pdecl]/7.
Scope *cxx_nearest_declaring_scope(Scope *s);
Scope *cxx_type_scope(Cxx *x, Type *t, Pos pos); // of a class or enumeration, completed
void cxx_parse_noexcept_throw(Parse *p, Declarator *d);
void cxx_skip_requires(Parse *p);
uint32_t cxx_skip_constraint(Cxx *x, uint32_t at, uint32_t end);
void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *a);
AttrSet *cxx_attrs_merge(Cxx *x, AttrSet *a, AttrSet *b);
bool cxx_const_size(Parse *p, uint64_t *out, Expr **dep, const char *what); // constant bound
// decl/check.c
void cxx_namespace_binding(Parse *p, uint32_t begin);
void cxx_check_guide(Parse *p, FuncDecl *f, const DeclSpec *ds, const Declarator *d, Scope *s,
                     Access acc);
void cxx_check_func(Parse *p, const DeclSpec *ds, const Declarator *d, FuncDecl *f, Scope *s);
void cxx_check_var(Parse *p, const DeclSpec *ds, const Declarator *d, VarDecl *v, Scope *s);
void cxx_check_field(Parse *p, const DeclSpec *ds, FieldDecl *f, Scope *s);
bool cxx_incomplete_at(Cxx *x, const Type *t, uint32_t at); // at token
void cxx_check_again(Cxx *x, FuncDecl *old, FuncDecl *f);
void cxx_check_override(Cxx *x, FuncDecl *f, FuncDecl *o);
void cxx_check_body(Cxx *x, FuncDecl *f);
// decl/clash.c
bool cxx_may_coexist(const Decl *a, const Decl *b);
void cxx_check_template_clash(Parse *p, Scope *s, Decl *d); // a template that s will hold
// Whether s can have the using-declaration, which names what was found.
bool cxx_check_using(Parse *p, Scope *s, UsingDecl *u, const Lookup *found);
bool cxx_clashes_using(Parse *p, Scope *s, const Decl *d, const UsingDecl *u);
void cxx_check_param_name(Parse *p, const Scope *s, const Decl *d);
void cxx_check_anonymous(Cxx *x, const ClassDecl *c);
// constant/constexpr_check.c
bool cxx_literal_type(Cxx *x, Type *t); // an incomplete or dependent one is taken to be
void cxx_check_constexpr(Cxx *x, FuncDecl *f);
void cxx_check_parts(Cxx *x, Decl *d);
// expr/name.c: p uses what a default argument or default member initialiser does [basic.def.odr].
void cxx_use_again(Parse *p, const UseList *uses, Pos pos);
void cxx_warn_unused(Cxx *x); // check/unused.c
// check/template_check.c
void cxx_check_templates(Cxx *x);
// In an instance: the name in tokens [from, to) needs `typename` or `template` if
// what is before it depends on a parameter (`type` the name at `pos`: `typename`), looked at later.
void cxx_suspect(Parse *p, uint32_t from, uint32_t to, Atom type, Pos pos);
void tm_check_spec_order(Cxx *x, Decl *d, Pos use); // an explicit specialization's
void cxx_plain_member_def(Cxx *x, FuncDecl *f); // out-of-class definition of a non-template member
void cxx_plain_var_def(Cxx *x, VarDecl *v);
void cxx_synthesize_body(Cxx *x, FuncDecl *f);
Stmt *cxx_body_of(Cxx *x, const FuncDecl *f, Stmt **at, uint32_t n); // of made statements
bool cxx_comparison_form(const FuncDecl *f);                         // may be defaulted
bool cxx_is_comparison(const FuncDecl *f);
Decl *cxx_implicit_equal(Cxx *x, FuncDecl *cmp);
bool cxx_special_noexcept(Cxx *x, FuncDecl *f);
enum {
    SP_NONE = -1,
    SP_DEFAULT,
    SP_COPY,
    SP_MOVE,
    SP_COPY_ASSIGN,
    SP_MOVE_ASSIGN,
    SP_DTOR,
    SP_COUNT
};
int cxx_special_kind(const FuncDecl *f);
bool cxx_is_special(const FuncDecl *f);
void cxx_finish_class(Cxx *x, ClassDecl *c);
bool cxx_enum_find_def(Cxx *x, EnumDecl *e);    // of a member, outside of its class: its body
Parse cxx_parse_in_class(Cxx *x, ClassDecl *c); // position-less state inside a class
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from);
bool cxx_same_params(const FuncDecl *a, const FuncDecl *b); // parameter types
// Is b among the bases of d at any depth? d is complete, or its bases are known.
bool cxx_class_has_base(Cxx *x, const ClassDecl *d, const ClassDecl *b);

// ---- moved ----
typedef enum {
    ATTR_CUDA,
    ATTR_FLAG,
    ATTR_LAUNCH_BOUNDS,
    ATTR_MAXNREG,
    ATTR_CLUSTER_DIMS,
    ATTR_BLOCK_SIZE,
    ATTR_ALIGNED,
    ATTR_VECTOR_SIZE,
    ATTR_MODE,
    ATTR_SECTION,
    ATTR_ALIAS,
    ATTR_VISIBILITY
} AttrAction;
typedef struct AttrRow {
    const char *name, *reserved; // `noinline`, `__noinline__`
    uint8_t action;
    uint16_t value;
} AttrRow;
enum { CAT_NONE, CAT_PARTIAL, CAT_WEAK, CAT_STRONG };
enum { // what was written, in any order
    W_SIGNED = 1,
    W_UNSIGNED = 2,
    W_SHORT = 4,
    W_LONG = 8,
    W_LONG2 = 16,
    W_CHAR = 32,
    W_INT = 64,
    W_DOUBLE = 128,
    W_FLOAT = 256,
    W_INT128 = 512,
    W_OTHER = 1024,
    W_COMPLEX = 2048
};
typedef enum { AM_NO, AM_YES, AM_NAME } Ambig;
const AttrRow *cxx_attr_row_of(Cxx *x, Atom a);
const AttrRow *cxx_attr_word_row(Cxx *x, Atom a);
extern const char *const xe_category_name[];
Type *xe_category_type(Parse *p, int cat, Pos pos);
Expr *xe_category_value(Parse *p, Type *t, Expr *v, Pos pos);
void cxx_end_declaration(Parse *p);
const Decl *cxx_outer_name(const Parse *p, Atom name);
uint16_t cxx_type_word(uint16_t k);
TyKind cxx_single_type(uint16_t k);
bool cxx_constrained_auto(Parse *p, const QualName *q);
bool cxx_type_implied(const Parse *p, const QualName *q);
uint32_t cxx_name_shape(const Parse *p, uint32_t at);
Ambig cxx_first_token(const Parse *p, uint32_t at);
bool cxx_skip_type_name(Parse *p);
bool cxx_has_storage(const VarDecl *v);
Expr *xe_field_ref(Parse *p, FieldDecl *f, bool qualified, ClassDecl *naming, Pos pos);
Expr *xe_this_of_function(Parse *p, Pos pos);
void cxx_add_spelling(CxxSpelling *names, const TmplParams *ps, const TmplArgs *args);
void cxx_report_abstract(Cxx *x, const DiagRow *row, Type *cls, Pos pos);
Expr *cxx_complex_member(Parse *p, Expr *e, uint32_t which);
struct PackUse *tm_pack_use_new(Cxx *x);
void tm_pack_note(Parse *p, Atom name, int64_t len);
void tm_pack_use_merge(struct PackUse *to, const struct PackUse *from);
void cxx_scope_grow(Cxx *x, Scope *s);

#endif
