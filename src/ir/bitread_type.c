// SPDX-License-Identifier: Apache-2.0
// Bitcode's type table and attributes. The pointee types of old dialects are kept by number: see
// BcType.
#include "ir/bitread_int.h"

// A type that comes later in the table is a named structure without a body until then. NULL after
// an error.
IrType *bc_type(Bc *bc, uint64_t id) {
    if (id < bc->type.n) return bc->type.at[id].t;
    if (id >= bc->ntypes) return bc_fail(bc, "type that does not exist");
    // within the table only a named structure can come later
    void **slot = map_slot(&bc->later, id + 1);
    if (!*slot) *slot = ir_ty_named(bc->m, 0);
    return *slot;
}

// The structure for this entry: one that was referred to, or a new one. Where it was referred to it
// has no name yet; it gets the entry's now.
static IrType *named(Bc *bc) {
    IrType *t = map_get(&bc->later, (uint64_t)bc->type.n + 1);
    if (!t) return ir_ty_named(bc->m, bc->type_name);
    map_put(&bc->later, (uint64_t)bc->type.n + 1, NULL);
    bc->relayout = true;
    if (!bc->type_name) return t;
    Map *names = &bc->m->intern->named;
    map_put(names, t->name, NULL);
    t->name = ir_unique_name(bc->m, names, bc->type_name);
    map_put(names, t->name, t);
    return t;
}

// `tid` and the result are ids + 1, 0 for unknown, so that calls can be nested.
uint32_t bc_contained(const Bc *bc, uint32_t tid, uint32_t i) {
    if (!tid || tid > bc->type.n) return 0;
    const BcType *t = &bc->type.at[tid - 1];
    switch (t->t->kind) {
    case IR_TY_STRUCT: return i < t->n ? t->sub[i] : 0;
    case IR_TY_FUNC:
        if (i == 0) return t->elem;
        return i <= t->n ? t->sub[i - 1] : 0;
    default: return t->elem;
    }
}

// Vectors of pointers point at what their elements do.
uint32_t bc_pointee(const Bc *bc, uint64_t id) {
    if (id >= bc->value.n) return 0;
    const BcValue *v = &bc->value.at[id];
    if (v->ptee) return v->ptee;
    if (v->type->kind == IR_TY_PTR) return bc_contained(bc, v->tid, 0);
    return ir_ty_is_vec(v->type) ? bc_contained(bc, bc_contained(bc, v->tid, 0), 0) : 0;
}

static bool is_only_parameter(const IrType *type) { // and part of no other type
    return is_any_of(type->kind, IR_TY_LABEL, IR_TY_METADATA);
}

// ---- types ----

// The members or parameters from operand `from` on: ids into `x`, types into `*sub`. False after
// bc_fail, for types that have no values.
static bool members(Bc *bc, const Rec *r, uint32_t from, BcType *x, IrType ***sub) {
    x->n = r->op.n > from ? r->op.n - from : 0;
    x->sub = arena_array(bc->a, uint32_t, x->n);
    *sub = arena_array(bc->a, IrType *, x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        IrType *t = bc_type(bc, rec(r, from + i));
        if (!t) return false;
        bool parameter = is_any_of(r->code, TYP_FUNCTION, TYP_FUNCTION_OLD);
        bool never = is_any_of(t->kind, IR_TY_VOID, IR_TY_FUNC);
        if (never || (is_only_parameter(t) && !parameter))
            return bc_fail(bc, "bad member or parameter type") != NULL;
        x->sub[i] = (uint32_t)rec(r, from + i) + 1;
        (*sub)[i] = t;
    }
    return true;
}

// Record: packed, members. A named one takes the name of the STRUCT_NAME record before it.
static IrType *struct_type(Bc *bc, const Rec *r, BcType *x) {
    IrType **sub;
    if (!members(bc, r, 1, x, &sub)) return NULL;
    if (r->code == TYP_STRUCT_ANON) return ir_ty_struct(bc->m, x->n, sub, rec(r, 0) != 0);
    IrType *t = named(bc);
    ir_ty_set_body(bc->m, t, x->n, sub, rec(r, 0) != 0);
    return t;
}

// Record: vararg, (unused,) result, parameters.
static IrType *func_type(Bc *bc, const Rec *r, BcType *x) {
    uint32_t from = r->code == TYP_FUNCTION_OLD ? 2 : 1;
    IrType **sub,
        *ret = r->op.n > from ? bc_type(bc, rec(r, from)) : bc_fail(bc, "bad function type");
    if (!ret || !members(bc, r, from + 1, x, &sub)) return NULL;
    if (ret->kind == IR_TY_FUNC || is_only_parameter(ret)) return bc_fail(bc, "bad result type");
    x->elem = (uint32_t)rec(r, from) + 1;
    return ir_ty_func(bc->m, ret, x->n, sub, rec(r, 0) != 0);
}

