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
    char cls;
} BasicRow;

static const BasicRow basic_row[TY_FIRST_COMPOUND] = {
#define TY(k, s, size, align, m, c) [TY_##k] = {s, size, align, #c[0]},
#include "cxx/facts/type.def"
#undef TY
};

const char *ty_basic_spelling(TyKind k) {
    return basic_row[k].spelling;
}

// ---- interning ---------------------------------------------------------------------------------

static uint64_t type_hash(const Type *t) {
    uint64_t h = hash_mix(t->kind, t->quals);
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_PACK:
    case TY_MEMPTR:
        h = hash_mix(h, t->u.ptr.to->id);
        return t->u.ptr.cls ? hash_mix(h, t->u.ptr.cls->id) : h;
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_VECTOR: return hash_mix(hash_mix(h, t->u.array.elem->id), t->u.array.n);
    case TY_ARRAY_DEP:
        return hash_mix(hash_mix(h, t->u.array.elem->id), cxx_expr_hash(t->u.array.size));
    case TY_FUNC: {
        const FuncType *f = &t->u.func;
        h = hash_mix(h, f->ret->id);
        for (uint32_t i = 0; i < f->nparam; i++) h = hash_mix(h, f->param[i]->id);
        if (f->noexcept_dep) h = hash_mix(h, cxx_expr_hash(f->noexcept_dep));
        return hash_mix(h, f->variadic | f->noexcept_ << 1 | f->quals << 2 | f->ref << 6);
    }
    case TY_CLASS: return hash_mix(h, t->u.cls->d.id);
    case TY_ENUM: return hash_mix(h, t->u.enm->d.id);
    case TY_CTAD: return hash_mix(h, t->u.spec.tmpl->id);
    case TY_AUTO:
    case TY_DECLTYPE_AUTO:
        if (t->u.spec.tmpl) h = hash_mix(h, t->u.spec.tmpl->id);
        return t->u.spec.args ? hash_mix(h, t->u.spec.args->id) : h;
    case TY_TPARM:
        return hash_mix(h, t->u.tparm.depth | t->u.tparm.index << 8 | t->u.tparm.pack << 30);
    case TY_DEPNAME:
        h = hash_mix(hash_mix(h, t->u.depname.scope->id), t->u.depname.name);
        return t->u.depname.args ? hash_mix(h, t->u.depname.args->id) : h;
    case TY_SPEC:
        return hash_mix(hash_mix(h, cxx_template_key(t->u.spec.tmpl)), t->u.spec.args->id);
    case TY_DECLTYPE: return hash_mix(h, cxx_expr_hash(t->u.dtype.e));
    case TY_TRAIT: return hash_mix(hash_mix(h, t->u.dtype.trait), t->u.dtype.arg->id);
    default: return h;
    }
}

static bool func_equal(const FuncType *f, const FuncType *g) {
    if (f->ret != g->ret || f->nparam != g->nparam || f->variadic != g->variadic ||
        f->noexcept_ != g->noexcept_ || f->quals != g->quals || f->ref != g->ref ||
        !cxx_expr_equal(f->noexcept_dep, g->noexcept_dep)) {
        return false;
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i] != g->param[i]) return false;
    }
    return true;
}

