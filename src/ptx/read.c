// SPDX-License-Identifier: Apache-2.0
// The PTX reader: modules, declarations, function bodies (PTX ISA chapters 5 and 11).
// Nested scopes keep their scope_begin/scope_end pseudo instructions; registers declared in them
// become registers of the function (renamed when the name is taken), variables stay where they
// are declared (declvar). A label that is not defined in its scope belongs to the outer one.
#include "ptx/ptx_int.h"

#define MAX_VAR_BYTES (1ull << 32)

// ---- scopes ------------------------------------------------------------------------------------

Bind *rd_bind(Reader *r, BindKind k, Atom name, uint32_t id) {
    void **slot = map_slot(k == BIND_GROUP ? &r->groups : &r->env, name);
    Bind *b = arena_new(r->arena, Bind);
    *b = (Bind){.kind = (uint8_t)k,
                .depth = (uint16_t)r->depth,
                .id = id,
                .name = name,
                .at = r->op_at,
                .outer = *slot};
    b->next = r->scope[r->depth];
    r->scope[r->depth] = b;
    *slot = b;
    return b;
}

static bool taken(Reader *r, Atom name) {
    Bind *b = rd_lookup(r, name);
    if (!b || b->depth != r->depth) return false;
    rd_error(r, PTXD_redeclared, atom_str(r->ctx, name));
    return true;
}

static void scope_push(Reader *r) {
    r->scope[++r->depth] = NULL;
}

static void scope_pop(Reader *r) {
    Bind *list = r->scope[r->depth];
    r->depth--;
    for (Bind *b = list; b; b = b->next)
        map_put(b->kind == BIND_GROUP ? &r->groups : &r->env, b->name, b->outer);
    for (Bind *b = list; b; b = b->next) {
        if (b->kind != BIND_LABEL || b->defined) continue;
        if (r->depth == 0) {
            r->op_at = b->at;
            rd_error(r, PTXD_bad_label, atom_str(r->ctx, b->name));
        } else { // the outer scope's label of that name, now or later
            uint32_t outer = rd_label(r, b->name, false);
            map_put(&r->label_alias, b->id, (void *)(uintptr_t)(outer + 1));
        }
    }
}

static uint32_t resolve_label(Reader *r, uint32_t l) {
    for (uintptr_t a; (a = (uintptr_t)map_get(&r->label_alias, l)) != 0;) l = (uint32_t)a - 1;
    return l;
}

static void resolve_labels(Reader *r) {
    if (!r->label_alias.n) return;
    VEC_FOREACH (PtxOpnd, o, &r->f->opnd) {
        if (o->kind == PTXO_LABEL) o->id = resolve_label(r, o->id);
    }
    VEC_FOREACH (PtxTargets, t, &r->f->targets) {
        for (uint32_t i = 0; !t->calls && i < t->target.n; i++) {
            t->target.at[i] = resolve_label(r, t->target.at[i]);
        }
    }
}

// ---- declarations ------------------------------------------------------------------------------

static bool read_type(Reader *r, uint8_t *out) {
    uintptr_t t = r->tok.kind == TK_DOT ? (uintptr_t)map_get(&r->types, r->tok.atom) : 0;
    if (!t) {
        rd_error(r, PTXD_bad_type, rd_tok_text(r));
        return false;
    }
    *out = (uint8_t)t;
    rd_next(r);
    return true;
}

static bool space_of(Reader *r, uint8_t *out) {
    static const struct {
        const char *word;
        uint8_t space;
    } table[] = {{"global", PTXS_GLOBAL}, {"shared", PTXS_SHARED}, {"local", PTXS_LOCAL},
                 {"const", PTXS_CONST},   {"param", PTXS_PARAM},   {"reg", PTXS_REG},
                 {"tex", PTXS_GLOBAL}};
    if (r->tok.kind != TK_DOT) return false;
    for (uint32_t i = 0; i < CU_COUNT(table); i++) {
        if (!rd_is(r, table[i].word)) continue;
        *out = table[i].space;
        return true;
    }
    return false;
}

static uint32_t read_align(Reader *r) {
    rd_next(r);
    int64_t a = rd_const(r);
    if (a < 1 || a > 1 << 20 || a & (a - 1)) {
        rd_error(r, PTXD_bad_number, "of an alignment");
        return 1;
    }
    return (uint32_t)a;
}

static void read_ptr(Reader *r, PtxVar *v) {
    v->ptr = true;
    rd_next(r);
    while (r->tok.kind == TK_DOT) {
        if (rd_is(r, "align")) {
            v->ptr_align = read_align(r);
        } else if (space_of(r, &v->ptr_space)) {
            rd_next(r);
        } else {
            break;
        }
    }
}

