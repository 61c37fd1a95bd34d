// SPDX-License-Identifier: Apache-2.0
// Bitcode modules: types, attributes, globals, names; `ir_read_bitcode`. Reads LLVM 3.7 (explicit
// types in loads, calls and address computations) to 20, with typed or opaque pointers. Metadata
// and debug information are not kept yet; a module whose kernels are marked by nvvm.annotations
// only loses that mark.
#include "ir/bitread_int.h"

#include "ir/ir_diag.h"

void *bc_fail(Bc *c, const char *why) {
    return bits_fail(&c->b, why);
}

IrType *bc_type(Bc *c, uint64_t id) {
    return id < c->type.n ? c->type.at[id] : bc_fail(c, "type that does not exist");
}

// ---- types ----

static IrType *struct_type(Bc *c, const Rec *r, Atom name) {
    uint32_t n = r->op.n ? r->op.n - 1 : 0;
    IrType **sub = arena_array(c->a, IrType *, n);
    for (uint32_t i = 0; i < n; i++) {
        sub[i] = bc_type(c, rec(r, i + 1));
        if (!sub[i]) return NULL;
    }
    if (r->code == 18) return ir_ty_struct(c->m, n, sub, rec(r, 0) != 0);
    IrType *t = ir_ty_named(c->m, name);
    ir_ty_set_body(c->m, t, n, sub, rec(r, 0) != 0);
    return t;
}

static IrType *func_type(Bc *c, const Rec *r) { // vararg, result, parameters
    if (r->op.n < 2) return bc_fail(c, "bad function type");
    uint32_t n = r->op.n - 2;
    IrType *ret = bc_type(c, rec(r, 1)), **sub = arena_array(c->a, IrType *, n);
    for (uint32_t i = 0; ret && i < n; i++) {
        sub[i] = bc_type(c, rec(r, i + 2));
        if (!sub[i]) return NULL;
    }
    return ret ? ir_ty_func(c->m, ret, n, sub, rec(r, 0) != 0) : NULL;
}

static IrType *sequence(Bc *c, const Rec *r) {
    IrType *e = bc_type(c, rec(r, 1));
    if (!e) return NULL;
    if (r->code == 11) return ir_ty_array(c->m, e, rec(r, 0));
    bool ok = e->kind == IR_TY_INT || ir_ty_is_fp(e) || e->kind == IR_TY_PTR;
    if (!ok || rec(r, 0) == 0 || rec(r, 0) > 1u << 20) return bc_fail(c, "bad vector type");
    return ir_ty_vector(c->m, e, rec(r, 0));
}

static IrType *one_type(Bc *c, const Rec *r) {
    IrModule *m = c->m;
    switch (r->code) {
    case 2: return m->ty_void;
    case 3: return m->ty_float;
    case 4: return m->ty_double;
    case 5: return m->ty_label;
    case 6: return ir_ty_named(m, c->type_name);
    case 7:
        if (rec(r, 0) == 0 || rec(r, 0) > 1u << 23) return bc_fail(c, "bad integer type");
        return ir_ty_int(m, (uint32_t)rec(r, 0));
    case 8: return ir_ty_ptr(m, (uint32_t)rec(r, 1)); // the pointee is forgotten
    case 10: return m->ty_half;
    case 11:
    case 12: return sequence(c, r);
    case 14: return m->ty_fp128;
    case 16: return m->ty_metadata;
    case 18:
    case 20: return struct_type(c, r, c->type_name);
    case 21: return func_type(c, r);
    case 22: return m->ty_metadata; // token: only in what is refused or skipped
    case 23: return m->ty_bfloat;
    case 25: return ir_ty_ptr(m, (uint32_t)rec(r, 0));
    default: return bc_fail(c, "type that the GPU does not have");
    }
}

static Atom text(Bc *c, const Rec *r, uint32_t from) {
    uint32_t n = r->op.n > from ? r->op.n - from : 0;
    char *s = arena_alloc(c->a, n + 1, 1);
    for (uint32_t i = 0; i < n; i++) s[i] = (char)rec(r, from + i);
    return atom_intern(c->ctx, s, n);
}

