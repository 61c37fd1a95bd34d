// SPDX-License-Identifier: Apache-2.0
// Types for a debugger: fundamental ones, those derived from others, arrays, functions,
// enumerations, typedefs. A typedef is no type of the front end's: what a declaration's specifiers
// said is kept beside it (cxx_written_type), and stands here in the place of the type that it
// names.
#include "irgen/debug.h"

enum { POINTER_BITS = 64, MEMBER_FUNCTION_BITS = 128 };

// ---- fundamental types -------------------------------------------------------------------------

// DWARF's encodings by the classes of type.def.
enum { CLASS_V, CLASS_B, CLASS_C, CLASS_I, CLASS_U, CLASS_F, CLASS_N };
static const char *const class_encoding[] = {[CLASS_B] = "DW_ATE_boolean",
                                             [CLASS_C] = "DW_ATE_UTF",
                                             [CLASS_I] = "DW_ATE_signed",
                                             [CLASS_U] = "DW_ATE_unsigned",
                                             [CLASS_F] = "DW_ATE_float"};

static const struct BasicRow {
    const char *name;
    uint8_t size, encoding;
} basic_row[TY_FIRST_COMPOUND] = {
#define TY(k, s, size, align, m, c) [TY_##k] = {s, size, CLASS_##c},
#include "cxx/facts/type.def"
#undef TY
};

// Types of one byte, and of characters.
static const char *encoding(TyKind kind) {
    switch (kind) {
    case TY_CHAR:
    case TY_SCHAR: return "DW_ATE_signed_char";
    case TY_UCHAR: return "DW_ATE_unsigned_char";
    case TY_CHAR8:
    case TY_CHAR16:
    case TY_CHAR32: return class_encoding[CLASS_C];
    default: return class_encoding[basic_row[kind].encoding];
    }
}

static IrMd *unspecified_type(Gen *gen, const char *name) {
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_unspecified_type");
    di_text(&node, "name", atom_cstr(gen->ctx, name));
    return di_end(&node, "DIBasicType");
}

static IrMd *basic_type(Gen *gen, TyKind kind) {
    if (kind == TY_VOID) return NULL;
    if (kind == TY_NULLPTR) return unspecified_type(gen, "decltype(nullptr)");
    DiNode node = di_begin(gen);
    di_text(&node, "name", atom_cstr(gen->ctx, basic_row[kind].name));
    di_number(&node, "size", 8 * basic_row[kind].size);
    di_word(&node, "encoding", encoding(kind));
    return di_end(&node, "DIBasicType");
}

// ---- derived types -----------------------------------------------------------------------------

static IrMd *derived(Gen *gen, const char *tag, IrMd *base) {
    DiNode node = di_begin(gen);
    di_word(&node, "tag", tag);
    di_md_or_null(&node, "baseType", base);
    return di_end(&node, "DIDerivedType");
}

static IrMd *derived_of_size(Gen *gen, const char *tag, IrMd *base, uint64_t bits, IrMd *extra) {
    DiNode node = di_begin(gen);
    di_word(&node, "tag", tag);
    di_md_or_null(&node, "baseType", base);
    di_number(&node, "size", (int64_t)bits);
    di_md(&node, "extraData", extra);
    return di_end(&node, "DIDerivedType");
}

IrMd *di_pointer(Gen *gen, IrMd *to) {
    return derived_of_size(gen, "DW_TAG_pointer_type", to, POINTER_BITS, NULL);
}

// const volatile restrict, the outermost first.
static IrMd *qualified(Gen *gen, IrMd *base, unsigned quals) {
    if (quals & Q_RESTRICT) base = derived(gen, "DW_TAG_restrict_type", base);
    if (quals & Q_VOLATILE) base = derived(gen, "DW_TAG_volatile_type", base);
    if (quals & Q_CONST) base = derived(gen, "DW_TAG_const_type", base);
    return base;
}

// The types of a function type, the result first; *this, of class type `object`, behind it.
static IrMd *function_type(Gen *gen, const FuncType *func, Type *object, const TypedefDecl *written,
                           DiDepth depth) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrMd **op = arena_array(&gen->ctx->scratch, IrMd *, func->nparam + 3);
    uint32_t n = 0;
    op[n++] = di_type(gen, func->ret, written, depth);
    if (object) op[n++] = di_this_type(gen, object, func->quals);
    for (uint32_t i = 0; i < func->nparam; i++) op[n++] = di_type(gen, func->param[i], NULL, depth);
    if (func->variadic) op[n++] = NULL;
    IrMd *md = di_subroutine(gen, n, op);
    arena_reset(&gen->ctx->scratch, mark);
    return md;
}

