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

static FuncDecl *place_function(const Parse *parse) {
    return parse->site ? parse->site->fn : parse->fn;
}

const char *cxx_func_name(Cxx *cxx, const FuncDecl *func) {
    if (!func) return "";
    if (cxx_is_of_closure(func)) return "operator()";
    Buf out;
    buf_init(&out, &cxx->ctx->perm);
    cxx->spelling = &(CxxSpelling){.pretty = true};
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) {
        if (func->kind == FK_DTOR) buf_putc(&out, '~');
        if (func->cls) buf_atom(cxx->ctx, &out, func->cls->d.name);
    } else if (func->kind == FK_CONV && func->d.type->kind == TY_FUNC) {
        buf_puts(&out, "operator ");
        ty_print(cxx, &out, func->d.type->u.func.ret);
    } else if (func->d.name) {
        buf_atom(cxx->ctx, &out, func->d.name);
    }
    cxx->spelling = NULL;
    return buf_cstr(&out);
}

static Expr *string_of(Parse *parse, const char *s, Pos pos) {
    Cxx *x = parse->x;
    Expr *e = cxx_expr_new(x, E_STRING, x->ty_error, VC_LVALUE, pos);
    e->u.str.s = s;
    e->u.str.n = (uint32_t)strlen(s);
    e->type = ty_array(x, ty_qual(x, ty_basic(x, TY_CHAR), Q_CONST), (uint64_t)e->u.str.n + 1);
    return e;
}

static SrcLoc place(Parse *parse, Pos pos) {
    SrcLoc l = {0};
    if (parse->site) parse->site->used = true;
    source_resolve(parse->x->ctx, parse->site ? parse->site->pos : pos, &l);
    return l;
}

Expr *xe_source_place(Parse *parse, uint32_t row, Pos pos) {
    Cxx *x = parse->x;
    SrcLoc l = place(parse, pos);
    switch (row) {
    case GB_LINE: return cxx_expr_int(x, ty_basic(x, TY_INT), l.line, pos);
    case GB_COLUMN: return cxx_expr_int(x, ty_basic(x, TY_INT), l.col, pos);
    case GB_FILE: return cxx_rvalue(parse, string_of(parse, atom_str(x->ctx, l.file), pos));
    default:
        return cxx_rvalue(parse, string_of(parse, cxx_func_name(x, place_function(parse)), pos));
    }
}

// std::source_location::__impl, complete; NULL if there is none.
static ClassDecl *impl_class(Parse *parse, Pos pos) {
    Cxx *cxx = parse->x;
    Lookup lookup, m;
    Atom outer = atom_cstr(cxx->ctx, "source_location"), inner = atom_cstr(cxx->ctx, "__impl");
    if (!cxx->std_ns ||
        !cxx_lookup_in(parse, cxx->std_ns->inner, outer, LU_TYPE_ONLY | LU_ALL, &lookup) ||
        lookup.at[0]->kind != D_CLASS) {
        return NULL;
    }
    ClassDecl *c = (ClassDecl *)lookup.at[0];
    if (!c->inner || !cxx_lookup_in(parse, c->inner, inner, LU_TYPE_ONLY | LU_ALL, &m) ||
        m.at[0]->kind != D_CLASS) {
        return NULL;
    }
    c = (ClassDecl *)m.at[0];
    return ty_complete(cxx, c->d.type, pos, false) && cxx_class_layout(cxx, c, pos) ? c : NULL;
}

static ConstVal *field_value(Parse *parse, const FieldDecl *field_decl, const SrcLoc *src_loc,
                             Pos pos) {
    Cxx *cxx = parse->x;
    const char *name = field_decl->d.name ? atom_str(cxx->ctx, field_decl->d.name) : "",
               *text = NULL;
    ConstVal *constant = arena_new(&cxx->ctx->perm, ConstVal);
    constant->type = field_decl->d.type;
    if (strcmp(name, "_M_file_name") == 0) text = atom_str(cxx->ctx, src_loc->file);
    if (strcmp(name, "_M_function_name") == 0) text = cxx_func_name(cxx, place_function(parse));
    if (text && field_decl->d.type->kind == TY_PTR) {
        constant->kind = CV_LVALUE;
        constant->u.lv.expr_base = string_of(parse, text, pos);
        return constant;
    }
    bool line = strcmp(name, "_M_line") == 0;
    if ((!line && strcmp(name, "_M_column") != 0) || !ty_is_integral(field_decl->d.type))
        return NULL;
    constant->kind = CV_INT;
    constant->u.i = apint_from_u64((unsigned)ty_int_bits(field_decl->d.type),
                                   line ? src_loc->line : src_loc->col);
    return constant;
}

enum { SRC_FIELDS = 4 }; // file, function, line, column

// A constant variable without a name of the program's, in static storage [support.srcloc.cons].
static VarDecl *place_variable(Cxx *cxx, Type *type, ConstVal *value, Pos pos) {
    VarDecl *var = arena_new(&cxx->ctx->perm, VarDecl);
    var->d.kind = D_VAR;
    var->d.id = cxx_decl_id(cxx);
    var->d.name = atom_printf(cxx->ctx, "__source_location%u", var->d.id);
    var->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    var->d.linkage = LK_INTERNAL;
    var->d.type = type;
    var->d.pos = pos;
    var->d.scope = cxx->global;
    var->storage = STOR_GLOBAL;
    var->defined = var->init_done = var->const_tried = true;
    var->value = value;
    var->init = cxx_expr_new(cxx, E_CONST, type, VC_PRVALUE, pos);
    var->init->u.val = value;
    return var;
}

// The address of a constant __impl.
Expr *xe_source_location(Parse *parse, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = impl_class(parse, pos);
    if (!cls) {
        CXX_DIAG(cxx, x_source_location, pos);
        return cxx_expr_error(cxx, pos);
    }
    SrcLoc src_loc = place(parse, pos);
    Arena *arena = &cxx->ctx->perm;
    ConstVal *constant = arena_new(arena, ConstVal);
    Type *type = ty_qual(cxx, cls->d.type, Q_CONST);
    constant->kind = CV_AGG;
    constant->type = type;
    constant->u.agg.n = cls->members.fields.n;
    constant->u.agg.at = arena_array(arena, ConstVal *, cls->members.fields.n + 1);
    if (cls->members.fields.n != SRC_FIELDS) {
        CXX_DIAG(cxx, x_source_location, pos);
        return cxx_expr_error(cxx, pos);
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        constant->u.agg.at[i] = field_value(parse, cls->members.fields.at[i], &src_loc, pos);
        if (constant->u.agg.at[i]) continue;
        CXX_DIAG(cxx, x_source_location, pos);
        return cxx_expr_error(cxx, pos);
    }
    ConstVal *addr = arena_new(arena, ConstVal);
    addr->kind = CV_LVALUE;
    addr->type = ty_pointer(cxx, type);
    addr->u.lv.base = &place_variable(cxx, type, constant, pos)->d;
    Expr *e = cxx_expr_new(cxx, E_CONST, addr->type, VC_PRVALUE, pos);
    e->u.val = addr;
    return e;
}
