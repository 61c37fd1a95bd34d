// SPDX-License-Identifier: Apache-2.0
// Reading texts for the joiner: only as much of PTX's grammar as linking needs, so that a text of
// any later version is cut, too.
#include "ptx/text/statement.h"

#include <ctype.h>

// ---- words --------------------------------------------------------------------------------------

// What is not closed ends with the text.
const char *ptx_join_skip(const char *at) {
    const char *close = NULL;
    if (at[0] == '/' && at[1] == '/') close = "\n";
    if (at[0] == '/' && at[1] == '*') close = "*/";
    if (at[0] == '"') close = "\"";
    if (!close) return at;
    const char *begin = at + (at[0] == '/' ? 2 : 1), *end = strstr(begin, close);
    return end ? end + strlen(close) : begin + strlen(begin);
}

// Characters of PTX identifiers behind their first, which may be % too: that begins another name
// even where no blank stands before it [PTX ISA 4.4].
static bool continues_word(char c) {
    return isalnum((unsigned char)c) || is_any_of(c, '_', '$');
}

static bool begins_word(char c) {
    return continues_word(c) || c == '%';
}

const char *ptx_join_word(const char *at, const char *end, size_t *n) {
    while (at < end) {
        const char *behind = ptx_join_skip(at);
        if (behind != at) {
            at = behind;
        } else if (begins_word(*at) || (*at == '.' && continues_word(at[1]))) {
            *n = 1;
            while (at + *n < end && continues_word(at[*n])) ++*n;
            return at;
        } else {
            at++;
        }
    }
    return NULL;
}

bool ptx_join_is(const char *word, size_t n, const char *text) {
    return strlen(text) == n && memcmp(word, text, n) == 0;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

// Behind the parentheses that open at `at`.
static const char *skip_parentheses(const char *at, const char *end) {
    int depth = 0;
    for (; at < end; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ')' && depth == 0) return at + 1;
    }
    return end;
}

// ---- one statement ------------------------------------------------------------------------------

// The words that say what a statement is. Those of kind OTHER only tell who may mean it.
static const struct {
    const char *word;
    uint8_t kind, linkage; // linkage: JoinLinkage + 1; 0: the word says nothing of it
} words[] = {
    {".version", JOIN_HEAD, 0},
    {".target", JOIN_HEAD, 0},
    {".address_size", JOIN_HEAD, 0},
    {".file", JOIN_FILE, 0},
    {".section", JOIN_SECTION, 0},
    {".alias", JOIN_ALIAS, 0},
    {".func", JOIN_FUNCTION, 0},
    {".entry", JOIN_FUNCTION, 0},
    {".global", JOIN_VARIABLE, 0},
    {".const", JOIN_VARIABLE, 0},
    {".shared", JOIN_VARIABLE, 0},
    {".extern", JOIN_OTHER, JOIN_EXTERN + 1},
    {".weak", JOIN_OTHER, JOIN_WEAK + 1},
    {".common", JOIN_OTHER, JOIN_WEAK + 1},
    {".visible", JOIN_OTHER, JOIN_VISIBLE + 1},
};

static void take_word(JoinStmt *stmt, const char *word, size_t n) {
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        if (!ptx_join_is(word, n, words[i].word)) continue;
        if (words[i].kind != JOIN_OTHER) stmt->kind = words[i].kind;
        if (words[i].linkage) stmt->linkage = words[i].linkage - 1;
        stmt->is_shared |= strcmp(words[i].word, ".shared") == 0;
    }
}

static bool has_name(const JoinStmt *stmt) {
    return is_any_of(stmt->kind, JOIN_FUNCTION, JOIN_VARIABLE, JOIN_ALIAS);
}

// Kind, linkage and name. The name is the first word behind the one that gives the kind that is no
// directive and no number (an alignment); a function's results and the operands of .attribute stand
// in parentheses before it.
static void classify(Ctx *ctx, JoinStmt *stmt) {
    const char *end = stmt->at + stmt->n, *at = stmt->at, *word;
    size_t n;
    stmt->linkage = JOIN_INTERNAL; // until one is named, as in C's static
    while ((word = ptx_join_word(at, end, &n))) {
        if (!stmt->word) stmt->word = word;
        at = word + n;
        if (*word == '.') {
            take_word(stmt, word, n);
            const char *open = skip_blanks(at, end);
            if (open < end && *open == '(') at = skip_parentheses(open, end);
        } else if (has_name(stmt) && !isdigit((unsigned char)*word)) {
            stmt->name = atom_intern(ctx, word, n);
            return;
        }
        // Of what has no name the first word says all.
        if (is_any_of(stmt->kind, JOIN_HEAD, JOIN_FILE, JOIN_SECTION)) return;
    }
    stmt->kind = JOIN_OTHER;
}

// ---- the whole text -----------------------------------------------------------------------------

// The directives that end with their line.
static bool ends_with_line(const char *word) {
    static const char *const directives[] = {".version", ".target", ".address_size", ".file"};
    for (size_t i = 0; i < CU_COUNT(directives); i++) {
        if (strncmp(word, directives[i], strlen(directives[i])) == 0) return true;
    }
    return false;
}

// Whether a statement ends with the character, which stands outside of braces: a semicolon, a
// line's end, or the brace that closes a body (behind that of an initialiser comes a semicolon).
static bool ends_statement(const char *at, const char *end, const char *word) {
    if (*at == ';') return true;
    if (*at == '\n') return word && ends_with_line(word);
    if (*at != '}') return false;
    const char *next = skip_blanks(at + 1, end);
    return next >= end || *next != ';';
}

void ptx_join_read(Ctx *ctx, const PtxPart *text, JoinStmts *to) {
    const char *at = text->text, *end = at + text->n, *begin = at;
    const char *first = NULL; // of the statement, behind blanks and comments
    int depth = 0;            // of braces
    while (at < end) {
        const char *behind = ptx_join_skip(at);
        if (behind != at) {
            if (*at == '"' && !first) first = at;
            at = behind;
            continue;
        }

        depth += (*at == '{') - (*at == '}');
        if (!first && !isspace((unsigned char)*at)) first = at;
        bool ends = depth == 0 && ends_statement(at, end, first);
        at++;
        if (ends) {
            JoinStmt stmt = {.at = begin, .n = (size_t)(at - begin), .has_body = at[-1] == '}'};
            classify(ctx, &stmt);
            vec_push(&ctx->perm, to, stmt);
            first = NULL;
        }
        // Blanks between statements are left away.
        if (!first) begin = at;
    }
}
