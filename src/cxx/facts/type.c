// SPDX-License-Identifier: Apache-2.0
// Types: hash-consed construction and the questions asked about them. Equal types are the same
// pointer, so every constructor first looks for the type by structure. There is no typedef sugar:
// a typedef yields the type itself. cv-qualifiers live in the outermost node; arrays carry them on
// their element [basic.type.qualifier]/5.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

struct TypeTable {
    ConsSet set;
    Type *basic[TY_FIRST_COMPOUND];
    uint32_t next_id;
};

typedef struct {
    const char *spelling;
    uint16_t size, align;
    char cls; // B bool, C character, I signed, U unsigned, F floating, or another
} BasicRow;

static const BasicRow basic_row[TY_FIRST_COMPOUND] = {
#define TY(k, s, size, align, m, c) [TY_##k] = {s, size, align, #c[0]},
#include "cxx/facts/type.def"
#undef TY
};

void ty_basic_size(TyKind k, uint64_t *size, uint32_t *align) {
    *size = basic_row[k].size, *align = basic_row[k].align;
}

const char *ty_basic_spelling(TyKind k) {
    return basic_row[k].spelling;
}

// ---- interning ---------------------------------------------------------------------------------

// What a kind of types has besides its qualifiers. Parts are interned: their ids stand for them in
// the hash, and they are compared as pointers.
typedef uint64_t HashParts(uint64_t h, const Type *type);
typedef bool SameParts(const Type *left, const Type *right);

static uint64_t hash_pointer(uint64_t h, const Type *type) {
    h = hash_mix(h, type->u.ptr.to->id);
    return type->u.ptr.cls ? hash_mix(h, type->u.ptr.cls->id) : h;
}
static bool same_pointer(const Type *left, const Type *right) {
    return left->u.ptr.to == right->u.ptr.to && left->u.ptr.cls == right->u.ptr.cls;
}

static uint64_t hash_array(uint64_t h, const Type *type) {
    return hash_mix(hash_mix(h, type->u.array.elem->id), type->u.array.n);
}
static bool same_array(const Type *left, const Type *right) {
    return left->u.array.elem == right->u.array.elem && left->u.array.n == right->u.array.n;
}

// An array whose size is an expression that depends.
static uint64_t hash_open_array(uint64_t h, const Type *type) {
    return hash_mix(hash_mix(h, type->u.array.elem->id), cxx_expr_hash(type->u.array.size));
}
static bool same_open_array(const Type *left, const Type *right) {
    return left->u.array.elem == right->u.array.elem &&
           cxx_expr_equal(left->u.array.size, right->u.array.size);
}

static uint64_t hash_function(uint64_t h, const Type *type) {
    const FuncType *f = &type->u.func;
    h = hash_mix(h, f->ret->id);
    for (uint32_t i = 0; i < f->nparam; i++) h = hash_mix(h, f->param[i]->id);
    if (f->noexcept_dep) h = hash_mix(h, cxx_expr_hash(f->noexcept_dep));
    return hash_mix(h, f->variadic | f->noexcept_ << 1 | f->quals << 2 | f->ref << 6);
}
static bool same_function(const Type *left_type, const Type *right_type) {
    const FuncType *left = &left_type->u.func, *right = &right_type->u.func;
    if (left->ret != right->ret || left->nparam != right->nparam) return false;
    if (left->variadic != right->variadic || left->noexcept_ != right->noexcept_) return false;
    if (left->quals != right->quals || left->ref != right->ref) return false;
    if (!cxx_expr_equal(left->noexcept_dep, right->noexcept_dep)) return false;
    size_t size = left->nparam * sizeof(Type *); // without any there is no array
    return !size || memcmp(left->param, right->param, size) == 0;
}

static uint64_t hash_class(uint64_t h, const Type *type) {
    return hash_mix(h, type->u.cls->d.id);
}
static bool same_class(const Type *left, const Type *right) {
    return left->u.cls == right->u.cls;
}

static uint64_t hash_enumeration(uint64_t h, const Type *type) {
    return hash_mix(h, type->u.enm->d.id);
}
static bool same_enumeration(const Type *left, const Type *right) {
    return left->u.enm == right->u.enm;
}

