// SPDX-License-Identifier: Apache-2.0
// The module linker: copies what one module defines into another (LLVM's rules: Language Reference,
// "Linkage Types", "Comdats"; each module has its own intern tables, so everything is copied by
// link_map.c). A definition beats a declaration, a strong one a weak one, two strong ones are an
// error; what is local, linkonce or available_externally comes over when something needs it. With
// IR_LINK_ONLY_NEEDED, that holds for all; a device library's symbols become internal as well.
#include "ir/link_int.h"

void *ir_link_fail(Link *l, int row, ...) {
    va_list ap;
    Buf b;
    buf_init(&b, &l->a);
    va_start(ap, row);
    buf_vprintf(&b, ir_diag_rows[row].text, ap);
    va_end(ap);
    Ctx *ctx = l->dst->ctx;
    DiagRow *text = arena_new(&ctx->perm, DiagRow); // the row, its text filled in
    *text = ir_diag_rows[row];
    text->text = "%s";
    diag(ctx, text, 0, arena_strndup(&ctx->perm, b.at, b.n));
    l->failed = true;
    return NULL;
}

static const char *str(Link *l, Atom a) {
    return atom_str(l->dst->ctx, a);
}

static bool is_definition(const IrGlobal *g) {
    return g->v.kind == IR_C_FUNC ? ir_has_body((const IrFunc *)g) : g->init != NULL;
}

// Declarations as far as linking goes.
static bool is_declared(const IrGlobal *g) {
    return !is_definition(g) || g->linkage == IR_AVAILABLE_EXTERNALLY;
}

static bool is_linkonce(const IrGlobal *g) {
    return g->linkage == IR_LINKONCE || g->linkage == IR_LINKONCE_ODR;
}

static bool is_weak(const IrGlobal *g) {
    return g->linkage == IR_WEAK_ANY || g->linkage == IR_WEAK_ODR;
}

static bool yields(const IrGlobal *g) { // to a strong definition
    return is_linkonce(g) || is_weak(g) || g->linkage == IR_COMMON || g->linkage == IR_EXTERN_WEAK;
}

// ---- comdats ----

static const IrComdat *comdat_of(Link *l, Atom name) { // of the destination
    uintptr_t i = (uintptr_t)map_get(&l->dst_comdats, (uint64_t)name + 1);
    return i ? &l->dst->comdats.at[i - 1] : NULL;
}

enum { ANY, EXACT, LARGEST, NO_DUPLICATES, SAME_SIZE };

// The sizes, or the contents, of the variables that stand for two comdats.
static int by_data(Link *l, Atom name, int kind) {
    const IrGlobal *d = ir_find(l->dst, name), *s = ir_find(l->src, name);
    if (!d || !s || d->v.kind != IR_C_VAR || s->v.kind != IR_C_VAR) {
        ir_link_fail(l, D_ir_link_comdat, str(l, name),
                     "GlobalVariable required for data dependent selection!");
        return LINK_COMDAT_DST;
    }
    uint64_t ds = d->vty->size, ss = s->vty->size;
    if (kind == SAME_SIZE && ds != ss) {
        ir_link_fail(l, D_ir_link_comdat, str(l, name), "SameSize violated!");
    }
    if (kind == EXACT && (!s->init || ir_link_const(l, s->init) != d->init)) {
        ir_link_fail(l, D_ir_link_comdat, str(l, name), "ExactMatch violated!");
    }
    return kind == LARGEST && ss > ds ? LINK_COMDAT_SRC : LINK_COMDAT_DST;
}