IrMd *di_subroutine(Gen *gen, uint32_t n, IrMd *const *op) {
    DiNode node = di_begin(gen);
    di_md(&node, "types", di_list(gen, n, op));
    return di_end(&node, "DISubroutineType");
}

IrMd *di_this_type(Gen *gen, Type *object, unsigned quals) {
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_pointer_type");
    di_md(&node, "baseType",
          qualified(gen, di_type(gen, ty_unqual(object), NULL, DI_MENTIONED), quals));
    di_number(&node, "size", POINTER_BITS);
    di_word(&node, "flags", "DIFlagArtificial | DIFlagObjectPointer");
    return di_end(&node, "DIDerivedType");
}

static IrMd *member_pointer(Gen *gen, const Type *type, const TypedefDecl *written, DiDepth depth) {
    Type *to = type->u.ptr.to, *object = type->u.ptr.cls;
    bool function = to->kind == TY_FUNC;
    IrMd *base = function ? function_type(gen, &to->u.func, object, written, depth)
                          : di_type(gen, to, written, depth);
    return derived_of_size(gen, "DW_TAG_ptr_to_member_type", base,
                           function ? MEMBER_FUNCTION_BITS : POINTER_BITS,
                           di_type(gen, object, NULL, DI_MENTIONED));
}

// ---- arrays ------------------------------------------------------------------------------------

// An unknown bound has no count.
static IrMd *subrange(Gen *gen, const Type *array) {
    DiNode node = di_begin(gen);
    di_number(&node, "count", array->kind == TY_ARRAY_INC ? -1 : (int64_t)array->u.array.n);
    return di_end(&node, "DISubrange");
}

// One node for all dimensions of what is written in one declarator.
static IrMd *array_type(Gen *gen, Type *type, const TypedefDecl *written, DiDepth depth) {
    enum { MAX_DIMENSIONS = 32 };
    IrMd *dimension[MAX_DIMENSIONS];
    uint32_t n = 0;
    Type *elem = type;
    bool is_vector = type->kind == TY_VECTOR;
    do {
        dimension[n++] = subrange(gen, elem);
        elem = elem->u.array.elem;
    } while (!is_vector && ty_is_array(elem) && n < MAX_DIMENSIONS &&
             !(written && ty_unqual(elem) == ty_unqual(written->d.type)));
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_array_type");
    di_md(&node, "baseType", di_type(gen, elem, written, depth));
    if (type->kind != TY_ARRAY_INC) di_nonzero(&node, "size", 8 * gen_size(gen, type));
    if (is_vector) di_word(&node, "flags", "DIFlagVector");
    di_md(&node, "elements", di_list(gen, n, dimension));
    return di_end(&node, "DICompositeType");
}

// ---- enumerations ------------------------------------------------------------------------------

static IrMd *enumerator(Gen *gen, const EnumeratorDecl *decl, bool is_unsigned) {
    Buf text;
    buf_init(&text, &gen->ctx->perm);
    apint_print(&text, decl->value, !is_unsigned);
    DiNode node = di_begin(gen);
    di_text(&node, "name", decl->d.name);
    di_word(&node, "value", buf_cstr(&text));
    if (is_unsigned) di_word(&node, "isUnsigned", "true");
    return di_end(&node, "DIEnumerator");
}

static IrMd *enumerators(Gen *gen, EnumDecl *enumeration) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrMd **op = arena_array(&gen->ctx->scratch, IrMd *, enumeration->list.n + 1);
    bool is_unsigned = enumeration->underlying && ty_is_unsigned(enumeration->underlying);
    for (uint32_t i = 0; i < enumeration->list.n; i++)
        op[i] = enumerator(gen, enumeration->list.at[i], is_unsigned);
    IrMd *md = di_list(gen, enumeration->list.n, op);
    arena_reset(&gen->ctx->scratch, mark);
    return md;
}

// The values of one that no code asked for are read now; what is wrong with them is not said.
static bool enum_is_known(Gen *gen, EnumDecl *enumeration) {
    if (enumeration->complete || enumeration->unbound) return enumeration->complete;
    DiagTrap trap;
    diag_trap_push(gen->ctx, &trap);
    trap.silent = true;
    bool known = cxx_enum_complete(gen->x, enumeration);
    return !diag_trap_pop(gen->ctx, &trap) && known;
}

