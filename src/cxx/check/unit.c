// SPDX-License-Identifier: Apache-2.0
// The front end over one translation unit: names, printers of diagnostics, the index of the global
// scope.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/cxx.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/template/template.h"
#include "cxx/check/check.h"

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

// Names that the front end itself looks for are interned once.
static void init_names(Cxx *cxx) {
    Ctx *ctx = cxx->ctx;
    cxx->n.ctor = atom_cstr(ctx, "<constructor>");
    cxx->n.dtor = atom_cstr(ctx, "~");
    cxx->n.conv = atom_cstr(ctx, "<conversion>");
    cxx->n.this_ = atom_cstr(ctx, "this");
    cxx->n.std = atom_cstr(ctx, "std");
    cxx->n.size_t_ = atom_cstr(ctx, "size_t");
    cxx->n.initializer_list = atom_cstr(ctx, "initializer_list");
    cxx->n.operator_ = atom_cstr(ctx, "operator");
    cxx->n.lambda_call = cxx_op_atom(cxx, OP_CALL);
    cxx->n.begin = atom_cstr(ctx, "begin");
    cxx->n.end = atom_cstr(ctx, "end");
    cxx->n.get = atom_cstr(ctx, "get");
    cxx->n.tuple_size = atom_cstr(ctx, "tuple_size");
    cxx->n.tuple_element = atom_cstr(ctx, "tuple_element");
    cxx->n.value = atom_cstr(ctx, "value");
    cxx->n.type = atom_cstr(ctx, "type");
    cxx->n.final_ = atom_cstr(ctx, "final");
    cxx->n.override_ = atom_cstr(ctx, "override");
    cxx->n.guide = atom_cstr(ctx, "<guide>");
    cxx->n.main = atom_cstr(ctx, "main");
    cxx->decls->n.ctor = cxx->n.ctor;
    cxx->decls->n.dtor = cxx->n.dtor;
    cxx->decls->n.conv = cxx->n.conv;
    cxx->decls->n.final_ = cxx->n.final_;
    cxx->decls->n.bf16 = atom_cstr(ctx, "__bf16");
}

// ---- #pragma pack ------------------------------------------------------------------------------

static uint32_t number_after(const char *s) {
    while (*s && (*s < '0' || *s > '9')) s++;
    uint32_t v = 0;
    for (; *s >= '0' && *s <= '9' && v < 1000; s++) v = v * 10 + (uint32_t)(*s - '0');
    return v;
}

// Records where packing changes; few files have any.
static void scan_packs(Cxx *cxx) {
    uint32_t cur = 0;
    VEC(uint32_t) stack = {0};
    for (uint32_t i = 0; cxx->tokens->packs && i < cxx->tokens->n; i++) {
        if (cxx->tokens->at[i].kind != T_PRAGMA) continue;
        const char *s = atom_str(cxx->ctx, cxx->tokens->at[i].text);
        const char *at = strstr(s, "pack");
        if (!at || (at > s && !is_any_of(at[-1], ' ', '\t'))) continue;
        at += 4;
        while (*at == ' ') at++;
        if (*at != '(') continue;
        if (strstr(at, "push")) {
            vec_push(xa(cxx), &stack, cur);
            if (number_after(at)) cur = number_after(at);
        } else if (strstr(at, "pop")) {
            cur = stack.n ? vec_pop(&stack) : 0;
        } else {
            cur = number_after(at);
        }
        vec_reserve(xa(cxx), &cxx->decls->packs, cxx->decls->packs.n + 1);
        cxx->decls->packs.at[cxx->decls->packs.n].at = i;
        cxx->decls->packs.at[cxx->decls->packs.n++].pack = cur;
    }
}

// ---- the main file -----------------------------------------------------------------------------

// The presumed name of the file in which the unit ends: headers end before it.
static void find_main_file(Cxx *cxx) {
    SrcFile f;
    if (source_file(cxx->ctx, cxx->tokens->at[cxx->tokens->n - 1].pos, &f))
        cxx->decls->main_file = f.name;
}

// ---- types with names of the compiler's own ----------------------------------------------------

static void builtin_typedef(Cxx *cxx, const char *name, Type *aliased) {
    TypedefDecl *d = cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, atom_cstr(cxx->ctx, name), 0, 0,
                                  cxx->global, NULL);
    d->d.type = aliased;
    d->d.flags = DF_IMPLICIT;
    cxx_scope_add(cxx, cxx->global, &d->d);
}