static void read_attribute(Reader *r, PtxVar *v) {
    rd_next(r);
    rd_expect(r, '(');
    while (r->tok.kind != TK_END && !rd_punct(r, ')')) {
        if (rd_is(r, "managed")) v->managed = true;
        rd_next(r);
    }
    rd_expect(r, ')');
}

// [.align N] [.v2] .type [.ptr ...] between the state space and the name
static bool read_var_type(Reader *r, PtxVar *v) {
    for (;;) {
        if (rd_is(r, "align")) {
            v->align = read_align(r);
        } else if (rd_is(r, "attribute")) {
            read_attribute(r, v);
        } else if (rd_is(r, "v2") || rd_is(r, "v4")) {
            v->vec = rd_is(r, "v2") ? 2 : 4;
            rd_next(r);
        } else {
            break;
        }
    }
    if (!read_type(r, &v->type)) return false;
    if (r->tok.kind == TK_DOT && rd_is(r, "ptr")) read_ptr(r, v); // it may be a name too
    return true;
}

static void read_dims(Reader *r, PtxVar *v) {
    VEC(uint64_t) dim = {0};
    v->count = 1;
    while (rd_accept(r, '[')) {
        v->is_array = true;
        int64_t n = 0;
        if (rd_punct(r, ']')) {
            v->unsized = true;
        } else {
            n = rd_const(r);
            if (n < 0 || (n && v->count > MAX_VAR_BYTES / (uint64_t)n)) {
                rd_error(r, PTXD_too_large, "array");
                n = 1;
            }
            v->count *= (uint64_t)n;
        }
        vec_push(r->arena, &dim, (uint64_t)n);
        if (dim.n > 16) {
            rd_error(r, PTXD_too_large, "array");
            break;
        }
        rd_expect(r, ']');
    }
    v->ndim = dim.n;
    v->dim = dim.n > 1 ? dim.at : NULL;
}

// ---- initialisers ------------------------------------------------------------------------------

typedef struct {
    Reader *r;
    PtxVar *v;
    uint64_t off, size; // next byte, bytes of the variable (0 while unsized)
    uint64_t es;        // element size
    uint64_t cap;
    uint32_t depth;
} Init;

static bool init_room(Init *in) {
    if (in->off + in->es > (in->size ? in->size : MAX_VAR_BYTES)) {
        rd_error(in->r, PTXD_bad_init, "too many values");
        return false;
    }
    if (in->off + in->es > in->cap) {
        uint64_t cap = CU_MAX(in->cap * 2, in->off + in->es + 64);
        uint8_t *p = arena_zalloc(in->r->arena, cap, 16);
        if (in->off) memcpy(p, in->v->init, in->off);
        in->v->init = p;
        in->cap = cap;
    }
    return true;
}

static void init_put(Init *in, uint64_t bits) {
    if (!init_room(in)) return;
    for (uint64_t i = 0; i < in->es; i++) in->v->init[in->off + i] = (uint8_t)(bits >> (8 * i));
    in->off += in->es;
    in->v->ninit = in->off;
}

// name, name+4, generic(name)+4
static void init_symbol(Init *in, uint8_t size, uint8_t shift) {
    Reader *r = in->r;
    PtxReloc rel = {.off = (uint32_t)in->off, .size = size, .shift = shift};
    if (rd_is(r, "generic")) {
        rd_next(r);
        rel.generic = true;
        rd_expect(r, '(');
    }
    Bind *b = r->tok.kind == TK_ID ? rd_lookup(r, r->tok.atom) : NULL;
    if (!b || b->kind != BIND_SYM) {
        rd_error(r, PTXD_undeclared, rd_tok_text(r));
        rd_next(r);
        return;
    }
    rel.sym = b->id;
    rd_next(r);
    if (rel.generic) rd_expect(r, ')');
    if (rd_punct(r, '+') || rd_punct(r, '-')) rel.addend = rd_const(r);
    if (!init_room(in)) return;
    vec_push(r->arena, &in->v->reloc, rel);
    in->off += in->es;
    in->v->ninit = in->off;
}

static void init_float(Init *in) {
    Reader *r = in->r;
    bool neg = rd_accept(r, '-');
    if (!neg) rd_accept(r, '+');
    uint64_t bits = (uint64_t)r->tok.ival;
    double d = 0;
    if (r->tok.kind == TK_INT) {
        d = (double)r->tok.ival;
    } else if (r->tok.is_f32) {
        uint32_t w = (uint32_t)bits;
        float s;
        memcpy(&s, &w, 4);
        d = (double)s;
    } else {
        memcpy(&d, &bits, 8);
    }
    if (neg) d = -d;
    if (in->v->type == PTX_F32) {
        float s = (float)d;
        uint32_t w;
        memcpy(&w, &s, 4);
        bits = r->tok.is_f32 && !neg ? (uint32_t)bits : w;
    } else {
        memcpy(&bits, &d, 8);
    }
    init_put(in, bits);
    rd_next(r);
}