// Record: number of elements, element type, [scalable].
static IrType *sequence(Bc *bc, const Rec *r, BcType *x) {
    IrType *type = bc_type(bc, rec(r, 1));
    if (!type) return NULL;
    x->elem = (uint32_t)rec(r, 1) + 1;
    if (r->code == TYP_ARRAY) {
        bool never = is_any_of(type->kind, IR_TY_VOID, IR_TY_FUNC);
        bool ok = !never && !is_only_parameter(type);
        return ok ? ir_ty_array(bc->m, type, rec(r, 0)) : bc_fail(bc, "bad array type");
    }
    bool ok = type->kind == IR_TY_INT || ir_ty_is_any_fp(type) || type->kind == IR_TY_PTR ||
              (type->kind == IR_TY_TARGET && type->sized);
    if (!ok || rec(r, 0) == 0 || rec(r, 0) > 1u << 20) return bc_fail(bc, "bad vector type");
    if (rec(r, 2)) return ir_ty_scalable(bc->m, type, rec(r, 0));
    return ir_ty_vector(bc->m, type, rec(r, 0));
}

// Record: pointee, address space.
static IrType *pointer(Bc *bc, const Rec *r, BcType *entry) {
    uint64_t as = rec(r, 1), to = rec(r, 0);
    if (as > 0xffffff) return bc_fail(bc, "bad address space");
    // pointees may come later in the table; what they are is looked at when needed
    entry->elem = to < UINT32_MAX ? (uint32_t)to + 1 : 0;
    const IrType *of = to < bc->type.n ? bc->type.at[to].t : NULL;
    bool bad = of && (of->kind == IR_TY_VOID || is_only_parameter(of));
    if (bad) return bc_fail(bc, "bad pointee type");
    return ir_ty_ptr(bc->m, (uint32_t)as);
}

// Record: number of types, types, integers.
static IrType *target_type(Bc *bc, const Rec *r, BcType *entry) {
    uint64_t n = rec(r, 0);
    if (r->op.n < 1 || n >= r->op.n) return bc_fail(bc, "bad target type");
    uint32_t nints = r->op.n - 1 - (uint32_t)n;
    IrType **sub = arena_array(bc->a, IrType *, n);
    uint32_t *ints = arena_array(bc->a, uint32_t, nints);
    for (uint64_t i = 0; i < n; i++) {
        if (!(sub[i] = bc_type(bc, rec(r, (uint32_t)i + 1)))) return NULL;
    }
    for (uint32_t i = 0; i < nints; i++) ints[i] = (uint32_t)rec(r, (uint32_t)n + 1 + i);
    return ir_ty_target(bc->m, bc->type_name, (uint32_t)n, sub, nints, ints);
}

static IrType *opaque(Bc *bc, const Rec *r, BcType *entry) {
    return named(bc);
}

static IrType *integer(Bc *bc, const Rec *r, BcType *entry) {
    uint64_t bits = rec(r, 0);
    if (bits == 0 || bits > 1u << 23) return bc_fail(bc, "bad integer type");
    return ir_ty_int(bc->m, (uint32_t)bits);
}

static IrType *opaque_pointer(Bc *bc, const Rec *r, BcType *entry) {
    if (rec(r, 0) > 0xffffff) return bc_fail(bc, "bad address space");
    return ir_ty_ptr(bc->m, (uint32_t)rec(r, 0));
}

static IrType *mmx(Bc *bc, const Rec *r, BcType *entry) { // as LLVM 20 reads it
    return ir_ty_vector(bc->m, bc->m->ty_i64, 1);
}

