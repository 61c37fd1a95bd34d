// SPDX-License-Identifier: Apache-2.0
// --emit=ast: the needed functions and variables as indented trees, in order of discovery. One node
// per line: kind, type and category, then what the node holds.
#include "cxx/cxx.h"
#include "cxx/facts/facts.h"

static const char expr_name[][24] = {
#define EXPR(k, doc) [E_##k] = #k,
#include "cxx/facts/expr.def"
};
static const char cast_name[][32] = {
#define CAST(k, doc) [CK_##k] = #k,
#include "cxx/facts/expr.def"
};
static const char op_name[][12] = {
#define OP(k, s, m) [OP_##k] = s,
#include "cxx/facts/expr.def"
};
static const char stmt_name[][24] = {
#define STMT(k, doc) [S_##k] = #k,
#include "cxx/facts/expr.def"
};

typedef struct Dump {
    Cxx *x;
    Buf *b;
    uint32_t depth;
} Dump;

static void indent(Dump *dump) {
    for (uint32_t i = 0; i < dump->depth; i++) buf_puts(dump->b, "  ");
}

static void name_of(Dump *dump, const Decl *named) {
    if (named) cxx_print_decl_name(dump->x, dump->b, named);
}

static void payload(Dump *dump, const Expr *shown) {
    Buf *out = dump->b;
    switch (shown->kind) {
    case E_INT:
        buf_putc(out, ' ');
        if (shown->type && ty_is_unsigned(shown->type))
            buf_u64(out, apint_u64(&shown->u.i));
        else
            buf_i64(out, apint_i64(&shown->u.i));
        break;
    case E_CONST:
        buf_putc(out, ' ');
        if (shown->u.val) cxx_const_print(dump->x, out, shown->u.val);
        break;
    case E_DECLREF:
    case E_MEMBER:
    case E_CALL:
    case E_CONSTRUCT:
    case E_BUILTIN:
        if (!shown->u.decl) break;
        buf_putc(out, ' ');
        name_of(dump, shown->u.decl);
        break;
    case E_CAST: buf_printf(out, " %s", cast_name[shown->op]); break;
    case E_UNARY:
    case E_BINARY:
    case E_ASSIGN: buf_printf(out, " %s", op_name[shown->op]); break;
    default: break;
    }
}

static void dump_stmt(Dump *dump, const Stmt *shown);

static void dump_expr(Dump *dump, const Expr *shown) {
    static const char *const cat[] = {"", " xvalue", " lvalue"};
    if (!shown) return;
    indent(dump);
    buf_puts(dump->b, expr_name[shown->kind]);
    if (shown->type) {
        buf_puts(dump->b, " '");
        ty_print(dump->x, dump->b, shown->type);
        buf_putc(dump->b, '\'');
    }
    buf_puts(dump->b, cat[shown->cat]);
    payload(dump, shown);
    buf_putc(dump->b, '\n');
    if (dump->depth > 400) return;
    dump->depth++;
    for (uint32_t i = 0; i < xe_noperands(shown); i++) dump_expr(dump, xe_operand(shown, i));
    if (shown->kind == E_STMT) dump_stmt(dump, shown->u.stmt);
    dump->depth--;
}

static void dump_var(Dump *dump, const VarDecl *var) {
    static const char *const space[] = {"", " shared", " constant", " managed"};
    indent(dump);
    buf_puts(dump->b, "VAR ");
    if (var->d.name) buf_atom(dump->x->ctx, dump->b, var->d.name);
    buf_puts(dump->b, " '");
    ty_print(dump->x, dump->b, var->d.type);
    buf_putc(dump->b, '\'');
    int k = var->d.cuda & CU_SHARED     ? 1
            : var->d.cuda & CU_CONSTANT ? 2
            : var->d.cuda & CU_MANAGED  ? 3
                                        : 0;
    buf_puts(dump->b, space[k]);
    if (var->storage == STOR_STATIC) buf_puts(dump->b, " static");
    buf_putc(dump->b, '\n');
    dump->depth++;
    dump_expr(dump, var->init);
    dump->depth--;
}

static void dump_parts(Dump *dump, const Stmt *shown) {
    switch (shown->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < shown->u.list.n; i++) dump_stmt(dump, shown->u.list.at[i]);
        break;
    case S_DECL:
        for (uint32_t i = 0; i < shown->u.decl.n; i++) dump_var(dump, shown->u.decl.var[i]);
        break;
    case S_IF:
    case S_WHILE:
    case S_FOR:
        if (shown->u.cond_var) dump_var(dump, shown->u.cond_var);
        break;
    default: break;
    }
}

static void dump_stmt(Dump *dump, const Stmt *shown) {
    if (!shown) return;
    indent(dump);
    buf_puts(dump->b, stmt_name[shown->kind]);
    buf_putc(dump->b, '\n');
    if (dump->depth > 400) return;
    dump->depth++;
    dump_parts(dump, shown);
    dump_stmt(dump, shown->init);
    dump_expr(dump, shown->e);
    dump_expr(dump, shown->inc);
    dump_stmt(dump, shown->body);
    dump_stmt(dump, shown->els);
    dump->depth--;
}

static void dump_func(Dump *dump, FuncDecl *func) {
    Buf *out = dump->b;
    if (func->d.cuda & CU_GLOBAL) buf_puts(out, "kernel ");
    buf_puts(out, "FUNC ");
    cxx_print_decl(dump->x, out, &func->d);
    buf_puts(out, " ");
    buf_atom(dump->x->ctx, out, cxx_mangle(dump->x, &func->d));
    buf_putc(out, '\n');
    dump->depth = 1;
    for (uint32_t i = 0; i < func->nparam; i++) dump_var(dump, func->param[i]);
    for (uint32_t i = 0; i < func->body.ninit; i++) {
        indent(dump);
        buf_puts(out, "INIT ");
        name_of(dump, func->body.inits[i].field  ? &func->body.inits[i].field->d
                      : func->body.inits[i].base ? &func->body.inits[i].base->d
                                                 : &func->cls->d);
        buf_putc(out, '\n');
        dump->depth++;
        dump_expr(dump, func->body.inits[i].init);
        dump->depth--;
    }
    dump_stmt(dump, func->body.tree);
    dump->depth = 0;
}

void cxx_dump(Cxx *cxx, Buf *out) {
    Dump d = {.x = cxx, .b = out};
    cxx->text_limit = UINT32_MAX;
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) dump_var(&d, cxx->work_vars.at[i]);
    for (uint32_t i = 0; i < cxx->work.n; i++) dump_func(&d, cxx->work.at[i]);
}

void cxx_dump_names(Cxx *cxx, Buf *out) {
    static const struct {
        const char *name;
        CxxHostNaming naming;
    } hosts[] = {
        {"g++ 12", {.version = 12, .static_template = true}},
        {"g++ 14", {.version = 14, .static_template = true}},
        {"g++ 15", {.version = 15, .static_template = true}},
        {"clang 14", {.clang = true, .version = 14, .static_template = true}},
        {"clang 19", {.clang = true, .version = 19, .static_template = true}},
    };
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *func = cxx->work.at[i];
        if (!(func->d.cuda & CU_GLOBAL)) continue;
        buf_printf(out, "kernel %s\n", atom_str(cxx->ctx, cxx_mangle(cxx, &func->d)));
        for (size_t k = 0; k < CU_COUNT(hosts); k++) {
            Atom name = cxx_mangle_host(cxx, func, &hosts[k].naming);
            buf_printf(out, "  %s: %s\n", hosts[k].name, atom_str(cxx->ctx, name));
        }
    }
}