static void init_value(Init *in) {
    Reader *r = in->r;
    if (rd_punct(r, '{')) {
        if (++in->depth > 8) {
            rd_error(r, PTXD_too_deep);
            r->p = r->end;
        }
        rd_next(r);
        // an inner brace starts at a multiple of its row, which flat data keep by themselves
        while (r->tok.kind != TK_END && !rd_punct(r, '}')) {
            const char *at = r->tok.at;
            init_value(in);
            if (!rd_accept(r, ',') && !rd_punct(r, '}')) rd_expect(r, '}');
            if (r->tok.at == at) rd_next(r);
        }
        in->depth--;
        rd_expect(r, '}');
        return;
    }
    if (r->tok.kind == TK_ID && !rd_is(r, "WARP_SZ")) {
        init_symbol(in, (uint8_t)in->es, 0);
        return;
    }
    char kind = ptx_types[in->v->type].kind;
    if (kind == 'f' || r->tok.kind == TK_FLT) {
        init_float(in);
        return;
    }
    int64_t v = rd_const(r);
    if (rd_accept(r, '(')) { // mask: 0xFF00(name)
        uint8_t shift = 0;
        while (shift < 56 && !((uint64_t)v >> shift & 0xff)) shift += 8;
        init_symbol(in, 1, shift);
        rd_expect(r, ')');
        return;
    }
    init_put(in, (uint64_t)v);
}

static void read_init(Reader *r, PtxVar *v) {
    Init in = {.r = r, .v = v, .size = v->unsized ? 0 : ptx_var_size(v)};
    in.es = CU_MAX(1u, ptx_type_bits((PtxType)v->type) / 8);
    v->has_init = true;
    if (ptx_types[v->type].kind == 'o') { // sampler settings: no meaning here
        while (r->tok.kind != TK_END && !rd_punct(r, ';')) rd_next(r);
        return;
    }
    init_value(&in);
    if (v->unsized && v->ndim == 1) {
        v->unsized = false;
        v->count = in.off / in.es / CU_MAX(1u, v->vec);
    }
}

// ---- registers and variables -------------------------------------------------------------------

// Registers of nested scopes get a name that is free in the function.
static Atom unique_reg_name(Reader *r, Atom name) {
    Atom a = name;
    for (uint32_t i = 1; map_get(&r->reg_names, a); i++) {
        a = atom_printf(r->ctx, "%s_s%u_", atom_str(r->ctx, name), (unsigned)(r->reg_names.n + i));
    }
    map_put(&r->reg_names, a, r);
    return a;
}

// .reg .v4 .f32 v: one register for each element, v_x v_y v_z v_w.
static void read_vector_reg(Reader *r, Atom name, PtxType type, uint32_t n) {
    uint32_t first = r->f->reg.n;
    for (uint32_t i = 0; i < n; i++) {
        Atom e = atom_printf(r->ctx, "%s_%c", atom_str(r->ctx, name), "xyzw"[i]);
        ptx_newreg_named(r->f, type, unique_reg_name(r, e));
    }
    rd_bind(r, BIND_VREG, name, first)->count = n;
}

static void read_regs(Reader *r) {
    uint8_t type;
    rd_next(r);
    uint32_t vec = rd_is(r, "v2") ? 2 : rd_is(r, "v4") ? 4 : 0;
    if (vec) rd_next(r);
    if (!read_type(r, &type)) {
        rd_skip_statement(r);
        return;
    }
    do {
        if (r->tok.kind != TK_ID) {
            rd_expect(r, ';');
            return;
        }
        Atom name = r->tok.atom;
        rd_next(r);
        if (vec) {
            if (!taken(r, name)) read_vector_reg(r, name, (PtxType)type, vec);
        } else if (rd_accept(r, '<')) {
            int64_t n = r->tok.kind == TK_INT ? r->tok.ival : 0; // not an expression: 'a > b'
            rd_next(r);
            rd_expect(r, '>');
            if (n < 0 || n > 1 << 28) rd_error(r, PTXD_too_large, "register count");
            Bind *b = map_get(&r->groups, name);
            if (b && b->depth == r->depth) {
                rd_error(r, PTXD_redeclared, atom_str(r->ctx, name));
                continue;
            }
            b = rd_bind(r, BIND_GROUP, name, 0);
            b->type = type;
            b->count = (uint32_t)CU_MIN(CU_MAX(n, 0), 1 << 28);
            b->prefix = unique_reg_name(r, name);
            b->reg = arena_new(r->arena, Map);
            map_init(b->reg, r->arena);
        } else if (!taken(r, name)) {
            PtxReg reg = ptx_newreg_named(r->f, (PtxType)type, unique_reg_name(r, name));
            rd_bind(r, BIND_REG, name, reg);
        }
    } while (rd_accept(r, ','));
    rd_expect(r, ';');
}

