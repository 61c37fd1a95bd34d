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
static char *stack_bound(Cxx *cxx) {
    char *low = cu_stack_low(cxx->ctx), *used = (char *)__builtin_frame_address(0) - INST_STACK;
    return CU_MAX(low, used);
}

struct TmplTable *tm_table(Cxx *cxx) {
    if (!cxx->tmpls) {
        struct TmplTable *t = cxx->tmpls = arena_new(tm_arena(cxx), struct TmplTable);
        cons_init(&t->args, tm_arena(cxx));
        t->pack_start = arena_array(tm_arena(cxx), uint8_t, cxx_token_count(cxx));
        map_init(&t->outside_done, tm_arena(cxx));
        map_init(&t->aliases, tm_arena(cxx));
        map_init(&t->alias_typedefs, tm_arena(cxx));
        map_init(&t->written_args, tm_arena(cxx));
        t->stack_low = stack_bound(cxx);
    }
    return cxx->tmpls;
}

// Template template parameters are the same by their place, whatever their declaration.
static uint64_t tmpl_key(const Decl *decl) {
    if (decl->kind != D_TPARM) return decl->id;
    const TParmDecl *t = (const TParmDecl *)decl;
    return 1ull << 40 | (uint64_t)t->depth << 20 | t->index;
}

// By what tm_arg_equal compares.
static uint64_t arg_hash(const TmplArg *tmpl_arg) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: return hash_mix(1, tmpl_arg->type->id);
    case TA_VALUE: return hash_mix(2, (uintptr_t)tmpl_arg->val);
    case TA_EXPR: return hash_mix(3, cxx_expr_hash(tmpl_arg->expr));
    case TA_TEMPLATE: return hash_mix(4, tmpl_key(tmpl_arg->tmpl));
    case TA_PACK: return hash_mix(5, tmpl_arg->pack->id);
    default: return 6;
    }
}

bool tm_arg_equal(const TmplArg *left, const TmplArg *right) {
    if (left->kind != right->kind) return false;
    switch ((TmplArgKind)left->kind) {
    case TA_TYPE: return left->type == right->type;
    case TA_VALUE: return left->val == right->val;
    case TA_EXPR: return cxx_expr_equal(left->expr, right->expr);
    case TA_TEMPLATE: return tmpl_key(left->tmpl) == tmpl_key(right->tmpl);
    case TA_PACK: return left->pack == right->pack;
    default: return true;
    }
}

bool tm_arg_is_expansion(const TmplArg *tmpl_arg) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: return tmpl_arg->type->kind == TY_PACK;
    case TA_EXPR: return tmpl_arg->expr->kind == E_PACK;
    case TA_TEMPLATE: return tmpl_arg->tmpl->kind == D_TPARM && ((TParmDecl *)tmpl_arg->tmpl)->pack;
    default: return false;
    }
}

TmplArg tm_arg_expansion(Cxx *cxx, const TmplArg *pattern) {
    TmplArg expansion = *pattern;
    if (pattern->kind == TA_TYPE) {
        expansion.type = ty_pack(cxx, pattern->type);
    } else if (pattern->kind == TA_EXPR) {
        const Expr *expr = pattern->expr;
        Expr *pack = cxx_expr_new(cxx, E_PACK, expr->type, expr->cat, expr->pos);
        pack->a = pattern->expr;
        pack->flags |= EF_VALUE_DEP | (expr->flags & EF_TYPE_DEP);
        expansion.expr = pack;
    }
    return expansion;
}

bool tm_arg_names_pack(const TmplArg *arg) {
    switch ((TmplArgKind)arg->kind) {
    case TA_TYPE: return arg->type->flags & TF_HAS_PACK;
    case TA_EXPR: return arg->expr->flags & EF_HAS_PACK;
    case TA_TEMPLATE: return tm_arg_is_expansion(arg);
    default: return false;
    }
}

bool tm_arg_dependent(const TmplArg *tmpl_arg) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: return ty_dependent(tmpl_arg->type);
    case TA_EXPR: return (tmpl_arg->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) != 0;
    case TA_TEMPLATE: return tmpl_arg->tmpl->kind == D_TPARM;
    case TA_PACK: return tmpl_arg->pack->dependent;
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

