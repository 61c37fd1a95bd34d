// SPDX-License-Identifier: Apache-2.0
// The module linker: copies what one module defines into another, mapping types, constants,
// attributes and metadata (each module has its own intern tables). LLVM's rules for linkage: a
// definition beats a declaration, a strong one a weak one, two strong ones are an error. With
// `only_needed`, only definitions that the destination uses come over, as internal symbols: how a
// device library is linked.
//
// Debug locations are not carried over: the library's sources are not the user's.
#include "ir/ir_int.h"

#include "ir/ir_diag.h"

typedef struct {
    IrFunc *from, *to;
} Body;

typedef struct {
    IrModule *dst, *src;
    bool only_needed, failed;
    Arena a;
    Map types, consts, globals, attrs, mds;
    VEC(Body) bodies;        // still to be copied
    VEC(IrGlobal *) vars;    // of src, whose initialisers are still to be copied
    uint32_t nbodies, nvars; // of those, done
    uint32_t depth;
} Link;

static IrType *map_type(Link *l, IrType *t) {
    void **slot = map_slot(&l->types, (uintptr_t)t);
    if (*slot) return *slot;
    IrModule *m = l->dst;
    IrType **sub = NULL, *r = NULL, *elem = t->elem ? map_type(l, t->elem) : NULL;
    if (t->kind == IR_TY_STRUCT || t->kind == IR_TY_FUNC) {
        sub = arena_array(&l->a, IrType *, t->n);
        for (uint64_t i = 0; i < t->n; i++) sub[i] = map_type(l, t->sub[i]);
    }
    switch (t->kind) {
    case IR_TY_VOID: r = m->ty_void; break;
    case IR_TY_INT: r = ir_ty_int(m, t->bits); break;
    case IR_TY_HALF: r = m->ty_half; break;
    case IR_TY_BFLOAT: r = m->ty_bfloat; break;
    case IR_TY_FLOAT: r = m->ty_float; break;
    case IR_TY_DOUBLE: r = m->ty_double; break;
    case IR_TY_FP128: r = m->ty_fp128; break;
    case IR_TY_PTR: r = ir_ty_ptr(m, t->as); break;
    case IR_TY_ARRAY: r = ir_ty_array(m, elem, t->n); break;
    case IR_TY_VECTOR: r = ir_ty_vector(m, elem, t->n); break;
    case IR_TY_FUNC: r = ir_ty_func(m, elem, (uint32_t)t->n, sub, t->vararg); break;
    case IR_TY_LABEL: r = m->ty_label; break;
    case IR_TY_METADATA: r = m->ty_metadata; break;
    default:
        if (!t->name) {
            r = ir_ty_struct(m, (uint32_t)t->n, sub, t->packed);
            break;
        }
        r = ir_ty_find(m, t->name); // the same struct, or one of the same name
        bool same = r && r->opaque == t->opaque && r->n == t->n && r->packed == t->packed &&
                    (t->n == 0 || memcmp(r->sub, sub, t->n * sizeof *sub) == 0);
        if (!same) {
            r = ir_ty_named(m, t->name);
            if (!t->opaque) ir_ty_set_body(m, r, (uint32_t)t->n, sub, t->packed);
        }
    }
    map_put(&l->types, (uintptr_t)t, r);
    return r;
}

static const IrAttrSet *map_attrs(Link *l, const IrAttrSet *s) {
    if (!s) return NULL;
    const IrAttrSet *r = map_get(&l->attrs, (uintptr_t)s);
    if (r) return r;
    for (int a = 0; a < IR_NATTRS; a++) {
        if (ir_attr_has(s, (IrAttr)a) && ir_attr_form[a] == IR_ATTR_FLAG)
            r = ir_attr_add(l->dst, r, a);
    }
    for (uint32_t i = 0; i < s->nval; i++) {
        const IrAttrVal *v = &s->val[i];
        bool ty = ir_attr_form[v->attr] == IR_ATTR_TY;
        if (ty) {
            r = ir_attr_add_type(l->dst, r, v->attr, v->type ? map_type(l, v->type) : NULL);
        } else {
            r = ir_attr_add_int(l->dst, r, v->attr, v->num);
        }
    }
    for (uint32_t i = 0; i < s->nstr; i++) {
        r = ir_attr_add_str(l->dst, r, s->str[i].key, s->str[i].value);
    }
    map_put(&l->attrs, (uintptr_t)s, (void *)(uintptr_t)r);
    return r;
}

