// SPDX-License-Identifier: Apache-2.0
// Spelling of types and declarations as nvcc's messages spell them: `const int *`, `void (*)(int)`,
// `ns::A<int>`. A declarator has a part left of the name and one right of it, printed by two
// mutually recursive walks; pointers to arrays and functions need parentheses between them.
#include "cxx/decl_int.h"

enum { PRINT_DEPTH = 250 };

static void left(Cxx *x, Buf *b, const Type *t);
static void right(Cxx *x, Buf *b, const Type *t);

static void quals(Buf *b, unsigned q, bool before) {
    static const char *const name[] = {"const", "volatile", "__restrict__"};
    for (int i = 0; i < 3; i++) {
        if (!(q >> i & 1)) continue;
        if (!before) buf_putc(b, ' ');
        buf_puts(b, name[i]);
        if (before) buf_putc(b, ' ');
    }
}

void cxx_print_scope(Cxx *x, Buf *b, Scope *s) {
    for (; s; s = s->parent) {
        Decl *o = s->owner;
        if (s == x->global && x->host_closure) buf_puts(b, "::");
        if (s->kind == SC_FUNC || s->kind == SC_BLOCK || s == x->global) return;
        if (s->kind == SC_TPARAMS || !o) continue;
        if (s->kind == SC_NAMESPACE) {
            if (((NamespaceDecl *)o)->inline_ && !((NamespaceDecl *)o)->anonymous) continue;
            cxx_print_scope(x, b, s->parent);
            if (((NamespaceDecl *)o)->anonymous)
                buf_puts(b, x->host_closure ? "_NV_ANON_NAMESPACE" : "<unnamed>");
            else
                buf_atom(x->ctx, b, o->name);
        } else {
            cxx_print_decl_name(x, b, o);
        }
        buf_puts(b, "::");
        return;
    }
}

static void print_class(Cxx *x, Buf *b, const ClassDecl *c) {
    if (c->is_closure && x->host_closure) {
        x->host_closure(x, b, c);
        return;
    }
    cxx_print_scope(x, b, c->d.scope);
    if (c->is_closure) {
        buf_puts(b, "lambda");
    } else if (!c->d.name) {
        if (c->typedef_name)
            buf_atom(x->ctx, b, c->typedef_name->name);
        else
            buf_puts(b, c->tag == CT_UNION ? "<unnamed union>" : "<unnamed class>");
    } else {
        buf_atom(x->ctx, b, c->d.name);
    }
    if (c->args) cxx_targs_print(x, b, c->args);
}

void cxx_print_decl_name(Cxx *x, Buf *b, const Decl *d) {
    if (d->kind == D_CLASS) {
        print_class(x, b, (const ClassDecl *)d);
        return;
    }
    if (d->kind != D_TPARM) cxx_print_scope(x, b, d->scope);
    if (d->kind == D_FUNC) {
        const FuncDecl *f = (const FuncDecl *)d;
        if (f->kind == FK_CTOR || f->kind == FK_DTOR) {
            if (f->kind == FK_DTOR) buf_putc(b, '~');
            if (f->cls) buf_atom(x->ctx, b, f->cls->d.name);
        } else if (f->kind == FK_CONV) {
            buf_puts(b, "operator ");
            if (d->type->kind == TY_FUNC) ty_print(x, b, d->type->u.func.ret);
        } else {
            buf_atom(x->ctx, b, d->name);
        }
        if (f->args) cxx_targs_print(x, b, f->args);
        return;
    }
    if (!d->name)
        buf_puts(b, "<unnamed>");
    else
        buf_atom(x->ctx, b, d->name);
    if (d->kind == D_VAR && ((const VarDecl *)d)->args) {
        cxx_targs_print(x, b, ((const VarDecl *)d)->args);
    }
}

static bool needs_paren(const Type *to) {
    return ty_is_array(to) || to->kind == TY_FUNC;
}

static void print_base(Cxx *x, Buf *b, const Type *t) {
    quals(b, t->quals, true);
    switch (t->kind) {
    case TY_CLASS: print_class(x, b, t->u.cls); break;
    case TY_ENUM: cxx_print_decl_name(x, b, &t->u.enm->d); break;
    case TY_VECTOR:
        buf_printf(b, "__attribute__((vector_size(%llu))) ", (unsigned long long)t->u.array.n);
        ty_print(x, b, t->u.array.elem);
        break;
    case TY_AUTO: buf_puts(b, "auto"); break;
    case TY_DECLTYPE_AUTO: buf_puts(b, "decltype(auto)"); break;
    case TY_CTAD: cxx_print_decl_name(x, b, t->u.spec.tmpl); break;
    case TY_TPARM:
        if (t->u.tparm.decl && t->u.tparm.decl->d.name) {
            buf_atom(x->ctx, b, t->u.tparm.decl->d.name);
        } else {
            buf_printf(b, "<template-param-%d-%d>", t->u.tparm.depth + 1, t->u.tparm.index + 1);
        }
        break;
    case TY_DEPNAME:
        ty_print(x, b, t->u.depname.scope);
        buf_puts(b, "::");
        buf_atom(x->ctx, b, t->u.depname.name);
        if (t->u.depname.args) cxx_targs_print(x, b, t->u.depname.args);
        break;
    case TY_SPEC:
        cxx_print_decl_name(x, b, t->u.spec.tmpl);
        cxx_targs_print(x, b, t->u.spec.args);
        break;
    case TY_DECLTYPE: buf_puts(b, "decltype(<expression>)"); break;
    case TY_TRAIT:
        buf_puts(b, "__underlying_type(");
        ty_print(x, b, t->u.dtype.arg);
        buf_putc(b, ')');
        break;
    case TY_PACK:
        ty_print(x, b, t->u.ptr.to);
        buf_puts(b, "...");
        break;
    case TY_DEPENDENT: buf_puts(b, "<dependent-type>"); break;
    case TY_OVERLOAD: buf_puts(b, "<unknown-type>"); break;
    case TY_INITLIST: buf_puts(b, "{...}"); break;
    case TY_ERROR: buf_puts(b, "<error-type>"); break;
    default: buf_puts(b, ty_basic_spelling((TyKind)t->kind)); break;
    }
}

