// SPDX-License-Identifier: Apache-2.0
// Bitcode's type table and attributes. The pointee types of old dialects are kept by number: see
// BcType.
#include "ir/bitread_int.h"

IrType *bc_type(Bc *c, uint64_t id) {
    if (id < c->type.n) return c->type.at[id].t;
    if (id >= c->ntypes) return bc_fail(c, "type that does not exist");
    // within the table only a named structure can come later
    void **slot = map_slot(&c->later, id + 1);
    if (!*slot) *slot = ir_ty_named(c->m, 0);
    return *slot;
}

// The structure for this entry: one that was referred to, or a new one.
static IrType *named(Bc *c) {
    IrType *t = map_get(&c->later, (uint64_t)c->type.n + 1);
    if (!t) return ir_ty_named(c->m, c->type_name);
    map_put(&c->later, (uint64_t)c->type.n + 1, NULL);
    c->relayout = true;
    if (!c->type_name) return t;
    Map *names = &c->m->intern->named;
    map_put(names, t->name, NULL);
    t->name = ir_unique_name(c->m, names, c->type_name);
    map_put(names, t->name, t);
    return t;
}

uint32_t bc_contained(const Bc *c, uint32_t tid, uint32_t i) {
    if (!tid || tid > c->type.n) return 0;
    const BcType *t = &c->type.at[tid - 1];
    switch (t->t->kind) {
    case IR_TY_STRUCT: return i < t->n ? t->sub[i] : 0;
    case IR_TY_FUNC: return i == 0 ? t->elem : i <= t->n ? t->sub[i - 1] : 0;
    default: return t->elem;
    }
}

uint32_t bc_pointee(const Bc *c, uint64_t id) {
    if (id >= c->value.n) return 0;
    const BcValue *v = &c->value.at[id];
    if (v->ptee) return v->ptee;
    if (v->type->kind == IR_TY_PTR) return bc_contained(c, v->tid, 0);
    return ir_ty_is_vec(v->type) ? bc_contained(c, bc_contained(c, v->tid, 0), 0) : 0;
}

// ---- types ----

static bool members(Bc *c, const Rec *r, uint32_t from, BcType *x, IrType ***sub) {
    x->n = r->op.n > from ? r->op.n - from : 0;
    x->sub = arena_array(c->a, uint32_t, x->n);
    *sub = arena_array(c->a, IrType *, x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        IrType *t = bc_type(c, rec(r, from + i));
        if (!t) return false;
        uint8_t k = t->kind;
        bool bad = k == IR_TY_VOID || k == IR_TY_FUNC ||
                   (r->code != TYP_FUNCTION && r->code != TYP_FUNCTION_OLD &&
                    (k == IR_TY_LABEL || k == IR_TY_METADATA));
        if (bad) return bc_fail(c, "bad member or parameter type") != NULL;
        x->sub[i] = (uint32_t)rec(r, from + i) + 1;
        (*sub)[i] = t;
    }
    return true;
}

static IrType *struct_type(Bc *c, const Rec *r, BcType *x) {
    IrType **sub;
    if (!members(c, r, 1, x, &sub)) return NULL;
    if (r->code == TYP_STRUCT_ANON) return ir_ty_struct(c->m, x->n, sub, rec(r, 0) != 0);
    IrType *t = named(c);
    ir_ty_set_body(c->m, t, x->n, sub, rec(r, 0) != 0);
    return t;
}

static IrType *func_type(Bc *c, const Rec *r, BcType *x) { // vararg, (unused,) result, parameters
    uint32_t from = r->code == TYP_FUNCTION_OLD ? 2 : 1;
    IrType **sub,
        *ret = r->op.n > from ? bc_type(c, rec(r, from)) : bc_fail(c, "bad function type");
    if (!ret || !members(c, r, from + 1, x, &sub)) return NULL;
    if (ret->kind == IR_TY_FUNC || ret->kind == IR_TY_LABEL || ret->kind == IR_TY_METADATA) {
        return bc_fail(c, "bad result type");
    }
    x->elem = (uint32_t)rec(r, from) + 1;
    return ir_ty_func(c->m, ret, x->n, sub, rec(r, 0) != 0);
}