// The type of a record. `entry` gets what pointers in it point at.
static IrType *one_type(Bc *bc, const Rec *r, BcType *entry) {
    IrModule *module = bc->m;
    IrType *const plain[] = {
        [TYP_VOID] = module->ty_void,     [TYP_FLOAT] = module->ty_float,
        [TYP_DOUBLE] = module->ty_double, [TYP_LABEL] = module->ty_label,
        [TYP_HALF] = module->ty_half,     [TYP_FP128] = module->ty_fp128,
        [TYP_BFLOAT] = module->ty_bfloat, [TYP_METADATA] = module->ty_metadata};
    static const uint8_t others[] = {[TYP_X86_FP80] = IR_TY_X86_FP80,
                                     [TYP_PPC_FP128] = IR_TY_PPC_FP128,
                                     [TYP_TOKEN] = IR_TY_TOKEN,
                                     [TYP_X86_AMX] = IR_TY_X86_AMX};
    typedef IrType *Maker(Bc *, const Rec *, BcType *);
    static Maker *const makers[] = {[TYP_OPAQUE] = opaque,
                                    [TYP_INTEGER] = integer,
                                    [TYP_POINTER] = pointer,
                                    [TYP_OPAQUE_POINTER] = opaque_pointer,
                                    [TYP_ARRAY] = sequence,
                                    [TYP_VECTOR] = sequence,
                                    [TYP_X86_MMX] = mmx,
                                    [TYP_TARGET] = target_type,
                                    [TYP_STRUCT_ANON] = struct_type,
                                    [TYP_STRUCT_NAMED] = struct_type,
                                    [TYP_FUNCTION_OLD] = func_type,
                                    [TYP_FUNCTION] = func_type};
    uint32_t code = r->code;
    if (code < CU_COUNT(plain) && plain[code]) return plain[code];
    if (code < CU_COUNT(others) && others[code]) return ir_ty_other(module, others[code]);
    if (code < CU_COUNT(makers) && makers[code]) return makers[code](bc, r, entry);
    return bc_fail(bc, "type that the GPU does not have");
}

// Entries have ids in their order. References to later entries (of recursive structures) are met
// with structures in advance, which `named` completes.
bool bc_types(Bc *bc) {
    BlockMark mark;
    Rec r = {0};
    int k;
    if (bc->type.n) return bc_fail(bc, "second table of types") != NULL;
    if (!bits_enter(&bc->b, BLK_TYPES, &mark)) return false;
    while ((k = bits_next(&bc->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&bc->b);
        } else if (r.code == TYP_STRUCT_NAME) {
            bc->type_name = bc_text(bc, &r, 0);
        } else if (r.code == TYP_NUMENTRY) {
            bc->ntypes = (uint32_t)CU_MIN(rec(&r, 0), (bc->b.end - bc->b.pos) / 4);
        } else {
            BcType x = {0};
            x.t = one_type(bc, &r, &x);
            if (!x.t) return false;
            if (map_get(&bc->later, (uint64_t)bc->type.n + 1)) {
                return bc_fail(bc, "reference to a later type that is no structure") != NULL;
            }
            vec_push(bc->a, &bc->type, x);
            if (is_any_of(r.code, TYP_OPAQUE, TYP_STRUCT_NAMED, TYP_TARGET)) {
                bc->type_name = 0;
            }
        }
    }
    // from now on there are no later entries
    bc->ntypes = 0;
    MAP_FOREACH (e, &bc->later) {
        if (e->val) return bc_fail(bc, "type that does not exist") != NULL;
    }
    if (bc->relayout && !ir_types_relayout(bc->m)) {
        return bc_fail(bc, "a type contains itself") != NULL;
    }
    bc->m->named_types.n = 0; // in the order of the table
    for (uint32_t i = 0; i < bc->type.n; i++) {
        IrType *t = bc->type.at[i].t;
        if (t->kind == IR_TY_STRUCT && t->name) vec_push(&bc->m->arena, &bc->m->named_types, t);
    }
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}

// ---- attributes ----

// On functions these were flags before memory(...).
static const struct {
    uint8_t code, mem;
} old_memory[] = {{20, IR_MEM_NONE}, {21, IR_MEM_READ},  {52, IR_MEM_WRITE},
                  {45, IR_MEM_ARG},  {49, IR_MEM_INACC}, {50, IR_MEM_ARG | IR_MEM_INACC}};

// Adds an attribute without value. `fn`: it is a function's, where some old flags mean memory(...).
static const IrAttrSet *flag_attr(Bc *bc, const IrAttrSet *attrs, uint64_t code, bool fn) {
    for (size_t i = 0; fn && i < CU_COUNT(old_memory); i++) {
        if (code != old_memory[i].code) continue;
        uint64_t have = ir_attr_int(attrs, IR_ATTR_MEMORY, IR_MEM_ANY);
        return ir_attr_add_int(bc->m, attrs, IR_ATTR_MEMORY, have & old_memory[i].mem);
    }
    int a = bc_attr_of(code);
    if (!bc_attr_exists(code)) bc_fail(bc, "unknown attribute");
    if (a < 0) return attrs;
    if (a == IR_ATTR_UWTABLE) return ir_attr_add_text(bc->m, attrs, (IrAttr)a, 0);
    if (ir_attr_form[a] == IR_ATTR_FLAG) return ir_attr_add(bc->m, attrs, (IrAttr)a);
    // byval without a type: bc_attr_pointees finds it
    if (ir_attr_form[a] == IR_ATTR_TY) return ir_attr_add_type(bc->m, attrs, (IrAttr)a, NULL);
    return attrs;
}