static IrMd *enum_type(Gen *gen, EnumDecl *enumeration) {
    void **slot = map_slot(&gen->debug->enums, (uintptr_t)enumeration);
    if (*slot) return *slot;
    bool known = enum_is_known(gen, enumeration);
    Atom name = enumeration->d.name;
    if (!name && enumeration->typedef_name) name = enumeration->typedef_name->name;
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_enumeration_type");
    di_text(&node, "name", name);
    di_md(&node, "scope", di_scope_of(gen, enumeration->d.scope));
    di_place(&node, enumeration->d.pos);
    if (enumeration->underlying)
        di_md(&node, "baseType", di_type(gen, enumeration->underlying, NULL, DI_MENTIONED));
    if (enumeration->underlying)
        di_number(&node, "size", 8 * (int64_t)gen_size(gen, enumeration->underlying));
    di_word(&node, "flags", enumeration->scoped ? "DIFlagEnumClass" : NULL);
    if (known) di_md(&node, "elements", enumerators(gen, enumeration));
    IrMd *md = di_end(&node, "DICompositeType");
    map_put(&gen->debug->enums, (uintptr_t)enumeration, md);
    return md;
}

// ---- any type ----------------------------------------------------------------------------------

// `typedef struct A A`: who says A means the typedef.
static const TypedefDecl *own_typedef(Gen *gen, const Type *type) {
    return type->kind == TY_CLASS ? cxx_written_type(gen->x, &type->u.cls->d) : NULL;
}

static IrMd *typedef_type(Gen *gen, const TypedefDecl *decl, DiDepth depth) {
    Map *known = &gen->debug->typedefs[depth];
    IrMd *md = map_get(known, (uintptr_t)decl);
    if (md) return md;
    IrMd *base = own_typedef(gen, decl->d.type) == decl ? di_class(gen, decl->d.type->u.cls, depth)
                                                        : di_type_of(gen, &decl->d, depth);
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_typedef");
    di_text(&node, "name", decl->d.name);
    di_md(&node, "scope", di_scope_of(gen, decl->d.scope));
    di_place(&node, decl->d.pos);
    di_md_or_null(&node, "baseType", base);
    md = di_end(&node, "DIDerivedType");
    map_put(known, (uintptr_t)decl, md);
    return md;
}

static IrMd *unqualified(Gen *gen, Type *type, const TypedefDecl *written, DiDepth depth) {
    if (type->kind < TY_FIRST_COMPOUND) return basic_type(gen, (TyKind)type->kind);
    Type *to = type->u.ptr.to;
    switch (type->kind) {
    case TY_PTR: return di_pointer(gen, di_type(gen, to, written, depth));
    case TY_LREF:
        return derived_of_size(gen, "DW_TAG_reference_type", di_type(gen, to, written, depth),
                               POINTER_BITS, NULL);
    case TY_RREF:
        return derived_of_size(gen, "DW_TAG_rvalue_reference_type",
                               di_type(gen, to, written, depth), POINTER_BITS, NULL);
    case TY_MEMPTR: return member_pointer(gen, type, written, depth);
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_VECTOR: return array_type(gen, type, written, depth);
    case TY_FUNC: return function_type(gen, &type->u.func, NULL, written, depth);
    case TY_CLASS: return di_class(gen, type->u.cls, depth);
    case TY_ENUM: return enum_type(gen, type->u.enm);
    case TY_AUTO:
    case TY_DECLTYPE_AUTO: return unspecified_type(gen, "auto");
    default: return unspecified_type(gen, "<unknown>");
    }
}

// The same but for qualifiers, which stand outside of the typedef.
static bool is_written_so(const Type *type, const TypedefDecl *written) {
    return written && type->unqual == written->d.type->unqual &&
           !(written->d.type->quals & ~type->quals);
}

IrMd *di_type(Gen *gen, Type *type, const TypedefDecl *written, DiDepth depth) {
    DebugState *debug = gen->debug;
    if (!written) written = own_typedef(gen, type);
    if (is_written_so(type, written))
        return qualified(gen, typedef_type(gen, written, depth),
                         type->quals & ~written->d.type->quals);
    IrMd *md = written ? NULL : map_get(&debug->types[depth], (uintptr_t)type);
    if (md) return md;
    if (debug->depth >= gen->ctx->max_depth) return NULL; // nobody reads a type that long
    debug->depth++;
    md = type->quals ? qualified(gen, di_type(gen, type->unqual, written, depth), type->quals)
                     : unqualified(gen, type, written, depth);
    debug->depth--;
    if (!written) map_put(&debug->types[depth], (uintptr_t)type, md);
    return md;
}

IrMd *di_type_of(Gen *gen, const Decl *decl, DiDepth depth) {
    return di_type(gen, decl->type, cxx_written_type(gen->x, decl), depth);
}
