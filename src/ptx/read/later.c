// SPDX-License-Identifier: Apache-2.0
// Bodies of kernels that are read when they are asked for. Until then a body is text between two
// braces. Its shared variables are declared at once: where dynamic shared memory begins depends on
// those of all kernels.
#include "ptx/read/reader.h"

// Behind a comment or a string that begins at the place; the place itself, if none does.
static const char *past_opaque(const Reader *reader, const char *at, uint32_t *line) {
    const char *end = reader->end;
    const char *found = at;
    if (*at == '"') {
        found = memchr(at + 1, '"', (size_t)(end - at - 1));
        return found ? found + 1 : end;
    }
    if (*at != '/' || at + 1 == end) return at;
    if (at[1] == '/') {
        found = memchr(at, '\n', (size_t)(end - at));
        return found ? found : end;
    }
    if (at[1] != '*') return at;
    for (found = at + 2; found < end; found++) {
        if (*found == '*' && found + 1 < end && found[1] == '/') return found + 2;
        *line += *found == '\n';
    }
    return end;
}

// ".shared " at the beginning of a statement; opcodes have the word behind another one.
static bool is_shared_declaration(const Reader *reader, const char *at) {
    static const char word[] = ".shared";
    size_t n = sizeof word - 1;
    if ((size_t)(reader->end - at) <= n || memcmp(at, word, n) != 0) return false;
    bool is_word = is_any_of(at[n], ' ', '\t', '\n');
    return is_word && is_any_of(at[-1], ' ', '\t', '\n', ';', '{', '}');
}

static void declare_shared(Reader *reader, const char *at, uint32_t line) {
    reader->rest = at;
    reader->line = line;
    rd_next(reader);
    rd_variables(reader, PTXS_SHARED, PTXL_NONE);
}

// The token at hand is the brace that opens the body; afterwards it is the one behind the body.
void rd_skip_function(Reader *reader, PtxFunc *fn) {
    fn->unread = reader->rest;
    fn->unread_line = reader->line;
    fn->unread_vars = fn->var.n;
    const char *at = reader->rest;
    uint32_t depth = 1, line = reader->line;
    rd_function_begin(reader, fn);
    while (at < reader->end) {
        const char *behind = past_opaque(reader, at, &line);
        if (behind != at) {
            at = behind;
            continue;
        }
        line += *at == '\n';
        depth += *at == '{';
        if (*at == '}' && --depth == 0) break;
        if (*at == '.' && is_shared_declaration(reader, at)) declare_shared(reader, at, line);
        at++;
    }
    rd_function_end(reader);
    reader->rest = at;
    reader->line = line;
    rd_next(reader);
    rd_expect(reader, '}');
}

bool ptx_read_body(PtxFunc *fn) {
    Reader *reader = fn->mod->reader;
    if (!fn->unread) return true;
    uint32_t nerr = reader->nerr;
    reader->rest = fn->unread;
    reader->line = fn->unread_line;
    fn->unread = NULL;
    // The shared variables are declared again.
    fn->var.n = fn->unread_vars;
    fn->inst.n = fn->opnd.n = fn->reg.n = 0;
    memset(fn->nreg, 0, sizeof fn->nreg);
    rd_function(reader, fn);
    return reader->nerr == nerr;
}