static IrAttrList map_attr_list(Link *l, const IrAttrList *from) {
    IrAttrList r = {0};
    r.fn = map_attrs(l, from->fn);
    r.ret = map_attrs(l, from->ret);
    for (uint32_t i = 0; i < from->n; i++) {
        ir_attrs_set(l->dst, &r, (int)i, map_attrs(l, from->param[i]));
    }
    return r;
}

// ---- symbols ----

static bool is_weak(const IrGlobal *g) {
    return g->linkage == IR_LINKONCE || g->linkage == IR_LINKONCE_ODR ||
           g->linkage == IR_WEAK_ANY || g->linkage == IR_WEAK_ODR || g->linkage == IR_COMMON ||
           g->linkage == IR_AVAILABLE_EXTERNALLY;
}

static bool is_definition(const IrGlobal *g) {
    return g->v.kind == IR_C_FUNC ? ir_has_body((const IrFunc *)g) : g->init != NULL;
}

static void copy_properties(Link *l, IrGlobal *to, const IrGlobal *from) {
    to->linkage = l->only_needed && is_definition(from) ? IR_INTERNAL : from->linkage;
    to->visibility = l->only_needed ? 0 : from->visibility;
    to->unnamed_addr = from->unnamed_addr;
    to->constant = from->constant;
    to->align = from->align;
    to->section = from->section;
    to->comdat = l->only_needed ? 0 : from->comdat;
    to->attrs = map_attrs(l, from->attrs);
}

// Takes src's definition into `to`.
static void take(Link *l, IrGlobal *to, IrGlobal *from) {
    copy_properties(l, to, from);
    if (from->v.kind == IR_C_FUNC) {
        IrFunc *t = (IrFunc *)to, *f = (IrFunc *)from;
        t->cc = f->cc;
        t->attrs = map_attr_list(l, &f->attrs);
        if (!ir_is_decl(t)) ir_func_drop_body(t);
        if (is_definition(from)) vec_push(&l->a, &l->bodies, ((Body){f, t}));
    } else if (from->init) {
        vec_push(&l->a, &l->vars, from);
    }
}

static IrGlobal *new_symbol(Link *l, IrGlobal *g) {
    IrModule *m = l->dst;
    IrType *t = map_type(l, g->vty);
    uint32_t as = g->v.type->as;
    switch (g->v.kind) {
    case IR_C_FUNC: return &ir_func_new(m, g->v.name, t, g->linkage)->g;
    case IR_C_VAR: return ir_var_new(m, g->v.name, t, as, g->linkage, NULL);
    default: return ir_alias_new(m, g->v.name, t, as, g->linkage, NULL);
    }
}

static IrGlobal *map_global(Link *l, IrGlobal *g) {
    IrGlobal *to = map_get(&l->globals, (uintptr_t)g);
    if (to) return to;
    IrFunc *f = ir_as_func(&g->v);
    if (f && f->intrin) {
        if (ir_is_family(f->intrin)) {
            to = &ir_intrinsic_family(l->dst, f->intrin, g->v.name, map_type(l, g->vty))->g;
            map_put(&l->globals, (uintptr_t)g, to);
            return to;
        }
        IrType *ov[IR_MAX_OVERLOAD];
        for (uint32_t i = 0; i < f->noverload; i++) ov[i] = map_type(l, f->overload[i]);
        to = &ir_intrinsic(l->dst, f->intrin, f->noverload, ov)->g;
        map_put(&l->globals, (uintptr_t)g, to);
        return to;
    }
    to = ir_is_local_linkage(g->linkage) ? NULL : ir_find(l->dst, g->v.name);
    if (to && ir_is_local_linkage(to->linkage) && !l->only_needed) to = NULL;
    bool fresh = !to;
    if (fresh) to = new_symbol(l, g);
    map_put(&l->globals, (uintptr_t)g, to);
    if (fresh) {
        take(l, to, g);
        return to;
    }
    if (to->v.kind != g->v.kind || to->vty != map_type(l, g->vty) ||
        to->v.type->as != g->v.type->as) {
        diag(l->dst->ctx, &ir_diag_rows[D_ir_link_type], 0, atom_str(l->dst->ctx, g->v.name));
        l->failed = true;
        return to;
    }
    if (!is_definition(g)) return to;
    if (!is_definition(to) || (is_weak(to) && !is_weak(g))) {
        take(l, to, g);
    } else if (!is_weak(g) && !is_weak(to) && !l->only_needed && g->linkage != IR_APPENDING) {
        diag(l->dst->ctx, &ir_diag_rows[D_ir_link_duplicate], 0, atom_str(l->dst->ctx, g->v.name));
        l->failed = true;
    }
    return to;
}