static bool type_equal(const void *pa, const void *pb) {
    const Type *a = pa, *b = pb;
    if (a->kind != b->kind || a->quals != b->quals) return false;
    switch (a->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_PACK:
    case TY_MEMPTR: return a->u.ptr.to == b->u.ptr.to && a->u.ptr.cls == b->u.ptr.cls;
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_VECTOR: return a->u.array.elem == b->u.array.elem && a->u.array.n == b->u.array.n;
    case TY_ARRAY_DEP:
        return a->u.array.elem == b->u.array.elem &&
               cxx_expr_equal(a->u.array.size, b->u.array.size);
    case TY_FUNC: return func_equal(&a->u.func, &b->u.func);
    case TY_CLASS: return a->u.cls == b->u.cls;
    case TY_ENUM: return a->u.enm == b->u.enm;
    case TY_CTAD: return a->u.spec.tmpl == b->u.spec.tmpl;
    case TY_AUTO:
    case TY_DECLTYPE_AUTO:
        return a->u.spec.tmpl == b->u.spec.tmpl && a->u.spec.args == b->u.spec.args;
    case TY_TPARM:
        return a->u.tparm.depth == b->u.tparm.depth && a->u.tparm.index == b->u.tparm.index &&
               a->u.tparm.pack == b->u.tparm.pack;
    case TY_DEPNAME:
        return a->u.depname.scope == b->u.depname.scope && a->u.depname.name == b->u.depname.name &&
               a->u.depname.args == b->u.depname.args;
    case TY_SPEC:
        return cxx_template_key(a->u.spec.tmpl) == cxx_template_key(b->u.spec.tmpl) &&
               a->u.spec.args == b->u.spec.args;
    case TY_DECLTYPE: return cxx_expr_equal(a->u.dtype.e, b->u.dtype.e);
    case TY_TRAIT: return a->u.dtype.trait == b->u.dtype.trait && a->u.dtype.arg == b->u.dtype.arg;
    default: return true;
    }
}

static Type *intern(Cxx *x, Type *key) {
    uint64_t h = type_hash(key);
    Type *t = cons_find(&x->types->set, h, type_equal, key);
    if (t) return t;
    t = arena_copy(&x->ctx->perm, key, sizeof *key, _Alignof(Type));
    t->id = ++x->types->next_id;
    if (!t->unqual) t->unqual = t;
    t->ptr_to = NULL;
    if (t->kind == TY_FUNC && t->u.func.nparam) {
        t->u.func.param = arena_copy(&x->ctx->perm, t->u.func.param,
                                     sizeof(Type *) * t->u.func.nparam, _Alignof(Type *));
    }
    cons_add(&x->types->set, h, t);
    return t;
}

void ty_init(Cxx *x) {
    Arena *a = &x->ctx->perm;
    x->types = arena_new(a, struct TypeTable);
    cons_init(&x->types->set, a);
    for (int k = 0; k < TY_FIRST_COMPOUND; k++) {
        x->types->basic[k] = intern(x, &(Type){.kind = (uint8_t)k});
    }
    x->ty_error = intern(x, &(Type){.kind = TY_ERROR});
    x->ty_dependent = intern(x, &(Type){.kind = TY_DEPENDENT, .flags = TF_DEPENDENT});
    x->ty_overload = intern(x, &(Type){.kind = TY_OVERLOAD});
    x->ty_initlist = intern(x, &(Type){.kind = TY_INITLIST});
    x->ty_size_t = ty_basic(x, TY_ULONG);
    x->ty_ptrdiff_t = ty_basic(x, TY_LONG);
}

Type *ty_basic(Cxx *x, TyKind k) {
    if (k < TY_FIRST_COMPOUND) return x->types->basic[k];
    uint16_t f = k == TY_AUTO || k == TY_DECLTYPE_AUTO || k == TY_CTAD ? TF_HAS_AUTO : 0;
    return intern(x, &(Type){.kind = (uint8_t)k, .flags = f});
}

Type *ty_qual(Cxx *x, Type *t, unsigned quals) {
    unsigned q = t->quals | quals;
    if (q == t->quals) return t;
    switch (t->kind) {
    case TY_ARRAY: return ty_array(x, ty_qual(x, t->u.array.elem, quals), t->u.array.n);
    case TY_ARRAY_INC: return ty_array_inc(x, ty_qual(x, t->u.array.elem, quals));
    case TY_ARRAY_DEP: return ty_array_dep(x, ty_qual(x, t->u.array.elem, quals), t->u.array.size);
    case TY_LREF:
    case TY_RREF:
    case TY_FUNC:
    case TY_ERROR:
    case TY_OVERLOAD:
    case TY_INITLIST: return t;
    case TY_PACK: return ty_pack(x, ty_qual(x, t->u.ptr.to, quals));
    default: break;
    }
    if (t->kind != TY_PTR) q &= ~(unsigned)Q_RESTRICT;
    if (q == t->quals) return t;
    Type key = *t->unqual;
    key.quals = (uint8_t)q;
    key.unqual = t->unqual;
    return intern(x, &key);
}