static IrType *sequence(Bc *c, const Rec *r, BcType *x) {
    IrType *e = bc_type(c, rec(r, 1));
    if (!e) return NULL;
    x->elem = (uint32_t)rec(r, 1) + 1;
    if (r->code == TYP_ARRAY) {
        bool ok = e->kind != IR_TY_VOID && e->kind != IR_TY_FUNC && e->kind != IR_TY_LABEL &&
                  e->kind != IR_TY_METADATA;
        return ok ? ir_ty_array(c->m, e, rec(r, 0)) : bc_fail(c, "bad array type");
    }
    bool ok = e->kind == IR_TY_INT || ir_ty_is_any_fp(e) || e->kind == IR_TY_PTR ||
              (e->kind == IR_TY_TARGET && e->sized);
    if (!ok || rec(r, 0) == 0 || rec(r, 0) > 1u << 20) return bc_fail(c, "bad vector type");
    if (rec(r, 2)) return ir_ty_scalable(c->m, e, rec(r, 0));
    return ir_ty_vector(c->m, e, rec(r, 0));
}

static IrType *pointer(Bc *c, const Rec *r, BcType *x) {
    uint64_t as = rec(r, 1), to = rec(r, 0);
    if (as > 0xffffff) return bc_fail(c, "bad address space");
    // pointees may come later in the table; what they are is looked at when needed
    x->elem = to < UINT32_MAX ? (uint32_t)to + 1 : 0;
    if (to < c->type.n) {
        uint8_t k = c->type.at[to].t->kind;
        if (k == IR_TY_VOID || k == IR_TY_LABEL || k == IR_TY_METADATA) {
            return bc_fail(c, "bad pointee type");
        }
    }
    return ir_ty_ptr(c->m, (uint32_t)as);
}

static IrType *target_type(Bc *c, const Rec *r) { // number of types, types, integers
    uint64_t n = rec(r, 0);
    if (r->op.n < 1 || n >= r->op.n) return bc_fail(c, "bad target type");
    uint32_t nints = r->op.n - 1 - (uint32_t)n;
    IrType **sub = arena_array(c->a, IrType *, n);
    uint32_t *ints = arena_array(c->a, uint32_t, nints);
    for (uint64_t i = 0; i < n; i++) {
        if (!(sub[i] = bc_type(c, rec(r, (uint32_t)i + 1)))) return NULL;
    }
    for (uint32_t i = 0; i < nints; i++) ints[i] = (uint32_t)rec(r, (uint32_t)n + 1 + i);
    return ir_ty_target(c->m, c->type_name, (uint32_t)n, sub, nints, ints);
}

