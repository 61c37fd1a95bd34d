// SPDX-License-Identifier: Apache-2.0
// The PTX reader: directives that say how code is to be compiled, .pragma and those between a
// function's parameters and its body (PTX ISA 11.4, 11.7).
#include "ptx/read/reader.h"

#include "ptx/form/op.h"

// What one needs, and where it stands.
static void check_pragma(Reader *reader, const char *text, bool in_body) {
    static const char throughput[] = "mma_throughput";
    rd_need_word(reader, text);
    bool misplaced = !in_body && strncmp(text, throughput, sizeof throughput - 1) == 0;
    rd_refuse(reader, misplaced, DIAG_OF(ptx, pragma_place), text);
}

// .pragma "a", "b"; in a body it is an instruction, so that it keeps its place, else one of the
// function's directives, or nothing at module level.
void rd_pragma(Reader *reader, PtxFunc *fn, bool in_body) {
    do {
        rd_next(reader);
        if (reader->tok.kind != TK_STR) break;
        Atom a =
            atom_intern(reader->ctx, reader->tok.at, (size_t)(reader->tok.end - reader->tok.at));
        uint32_t line = reader->tok.line;
        check_pragma(reader, atom_str(reader->ctx, a), in_body);
        rd_next(reader);
        if (in_body) {
            // The operand is the text, as an atom.
            uint32_t i = ptx_emit_(fn, PTXI_pragma, 0, 0, 0, (PtxOpnd){.id = a});
            fn->inst.at[i].pos = line;
        } else if (fn) {
            vec_push(reader->arena, &fn->dir.pragma, a);
        }
    } while (rd_punct(reader, ','));
    rd_expect(reader, ';');
}

// One to three numbers; those left out are 1.
static void read_triple(Reader *reader, uint32_t *out) {
    rd_next(reader);
    for (uint32_t i = 0; i < 3; i++) out[i] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        out[i] = (uint32_t)rd_const(reader);
        if (!rd_accept(reader, ',')) break;
    }
}

// The next thing of the module: a declaration need not end with a semicolon.
static bool begins_declaration(Reader *reader) {
    static const char *const word[] = {"visible", "extern", "weak", "common", "entry", "func"};
    for (uint32_t i = 0; i < CU_COUNT(word); i++) {
        if (rd_is(reader, word[i])) return true;
    }
    return false;
}

// Directives with numbers: how many, and where they are stored. `positive`: 0 is refused.
static const struct {
    const char *word;
    uint32_t offset;
    uint8_t count;
    bool positive;
} numbered[] = {
#define FIELD(name) #name, offsetof(PtxDirectives, name)
    {FIELD(minnctapersm), 1, true},       {FIELD(maxnctapersm), 1, true}, {FIELD(maxnreg), 1, true},
    {FIELD(maxclusterrank), 1, false},    {FIELD(maxntid), 3, true},      {FIELD(reqntid), 3, true},
    {FIELD(reqnctapercluster), 3, false},

#undef FIELD
};

// One number, or one to three.
static bool read_numbered(Reader *reader, PtxDirectives *given_so_far) {
    for (uint32_t i = 0; i < CU_COUNT(numbered); i++) {
        const char *word = numbered[i].word;
        if (!rd_is(reader, word)) continue;
        uint32_t *given = (uint32_t *)(void *)((char *)given_so_far + numbered[i].offset);
        bool good;
        if (numbered[i].count == 1) {
            rd_next(reader);
            int64_t number = rd_const(reader);
            *given = (uint32_t)number;
            good = number > 0;
        } else {
            read_triple(reader, given);
            good = given[0] && given[1] && given[2];
        }
        rd_refuse(reader, numbered[i].positive && !good, DIAG_OF(ptx, zero), word);
        bool is_old = strcmp(word, "maxnctapersm") == 0;
        rd_refuse(reader, is_old, DIAG_OF(ptx, old_directive), ".maxnctapersm");
        return true;
    }
    return false;
}

// Directives of one word.
static bool read_flag(Reader *reader, PtxDirectives *directives) {
    bool *flag = rd_is(reader, "noreturn")            ? &directives->noreturn
                 : rd_is(reader, "blocksareclusters") ? &directives->blocksareclusters
                 : rd_is(reader, "explicitcluster")   ? &directives->explicitcluster
                                                      : NULL;
    if (!flag) return false;
    *flag = true;
    rd_next(reader);
    return true;
}

// Bytes of global memory for each block of the kernel, which two special registers tell of.
static bool read_block_memory(Reader *reader, PtxFunc *fn) {
    if (!rd_is(reader, "minperctamemory")) return false;
    rd_next(reader);
    int64_t bytes = rd_const(reader);
    bool good = bytes >= 0 && bytes <= UINT32_MAX && fn->entry;
    rd_refuse(reader, !good, DIAG_OF(ptx, block_memory));
    fn->dir.minperctamemory = (uint32_t)bytes;
    fn->dir.percta = true;
    return true;
}

// .language 7, "CUDA C++": what the code was written in, for tools that show it.
static void read_languages(Reader *reader) {
    enum { LAST_LANGUAGE = 10 };
    do {
        rd_next(reader);
        const PtxTok *token = &reader->tok;
        bool numbered_language = token->kind == TK_INT && token->ival <= LAST_LANGUAGE;
        if (token->kind != TK_STR && !numbered_language) {
            rd_error(reader, DIAG_OF(ptx, expected), "a language's name or its number, 0 to 10",
                     rd_tok_text(reader));
            if (token->kind == TK_DOT) return; // the next directive
        }
        rd_next(reader);
    } while (rd_punct(reader, ','));
}

// Between a function's parameters and its body: PTX ISA 11.4, performance-tuning directives, and
// 11.7 for clusters.
void rd_directives(Reader *reader, PtxFunc *fn) {
    while (reader->tok.kind == TK_DOT && !begins_declaration(reader)) {
        rd_need_word(reader, atom_str(reader->ctx, reader->tok.atom));
        if (read_numbered(reader, &fn->dir) || read_flag(reader, &fn->dir)) continue;
        if (read_block_memory(reader, fn)) continue;
        if (rd_is(reader, "pragma")) {
            rd_pragma(reader, fn, false);
        } else if (rd_is(reader, "abi_preserve") || rd_is(reader, "abi_preserve_control")) {
            rd_next(reader); // of how many registers
            if (reader->tok.kind == TK_INT) rd_next(reader);
        } else if (rd_is(reader, "language")) {
            read_languages(reader);
        } else {
            rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
            rd_next(reader);
        }
    }
}