// __builtin_va_list of x86-64: an array of one struct of 24 bytes.
static Type *va_list_type(Cxx *cxx) {
    static const char *const name[] = {"gp_offset", "fp_offset", "overflow_arg_area",
                                       "reg_save_area"};
    ClassDecl *cls = cxx_decl_new(cxx, ClassDecl, D_CLASS, atom_cstr(cxx->ctx, "__va_list_tag"), 0,
                                  0, cxx->global, NULL);
    cls->inner = cxx_scope_new(cxx, SC_CLASS, cxx->global, &cls->d);
    cls->d.linkage = LK_EXTERNAL;
    ty_class(cxx, cls);
    for (uint32_t i = 0; i < 4; i++) {
        FieldDecl *f = cxx_decl_new(cxx, FieldDecl, D_FIELD, atom_cstr(cxx->ctx, name[i]), 0, 0,
                                    cls->inner, NULL);
        f->d.type = i < 2 ? ty_basic(cxx, TY_UINT) : ty_pointer(cxx, ty_basic(cxx, TY_VOID));
        f->owner = cls;
        f->index = i;
        cxx_scope_add(cxx, cls->inner, &f->d);
        vec_push(xa(cxx), &cls->members.fields, f);
    }
    cls->written.defined = cls->members.complete = cls->members.fields_known = true;
    return ty_array(cxx, ty_class(cxx, cls), 1);
}

static void builtin_types(Cxx *cxx) {
    builtin_typedef(cxx, "__int128_t", ty_basic(cxx, TY_INT128));
    builtin_typedef(cxx, "__uint128_t", ty_basic(cxx, TY_UINT128));
    builtin_typedef(cxx, "__builtin_va_list", va_list_type(cxx));
}

// The global namespace is indexed at once: everything is found through it.
Cxx *cxx_new(Ctx *ctx, TokenArray *tokens, const CxxOptions *opt) {
    Arena *arena = &ctx->perm;
    Cxx *cxx = arena_new(arena, Cxx);
    cxx->ctx = ctx;
    ctx->cxx = cxx;
    cxx->tokens = tokens;
    cxx->opt = *opt;
    cxx_lex_names(cxx);
    cxx->demand = &cxx_demands;
    if (!cxx->opt.std || cxx->opt.std == 3) cxx->opt.std = cxx->opt.std ? 3 : 17;
    if (!cxx->opt.max_template_depth) cxx->opt.max_template_depth = 200;
    if (!cxx->opt.max_constexpr_depth) cxx->opt.max_constexpr_depth = 512;
    if (!cxx->opt.max_constexpr_steps) cxx->opt.max_constexpr_steps = 1u << 25;
    cxx->text_limit = CXX_TEXT_LIMIT;
    cxx->decls = arena_new(arena, struct DeclState);
    map_init(&cxx->ops, arena);
    map_init(&cxx->written_types, arena);
    map_init(&cxx->bindings, arena);
    map_init(&cxx->decls->index.classes, arena);
    map_init(&cxx->decls->index.member_defs, arena);
    map_init(&cxx->decls->index.member_tail, arena);
    map_init(&cxx->decls->index.outside_enumerators, arena);
    map_init(&cxx->decls->index.friend_classes, arena);
    map_init(&cxx->decls->complex_types, arena);
    map_init(&cxx->decls->attrs.rows, arena);
    map_init(&cxx->decls->inherited, arena);
    map_init(&cxx->decls->host.used, arena);
    map_init(&cxx->decls->host.part_uses, arena);
    map_init(&cxx->decls->unbound.suspects, arena);
    init_names(cxx);
    diag_printer(ctx, 'T', print_type);
    diag_printer(ctx, 'D', print_decl);
    diag_printer(ctx, 'N', print_name);
    diag_register(ctx, cxx_diag_rows);
    diag_set_backtrace(ctx, tm_backtrace, cxx);
    ty_init(cxx);
    NamespaceDecl *namespace_decl =
        cxx_decl_new(cxx, NamespaceDecl, D_NAMESPACE, 0, 0, 0, NULL, NULL);
    namespace_decl->inner = cxx->global =
        cxx_scope_new(cxx, SC_NAMESPACE, NULL, &namespace_decl->d);
    vec_push(arena, &cxx->decls->index.namespaces, cxx->global);
    cxx->decls->index.natoms = ctx->atoms.n;
    cxx->decls->index.is_template = arena_array(arena, uint8_t, ctx->atoms.n + 1);
    cxx->decls->index.name_places = arena_array(arena, uint64_t, ctx->atoms.n + 1);
    builtin_types(cxx);
    find_main_file(cxx);
    scan_packs(cxx);
    cxx_diag_pragmas(cxx);
    cxx_index(cxx, cxx->global, 0, tokens->n - 1, false);
    return cxx;
}