static IrType *one_type(Bc *c, const Rec *r, BcType *x) {
    IrModule *m = c->m;
    switch (r->code) {
    case TYP_VOID: return m->ty_void;
    case TYP_FLOAT: return m->ty_float;
    case TYP_DOUBLE: return m->ty_double;
    case TYP_LABEL: return m->ty_label;
    case TYP_OPAQUE: return named(c);
    case TYP_INTEGER:
        if (rec(r, 0) == 0 || rec(r, 0) > 1u << 23) return bc_fail(c, "bad integer type");
        return ir_ty_int(m, (uint32_t)rec(r, 0));
    case TYP_POINTER: return pointer(c, r, x);
    case TYP_HALF: return m->ty_half;
    case TYP_ARRAY:
    case TYP_VECTOR: return sequence(c, r, x);
    case TYP_X86_FP80: return ir_ty_other(m, IR_TY_X86_FP80);
    case TYP_FP128: return m->ty_fp128;
    case TYP_PPC_FP128: return ir_ty_other(m, IR_TY_PPC_FP128);
    case TYP_X86_MMX: return ir_ty_vector(m, m->ty_i64, 1); // as LLVM 20 reads it
    case TYP_TOKEN: return ir_ty_other(m, IR_TY_TOKEN);
    case TYP_X86_AMX: return ir_ty_other(m, IR_TY_X86_AMX);
    case TYP_TARGET: return target_type(c, r);
    case TYP_METADATA: return m->ty_metadata;
    case TYP_STRUCT_ANON:
    case TYP_STRUCT_NAMED: return struct_type(c, r, x);
    case TYP_FUNCTION_OLD:
    case TYP_FUNCTION: return func_type(c, r, x);
    case TYP_BFLOAT: return m->ty_bfloat;
    case TYP_OPAQUE_POINTER:
        if (rec(r, 0) > 0xffffff) return bc_fail(c, "bad address space");
        return ir_ty_ptr(m, (uint32_t)rec(r, 0));
    default: return bc_fail(c, "type that the GPU does not have");
    }
}

