// SPDX-License-Identifier: Apache-2.0
// Captures of the lambdas that reach kernels. Host and device each lay out the closure, and host
// compilers differ in what a capture default captures, and when (cxx/convert/capture.c). So the
// host's text says what the device's code has found: `[=]` becomes `[c, s, &r, pack...]`, and the
// order is that of a list for every compiler. Rows of the host table (host_table.c) carry it:
//
//   capture  FILE LINE ORDINAL LIST   of the lambda at the ORDINALth `[` of its line
#include "cuda/cuda_int.h"
#include "cuda/host_table.h"
#include "cuda/host_text_int.h"
#include "cxx/convert/lambda.h"

#include <stdio.h>

// ---- what the device's code has found ----------------------------------------------------------

enum { DEEP = 64 }; // of types in types

typedef struct Captures {
    Cxx *cxx;
    Map visited; // by the id of a class
    VEC(const ClassDecl *) closures;
} Captures;

static void find_in_type(Captures *captures, Type *searched, uint32_t depth);

static void find_in_args(Captures *captures, const TmplArgs *searched, uint32_t depth) {
    for (uint32_t i = 0; searched && i < searched->n; i++) {
        const TmplArg *arg = &searched->a[i];
        if (arg->kind == TA_TYPE && arg->type) find_in_type(captures, arg->type, depth);
        if (arg->kind == TA_PACK) find_in_args(captures, arg->pack, depth);
    }
}

static void find_in_class(Captures *captures, const ClassDecl *cls, uint32_t depth) {
    void **slot = map_slot(&captures->visited, cls->d.id);
    if (*slot) return;
    *slot = captures;
    const struct LambdaState *lambda = cls->closure.is ? cls->closure.lambda : NULL;
    if (lambda && lambda->def) vec_push(&captures->cxx->ctx->perm, &captures->closures, cls);
    find_in_args(captures, cls->inst.args, depth);
    for (uint32_t i = 0; i < cls->members.fields.n; i++)
        find_in_type(captures, cls->members.fields.at[i]->d.type, depth);
    for (uint32_t i = 0; i < cls->members.nbase; i++)
        find_in_type(captures, cls->members.base[i].type, depth);
}

static void find_in_type(Captures *captures, Type *searched, uint32_t depth) {
    searched = ty_unqual(ty_innermost(searched));
    if (searched->kind == TY_CLASS && depth < DEEP)
        find_in_class(captures, searched->u.cls, depth + 1);
}

static bool same_name(const CaptureName *a, const CaptureName *b) {
    return a->name == b->name && a->by_reference == b->by_reference && a->pack == b->pack;
}

// The captures of two instances of one lambda: the same, but that an empty pack may be missed.
// False: they differ.
static bool merge(Arena *arena, CaptureNames *into, const CaptureNames *other) {
    CaptureNames all = {0};
    uint32_t i = 0, k = 0;
    while (i < into->n || k < other->n) {
        const CaptureName *a = i < into->n ? &into->at[i] : NULL;
        const CaptureName *b = k < other->n ? &other->at[k] : NULL;
        bool same = a && b && same_name(a, b);
        if (!same && !(a && a->pack) && !(b && b->pack)) return false;
        bool first = same || (a && a->pack);
        vec_push(arena, &all, first ? *a : *b);
        i += first;
        k += same || !first;
    }
    *into = all;
    return true;
}

static void put_list(Cxx *cxx, const CaptureNames *captured, Buf *table) {
    Buf list;
    buf_init(&list, &cxx->ctx->perm);
    for (uint32_t i = 0; i < captured->n; i++) {
        const CaptureName *name = &captured->at[i];
        buf_printf(&list, "%s%s%s%s", i ? ", " : "", name->by_reference ? "&" : "",
                   name->name ? atom_str(cxx->ctx, name->name) : "this", name->pack ? "..." : "");
    }
    cuda_table_word(table, buf_cstr(&list));
}

static void put_row(Cxx *cxx, const ClassDecl *closure, const CaptureNames *captured, Buf *table) {
    CudaLambdaPlace at;
    if (!captured->n) return;
    if (!cuda_lambda_place(cxx->ctx, cxx->tokens->at, closure->closure.introducer, &at)) return;
    char numbers[32];
    snprintf(numbers, sizeof numbers, "\t%u\t%u", at.line, at.ordinal);
    buf_puts(table, "capture");
    cuda_table_word(table, atom_str(cxx->ctx, at.file));
    buf_puts(table, numbers);
    put_list(cxx, captured, table);
    buf_putc(table, '\n');
}

void cuda_write_captures(Cxx *cxx, Buf *table) {
    Captures captures = {.cxx = cxx};
    map_init(&captures.visited, &cxx->ctx->perm);
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        const FuncDecl *func = cxx->work.at[i];
        if (!cuda_is_registered(&func->d)) continue;
        for (uint32_t k = 0; k < func->d.type->u.func.nparam; k++)
            find_in_type(&captures, func->d.type->u.func.param[k], 0);
        find_in_args(&captures, func->inst.args, 0);
    }
    Map by_introducer; // the first closure of the lambda
    map_init(&by_introducer, &cxx->ctx->perm);
    for (uint32_t i = 0; i < captures.closures.n; i++) {
        const ClassDecl *closure = captures.closures.at[i];
        void **slot = map_slot(&by_introducer, closure->closure.introducer);
        const ClassDecl *first = *slot ? *slot : closure;
        *slot = (void *)first;
        struct LambdaState *into = first->closure.lambda;
        if (first == closure) continue;
        if (!merge(&cxx->ctx->perm, &into->names, &closure->closure.lambda->names))
            diag(cxx->ctx, CUDA_ROW(lambda_instances), closure->d.pos);
    }
    MAP_FOREACH (entry, &by_introducer) {
        const ClassDecl *closure = entry->val;
        put_row(cxx, closure, &closure->closure.lambda->names, table);
    }
}