Type *ty_unqual(Type *t) {
    return t->unqual;
}

static uint16_t inherit(const Type *t) {
    return t->flags & (TF_DEPENDENT | TF_HAS_PACK | TF_HAS_AUTO);
}

Type *ty_pointer(Cxx *x, Type *to) {
    if (to->kind == TY_ERROR) return to;
    if (!to->ptr_to) {
        to->ptr_to = intern(x, &(Type){.kind = TY_PTR, .flags = inherit(to), .u.ptr.to = to});
    }
    return to->ptr_to;
}

Type *ty_ref(Cxx *x, Type *to, bool rvalue) {
    if (to->kind == TY_ERROR || to->kind == TY_LREF) return to;
    if (to->kind == TY_RREF) {
        if (rvalue) return to;
        to = to->u.ptr.to;
    }
    return intern(
        x, &(Type){.kind = rvalue ? TY_RREF : TY_LREF, .flags = inherit(to), .u.ptr.to = to});
}

Type *ty_memptr(Cxx *x, Type *cls, Type *to) {
    if (to->kind == TY_ERROR) return to;
    return intern(x, &(Type){.kind = TY_MEMPTR,
                             .flags = (uint16_t)(inherit(to) | inherit(cls)),
                             .u.ptr = {.to = to, .cls = cls->unqual}});
}

Type *ty_array(Cxx *x, Type *elem, uint64_t n) {
    if (elem->kind == TY_ERROR) return elem;
    return intern(
        x, &(Type){.kind = TY_ARRAY, .flags = inherit(elem), .u.array = {.elem = elem, .n = n}});
}

Type *ty_array_inc(Cxx *x, Type *elem) {
    if (elem->kind == TY_ERROR) return elem;
    return intern(x, &(Type){.kind = TY_ARRAY_INC, .flags = inherit(elem), .u.array.elem = elem});
}

Type *ty_array_dep(Cxx *x, Type *elem, Expr *size) {
    uint16_t f = inherit(elem) | TF_DEPENDENT | (size->flags & EF_HAS_PACK ? TF_HAS_PACK : 0);
    return intern(
        x, &(Type){.kind = TY_ARRAY_DEP, .flags = f, .u.array = {.elem = elem, .size = size}});
}

Type *ty_vector(Cxx *x, Type *elem, uint64_t n) {
    return intern(x, &(Type){.kind = TY_VECTOR,
                             .flags = inherit(elem),
                             .u.array = {.elem = elem->unqual, .n = n}});
}

Type *ty_func(Cxx *x, const FuncType *f) {
    Type key = {.kind = TY_FUNC, .flags = inherit(f->ret), .u.func = *f};
    if (f->noexcept_dep) key.flags |= TF_DEPENDENT;
    for (uint32_t i = 0; i < f->nparam; i++) {
        // auto in a parameter is a template parameter; only the result keeps a placeholder
        key.flags |= f->param[i]->flags & (TF_DEPENDENT | TF_HAS_PACK);
        if (f->param[i]->kind == TY_PACK) key.flags |= TF_DEPENDENT;
    }
    return intern(x, &key);
}

Type *ty_tparm(Cxx *x, TParmDecl *d) {
    uint16_t f = TF_DEPENDENT | (d->pack ? TF_HAS_PACK : 0);
    return intern(
        x, &(Type){.kind = TY_TPARM,
                   .flags = f,
                   .u.tparm = {.depth = d->depth, .index = d->index, .pack = d->pack, .decl = d}});
}

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

Type *ty_depname(Cxx *x, Type *scope, Atom name, TmplArgs *args) {
    uint16_t f = TF_DEPENDENT | (scope->flags & TF_HAS_PACK) | args_flags(args);
    return intern(x, &(Type){.kind = TY_DEPNAME,
                             .flags = f,
                             .u.depname = {.scope = scope, .name = name, .args = args}});
}