bool bc_types(Bc *c) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (c->type.n) return bc_fail(c, "second table of types") != NULL;
    if (!bits_enter(&c->b, BLK_TYPES, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
        } else if (r.code == TYP_STRUCT_NAME) {
            c->type_name = bc_text(c, &r, 0);
        } else if (r.code == TYP_NUMENTRY) {
            c->ntypes = (uint32_t)CU_MIN(rec(&r, 0), (c->b.end - c->b.pos) / 4);
        } else {
            BcType x = {0};
            x.t = one_type(c, &r, &x);
            if (!x.t) return false;
            if (map_get(&c->later, (uint64_t)c->type.n + 1)) {
                return bc_fail(c, "reference to a later type that is no structure") != NULL;
            }
            vec_push(c->a, &c->type, x);
            if (r.code == TYP_OPAQUE || r.code == TYP_STRUCT_NAMED || r.code == TYP_TARGET) {
                c->type_name = 0;
            }
        }
    }
    c->ntypes = 0;
    MAP_FOREACH (e, &c->later) {
        if (e->val) return bc_fail(c, "type that does not exist") != NULL;
    }
    if (c->relayout && !ir_types_relayout(c->m)) {
        return bc_fail(c, "a type contains itself") != NULL;
    }
    c->m->named_types.n = 0; // in the order of the table
    for (uint32_t i = 0; i < c->type.n; i++) {
        IrType *t = c->type.at[i].t;
        if (t->kind == IR_TY_STRUCT && t->name) vec_push(&c->m->arena, &c->m->named_types, t);
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

// ---- attributes ----

// On functions these were flags before memory(...).
static const struct {
    uint8_t code, mem;
} old_memory[] = {{20, IR_MEM_NONE}, {21, IR_MEM_READ},  {52, IR_MEM_WRITE},
                  {45, IR_MEM_ARG},  {49, IR_MEM_INACC}, {50, IR_MEM_ARG | IR_MEM_INACC}};

static const IrAttrSet *flag_attr(Bc *c, const IrAttrSet *s, uint64_t code, bool fn) {
    for (size_t i = 0; fn && i < CU_COUNT(old_memory); i++) {
        if (code != old_memory[i].code) continue;
        uint64_t have = ir_attr_int(s, IR_ATTR_MEMORY, IR_MEM_ANY);
        return ir_attr_add_int(c->m, s, IR_ATTR_MEMORY, have & old_memory[i].mem);
    }
    int a = bc_attr_of(code);
    if (!bc_attr_exists(code)) bc_fail(c, "unknown attribute");
    if (a < 0) return s;
    if (a == IR_ATTR_UWTABLE) return ir_attr_add_text(c->m, s, (IrAttr)a, 0);
    if (ir_attr_form[a] == IR_ATTR_FLAG) return ir_attr_add(c->m, s, (IrAttr)a);
    // byval without a type: bc_attr_pointees finds it
    if (ir_attr_form[a] == IR_ATTR_TY) return ir_attr_add_type(c->m, s, (IrAttr)a, NULL);
    return s;
}

static const IrAttrSet *int_attr(Bc *c, const IrAttrSet *s, uint64_t code, uint64_t v) {
    int a = bc_attr_of(code);
    if (!bc_attr_exists(code)) bc_fail(c, "unknown attribute");
    if (a >= 0 && ir_attr_form[a] == IR_ATTR_TEXT) {
        Buf b;
        buf_init(&b, c->a);
        bc_attr_text((IrAttr)a, v, &b);
        return ir_attr_add_text(c->m, s, (IrAttr)a, b.n ? atom_intern(c->ctx, b.at, b.n) : 0);
    }
    if (code == 102 && (v & 0xff) == 0) return ir_attr_add(c->m, s, IR_ATTR_NOCAPTURE); // captures
    if (a < 0 || ir_attr_form[a] != IR_ATTR_NUM) return s;
    if (a == IR_ATTR_ALIGN && (v == 0 || v > 1ull << 32 || (v & (v - 1)))) {
        bc_fail(c, "bad alignment");
        return s;
    }
    return ir_attr_add_int(c->m, s, (IrAttr)a, a == IR_ATTR_MEMORY ? v & IR_MEM_ANY : v);
}

static const IrAttrSet *type_attr(Bc *c, const IrAttrSet *s, uint64_t code, IrType *t) {
    int a = bc_attr_of(code);
    if (a < 0 || ir_attr_form[a] != IR_ATTR_TY) return s;
    return ir_attr_add_type(c->m, s, (IrAttr)a, t);
}

static Atom cstring(Bc *c, const Rec *r, uint32_t *at) {
    Buf b;
    buf_init(&b, c->a);
    while (*at < r->op.n && (char)r->op.at[*at]) buf_putc(&b, (char)r->op.at[(*at)++]);
    ++*at;
    return b.n ? atom_intern(c->ctx, b.at, b.n) : 0;
}

// [7, code, width, low, high] range(iN low, high)
// [8, code, n, width, (low, high)*] initializes((low, high), ...); wide ones are left out: hints.
static const IrAttrSet *ranges(Bc *c, const IrAttrSet *s, const Rec *r, uint64_t kind,
                               uint32_t *at) {
    Buf b;
    buf_init(&b, c->a);
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
            buf_printf(&b, "i%u %lld, %lld", (unsigned)width, lo, hi);
        } else {
            buf_printf(&b, "%s(%lld, %lld)", b.n ? ", " : "", lo, hi);
        }
    }
    if (a < 0 || ir_attr_form[a] != IR_ATTR_TEXT || !b.n || width > 64) return s;
    return ir_attr_add_text(c->m, s, (IrAttr)a, atom_intern(c->ctx, b.at, b.n));
}

bool bc_attr_group(Bc *c, const Rec *r) { // id, place, attributes
    const IrAttrSet *s = NULL;
    bool fn = (uint32_t)rec(r, 1) == UINT32_MAX;
    uint32_t at = 2;
    if (r->code != 3) return true;
    if (r->op.n < 3) return bc_fail(c, "bad attribute group") != NULL;
    while (at < r->op.n) {
        uint64_t kind = rec(r, at++), code;
        switch (kind) {
        case 0: s = flag_attr(c, s, rec(r, at++), fn); break;
        case 1:
            code = rec(r, at++);
            s = int_attr(c, s, code, rec(r, at++));
            break;
        case 3:
        case 4: {
            Atom key = cstring(c, r, &at), value = kind == 4 ? cstring(c, r, &at) : 0;
            s = ir_attr_add_str(c->m, s, key, value);
            break;
        }
        case 5:
        case 6: {
            code = rec(r, at++);
            IrType *t = kind == 6 ? bc_type(c, rec(r, at++)) : NULL;
            if (kind == 6 && !t) return false;
            s = type_attr(c, s, code, t);
            break;
        }
        case 7:
        case 8: s = ranges(c, s, r, kind, &at); break;
        default: return bc_fail(c, "bad attribute group") != NULL;
        }
    }
    BcAttr *g = arena_new(c->a, BcAttr);
    g->param = (uint32_t)rec(r, 1);
    g->set = s;
    map_put(&c->groups, rec(r, 0) + 1, g);
    return !c->b.error;
}