// ---- constants and metadata ----

static IrConst *map_const(Link *l, IrConst *c) {
    IrModule *m = l->dst;
    if (c->v.kind >= IR_C_VAR) return (IrConst *)map_global(l, (IrGlobal *)c);
    IrConst *r = map_get(&l->consts, (uintptr_t)c);
    if (r) return r;
    IrType *t = map_type(l, c->v.type);
    IrConst **e = NULL;
    if (c->v.kind == IR_C_AGG || c->v.kind == IR_C_EXPR) {
        if (++l->depth > 1000) cu_fatal(m->ctx, "constant nested too deeply");
        e = arena_array(&l->a, IrConst *, c->n);
        for (uint32_t i = 0; i < c->n; i++) e[i] = map_const(l, c->elem[i]);
        l->depth--;
    }
    switch (c->v.kind) {
    case IR_C_INT: r = ir_int_words(m, t, c->n, ir_words(c)); break;
    case IR_C_FP: r = ir_fp_bits(m, t, ir_words(c)[0], c->n > 1 ? c->words[1] : 0); break;
    case IR_C_NULL:
    case IR_C_ZERO: r = ir_null(m, t); break;
    case IR_C_UNDEF: r = ir_undef(m, t); break;
    case IR_C_POISON: r = ir_poison(m, t); break;
    case IR_C_DATA: r = ir_data(m, t, c->data, c->n); break;
    case IR_C_AGG: r = ir_agg(m, t, c->n, e); break;
    default: r = ir_cexpr(m, c->v.op, c->v.flags, t, c->aty ? map_type(l, c->aty) : NULL, c->n, e);
    }
    map_put(&l->consts, (uintptr_t)c, r);
    return r;
}

static IrMd *map_md(Link *l, IrMd *d) {
    if (!d) return NULL;
    IrMd *r = map_get(&l->mds, (uintptr_t)d);
    if (r) return r;
    Ctx *ctx = l->dst->ctx;
    if (d->kind == IR_MD_STRING) {
        r = ir_md_string(l->dst, atom_str(ctx, d->text), atom_len(ctx, d->text));
    } else if (d->kind == IR_MD_VALUE && ir_is_const(d->value)) {
        r = ir_md_value(l->dst, map_const(l, (IrConst *)d->value));
    } else if (d->kind == IR_MD_NODE && l->depth < 200) {
        // nodes may refer to themselves: made first, filled afterwards
        IrMd **none = arena_array(&l->a, IrMd *, d->n);
        r = ir_md_distinct(l->dst, d->n, none);
        r->distinct = d->distinct;
        map_put(&l->mds, (uintptr_t)d, r);
        l->depth++;
        for (uint32_t i = 0; i < d->n; i++) r->op[i] = map_md(l, d->op[i]);
        l->depth--;
    } else {
        return NULL; // debug information
    }
    map_put(&l->mds, (uintptr_t)d, r);
    return r;
}

// ---- bodies ----

static IrValue *map_value(Link *l, IrValue *v, const IrCloneMap *map) {
    switch (v->kind) {
    case IR_V_BLOCK: return &map->block[v->id]->v;
    case IR_V_ARG:
    case IR_V_INST: return map->value[v->id];
    case IR_V_ASM: {
        const IrAsm *a = (const IrAsm *)v;
        IrAsm *n = ir_asm(l->dst, map_type(l, v->type), a->text, a->constraints, a->side_effect);
        n->align_stack = a->align_stack;
        n->intel = a->intel;
        return &n->v;
    }
    case IR_V_MD: return &ir_md_as_value(l->dst, map_md(l, ((IrMdValue *)v)->md))->v;
    default: return &map_const(l, (IrConst *)v)->v;
    }
}

static IrInst *copy_inst(Link *l, IrFunc *to, const IrInst *i) {
    IrInst *c = ir_inst_new(to, i->v.op, map_type(l, i->v.type), i->nops);
    ir_inst_copy_plain(to, c, i);
    if (!i->nidx && i->aty) c->aty = map_type(l, i->aty);
    if (i->call) {
        c->call = arena_new(to->arena, IrCall);
        c->call->cc = i->call->cc;
        c->call->attrs = map_attr_list(l, &i->call->attrs);
    }
    IrMdAttach **tail = &c->md;
    for (const IrMdAttach *m = i->md; m; m = m->next) {
        IrMd *d = map_md(l, m->md);
        if (!d) continue;
        *tail = arena_new(to->arena, IrMdAttach);
        (*tail)->kind = m->kind;
        (*tail)->md = d;
        tail = &(*tail)->next;
    }
    return c;
}