static int choose_comdat(Link *l, const IrComdat *s) {
    const IrComdat *d = comdat_of(l, s->name);
    if (!d) return LINK_COMDAT_SRC;
    int dk = d->kind, sk = s->kind;
    if ((dk == ANY && sk == LARGEST) || (dk == LARGEST && sk == ANY)) dk = sk = LARGEST;
    if (dk != sk) {
        ir_link_fail(l, D_ir_link_comdat, str(l, s->name), "invalid selection kinds!");
        return LINK_COMDAT_DST;
    }
    if (dk == ANY) return LINK_COMDAT_DST;
    if (dk != NO_DUPLICATES) return by_data(l, s->name, dk);
    ir_link_fail(l, D_ir_link_duplicate, str(l, s->name));
    return LINK_COMDAT_DST;
}

static void demote(Link *l, IrGlobal *g) { // a member of a comdat that lost
    if (g->v.kind == IR_C_FUNC) {
        ir_func_drop_body((IrFunc *)g);
    } else {
        g->init = NULL;
    }
    g->linkage = IR_EXTERNAL;
    g->comdat = 0;
    (void)l;
}

static void comdats(Link *l) {
    for (uint32_t i = 0; i < l->dst->comdats.n; i++) {
        uint64_t key = (uint64_t)l->dst->comdats.at[i].name + 1;
        map_put(&l->dst_comdats, key, (void *)(uintptr_t)(i + 1));
    }
    for (uint32_t i = 0; i < l->src->comdats.n && !l->failed; i++) {
        const IrComdat *s = &l->src->comdats.at[i];
        bool both = comdat_of(l, s->name) != NULL;
        int which = choose_comdat(l, s);
        map_put(&l->comdats, (uint64_t)s->name + 1, (void *)(uintptr_t)which);
        if (!both) {
            vec_push(&l->dst->arena, &l->dst->comdats, *s);
        } else if (which == LINK_COMDAT_SRC) {
            IR_FOREACH_FUNC(f, l->dst) {
                if (f->g.comdat == s->name) demote(l, &f->g);
            }
            for (uint32_t k = 0; k < l->dst->vars.n; k++) {
                if (l->dst->vars.at[k]->comdat == s->name) demote(l, l->dst->vars.at[k]);
            }
        }
    }
}

static bool comdat_lost(Link *l, const IrGlobal *g) {
    return g->comdat && (uintptr_t)map_get(&l->comdats, (uint64_t)g->comdat + 1) == LINK_COMDAT_DST;
}

// ---- symbols ----

static void copy_properties(Link *l, IrGlobal *to, const IrGlobal *from) {
    bool local = l->library || (l->flags & IR_LINK_INTERNALIZE);
    to->linkage = local && is_definition(from) ? IR_INTERNAL : from->linkage;
    to->visibility = l->library || ir_is_local_linkage(to->linkage) ? 0 : from->visibility;
    to->unnamed_addr = from->unnamed_addr;
    to->constant = from->constant;
    to->externally_initialized = from->externally_initialized;
    to->dso_local = from->dso_local && !ir_is_local_linkage(to->linkage);
    to->tls = from->tls;
    to->dll = from->dll;
    to->sanitize = from->sanitize;
    to->code_model = from->code_model;
    to->partition = from->partition;
    to->align = from->align;
    to->section = from->section;
    to->comdat = local || comdat_lost(l, from) ? 0 : from->comdat;
    to->attrs = ir_link_attrs(l, from->attrs);
}

static void copy_function(Link *l, IrFunc *to, IrFunc *from) {
    to->cc = from->cc;
    to->gc = from->gc;
    to->attrs = ir_link_attr_list(l, &from->attrs);
    to->prefix = from->prefix ? ir_link_const(l, from->prefix) : NULL;
    to->prologue = from->prologue ? ir_link_const(l, from->prologue) : NULL;
    to->personality = from->personality ? ir_link_const(l, from->personality) : NULL;
}

// A declaration gets the type that the definition has: pointers are opaque, nothing else changes.
static void retype(Link *l, IrGlobal *to, IrGlobal *from) {
    IrType *t = ir_link_type(l, from->vty);
    if (to->vty == t) return;
    if (to->v.kind == IR_C_FUNC) {
        IrFunc *f = (IrFunc *)to;
        uint32_t id = f->g.v.id, order = f->g.order;
        ir_func_init(l->dst, f, t, to->linkage);
        f->g.v.id = id;
        f->g.order = order;
    }
    to->vty = t;
}