// Adds an attribute with a number; the text of those that we keep as text.
static const IrAttrSet *int_attr(Bc *bc, const IrAttrSet *attrs, uint64_t code, uint64_t v) {
    int a = bc_attr_of(code);
    if (!bc_attr_exists(code)) bc_fail(bc, "unknown attribute");
    if (a >= 0 && ir_attr_form[a] == IR_ATTR_TEXT) {
        Buf b;
        buf_init(&b, bc->a);
        bc_attr_text((IrAttr)a, v, &b);
        return ir_attr_add_text(bc->m, attrs, (IrAttr)a, b.n ? atom_intern(bc->ctx, b.at, b.n) : 0);
    }
    if (code == 102 && (v & 0xff) == 0)
        return ir_attr_add(bc->m, attrs, IR_ATTR_NOCAPTURE); // captures
    if (a < 0 || ir_attr_form[a] != IR_ATTR_NUM) return attrs;
    if (a == IR_ATTR_ALIGN && (v == 0 || v > 1ull << 32 || (v & (v - 1)))) {
        bc_fail(bc, "bad alignment");
        return attrs;
    }
    return ir_attr_add_int(bc->m, attrs, (IrAttr)a, a == IR_ATTR_MEMORY ? v & IR_MEM_ANY : v);
}

// Adds an attribute with a type; attributes that we do not have are left out.
static const IrAttrSet *type_attr(Bc *bc, const IrAttrSet *attrs, uint64_t code, IrType *said) {
    int a = bc_attr_of(code);
    if (a < 0 || ir_attr_form[a] != IR_ATTR_TY) return attrs;
    return ir_attr_add_type(bc->m, attrs, (IrAttr)a, said);
}

// Characters up to a zero, which is passed.
static Atom cstring(Bc *bc, const Rec *r, uint32_t *at) {
    Buf b;
    buf_init(&b, bc->a);
    while (*at < r->op.n && (char)r->op.at[*at]) buf_putc(&b, (char)r->op.at[(*at)++]);
    ++*at;
    return b.n ? atom_intern(bc->ctx, b.at, b.n) : 0;
}

// [7, code, width, low, high] range(iN low, high)
// [8, code, n, width, (low, high)*] initializes((low, high), ...); wide ones are left out: hints.
static const IrAttrSet *ranges(Bc *bc, const IrAttrSet *attrs, const Rec *r, uint64_t kind,
                               uint32_t *at) {
    Buf out;
    buf_init(&out, bc->a);
    int a = bc_attr_of(rec(r, (*at)++));
    uint64_t n = kind == 8 ? rec(r, (*at)++) : 1, width = rec(r, (*at)++);
    for (uint64_t i = 0; i < n && *at < r->op.n; i++) {
        if (width > 64) {
            uint64_t counts = rec(r, (*at)++); // active words of both
            uint64_t words = (counts & UINT32_MAX) + (counts >> 32);
            *at = words < r->op.n - *at ? *at + (uint32_t)words : r->op.n;
            continue;
        }
        long long lo = rec_signed(rec(r, *at)), hi = rec_signed(rec(r, *at + 1));
        *at += 2;
        if (kind == 7) {
            buf_printf(&out, "i%u %lld, %lld", (unsigned)width, lo, hi);
        } else {
            buf_printf(&out, "%s(%lld, %lld)", out.n ? ", " : "", lo, hi);
        }
    }
    if (a < 0 || ir_attr_form[a] != IR_ATTR_TEXT || !out.n || width > 64) return attrs;
    return ir_attr_add_text(bc->m, attrs, (IrAttr)a, atom_intern(bc->ctx, out.at, out.n));
}

