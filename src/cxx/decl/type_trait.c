// SPDX-License-Identifier: Apache-2.0
// Traits of the compiler that give a type [meta.trans], which the headers of C++ libraries use
// where
// __has_builtin says that they are there (libstdc++ from gcc 14 on): __remove_cv(T). The rows are
// in facts/type_trait.def; of a dependent type the trait stays a type of its own (TY_TRAIT).
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/decl/decl.h"

typedef Type *Transform(Parse *p, Type *type, Pos pos);

// Without some of its qualifiers, top-level ones or, of an array, its elements'.
static Type *without(Parse *parse, Type *given, unsigned quals) {
    switch (given->kind) {
    case TY_ARRAY:
        return ty_array(parse->x, without(parse, given->u.array.elem, quals), given->u.array.n);
    case TY_ARRAY_INC: return ty_array_inc(parse->x, without(parse, given->u.array.elem, quals));
    default: return ty_qual(parse->x, ty_unqual(given), given->quals & ~quals);
    }
}

static Type *to_remove_const(Parse *parse, Type *given, Pos pos) {
    return without(parse, given, Q_CONST);
}

static Type *to_remove_volatile(Parse *parse, Type *given, Pos pos) {
    return without(parse, given, Q_VOLATILE);
}

static Type *to_remove_cv(Parse *parse, Type *given, Pos pos) {
    return without(parse, given, Q_CONST | Q_VOLATILE);
}

static Type *to_remove_reference(Parse *parse, Type *given, Pos pos) {
    return ty_deref(given);
}

static Type *to_remove_cvref(Parse *parse, Type *given, Pos pos) {
    return without(parse, ty_deref(given), Q_CONST | Q_VOLATILE);
}

static Type *to_remove_pointer(Parse *parse, Type *given, Pos pos) {
    Type *plain = ty_unqual(given);
    return plain->kind == TY_PTR ? plain->u.ptr.to : given;
}

static Type *to_remove_extent(Parse *parse, Type *given, Pos pos) {
    return ty_is_array(given) ? given->u.array.elem : given;
}

static Type *to_remove_all_extents(Parse *parse, Type *given, Pos pos) {
    while (ty_is_array(given)) given = given->u.array.elem;
    return given;
}

// A function type with a cv- or ref-qualifier can neither be referred nor pointed to, and void
// cannot be referred to: they are given back [meta.trans.ref], [meta.trans.ptr].
static bool is_member_function_type(const Type *type) {
    return type->kind == TY_FUNC && (type->u.func.quals || type->u.func.ref);
}

static bool is_referenceable(const Type *type) {
    return type->kind != TY_VOID && !is_member_function_type(type);
}

static Type *to_add_pointer(Parse *parse, Type *given, Pos pos) {
    Type *to = ty_deref(given);
    return is_member_function_type(to) ? given : ty_pointer(parse->x, to);
}

static Type *to_add_lvalue_reference(Parse *parse, Type *given, Pos pos) {
    return is_referenceable(given) ? ty_ref(parse->x, given, false) : given;
}

static Type *to_add_rvalue_reference(Parse *parse, Type *given, Pos pos) {
    return is_referenceable(given) ? ty_ref(parse->x, given, true) : given;
}

static Type *to_decay(Parse *parse, Type *given, Pos pos) {
    Type *to = ty_deref(given);
    return is_member_function_type(to) ? to : ty_decay(parse->x, given);
}

// ty_error after a diagnostic: the type is no enumeration, or has an error.
static Type *to_underlying(Parse *parse, Type *given, Pos pos) {
    if (given->kind == TY_ENUM && cxx_enum_complete(parse->x, given->u.enm))
        return given->u.enm->underlying;
    CXX_DIAG(parse->x, d_not_enum, pos, given);
    return parse->x->ty_error;
}

static const struct {
    const char *name;
    Transform *transform;
} rows[] = {
#define TYPE_TRAIT(name, handler) {#name, to_##handler},
#include "cxx/facts/type_trait.def"
#undef TYPE_TRAIT
};

// The row of the keyword at hand, which has many spellings.
static TypeTrait trait_at(Parse *parse) {
    const char *name = atom_str(parse->x->ctx, parse->tok[parse->at].text);
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) return (TypeTrait)i;
    }
    return TYPE_TRAIT___underlying_type;
}

Type *cxx_parse_type_trait(Parse *parse) {
    TypeTrait trait = trait_at(parse);
    Pos pos = tok_pos(parse);
    uint32_t open = ++parse->at;
    if (!cxx_expect(parse, T_LPAREN, "(")) return parse->x->ty_error;
    Type *type = cxx_parse_type_id(parse);
    if (type->kind == TY_ERROR) {
        parse->at = cxx_skip_group(parse->tok, open, parse->end);
        return type;
    }
    cxx_expect(parse, T_RPAREN, ")");

    if (ty_dependent(type)) return ty_trait_type(parse->x, trait, type);
    return rows[trait].transform(parse, type, pos);
}
