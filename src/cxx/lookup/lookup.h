// SPDX-License-Identifier: Apache-2.0
// lookup.h: names [basic.lookup]: the index of a scope's tokens, lookup in scopes, bases and
// associated namespaces, qualified names, access, packs by name, redeclarations; and what a use of
// a name sets off: odr-use, deprecation, suggestions when nothing is found.
#ifndef CUPRUM_CXX_LOOKUP_LOOKUP_H
#define CUPRUM_CXX_LOOKUP_LOOKUP_H

#include "cxx/facts/facts.h"

// A walk over what a declaration of d in scope s may redeclare or clash with, the latest first. Of
// many functions only those with d's parameters (of templates: the templates among them), and what
// is no C++ function and no function template.
typedef struct Rivals {
    Cxx *x;
    Scope *s;
    const FuncDecl *f; // d or its pattern, if it is a function or a function template
    bool template_;
    Decl *next;
    const struct ManyDecls *many; // where there are many
    uint32_t steps, other;
} Rivals;

// A piece of host code that is read (lookup/host_lost.c): a body, an initialiser, a declaration.
// Begun and ended in pairs; a pair costs nothing to speak of where no launches are looked for.
typedef struct HostPlace {
    struct HostPlace *outer;
    const Scope *scope;
    const FuncDecl *fn; // whose body it is, or NULL
    const VarDecl *var; // whose initialiser it is, or NULL
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

// The packs that were met since some place of the parse.
struct PackUse {
    int64_t len; // -1: no bound pack met
    Atom name;
    Pos pos;
    bool any, unbound, bound, mismatch;
    bool element_expansion; // the element taken was itself an expansion `Us...`
};

// A name in an instance that needs `typename` (type: the name) or `template` if it depends.
typedef struct Suspect {
    Atom type;
    Pos pos;
} Suspect;

// ---- access.c -----------------------------------------------------------------------------------

// Whether decl, found in class `naming`, may be named here [class.access.base].
bool cxx_access_ok(Parse *parse, Decl *decl, ClassDecl *naming);
// ... for an object of the class [class.protected]; NULL: there is none, or `this`.
bool cxx_access_object_ok(Parse *parse, Decl *decl, ClassDecl *naming, ClassDecl *object);
// Of the bases on the path from class cls, as cxx_class_derived_from gives it.
bool cxx_base_access_ok(Parse *parse, ClassDecl *cls, BaseSpec **path, uint32_t n);
// cxx_access_ok with a diagnostic, or kept for later.
void cxx_check_access(Parse *parse, Decl *decl, ClassDecl *naming, Pos pos);
// Between begin and take, refused names are kept; end judges them again as names in the
// declaration of `made`, a member of s (either may be NULL).
void cxx_begin_late_access(Parse *parse);
// Ends cxx_begin_late_access; NULL: nothing was refused.
struct LateAccess *cxx_take_late_access(Parse *parse);
// Judges the refused names again as names in the declaration of `made`, a member of `scope` (either
// may be NULL).
void cxx_end_late_access(Parse *parse, const struct LateAccess *late_access, Decl *made,
                         Scope *scope);

// ---- adl.c --------------------------------------------------------------------------------------

void cxx_lookup_adl(Parse *parse, Atom name, Expr **arg, uint32_t narg, Lookup *io); // adds to io

// ---- deprecated.c -------------------------------------------------------------------------------

// Warns where the program names a deprecated declaration.
void xe_use_deprecated(Parse *parse, const Decl *decl, Pos pos);

// ---- host_lost.c --------------------------------------------------------------------------------

// Host code of `scope` (in the body of fn, or NULL) is read from token `at` on.
void cxx_host_place_begin(Cxx *cxx, HostPlace *host_place, const Scope *scope, const FuncDecl *fn,
                          uint32_t at);
// It ends before token `upto`; what stands around is read on.
void cxx_host_place_end(Cxx *cxx, HostPlace *host_place, uint32_t upto);
// A statement, or what else stands for itself, ends there.
void cxx_host_read_to(Cxx *cxx, uint32_t upto);
// What is read now is an error, perhaps because of an earlier one.
void cxx_host_failed(Cxx *cxx);
void cxx_host_launched(Cxx *cxx, uint32_t token); // the kernel of the launch there is known

// ---- index.c, token_shape.c ---------------------------------------------------------------------

bool cxx_names_alias(Cxx *cxx, Atom a); // some alias template of that name was indexed
Index *cxx_index_new(Cxx *cxx);         // without entries
// Shared, cached by body_begin.
Index *cxx_class_index(Cxx *cxx, uint32_t body_begin, uint32_t body_end, Atom class_name,
                       ClassTag tag);
// Builds or extends a scope's index from tokens [begin, end) of a namespace or class body.
void cxx_index(Cxx *cxx, Scope *scope, uint32_t begin, uint32_t end, bool is_class);
// At '<': the token behind the matching '>', or 0.
uint32_t cxx_skip_angles(Cxx *cxx, uint32_t at, uint32_t end);
// At a bracket in an expression: behind its group, and where that introduces a lambda behind its
// template parameters, too, whose commas separate nothing around: `[]<class T, Same<T> U>(T, U)`.
uint32_t cxx_skip_operand(Cxx *cxx, uint32_t at, uint32_t end);
// At '(': the name where nothing but a declarator's name stands in the parentheses, or in more of
// them: `(f)`, `((A::operator*))`; 0: something else does.
uint32_t cxx_name_in_parens(Cxx *cxx, uint32_t at, uint32_t end);
// Behind the ':' of a base clause: the '{' of the body or the ';' of what is none.
uint32_t cxx_skip_bases(Cxx *cxx, uint32_t at, uint32_t end);
bool cxx_takes_angles(uint16_t k); // a keyword in front of `<`: static_cast<...>, template <...>
// A constraint-logical-or-expression of a requires-clause [temp.pre].
uint32_t cxx_skip_constraint(Cxx *cxx, uint32_t at, uint32_t end);

// ---- lookup.c -----------------------------------------------------------------------------------

// Unqualified lookup [basic.lookup.unqual] from where the parser stands; flags: LU_*. False:
// nothing was found, of which the caller says so. *out need not be set before.
bool cxx_lookup(Parse *parse, Atom name, unsigned flags, Lookup *out);
// Qualified lookup [basic.lookup.qual] in a class with its bases, a namespace with those that it
// uses, or an enumeration.
bool cxx_lookup_in(Parse *parse, Scope *scope, Atom name, unsigned flags, Lookup *out);
// In cls and its bases [class.member.lookup].
bool cxx_lookup_member(Parse *parse, ClassDecl *cls, Atom name, unsigned flags, Lookup *out);
// Whether decl is seen for the first time since `epoch` = ++decls->epoch. What comes between may
// begin epochs of its own and make a declaration seem new again, but not seen.
bool cxx_first_seen(Cxx *cxx, const Decl *decl, uint32_t epoch);
// Friends of class cls called `name` (for ADL), added to out when not in it yet.
void cxx_lookup_friends(Parse *parse, ClassDecl *cls, Atom name, Lookup *out);
void cxx_lookup_push(Cxx *cxx, Lookup *l, Decl *decl); // unless it is there
// Whether it is an error that several types or namespaces were found: not where headers and the
// built-in one are at odds.
bool cxx_types_ambiguous(Cxx *cxx, const Lookup *l);
// Adds what `more` found.
void cxx_lookup_merge(Cxx *cxx, Lookup *lookup, const Lookup *more);
// Direct lookup in one scope (no bases, no enclosing scopes), expanding using-declarations.
bool cxx_lookup_scope(Parse *parse, Scope *scope, Atom name, unsigned flags, uint32_t limit,
                      Lookup *out);
// The order up to which lookup in `scope` sees declarations from `parse`.
uint32_t cxx_lookup_limit(const Parse *parse, const Scope *scope, unsigned flags);
// The single declaration a lookup finds in a scope, or NULL.
Decl *cxx_lookup_one(Parse *parse, Scope *scope, Atom name, unsigned flags);

// ---- member_def.c -------------------------------------------------------------------------------
// The definition of v, if it is only declared so far, wherever it stands.
void cxx_var_find(Cxx *cxx, VarDecl *v);

// The first definition outside of a class of that last name, or NULL; the others follow by `next`.
MemberDef *cxx_member_defs(Cxx *cxx, Atom name);
// What the nested-name-specifier names: a NamespaceDecl, the ClassDecl of a non-template (or an
// explicit specialization, when there are no template headers with parameters), or the innermost
// TemplateDecl whose parameters are unbound; NULL if it does not resolve. Cached.
Decl *cxx_member_def_owner(Cxx *cxx, MemberDef *member_def);
// Parses the definitions of that name of members of `in`.
void cxx_elaborate_defs(Cxx *cxx, Atom name, Scope *in);
// Parses the definitions of that name in the declaration that begins there.
void cxx_elaborate_def_at(Cxx *cxx, Atom name, uint32_t begin);
// The template arguments in tokens [from, to) of its qualifier name no parameter of its headers.
bool cxx_args_concrete(Cxx *cxx, const MemberDef *member_def, uint32_t from, uint32_t to);
// Parses all that `want`s, but templates' (--check-all, roots).
void cxx_member_defs_all(Cxx *cxx, bool (*want)(Cxx *, MemberDef *));
// Parses the definitions outside of its class of a member function that is no template's.
void cxx_plain_member_def(Cxx *cxx, FuncDecl *func);
// The same of a variable.
void cxx_plain_var_def(Cxx *cxx, VarDecl *v);

// ---- name.c -------------------------------------------------------------------------------------

// The same behind `.` or `->`: the first name is looked up in the object's class first, template
// arguments in the context of the expression.
bool cxx_parse_member_name(Parse *parse, QualName *q, Scope *object);
// Consumes a nested-name-specifier and an id, and looks them up. False: an error was reported.
bool cxx_parse_qual_name(Parse *parse, QualName *q);
// The type it names, NULL if not a type.
Type *cxx_name_type(Parse *parse, const QualName *qual_name);
// The name of a declarator: what has the name already is not looked up but for a template-id.
bool cxx_parse_declared_name(Parse *parse, QualName *q);
Atom cxx_guide_atom(Cxx *cxx, Atom class_name); // name of a class template's deduction guides
// Behind `operator`: how many tokens name an operator function (0: a conversion or literal).
uint32_t cxx_operator_tokens(Cxx *cxx, uint32_t at, uint32_t end, CxxOp *op);
Atom cxx_literal_op_name(Cxx *cxx, uint32_t at, uint32_t *used); // at the string of operator""_x
// The string literal at token `at` has these characters.
bool cxx_string_is(Cxx *cxx, uint32_t at, const char *s);
Scope *cxx_type_scope(Cxx *cxx, Type *type, Pos pos); // of a class or enumeration, completed

// ---- pack.c -------------------------------------------------------------------------------------

// A list element begins here; see PackLoop.
void cxx_pack_begin(Parse *parse, PackLoop *pack_loop);
// After begin: the element is an expansion of packs that have no elements. It is parsed for where
// it ends; in the instance nothing of it is left that could be wrong [temp.variadic].
bool cxx_pack_empty(Parse *parse, const PackLoop *pack_loop);
bool cxx_pack_any(const PackLoop *l); // a pack was named since begin or again
// Called behind each element; true: it is to be parsed once more, from where it began.
bool cxx_pack_next(Parse *parse, PackLoop *pack_loop);
void cxx_pack_note(Parse *parse, Decl *pack, int64_t len); // name lookup met a pack
void cxx_pack_ignore(Parse *parse); // looking ahead: packs met from here on are forgotten
// The argument that a template parameter stands for here, with the note made where it is a pack.
// These two are the only readers of parse->pack_index. NULL: the dependent form is meant.
TmplArg *cxx_parm_arg(Parse *parse, TParmDecl *parm);
// The element of a function parameter pack that a name stands for here; see cxx_parm_arg.
Decl *cxx_pack_elem(Parse *parse, PackDecl *pack);
// An empty note of packs.
struct PackUse *tm_pack_use_new(Cxx *cxx);
// A pack of that name and length (-1: unbound) was met.
void tm_pack_note(Parse *parse, Atom name, int64_t len);
// What `from` met counts for `to`, too.
void tm_pack_use_merge(struct PackUse *to, const struct PackUse *from);
// Notes the packs met from here on, for nobody else.
struct PackUse *tm_pack_watch(Parse *parse);
// Whether packs were met since tm_pack_watch, and their common length (-1: unbound).
bool tm_pack_watched(const struct PackUse *u, int32_t *len);
// Notes the packs met from here on; returns what to hand to tm_pack_release.
struct PackUse *tm_pack_capture(Parse *parse);
// Ends tm_pack_capture: they count for the list around, too. What tm_pack_repeat wants; NULL:
// none.
struct PackUse *tm_pack_release(Parse *parse, struct PackUse *outer);
// What was noted once is met again: a memo is used.
void tm_pack_repeat(Parse *parse, const struct PackUse *u);

// ---- rivals.c -----------------------------------------------------------------------------------

// Begins a walk over what decl may redeclare or clash with in `scope`.
Rivals cxx_rivals(Cxx *cxx, Scope *scope, Decl *decl);
// Likewise for a function template by its pattern.
Rivals cxx_template_rivals(Cxx *cxx, Scope *scope, const FuncDecl *pattern);
Decl *cxx_next_rival(Rivals *rivals);                    // NULL: no more
void cxx_rivals_add(Cxx *cxx, Scope *scope, Decl *decl); // decl is new in a scope with long chains

// ---- scope.c ------------------------------------------------------------------------------------

// Elaborates every entry called `name` of the scope, wherever it stands (definitions of something
// declared earlier, specializations of a template).
void cxx_elaborate_name(Cxx *cxx, Scope *scope, Atom name);
// Enters decl in the scope's names, in front of those of the same name.
void cxx_scope_add(Cxx *cxx, Scope *scope, Decl *decl);
void cxx_elaborate_all(Cxx *cxx, Scope *scope); // every entry (--check-all, explicit instantiation)
// The scope that a qualified declaration of `name` in `scope` means: `scope`, or the inline
// namespace of its set that declares the name [namespace.def]/7.
Scope *cxx_inline_home(Scope *scope, Atom name);
// Elaborates the entries called `name` that stand before `limit`. Friends only when asked for.
void cxx_elaborate_before(Cxx *cxx, Scope *scope, Atom name, uint32_t limit, bool friends);
// The class's members are entries of that index.
void cxx_scope_attach_index(Cxx *cxx, Scope *scope, Index *ix);
// The namespace `name` (0: unnamed) of a scope, made when it is met first.
Scope *cxx_namespace_open(Cxx *cxx, Scope *parent, Atom name, uint32_t tok, bool inline_);
// A using-directive of `scope`; the name's tokens stand behind `namespace`.
void cxx_using_directive(Cxx *cxx, Scope *scope, uint32_t begin, uint32_t end);
// The name is one that a declaration in this block may not repeat [basic.scope.block].
bool cxx_names_param(const Parse *parse, Atom name);
// The parameter or outer declaration that a declaration of that name in this block would repeat,
// or NULL.
const Decl *cxx_outer_name(const Parse *parse, Atom name);
// Room for the declarations of entries that were indexed since.
void cxx_scope_grow(Cxx *cxx, Scope *scope);

// ---- suggest.c ----------------------------------------------------------------------------------

void cxx_note_declared(Cxx *cxx, const Decl *decl); // where decl is declared, if it stands anywhere
// Unqualified: an error, with what may have been meant.
void cxx_say_undefined(Parse *parse, Pos pos, Atom name);
// Qualified: `scope` (a class, namespace or the global scope) has no such member.
void cxx_say_no_member(Parse *parse, Pos pos, Scope *scope, Atom name);
// Only the notes, behind an error that says that `name` is not found in `scope` (NULL:
// unqualified).
void cxx_suggest(Parse *parse, Scope *scope, Atom name, Pos pos);
// At a name that no declaration makes a type, where one is needed: says so and steps over it.
bool cxx_unknown_type(Parse *parse);
// Whether lookup finds nothing for the name at token `at`; silent.
bool cxx_is_unknown_name(Parse *parse, uint32_t at);
// In an instance: the name in tokens [from, to) needs `typename` or `template` if what is before
// it depends on a parameter (`type` the name at `pos`: `typename`), looked at later.
void cxx_suspect(Parse *parse, uint32_t from, uint32_t to, Atom type, Pos pos);
// At an access declaration of a class, `A::name;` (C++98, where a using-declaration stands now):
// its
// `;`, or 0 if it is none.
uint32_t cxx_access_declaration(Cxx *cxx, uint32_t at, uint32_t end);
// Behind the tokens of what may be a type's name, `[::] a [<...>] {:: b [<...>]}`; 0: no name
// here.
uint32_t cxx_name_shape(const Parse *parse, uint32_t at);

// ---- unbound.c ----------------------------------------------------------------------------------

// The function as it was written: with the parameters of all templates around it unbound; func
// itself if there are none. *own: the parameters of its own template, if it is an instance.
const FuncDecl *tm_unbound_function(Cxx *cxx, const FuncDecl *func, const TmplParams **own);
// The class that the template's own tokens make, its parameters unbound; NULL if it is not
// defined.
ClassDecl *tm_unbound_class(Cxx *cxx, TemplateDecl *tmpl);
// Likewise of a partial specialization.
ClassDecl *tm_unbound_partial(Cxx *cxx, TemplateDecl *tmpl, PartialSpec *ps);

// ---- used.c -------------------------------------------------------------------------------------

void cxx_mark_used(Parse *parse, Decl *decl, Pos pos); // odr-use: needs it, captures it, checks it
// Whether device code that uses decl goes without it; the host pass looks at decl for what it
// launches.
bool cxx_left_to_host(Cxx *cxx, Decl *decl);
// `extern template` names it and nothing else makes it this unit's [temp.explicit]/11.
bool cxx_instantiated_elsewhere(const FuncDecl *func);
// `parse` uses what a default argument or default member initialiser does [basic.def.odr].
void cxx_use_again(Parse *parse, const UseList *uses, Pos pos);
// Of static storage: naming it is a use of its definition.
bool cxx_has_storage(const VarDecl *v);

#endif