Type *ty_spec(Cxx *x, Decl *tmpl, TmplArgs *args) {
    uint16_t f = TF_DEPENDENT | args_flags(args);
    if (tmpl->kind == D_TPARM && ((TParmDecl *)tmpl)->pack) f |= TF_HAS_PACK;
    return intern(x, &(Type){.kind = TY_SPEC, .flags = f, .u.spec = {.tmpl = tmpl, .args = args}});
}

Type *ty_decltype(Cxx *x, Expr *e) {
    uint16_t f = TF_DEPENDENT | (e->flags & EF_HAS_PACK ? TF_HAS_PACK : 0);
    return intern(x, &(Type){.kind = TY_DECLTYPE, .flags = f, .u.dtype.e = e});
}

const char *ty_trait_name(TypeTrait trait) {
    static const char *const names[] = {
#define TYPE_TRAIT(name, handler) #name,
#include "cxx/facts/type_trait.def"
#undef TYPE_TRAIT
    };
    return names[trait];
}

Type *ty_trait_type(Cxx *x, TypeTrait trait, Type *arg) {
    return intern(x, &(Type){.kind = TY_TRAIT,
                             .flags = (uint16_t)(TF_DEPENDENT | (arg->flags & TF_HAS_PACK)),
                             .u.dtype = {.trait = (uint16_t)trait, .arg = arg}});
}

Type *ty_ctad(Cxx *x, Decl *tmpl) {
    return intern(x, &(Type){.kind = TY_CTAD, .flags = TF_HAS_AUTO, .u.spec.tmpl = tmpl});
}

Type *ty_auto_of(Cxx *x, TyKind k, Decl *concept, TmplArgs *args) {
    return intern(x, &(Type){.kind = (uint8_t)k,
                             .flags = TF_HAS_AUTO,
                             .u.spec = {.tmpl = concept, .args = args}});
}

Type *ty_pack(Cxx *x, Type *pattern) {
    return intern(x, &(Type){.kind = TY_PACK, .flags = TF_DEPENDENT, .u.ptr.to = pattern});
}

Type *ty_class(Cxx *x, ClassDecl *c) {
    if (c->d.type) return c->d.type->unqual;
    return c->d.type = intern(x, &(Type){.kind = TY_CLASS, .u.cls = c});
}

Type *ty_enum(Cxx *x, EnumDecl *e) {
    if (e->d.type) return e->d.type->unqual;
    return e->d.type = intern(x, &(Type){.kind = TY_ENUM, .u.enm = e});
}

// ---- classification ----------------------------------------------------------------------------

Type *ty_deref(Type *t) {
    return ty_is_ref(t) ? t->u.ptr.to : t;
}

static char basic_class(const Type *t) {
    return t->kind < TY_FIRST_COMPOUND ? basic_row[t->kind].cls : 0;
}

bool ty_is_integral(const Type *t) {
    char c = basic_class(t);
    return c == 'B' || c == 'C' || c == 'I' || c == 'U';
}

bool ty_is_unsigned(const Type *t) {
    if (t->kind == TY_ENUM) return t->u.enm->underlying && ty_is_unsigned(t->u.enm->underlying);
    return basic_class(t) == 'U' || t->kind == TY_BOOL || t->kind == TY_PTR;
}

bool ty_is_floating(const Type *t) {
    return basic_class(t) == 'F';
}

bool ty_is_arith(const Type *t) {
    return ty_is_integral(t) || ty_is_floating(t);
}

bool ty_is_scalar(const Type *t) {
    return ty_is_arith(t) || t->kind == TY_ENUM || t->kind == TY_PTR || t->kind == TY_MEMPTR ||
           t->kind == TY_NULLPTR || t->kind == TY_VECTOR;
}

bool ty_is_object(const Type *t) {
    return !ty_is_ref(t) && t->kind != TY_FUNC && t->kind != TY_VOID;
}

bool ty_is_array(const Type *t) {
    return t->kind == TY_ARRAY || t->kind == TY_ARRAY_INC || t->kind == TY_ARRAY_DEP;
}

bool ty_is_unscoped_enum(const Type *t) {
    return t->kind == TY_ENUM && !t->u.enm->scoped;
}

