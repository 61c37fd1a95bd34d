// SPDX-License-Identifier: Apache-2.0
// May the unit say one of some words? Asked before its first token is read, to leave out a header
// that nothing in it can name. The answer is that of the main text's bytes and of the command line:
// a comment that says the word counts, and whatever could make the word out of others (a header, a
// ##, a line that goes on in the middle of a word) counts as saying it. "No" is sure, "yes" is not.
#define _GNU_SOURCE // memmem
#include "lex/lex_int.h"

static bool is_blank(char c) {
    return c && strchr(" \t\v\f\r", c);
}

// At a '\\': does it join two pieces of a word? Between blanks it joins nothing.
static bool joins_word(const char *begin, const char *at, const char *end) {
    if (at == begin || is_blank(at[-1])) return false;
    const char *next = at + 1;
    while (next < end && is_blank(*next)) next++;
    if (next >= end || *next != '\n') return false;
    return next + 1 < end && !is_blank(next[1]) && next[1] != '\n';
}

// Behind a '#': a directive that reads another file, or ##. A comment or a joined line in between
// may hide either.
static bool brings_text(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    if (at == end) return false;
    if (*at && strchr("#/\\", *at)) return true;
    // #include, #include_next, #import; #if and its kin have another second letter
    if (end - at <= 2) return false;
    return memcmp(at, "in", 2) == 0 || memcmp(at, "im", 2) == 0;
}

// Could the text make a word that does not stand in it?
static bool makes_words(const char *text, size_t len) {
    const char *end = text + len;

    for (const char *p = text; (p = memchr(p, '#', (size_t)(end - p))); p++) {
        if (brings_text(p + 1, end)) return true;
    }
    for (const char *p = text; (p = memchr(p, '\\', (size_t)(end - p))); p++) {
        if (joins_word(text, p, end)) return true;
    }
    // the other spellings of '#'
    return memmem(text, len, "%:", 2) || memmem(text, len, "\?\?=", 3);
}

static bool in_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Does a name begin with the word?
static bool begins_name(const char *text, size_t len, const char *word) {
    size_t n = strlen(word);
    const char *p = text, *end = text + len;
    for (; (p = memmem(p, (size_t)(end - p), word, n)); p++) {
        if (p == text || !in_name(p[-1])) return true;
    }
    return false;
}

// Does one of the words, NULL behind the last, stand in the text? Part of a longer word counts; of
// one with '<' in front only that which begins a longer one.
static bool says(const char *text, size_t len, const char *const *words) {
    for (; *words; words++) {
        const char *word = *words;
        bool found = *word == '<' ? begins_name(text, len, word + 1)
                                  : memmem(text, len, word, strlen(word)) != NULL;
        if (found) return true;
    }
    return false;
}

// An -include or -imacros behind `cmd` that is always read may bring any word.
bool lex_may_say(const Lex *lex, const File *file, const LexCmd *cmd) {
    const LexOptions *o = lex->opt;
    for (const LexCmd *c = cmd + 1; c < o->cmds + o->ncmds; c++) {
        if (c->kind == LEX_CMD_UNDEF) continue;
        if (c->kind != LEX_CMD_DEFINE && !c->only_for) return true;
        size_t n = strlen(c->text);
        if (makes_words(c->text, n) || says(c->text, n, cmd->only_for)) return true;
    }
    return makes_words(file->text, file->len) || says(file->text, file->len, cmd->only_for);
}