// The one list of these arguments, which are copied when it is new.
TmplArgs *cxx_targs(Cxx *cxx, const TmplArg *tmpl_arg, uint32_t n) {
    struct TmplTable *tmpl_table = tm_table(cxx);
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++) h = hash_mix(h, arg_hash(&tmpl_arg[i]));
    ArgsKey key = {tmpl_arg, n};
    TmplArgs *args = cons_find(&tmpl_table->args, h, key_equal, &key);
    if (args) return args;
    args = arena_zalloc(tm_arena(cxx), sizeof *args + sizeof *tmpl_arg * n, 16);
    args->n = n;
    args->id = ++tmpl_table->next_id;
    for (uint32_t i = 0; i < n; i++) {
        args->a[i] = tmpl_arg[i];
        if (tmpl_arg[i].kind == TA_TYPE) args->a[i].written = NULL; // other lists of the same types
        args->dependent |= tm_arg_dependent(&tmpl_arg[i]);
        args->has_pack_expansion |=
            tm_arg_is_expansion(&tmpl_arg[i]) ||
            (tmpl_arg[i].kind == TA_PACK && tmpl_arg[i].pack->has_pack_expansion);
    }
    cons_add(&tmpl_table->args, h, args);
    return args;
}

// A constant as the host compiler reads it again: with its type, and the full names of what it
// names.
static void host_value(Cxx *cxx, Buf *out, const ConstVal *constant) {
    Type *type = constant->type ? ty_unqual(constant->type) : NULL;
    bool object = constant->kind == CV_LVALUE && constant->u.lv.base && !constant->u.lv.offset;
    if (constant->kind == CV_INT && type) {
        buf_putc(out, '(');
        ty_print(cxx, out, type);
        buf_putc(out, ')');
        apint_print(out, constant->u.i, !ty_is_unsigned(type));
    } else if (object) {
        if (type && type->kind == TY_PTR) buf_putc(out, '&');
        cxx_print_decl_name(cxx, out, constant->u.lv.base);
    } else {
        cxx_const_print(cxx, out, constant);
    }
}

void tm_arg_print(Cxx *cxx, Buf *out, const TmplArg *tmpl_arg) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: ty_print(cxx, out, tmpl_arg->type); break;
    case TA_VALUE:
        if (cxx->host_closure) {
            host_value(cxx, out, tmpl_arg->val);
        } else if (!cxx_const_print(cxx, out, tmpl_arg->val)) {
            buf_puts(out, "<value>");
        }
        break;
    case TA_TEMPLATE: cxx_print_decl_name(cxx, out, tmpl_arg->tmpl); break;
    case TA_PACK:
        for (uint32_t i = 0; i < tmpl_arg->pack->n; i++) {
            if (i) buf_puts(out, ", ");
            if (out->n > cxx->text_limit) {
                buf_puts(out, "...");
                break;
            }
            tm_arg_print(cxx, out, &tmpl_arg->pack->a[i]);
        }
        break;
    case TA_EXPR:
        if (tmpl_arg->expr->kind == E_TPARM)
            cxx_print_parm_name(cxx, out, tmpl_arg->expr);
        else if (tmpl_arg->expr->kind == E_PACK && tmpl_arg->expr->a->kind == E_TPARM)
            cxx_print_parm_name(cxx, out, tmpl_arg->expr->a);
        else
            buf_puts(out, "<expression>");
        if (tmpl_arg->expr->kind == E_PACK) buf_puts(out, "...");
        break;
    default: buf_puts(out, "?"); break;
    }
}

void cxx_targs_print(Cxx *cxx, Buf *out, const TmplArgs *args) {
    if (out->n >
        cxx->text_limit) { // A<B<...>>: what is spelled can be exponential in what was written
        buf_puts(out, "<...>");
        return;
    }
    buf_putc(out, '<');
    bool any = false;
    for (uint32_t i = 0; i < targs_count(args); i++) {
        if (args->a[i].kind == TA_PACK && !args->a[i].pack->n) continue;
        if (any) buf_puts(out, ", ");
        if (out->n > cxx->text_limit) {
            buf_puts(out, "...");
            break;
        }
        tm_arg_print(cxx, out, &args->a[i]);
        any = true;
    }
    if (cxx->host_closure && out->at[out->n - 1] == '>')
        buf_putc(out, ' '); // read as C++98, perhaps
    buf_putc(out, '>');
}