// The name of a class template alone, whose arguments are deduced.
static uint64_t hash_deduced_class(uint64_t h, const Type *type) {
    return hash_mix(h, type->u.spec.tmpl->id);
}
static bool same_deduced_class(const Type *left, const Type *right) {
    return left->u.spec.tmpl == right->u.spec.tmpl;
}

// `auto`, perhaps with a concept and its arguments.
static uint64_t hash_placeholder(uint64_t h, const Type *type) {
    if (type->u.spec.tmpl) h = hash_mix(h, type->u.spec.tmpl->id);
    return type->u.spec.args ? hash_mix(h, type->u.spec.args->id) : h;
}
static bool same_placeholder(const Type *left, const Type *right) {
    return left->u.spec.tmpl == right->u.spec.tmpl && left->u.spec.args == right->u.spec.args;
}

static uint64_t hash_parameter(uint64_t h, const Type *type) {
    return hash_mix(h, type->u.tparm.depth | type->u.tparm.index << 8 | type->u.tparm.pack << 30);
}
static bool same_parameter(const Type *left, const Type *right) {
    return left->u.tparm.depth == right->u.tparm.depth &&
           left->u.tparm.index == right->u.tparm.index && left->u.tparm.pack == right->u.tparm.pack;
}

static uint64_t hash_dependent_name(uint64_t h, const Type *type) {
    h = hash_mix(hash_mix(h, type->u.depname.scope->id), type->u.depname.name);
    return type->u.depname.args ? hash_mix(h, type->u.depname.args->id) : h;
}
static bool same_dependent_name(const Type *left, const Type *right) {
    return left->u.depname.scope == right->u.depname.scope &&
           left->u.depname.name == right->u.depname.name &&
           left->u.depname.args == right->u.depname.args;
}

static uint64_t hash_specialization(uint64_t h, const Type *type) {
    return hash_mix(hash_mix(h, cxx_template_key(type->u.spec.tmpl)), type->u.spec.args->id);
}
static bool same_specialization(const Type *left, const Type *right) {
    return cxx_template_key(left->u.spec.tmpl) == cxx_template_key(right->u.spec.tmpl) &&
           left->u.spec.args == right->u.spec.args;
}

static uint64_t hash_decltype(uint64_t h, const Type *type) {
    return hash_mix(h, cxx_expr_hash(type->u.dtype.e));
}
static bool same_decltype(const Type *left, const Type *right) {
    return cxx_expr_equal(left->u.dtype.e, right->u.dtype.e);
}

static uint64_t hash_trait(uint64_t h, const Type *type) {
    return hash_mix(hash_mix(h, type->u.dtype.trait), type->u.dtype.arg->id);
}
static bool same_trait(const Type *left, const Type *right) {
    return left->u.dtype.trait == right->u.dtype.trait && left->u.dtype.arg == right->u.dtype.arg;
}

// Kinds without a row are told by their number and qualifiers alone.
static const struct {
    HashParts *hash;
    SameParts *same;
} kind_parts[UINT8_MAX + 1] = {
    [TY_PTR] = {hash_pointer, same_pointer},
    [TY_LREF] = {hash_pointer, same_pointer},
    [TY_RREF] = {hash_pointer, same_pointer},
    [TY_PACK] = {hash_pointer, same_pointer},
    [TY_MEMPTR] = {hash_pointer, same_pointer},
    [TY_ARRAY] = {hash_array, same_array},
    [TY_ARRAY_INC] = {hash_array, same_array},
    [TY_VECTOR] = {hash_array, same_array},
    [TY_ARRAY_DEP] = {hash_open_array, same_open_array},
    [TY_FUNC] = {hash_function, same_function},
    [TY_CLASS] = {hash_class, same_class},
    [TY_ENUM] = {hash_enumeration, same_enumeration},
    [TY_CTAD] = {hash_deduced_class, same_deduced_class},
    [TY_AUTO] = {hash_placeholder, same_placeholder},
    [TY_DECLTYPE_AUTO] = {hash_placeholder, same_placeholder},
    [TY_TPARM] = {hash_parameter, same_parameter},
    [TY_DEPNAME] = {hash_dependent_name, same_dependent_name},
    [TY_SPEC] = {hash_specialization, same_specialization},
    [TY_DECLTYPE] = {hash_decltype, same_decltype},
    [TY_TRAIT] = {hash_trait, same_trait},
};