// Variables of a state space, at module level or in a function.
static void read_vars(Reader *r, uint8_t space, uint8_t linkage) {
    PtxVar proto = {.space = space, .linkage = linkage, .pos = r->tok.line};
    rd_next(r);
    if (!read_var_type(r, &proto)) {
        rd_skip_statement(r);
        return;
    }
    do {
        PtxVar v = proto;
        if (r->tok.kind != TK_ID) {
            rd_expect(r, ';');
            return;
        }
        v.name = r->tok.atom;
        rd_next(r);
        uint32_t copies = 1;
        if (rd_accept(r, '<')) {
            rd_error(r, PTXD_expected, "one variable", "'<'");
            while (copies && r->tok.kind != TK_END && !rd_accept(r, '>')) rd_next(r);
        }
        read_dims(r, &v);
        if (rd_accept(r, '=')) read_init(r, &v);
        if (!r->f) {
            Bind *b = rd_lookup(r, v.name);
            if (b && !(b->kind == BIND_SYM && ptx_sym_var(r->m, b->id))) {
                rd_error(r, PTXD_redeclared, atom_str(r->ctx, v.name));
                continue;
            }
            uint32_t id = ptx_add_var(r->m, &v);
            if (!b) rd_bind(r, BIND_SYM, v.name, id);
        } else if (!taken(r, v.name)) {
            uint32_t id = ptx_newvar(r->f, &v);
            rd_bind(r, BIND_VAR, v.name, id);
            ptx_emit_(r->f, PTXI_declvar, 0, 0, 0, (PtxOpnd){.id = id});
        }
    } while (rd_accept(r, ','));
    rd_expect(r, ';');
}

// ---- functions ---------------------------------------------------------------------------------

// ( .param .type name, ... ); names are bound by the caller
static void read_params(Reader *r, PtxFunc *f, void *list_) {
    VEC(uint32_t) *list = list_;
    if (!rd_accept(r, '(')) return;
    while (r->tok.kind != TK_END && !rd_punct(r, ')')) {
        PtxVar v = {.pos = r->tok.line};
        if (!space_of(r, &v.space) || (v.space != PTXS_PARAM && v.space != PTXS_REG)) {
            rd_error(r, PTXD_expected, ".param", rd_tok_text(r));
            break;
        }
        rd_next(r);
        if (!read_var_type(r, &v)) break;
        if (r->tok.kind == TK_ID) {
            v.name = r->tok.atom;
            rd_next(r);
        }
        read_dims(r, &v);
        vec_push(r->arena, list, ptx_newvar(f, &v));
        if (!rd_punct(r, ')') && !rd_expect(r, ',')) break;
    }
    if (!rd_accept(r, ')')) {
        rd_error(r, PTXD_expected, "')'", rd_tok_text(r));
        while (r->tok.kind != TK_END && !rd_punct(r, '{') && !rd_punct(r, ';')) rd_next(r);
    }
}

static void read_triple(Reader *r, uint32_t *out) {
    rd_next(r);
    for (uint32_t i = 0; i < 3; i++) out[i] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        out[i] = (uint32_t)rd_const(r);
        if (!rd_accept(r, ',')) break;
    }
}

static void read_pragma(Reader *r, PtxFunc *f, bool in_body) {
    do {
        rd_next(r);
        if (r->tok.kind != TK_STR) break;
        Atom a = atom_intern(r->ctx, r->tok.at, (size_t)(r->tok.end - r->tok.at));
        uint32_t line = r->tok.line;
        rd_next(r);
        if (in_body) {
            uint32_t i = ptx_emit_(f, PTXI_pragma, 0, 0, 0, (PtxOpnd){.id = a});
            f->inst.at[i].pos = line;
        } else if (f) {
            vec_push(r->arena, &f->dir.pragma, a);
        }
    } while (rd_punct(r, ','));
    rd_expect(r, ';');
}