static void left_part(Cxx *x, Buf *b, const Type *t) {
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR: {
        const Type *to = t->u.ptr.to;
        left(x, b, to);
        char last = b->n ? b->at[b->n - 1] : 0;
        if (last != '*' && last != '&' && last != '(') buf_putc(b, ' ');
        if (needs_paren(to)) buf_putc(b, '(');
        if (t->kind == TY_MEMPTR) {
            ty_print(x, b, t->u.ptr.cls);
            buf_puts(b, "::");
        }
        buf_puts(b, t->kind == TY_LREF ? "&" : t->kind == TY_RREF ? "&&" : "*");
        quals(b, t->quals, false);
        return;
    }
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: left(x, b, t->u.array.elem); return;
    case TY_FUNC: left(x, b, t->u.func.ret); return;
    default: print_base(x, b, t);
    }
}

// Declarators nested without end print as far as anybody reads.
static void left(Cxx *x, Buf *b, const Type *t) {
    if (x->print_depth >= PRINT_DEPTH) {
        buf_puts(b, "...");
        return;
    }
    x->print_depth++;
    left_part(x, b, t);
    x->print_depth--;
}

static void right_part(Cxx *x, Buf *b, const Type *t) {
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR:
        if (needs_paren(t->u.ptr.to)) buf_putc(b, ')');
        right(x, b, t->u.ptr.to);
        return;
    case TY_ARRAY:
        buf_printf(b, "[%llu]", (unsigned long long)t->u.array.n);
        right(x, b, t->u.array.elem);
        return;
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP:
        buf_puts(b, t->kind == TY_ARRAY_INC ? "[]" : "[<expression>]");
        right(x, b, t->u.array.elem);
        return;
    case TY_FUNC: {
        const FuncType *f = &t->u.func;
        buf_putc(b, '(');
        for (uint32_t i = 0; i < f->nparam; i++) {
            if (i) buf_puts(b, ", ");
            ty_print(x, b, f->param[i]);
        }
        if (f->variadic) buf_puts(b, f->nparam ? ", ..." : "...");
        buf_putc(b, ')');
        quals(b, f->quals, false);
        if (f->ref) buf_puts(b, f->ref == REF_LVALUE ? " &" : " &&");
        if (f->noexcept_) buf_puts(b, " noexcept");
        right(x, b, f->ret);
        return;
    }
    default: return;
    }
}

static void right(Cxx *x, Buf *b, const Type *t) {
    if (x->print_depth >= PRINT_DEPTH) return;
    x->print_depth++;
    right_part(x, b, t);
    x->print_depth--;
}

void ty_print(Cxx *x, Buf *b, const Type *t) {
    left(x, b, t);
    if (t->kind == TY_FUNC) buf_putc(b, ' ');
    right(x, b, t);
}

void ty_print_declarator(Cxx *x, Buf *b, const Type *t, const char *name) {
    left(x, b, t);
    char last = b->n ? b->at[b->n - 1] : 0;
    if (last != '*' && last != '&') buf_putc(b, ' ');
    buf_puts(b, name);
    right(x, b, t);
}

const char *ty_str(Cxx *x, const Type *t) {
    Buf b;
    buf_init(&b, &x->ctx->perm);
    ty_print(x, &b, t);
    return buf_cstr(&b);
}

void cxx_print_decl(Cxx *x, Buf *b, const Decl *d) {
    if (d->kind == D_CLASS) {
        static const char *const tag[] = {"struct ", "class ", "union "};
        if (!((const ClassDecl *)d)->is_closure) buf_puts(b, tag[((const ClassDecl *)d)->tag]);
        cxx_print_decl_name(x, b, d);
        return;
    }
    if (d->kind != D_FUNC || d->type->kind != TY_FUNC) {
        cxx_print_decl_name(x, b, d);
        return;
    }
    const FuncDecl *f = (const FuncDecl *)d;
    bool plain = f->kind == FK_NORMAL || f->kind == FK_LITERAL_OP;
    if (plain) {
        left(x, b, d->type->u.func.ret);
        char last = b->n ? b->at[b->n - 1] : 0;
        if (last != '*' && last != '&') buf_putc(b, ' ');
    }
    cxx_print_decl_name(x, b, d);
    FuncType ft = d->type->u.func;
    buf_putc(b, '(');
    for (uint32_t i = 0; i < ft.nparam; i++) {
        if (i) buf_puts(b, ", ");
        ty_print(x, b, ft.param[i]);
    }
    if (ft.variadic) buf_puts(b, ft.nparam ? ", ..." : "...");
    buf_putc(b, ')');
    quals(b, ft.quals, false);
    if (ft.ref) buf_puts(b, ft.ref == REF_LVALUE ? " &" : " &&");
    if (plain) right(x, b, ft.ret);
}