static uint64_t type_hash(const Type *type) {
    uint64_t h = hash_mix(type->kind, type->quals);
    HashParts *hash = kind_parts[type->kind].hash;
    return hash ? hash(h, type) : h;
}

// The same structure, for a type whose parts are interned.
static bool type_equal(const void *key, const void *known) {
    const Type *left = key, *right = known;
    if (left->kind != right->kind || left->quals != right->quals) return false;
    SameParts *same = kind_parts[left->kind].same;
    return !same || same(left, right);
}

// The one type with the key's structure, made if it is new: its parameters are copied, its id is
// the next, and it is its own unqualified type unless the key says another.
static Type *intern(Cxx *cxx, Type *key) {
    uint64_t h = type_hash(key);
    Type *type = cons_find(&cxx->types->set, h, type_equal, key);
    if (type) return type;
    type = arena_copy(&cxx->ctx->perm, key, sizeof *key, _Alignof(Type));
    type->id = ++cxx->types->next_id;
    if (!type->unqual) type->unqual = type;
    type->ptr_to = NULL;
    if (type->kind == TY_FUNC && type->u.func.nparam) {
        type->u.func.param = arena_copy(&cxx->ctx->perm, type->u.func.param,
                                        sizeof(Type *) * type->u.func.nparam, _Alignof(Type *));
    }
    cons_add(&cxx->types->set, h, type);
    return type;
}

void ty_init(Cxx *cxx) {
    Arena *arena = &cxx->ctx->perm;
    cxx->types = arena_new(arena, struct TypeTable);
    cons_init(&cxx->types->set, arena);
    for (int k = 0; k < TY_FIRST_COMPOUND; k++) {
        cxx->types->basic[k] = intern(cxx, &(Type){.kind = (uint8_t)k});
    }
    cxx->ty_error = intern(cxx, &(Type){.kind = TY_ERROR});
    cxx->ty_dependent = intern(cxx, &(Type){.kind = TY_DEPENDENT, .flags = TF_DEPENDENT});
    cxx->ty_overload = intern(cxx, &(Type){.kind = TY_OVERLOAD});
    cxx->ty_initlist = intern(cxx, &(Type){.kind = TY_INITLIST});
    cxx->ty_size_t = ty_basic(cxx, TY_ULONG);
    cxx->ty_ptrdiff_t = ty_basic(cxx, TY_LONG);
}

Type *ty_basic(Cxx *cxx, TyKind k) {
    if (k < TY_FIRST_COMPOUND) return cxx->types->basic[k];
    uint16_t f = is_any_of(k, TY_AUTO, TY_DECLTYPE_AUTO, TY_CTAD) ? TF_HAS_AUTO : 0;
    return intern(cxx, &(Type){.kind = (uint8_t)k, .flags = f});
}

Type *ty_qual(Cxx *cxx, Type *type, unsigned quals) {
    unsigned q = type->quals | quals;
    if (q == type->quals) return type;
    // an array's qualifiers are its element's; references, functions and what is no type have none
    switch (type->kind) {
    case TY_ARRAY: return ty_array(cxx, ty_qual(cxx, type->u.array.elem, quals), type->u.array.n);
    case TY_ARRAY_INC: return ty_array_inc(cxx, ty_qual(cxx, type->u.array.elem, quals));
    case TY_ARRAY_DEP:
        return ty_array_dep(cxx, ty_qual(cxx, type->u.array.elem, quals), type->u.array.size);
    case TY_LREF:
    case TY_RREF:
    case TY_FUNC:
    case TY_ERROR:
    case TY_OVERLOAD:
    case TY_INITLIST: return type;
    case TY_PACK: return ty_pack(cxx, ty_qual(cxx, type->u.ptr.to, quals));
    default: break;
    }
    if (type->kind != TY_PTR) q &= ~(unsigned)Q_RESTRICT;
    if (q == type->quals) return type;
    Type key = *type->unqual;
    key.quals = (uint8_t)q;
    key.unqual = type->unqual;
    return intern(cxx, &key);
}

