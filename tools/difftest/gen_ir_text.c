// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: texts, names, pieces. Every instruction goes through `record`,
// which declares the intrinsic that it calls.
#include "gen_ir_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gen_chance(Gen *gen, uint32_t percent) {
    return random_chance(&gen->random, percent);
}
uint32_t gen_below(Gen *gen, uint32_t limit) {
    return random_below(&gen->random, limit);
}

static void buffer_reserve(Buffer *text, uint32_t more) {
    if (text->capacity - text->size > more) return;
    text->capacity = (text->size + more + 1) * 2;
    text->at = realloc(text->at, text->capacity);
    if (!text->at) abort();
}

static void buffer_add_list(Buffer *text, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);

    buffer_reserve(text, (uint32_t)length);
    vsnprintf(text->at + text->size, (size_t)length + 1, format, list);
    text->size += (uint32_t)length;
}

void buffer_add(Buffer *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    buffer_add_list(text, format, list);
    va_end(list);
}

const char *gen_text(Gen *gen, const char *format, ...) {
    if (gen->owned_count == gen->owned_capacity) {
        gen->owned_capacity = gen->owned_capacity * 2 + 64;
        gen->owned = realloc(gen->owned, gen->owned_capacity * sizeof *gen->owned);
        if (!gen->owned) abort();
    }

    Buffer text = {0};
    va_list list;
    va_start(list, format);
    buffer_add_list(&text, format, list);
    va_end(list);
    return gen->owned[gen->owned_count++] = text.at;
}

const char *gen_name(Gen *gen) {
    return gen_text(gen, "%%v%u", gen->next++);
}

// The end of the type that starts at `at`.
static const char *type_end(const char *at) {
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '<' || *at == '{' || *at == '[' || *at == '(';
        if (depth == 0 && (*at == ' ' || *at == ',' || *at == ')')) break;
        depth -= *at == '>' || *at == '}' || *at == ']' || *at == ')';
    }
    if (strncmp(at, " addrspace(", 11) == 0) at = strchr(at, ')') + 1;
    return at;
}

// The reader makes others of some: here they still have their names, but for those that LLVM 19 has
// under an older one.
static void count_intrinsic(Gen *gen, const char *name) {
    static const char older[] = "llvm.experimental.stepvector";
    bool renamed = strncmp(name, older, sizeof older - 1) == 0;
    coverage_made(gen->coverage, "ir-intrinsic", renamed ? "llvm.stepvector" : name);
}

bool gen_first_use(Gen *gen, const char *name) {
    for (uint32_t i = 0; i < gen->declared_count; i++)
        if (strcmp(gen->declared[i], name) == 0) return false;
    if (gen->declared_count == MAX_DECLARED) abort();
    gen->declared[gen->declared_count++] = name;
    if (strncmp(name, "llvm.", 5) == 0) count_intrinsic(gen, name);
    return true;
}

static void declare(Gen *gen, const char *result, const char *name) {
    const char *open = strchr(name, '('), *end;
    size_t length = (size_t)(open - name - 1);
    if (!gen_first_use(gen, gen_text(gen, "%.*s", (int)length, name + 1))) return;

    end = type_end(result);
    buffer_add(&gen->tail, "declare %.*s %.*s(", (int)(end - result), result, (int)(length + 1),
               name);
    for (const char *at = open + 1; *at != ')';) {
        end = type_end(at);
        buffer_add(&gen->tail, "%.*s", (int)(end - at), at);
        int depth = 0;
        for (at = end; *at && (depth || (*at != ',' && *at != ')')); at++) {
            depth += *at == '<' || *at == '{' || *at == '[' || *at == '(';
            depth -= *at == '>' || *at == '}' || *at == ']' || *at == ')';
        }
        if (*at == ',') {
            buffer_add(&gen->tail, ", ");
            at += 2;
        }
    }
    buffer_add(&gen->tail, ")\n");
}

static void record(Gen *gen, const char *line) {
    const char *at = strstr(line, " = ");
    at = at && line[0] == '%' ? at + 3 : line;
    for (const char *word = at; strncmp(word, "tail ", 5) == 0 || strncmp(word, "notail ", 7) == 0;)
        at = word = strchr(word, ' ') + 1;

    const char *name = strstr(line, "@llvm.");
    if (name && strncmp(at, "call", 4) == 0 && strchr(name, '(')) declare(gen, at + 5, name);
}

void gen_line(Gen *gen, const char *format, ...) {
    uint32_t start = gen->body.size;
    va_list list;
    va_start(list, format);
    buffer_add(&gen->body, "  ");
    buffer_add_list(&gen->body, format, list);
    va_end(list);
    record(gen, gen->body.at + start + 2);
    buffer_add(&gen->body, "\n");
}

void gen_entry(Gen *gen, const char *format, ...) {
    uint32_t start = gen->entry.size;
    va_list list;
    va_start(list, format);
    buffer_add(&gen->entry, "  ");
    buffer_add_list(&gen->entry, format, list);
    va_end(list);
    record(gen, gen->entry.at + start + 2);
    buffer_add(&gen->entry, "\n");
}

void gen_label(Gen *gen, const char *label) {
    buffer_add(&gen->body, "%s:\n", label);
    gen->block = label;
}

static Piece *piece_new(PieceList *list) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 64;
        list->at = realloc(list->at, list->capacity * sizeof *list->at);
        if (!list->at) abort();
    }
    return &list->at[list->count++];
}

uint32_t piece_open(Gen *gen) {
    Piece *piece = piece_new(&gen->open);
    *piece = (Piece){gen->body.size, gen->body.size, ""};
    return gen->open.count - 1;
}

void piece_end(Gen *gen, uint32_t piece, const char *fallback) {
    gen->open.at[piece].end = gen->body.size;
    gen->open.at[piece].fallback = fallback;
}

const char *gen_fallback(Gen *gen, const Type *type, const char *name) {
    return gen_text(gen, "  %s = select i1 true, %s zeroinitializer, %s zeroinitializer\n", name,
                    type->name, type->name);
}

void piece_value(Gen *gen, uint32_t piece, const Type *type, const char *name) {
    piece_end(gen, piece, gen_fallback(gen, type, name));
    gen_add_value(gen, type, name);
}

void gen_add_value(Gen *gen, const Type *type, const char *text) {
    // The oldest go first; a program is rarely so long.
    if (gen->value_count == MAX_VALUES) return;
    gen->values[gen->value_count++] = (Value){type, text};
}

void gen_function_end(Gen *gen, const char *header) {
    buffer_add(&gen->done, "%s {\nentry:\n%s", header, gen->entry.size ? gen->entry.at : "");
    uint32_t shift = gen->done.size;
    buffer_add(&gen->done, "%s}\n\n", gen->body.at);

    for (uint32_t i = 0; i < gen->open.count; i++) {
        Piece piece = gen->open.at[i];
        *piece_new(&gen->pieces) = (Piece){piece.start + shift, piece.end + shift, piece.fallback};
    }
    gen->entry.size = gen->body.size = gen->open.count = 0;
    gen->value_count = gen->object_count = 0;
}
