// SPDX-License-Identifier: Apache-2.0
// What the linker copies, in terms of the destination: types, attributes, constants, metadata,
// bodies. Each thing is copied once.
#include "ir/link_int.h"

// Named structures that are equal become one; of those that differ the later gets a new name.
// Structures cannot contain themselves since pointers are opaque, so that recursion ends.
IrType *ir_link_type(Link *link, IrType *source) {
    void **slot = map_slot(&link->types, (uintptr_t)source);
    if (*slot) return *slot;
    IrModule *module = link->dst;
    IrType **sub = NULL, *of_type = NULL,
           *elem = source->elem ? ir_link_type(link, source->elem) : NULL;
    if (is_any_of(source->kind, IR_TY_STRUCT, IR_TY_FUNC, IR_TY_TARGET)) {
        sub = arena_array(&link->a, IrType *, source->n);
        for (uint64_t i = 0; i < source->n; i++) sub[i] = ir_link_type(link, source->sub[i]);
    }
    switch (source->kind) {
    case IR_TY_VOID: of_type = module->ty_void; break;
    case IR_TY_INT: of_type = ir_ty_int(module, source->bits); break;
    case IR_TY_HALF: of_type = module->ty_half; break;
    case IR_TY_BFLOAT: of_type = module->ty_bfloat; break;
    case IR_TY_FLOAT: of_type = module->ty_float; break;
    case IR_TY_DOUBLE: of_type = module->ty_double; break;
    case IR_TY_FP128: of_type = module->ty_fp128; break;
    case IR_TY_PTR: of_type = ir_ty_ptr(module, source->as); break;
    case IR_TY_ARRAY: of_type = ir_ty_array(module, elem, source->n); break;
    case IR_TY_VECTOR:
        of_type = source->scalable ? ir_ty_scalable(module, elem, source->n)
                                   : ir_ty_vector(module, elem, source->n);
        break;
    case IR_TY_X86_FP80:
    case IR_TY_PPC_FP128:
    case IR_TY_X86_AMX:
    case IR_TY_TOKEN: of_type = ir_ty_other(module, source->kind); break;
    case IR_TY_TARGET:
        of_type = ir_ty_target(module, source->name, (uint32_t)source->n, sub, source->nints,
                               source->ints);
        break;
    case IR_TY_FUNC:
        of_type = ir_ty_func(module, elem, (uint32_t)source->n, sub, source->vararg);
        break;
    case IR_TY_LABEL: of_type = module->ty_label; break;
    case IR_TY_METADATA: of_type = module->ty_metadata; break;
    default:
        if (!source->name) {
            of_type = ir_ty_struct(module, (uint32_t)source->n, sub, source->packed);
            break;
        }
        of_type = ir_ty_find(module, source->name); // the same struct, or one of the same name
        bool same = of_type && of_type->opaque == source->opaque && of_type->n == source->n &&
                    of_type->packed == source->packed &&
                    (source->n == 0 || memcmp(of_type->sub, sub, source->n * sizeof *sub) == 0);
        if (!same) {
            of_type = ir_ty_named(module, source->name);
            if (!source->opaque)
                ir_ty_set_body(module, of_type, (uint32_t)source->n, sub, source->packed);
        }
    }
    map_put(&link->types, (uintptr_t)source, of_type);
    return of_type;
}

// Attribute by attribute, since types in them are the other module's. NULL for the empty set, which
// is not remembered.
const IrAttrSet *ir_link_attrs(Link *link, const IrAttrSet *attrs) {
    if (!attrs) return NULL;
    const IrAttrSet *r = map_get(&link->attrs, (uintptr_t)attrs);
    if (r) return r;
    // flags first: they are bits, and have no entry among the values
    for (int a = 0; a < IR_NATTRS; a++) {
        if (ir_attr_has(attrs, (IrAttr)a) && ir_attr_form[a] == IR_ATTR_FLAG)
            r = ir_attr_add(link->dst, r, a);
    }
    for (uint32_t i = 0; i < attrs->nval; i++) {
        const IrAttrVal *v = &attrs->val[i];
        bool ty = ir_attr_form[v->attr] == IR_ATTR_TY;
        if (ty) {
            r = ir_attr_add_type(link->dst, r, v->attr,
                                 v->type ? ir_link_type(link, v->type) : NULL);
        } else {
            r = ir_attr_add_int(link->dst, r, v->attr, v->num);
        }
    }
    for (uint32_t i = 0; i < attrs->nstr; i++) {
        r = ir_attr_add_str(link->dst, r, attrs->str[i].key, attrs->str[i].value);
    }
    map_put(&link->attrs, (uintptr_t)attrs, (void *)(uintptr_t)r);
    return r;
}