// Takes src's definition into `to`; hidden or protected in one module is so in both.
static void take(Link *l, IrGlobal *to, IrGlobal *from, bool fresh) {
    uint8_t before = fresh ? 0 : to->visibility, unnamed = to->unnamed_addr;
    if (from->v.kind == IR_C_FUNC && !ir_is_decl((IrFunc *)to)) ir_func_drop_body((IrFunc *)to);
    retype(l, to, from);
    copy_properties(l, to, from);
    if (!ir_is_local_linkage(to->linkage) && before && (!to->visibility || before == 1)) {
        to->visibility = before;
    }
    if (!fresh && to->unnamed_addr && unnamed != to->unnamed_addr) {
        to->unnamed_addr = !unnamed ? 0 : 2; // what both can say
    }
    bool definition = is_definition(from) && !comdat_lost(l, from);
    if (definition) map_put(&l->taken, (uintptr_t)from, to);
    if (from->v.kind == IR_C_FUNC) {
        copy_function(l, (IrFunc *)to, (IrFunc *)from);
        if (definition) vec_push(&l->a, &l->bodies, ((LinkBody){(IrFunc *)from, (IrFunc *)to}));
    } else if (definition) {
        to->init = NULL;
        vec_push(&l->a, &l->vars, from);
    }
    if (is_definition(from) && !definition) to->linkage = IR_EXTERNAL;
    to->md = NULL;
    ir_link_attachments(l, &l->dst->arena, &to->md, from->md);
}

static IrGlobal *new_symbol(Link *l, IrGlobal *g) {
    IrModule *m = l->dst;
    IrType *t = ir_link_type(l, g->vty);
    uint32_t as = g->v.type->as;
    switch (g->v.kind) {
    case IR_C_FUNC: {
        IrFunc *f = ir_func_new(m, g->v.name, t, g->linkage);
        f->g.v.type = ir_ty_ptr(m, as);
        return &f->g;
    }
    case IR_C_VAR: return ir_var_new(m, g->v.name, t, as, g->linkage, NULL);
    default: {
        IrGlobal *a = ir_alias_new(m, g->v.name, t, as, g->linkage, NULL);
        a->v.kind = g->v.kind;
        return a;
    }
    }
}

enum { KEEP, TAKE, CLASH };

// ---- variables that are joined: llvm.used, llvm.global_ctors ----

static const char *appending_differ(const IrGlobal *d, const IrGlobal *s, const IrType *elem) {
    if (d->constant != s->constant) return "different const'ness";
    if (d->align != s->align) return "different alignment need to be linked";
    if (d->visibility != s->visibility) return "different visibility need to be linked";
    if (d->unnamed_addr != s->unnamed_addr) return "different unnamed_addr need to be linked";
    if (d->section != s->section) return "different section name need to be linked";
    if (d->v.type->as != s->v.type->as) return "different address spaces need to be linked";
    return d->vty->kind != IR_TY_ARRAY || d->vty->elem != elem ? "different element types" : NULL;
}

static int decide(Link *l, const IrGlobal *d, const IrGlobal *s);

// A constructor of data that the other module's symbol stands for: !{priority, function, data}.
static bool key_lost(Link *l, IrConst *ctor) {
    bool three = ctor->v.type->kind == IR_TY_STRUCT && ctor->v.type->n == 3;
    IrConst *c = three ? ir_elem(l->src, ctor, 2) : NULL;
    if (!c || c->v.kind < IR_C_VAR) return false;
    const IrGlobal *key = (const IrGlobal *)c;
    if (map_get(&l->globals, (uintptr_t)key)) return !map_get(&l->taken, (uintptr_t)key);
    const IrGlobal *d = ir_is_local_linkage(key->linkage) ? NULL : ir_find(l->dst, key->v.name);
    return comdat_lost(l, key) || (d && decide(l, d, key) == KEEP);
}

