// SPDX-License-Identifier: Apache-2.0
// Programs: how generators write them, and how a program looks without some of its pieces.
#include "tester.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *tester_alloc(void *old, size_t size) {
    void *at = realloc(old, size ? size : 1);
    if (at) return at;
    fprintf(stderr, "difftest: out of memory\n");
    exit(2);
}

void text_begin(Text *text, ProgramKind kind) {
    *text = (Text){.program = tester_alloc(NULL, sizeof *text->program)};
    *text->program = (Program){.kind = kind, .standard = "c++17"};
    text_put(text, "%s", "");
}

void text_put(Text *text, const char *format, ...) {
    Program *program = text->program;
    for (;;) {
        uint32_t room = text->text_capacity - program->size;
        va_list arguments;
        va_start(arguments, format);
        int length =
            vsnprintf(room ? program->text + program->size : NULL, room, format, arguments);
        va_end(arguments);
        if (length < 0) abort();
        if ((uint32_t)length < room) {
            program->size += (uint32_t)length;
            return;
        }
        text->text_capacity = 2 * text->text_capacity + (uint32_t)length + 1024;
        program->text = tester_alloc(program->text, text->text_capacity);
    }
}

uint32_t text_open(Text *text, const char *fallback) {
    Program *program = text->program;
    if (program->piece_count == text->piece_capacity) {
        text->piece_capacity = 2 * text->piece_capacity + 64;
        program->pieces =
            tester_alloc(program->pieces, text->piece_capacity * sizeof *program->pieces);
    }
    program->pieces[program->piece_count] = (Piece){program->size, program->size, fallback};
    return program->piece_count++;
}

void text_close(Text *text, uint32_t piece) {
    text->program->pieces[piece].end = text->program->size;
}

const char *text_keep(Text *text, const char *format, ...) {
    char *kept;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&kept, format, arguments);
    va_end(arguments);
    if (length < 0) abort();
    Program *program = text->program;
    program->owned =
        tester_alloc(program->owned, (program->owned_count + 1) * sizeof *program->owned);
    program->owned[program->owned_count++] = kept;
    return kept;
}

Program *text_end(Text *text) {
    return text->program;
}

void program_free(Program *program) {
    if (!program) return;
    for (uint32_t i = 0; i < program->owned_count; i++) free(program->owned[i]);
    free(program->owned);
    free(program->pieces);
    free(program->text);
    free(program);
}

char *program_without(const Program *program, const bool *removed, uint32_t *size) {
    size_t room = program->size + 1;
    for (uint32_t i = 0; i < program->piece_count; i++) {
        if (removed[i]) room += strlen(program->pieces[i].fallback);
    }
    char *text = tester_alloc(NULL, room);
    uint32_t at = 0, to = 0;
    // pieces are in the order of their starts, outer ones first: what starts inside a removed piece
    // went with it
    for (uint32_t i = 0; i < program->piece_count; i++) {
        const Piece *piece = &program->pieces[i];
        if (!removed[i] || piece->start < at) continue;
        memcpy(text + to, program->text + at, piece->start - at);
        to += piece->start - at;
        size_t length = strlen(piece->fallback);
        memcpy(text + to, piece->fallback, length);
        to += (uint32_t)length;
        at = piece->end;
    }
    memcpy(text + to, program->text + at, program->size - at);
    to += program->size - at;
    text[to] = 0;
    *size = to;
    return text;
}

void program_input(const Program *program, uint64_t seed, uint8_t *bytes) {
    Random random = {seed ^ 0x696e707574u};
    for (uint32_t i = 0; i < program->in_bytes; i++) bytes[i] = (uint8_t)random_next(&random);
}