// The list of parameters becomes a new one.
IrAttrList ir_link_attr_list(Link *link, const IrAttrList *from) {
    IrAttrList r = {0};
    r.fn = ir_link_attrs(link, from->fn);
    r.ret = ir_link_attrs(link, from->ret);
    for (uint32_t i = 0; i < from->n; i++) {
        ir_attrs_set(link->dst, &r, (int)i, ir_link_attrs(link, from->param[i]));
    }
    return r;
}

// ---- constants and metadata ----

// A block whose address is taken before its function's body is copied: ir_link_body puts it in its
// place.
static IrBlock *map_block(Link *link, IrBlock *bb) {
    void **slot = map_slot(&link->blocks, (uintptr_t)bb);
    if (!*slot) {
        IrBlock *to = arena_new(&link->dst->arena, IrBlock);
        to->v.kind = IR_V_BLOCK;
        to->v.type = link->dst->ty_label;
        to->v.name = bb->v.name;
        *slot = to;
    }
    return *slot;
}

// Folds again: what it names may have become something known.
static IrConst *expression(Link *link, const IrConst *constant, IrType *result, IrConst **e) {
    IrType *src = constant->v.op == IR_GEP ? ir_link_type(link, constant->aty) : NULL;
    IrConst *r =
        ir_cexpr(link->dst, constant->v.op, constant->v.flags, result, src, constant->n, e);
    return r ? r
             : ir_cexpr_raw(link->dst, constant->v.op, result, constant->n, e, constant->v.flags);
}

// Constants may be deep, but no deeper than the readers let them be.
IrConst *ir_link_const(Link *link, IrConst *constant) {
    IrModule *module = link->dst;
    if (constant->v.kind >= IR_C_VAR) return (IrConst *)ir_link_global(link, (IrGlobal *)constant);
    IrConst *r = map_get(&link->consts, (uintptr_t)constant);
    if (r) return r;
    IrType *type = ir_link_type(link, constant->v.type);
    IrConst **e = NULL;
    if (constant->v.kind >= IR_C_AGG) {
        if (++link->depth > 4000) cu_fatal(module->ctx, "constant nested too deeply");
        e = arena_array(&link->a, IrConst *, constant->n);
        for (uint32_t i = 0; i < constant->n; i++) e[i] = ir_link_const(link, constant->elem[i]);
        link->depth--;
    }
    switch (constant->v.kind) {
    case IR_C_INT: r = ir_int_words(module, type, constant->n, ir_words(constant)); break;
    case IR_C_FP:
        r = ir_fp_bits(module, type, ir_words(constant)[0],
                       constant->n > 1 ? constant->words[1] : 0);
        break;
    case IR_C_NULL:
    case IR_C_ZERO: r = ir_null(module, type); break;
    case IR_C_UNDEF: r = ir_undef(module, type); break;
    case IR_C_POISON: r = ir_poison(module, type); break;
    case IR_C_DATA: r = ir_data(module, type, constant->data, constant->n); break;
    case IR_C_AGG: r = ir_agg(module, type, constant->n, e); break;
    case IR_C_EXPR: r = expression(link, constant, type, e); break;
    case IR_C_BLOCKADDR:
        r = ir_block_address(module, (IrFunc *)e[0], map_block(link, constant->block));
        break;
    default: r = ir_wrapped(module, constant->v.kind, type, constant->n, e);
    }
    map_put(&link->consts, (uintptr_t)constant, r);
    return r;
}