static void read_directives(Reader *r, PtxFunc *f) {
    PtxDirectives *d = &f->dir;
    while (r->tok.kind == TK_DOT) {
        static const struct {
            const char *word;
            uint32_t offset;
        } number[] = {{"minnctapersm", offsetof(PtxDirectives, minnctapersm)},
                      {"maxnctapersm", offsetof(PtxDirectives, maxnctapersm)},
                      {"maxnreg", offsetof(PtxDirectives, maxnreg)},
                      {"maxclusterrank", offsetof(PtxDirectives, maxclusterrank)}},
          triple[] = {{"maxntid", offsetof(PtxDirectives, maxntid)},
                      {"reqntid", offsetof(PtxDirectives, reqntid)},
                      {"reqnctapercluster", offsetof(PtxDirectives, reqnctapercluster)}};
        bool done = false;
        for (uint32_t i = 0; i < CU_COUNT(number) && !done; i++) {
            if (!rd_is(r, number[i].word)) continue;
            rd_next(r);
            *(uint32_t *)(void *)((char *)d + number[i].offset) = (uint32_t)rd_const(r);
            done = true;
        }
        for (uint32_t i = 0; i < CU_COUNT(triple) && !done; i++) {
            if (!rd_is(r, triple[i].word)) continue;
            read_triple(r, (uint32_t *)(void *)((char *)d + triple[i].offset));
            done = true;
        }
        if (done) continue;
        if (rd_is(r, "pragma")) {
            read_pragma(r, f, false);
        } else if (rd_is(r, "noreturn")) {
            d->noreturn = true;
            rd_next(r);
        } else if (rd_is(r, "blocksareclusters")) {
            d->blocksareclusters = true;
            rd_next(r);
        } else if (rd_is(r, "explicitcluster")) {
            d->explicitcluster = true;
            rd_next(r);
        } else if (rd_is(r, "abi_preserve") || rd_is(r, "abi_preserve_control")) {
            rd_next(r); // of how many registers
            if (r->tok.kind == TK_INT) rd_next(r);
        } else {
            rd_error(r, PTXD_unknown_directive, rd_tok_text(r));
            rd_next(r);
        }
    }
}

static void bind_params(Reader *r, PtxFunc *f) {
    for (uint32_t i = 0; i < f->var.n; i++) {
        PtxVar *v = &f->var.at[i];
        if (!v->name || taken(r, v->name)) continue;
        if (v->space == PTXS_REG) { // a parameter that is a register: the register of its name
            PtxReg reg = ptx_newreg_named(f, (PtxType)v->type, v->name);
            map_put(&r->reg_names, v->name, r);
            rd_bind(r, BIND_REG, v->name, reg);
        } else {
            rd_bind(r, BIND_VAR, v->name, i);
        }
    }
}

static void read_function(Reader *r, bool entry, uint8_t linkage) {
    PtxFunc tmp = {.mod = r->m, .arena = r->arena, .entry = entry, .linkage = linkage};
    tmp.pos = r->tok.line;
    rd_next(r);
    if (rd_is(r, "attribute")) {
        PtxVar ignore = {0};
        read_attribute(r, &ignore);
    }
    if (!entry) read_params(r, &tmp, &tmp.sig.ret);
    if (r->tok.kind != TK_ID) {
        rd_error(r, PTXD_expected, "a function name", rd_tok_text(r));
        rd_skip_statement(r);
        return;
    }
    tmp.name = r->tok.atom;
    rd_next(r);
    read_params(r, &tmp, &tmp.sig.param);
    read_directives(r, &tmp);
    Bind *b = rd_lookup(r, tmp.name);
    if (b && !(b->kind == BIND_SYM && ptx_sym_func(r->m, b->id))) {
        rd_error(r, PTXD_redeclared, atom_str(r->ctx, tmp.name));
        b = NULL;
    }
    uint32_t id = ptx_add_func(r->m, tmp.name, entry, r->arena);
    if (!b) rd_bind(r, BIND_SYM, tmp.name, id);
    PtxFunc *f = ptx_sym_func(r->m, id);
    if (!f) return;
    if (rd_accept(r, ';') || !rd_punct(r, '{')) {
        if (!f->has_body && !f->var.n) {
            tmp.index = f->index;
            *f = tmp;
        }
        return;
    }
    if (f->has_body) rd_error(r, PTXD_redeclared, atom_str(r->ctx, tmp.name));
    tmp.index = f->index;
    tmp.forward = entry && b;
    if (!tmp.linkage) tmp.linkage = f->linkage == PTXL_EXTERN ? PTXL_NONE : f->linkage;
    *f = tmp;
    f->has_body = true;
    f->def = ++r->m->ndef;
    r->f = f;
    map_init(&r->reg_names, r->arena);
    map_init(&r->label_alias, r->arena);
    scope_push(r);
    bind_params(r, f);
    rd_next(r);
    rd_body(r);
    rd_expect(r, '}');
    scope_pop(r);
    resolve_labels(r);
    r->f = NULL;
}

// ---- bodies ------------------------------------------------------------------------------------