Type *ty_unqual(Type *type) {
    return type->unqual;
}

// What a compound type has from a part.
static uint16_t inherit(const Type *type) {
    return type->flags & (TF_DEPENDENT | TF_HAS_PACK | TF_HAS_AUTO);
}

Type *ty_pointer(Cxx *cxx, Type *to) {
    if (to->kind == TY_ERROR) return to;
    if (!to->ptr_to) {
        to->ptr_to = intern(cxx, &(Type){.kind = TY_PTR, .flags = inherit(to), .u.ptr.to = to});
    }
    return to->ptr_to;
}

// Collapses [dcl.ref]/6: an lvalue reference wins.
Type *ty_ref(Cxx *cxx, Type *to, bool rvalue) {
    if (is_any_of(to->kind, TY_ERROR, TY_LREF)) return to;
    if (to->kind == TY_RREF) {
        if (rvalue) return to;
        to = to->u.ptr.to;
    }
    return intern(
        cxx, &(Type){.kind = rvalue ? TY_RREF : TY_LREF, .flags = inherit(to), .u.ptr.to = to});
}

Type *ty_memptr(Cxx *cxx, Type *cls, Type *to) {
    if (to->kind == TY_ERROR) return to;
    return intern(cxx, &(Type){.kind = TY_MEMPTR,
                               .flags = (uint16_t)(inherit(to) | inherit(cls)),
                               .u.ptr = {.to = to, .cls = cls->unqual}});
}

Type *ty_array(Cxx *cxx, Type *elem, uint64_t n) {
    if (elem->kind == TY_ERROR) return elem;
    return intern(
        cxx, &(Type){.kind = TY_ARRAY, .flags = inherit(elem), .u.array = {.elem = elem, .n = n}});
}

Type *ty_array_inc(Cxx *cxx, Type *elem) {
    if (elem->kind == TY_ERROR) return elem;
    return intern(cxx, &(Type){.kind = TY_ARRAY_INC, .flags = inherit(elem), .u.array.elem = elem});
}

Type *ty_array_dep(Cxx *cxx, Type *elem, Expr *size) {
    uint16_t f = inherit(elem) | TF_DEPENDENT | (size->flags & EF_HAS_PACK ? TF_HAS_PACK : 0);
    return intern(
        cxx, &(Type){.kind = TY_ARRAY_DEP, .flags = f, .u.array = {.elem = elem, .size = size}});
}

Type *ty_vector(Cxx *cxx, Type *elem, uint64_t n) {
    return intern(cxx, &(Type){.kind = TY_VECTOR,
                               .flags = inherit(elem),
                               .u.array = {.elem = elem->unqual, .n = n}});
}

Type *ty_func(Cxx *cxx, const FuncType *func_type) {
    Type key = {.kind = TY_FUNC, .flags = inherit(func_type->ret), .u.func = *func_type};
    if (func_type->noexcept_dep) key.flags |= TF_DEPENDENT;
    for (uint32_t i = 0; i < func_type->nparam; i++) {
        // auto in a parameter is a template parameter; only the result keeps a placeholder
        key.flags |= func_type->param[i]->flags & (TF_DEPENDENT | TF_HAS_PACK);
        if (func_type->param[i]->kind == TY_PACK) key.flags |= TF_DEPENDENT;
    }
    return intern(cxx, &key);
}

Type *ty_tparm(Cxx *cxx, TParmDecl *d) {
    uint16_t f = TF_DEPENDENT | (d->pack ? TF_HAS_PACK : 0);
    return intern(
        cxx,
        &(Type){.kind = TY_TPARM,
                .flags = f,
                .u.tparm = {.depth = d->depth, .index = d->index, .pack = d->pack, .decl = d}});
}

