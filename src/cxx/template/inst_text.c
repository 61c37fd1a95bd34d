// SPDX-License-Identifier: Apache-2.0
// Why an instance is being made, as notes behind an error.
#include "cxx/facts/diag.h"
#include "cxx/template/template.h"

// " [with T=int, Ts=<int, float>]", as nvcc prints it.
static void print_with(Cxx *x, Buf *b, const TmplParams *ps, const TmplArgs *args) {
    buf_puts(b, " [with ");
    for (uint32_t i = 0; i < ps->n && i < args->n; i++) {
        if (i) buf_puts(b, ", ");
        buf_atom(x->ctx, b, ps->parm[i]->d.name);
        buf_putc(b, '=');
        TmplArgs *one = args->a[i].kind == TA_PACK ? args->a[i].pack : NULL;
        if (one) {
            cxx_targs_print(x, b, one);
        } else {
            tm_arg_print(x, b, &args->a[i]);
        }
    }
    buf_putc(b, ']');
}

static void print_function(Cxx *x, Buf *b, TemplateDecl *t, FuncDecl *f, TmplArgs *args) {
    const FuncType *ft = &(t ? t->pattern->d.type : f->d.type)->u.func;
    uint8_t kind = t ? t->pattern->kind : f->kind;
    if (kind == FK_NORMAL || kind == FK_LITERAL_OP) {
        ty_print(x, b, ft->ret);
        buf_putc(b, ' ');
    }
    cxx_print_decl_name(x, b, t ? &t->d : &f->d);
    buf_putc(b, '(');
    for (uint32_t i = 0; i < ft->nparam; i++) {
        if (i) buf_puts(b, ", ");
        ty_print(x, b, ft->param[i]);
    }
    if (ft->variadic) buf_puts(b, ft->nparam ? ", ..." : "...");
    buf_putc(b, ')');
    if (ft->quals & Q_CONST) buf_puts(b, " const");
    if (t && args) print_with(x, b, t->params, args);
}

// The template whose parameters the frame's text names, or NULL.
static const TmplParams *frame_params(const struct InstFrame *f) {
    const TemplateDecl *t = NULL;
    if (f->kind == IF_CLASS) t = ((const ClassDecl *)f->d)->tmpl;
    if (f->kind == IF_FUNC_SIG) t = (const TemplateDecl *)f->d;
    if (f->kind == IF_FUNC_BODY) t = ((const FuncDecl *)f->d)->tmpl;
    return t ? t->params : NULL;
}

static const char *frame_text(Cxx *x, const struct InstFrame *f) {
    Buf b;
    buf_init(&b, tm_arena(x));
    // equal types are one type: the names are those of this template's parameters
    const CxxSpelling *outer = x->spelling;
    CxxSpelling names = {.level[0].params = frame_params(f)};
    names.n = names.level[0].params != NULL;
    x->spelling = &names;
    switch ((InstKind)f->kind) {
    case IF_CLASS: {
        ClassDecl *c = (ClassDecl *)f->d;
        buf_puts(&b, "class \"");
        cxx_print_decl_name(x, &b, &c->tmpl->d);
        cxx_targs_print(x, &b, tm_identity_args(x, c->tmpl->params));
        print_with(x, &b, c->tmpl->params, c->args);
        break;
    }
    case IF_FUNC_SIG:
        buf_putc(&b, '"');
        print_function(x, &b, (TemplateDecl *)f->d, NULL, f->args);
        break;
    case IF_FUNC_BODY: {
        FuncDecl *fn = (FuncDecl *)f->d;
        buf_putc(&b, '"');
        print_function(x, &b, fn->tmpl, fn, fn->args);
        break;
    }
    case IF_DEFAULT_ARG:
        buf_puts(&b, "default argument of template parameter \"");
        buf_atom(x->ctx, &b, f->d->name);
        break;
    case IF_CONCEPT:
        buf_puts(&b, "concept \"");
        cxx_print_decl_name(x, &b, f->d);
        if (f->args) cxx_targs_print(x, &b, f->args);
        break;
    default:
        buf_puts(&b, f->kind == IF_ALIAS ? "type \"" : "\"");
        cxx_print_decl_name(x, &b, f->d);
        if (f->args) cxx_targs_print(x, &b, f->args);
        break;
    }
    buf_putc(&b, '"');
    x->spelling = outer;
    return buf_cstr(&b);
}

// Half of the limit's frames are the innermost, half the outermost ones.
void tm_backtrace(Ctx *ctx, void *data) {
    Cxx *x = data;
    uint32_t n = 0, i = 0, half = CU_MAX(x->opt.context_limit / 2, 1u);
    for (struct InstFrame *f = x->inst_stack; f; f = f->outer) n++;
    uint32_t skip = x->opt.context_limit && n > 2 * half ? n - 2 * half : 0;
    for (struct InstFrame *f = x->inst_stack; f; f = f->outer, i++) {
        if (i < half || i >= half + skip)
            CXX_DIAG(x, tmpl_during, f->pos, frame_text(x, f));
        else if (i == half)
            CXX_DIAG(x, tmpl_frames_skipped, 0, skip);
    }
}
