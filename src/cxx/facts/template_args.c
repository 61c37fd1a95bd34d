// SPDX-License-Identifier: Apache-2.0
// Template argument lists as data: hash-consed, compared, printed, bound in an environment. What
// makes them from tokens is template/arguments.c.
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

enum { INST_STACK = 7 << 20 }; // bytes

typedef struct ArgsKey {
    const TmplArg *a;
    uint32_t n;
} ArgsKey;

static bool key_equal(const void *key, const void *item);

// Instantiations end where the stack does, or have used what a program's main thread has: 1024 of
// them, each in the middle of a body, take gigabytes of memory on a larger one.
static char *stack_bound(Cxx *x) {
    char *low = cu_stack_low(x->ctx), *used = (char *)__builtin_frame_address(0) - INST_STACK;
    return CU_MAX(low, used);
}

struct TmplTable *tm_table(Cxx *x) {
    if (!x->tmpls) {
        struct TmplTable *t = x->tmpls = arena_new(tm_arena(x), struct TmplTable);
        cons_init(&t->args, tm_arena(x));
        map_init(&t->pack_start, tm_arena(x));
        map_init(&t->outside_done, tm_arena(x));
        map_init(&t->aliases, tm_arena(x));
        t->stack_low = stack_bound(x);
    }
    return x->tmpls;
}

static uint64_t tmpl_key(const Decl *d) {
    if (d->kind != D_TPARM) return d->id;
    const TParmDecl *t = (const TParmDecl *)d;
    return 1ull << 40 | (uint64_t)t->depth << 20 | t->index;
}

static uint64_t arg_hash(const TmplArg *a) {
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: return hash_mix(1, a->type->id);
    case TA_VALUE: return hash_mix(2, (uintptr_t)a->val);
    case TA_EXPR: return hash_mix(3, cxx_expr_hash(a->expr));
    case TA_TEMPLATE: return hash_mix(4, tmpl_key(a->tmpl));
    case TA_PACK: return hash_mix(5, a->pack->id);
    default: return 6;
    }
}

bool tm_arg_equal(const TmplArg *a, const TmplArg *b) {
    if (a->kind != b->kind) return false;
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: return a->type == b->type;
    case TA_VALUE: return a->val == b->val;
    case TA_EXPR: return cxx_expr_equal(a->expr, b->expr);
    case TA_TEMPLATE: return tmpl_key(a->tmpl) == tmpl_key(b->tmpl);
    case TA_PACK: return a->pack == b->pack;
    default: return true;
    }
}

bool tm_arg_is_expansion(const TmplArg *a) {
    return (a->kind == TA_TYPE && a->type->kind == TY_PACK) ||
           (a->kind == TA_EXPR && a->expr->kind == E_PACK) ||
           (a->kind == TA_TEMPLATE && a->tmpl->kind == D_TPARM && ((TParmDecl *)a->tmpl)->pack);
}

bool tm_arg_dependent(const TmplArg *a) {
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: return ty_dependent(a->type);
    case TA_EXPR: return (a->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) != 0;
    case TA_TEMPLATE: return a->tmpl->kind == D_TPARM;
    case TA_PACK: return a->pack->dependent;
    default: return false;
    }
}

static bool key_equal(const void *key, const void *item) {
    const ArgsKey *k = key;
    const TmplArgs *l = item;
    if (k->n != l->n) return false;
    for (uint32_t i = 0; i < k->n; i++) {
        if (!tm_arg_equal(&k->a[i], &l->a[i])) return false;
    }
    return true;
}

TmplArgs *cxx_targs(Cxx *x, const TmplArg *a, uint32_t n) {
    struct TmplTable *t = tm_table(x);
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++) h = hash_mix(h, arg_hash(&a[i]));
    ArgsKey key = {a, n};
    TmplArgs *l = cons_find(&t->args, h, key_equal, &key);
    if (l) return l;
    l = arena_zalloc(tm_arena(x), sizeof *l + sizeof *a * n, 16);
    l->n = n;
    l->id = ++t->next_id;
    for (uint32_t i = 0; i < n; i++) {
        l->a[i] = a[i];
        l->dependent |= tm_arg_dependent(&a[i]);
        l->has_pack_expansion |=
            tm_arg_is_expansion(&a[i]) || (a[i].kind == TA_PACK && a[i].pack->has_pack_expansion);
    }
    cons_add(&t->args, h, l);
    return l;
}

// A constant as the host compiler reads it again: with its type, and the full names of what it
// names.
static void host_value(Cxx *x, Buf *b, const ConstVal *v) {
    Type *t = v->type ? ty_unqual(v->type) : NULL;
    bool object = v->kind == CV_LVALUE && v->u.lv.base && !v->u.lv.offset;
    if (v->kind == CV_INT && t) {
        buf_putc(b, '(');
        ty_print(x, b, t);
        buf_putc(b, ')');
        apint_print(b, v->u.i, !ty_is_unsigned(t));
    } else if (object) {
        if (t && t->kind == TY_PTR) buf_putc(b, '&');
        cxx_print_decl_name(x, b, v->u.lv.base);
    } else {
        cxx_const_print(x, b, v);
    }
}