// Whether template arguments hold an unexpanded pack, as flags of a type made with them.
static uint16_t args_flags(const TmplArgs *args) {
    uint16_t f = 0;
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *a = &args->a[i];
        if (a->kind == TA_TYPE) f |= a->type->flags & TF_HAS_PACK;
        if (a->kind == TA_EXPR && a->expr->flags & EF_HAS_PACK) f |= TF_HAS_PACK;
        if (a->kind == TA_PACK) f |= args_flags(a->pack);
        if (a->kind == TA_TEMPLATE && a->tmpl->kind == D_TPARM && ((TParmDecl *)a->tmpl)->pack) {
            f |= TF_HAS_PACK;
        }
    }
    return f;
}

Type *ty_depname(Cxx *cxx, Type *scope, Atom name, TmplArgs *args) {
    uint16_t f = TF_DEPENDENT | (scope->flags & TF_HAS_PACK) | args_flags(args);
    return intern(cxx, &(Type){.kind = TY_DEPNAME,
                               .flags = f,
                               .u.depname = {.scope = scope, .name = name, .args = args}});
}

Type *ty_spec(Cxx *cxx, Decl *tmpl, TmplArgs *args) {
    uint16_t f = TF_DEPENDENT | args_flags(args);
    if (tmpl->kind == D_TPARM && ((TParmDecl *)tmpl)->pack) f |= TF_HAS_PACK;
    return intern(cxx,
                  &(Type){.kind = TY_SPEC, .flags = f, .u.spec = {.tmpl = tmpl, .args = args}});
}

Type *ty_decltype(Cxx *cxx, Expr *expr) {
    uint16_t f = TF_DEPENDENT | (expr->flags & EF_HAS_PACK ? TF_HAS_PACK : 0);
    return intern(cxx, &(Type){.kind = TY_DECLTYPE, .flags = f, .u.dtype.e = expr});
}

const char *ty_trait_name(TypeTrait trait) {
    static const char *const names[] = {
#define TYPE_TRAIT(name, handler) #name,
#include "cxx/facts/type_trait.def"
#undef TYPE_TRAIT
    };
    return names[trait];
}

Type *ty_trait_type(Cxx *cxx, TypeTrait trait, Type *arg) {
    return intern(cxx, &(Type){.kind = TY_TRAIT,
                               .flags = (uint16_t)(TF_DEPENDENT | (arg->flags & TF_HAS_PACK)),
                               .u.dtype = {.trait = (uint16_t)trait, .arg = arg}});
}

Type *ty_ctad(Cxx *cxx, Decl *tmpl) {
    return intern(cxx, &(Type){.kind = TY_CTAD, .flags = TF_HAS_AUTO, .u.spec.tmpl = tmpl});
}

Type *ty_auto_of(Cxx *cxx, TyKind k, Decl *concept, TmplArgs *args) {
    return intern(cxx, &(Type){.kind = (uint8_t)k,
                               .flags = TF_HAS_AUTO,
                               .u.spec = {.tmpl = concept, .args = args}});
}

bool ty_auto_depends(const Type *type) {
    if (!(type->flags & TF_HAS_AUTO)) return false;
    while (ty_among(type, TY_SET(PTR) | TY_SET(LREF) | TY_SET(RREF))) type = type->u.ptr.to;
    bool placeholder = is_any_of(type->kind, TY_AUTO, TY_DECLTYPE_AUTO);
    return placeholder && type->u.spec.tmpl && type->u.spec.args && type->u.spec.args->dependent;
}

Type *ty_pack(Cxx *cxx, Type *pattern) {
    return intern(cxx, &(Type){.kind = TY_PACK, .flags = TF_DEPENDENT, .u.ptr.to = pattern});
}

Type *ty_class(Cxx *cxx, ClassDecl *cls) {
    if (cls->d.type) return cls->d.type->unqual;
    return cls->d.type = intern(cxx, &(Type){.kind = TY_CLASS, .u.cls = cls});
}

Type *ty_enum(Cxx *cxx, EnumDecl *e) {
    if (e->d.type) return e->d.type->unqual;
    return e->d.type = intern(cxx, &(Type){.kind = TY_ENUM, .u.enm = e});
}