static IrGlobal *append(Link *l, IrGlobal *to, IrGlobal *g) {
    IrModule *m = l->dst;
    IrType *t = ir_link_type(l, g->vty);
    if (to->linkage != IR_APPENDING || to->v.kind != IR_C_VAR || t->kind != IR_TY_ARRAY) {
        return ir_link_fail(l, D_ir_link_appending, str(l, g->v.name));
    }
    const char *why = appending_differ(to, g, t->elem);
    if (why) return ir_link_fail(l, D_ir_link_appending_differ, why);
    map_put(&l->globals, (uintptr_t)g, to);
    uint64_t n = to->init ? to->vty->n : 0, k = g->init ? g->vty->n : 0;
    IrConst *init = g->init ? ir_link_const(l, g->init) : NULL, *old = to->init;
    IrConst **e = arena_array(&l->a, IrConst *, n + k);
    for (uint64_t i = 0; i < n; i++) e[i] = ir_elem(m, old, i);
    for (uint64_t i = 0; i < k; i++) {
        if (!key_lost(l, ir_elem(l->src, g->init, i))) e[n++] = ir_elem(m, init, i);
    }
    to->vty = ir_ty_array(m, t->elem, n);
    to->init = ir_agg(m, to->vty, (uint32_t)n, e);
    return to;
}

// ---- which of two ----

static int common(const IrGlobal *d, const IrGlobal *s) {
    if (is_linkonce(d) || is_weak(d)) return TAKE;
    if (d->linkage != IR_COMMON) return KEEP;
    return s->vty->size > d->vty->size ? TAKE : KEEP;
}

static int decide(Link *l, const IrGlobal *d, const IrGlobal *s) {
    if (!is_definition(s) || comdat_lost(l, s)) return KEEP;
    if (s->linkage == IR_AVAILABLE_EXTERNALLY) return is_definition(d) ? KEEP : TAKE;
    if (is_declared(d) || (l->library && is_definition(s) && !is_definition(d))) return TAKE;
    if (s->comdat && map_get(&l->comdats, (uint64_t)s->comdat + 1) && !is_definition(d))
        return TAKE;
    if (s->linkage == IR_COMMON) return common(d, s);
    if (yields(s)) return is_linkonce(d) && is_weak(s) ? TAKE : KEEP;
    if (yields(d)) return TAKE;
    return l->library ? KEEP : CLASH;
}

static bool same_kind(const IrGlobal *a, const IrGlobal *b) {
    bool af = a->v.kind == IR_C_FUNC, bf = b->v.kind == IR_C_FUNC;
    bool av = a->v.kind == IR_C_VAR, bv = b->v.kind == IR_C_VAR;
    return af == bf && av == bv && a->v.type->as == b->v.type->as;
}

static IrGlobal *intrinsic(Link *l, IrFunc *f) {
    if (ir_is_family(f->intrin)) {
        return &ir_intrinsic_family(l->dst, f->intrin, f->g.v.name, ir_link_type(l, f->g.vty))->g;
    }
    IrType *ov[IR_MAX_OVERLOAD];
    for (uint32_t i = 0; i < f->noverload; i++) ov[i] = ir_link_type(l, f->overload[i]);
    return &ir_intrinsic(l->dst, f->intrin, f->noverload, ov)->g;
}