// The argument bound to the parameter; NULL: unbound, or not deduced yet.
TmplArg *cxx_env_arg(Env *env, const TParmDecl *parm) {
    for (; env; env = env->outer) {
        if (env->params != parm->list) continue;
        if (!env->args || parm->index >= env->args->n) return NULL;
        TmplArg *a = &env->args->a[parm->index];
        return a->kind == TA_NONE ? NULL : a;
    }
    return NULL;
}

// The argument that stands for the parameter itself, as the template's own name has it
// [temp.local]/1.
TmplArg tm_identity_arg(Cxx *cxx, TParmDecl *tparm_decl) {
    TmplArg tmpl_arg = {.kind = tparm_decl->kind};
    switch ((TmplArgKind)tparm_decl->kind) {
    case TA_TYPE:
        tmpl_arg.type = ty_tparm(cxx, tparm_decl);
        if (tparm_decl->pack) tmpl_arg.type = ty_pack(cxx, tmpl_arg.type);
        break;
    case TA_TEMPLATE: tmpl_arg.tmpl = &tparm_decl->d; break;
    default: {
        Type *type = tparm_decl->d.type ? tparm_decl->d.type : cxx->ty_dependent;
        Expr *expr = cxx_expr_new(cxx, E_TPARM, type, VC_PRVALUE, tparm_decl->d.pos);
        expr->u.decl = &tparm_decl->d;
        expr->flags |= EF_VALUE_DEP;
        if (ty_dependent(type) || type->flags & TF_HAS_AUTO) expr->flags |= EF_TYPE_DEP;
        if (tparm_decl->pack) {
            Expr *pk = cxx_expr_new(cxx, E_PACK, type, VC_PRVALUE, tparm_decl->d.pos);
            expr->flags |= EF_HAS_PACK;
            pk->a = expr;
            pk->flags |= expr->flags & (uint16_t)~EF_HAS_PACK;
            expr = pk;
        }
        tmpl_arg.kind = TA_EXPR;
        tmpl_arg.expr = expr;
        tmpl_arg.type = type;
    }
    }
    if (!tparm_decl->pack) return tmpl_arg;
    TmplArg pk = {.kind = TA_PACK, .pack = cxx_targs(cxx, &tmpl_arg, 1)};
    return pk;
}

TmplArgs *tm_identity_args(Cxx *cxx, TmplParams *ps) {
    ArenaMark m = arena_mark(&cxx->ctx->scratch);
    TmplArg *a = arena_array(&cxx->ctx->scratch, TmplArg, ps->n);
    for (uint32_t i = 0; i < ps->n; i++) a[i] = tm_identity_arg(cxx, ps->parm[i]);
    TmplArgs *l = cxx_targs(cxx, a, ps->n);
    arena_reset(&cxx->ctx->scratch, m);
    return l;
}

// The class for these arguments, declared when it is asked for first; its head is the template's.
// An instance that no list of instances has yet.
static ClassDecl *new_instance(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args) {
    ClassDecl *cls = cxx_decl_new(cxx, ClassDecl, D_CLASS, tmpl->d.name, tmpl->d.pos, tmpl->d.order,
                                  tmpl->d.scope, tmpl->env);
    cls->tag = (uint8_t)tmpl->tag;
    cls->inst.tmpl = tmpl;
    cls->inst.args = args;
    cls->d.access = tmpl->d.access;
    cls->d.linkage = tmpl->d.linkage;
    cls->d.flags = DF_TEMPLATE_INST | (tmpl->d.flags & (DF_MEMBER | DF_DEPRECATED));
    cls->d.type = ty_class(cxx, cls);
    cls->written.head = tmpl->head;
    tm_table(cxx)->instances++;
    return cls;
}

ClassDecl *tm_class_instance(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args) {
    void **slot = map_slot(&tmpl->specs, (uintptr_t)args);
    if (!*slot) *slot = new_instance(cxx, tmpl, args);
    return *slot;
}

ClassDecl *tm_class_of_primary(Cxx *cxx, ClassDecl *cls) {
    if (!cls->inst.explicit_spec && !cls->inst.partial) return cls;
    if (!cls->inst.of_primary) {
        cls->inst.of_primary = new_instance(cxx, cls->inst.tmpl, cls->inst.args);
        cls->inst.of_primary->inst.specialized = cls;
    }
    return cls->inst.of_primary;
}

Scope *tm_class_scope(const TemplateDecl *t) {
    return t->outside_scope ? t->outside_scope : t->params->scope;
}