// ---- metadata: made empty, filled from a list, so that its depth and its cycles do no harm ----

// A copy whose operands are still those of the source.
static IrMd *shell(Link *link, const IrMd *source) {
    IrMd *r = arena_copy(&link->dst->arena, source, sizeof *r, sizeof(void *));
    r->id = link->dst->intern->nmds++;
    if (source->kind == IR_MD_NODE) r->op = arena_array(&link->dst->arena, IrMd *, source->n);
    if (source->kind == IR_MD_DI) {
        r->field = arena_copy(&link->dst->arena, source->field, source->n * sizeof *source->field,
                              sizeof(void *));
    }
    return r;
}

// The node's copy, perhaps not filled yet; NULL for what does not come over.
static IrMd *one_md(Link *link, IrMd *source) {
    if (!source) return NULL;
    IrMd *node = map_get(&link->mds, (uintptr_t)source);
    if (node) return node;
    Ctx *ctx = link->dst->ctx;
    if (source->kind == IR_MD_STRING) {
        node = ir_md_string(link->dst, atom_str(ctx, source->text), atom_len(ctx, source->text));
    } else if (source->kind == IR_MD_VALUE) {
        if (!ir_is_const(source->value)) return NULL; // of a function: map_value
        node = ir_md_value(link->dst, ir_link_const(link, (IrConst *)source->value));
    } else if (link->library && source->kind != IR_MD_NODE) {
        return NULL; // its sources are not the user's
    } else {
        node = shell(link, source);
        vec_push(&link->a, &link->md_from, source);
        vec_push(&link->a, &link->md_to, node);
    }
    map_put(&link->mds, (uintptr_t)source, node);
    return node;
}

// Fills all nodes that were made on the way, each once.
IrMd *ir_link_md(Link *link, IrMd *root) {
    IrMd *md = one_md(link, root);
    while (link->nmd < link->md_from.n) {
        IrMd *node = link->md_from.at[link->nmd], *to = link->md_to.at[link->nmd];
        link->nmd++;
        switch (node->kind) {
        case IR_MD_NODE:
            for (uint32_t i = 0; i < node->n; i++) to->op[i] = one_md(link, node->op[i]);
            break;
        case IR_MD_LOC:
            to->scope = one_md(link, node->scope);
            to->inlined_at = one_md(link, node->inlined_at);
            break;
        default:
            for (uint32_t i = 0; i < node->n; i++) {
                if (node->field[i].kind == IR_DI_MD)
                    to->field[i].md = one_md(link, node->field[i].md);
            }
        }
    }
    return md;
}

// Debug information of a device library does not come over.
void ir_link_attachments(Link *link, Arena *owner, IrMdAttach **to, const IrMdAttach *from) {
    for (; from; from = from->next) {
        IrMd *d = ir_link_md(link, from->md);
        if (!d) continue;
        *to = arena_new(owner, IrMdAttach);
        (*to)->kind = from->kind;
        (*to)->md = d;
        to = &(*to)->next;
    }
}

// ---- bodies ----

// An operand of the copy. Values of the function come from `map`.
static IrValue *map_value(Link *link, IrValue *source, const IrCloneMap *map) {
    switch (source->kind) {
    case IR_V_BLOCK: return &map->block[source->id]->v;
    case IR_V_ARG:
    case IR_V_INST: return map->value[source->id];
    case IR_V_ASM: {
        const IrAsm *a = (const IrAsm *)source;
        IrAsm *n = ir_asm(link->dst, ir_link_type(link, source->type), a->text, a->constraints,
                          a->side_effect);
        n->align_stack = a->align_stack;
        n->intel = a->intel;
        n->unwind = a->unwind;
        return &n->v;
    }
    case IR_V_MD: {
        IrMd *d = ((IrMdValue *)source)->md;
        // metadata that names a value of the function is the function's own
        if (d->kind == IR_MD_VALUE && !ir_is_const(d->value)) {
            IrMd *own = shell(link, d);
            own->value = map_value(link, d->value, map);
            return &ir_md_as_value(link->dst, own)->v;
        }
        return &ir_md_as_value(link->dst, ir_link_md(link, d))->v;
    }
    default: return &ir_link_const(link, (IrConst *)source)->v;
    }
}

