// SPDX-License-Identifier: Apache-2.0
// --emit=ast: the needed functions and variables as indented trees, in order of discovery. One node
// per line: kind, type and category, then what the node holds.
#include "cxx/cxx.h"
#include "cxx/facts/facts.h"

static const char *const expr_name[] = {
#define EXPR(k, doc) [E_##k] = #k,
#include "cxx/facts/expr.def"
};
static const char *const cast_name[] = {
#define CAST(k, doc) [CK_##k] = #k,
#include "cxx/facts/expr.def"
};
static const char *const op_name[] = {
#define OP(k, s, m) [OP_##k] = s,
#include "cxx/facts/expr.def"
};
static const char *const stmt_name[] = {
#define STMT(k, doc) [S_##k] = #k,
#include "cxx/facts/expr.def"
};

typedef struct Dump {
    Cxx *x;
    Buf *b;
    uint32_t depth;
} Dump;

static void indent(Dump *d) {
    for (uint32_t i = 0; i < d->depth; i++) buf_puts(d->b, "  ");
}

static void name_of(Dump *d, const Decl *x) {
    if (x) cxx_print_decl_name(d->x, d->b, x);
}

static void payload(Dump *d, const Expr *e) {
    Buf *b = d->b;
    switch (e->kind) {
    case E_INT:
        buf_putc(b, ' ');
        if (e->type && ty_is_unsigned(e->type))
            buf_u64(b, apint_u64(&e->u.i));
        else
            buf_i64(b, apint_i64(&e->u.i));
        break;
    case E_CONST:
        buf_putc(b, ' ');
        if (e->u.val) cxx_const_print(d->x, b, e->u.val);
        break;
    case E_DECLREF:
    case E_MEMBER:
    case E_CALL:
    case E_CONSTRUCT:
    case E_BUILTIN:
        if (!e->u.decl) break;
        buf_putc(b, ' ');
        name_of(d, e->u.decl);
        break;
    case E_CAST: buf_printf(b, " %s", cast_name[e->op]); break;
    case E_UNARY:
    case E_BINARY:
    case E_ASSIGN: buf_printf(b, " %s", op_name[e->op] ? op_name[e->op] : ""); break;
    default: break;
    }
}

static void dump_stmt(Dump *d, const Stmt *s);

static void dump_expr(Dump *d, const Expr *e) {
    static const char *const cat[] = {"", " xvalue", " lvalue"};
    if (!e) return;
    indent(d);
    buf_puts(d->b, expr_name[e->kind]);
    if (e->type) {
        buf_puts(d->b, " '");
        ty_print(d->x, d->b, e->type);
        buf_putc(d->b, '\'');
    }
    buf_puts(d->b, cat[e->cat]);
    payload(d, e);
    buf_putc(d->b, '\n');
    if (d->depth > 400) return;
    d->depth++;
    dump_expr(d, e->a);
    dump_expr(d, e->b);
    dump_expr(d, e->c);
    for (uint32_t i = 0; e->arg && i < e->n; i++) dump_expr(d, e->arg[i]);
    if (e->kind == E_STMT) dump_stmt(d, e->u.stmt);
    d->depth--;
}

static void dump_var(Dump *d, const VarDecl *v) {
    static const char *const space[] = {"", " shared", " constant", " managed"};
    indent(d);
    buf_puts(d->b, "VAR ");
    if (v->d.name) buf_atom(d->x->ctx, d->b, v->d.name);
    buf_puts(d->b, " '");
    ty_print(d->x, d->b, v->d.type);
    buf_putc(d->b, '\'');
    int k = v->d.cuda & CU_SHARED     ? 1
            : v->d.cuda & CU_CONSTANT ? 2
            : v->d.cuda & CU_MANAGED  ? 3
                                      : 0;
    buf_puts(d->b, space[k]);
    if (v->storage == STOR_STATIC) buf_puts(d->b, " static");
    buf_putc(d->b, '\n');
    d->depth++;
    dump_expr(d, v->init);
    d->depth--;
}

static void dump_parts(Dump *d, const Stmt *s) {
    switch (s->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) dump_stmt(d, s->u.list.at[i]);
        break;
    case S_DECL:
        for (uint32_t i = 0; i < s->u.decl.n; i++) dump_var(d, s->u.decl.var[i]);
        break;
    case S_IF:
    case S_WHILE:
    case S_FOR:
        if (s->u.cond_var) dump_var(d, s->u.cond_var);
        break;
    default: break;
    }
}

static void dump_stmt(Dump *d, const Stmt *s) {
    if (!s) return;
    indent(d);
    buf_puts(d->b, stmt_name[s->kind]);
    buf_putc(d->b, '\n');
    if (d->depth > 400) return;
    d->depth++;
    dump_parts(d, s);
    dump_stmt(d, s->init);
    dump_expr(d, s->e);
    dump_expr(d, s->inc);
    dump_stmt(d, s->body);
    dump_stmt(d, s->els);
    d->depth--;
}

static void dump_func(Dump *d, FuncDecl *f) {
    Buf *b = d->b;
    if (f->d.cuda & CU_GLOBAL) buf_puts(b, "kernel ");
    buf_puts(b, "FUNC ");
    cxx_print_decl(d->x, b, &f->d);
    buf_puts(b, " ");
    buf_atom(d->x->ctx, b, cxx_mangle(d->x, &f->d));
    buf_putc(b, '\n');
    d->depth = 1;
    for (uint32_t i = 0; i < f->nparam; i++) dump_var(d, f->param[i]);
    for (uint32_t i = 0; i < f->ninit; i++) {
        indent(d);
        buf_puts(b, "INIT ");
        name_of(d, f->inits[i].field  ? &f->inits[i].field->d
                   : f->inits[i].base ? &f->inits[i].base->d
                                      : &f->cls->d);
        buf_putc(b, '\n');
        d->depth++;
        dump_expr(d, f->inits[i].init);
        d->depth--;
    }
    dump_stmt(d, f->body);
    d->depth = 0;
}

void cxx_dump(Cxx *x, Buf *out) {
    Dump d = {.x = x, .b = out};
    x->text_limit = UINT32_MAX;
    for (uint32_t i = 0; i < x->work_vars.n; i++) dump_var(&d, x->work_vars.at[i]);
    for (uint32_t i = 0; i < x->work.n; i++) dump_func(&d, x->work.at[i]);
}