// Two symbols of one name of which at most one is a declaration or gives way.
static IrGlobal *merge(Link *l, IrGlobal *to, IrGlobal *g) {
    bool alias = to->v.kind >= IR_C_ALIAS || g->v.kind >= IR_C_ALIAS;
    int what = decide(l, to, g);
    if (to->linkage == IR_APPENDING && is_definition(g)) {
        return ir_link_fail(l, D_ir_link_appending, str(l, g->v.name));
    }
    if (what == CLASH) return ir_link_fail(l, D_ir_link_duplicate, str(l, g->v.name));
    if (!same_kind(to, g)) {
        if (!alias) return ir_link_fail(l, D_ir_link_type, str(l, g->v.name));
        if (what == KEEP) return to;
        // a declaration makes room for an alias, or the other way round
        Atom name = to->v.name;
        ir_global_rename(to, atom_printf(l->dst->ctx, "%s.old", str(l, name)));
        IrGlobal *n = new_symbol(l, g);
        map_put(&l->globals, (uintptr_t)g, n);
        take(l, n, g, true);
        ir_global_replace(l->dst, to, (IrConst *)n);
        ir_global_remove(to);
        map_init(&l->consts, &l->a); // those of it are stale
        return n;
    }
    uint64_t a = to->vty->size, b = g->vty->size;
    if (to->v.kind == IR_C_VAR && a && b && a != b && !g->comdat && to->linkage != IR_COMMON &&
        g->linkage != IR_COMMON) {
        return ir_link_fail(l, D_ir_link_size, str(l, g->v.name), str(l, l->src->name),
                            (unsigned long long)b, str(l, l->dst->name), (unsigned long long)a);
    }
    uint32_t align = CU_MAX(to->align, g->align);
    bool commons = to->linkage == IR_COMMON && g->linkage == IR_COMMON;
    if (what == TAKE) {
        take(l, to, g, false);
    } else if (g->visibility && !ir_is_local_linkage(to->linkage) &&
               (!to->visibility || g->visibility == 1)) {
        to->visibility = g->visibility; // the stricter of both
    }
    if (commons) to->align = align;
    return to;
}

IrGlobal *ir_link_global(Link *l, IrGlobal *g) {
    IrGlobal *to = map_get(&l->globals, (uintptr_t)g);
    if (to) return to;
    IrFunc *f = ir_as_func(&g->v);
    if (f && f->intrin) {
        to = intrinsic(l, f);
        map_put(&l->globals, (uintptr_t)g, to);
        return to;
    }
    bool local = ir_is_local_linkage(g->linkage);
    to = local ? NULL : ir_find(l->dst, g->v.name);
    if (to && ir_is_local_linkage(to->linkage) && !(l->library && is_definition(to))) {
        // its name is free for the symbol that others see
        ir_global_rename(to, atom_printf(l->dst->ctx, "%s.0", str(l, to->v.name)));
        to = NULL;
    }
    if (!to && g->linkage == IR_APPENDING && g->init && !l->failed) {
        to = new_symbol(l, g);
        copy_properties(l, to, g);
        append(l, to, g);
        return to;
    }
    if (!to) {
        to = new_symbol(l, g);
        map_put(&l->globals, (uintptr_t)g, to);
        take(l, to, g, true);
        return to;
    }
    if (g->linkage == IR_APPENDING && !l->failed) {
        IrGlobal *r = append(l, to, g);
        return r ? r : to;
    }
    map_put(&l->globals, (uintptr_t)g, to);
    IrGlobal *r = merge(l, to, g);
    return r ? r : to;
}

// ---- the walk ----

static void drain(Link *l) { // copies what was found, which may find more
    while (!l->failed && (l->nbodies < l->bodies.n || l->nvars < l->vars.n)) {
        if (l->nvars < l->vars.n) {
            IrGlobal *g = l->vars.at[l->nvars++];
            ir_link_global(l, g)->init = ir_link_const(l, g->init);
            continue;
        }
        LinkBody body = l->bodies.at[l->nbodies++];
        if (body.from->body_at) { // read now, and brought to the modern form
            if (!ir_materialize(body.from)) {
                l->failed = true;
                return;
            }
            ir_upgrade_func(body.from);
        }
        if (!body.to->first) ir_link_body(l, &body);
    }
}