bool ty_is_scoped_enum(const Type *t) {
    return t->kind == TY_ENUM && t->u.enm->scoped;
}

bool ty_same_unqual(const Type *a, const Type *b) {
    return a->unqual == b->unqual;
}

int ty_int_bits(const Type *t) {
    if (t->kind == TY_ENUM) return t->u.enm->underlying ? ty_int_bits(t->u.enm->underlying) : 32;
    if (t->kind == TY_BOOL) return 1;
    if (t->kind < TY_FIRST_COMPOUND) return basic_row[t->kind].size * 8;
    return 64; // pointers, member pointers
}

// Conversion rank of integers [conv.rank].
static int int_rank(const Type *t) {
    switch (t->kind) {
    case TY_BOOL: return 0;
    case TY_CHAR:
    case TY_SCHAR:
    case TY_UCHAR:
    case TY_CHAR8: return 1;
    case TY_SHORT:
    case TY_USHORT:
    case TY_CHAR16: return 2;
    case TY_INT:
    case TY_UINT:
    case TY_WCHAR:
    case TY_CHAR32: return 3;
    case TY_LONG:
    case TY_ULONG: return 4;
    case TY_LLONG:
    case TY_ULLONG: return 5;
    default: return 6;
    }
}

Type *ty_promote(Cxx *x, Type *t) {
    t = t->unqual;
    if (t->kind == TY_ENUM) {
        if (t->u.enm->scoped || !cxx_enum_complete(x, t->u.enm)) return t;
        EnumDecl *e = t->u.enm;
        Type *u = e->underlying;
        if (e->fixed || int_rank(u) < 3) return ty_promote(x, u);
        if (e->promoted) return e->promoted;
        // int if it holds all values, whatever the underlying type (gcc's is unsigned then)
        bool fits = u->kind == TY_UINT && e->complete;
        for (uint32_t i = 0; i < e->list.n && fits; i++) {
            fits = apint_bits_unsigned(e->list.at[i]->value) < 32;
        }
        if (!e->complete) return u;
        return e->promoted = fits ? ty_basic(x, TY_INT) : u;
    }
    if (!ty_is_integral(t)) return t;
    if (t->kind == TY_CHAR32) return ty_basic(x, TY_UINT);
    return int_rank(t) < 3 || t->kind == TY_WCHAR ? ty_basic(x, TY_INT) : t;
}

static int float_rank(const Type *t) {
    switch (t->kind) {
    case TY_HALF: return 1;
    case TY_BF16: return 2;
    case TY_FLOAT: return 3;
    case TY_DOUBLE: return 4;
    case TY_LDOUBLE: return 5;
    case TY_FLOAT128: return 6;
    default: return 0;
    }
}

Type *ty_usual_arith(Cxx *x, Type *a, Type *b) {
    a = a->unqual, b = b->unqual;
    int fa = float_rank(a), fb = float_rank(b);
    if (fa || fb) return fa >= fb ? a : b;
    a = ty_promote(x, a), b = ty_promote(x, b);
    if (a == b) return a;
    int ra = int_rank(a), rb = int_rank(b);
    bool ua = ty_is_unsigned(a), ub = ty_is_unsigned(b);
    if (ua == ub) return ra >= rb ? a : b;
    Type *u = ua ? a : b, *s = ua ? b : a;
    int ru = ua ? ra : rb, rs = ua ? rb : ra;
    if (ru >= rs) return u;
    if (ty_int_bits(s) > ty_int_bits(u)) return s;
    static const uint8_t to_unsigned[] = {
        [3] = TY_UINT, [4] = TY_ULONG, [5] = TY_ULLONG, [6] = TY_UINT128};
    return ty_basic(x, to_unsigned[rs]);
}

Type *ty_decay(Cxx *x, Type *t) {
    t = ty_deref(t);
    if (ty_is_array(t)) return ty_pointer(x, t->u.array.elem);
    if (t->kind == TY_FUNC) return ty_pointer(x, t);
    return t->unqual;
}

// ---- size and completeness ---------------------------------------------------------------------