static void read_loc(Reader *r) {
    uint32_t line = r->line, at = r->tok.line;
    PtxOpnd o[8] = {{0}};
    uint32_t n = 3;
    rd_next(r);
    for (uint32_t i = 0; i < 3; i++) o[i] = ptx_o_int(rd_const(r));
    if (r->line == line && rd_accept(r, ',') && rd_is(r, "function_name")) {
        n = 8;
        rd_next(r);
        o[3] = ptx_o_label(ptx_newlabel(r->f, r->tok.atom)); // a label of a debug section
        rd_next(r);
        o[4] = ptx_o_int(rd_accept(r, '+') ? rd_const(r) : 0);
        rd_accept(r, ',');
        if (rd_is(r, "inlined_at")) rd_next(r);
        for (uint32_t i = 5; i < 8; i++) o[i] = ptx_o_int(rd_const(r));
    }
    uint32_t i = ptx_emit(r->f, PTXI_loc, 0, 0, 0, n, o);
    r->f->inst.at[i].pos = at;
}

static void read_file(Reader *r) {
    PtxFile f = {0};
    rd_next(r);
    f.index = (uint32_t)rd_const(r);
    if (r->tok.kind == TK_STR) {
        f.name = atom_intern(r->ctx, r->tok.at, (size_t)(r->tok.end - r->tok.at));
        rd_next(r);
    }
    if (rd_accept(r, ',')) {
        f.has_stamp = true;
        f.time = (uint64_t)rd_const(r);
        if (rd_accept(r, ',')) f.size = (uint64_t)rd_const(r);
    }
    vec_push(r->arena, &r->m->file, f);
}

// NAME: .branchtargets A, B;  NAME: .calltargets f, g;  NAME: .callprototype (..) _ (..);
static void read_named_list(Reader *r, Atom name) {
    uint32_t label = rd_label(r, name, true);
    if (rd_is(r, "callprototype")) {
        PtxSig sig = {0};
        rd_next(r);
        read_params(r, r->f, &sig.ret);
        rd_next(r); // _
        read_params(r, r->f, &sig.param);
        while (r->tok.kind == TK_DOT) {
            sig.noreturn |= rd_is(r, "noreturn");
            rd_next(r);
            if (r->tok.kind == TK_INT) rd_next(r);
        }
        vec_push(r->arena, &r->f->protosig, sig);
        PtxProto p = {.label = label, .sig = r->f->protosig.n - 1};
        vec_push(r->arena, &r->f->proto, p);
        ptx_emit_(r->f, PTXI_proto, 0, 0, 0, ptx_o_int(r->f->proto.n - 1));
    } else {
        PtxTargets t = {.label = label, .calls = rd_is(r, "calltargets")};
        rd_next(r);
        do {
            if (r->tok.kind != TK_ID) break;
            Bind *b = rd_lookup(r, r->tok.atom);
            uint32_t id = t.calls ? (b ? b->id : 0) : rd_label(r, r->tok.atom, false);
            if (t.calls && (!b || b->kind != BIND_SYM)) {
                rd_error(r, PTXD_undeclared, rd_tok_text(r));
            } else {
                vec_push(r->arena, &t.target, id);
            }
            rd_next(r);
        } while (rd_accept(r, ','));
        vec_push(r->arena, &r->f->targets, t);
        ptx_emit_(r->f, PTXI_targets, 0, 0, 0, ptx_o_int(r->f->targets.n - 1));
    }
    rd_expect(r, ';');
}

static void body_directive(Reader *r) {
    uint8_t space;
    if (space_of(r, &space)) {
        if (space == PTXS_REG) {
            read_regs(r);
        } else {
            read_vars(r, space, PTXL_NONE);
        }
    } else if (rd_is(r, "loc")) {
        read_loc(r);
    } else if (rd_is(r, "pragma")) {
        read_pragma(r, r->f, true);
    } else if (rd_is(r, "file")) {
        read_file(r);
    } else {
        rd_error(r, PTXD_unknown_directive, rd_tok_text(r));
        rd_skip_statement(r);
    }
}

static uint32_t read_guard(Reader *r) {
    rd_next(r);
    bool neg = rd_accept(r, '!');
    PtxReg reg = 0;
    if (r->tok.kind != TK_ID || !rd_reg_of(r, r->tok.atom, &reg) ||
        r->f->reg.at[reg].type != PTX_PRED) {
        rd_error(r, PTXD_expected, "a predicate", rd_tok_text(r));
        if (r->tok.kind == TK_ID) rd_next(r);
        return 0;
    }
    rd_next(r);
    return (reg + 1) | (neg ? PTX_GUARD_NOT : 0);
}