// Record: id, place, attributes; each begins with the kind of its form.
bool bc_attr_group(Bc *bc, const Rec *r) {
    const IrAttrSet *attrs = NULL;
    // the place of the function's own attributes
    bool fn = (uint32_t)rec(r, 1) == UINT32_MAX;
    uint32_t at = 2;
    if (r->code != 3) return true;
    if (r->op.n < 3) return bc_fail(bc, "bad attribute group") != NULL;
    while (at < r->op.n) {
        uint64_t kind = rec(r, at++), code;
        switch (kind) {
        case 0: attrs = flag_attr(bc, attrs, rec(r, at++), fn); break;
        case 1:
            code = rec(r, at++);
            attrs = int_attr(bc, attrs, code, rec(r, at++));
            break;
        case 3:
        case 4: {
            Atom key = cstring(bc, r, &at), value = kind == 4 ? cstring(bc, r, &at) : 0;
            attrs = ir_attr_add_str(bc->m, attrs, key, value);
            break;
        }
        case 5:
        case 6: {
            code = rec(r, at++);
            IrType *t = kind == 6 ? bc_type(bc, rec(r, at++)) : NULL;
            if (kind == 6 && !t) return false;
            attrs = type_attr(bc, attrs, code, t);
            break;
        }
        case 7:
        case 8: attrs = ranges(bc, attrs, r, kind, &at); break;
        default: return bc_fail(bc, "bad attribute group") != NULL;
        }
    }
    BcAttr *g = arena_new(bc->a, BcAttr);
    g->param = (uint32_t)rec(r, 1);
    g->set = attrs;
    map_put(&bc->groups, rec(r, 0) + 1, g);
    return !bc->b.error;
}

// LLVM 3.2 and before: a word of bits per place.
static const IrAttrSet *packed_attrs(Bc *bc, uint64_t v, bool fn) {
    static const uint8_t codes[] = {34, 24, 17, 5, 29, 18, 9,  3, 8,  20, 21, 14, 2, 19, 26,
                                    27, 0,  0,  0, 0,  0,  11, 0, 0,  7,  4,  0,  0, 0,  23,
                                    0,  15, 0,  6, 12, 28, 0,  0, 10, 22, 36, 35, 37};
    const IrAttrSet *s = NULL;
    uint64_t align = v >> 16 & 0xffff, bits = (v & (0xfffffull << 32)) >> 11 | (v & 0xffff);
    for (uint32_t k = 0; k < CU_COUNT(codes); k++) {
        if ((bits >> k & 1) && codes[k]) s = flag_attr(bc, s, codes[k], fn);
    }
    if (align && !(align & (align - 1))) s = int_attr(bc, s, 1, align);
    return s;
}

// A list is as long as its last parameter, which is charged to the budget.
static void add_place(Bc *bc, IrAttrList *l, uint32_t place, const IrAttrSet *attrs) {
    if (place != UINT32_MAX && (place > 1u << 20 || !bc_charge(bc, place))) return;
    ir_attrs_set(bc->m, l, place == UINT32_MAX ? IR_AT_FN : (int)place - 1, attrs);
}

// Records: 1 pairs of place and bits (packed_attrs), 2 group ids.
bool bc_attr_list(Bc *bc, const Rec *r) {
    IrAttrList list = {0};
    if (r->code == 1) {
        for (uint32_t i = 0; i + 1 < r->op.n; i += 2) {
            uint32_t place = (uint32_t)rec(r, i);
            add_place(bc, &list, place, packed_attrs(bc, rec(r, i + 1), place == UINT32_MAX));
        }
    } else if (r->code == 2) {
        for (uint32_t i = 0; i < r->op.n; i++) {
            const BcAttr *g = map_get(&bc->groups, r->op.at[i] + 1);
            if (!g) return bc_fail(bc, "attribute group that does not exist") != NULL;
            add_place(bc, &list, g->param, g->set);
        }
    } else {
        return true;
    }
    vec_push(bc->a, &bc->lists, list);
    return true;
}

// Attributes that a type cannot have were tolerated by older LLVMs.
void bc_attrs_fit(Bc *bc, const IrType *fty, IrAttrList *l) {
    l->ret = ir_attrs_fitting(bc->m, l->ret, fty->elem);
    for (uint32_t i = 0; i < l->n && i < fty->n; i++)
        l->param[i] = ir_attrs_fitting(bc->m, l->param[i], fty->sub[i]);
}

// Before LLVM 12 byval and its like took their type from the parameter's pointer.
void bc_attr_pointees(Bc *bc, uint32_t fty, IrAttrList *completed) {
    static const uint8_t typed[] = {IR_ATTR_BYVAL, IR_ATTR_SRET, IR_ATTR_INALLOCA};
    for (uint32_t i = 0; i < completed->n; i++) {
        for (uint32_t k = 0; k < CU_COUNT(typed); k++) {
            const IrAttrSet *s = completed->param[i];
            if (!ir_attr_has(s, typed[k]) || ir_attr_type(s, typed[k])) continue;
            uint32_t to = bc_contained(bc, bc_contained(bc, fty, i + 1), 0);
            IrType *t = to && to <= bc->type.n ? bc->type.at[to - 1].t : NULL;
            if (!t || !t->sized) continue;
            ir_attrs_set(bc->m, completed, (int)i, ir_attr_add_type(bc->m, s, typed[k], t));
        }
    }
}