bool ty_complete(Cxx *x, Type *t, Pos pos, bool report) {
    while (ty_is_array(t) && t->kind != TY_ARRAY_INC) t = t->u.array.elem;
    bool ok = true;
    switch (t->kind) {
    case TY_CLASS:
        if (t->u.cls->complete) return true;
        ok = cxx_class_complete(x, t->u.cls, pos);
        break;
    case TY_ENUM: ok = cxx_enum_complete(x, t->u.enm); break;
    case TY_VOID:
    case TY_ARRAY_INC: ok = false; break;
    default: return true;
    }
    if (!ok && report && !cxx_inst_refused(x)) CXX_DIAG(x, d_incomplete_type, pos, t);
    return ok;
}

bool ty_size_align(Cxx *x, Type *t, Pos pos, uint64_t *size, uint32_t *align) {
    *size = 1, *align = 1;
    switch (t->kind) {
    case TY_PTR: *size = 8, *align = 8; return true;
    case TY_LREF:
    case TY_RREF: *size = 8, *align = 8; return true; // storage of a reference member
    case TY_MEMPTR: *size = t->u.ptr.to->kind == TY_FUNC ? 16 : 8, *align = 8; return true;
    case TY_ARRAY: {
        if (!ty_size_align(x, t->u.array.elem, pos, size, align)) return false;
        if (t->u.array.n && *size > (UINT64_MAX >> 2) / t->u.array.n) {
            *size = 0;
            return CXX_DIAG(x, d_array_too_large, pos);
        }
        *size *= t->u.array.n;
        return true;
    }
    case TY_VECTOR: {
        if (!ty_size_align(x, t->u.array.elem, pos, size, align)) return false;
        uint64_t n = *size * t->u.array.n, p = 1;
        while (p < n) p <<= 1;
        *size = p, *align = (uint32_t)CU_MIN(p, 4096u);
        return true;
    }
    case TY_CLASS:
        if (!ty_complete(x, t, pos, true) || !cxx_class_layout(x, t->u.cls, pos)) return false;
        *size = t->u.cls->size, *align = t->u.cls->align;
        return true;
    case TY_ENUM:
        if (!ty_complete(x, t, pos, true)) return false;
        return ty_size_align(x, t->u.enm->underlying, pos, size, align);
    case TY_FUNC: // GNU: sizeof a function is 1
    case TY_VOID: return true;
    case TY_ERROR: return false;
    default:
        if (t->kind < TY_FIRST_COMPOUND) {
            *size = basic_row[t->kind].size, *align = basic_row[t->kind].align;
            return true;
        }
        if (ty_dependent(t)) return false;
        return CXX_DIAG(x, d_incomplete_type, pos, t);
    }
}

bool cxx_auto_parm(const Type *t) {
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR: return cxx_auto_parm(t->u.ptr.to);
    case TY_ARRAY:
    case TY_ARRAY_INC: return cxx_auto_parm(t->u.array.elem);
    case TY_FUNC:
        for (uint32_t i = 0; i < t->u.func.nparam; i++) {
            if (t->u.func.param[i]->flags & TF_HAS_AUTO) return true;
        }
        return cxx_auto_parm(t->u.func.ret);
    default: return false;
    }
}

unsigned xe_quals(const Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t->quals;
}

// The values of an enumeration whose type is not fixed are those of the smallest bit-field that
// holds all enumerators [dcl.enum]/8.
void cxx_enum_values(Cxx *x, EnumDecl *e, int *bits, bool *uns) {
    if (!cxx_enum_complete(x, e) || !e->list.n) return;
    uint32_t n = 1;
    bool neg = false;
    for (uint32_t i = 0; i < e->list.n; i++) {
        const ApInt *v = &e->list.at[i]->value;
        bool below = !ty_is_unsigned(e->underlying) && apint_is_neg(v);
        neg |= below;
        uint32_t need = below ? apint_bits_signed(*v) - 1 : apint_bits_unsigned(*v);
        n = CU_MAX(n, need);
    }
    *bits = (int)n + neg;
    *uns = !neg;
}
