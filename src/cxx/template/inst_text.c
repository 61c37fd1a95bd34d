// SPDX-License-Identifier: Apache-2.0
// Why an instance is being made, as notes behind an error.
#include "cxx/facts/diag.h"
#include "cxx/template/template.h"

// " [with T=int, Ts=<int, float>]", as nvcc prints it.
static void print_with(Cxx *cxx, Buf *out, const TmplParams *ps, const TmplArgs *args) {
    buf_puts(out, " [with ");
    for (uint32_t i = 0; i < ps->n && i < args->n; i++) {
        if (i) buf_puts(out, ", ");
        buf_atom(cxx->ctx, out, ps->parm[i]->d.name);
        buf_putc(out, '=');
        TmplArgs *one = args->a[i].kind == TA_PACK ? args->a[i].pack : NULL;
        if (one) {
            cxx_targs_print(cxx, out, one);
        } else {
            tm_arg_print(cxx, out, &args->a[i]);
        }
    }
    buf_putc(out, ']');
}

static void print_function(Cxx *cxx, Buf *out, TemplateDecl *tmpl, FuncDecl *func, TmplArgs *args) {
    const FuncType *ft = &(tmpl ? tmpl->pattern->d.type : func->d.type)->u.func;
    uint8_t kind = tmpl ? tmpl->pattern->kind : func->kind;
    if (is_any_of(kind, FK_NORMAL, FK_LITERAL_OP)) {
        ty_print(cxx, out, ft->ret);
        buf_putc(out, ' ');
    }
    cxx_print_decl_name(cxx, out, tmpl ? &tmpl->d : &func->d);
    buf_putc(out, '(');
    for (uint32_t i = 0; i < ft->nparam; i++) {
        if (i) buf_puts(out, ", ");
        ty_print(cxx, out, ft->param[i]);
    }
    if (ft->variadic) buf_puts(out, ft->nparam ? ", ..." : "...");
    buf_putc(out, ')');
    if (ft->quals & Q_CONST) buf_puts(out, " const");
    if (tmpl && args) print_with(cxx, out, tmpl->params, args);
}

// The template whose parameters the frame's text names, or NULL.
static const TmplParams *frame_params(const struct InstFrame *f) {
    const TemplateDecl *t = NULL;
    if (f->kind == IF_CLASS) t = ((const ClassDecl *)f->d)->inst.tmpl;
    if (f->kind == IF_FUNC_SIG) t = (const TemplateDecl *)f->d;
    if (f->kind == IF_FUNC_BODY) t = ((const FuncDecl *)f->d)->inst.tmpl;
    return t ? t->params : NULL;
}

static const char *frame_text(Cxx *cxx, const struct InstFrame *inst_frame) {
    Buf out;
    buf_init(&out, tm_arena(cxx));
    // equal types are one type: the names are those of this template's parameters
    const CxxSpelling *outer = cxx->spelling;
    CxxSpelling names = {.level[0].params = frame_params(inst_frame)};
    names.n = names.level[0].params != NULL;
    cxx->spelling = &names;
    switch ((InstKind)inst_frame->kind) {
    case IF_CLASS: {
        ClassDecl *c = (ClassDecl *)inst_frame->d;
        buf_puts(&out, "class \"");
        cxx_print_decl_name(cxx, &out, &c->inst.tmpl->d);
        cxx_targs_print(cxx, &out, tm_identity_args(cxx, c->inst.tmpl->params));
        print_with(cxx, &out, c->inst.tmpl->params, c->inst.args);
        break;
    }
    case IF_FUNC_SIG:
        buf_putc(&out, '"');
        print_function(cxx, &out, (TemplateDecl *)inst_frame->d, NULL, inst_frame->args);
        break;
    case IF_FUNC_BODY: {
        FuncDecl *fn = (FuncDecl *)inst_frame->d;
        buf_putc(&out, '"');
        print_function(cxx, &out, fn->inst.tmpl, fn, fn->inst.args);
        break;
    }
    case IF_DEFAULT_ARG:
        buf_puts(&out, "default argument of template parameter \"");
        buf_atom(cxx->ctx, &out, inst_frame->d->name);
        break;
    case IF_CONCEPT:
        buf_puts(&out, "concept \"");
        cxx_print_decl_name(cxx, &out, inst_frame->d);
        if (inst_frame->args) cxx_targs_print(cxx, &out, inst_frame->args);
        break;
    default:
        buf_puts(&out, inst_frame->kind == IF_ALIAS ? "type \"" : "\"");
        cxx_print_decl_name(cxx, &out, inst_frame->d);
        if (inst_frame->args) cxx_targs_print(cxx, &out, inst_frame->args);
        break;
    }
    buf_putc(&out, '"');
    cxx->spelling = outer;
    return buf_cstr(&out);
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
