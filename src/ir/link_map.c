// SPDX-License-Identifier: Apache-2.0
// What the linker copies, in terms of the destination: types, attributes, constants, metadata,
// bodies. Each thing is copied once.
#include "ir/link_int.h"

IrType *ir_link_type(Link *l, IrType *t) {
    void **slot = map_slot(&l->types, (uintptr_t)t);
    if (*slot) return *slot;
    IrModule *m = l->dst;
    IrType **sub = NULL, *r = NULL, *elem = t->elem ? ir_link_type(l, t->elem) : NULL;
    if (t->kind == IR_TY_STRUCT || t->kind == IR_TY_FUNC || t->kind == IR_TY_TARGET) {
        sub = arena_array(&l->a, IrType *, t->n);
        for (uint64_t i = 0; i < t->n; i++) sub[i] = ir_link_type(l, t->sub[i]);
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
    case IR_TY_VECTOR:
        r = t->scalable ? ir_ty_scalable(m, elem, t->n) : ir_ty_vector(m, elem, t->n);
        break;
    case IR_TY_X86_FP80:
    case IR_TY_PPC_FP128:
    case IR_TY_X86_AMX:
    case IR_TY_TOKEN: r = ir_ty_other(m, t->kind); break;
    case IR_TY_TARGET: r = ir_ty_target(m, t->name, (uint32_t)t->n, sub, t->nints, t->ints); break;
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

const IrAttrSet *ir_link_attrs(Link *l, const IrAttrSet *s) {
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
            r = ir_attr_add_type(l->dst, r, v->attr, v->type ? ir_link_type(l, v->type) : NULL);
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

IrAttrList ir_link_attr_list(Link *l, const IrAttrList *from) {
    IrAttrList r = {0};
    r.fn = ir_link_attrs(l, from->fn);
    r.ret = ir_link_attrs(l, from->ret);
    for (uint32_t i = 0; i < from->n; i++) {
        ir_attrs_set(l->dst, &r, (int)i, ir_link_attrs(l, from->param[i]));
    }
    return r;
}

// ---- constants and metadata ----

static IrBlock *map_block(Link *l, IrBlock *bb) { // one whose address is taken
    void **slot = map_slot(&l->blocks, (uintptr_t)bb);
    if (!*slot) {
        IrBlock *to = arena_new(&l->dst->arena, IrBlock);
        to->v.kind = IR_V_BLOCK;
        to->v.type = l->dst->ty_label;
        to->v.name = bb->v.name;
        *slot = to;
    }
    return *slot;
}

static IrConst *expression(Link *l, const IrConst *c, IrType *t, IrConst **e) {
    IrType *src = c->v.op == IR_GEP ? ir_link_type(l, c->aty) : NULL;
    IrConst *r = ir_cexpr(l->dst, c->v.op, c->v.flags, t, src, c->n, e);
    return r ? r : ir_cexpr_raw(l->dst, c->v.op, t, c->n, e, c->v.flags);
}

IrConst *ir_link_const(Link *l, IrConst *c) {
    IrModule *m = l->dst;
    if (c->v.kind >= IR_C_VAR) return (IrConst *)ir_link_global(l, (IrGlobal *)c);
    IrConst *r = map_get(&l->consts, (uintptr_t)c);
    if (r) return r;
    IrType *t = ir_link_type(l, c->v.type);
    IrConst **e = NULL;
    if (c->v.kind >= IR_C_AGG) {
        if (++l->depth > 4000) cu_fatal(m->ctx, "constant nested too deeply");
        e = arena_array(&l->a, IrConst *, c->n);
        for (uint32_t i = 0; i < c->n; i++) e[i] = ir_link_const(l, c->elem[i]);
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
    case IR_C_EXPR: r = expression(l, c, t, e); break;
    case IR_C_BLOCKADDR: r = ir_block_address(m, (IrFunc *)e[0], map_block(l, c->block)); break;
    default: r = ir_wrapped(m, c->v.kind, t, c->n, e);
    }
    map_put(&l->consts, (uintptr_t)c, r);
    return r;
}

// ---- metadata: made empty, filled from a list, so that its depth and its cycles do no harm ----

static IrMd *shell(Link *l, const IrMd *d) {
    IrMd *r = arena_copy(&l->dst->arena, d, sizeof *r, sizeof(void *));
    r->id = l->dst->intern->nmds++;
    if (d->kind == IR_MD_NODE) r->op = arena_array(&l->dst->arena, IrMd *, d->n);
    if (d->kind == IR_MD_DI) {
        r->field = arena_copy(&l->dst->arena, d->field, d->n * sizeof *d->field, sizeof(void *));
    }
    return r;
}

static IrMd *one_md(Link *l, IrMd *d) {
    if (!d) return NULL;
    IrMd *r = map_get(&l->mds, (uintptr_t)d);
    if (r) return r;
    Ctx *ctx = l->dst->ctx;
    if (d->kind == IR_MD_STRING) {
        r = ir_md_string(l->dst, atom_str(ctx, d->text), atom_len(ctx, d->text));
    } else if (d->kind == IR_MD_VALUE) {
        if (!ir_is_const(d->value)) return NULL; // of a function: map_value
        r = ir_md_value(l->dst, ir_link_const(l, (IrConst *)d->value));
    } else if (l->library && d->kind != IR_MD_NODE) {
        return NULL; // its sources are not the user's
    } else {
        r = shell(l, d);
        vec_push(&l->a, &l->md_from, d);
        vec_push(&l->a, &l->md_to, r);
    }
    map_put(&l->mds, (uintptr_t)d, r);
    return r;
}

IrMd *ir_link_md(Link *l, IrMd *root) {
    IrMd *r = one_md(l, root);
    while (l->nmd < l->md_from.n) {
        IrMd *d = l->md_from.at[l->nmd], *to = l->md_to.at[l->nmd];
        l->nmd++;
        switch (d->kind) {
        case IR_MD_NODE:
            for (uint32_t i = 0; i < d->n; i++) to->op[i] = one_md(l, d->op[i]);
            break;
        case IR_MD_LOC:
            to->scope = one_md(l, d->scope);
            to->inlined_at = one_md(l, d->inlined_at);
            break;
        default:
            for (uint32_t i = 0; i < d->n; i++) {
                if (d->field[i].kind == IR_DI_MD) to->field[i].md = one_md(l, d->field[i].md);
            }
        }
    }
    return r;
}

void ir_link_attachments(Link *l, Arena *a, IrMdAttach **to, const IrMdAttach *from) {
    for (; from; from = from->next) {
        IrMd *d = ir_link_md(l, from->md);
        if (!d) continue;
        *to = arena_new(a, IrMdAttach);
        (*to)->kind = from->kind;
        (*to)->md = d;
        to = &(*to)->next;
    }
}

// ---- bodies ----

static IrValue *map_value(Link *l, IrValue *v, const IrCloneMap *map) {
    switch (v->kind) {
    case IR_V_BLOCK: return &map->block[v->id]->v;
    case IR_V_ARG:
    case IR_V_INST: return map->value[v->id];
    case IR_V_ASM: {
        const IrAsm *a = (const IrAsm *)v;
        IrAsm *n =
            ir_asm(l->dst, ir_link_type(l, v->type), a->text, a->constraints, a->side_effect);
        n->align_stack = a->align_stack;
        n->intel = a->intel;
        n->unwind = a->unwind;
        return &n->v;
    }
    case IR_V_MD: {
        IrMd *d = ((IrMdValue *)v)->md;
        if (d->kind == IR_MD_VALUE && !ir_is_const(d->value)) {
            IrMd *own = shell(l, d);
            own->value = map_value(l, d->value, map);
            return &ir_md_as_value(l->dst, own)->v;
        }
        return &ir_md_as_value(l->dst, ir_link_md(l, d))->v;
    }
    default: return &ir_link_const(l, (IrConst *)v)->v;
    }
}

static IrInst *copy_inst(Link *l, IrFunc *to, const IrInst *i) {
    IrInst *c = ir_inst_new(to, i->v.op, ir_link_type(l, i->v.type), i->nops);
    ir_inst_copy_plain(to, c, i);
    if (i->v.op == IR_ALLOCA || i->v.op == IR_GEP || i->call) c->aty = ir_link_type(l, i->aty);
    if (i->call) {
        c->call = arena_copy(to->arena, i->call, sizeof *c->call, sizeof(void *));
        c->call->bundle = arena_copy(to->arena, i->call->bundle,
                                     i->call->nbundles * sizeof(IrBundle), sizeof(void *));
        c->call->attrs = ir_link_attr_list(l, &i->call->attrs);
    }
    if (i->order && i->scope >= IR_SCOPE_OTHER) {
        int k = ir_scope(l->dst, atom_cstr(l->dst->ctx, ir_scope_name(l->src, i->scope)));
        c->scope = k < 0 ? IR_SCOPE_SYSTEM : (uint8_t)k;
    }
    c->dbg = i->dbg && !l->library ? ir_link_md(l, i->dbg) : NULL;
    ir_link_attachments(l, to->arena, &c->md, i->md);
    return c;
}

void ir_link_body(Link *l, const LinkBody *b) {
    IrCloneMap map;
    ir_clone_map_init(&map, b->from, &l->a);
    for (uint32_t i = 0; i < b->from->nargs; i++) {
        map.value[b->from->arg[i]->v.id] = &b->to->arg[i]->v;
        b->to->arg[i]->v.name = b->from->arg[i]->v.name;
    }
    IR_FOREACH_BLOCK(bb, b->from) {
        IrBlock *to = map_get(&l->blocks, (uintptr_t)bb);
        if (to) {
            ir_block_adopt(b->to, to);
        } else {
            to = ir_block_new(b->to, bb->v.name);
        }
        map.block[bb->v.id] = to;
        map_put(&l->blocks, (uintptr_t)bb, to); // for its address
    }
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