static bool types(Bc *c) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (!bits_enter(&c->b, 17, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
        } else if (r.code == 19) {
            c->type_name = text(c, &r, 0);
        } else if (r.code != 1) {
            IrType *t = one_type(c, &r);
            if (!t) return false;
            vec_push(c->a, &c->type, t);
            if (r.code == 6 || r.code == 20) c->type_name = 0;
        }
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

// ---- attributes ----

static const struct {
    uint8_t code, attr;
} attr_codes[] = {{2, IR_ATTR_ALWAYSINLINE},  {4, IR_ATTR_INLINEHINT},    {5, IR_ATTR_INREG},
                  {6, IR_ATTR_MINSIZE},       {8, IR_ATTR_NEST},          {9, IR_ATTR_NOALIAS},
                  {10, IR_ATTR_NOBUILTIN},    {11, IR_ATTR_NOCAPTURE},    {12, IR_ATTR_NODUPLICATE},
                  {14, IR_ATTR_NOINLINE},     {17, IR_ATTR_NORETURN},     {18, IR_ATTR_NOUNWIND},
                  {19, IR_ATTR_OPTSIZE},      {20, IR_ATTR_READNONE},     {21, IR_ATTR_READONLY},
                  {22, IR_ATTR_RETURNED},     {24, IR_ATTR_SIGNEXT},      {34, IR_ATTR_ZEROEXT},
                  {36, IR_ATTR_COLD},         {37, IR_ATTR_OPTNONE},      {39, IR_ATTR_NONNULL},
                  {43, IR_ATTR_CONVERGENT},   {48, IR_ATTR_NORECURSE},    {52, IR_ATTR_WRITEONLY},
                  {53, IR_ATTR_SPECULATABLE}, {54, IR_ATTR_STRICTFP},     {60, IR_ATTR_IMMARG},
                  {61, IR_ATTR_WILLRETURN},   {62, IR_ATTR_NOFREE},       {63, IR_ATTR_NOSYNC},
                  {68, IR_ATTR_NOUNDEF},      {70, IR_ATTR_MUSTPROGRESS}, {71, IR_ATTR_NOCALLBACK},
                  {72, IR_ATTR_HOT}};

static const IrAttrSet *flag_attr(Bc *c, const IrAttrSet *s, uint64_t code, bool fn) {
    static const struct {
        uint8_t code, mem;
    } old[] = {{20, IR_MEM_NONE}, {21, IR_MEM_READ},  {52, IR_MEM_WRITE},
               {45, IR_MEM_ARG},  {49, IR_MEM_INACC}, {50, IR_MEM_ARG | IR_MEM_INACC}};
    for (size_t i = 0; fn && i < CU_COUNT(old); i++) {
        if (code != old[i].code) continue;
        uint64_t have = ir_attr_int(s, IR_ATTR_MEMORY, IR_MEM_ANY);
        return ir_attr_add_int(c->m, s, IR_ATTR_MEMORY, have & old[i].mem);
    }
    for (size_t i = 0; i < CU_COUNT(attr_codes); i++) {
        if (code == attr_codes[i].code) return ir_attr_add(c->m, s, attr_codes[i].attr);
    }
    return s; // those that only hint
}

static const IrAttrSet *int_attr(Bc *c, const IrAttrSet *s, uint64_t code, uint64_t v) {
    switch (code) {
    case 1: return v && v <= 1u << 30 ? ir_attr_add_int(c->m, s, IR_ATTR_ALIGN, v) : s;
    case 41: return ir_attr_add_int(c->m, s, IR_ATTR_DEREFERENCEABLE, v);
    case 42: return ir_attr_add_int(c->m, s, IR_ATTR_DEREFERENCEABLE_OR_NULL, v);
    case 86: return ir_attr_add_int(c->m, s, IR_ATTR_MEMORY, v & IR_MEM_ANY);
    default: return s;
    }
}

static Atom cstring(Bc *c, const Rec *r, uint32_t *at) {
    Buf b;
    buf_init(&b, c->a);
    while (*at < r->op.n && r->op.at[*at]) buf_putc(&b, (char)r->op.at[(*at)++]);
    ++*at;
    return b.n ? atom_intern(c->ctx, b.at, b.n) : 0;
}

static void group(Bc *c, const Rec *r) { // id, parameter, attributes
    const IrAttrSet *s = NULL;
    bool fn = (uint32_t)rec(r, 1) == UINT32_MAX;
    uint32_t at = 2;
    while (at < r->op.n) {
        uint64_t kind = rec(r, at++), code = 0;
        if (kind == 0) {
            s = flag_attr(c, s, rec(r, at++), fn);
        } else if (kind == 1) {
            code = rec(r, at++);
            s = int_attr(c, s, code, rec(r, at++));
        } else if (kind == 3 || kind == 4) {
            Atom key = cstring(c, r, &at), value = kind == 4 ? cstring(c, r, &at) : 0;
            s = ir_attr_add_str(c->m, s, key, value);
        } else if (kind == 5 || kind == 6) {
            code = rec(r, at++);
            IrType *t = kind == 6 ? bc_type(c, rec(r, at++)) : NULL;
            if (code == 3 && t) s = ir_attr_add_type(c->m, s, IR_ATTR_BYVAL, t);
            if (code == 29 && t) s = ir_attr_add_type(c->m, s, IR_ATTR_SRET, t);
        } else {
            break; // ranges and the like come last and only hint
        }
    }
    BcAttr *g = arena_new(c->a, BcAttr);
    g->param = (uint32_t)rec(r, 1);
    g->set = s;
    map_put(&c->groups, rec(r, 0) + 1, g);
}

static void attr_list(Bc *c, const Rec *r) {
    IrAttrList l = {0};
    for (uint32_t i = 0; i < r->op.n; i++) {
        const BcAttr *g = map_get(&c->groups, r->op.at[i] + 1);
        if (!g || (g->param != UINT32_MAX && g->param > 10000)) continue;
        int at = g->param == UINT32_MAX ? IR_AT_FN : (int)g->param - 1;
        ir_attrs_set(c->m, &l, at, g->set);
    }
    vec_push(c->a, &c->lists, l);
}

// A block whose records are all handed to one function.
static bool simple_block(Bc *c, uint32_t id, void (*fn)(Bc *, const Rec *)) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (!bits_enter(&c->b, id, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
        } else {
            fn(c, &r);
        }
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

// ---- globals ----

IrLinkage bc_linkage(uint64_t v) {
    static const uint8_t map[] = {IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_APPENDING,
                                  IR_INTERNAL,
                                  IR_LINKONCE,
                                  IR_EXTERNAL,
                                  IR_EXTERNAL,
                                  IR_EXTERN_WEAK,
                                  IR_COMMON,
                                  IR_PRIVATE,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE_ODR,
                                  IR_AVAILABLE_EXTERNALLY,
                                  IR_PRIVATE,
                                  IR_PRIVATE,
                                  IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE,
                                  IR_LINKONCE_ODR};
    return v < CU_COUNT(map) ? map[v] : IR_EXTERNAL;
}

static void add_global(Bc *c, IrGlobal *g, const Rec *r) {
    vec_push(c->a, &c->value, ((BcValue){.value = &g->v, .type = g->v.type}));
    vec_push(c->a, &c->by_id, g);
    vec_push(c->a, &c->names.off, rec(r, 0));
    vec_push(c->a, &c->names.len, c->version >= 2 ? rec(r, 1) : 0);
}

// What ir_var_place and ir_func_register do comes at the end, when names are known; until then the
// object has its type and can be referred to.
static bool global_var(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0;
    IrType *t = bc_type(c, rec(r, o));
    uint64_t bits = rec(r, o + 1);
    if (!t) return false;
    if (!(bits & 2)) return bc_fail(c, "variable of the oldest form") != NULL;
    IrGlobal *g = &arena_new(&c->m->arena, IrFunc)->g;
    g->v.kind = IR_C_VAR;
    g->v.type = ir_ty_ptr(c->m, (uint32_t)(bits >> 2));
    g->m = c->m;
    g->vty = t;
    g->constant = bits & 1;
    g->linkage = (uint8_t)bc_linkage(rec(r, o + 3));
    g->align = rec(r, o + 4) ? 1u << ((rec(r, o + 4) - 1) & 31) : 0;
    uint64_t sec = rec(r, o + 5);
    if (sec && sec <= c->sections.n) g->section = c->sections.at[sec - 1];
    g->visibility = (uint8_t)(rec(r, o + 6) % 3);
    g->unnamed_addr = (uint8_t)(rec(r, o + 8) % 3);
    g->externally_initialized = rec(r, o + 9) & 1;
    add_global(c, g, r);
    vec_push(c->a, &c->inits.var, g);
    vec_push(c->a, &c->inits.init, (uint32_t)rec(r, o + 2));
    return true;
}

static bool function(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0;
    IrType *t = bc_type(c, rec(r, o));
    if (!t) return false;
    if (t->kind != IR_TY_FUNC) return bc_fail(c, "function of no function type") != NULL;
    IrFunc *f = arena_new(&c->m->arena, IrFunc);
    ir_func_init(c->m, f, t, bc_linkage(rec(r, o + 3)));
    f->cc = (uint32_t)rec(r, o + 1);
    uint64_t attrs = rec(r, o + 4), al = rec(r, o + 5), sec = rec(r, o + 6);
    if (attrs && attrs <= c->lists.n) f->attrs = c->lists.at[attrs - 1];
    if (f->attrs.n) {
        f->attrs.param = arena_copy(&c->m->arena, f->attrs.param, f->attrs.n * sizeof(void *), 8);
    }
    f->g.align = al ? 1u << ((al - 1) & 31) : 0;
    if (sec && sec <= c->sections.n) f->g.section = c->sections.at[sec - 1];
    f->g.visibility = (uint8_t)(rec(r, o + 7) % 3);
    f->g.unnamed_addr = (uint8_t)(rec(r, o + 9) % 3);
    add_global(c, &f->g, r);
    if (!rec(r, o + 2)) vec_push(c->a, &c->bodies, f);
    return true;
}

static void symbol(Bc *c, const Rec *r) { // of the module's value symbol table
    uint64_t id = rec(r, 0);
    uint32_t from = r->code == 3 ? 2 : 1; // FNENTRY has an offset
    if ((r->code == 1 || r->code == 3) && id < c->by_id.n && r->op.n > from) {
        c->by_id.at[id]->v.name = text(c, r, from);
    }
}

static bool module_record(Bc *c, const Rec *r) {
    switch (r->code) {
    case 1: c->version = (uint32_t)rec(r, 0); return true;
    case 2: c->m->triple = text(c, r, 0); return true;
    case 3:
        c->m->datalayout = text(c, r, 0);
        c->m->short_ptr_as =
            strstr(atom_str(c->ctx, c->m->datalayout), "p3:32") ? 1u << IR_AS_SHARED : 0;
        return true;
    case 4: vec_push(&c->m->arena, &c->m->module_asm, text(c, r, 0)); return true;
    case 5: vec_push(c->a, &c->sections, text(c, r, 0)); return true;
    case 7: return global_var(c, r);
    case 8: return function(c, r);
    case 9:
    case 14:
    case 17: return bc_fail(c, "aliases in bitcode are not supported") != NULL;
    case 16: c->m->source_name = text(c, r, 0); return true;
    default: return true;
    }
}

static bool module_block(Bc *c) {
    BlockMark m;
    Rec r = {0};
    int k;
    bool ok = bits_enter(&c->b, 8, &m);
    while (ok && (k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_RECORD) {
            ok = module_record(c, &r);
            continue;
        }
        switch (r.code) {
        case 0: {
            BlockMark info;
            ok = bits_enter(&c->b, 0, &info);
            break;
        }
        case 9: ok = simple_block(c, 9, attr_list); break;
        case 10: ok = simple_block(c, 10, group); break;
        case 11: ok = bc_constants(c); break;
        case 12: ok = bc_function(c); break;
        case 14: ok = simple_block(c, 14, symbol); break;
        case 17: ok = types(c); break;
        default: bits_skip(&c->b);
        }
    }
    for (uint32_t i = 0; ok && i < c->inits.var.n; i++) {
        IrGlobal *g = c->inits.var.at[i];
        if (!c->inits.init.at[i]) continue;
        g->init = bc_const(c, c->inits.init.at[i] - 1);
        ok = g->init != NULL;
        if (ok && g->init->v.type != g->vty) ok = bc_fail(c, "initialiser of another type") != NULL;
    }
    if (ok) bits_leave(&c->b, &m);
    return ok && !c->b.error;
}

static void finish(Bc *c) { // names, and entry into the module
    for (uint32_t i = 0; i < c->by_id.n; i++) {
        IrGlobal *g = c->by_id.at[i];
        uint64_t off = c->names.off.at[i], len = c->names.len.at[i];
        Atom name = g->v.name;
        if (c->version >= 2 && len && off <= c->nstrtab && len <= c->nstrtab - off) {
            name = atom_intern(c->ctx, c->strtab + off, len);
        }
        if (g->v.kind == IR_C_FUNC) {
            ir_func_register(c->m, (IrFunc *)g, name);
            if (ir_is_decl((IrFunc *)g)) ir_intrin_adopt(c->m, (IrFunc *)g);
        } else {
            IrGlobal old = *g;
            ir_var_place(c->m, g, name, old.vty, old.v.type->as, old.linkage);
            if (old.align) g->align = old.align;
        }
    }
    ir_intrin_settle(c->m);
    ir_upgrade(c->m);
}

static void strtab(Bc *c, const Rec *r) {
    if (r->code != 1 || !r->blob) return;
    c->strtab = (const char *)r->blob;
    c->nstrtab = r->nblob;
}

static bool top_level(Bc *c) {
    Rec r = {0};
    bool seen = false;
    while (!c->b.error && c->b.end - c->b.pos >= 64) {
        int k = bits_next(&c->b, &r);
        if (k != BITS_BLOCK) break;
        if (r.code == 8 && !seen) {
            seen = true;
            if (!module_block(c)) return false;
        } else if (r.code == 23) {
            if (!simple_block(c, 23, strtab)) return false;
        } else {
            bits_skip(&c->b);
        }
    }
    if (!seen) bc_fail(c, "no module in it");
    return seen && !c->b.error;
}

bool ir_is_bitcode(const void *data, size_t n) {
    const uint8_t *p = data;
    return n >= 4 && ((p[0] == 'B' && p[1] == 'C' && p[2] == 0xC0 && p[3] == 0xDE) ||
                      (p[0] == 0xDE && p[1] == 0xC0 && p[2] == 0x17 && p[3] == 0x0B));
}

IrModule *ir_read_bitcode(Ctx *ctx, const char *name, const void *data, size_t n) {
    Arena tmp;
    arena_init(&tmp, ctx, "ir-bitcode");
    Bc c = {.ctx = ctx, .a = &tmp, .m = ir_module_new(ctx, atom_cstr(ctx, name))};
    const uint8_t *p = data;
    c.b = (Bits){.ctx = ctx, .a = &tmp, .data = p, .width = 2};
    map_init(&c.b.info, &tmp);
    map_init(&c.groups, &tmp);
    if (n >= 20 && p[0] == 0xDE) { // wrapper: magic, version, offset, size, cpu
        uint32_t off, size;
        memcpy(&off, p + 8, 4);
        memcpy(&size, p + 12, 4);
        if (off <= n && size <= n - off) {
            c.b.data = p + off;
            n = size;
        }
    }
    c.b.pos = 32;
    c.b.end = (uint64_t)n * 8;
    bool ok = ir_is_bitcode(c.b.data, n) && n % 4 == 0 ? top_level(&c)
                                                       : bc_fail(&c, "no bitcode") != NULL;
    if (ok) finish(&c);
    IrModule *m = c.m;
    if (!ok) {
        diag(ctx, &ir_diag_rows[D_ir_bitcode], 0, name, c.b.error ? c.b.error : "damaged");
        ir_module_free(m);
        m = NULL;
    }
    arena_free(&tmp);
    return m;
}
