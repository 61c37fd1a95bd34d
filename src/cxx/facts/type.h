// SPDX-License-Identifier: Apache-2.0
// type.h: types. Hash-consed: equal types are one pointer, there is no typedef sugar, and a type is
// never changed. Made by the ty_* functions here, which live as long as the unit.
#ifndef CUPRUM_CXX_FACTS_TYPE_H
#define CUPRUM_CXX_FACTS_TYPE_H

#include "cxx/facts/ast.h"

typedef enum {
#define TY(k, s, size, align, m, c) TY_##k,
#include "cxx/facts/type.def"
#undef TY
    TY_FIRST_COMPOUND,
    TY_PTR = TY_FIRST_COMPOUND,
    TY_LREF,
    TY_RREF,
    TY_MEMPTR,
    TY_ARRAY,     // known bound; bound 0 allowed (GNU)
    TY_ARRAY_INC, // unknown bound
    TY_ARRAY_DEP, // bound depends on a template parameter
    TY_FUNC,
    TY_CLASS, // class, struct, union, closure
    TY_ENUM,
    TY_VECTOR, // GNU vector_size
    TY_AUTO,   // placeholder auto; u.spec: its constraint, tmpl NULL: none
    TY_DECLTYPE_AUTO,
    TY_CTAD,      // placeholder for a deduced class type; u.spec.tmpl
    TY_TPARM,     // unbound template type parameter (canonical by depth, index, pack)
    TY_DEPNAME,   // typename Scope::name[<args>] with a dependent Scope
    TY_SPEC,      // template-id with dependent arguments or dependent (parameter) template
    TY_DECLTYPE,  // decltype(dependent expr)
    TY_TRAIT,     // dependent type trait giving a type (__underlying_type(T))
    TY_PACK,      // pack expansion `pattern...` inside a dependent type list
    TY_DEPENDENT, // type of a type-dependent expression
    TY_OVERLOAD,  // type of an overload set / unresolved template-id expression
    TY_INITLIST,  // type of a braced-init-list expression (has no type)
    TY_ERROR,
} TyKind;

enum { Q_CONST = 1, Q_VOLATILE = 2, Q_RESTRICT = 4 };

enum {                // Type.flags
    TF_DEPENDENT = 1, // depends on an unbound template parameter
    TF_HAS_PACK = 2,  // contains an unexpanded parameter pack
    TF_HAS_AUTO = 4,  // contains a placeholder
};

enum { REF_NONE, REF_LVALUE, REF_RVALUE };

typedef struct FuncType {
    Type *ret;
    Type **param; // adjusted (decayed, top-level cv removed)
    uint32_t nparam;
    bool variadic, noexcept_;
    uint8_t quals, ref; // of a member function: Q_*, REF_*
    Expr *noexcept_dep; // noexcept(e) with e dependent, in a type
} FuncType;

struct Type {
    uint8_t kind, quals;
    uint16_t flags;
    uint32_t id;  // dense, by creation
    Type *unqual; // the cv-unqualified type (itself if quals == 0)
    Type *ptr_to; // cache of the pointer to this type
    union {
        struct {
            Type *to;
            Type *cls; // TY_MEMPTR: the class type
        } ptr;         // TY_PTR, TY_LREF, TY_RREF, TY_MEMPTR, TY_PACK (pattern in `to`)
        struct {
            Type *elem;
            uint64_t n;
            Expr *size; // TY_ARRAY_DEP
        } array;        // arrays and TY_VECTOR (n elements)
        FuncType func;
        ClassDecl *cls;
        EnumDecl *enm;
        struct {
            uint16_t depth, index;
            bool pack;
            TParmDecl *decl; // one of the declarations, for its name
        } tparm;
        struct {
            Type *scope;
            Atom name;
            TmplArgs *args; // NULL if no template-id
        } depname;
        struct {
            Decl *tmpl; // TemplateDecl or a template template parameter
            TmplArgs *args;
        } spec;
        struct {
            Expr *e;
            uint16_t trait;
            Type *arg;
        } dtype;
    } u;
};

// Is of that kind, whatever its qualifiers.
static inline bool ty_is(const Type *type, TyKind k) {
    return type->kind == k;
}

// None, or that of something wrong, which was reported.
static inline bool ty_lost(const Type *type) {
    return !type || type->kind == TY_ERROR;
}

// One of a set of kinds: TY_SET(PTR) | TY_SET(MEMPTR). Qualifiers do not matter.
#define TY_SET(k) (UINT64_C(1) << TY_##k)
_Static_assert(TY_ERROR < 64, "TY_SET is a bit of 64");
static inline bool ty_among(const Type *type, uint64_t kinds) {
    return kinds >> type->kind & 1;
}

// Both are of that kind.
static inline bool ty_both(const Type *type, const Type *b, TyKind k) {
    return type->kind == k && b->kind == k;
}

// Depends on an unbound template parameter [temp.dep.type].
static inline bool ty_dependent(const Type *type) {
    return type->flags & TF_DEPENDENT;
}

// An lvalue or rvalue reference.
static inline bool ty_is_ref(const Type *type) {
    return is_any_of(type->kind, TY_LREF, TY_RREF);
}

// A pointer or a reference, whose `u.ptr.to` it leads to.
static inline bool ty_refers(const Type *type) {
    return is_any_of(type->kind, TY_PTR, TY_LREF, TY_RREF);
}

// Is one, a class, struct, union or closure.
static inline bool ty_is_class(const Type *type) {
    return type && type->kind == TY_CLASS;
}

// ---- type.c -------------------------------------------------------------------------------------