static void read_statement(Reader *r) {
    uint32_t line = r->tok.line;
    if (r->tok.kind == TK_DOT) {
        body_directive(r);
        return;
    }
    if (rd_accept(r, ';')) return;
    uint32_t guard = rd_punct(r, '@') ? read_guard(r) : 0;
    if (r->tok.kind != TK_ID) {
        rd_error(r, PTXD_expected, "an instruction", rd_tok_text(r));
        rd_skip_statement(r);
        if (r->tok.kind == TK_PUNCT && !rd_punct(r, '}') && !rd_punct(r, '{')) rd_next(r);
        return;
    }
    Atom name = r->tok.atom;
    const char *p = r->tok.end;
    while (p < r->end && (*p == ' ' || *p == '\t')) p++;
    if (!guard && p < r->end && *p == ':' && !(p + 1 < r->end && p[1] == ':')) {
        rd_next(r);
        rd_next(r);
        if (rd_is(r, "branchtargets") || rd_is(r, "calltargets") || rd_is(r, "callprototype")) {
            read_named_list(r, name);
        } else {
            uint32_t l = rd_label(r, name, true);
            ptx_emit_(r->f, PTXI_label, 0, 0, 0, ptx_o_label(l));
        }
        return;
    }
    rd_statement(r, rd_opcode(r), guard, line);
}

void rd_body(Reader *r) {
    uint32_t base = r->depth;
    while (r->tok.kind != TK_END) {
        if (rd_punct(r, '{')) {
            if (r->depth >= PTX_MAX_SCOPE) {
                rd_error(r, PTXD_too_deep);
                r->p = r->end;
            } else {
                scope_push(r);
                ptx_emit(r->f, PTXI_scope_begin, 0, 0, 0, 0, NULL);
            }
            rd_next(r);
        } else if (rd_punct(r, '}')) {
            if (r->depth == base) return;
            scope_pop(r);
            ptx_emit(r->f, PTXI_scope_end, 0, 0, 0, 0, NULL);
            rd_next(r);
        } else {
            read_statement(r);
        }
    }
    if (r->depth != base) rd_error(r, PTXD_unterminated, "block");
    while (r->depth > base) scope_pop(r);
}

// ---- modules -----------------------------------------------------------------------------------

static void read_version(Reader *r) {
    rd_next(r);
    double v = 0;
    if (r->tok.kind == TK_FLT) memcpy(&v, &r->tok.ival, 8);
    bool good = v >= 1.0 && v <= 9.9;
    if (!(v > 0 && v < 100)) {
        rd_error(r, PTXD_expected, "a PTX version", rd_tok_text(r));
    } else if (!good) {
        int tenths = (int)(v * 10 + 0.5);
        rd_error(r, PTXD_bad_version, tenths / 10, tenths % 10);
    }
    r->m->version = good ? (uint32_t)(v * 10 + 0.5) : 0;
    rd_next(r);
}

static void read_target(Reader *r) {
    do {
        rd_next(r);
        const char *s = r->tok.kind == TK_ID ? atom_str(r->ctx, r->tok.atom) : "";
        if (strncmp(s, "sm_", 3) == 0) {
            uint32_t sm = 0;
            const char *p = s + 3;
            for (; *p >= '0' && *p <= '9' && sm < 10000; p++) sm = sm * 10 + (uint32_t)(*p - '0');
            r->m->sm = sm;
            r->m->sm_suffix = *p;
            if (!sm || (*p && ((*p != 'a' && *p != 'f') || p[1])))
                rd_error(r, PTXD_bad_target, rd_tok_text(r));
        } else if (strcmp(s, "debug") == 0) {
            r->m->debug = true;
        } else if (strncmp(s, "texmode_", 8) != 0 && strcmp(s, "map_f64_to_f32") != 0) {
            rd_error(r, PTXD_bad_target, rd_tok_text(r));
        }
        if (r->tok.kind == TK_ID) rd_next(r);
    } while (rd_punct(r, ','));
}

static void read_alias(Reader *r) {
    rd_next(r);
    Atom name = r->tok.atom, of = 0;
    rd_next(r);
    rd_expect(r, ',');
    if (r->tok.kind == TK_ID) of = r->tok.atom;
    Bind *b = of ? rd_lookup(r, of) : NULL;
    if (!b || b->kind != BIND_SYM || !ptx_sym_func(r->m, b->id) || of == name) {
        rd_error(r, PTXD_undeclared, rd_tok_text(r));
    } else {
        uint32_t id = ptx_add_alias(r->m, name, b->id);
        if (!rd_lookup(r, name)) rd_bind(r, BIND_SYM, name, id);
    }
    rd_next(r);
    rd_expect(r, ';');
}

static uint8_t read_linkage(Reader *r) {
    static const char *const word[] = {"", "visible", "extern", "weak", "common"};
    uint8_t l = PTXL_NONE;
    for (uint8_t i = 1; i < CU_COUNT(word); i++) {
        if (!rd_is(r, word[i])) continue;
        l = i;
        rd_next(r);
    }
    return l;
}