// ---- classification ----------------------------------------------------------------------------

Type *ty_deref(Type *type) {
    return ty_is_ref(type) ? type->u.ptr.to : type;
}

static char basic_class(const Type *type) {
    return type->kind < TY_FIRST_COMPOUND ? basic_row[type->kind].cls : 0;
}

bool ty_is_integral(const Type *type) {
    char c = basic_class(type);
    return is_any_of(c, 'B', 'C', 'I', 'U');
}

bool ty_is_unsigned(const Type *type) {
    if (type->kind == TY_ENUM)
        return type->u.enm->underlying && ty_is_unsigned(type->u.enm->underlying);
    return basic_class(type) == 'U' || is_any_of(type->kind, TY_BOOL, TY_PTR);
}

bool ty_is_floating(const Type *type) {
    return basic_class(type) == 'F';
}

bool ty_is_arith(const Type *type) {
    return ty_is_integral(type) || ty_is_floating(type);
}

bool ty_is_scalar(const Type *type) {
    return ty_is_arith(type) || ty_among(type, TY_SET(ENUM) | TY_SET(PTR) | TY_SET(MEMPTR) |
                                                   TY_SET(NULLPTR) | TY_SET(VECTOR));
}

bool ty_is_object(const Type *type) {
    return !ty_among(type, TY_SET(LREF) | TY_SET(RREF) | TY_SET(FUNC) | TY_SET(VOID));
}

bool ty_is_array(const Type *type) {
    return ty_among(type, TY_SET(ARRAY) | TY_SET(ARRAY_INC) | TY_SET(ARRAY_DEP));
}

Type *ty_element(Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type;
}

Type *ty_innermost(Type *type) {
    for (;;) {
        if (ty_is_array(type))
            type = type->u.array.elem;
        else if (ty_refers(type))
            type = type->u.ptr.to;
        else
            return type;
    }
}

Type *ty_part(const Type *type, uint32_t i) {
    if (type->kind == TY_FUNC) {
        if (i == 0) return type->u.func.ret;
        return i <= type->u.func.nparam ? type->u.func.param[i - 1] : NULL;
    }
    if (type->kind == TY_MEMPTR && i < 2) return i ? type->u.ptr.to : type->u.ptr.cls;
    if (i > 0) return NULL;
    if (ty_refers(type) || type->kind == TY_PACK) return type->u.ptr.to;
    return ty_is_array(type) || type->kind == TY_VECTOR ? type->u.array.elem : NULL;
}

bool ty_is_unscoped_enum(const Type *type) {
    return type->kind == TY_ENUM && !type->u.enm->scoped;
}

bool ty_is_discrete(const Type *type) {
    return ty_is_integral(type) || type->kind == TY_ENUM;
}

bool ty_has_parts(const Type *type) {
    return type->kind == TY_CLASS || ty_is_array(type);
}

bool ty_is_scoped_enum(const Type *type) {
    return type->kind == TY_ENUM && type->u.enm->scoped;
}

bool ty_same_unqual(const Type *left, const Type *right) {
    return left->unqual == right->unqual;
}

int ty_int_bits(const Type *type) {
    if (type->kind == TY_ENUM)
        return type->u.enm->underlying ? ty_int_bits(type->u.enm->underlying) : 32;
    if (type->kind == TY_BOOL) return 1;
    if (type->kind < TY_FIRST_COMPOUND) return basic_row[type->kind].size * 8;
    return 64; // pointers, member pointers
}

// Conversion rank of integers [conv.rank]; 6: those beyond the standard's.
static int int_rank(const Type *type) {
    static const uint8_t rank[TY_FIRST_COMPOUND] = {
        [TY_CHAR] = 1,   [TY_SCHAR] = 1,  [TY_UCHAR] = 1, [TY_CHAR8] = 1, [TY_SHORT] = 2,
        [TY_USHORT] = 2, [TY_CHAR16] = 2, [TY_INT] = 3,   [TY_UINT] = 3,  [TY_WCHAR] = 3,
        [TY_CHAR32] = 3, [TY_LONG] = 4,   [TY_ULONG] = 4, [TY_LLONG] = 5, [TY_ULLONG] = 5};
    if (type->kind == TY_BOOL) return 0;
    return type->kind < TY_FIRST_COMPOUND && rank[type->kind] ? rank[type->kind] : 6;
}