// A fundamental or special type without operands.
Type *ty_basic(Cxx *cxx, TyKind k);
Type *ty_qual(Cxx *cxx, Type *type, unsigned quals); // adds qualifiers (arrays: to the element)
Type *ty_unqual(Type *type);                         // removes top-level cv (not of array elements)
// Pointer to `to`.
Type *ty_pointer(Cxx *cxx, Type *to);
Type *ty_ref(Cxx *cxx, Type *to, bool rvalue); // collapses references
// Pointer to a member, of type `to`, of class type cls.
// Whether the placeholder in the type has a constraint whose arguments depend: `C<T> auto *`.
bool ty_auto_depends(const Type *type);
Type *ty_memptr(Cxx *cxx, Type *cls, Type *to);
// Array of n elements; qualifiers are the element's.
Type *ty_array(Cxx *cxx, Type *elem, uint64_t n);
// Array of unknown bound.
Type *ty_array_inc(Cxx *cxx, Type *elem);
// Array whose bound depends.
Type *ty_array_dep(Cxx *cxx, Type *elem, Expr *size);
// GNU vector of n elements.
Type *ty_vector(Cxx *cxx, Type *elem, uint64_t n);
// A function type, *f is copied.
Type *ty_func(Cxx *cxx, const FuncType *func_type);
// An unbound template type parameter, by its depth and index.
Type *ty_tparm(Cxx *cxx, TParmDecl *d);
// typename scope::name<args>, args may be NULL.
Type *ty_depname(Cxx *cxx, Type *scope, Atom name, TmplArgs *args);
Type *ty_spec(Cxx *cxx, Decl *tmpl, TmplArgs *args); // dependent template-id only
// decltype of a dependent expression.
Type *ty_decltype(Cxx *cxx, Expr *expr);
// Pack expansion of the pattern.
Type *ty_pack(Cxx *cxx, Type *pattern);
// The traits that give a type, by their rows of type_trait.def.
typedef enum TypeTrait {
#define TYPE_TRAIT(name, handler) TYPE_TRAIT_##name,
#include "cxx/facts/type_trait.def"
#undef TYPE_TRAIT
    TYPE_TRAIT_COUNT
} TypeTrait;
// The result of a trait of a dependent type.
Type *ty_trait_type(Cxx *cxx, TypeTrait trait, Type *arg);
// As it is written: `__underlying_type`.
const char *ty_trait_name(TypeTrait trait);
// Placeholder for a class deduced from its template.
Type *ty_ctad(Cxx *cxx, Decl *tmpl);
Type *ty_auto_of(Cxx *cxx, TyKind k, Decl *concept, TmplArgs *args); // constrained placeholder
// The class's type.
Type *ty_class(Cxx *cxx, ClassDecl *cls);
// The enumeration's type.
Type *ty_enum(Cxx *cxx, EnumDecl *e);
Type *ty_deref(Type *type);            // removes a reference
bool cxx_auto_parm(const Type *type);  // a function in it has a parameter with a placeholder
bool ty_is_integral(const Type *type); // bool, chars, integers (not enums)
bool ty_is_unsigned(const Type *type); // integral, enum (underlying), pointer
// Of any format, half and bfloat too.
bool ty_is_floating(const Type *type);
// Integral or floating.
bool ty_is_arith(const Type *type);
bool ty_is_scalar(const Type *type); // arithmetic, enum, pointer, memptr, nullptr, vector
// Neither function, reference nor void.
bool ty_is_object(const Type *type);
// Of any kind of bound.
bool ty_is_array(const Type *type);
// What an array of any depth holds in the end; any other type is its own element.
Type *ty_element(Type *type);
// What pointers, references and arrays lead to in the end.
Type *ty_innermost(Type *type);
// The i-th of the types that a pointer, reference, pack, array, vector or function type is written
// of (of a function the result first, of a pointer to member the class); NULL: there are no more.
Type *ty_part(const Type *type, uint32_t i);
// A plain enum.
bool ty_is_unscoped_enum(const Type *type);
// Integral or an enumeration, scoped ones too.
bool ty_is_discrete(const Type *type);
// A class or an array.
bool ty_has_parts(const Type *type);
// An enum class.
bool ty_is_scoped_enum(const Type *type);
int ty_int_bits(const Type *type);                       // width of an integral or enum type
Type *ty_promote(Cxx *cxx, Type *type);                  // integral promotion [conv.prom]
Type *ty_usual_arith(Cxx *cxx, Type *left, Type *right); // [expr.arith.conv]
Type *ty_decay(Cxx *cxx, Type *type); // array/function to pointer, drop cv and reference
// Size and alignment in bytes of a complete object type; completes classes. False (and a
// diagnostic at pos) if the type is incomplete.
bool ty_size_align(Cxx *cxx, Type *type, Pos pos, uint64_t *size, uint32_t *align);
bool ty_complete(Cxx *cxx, Type *type, Pos pos, bool report); // makes complete where possible
void cxx_say_incomplete(Cxx *cxx, Pos pos, Type *type);       // that it is not allowed
// The same but for top-level qualifiers.
bool ty_same_unqual(const Type *left, const Type *right);
void cxx_enum_values(Cxx *cxx, EnumDecl *enm, int *bits, bool *uns); // their width and sign
// Makes the fundamental types; once.
void ty_init(Cxx *cxx);
// The name of a fundamental type, NULL: it has none.
const char *ty_basic_spelling(TyKind k);
void ty_basic_size(TyKind k, uint64_t *size, uint32_t *align); // below TY_FIRST_COMPOUND
unsigned xe_quals(const Type *type); // cv of a type; of the element for arrays

#endif