// What the destination declares and the source defines.
static void needed(Link *l) {
    uint32_t nf = l->dst->funcs.n, nv = l->dst->vars.n;
    IrGlobal **d = arena_array(&l->a, IrGlobal *, nf + nv);
    for (uint32_t i = 0; i < nf; i++) d[i] = &l->dst->funcs.at[i]->g;
    for (uint32_t i = 0; i < nv; i++) d[nf + i] = l->dst->vars.at[i];
    for (uint32_t i = 0; i < nf + nv && !l->failed; i++) {
        if (is_definition(d[i]) || (d[i]->v.kind == IR_C_FUNC && ((IrFunc *)d[i])->intrin))
            continue;
        IrGlobal *s = ir_library_find(l->src, d[i]->v.name);
        if (s && is_definition(s) && !ir_is_local_linkage(s->linkage)) ir_link_global(l, s);
    }
}

static void consider(Link *l, IrGlobal *g) {
    if (l->failed) return;
    bool appending = g->linkage == IR_APPENDING;
    if (l->only_needed) {
        if (appending && !l->library) ir_link_global(l, g);
        return;
    }
    bool lazy =
        ir_is_local_linkage(g->linkage) || is_linkonce(g) || g->linkage == IR_AVAILABLE_EXTERNALLY;
    if (!is_definition(g) || (lazy && !ir_find(l->dst, g->v.name))) return;
    if (ir_is_local_linkage(g->linkage) || comdat_lost(l, g)) return; // when something needs it
    ir_link_global(l, g);
}

static void everything(Link *l) {
    for (uint32_t i = 0; i < l->src->vars.n; i++) consider(l, l->src->vars.at[i]);
    IR_FOREACH_FUNC(f, l->src) consider(l, &f->g);
    for (uint32_t i = 0; i < l->src->aliases.n; i++) consider(l, l->src->aliases.at[i]);
    if (l->only_needed) needed(l);
    drain(l);
    if (l->library || l->failed) return;
    ir_link_named(l);
    drain(l);
    for (uint32_t i = 0; i < l->src->module_asm.n; i++) {
        vec_push(&l->dst->arena, &l->dst->module_asm, l->src->module_asm.at[i]);
    }
}

// Layout and triple come from the first module that has them; a difference is told.
static void target(Link *l) {
    IrModule *d = l->dst, *s = l->src;
    if (!d->triple) d->triple = s->triple;
    if (!d->datalayout) {
        d->datalayout = s->datalayout;
        d->short_ptr_as = s->short_ptr_as;
    }
    if (l->library) return; // the device library has one of its own
    if (s->datalayout && s->datalayout != d->datalayout) {
        diag(d->ctx, &ir_diag_rows[D_ir_link_layout], 0, str(l, s->name), str(l, s->datalayout),
             str(l, d->name), str(l, d->datalayout));
    }
    if (s->triple && s->triple != d->triple) {
        diag(d->ctx, &ir_diag_rows[D_ir_link_triple], 0, str(l, s->name), str(l, s->triple),
             str(l, d->name), str(l, d->triple));
    }
}

bool ir_link(IrModule *dst, IrModule *src, unsigned flags) {
    Link l = {.dst = dst, .src = src, .flags = flags};
    l.library = flags & IR_LINK_LIBRARY;
    l.only_needed = (flags & (IR_LINK_LIBRARY | IR_LINK_ONLY_NEEDED)) != 0;
    arena_init(&l.a, dst->ctx, "ir-link");
    Map *maps[] = {&l.types,  &l.consts,  &l.globals,     &l.attrs, &l.mds,
                   &l.blocks, &l.comdats, &l.dst_comdats, &l.taken};
    for (size_t i = 0; i < CU_COUNT(maps); i++) map_init(maps[i], &l.a);
    target(&l);
    if (src->reader) ir_upgrade_annotations(src);
    comdats(&l);
    if (!l.failed) everything(&l);
    arena_free(&l.a);
    return !l.failed;
}
