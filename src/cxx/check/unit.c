// SPDX-License-Identifier: Apache-2.0
// The front end over one translation unit: names, printers of diagnostics, the index of the global
// scope.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/cxx.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/template/template.h"

static Cxx *front(Ctx *ctx) {
    return ctx->cxx;
}

static void print_type(Ctx *ctx, Buf *b, const void *t) {
    ty_print(front(ctx), b, t);
}

static void print_decl(Ctx *ctx, Buf *b, const void *d) {
    cxx_print_decl(front(ctx), b, d);
}

static void print_name(Ctx *ctx, Buf *b, const void *d) {
    cxx_print_name(front(ctx), b, d);
}

static void init_names(Cxx *x) {
    Ctx *c = x->ctx;
    x->n.ctor = atom_cstr(c, "<constructor>");
    x->n.dtor = atom_cstr(c, "~");
    x->n.conv = atom_cstr(c, "<conversion>");
    x->n.this_ = atom_cstr(c, "this");
    x->n.std = atom_cstr(c, "std");
    x->n.size_t_ = atom_cstr(c, "size_t");
    x->n.initializer_list = atom_cstr(c, "initializer_list");
    x->n.operator_ = atom_cstr(c, "operator");
    x->n.lambda_call = cxx_op_atom(x, OP_CALL);
    x->n.begin = atom_cstr(c, "begin");
    x->n.end = atom_cstr(c, "end");
    x->n.get = atom_cstr(c, "get");
    x->n.tuple_size = atom_cstr(c, "tuple_size");
    x->n.tuple_element = atom_cstr(c, "tuple_element");
    x->n.value = atom_cstr(c, "value");
    x->n.type = atom_cstr(c, "type");
    x->n.final_ = atom_cstr(c, "final");
    x->n.override_ = atom_cstr(c, "override");
    x->n.guide = atom_cstr(c, "<guide>");
    x->n.main = atom_cstr(c, "main");
    x->decls->n.ctor = x->n.ctor;
    x->decls->n.dtor = x->n.dtor;
    x->decls->n.conv = x->n.conv;
    x->decls->n.final_ = x->n.final_;
    x->decls->n.bf16 = atom_cstr(c, "__bf16");
}

// ---- #pragma pack ------------------------------------------------------------------------------

static uint32_t number_after(const char *s) {
    while (*s && (*s < '0' || *s > '9')) s++;
    uint32_t v = 0;
    for (; *s >= '0' && *s <= '9' && v < 1000; s++) v = v * 10 + (uint32_t)(*s - '0');
    return v;
}

// Records where packing changes; few files have any.
static void scan_packs(Cxx *x) {
    uint32_t cur = 0;
    VEC(uint32_t) stack = {0};
    for (uint32_t i = 0; x->tokens->packs && i < x->tokens->n; i++) {
        if (x->tokens->at[i].kind != T_PRAGMA) continue;
        const char *s = atom_str(x->ctx, x->tokens->at[i].text);
        const char *at = strstr(s, "pack");
        if (!at || (at > s && at[-1] != ' ' && at[-1] != '\t')) continue;
        at += 4;
        while (*at == ' ') at++;
        if (*at != '(') continue;
        if (strstr(at, "push")) {
            vec_push(xa(x), &stack, cur);
            if (number_after(at)) cur = number_after(at);
        } else if (strstr(at, "pop")) {
            cur = stack.n ? vec_pop(&stack) : 0;
        } else {
            cur = number_after(at);
        }
        vec_reserve(xa(x), &x->decls->packs, x->decls->packs.n + 1);
        x->decls->packs.at[x->decls->packs.n].at = i;
        x->decls->packs.at[x->decls->packs.n++].pack = cur;
    }
}

// ---- the main file -----------------------------------------------------------------------------

// The presumed name of the file in which the unit ends: headers end before it.
static void find_main_file(Cxx *x) {
    SrcFile f;
    if (source_file(x->ctx, x->tokens->at[x->tokens->n - 1].pos, &f)) x->decls->main_file = f.name;
}

// ---- types with names of the compiler's own ----------------------------------------------------

