// SPDX-License-Identifier: Apache-2.0
// Text: modules, functions, globals.
#include "tile/read/text_int.h"

#include <ctype.h>

static const TileAttr *find_entry(Text *t, const TileAttr *dictionary, const char *name) {
    for (uint32_t i = 0; i < dictionary->n; i++) {
        if (strcmp(atom_str(t->ctx, dictionary->named[i].name), name) == 0)
            return dictionary->named[i].value;
    }
    return NULL;
}

// [private] [constant] @name [alignment = N] <elements> : type
static bool read_global(Text *t, const char *at) {
    TileGlobal *global = arena_new(&t->module->arena, TileGlobal);
    global->at = tx_at(t, at);
    global->visibility = tx_take(t, "private");
    if (!global->visibility) tx_take(t, "public");
    global->constant = tx_take(t, "constant");
    global->name = tx_symbol(t);
    if (!global->name) return false;
    if (tx_take(t, "alignment")) {
        int64_t value = 0;
        if (!tx_need(t, "=") || !tx_integer(t, &value)) return false;
        global->alignment = (uint64_t)value;
    }
    global->value = tx_dense(t);
    if (!global->value) return false;
    if (tx_take(t, "loc") && (!tx_need(t, "(") || (tx_loc(t), t->failed))) return false;
    vec_push(&t->module->arena, &t->module->globals, global);
    return true;
}

typedef VEC(const TileType *) TypeList;

// Only functions that are no entries give values.
static bool read_out(Text *t, TypeList *out) {
    if (!tx_take(t, "->")) return true;
    bool list = tx_take(t, "(");
    if (list && tx_take(t, ")")) return true;
    do {
        const TileType *type = tx_type(t);
        if (!type) return false;
        vec_push(t->arena, out, type);
    } while (list && tx_take(t, ","));
    return !list || tx_need(t, ")");
}

// A place without a scope is no debug information: such a function is not `located`.
static bool read_func(Text *t, const char *at, bool entry) {
    TileFunc *func = arena_new(&t->module->arena, TileFunc);
    Args args = {0};
    TypeList out = {0};
    func->at = tx_at(t, at);
    func->flags = entry ? TILE_FUNC_ENTRY : 0;
    func->name = tx_symbol(t);
    if (!func->name || !tx_args(t, &args) || !read_out(t, &out)) return false;
    const TileType **in = arena_array(t->arena, const TileType *, args.n);
    for (uint32_t i = 0; i < args.n; i++) in[i] = args.at[i].type;
    func->type = tile_type(
        t->module,
        &(TileType){
            .kind = TILE_T_FUNCTION, .in = in, .nin = args.n, .out = out.at, .nout = out.n});
    if (tx_take(t, "optimization_hints")) {
        if (!tx_need(t, "=") || !(func->hints = tx_hints(t))) return false;
        func->flags |= TILE_FUNC_HINTS;
    }
    func->body = tx_region(t, NULL, func, &args, TILE_O_RETURN);
    if (!func->body) return false;
    if (tx_peek(t, "{") && !(func->further = tx_dictionary(t, "{", "}"))) return false;
    if (tx_take(t, "loc")) {
        if (!tx_need(t, "(")) return false;
        func->loc = tx_loc(t);
    }
    func->located = func->loc && func->loc->kind < TILE_D_TAGS &&
                    (func->loc->kind != TILE_D_LOC || func->loc->ref[0]);
    vec_push(&t->module->arena, &t->module->funcs, func);
    return !t->failed;
}

// An item of a module; false also where none begins.
static bool read_item(Text *t) {
    tx_skip(t);
    const char *at = t->at;
    const char *word;
    uint32_t n = tx_word(t, &word);
    if (n > 10 && memcmp(word, "cuda_tile.", 10) == 0) t->at += 10;
    if (tx_take(t, "entry")) return read_func(t, at, true);
    if (tx_take(t, "testing$func")) return read_func(t, at, false);
    if (tx_take(t, "global")) return read_global(t, at);
    return tx_fail(t, at, "an entry or a global is needed, found %s", tx_found(t));
}

// MLIR allows any attributes here; the producer is the only one that files have.
static bool read_module(Text *t) {
    t->module->name = tx_symbol(t);
    if (!t->module->name) return false;
    if (tx_take(t, "attributes")) {
        const TileAttr *attrs = tx_dictionary(t, "{", "}");
        const TileAttr *producer = attrs ? find_entry(t, attrs, "producer") : NULL;
        if (!attrs) return false;
        if (producer && producer->kind == TILE_A_STRING) {
            t->module->producer = producer->text;
            t->module->produced = true;
        }
    }
    if (!tx_need(t, "{")) return false;
    while (!tx_take(t, "}")) {
        if (t->failed || !read_item(t)) return false;
    }
    return !tx_take(t, "loc") || (tx_need(t, "(") && (tx_loc(t), !t->failed));
}