// LLVM 3.2 and before: a word of bits per place.
static const IrAttrSet *packed_attrs(Bc *c, uint64_t v, bool fn) {
    static const uint8_t codes[] = {34, 24, 17, 5, 29, 18, 9,  3, 8,  20, 21, 14, 2, 19, 26,
                                    27, 0,  0,  0, 0,  0,  11, 0, 0,  7,  4,  0,  0, 0,  23,
                                    0,  15, 0,  6, 12, 28, 0,  0, 10, 22, 36, 35, 37};
    const IrAttrSet *s = NULL;
    uint64_t align = v >> 16 & 0xffff, bits = (v & (0xfffffull << 32)) >> 11 | (v & 0xffff);
    for (uint32_t k = 0; k < CU_COUNT(codes); k++) {
        if ((bits >> k & 1) && codes[k]) s = flag_attr(c, s, codes[k], fn);
    }
    if (align && !(align & (align - 1))) s = int_attr(c, s, 1, align);
    return s;
}

static void add_place(Bc *c, IrAttrList *l, uint32_t place, const IrAttrSet *s) {
    if (place != UINT32_MAX && (place > 1u << 20 || !bc_charge(c, place))) return;
    ir_attrs_set(c->m, l, place == UINT32_MAX ? IR_AT_FN : (int)place - 1, s);
}

bool bc_attr_list(Bc *c, const Rec *r) {
    IrAttrList l = {0};
    if (r->code == 1) {
        for (uint32_t i = 0; i + 1 < r->op.n; i += 2) {
            uint32_t place = (uint32_t)rec(r, i);
            add_place(c, &l, place, packed_attrs(c, rec(r, i + 1), place == UINT32_MAX));
        }
    } else if (r->code == 2) {
        for (uint32_t i = 0; i < r->op.n; i++) {
            const BcAttr *g = map_get(&c->groups, r->op.at[i] + 1);
            if (!g) return bc_fail(c, "attribute group that does not exist") != NULL;
            add_place(c, &l, g->param, g->set);
        }
    } else {
        return true;
    }
    vec_push(c->a, &c->lists, l);
    return true;
}

void bc_attrs_fit(Bc *c, const IrType *fty, IrAttrList *l) {
    l->ret = ir_attrs_fitting(c->m, l->ret, fty->elem);
    for (uint32_t i = 0; i < l->n && i < fty->n; i++)
        l->param[i] = ir_attrs_fitting(c->m, l->param[i], fty->sub[i]);
}

void bc_attr_pointees(Bc *c, uint32_t fty, IrAttrList *l) {
    static const uint8_t typed[] = {IR_ATTR_BYVAL, IR_ATTR_SRET, IR_ATTR_INALLOCA};
    for (uint32_t i = 0; i < l->n; i++) {
        for (uint32_t k = 0; k < CU_COUNT(typed); k++) {
            const IrAttrSet *s = l->param[i];
            if (!ir_attr_has(s, typed[k]) || ir_attr_type(s, typed[k])) continue;
            uint32_t to = bc_contained(c, bc_contained(c, fty, i + 1), 0);
            IrType *t = to && to <= c->type.n ? c->type.at[to - 1].t : NULL;
            if (!t || !t->sized) continue;
            ir_attrs_set(c->m, l, (int)i, ir_attr_add_type(c->m, s, typed[k], t));
        }
    }
}