void tm_arg_print(Cxx *x, Buf *b, const TmplArg *a) {
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: ty_print(x, b, a->type); break;
    case TA_VALUE:
        if (x->host_closure) {
            host_value(x, b, a->val);
        } else if (!cxx_const_print(x, b, a->val)) {
            buf_puts(b, "<value>");
        }
        break;
    case TA_TEMPLATE: cxx_print_decl_name(x, b, a->tmpl); break;
    case TA_PACK:
        for (uint32_t i = 0; i < a->pack->n; i++) {
            if (i) buf_puts(b, ", ");
            if (b->n > x->text_limit) {
                buf_puts(b, "...");
                break;
            }
            tm_arg_print(x, b, &a->pack->a[i]);
        }
        break;
    case TA_EXPR:
        if (a->expr->kind == E_TPARM)
            cxx_print_parm_name(x, b, a->expr);
        else if (a->expr->kind == E_PACK && a->expr->a->kind == E_TPARM)
            cxx_print_parm_name(x, b, a->expr->a);
        else
            buf_puts(b, "<expression>");
        if (a->expr->kind == E_PACK) buf_puts(b, "...");
        break;
    default: buf_puts(b, "?"); break;
    }
}

void cxx_targs_print(Cxx *x, Buf *b, const TmplArgs *a) {
    if (b->n > x->text_limit) { // A<B<...>>: what is spelled can be exponential in what was written
        buf_puts(b, "<...>");
        return;
    }
    buf_putc(b, '<');
    bool any = false;
    for (uint32_t i = 0; a && i < a->n; i++) {
        if (a->a[i].kind == TA_PACK && !a->a[i].pack->n) continue;
        if (any) buf_puts(b, ", ");
        if (b->n > x->text_limit) {
            buf_puts(b, "...");
            break;
        }
        tm_arg_print(x, b, &a->a[i]);
        any = true;
    }
    if (x->host_closure && b->at[b->n - 1] == '>') buf_putc(b, ' '); // read as C++98, perhaps
    buf_putc(b, '>');
}

TmplArg *cxx_env_arg(Env *env, const TParmDecl *parm) {
    for (; env; env = env->outer) {
        if (env->params != parm->list) continue;
        if (!env->args || parm->index >= env->args->n) return NULL;
        TmplArg *a = &env->args->a[parm->index];
        return a->kind == TA_NONE ? NULL : a;
    }
    return NULL;
}

TmplArg tm_identity_arg(Cxx *x, TParmDecl *d) {
    TmplArg a = {.kind = d->kind};
    switch ((TmplArgKind)d->kind) {
    case TA_TYPE:
        a.type = ty_tparm(x, d);
        if (d->pack) a.type = ty_pack(x, a.type);
        break;
    case TA_TEMPLATE: a.tmpl = &d->d; break;
    default: {
        Type *t = d->d.type ? d->d.type : x->ty_dependent;
        Expr *e = cxx_expr_new(x, E_TPARM, t, VC_PRVALUE, d->d.pos);
        e->u.decl = &d->d;
        e->flags |= EF_VALUE_DEP;
        if (ty_dependent(t) || t->flags & TF_HAS_AUTO) e->flags |= EF_TYPE_DEP;
        if (d->pack) {
            Expr *pk = cxx_expr_new(x, E_PACK, t, VC_PRVALUE, d->d.pos);
            e->flags |= EF_HAS_PACK;
            pk->a = e;
            pk->flags |= e->flags & (uint16_t)~EF_HAS_PACK;
            e = pk;
        }
        a.kind = TA_EXPR;
        a.expr = e;
        a.type = t;
    }
    }
    if (!d->pack) return a;
    TmplArg pk = {.kind = TA_PACK, .pack = cxx_targs(x, &a, 1)};
    return pk;
}

TmplArgs *tm_identity_args(Cxx *x, TmplParams *ps) {
    ArenaMark m = arena_mark(&x->ctx->scratch);
    TmplArg *a = arena_array(&x->ctx->scratch, TmplArg, ps->n);
    for (uint32_t i = 0; i < ps->n; i++) a[i] = tm_identity_arg(x, ps->parm[i]);
    TmplArgs *l = cxx_targs(x, a, ps->n);
    arena_reset(&x->ctx->scratch, m);
    return l;
}

ClassDecl *tm_class_instance(Cxx *x, TemplateDecl *t, TmplArgs *args) {
    void **slot = map_slot(&t->specs, (uintptr_t)args);
    if (*slot) return *slot;
    ClassDecl *c =
        cxx_decl_new(x, ClassDecl, D_CLASS, t->d.name, t->d.pos, t->d.order, t->d.scope, t->env);
    *slot = c;
    c->tag = (uint8_t)t->tag;
    c->tmpl = t;
    c->args = args;
    c->d.access = t->d.access;
    c->d.linkage = t->d.linkage;
    c->d.flags = DF_TEMPLATE_INST | (t->d.flags & (DF_MEMBER | DF_DEPRECATED));
    c->d.type = ty_class(x, c);
    c->head = t->head;
    tm_table(x)->instances++;
    return c;
}

Scope *tm_class_scope(const TemplateDecl *t) {
    return t->outside_scope ? t->outside_scope : t->params->scope;
}