// ---- the file ----------------------------------------------------------------------------------

// Definitions of aliases begin lines: `#name = `, `!name = `.
static void find_aliases(Text *t) {
    for (const char *line = t->text; line < t->end; line++) {
        t->at = line;
        while (t->at < t->end && *t->at == ' ') t->at++;
        if (t->at < t->end && is_any_of(*t->at, '#', '!') && t->at + 1 < t->end &&
            t->at[1] != ' ') {
            Text probe = *t; // an alias that is malformed is none
            const char *begin = t->at;
            const char *end = begin + 1;
            while (end < t->end && !is_any_of(*end, ' ', '=', '\n', '<', '(', ',')) end++;
            probe.at = end;
            Atom name = atom_intern(t->ctx, begin, (size_t)(end - begin));
            if (tx_take(&probe, "=") && !map_get(&t->aliases, name)) {
                Alias *alias = arena_new(t->arena, Alias);
                alias->name = begin;
                alias->at = probe.at;
                map_put(&t->aliases, name, alias);
            }
        }
        line = memchr(line, '\n', (size_t)(t->end - line));
        if (!line) break;
    }
    t->at = t->text;
}

// Modules of other dialects come in files of the same name: they are refused by theirs.
static bool is_foreign(Text *t) {
    static const char *const dialects[] = {"gpu.", "llvm.", "nvvm.", "func.", "arith.", "scf."};
    const char *at = t->at;
    size_t left = (size_t)(t->end - at), length;
    for (size_t i = 0; i < CU_COUNT(dialects); i++) {
        size_t n = strlen(dialects[i]);
        if (left < n || memcmp(at, dialects[i], n) != 0) continue;
        for (length = n;
             length < left && (isalnum((unsigned char)at[length]) || at[length] == '_');)
            length++;
        tx_fail(t, at,
                "'%.*s' is of MLIR's dialect '%.*s', which is not read: of kernels in it, take the "
                "LLVM IR that MLIR translates them to (mlir-translate --mlir-to-llvmir)",
                (int)length, at, (int)n - 1, dialects[i]);
        return true;
    }
    return false;
}

// Items of a file; also those inside MLIR's own `module { ... }` around them.
static bool read_items(Text *t, bool inside) {
    bool any = false;
    for (;;) {
        tx_skip(t);
        const char *begin = t->at;
        if (inside && tx_take(t, "}")) return true;
        if (t->failed || begin == t->end) return !t->failed && !inside;
        if (is_foreign(t)) return false;
        if (is_any_of(*begin, '#', '!')) {
            Atom name = tx_sigil(t, *begin, "an alias");
            Alias *alias = name ? tx_alias(t, name, begin) : NULL;
            if (!alias) return false;
            if (alias->name != begin) {
                return tx_fail(t, begin, "'%s' is defined elsewhere", atom_str(t->ctx, name));
            }
            t->at = alias->end;
        } else if (tx_take(t, "module")) {
            bool named = tx_peek(t, "@");
            if (!named && tx_take(t, "attributes") && !tx_dictionary(t, "{", "}")) return false;
            if (named ? !read_module(t)
                      : !(tx_need(t, "{") && tx_enter(t) && read_items(t, true) && tx_leave(t)))
                return false;
        } else if (tx_take(t, "cuda_tile.module")) {
            if (any) return tx_fail(t, begin, "there is a module already");
            if (!read_module(t)) return false;
            any = true;
        } else if (!read_item(t)) {
            return false;
        }
    }
}

// The printer says who made a module in a comment before it.
static void read_producer(Text *t) {
    static const char mark[] = "// Producer: ";
    size_t n = sizeof mark - 1;
    if ((size_t)(t->end - t->at) < n || memcmp(t->at, mark, n) != 0) return;
    const char *begin = t->at + n, *end = memchr(begin, '\n', (size_t)(t->end - begin));
    if (!end) return;
    t->module->producer = atom_intern(t->ctx, begin, (size_t)(end - begin));
    t->module->produced = true;
}

static bool read_file(Text *t) {
    find_aliases(t);
    read_producer(t);
    return read_items(t, false);
}

// All that is not kept lies in a scratch arena.
TileModule *tile_read_text(Ctx *ctx, const char *file, const char *text, size_t size) {
    Arena scratch;
    arena_init(&scratch, ctx, "tile text");
    Text t = {.ctx = ctx,
              .arena = &scratch,
              .text = text,
              .at = text,
              .end = text + size,
              .line_at = text,
              .line = 1};
    t.module = tile_module_new(ctx, file);
    t.module->text = true;
    map_init(&t.names, &scratch);
    map_init(&t.aliases, &scratch);
    bool ok = read_file(&t);
    arena_free(&scratch);
    if (ok) return t.module;
    tile_module_free(t.module);
    return NULL;
}