static void builtin_typedef(Cxx *x, const char *name, Type *t) {
    TypedefDecl *d =
        cxx_decl_new(x, TypedefDecl, D_TYPEDEF, atom_cstr(x->ctx, name), 0, 0, x->global, NULL);
    d->d.type = t;
    d->d.flags = DF_IMPLICIT;
    cxx_scope_add(x, x->global, &d->d);
}

// __builtin_va_list of x86-64: an array of one struct of 24 bytes.
static Type *va_list_type(Cxx *x) {
    static const char *const name[] = {"gp_offset", "fp_offset", "overflow_arg_area",
                                       "reg_save_area"};
    ClassDecl *c = cxx_decl_new(x, ClassDecl, D_CLASS, atom_cstr(x->ctx, "__va_list_tag"), 0, 0,
                                x->global, NULL);
    c->inner = cxx_scope_new(x, SC_CLASS, x->global, &c->d);
    c->d.linkage = LK_EXTERNAL;
    ty_class(x, c);
    for (uint32_t i = 0; i < 4; i++) {
        FieldDecl *f =
            cxx_decl_new(x, FieldDecl, D_FIELD, atom_cstr(x->ctx, name[i]), 0, 0, c->inner, NULL);
        f->d.type = i < 2 ? ty_basic(x, TY_UINT) : ty_pointer(x, ty_basic(x, TY_VOID));
        f->owner = c;
        f->index = i;
        cxx_scope_add(x, c->inner, &f->d);
        vec_push(xa(x), &c->fields, f);
    }
    c->defined = c->complete = c->fields_done = true;
    return ty_array(x, ty_class(x, c), 1);
}

static void builtin_types(Cxx *x) {
    builtin_typedef(x, "__int128_t", ty_basic(x, TY_INT128));
    builtin_typedef(x, "__uint128_t", ty_basic(x, TY_UINT128));
    builtin_typedef(x, "__builtin_va_list", va_list_type(x));
}

Cxx *cxx_new(Ctx *ctx, TokenArray *tokens, const CxxOptions *opt) {
    Arena *a = &ctx->perm;
    Cxx *x = arena_new(a, Cxx);
    x->ctx = ctx;
    ctx->cxx = x;
    x->tokens = tokens;
    x->opt = *opt;
    x->demand = &cxx_demands;
    if (!x->opt.std || x->opt.std == 3) x->opt.std = x->opt.std ? 3 : 17;
    if (!x->opt.max_template_depth) x->opt.max_template_depth = 200;
    if (!x->opt.max_constexpr_depth) x->opt.max_constexpr_depth = 512;
    if (!x->opt.max_constexpr_steps) x->opt.max_constexpr_steps = 1u << 25;
    x->text_limit = CXX_TEXT_LIMIT;
    x->decls = arena_new(a, struct DeclState);
    map_init(&x->ops, a);
    map_init(&x->decls->class_index, a);
    map_init(&x->decls->member_defs, a);
    map_init(&x->decls->member_tail, a);
    map_init(&x->decls->outside_enumerators, a);
    map_init(&x->decls->friend_classes, a);
    map_init(&x->decls->complex_types, a);
    map_init(&x->decls->attr_rows, a);
    map_init(&x->decls->attr_forms, a);
    map_init(&x->decls->inherited, a);
    map_init(&x->decls->host_used, a);
    map_init(&x->decls->part_uses, a);
    map_init(&x->decls->suspects, a);
    init_names(x);
    diag_printer(ctx, 'T', print_type);
    diag_printer(ctx, 'D', print_decl);
    diag_printer(ctx, 'N', print_name);
    diag_register(ctx, cxx_diag_rows, D_cxx_count_);
    diag_set_backtrace(ctx, tm_backtrace, x);
    ty_init(x);
    NamespaceDecl *g = cxx_decl_new(x, NamespaceDecl, D_NAMESPACE, 0, 0, 0, NULL, NULL);
    g->inner = x->global = cxx_scope_new(x, SC_NAMESPACE, NULL, &g->d);
    vec_push(a, &x->decls->namespaces, x->global);
    x->decls->natoms = ctx->atoms.n;
    x->decls->is_template = arena_array(a, uint8_t, ctx->atoms.n + 1);
    builtin_types(x);
    find_main_file(x);
    scan_packs(x);
    cxx_diag_pragmas(x);
    cxx_index(x, x->global, 0, tokens->n - 1, false);
    return x;
}