static void copy_body(Link *l, const Body *b) {
    IrCloneMap map;
    ir_clone_map_init(&map, b->from, &l->a);
    for (uint32_t i = 0; i < b->from->nargs; i++) {
        map.value[b->from->arg[i]->v.id] = &b->to->arg[i]->v;
        b->to->arg[i]->v.name = b->from->arg[i]->v.name;
    }
    IR_FOREACH_BLOCK(bb, b->from) map.block[bb->v.id] = ir_block_new(b->to, bb->v.name);
    IR_FOREACH_BLOCK(bb, b->from) {
        IR_FOREACH_INST(i, bb) {
            IrInst *c = copy_inst(l, b->to, i);
            ir_insert_at_end(c, map.block[bb->v.id]);
            map.value[i->v.id] = &c->v;
        }
    }
    IR_FOREACH_BLOCK(bb, b->from) {
        IrInst *c = map.block[bb->v.id]->first;
        for (IrInst *i = bb->first; i; i = i->next, c = c->next) {
            for (uint32_t k = 0; k < i->nops; k++) {
                ir_set_op(c, k, map_value(l, ir_op(i, k), &map));
            }
        }
    }
}

static void drain(Link *l) { // copies what was found, which may find more
    while (!l->failed && (l->nbodies < l->bodies.n || l->nvars < l->vars.n)) {
        if (l->nvars < l->vars.n) {
            IrGlobal *g = l->vars.at[l->nvars++];
            map_global(l, g)->init = map_const(l, g->init);
        } else {
            Body body = l->bodies.at[l->nbodies++];
            if (body.from->body_at) { // read now, and brought to the modern form
                if (!ir_materialize(body.from)) {
                    l->failed = true;
                    return;
                }
                ir_upgrade(l->src);
            }
            copy_body(l, &body);
        }
    }
}

// What the destination declares and the source defines.
static void needed(Link *l) {
    uint32_t nf = l->dst->funcs.n, nv = l->dst->vars.n;
    for (uint32_t i = 0; i < nf + nv; i++) {
        IrGlobal *d = i < nf ? &l->dst->funcs.at[i]->g : l->dst->vars.at[i - nf];
        if (is_definition(d) || (d->v.kind == IR_C_FUNC && ((IrFunc *)d)->intrin)) continue;
        IrGlobal *s = ir_find(l->src, d->v.name);
        if (s && is_definition(s) && !ir_is_local_linkage(s->linkage)) map_global(l, s);
    }
}

static void everything(Link *l) {
    for (uint32_t i = 0; i < l->src->vars.n; i++) map_global(l, l->src->vars.at[i]);
    IR_FOREACH_FUNC(f, l->src) map_global(l, &f->g);
    for (uint32_t i = 0; i < l->src->aliases.n; i++) {
        map_global(l, l->src->aliases.at[i]);
    }
    drain(l);
    for (uint32_t i = 0; i < l->src->nnamed_md && !l->failed; i++) {
        Atom name = l->src->named_md_[i].name;
        for (uint32_t k = 0; k < l->src->named_md_[i].ops.n; k++) {
            IrMd *d = map_md(l, l->src->named_md_[i].ops.at[k]);
            if (d) ir_named_md_add(l->dst, name, d);
        }
    }
    for (uint32_t i = 0; i < l->src->module_asm.n; i++) {
        vec_push(&l->dst->arena, &l->dst->module_asm, l->src->module_asm.at[i]);
    }
}

bool ir_link(IrModule *dst, IrModule *src, unsigned flags) {
    Link l = {.dst = dst,
              .src = src,
              .only_needed = (flags & (IR_LINK_LIBRARY | IR_LINK_ONLY_NEEDED)) != 0};
    arena_init(&l.a, dst->ctx, "ir-link");
    map_init(&l.types, &l.a);
    map_init(&l.consts, &l.a);
    map_init(&l.globals, &l.a);
    map_init(&l.attrs, &l.a);
    map_init(&l.mds, &l.a);
    if (l.only_needed) {
        needed(&l);
    } else {
        everything(&l);
    }
    drain(&l);
    arena_free(&l.a);
    return !l.failed;
}
