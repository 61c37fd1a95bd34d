// SPDX-License-Identifier: Apache-2.0
// Where the program is: __func__, __builtin_LINE() and its kin, and __builtin_source_location(),
// behind which std::source_location stands [support.srcloc]. In a default argument they name the
// call, in a default member initialiser the constructor or aggregate initialisation that uses it:
// Parse.site; what they yield is then not kept with the argument (CallSite.used). Places are those
// that NVIDIA's front end gives: of a call its ')'.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

static FuncDecl *place_function(const Parse *p) {
    return p->site ? p->site->fn : p->fn;
}

const char *cxx_func_name(Cxx *x, const FuncDecl *f) {
    if (!f) return "";
    if (f->cls && f->cls->is_closure) return "operator()";
    Buf b;
    buf_init(&b, &x->ctx->perm);
    x->spelling = &(CxxSpelling){.pretty = true};
    if (f->kind == FK_CTOR || f->kind == FK_DTOR) {
        if (f->kind == FK_DTOR) buf_putc(&b, '~');
        if (f->cls) buf_atom(x->ctx, &b, f->cls->d.name);
    } else if (f->kind == FK_CONV && f->d.type->kind == TY_FUNC) {
        buf_puts(&b, "operator ");
        ty_print(x, &b, f->d.type->u.func.ret);
    } else if (f->d.name) {
        buf_atom(x->ctx, &b, f->d.name);
    }
    x->spelling = NULL;
    return buf_cstr(&b);
}

static Expr *string_of(Parse *p, const char *s, Pos pos) {
    Cxx *x = p->x;
    Expr *e = cxx_expr_new(x, E_STRING, x->ty_error, VC_LVALUE, pos);
    e->u.str.s = s;
    e->u.str.n = (uint32_t)strlen(s);
    e->type = ty_array(x, ty_qual(x, ty_basic(x, TY_CHAR), Q_CONST), (uint64_t)e->u.str.n + 1);
    return e;
}

static SrcLoc place(Parse *p, Pos pos) {
    SrcLoc l = {0};
    if (p->site) p->site->used = true;
    source_resolve(p->x->ctx, p->site ? p->site->pos : pos, &l);
    return l;
}

Expr *xe_source_place(Parse *p, uint32_t row, Pos pos) {
    Cxx *x = p->x;
    SrcLoc l = place(p, pos);
    switch (row) {
    case GB_LINE: return cxx_expr_int(x, ty_basic(x, TY_INT), l.line, pos);
    case GB_COLUMN: return cxx_expr_int(x, ty_basic(x, TY_INT), l.col, pos);
    case GB_FILE: return cxx_rvalue(p, string_of(p, atom_str(x->ctx, l.file), pos));
    default: return cxx_rvalue(p, string_of(p, cxx_func_name(x, place_function(p)), pos));
    }
}

// std::source_location::__impl, complete; NULL if there is none.
static ClassDecl *impl_class(Parse *p, Pos pos) {
    Cxx *x = p->x;
    Lookup l, m;
    Atom outer = atom_cstr(x->ctx, "source_location"), inner = atom_cstr(x->ctx, "__impl");
    if (!x->std_ns || !cxx_lookup_in(p, x->std_ns->inner, outer, LU_TYPE_ONLY | LU_ALL, &l) ||
        l.at[0]->kind != D_CLASS) {
        return NULL;
    }
    ClassDecl *c = (ClassDecl *)l.at[0];
    if (!c->inner || !cxx_lookup_in(p, c->inner, inner, LU_TYPE_ONLY | LU_ALL, &m) ||
        m.at[0]->kind != D_CLASS) {
        return NULL;
    }
    c = (ClassDecl *)m.at[0];
    return ty_complete(x, c->d.type, pos, false) && cxx_class_layout(x, c, pos) ? c : NULL;
}

static ConstVal *field_value(Parse *p, const FieldDecl *f, const SrcLoc *l, Pos pos) {
    Cxx *x = p->x;
    const char *name = f->d.name ? atom_str(x->ctx, f->d.name) : "", *text = NULL;
    ConstVal *v = arena_new(&x->ctx->perm, ConstVal);
    v->type = f->d.type;
    if (strcmp(name, "_M_file_name") == 0) text = atom_str(x->ctx, l->file);
    if (strcmp(name, "_M_function_name") == 0) text = cxx_func_name(x, place_function(p));
    if (text && f->d.type->kind == TY_PTR) {
        v->kind = CV_LVALUE;
        v->u.lv.expr_base = string_of(p, text, pos);
        return v;
    }
    bool line = strcmp(name, "_M_line") == 0;
    if ((!line && strcmp(name, "_M_column") != 0) || !ty_is_integral(f->d.type)) return NULL;
    v->kind = CV_INT;
    v->u.i = apint_from_u64((unsigned)ty_int_bits(f->d.type), line ? l->line : l->col);
    return v;
}

enum { SRC_FIELDS = 4 }; // file, function, line, column

// The address of a constant __impl.
Expr *xe_source_location(Parse *p, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = impl_class(p, pos);
    if (!c) {
        CXX_DIAG(x, x_source_location, pos);
        return cxx_expr_error(x, pos);
    }
    SrcLoc l = place(p, pos);
    Arena *a = &x->ctx->perm;
    ConstVal *v = arena_new(a, ConstVal);
    Type *t = ty_qual(x, c->d.type, Q_CONST);
    v->kind = CV_AGG;
    v->type = t;
    v->u.agg.n = c->fields.n;
    v->u.agg.at = arena_array(a, ConstVal *, c->fields.n + 1);
    if (c->fields.n != SRC_FIELDS) {
        CXX_DIAG(x, x_source_location, pos);
        return cxx_expr_error(x, pos);
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        v->u.agg.at[i] = field_value(p, c->fields.at[i], &l, pos);
        if (v->u.agg.at[i]) continue;
        CXX_DIAG(x, x_source_location, pos);
        return cxx_expr_error(x, pos);
    }
    VarDecl *var = arena_new(a, VarDecl);
    var->d.kind = D_VAR;
    var->d.id = x->next_decl_id++;
    var->d.name = atom_printf(x->ctx, "__source_location%u", var->d.id);
    var->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    var->d.linkage = LK_INTERNAL;
    var->d.type = t;
    var->d.pos = pos;
    var->d.scope = x->global;
    var->storage = STOR_GLOBAL;
    var->defined = var->init_done = var->const_tried = true;
    var->value = v;
    var->init = cxx_expr_new(x, E_CONST, t, VC_PRVALUE, pos);
    var->init->u.val = v;
    ConstVal *addr = arena_new(a, ConstVal);
    addr->kind = CV_LVALUE;
    addr->type = ty_pointer(x, t);
    addr->u.lv.base = &var->d;
    Expr *e = cxx_expr_new(x, E_CONST, addr->type, VC_PRVALUE, pos);
    e->u.val = addr;
    return e;
}