// [conv.prom]/3, /4: int if it holds all values, whatever the underlying type (gcc's is unsigned
// then). Remembered once the enumerators are known.
static Type *promote_enum(Cxx *cxx, EnumDecl *enm) {
    Type *u = enm->underlying;
    if (enm->fixed || int_rank(u) < 3) return ty_promote(cxx, u);
    if (enm->promoted) return enm->promoted;
    bool fits = u->kind == TY_UINT && enm->complete;
    for (uint32_t i = 0; i < enm->list.n && fits; i++) {
        fits = apint_bits_unsigned(enm->list.at[i]->value) < 32;
    }
    if (!enm->complete) return u;
    return enm->promoted = fits ? ty_basic(cxx, TY_INT) : u;
}

Type *ty_promote(Cxx *cxx, Type *type) {
    type = type->unqual;
    if (type->kind == TY_ENUM) {
        if (type->u.enm->scoped || !cxx_enum_complete(cxx, type->u.enm)) return type;
        return promote_enum(cxx, type->u.enm);
    }
    if (!ty_is_integral(type)) return type;
    if (type->kind == TY_CHAR32) return ty_basic(cxx, TY_UINT);
    return int_rank(type) < 3 || type->kind == TY_WCHAR ? ty_basic(cxx, TY_INT) : type;
}

// Conversion rank of floating types [conv.rank]/2; 0: it is none.
static int float_rank(const Type *type) {
    static const uint8_t rank[TY_FIRST_COMPOUND] = {
        [TY_HALF] = 1,   [TY_BF16] = 2,    [TY_FLOAT] = 3,
        [TY_DOUBLE] = 4, [TY_LDOUBLE] = 5, [TY_FLOAT128] = 6};
    return type->kind < TY_FIRST_COMPOUND ? rank[type->kind] : 0;
}

Type *ty_usual_arith(Cxx *cxx, Type *left, Type *right) {
    left = left->unqual, right = right->unqual;
    int fa = float_rank(left), fb = float_rank(right);
    if (fa || fb) return fa >= fb ? left : right;
    left = ty_promote(cxx, left), right = ty_promote(cxx, right);
    if (left == right) return left;
    int ra = int_rank(left), rb = int_rank(right);
    bool ua = ty_is_unsigned(left), ub = ty_is_unsigned(right);
    if (ua == ub) return ra >= rb ? left : right;

    // of a signed and an unsigned one [expr.arith.conv]/1.5: the unsigned by its rank, the signed
    // by its width, else the unsigned one of the signed one's rank
    Type *u = ua ? left : right, *s = ua ? right : left;
    int ru = ua ? ra : rb, rs = ua ? rb : ra;
    if (ru >= rs) return u;
    if (ty_int_bits(s) > ty_int_bits(u)) return s;
    static const uint8_t to_unsigned[] = {
        [3] = TY_UINT, [4] = TY_ULONG, [5] = TY_ULLONG, [6] = TY_UINT128};
    return ty_basic(cxx, to_unsigned[rs]);
}

Type *ty_decay(Cxx *cxx, Type *type) {
    type = ty_deref(type);
    if (ty_is_array(type)) return ty_pointer(cxx, type->u.array.elem);
    if (type->kind == TY_FUNC) return ty_pointer(cxx, type);
    return type->unqual;
}

bool cxx_auto_parm(const Type *type) {
    switch (type->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR: return cxx_auto_parm(type->u.ptr.to);
    case TY_ARRAY:
    case TY_ARRAY_INC: return cxx_auto_parm(type->u.array.elem);
    case TY_FUNC:
        for (uint32_t i = 0; i < type->u.func.nparam; i++) {
            if (type->u.func.param[i]->flags & TF_HAS_AUTO) return true;
        }
        return cxx_auto_parm(type->u.func.ret);
    default: return false;
    }
}

unsigned xe_quals(const Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type->quals;
}