static void read_toplevel(Reader *r) {
    uint8_t space;
    if (r->tok.kind != TK_DOT) {
        if (rd_accept(r, ';')) return;
        if (r->tok.kind == TK_ID && r->tok.end - r->tok.at > 1 && *r->tok.at == '@') return;
        rd_error(r, PTXD_expected, "a directive", rd_tok_text(r));
        const char *at = r->tok.at;
        rd_skip_statement(r);
        if (r->tok.at == at) rd_next(r);
        return;
    }
    const char *from = r->tok.at;
    uint8_t linkage = read_linkage(r);
    if (rd_is(r, "entry") || rd_is(r, "func")) {
        read_function(r, rd_is(r, "entry"), linkage);
    } else if (space_of(r, &space) && space != PTXS_REG && space != PTXS_PARAM) {
        read_vars(r, space, linkage);
    } else if (rd_is(r, "version")) {
        read_version(r);
    } else if (rd_is(r, "target")) {
        read_target(r);
    } else if (rd_is(r, "address_size")) {
        rd_next(r);
        if (r->tok.kind != TK_INT || r->tok.ival != 64)
            rd_error(r, PTXD_expected, "an address size of 64", rd_tok_text(r));
        r->m->address_size = (uint32_t)rd_const(r);
    } else if (rd_is(r, "file")) {
        read_file(r);
    } else if (rd_is(r, "section")) {
        vec_push(r->arena, &r->m->section, rd_raw_section(r, from));
    } else if (rd_is(r, "alias")) {
        read_alias(r);
    } else if (rd_is(r, "pragma")) {
        read_pragma(r, NULL, false);
    } else {
        rd_error(r, PTXD_unknown_directive, rd_tok_text(r));
        const char *at = r->tok.at;
        rd_next(r);
        if (r->tok.at != at) rd_skip_statement(r);
    }
}

static void reader_init(Reader *r, Ctx *ctx, Arena *a, const char *name, const char *text, size_t n,
                        bool quiet) {
    *r = (Reader){
        .ctx = ctx, .arena = a, .name = name, .text = text, .p = text, .line = 1, .quiet = quiet};
    r->end = text + n;
    map_init(&r->env, a);
    map_init(&r->groups, a);
    map_init(&r->reg_names, a);
    map_init(&r->label_alias, a);
    rd_index_rows(r);
}

PtxModule *ptx_read(Ctx *ctx, Arena *a, const char *name, const char *text, size_t n) {
    Reader *r = arena_new(a, Reader);
    if (n && text[n - 1] == 0) n--;
    reader_init(r, ctx, a, name, text, n, false);
    r->m = ptx_module_new(ctx, a);
    r->m->version = 0;
    rd_next(r);
    if (!rd_is(r, "version")) rd_error(r, PTXD_no_version);
    while (r->tok.kind != TK_END) read_toplevel(r);
    return r->nerr ? NULL : r->m;
}

// Inline assembly is read by one reader per function, which learns the names that are new.
static Reader *asm_reader(PtxFunc *f) {
    Reader *r = f->asm_reader;
    if (!r) {
        r = f->asm_reader = arena_new(f->arena, Reader);
        reader_init(r, f->mod->ctx, f->arena, "inline asm", "", 0, true);
        r->m = f->mod;
        r->in_asm = true;
    }
    for (; r->nsym < f->mod->sym.n; r->nsym++) {
        rd_bind(r, BIND_SYM, f->mod->sym.at[r->nsym].name, r->nsym);
    }
    for (; r->nvar < f->var.n; r->nvar++) {
        if (f->var.at[r->nvar].name) rd_bind(r, BIND_VAR, f->var.at[r->nvar].name, r->nvar);
    }
    for (; r->nreg < f->reg.n; r->nreg++) {
        const PtxRegInfo *info = &f->reg.at[r->nreg];
        const char *s = atom_str(r->ctx, info->prefix);
        Atom full = info->prefix;
        if (info->num != UINT32_MAX) full = atom_printf(r->ctx, "%s%u", s, info->num);
        rd_bind(r, BIND_REG, full, r->nreg);
        map_put(&r->reg_names, info->prefix, r);
    }
    return r;
}

bool ptx_read_asm(PtxFunc *f, const char *text, size_t n) {
    Reader *r = asm_reader(f);
    PtxFunc save = *f;
    r->f = f;
    r->text = r->p = text;
    r->end = text + n;
    r->line = 1;
    r->nerr = 0;
    r->expr_depth = 0;
    map_init(&r->label_alias, r->arena);
    scope_push(r);
    rd_next(r);
    rd_body(r);
    if (r->tok.kind != TK_END) rd_error(r, PTXD_expected, "an instruction", rd_tok_text(r));
    scope_pop(r);
    resolve_labels(r);
    if (r->nerr) *f = save;
    return r->nerr == 0;
}