// ---- what the host's text says -----------------------------------------------------------------

// The text between tabs, which is moved behind it.
static const char *next_word(Ctx *ctx, const char **line) {
    size_t n = strcspn(*line, "\t\n");
    const char *word = arena_strndup(&ctx->perm, *line, n);
    *line += n + ((*line)[n] == '\t');
    return word;
}

static Atom place_key(Ctx *ctx, const char *file, const char *line, const char *ordinal) {
    return atom_cstr(ctx, arena_printf(&ctx->perm, "%s:%s:%s", file, line, ordinal));
}

// The lists of the table by the lambdas' places.
static void read_rows(Ctx *ctx, const Buf *table, Map *lists) {
    const char *text = table->n ? arena_strndup(&ctx->perm, table->at, table->n) : "";
    for (; text && *text; text = strchr(text, '\n'), text = text ? text + 1 : NULL) {
        const char *line = text;
        if (strncmp(line, "capture\t", 8) != 0) continue;
        next_word(ctx, &line);
        const char *file = next_word(ctx, &line), *row = next_word(ctx, &line);
        const char *ordinal = next_word(ctx, &line);
        map_put(lists, place_key(ctx, file, row, ordinal), (void *)next_word(ctx, &line));
    }
}

bool cuda_same_captures(Ctx *ctx, const Buf *table, const Buf *other) {
    Map lists, others;
    map_init(&lists, &ctx->perm);
    map_init(&others, &ctx->perm);
    read_rows(ctx, table, &lists);
    read_rows(ctx, other, &others);
    MAP_FOREACH (entry, &lists) {
        const char *list = map_get(&others, entry->key);
        if (list && strcmp(list, entry->val) != 0) return false;
    }
    return true;
}

// Behind the body of the lambda whose introducer ends at token `close`.
static uint32_t lambda_end(const HostText *host_text, uint32_t close) {
    uint32_t i = close + 1;
    while (i < host_text->n && host_kind(host_text, i) != T_LBRACE)
        i = lex_is_open(host_kind(host_text, i)) ? host_partner(host_text, i) + 1 : i + 1;
    return i < host_text->n ? host_partner(host_text, i) : i;
}

// What the device's code captures stands in the host's text of the body, too: else text that
// __CUDA_ARCH__ chooses has changed the captures.
static void check_names(HostText *host_text, uint32_t close, const char *list) {
    Ctx *ctx = host_text->ctx;
    Map words;
    map_init(&words, &ctx->scratch);
    uint32_t end = lambda_end(host_text, close);
    for (uint32_t i = close; i < end; i++)
        if (host_kind(host_text, i) == T_IDENT) map_put(&words, host_text->tok[i].text, host_text);
    while (*list) {
        list += strspn(list, ", &.");
        size_t n = strcspn(list, ", &.");
        Atom name = atom_intern(ctx, list, n);
        bool is_this = n == 4 && strncmp(list, "this", 4) == 0;
        if (n && !is_this && !map_get(&words, name))
            diag(ctx, CUDA_ROW(lambda_device_capture), host_text->tok[close].pos, name);
        list += n;
    }
}

// `[=` or `[&`, a default.
static bool has_default(const HostText *host_text, uint32_t open) {
    uint16_t first = host_kind(host_text, open + 1), next = host_kind(host_text, open + 2);
    return first == T_ASSIGN || (first == T_AMP && is_any_of(next, T_COMMA, T_RBRACKET));
}

static void say_captures(HostText *host_text, uint32_t open, const char *list) {
    uint32_t close = host_partner(host_text, open);
    check_names(host_text, close, list);
    bool more = host_kind(host_text, open + 2) == T_COMMA; // explicit ones, which come first
    cuda_host_replace(host_text, open + 1, open + 2 + more, more ? "" : list);
    if (more) cuda_host_insert(host_text, close, arena_printf(&host_text->ctx->perm, ", %s", list));
}

void cuda_host_captures(HostText *host_text) {
    Ctx *ctx = host_text->ctx;
    Map lists;
    map_init(&lists, &ctx->perm);
    if (host_text->table) read_rows(ctx, host_text->table, &lists);
    if (!lists.n) return;
    HostPlaces lambdas = cuda_host_lambdas(host_text);
    for (uint32_t i = 0; i < lambdas.n; i++) {
        uint32_t open = lambdas.at[i].token;
        CudaLambdaPlace at;
        if (!has_default(host_text, open)) continue;
        if (!cuda_lambda_place(ctx, host_text->tok, open, &at)) continue;
        const char *line = arena_printf(&ctx->perm, "%u", at.line);
        const char *ordinal = arena_printf(&ctx->perm, "%u", at.ordinal);
        const char *list = map_get(&lists, place_key(ctx, atom_str(ctx, at.file), line, ordinal));
        if (list) say_captures(host_text, open, list);
    }
}