// Without operands: they may be defined later. Not in a block yet.
static IrInst *copy_inst(Link *link, IrFunc *to, const IrInst *source) {
    IrInst *copy = ir_inst_new(to, source->v.op, ir_link_type(link, source->v.type), source->nops);
    ir_inst_copy_plain(to, copy, source);
    if (is_any_of(source->v.op, IR_ALLOCA, IR_GEP) || source->call)
        copy->aty = ir_link_type(link, source->aty);
    if (source->call) {
        copy->call = arena_copy(to->arena, source->call, sizeof *copy->call, sizeof(void *));
        copy->call->bundle = arena_copy(to->arena, source->call->bundle,
                                        source->call->nbundles * sizeof(IrBundle), sizeof(void *));
        copy->call->attrs = ir_link_attr_list(link, &source->call->attrs);
    }
    // scopes of other targets are numbered by module
    if (source->order && source->scope >= IR_SCOPE_OTHER) {
        int k =
            ir_scope(link->dst, atom_cstr(link->dst->ctx, ir_scope_name(link->src, source->scope)));
        copy->scope = k < 0 ? IR_SCOPE_SYSTEM : (uint8_t)k;
    }
    copy->dbg = source->dbg && !link->library ? ir_link_md(link, source->dbg) : NULL;
    ir_link_attachments(link, to->arena, &copy->md, source->md);
    return copy;
}

static void link_records(Link *link, IrInst *copy, IrRecord *records, const IrCloneMap *map) {
    IR_FOREACH_RECORD(r, records) {
        IrValue **value = arena_array(&link->a, IrValue *, r->n);
        for (uint32_t i = 0; i < r->n; i++)
            value[i] = r->use[i].value ? map_value(link, r->use[i].value, map) : NULL;
        IrMd *loc = ir_link_md(link, r->loc);
        IrMd *expression = ir_link_md(link, ir_record_expression(link->src, r));
        ir_record_list(copy->block, copy, (IrRecordKind)r->kind, r->n, value,
                       ir_link_md(link, r->var), expression, loc);
    }
}

// Blocks, then instructions, then operands: each may name the later ones.
void ir_link_body(Link *link, const LinkBody *pair) {
    IrCloneMap map;
    ir_clone_map_init(&map, pair->from, &link->a);
    for (uint32_t i = 0; i < pair->from->nargs; i++) {
        map.value[pair->from->arg[i]->v.id] = &pair->to->arg[i]->v;
        pair->to->arg[i]->v.name = pair->from->arg[i]->v.name;
    }
    IR_FOREACH_BLOCK(bb, pair->from) {
        IrBlock *to = map_get(&link->blocks, (uintptr_t)bb);
        if (to) {
            ir_block_adopt(pair->to, to);
        } else {
            to = ir_block_new(pair->to, bb->v.name);
        }
        map.block[bb->v.id] = to;
        map_put(&link->blocks, (uintptr_t)bb, to); // for its address
    }
    IR_FOREACH_BLOCK(bb, pair->from) {
        IR_FOREACH_INST(i, bb) {
            IrInst *c = copy_inst(link, pair->to, i);
            ir_insert_at_end(c, map.block[bb->v.id]);
            map.value[i->v.id] = &c->v;
        }
    }
    IR_FOREACH_BLOCK(bb, pair->from) {
        IrInst *c = map.block[bb->v.id]->first;
        for (IrInst *i = bb->first; i; i = i->next, c = c->next) {
            for (uint32_t k = 0; k < i->nops; k++) {
                ir_set_op(c, k, map_value(link, ir_op(i, k), &map));
            }
            if (i->records && !link->library) link_records(link, c, i->records, &map);
        }
    }
}
