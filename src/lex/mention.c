// SPDX-License-Identifier: Apache-2.0
// May the unit say a word? Headers of ours ask by __cuprum_says(...) before declarations that
// nobody else names, and a whole header is left out likewise (LexCmd.only_for). The words are those
// of the main text's bytes, of the command line and of LexOptions.mentions: what a comment says
// counts, and whatever could make a word out of others (a header, a ##, a line that goes on in the
// middle of a word) says all words. "No" is sure, "yes" is not.
#define _GNU_SOURCE // memmem
#include "lex/lex_int.h"

typedef struct Word {
    struct Word *next, *same; // in its bucket; of the same hash
    const char *s;
    uint32_t n;
} Word;

// Words are found by their first BEGINNING characters, so that beginnings are, too.
enum { BUCKETS = 512, BEGINNING = 3 };

struct Mentions {
    bool all;      // any word may be said
    bool launches; // `<<<` stands somewhere
    bool denied;   // some word was not said
    Word *bucket[BUCKETS];
    Buf joined; // all of them, with blanks between
    Map by_hash;
};

// ---- what makes words --------------------------------------------------------------------------

static bool is_blank(char c) {
    return is_any_of(c, ' ', '\t', '\v', '\f', '\r');
}

// At a '\\': does it join two pieces of a word? Between blanks it joins nothing.
static bool joins_word(const char *begin, const char *at, const char *end) {
    if (at == begin || is_blank(at[-1])) return false;
    const char *next = at + 1;
    while (next < end && is_blank(*next)) next++;
    if (next >= end || *next != '\n') return false;
    return next + 1 < end && !is_blank(next[1]) && next[1] != '\n';
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    return at;
}

// Behind `#include`: the name of a header that says nothing by itself?
static bool names_quiet_header(const Lex *lex, const char *at, const char *end) {
    at = skip_blanks(at, end);
    if (at == end || !is_any_of(*at, '<', '"')) return false;
    const char *close = memchr(at + 1, *at == '<' ? '>' : '"', (size_t)(end - at - 1));
    if (!close || close - at > 64) return false;
    size_t n = (size_t)(close - at - 1);
    const LexOptions *o = lex->opt;
    for (uint32_t i = o->nfiles; i-- > 0;) { // of one name the last counts (lex_init_dirs)
        const LexVirtualFile *file = &o->files[i];
        if (strncmp(file->name, at + 1, n) == 0 && !file->name[n]) return file->quiet;
    }
    return false;
}

// Behind a '#': a directive that reads another file, or ##. A comment or a joined line in between
// may hide either. Only the first letters are looked at: too often yes does no harm.
static bool brings_text(const Lex *lex, const char *at, const char *end) {
    static const char include[] = "include";
    enum { LENGTH = sizeof include - 1 };
    at = skip_blanks(at, end);
    if (at == end) return false;
    if (*at && strchr("#/\\", *at)) return true;
    // #include, #include_next, #import; #if and its kin have another second letter
    if (end - at <= 2) return false;
    if (end - at > LENGTH && memcmp(at, include, LENGTH) == 0)
        return !names_quiet_header(lex, at + LENGTH, end);
    return memcmp(at, "in", 2) == 0 || memcmp(at, "im", 2) == 0;
}

// A few characters of which the first are rare: memchr is faster than memmem.
static bool has_text(const char *at, const char *end, const char *wanted) {
    size_t n = strlen(wanted);
    while ((at = memchr(at, *wanted, (size_t)(end - at)))) {
        if ((size_t)(end - at) >= n && memcmp(at, wanted, n) == 0) return true;
        at++;
    }
    return false;
}

// Could the text make a word that does not stand in it?
static bool makes_words(const Lex *lex, const char *text, size_t len) {
    const char *end = text + len;

    for (const char *p = text; (p = memchr(p, '#', (size_t)(end - p))); p++) {
        if (brings_text(lex, p + 1, end)) return true;
    }
    for (const char *p = text; (p = memchr(p, '\\', (size_t)(end - p))); p++) {
        if (joins_word(text, p, end)) return true;
    }
    // the other spellings of '#'
    return has_text(text, end, "%:") || has_text(text, end, "\?\?=");
}

// ---- the words ---------------------------------------------------------------------------------

static inline bool in_name(char c) {
    static const bool is[256] = {
        ['_'] = true, ['0' ... '9'] = true, ['a' ... 'z'] = true, ['A' ... 'Z'] = true};
    return is[(unsigned char)c];
}

static const char *name_end(const char *p, const char *end) {
    while (p < end && in_name(*p)) p++;
    return p;
}

static uint32_t bucket_of(const char *s, size_t n) {
    uint32_t hash = 0;
    for (size_t i = 0; i < BEGINNING && i < n; i++) hash = hash * 31 + (unsigned char)s[i];
    return hash % BUCKETS;
}

static bool is_word(const Word *word, const char *s, size_t n) {
    return word->n == n && memcmp(word->s, s, n) == 0;
}

static void add_word(Lex *lex, Mentions *mentions, const char *s, size_t n) {
    void **slot = map_slot(&mentions->by_hash, hash_bytes(s, n, 0));
    for (const Word *word = *slot; word; word = word->same) {
        if (is_word(word, s, n)) return;
    }
    Word **bucket = &mentions->bucket[bucket_of(s, n)];
    Word *word = arena_new(&lex->ctx->perm, Word);
    *word = (Word){.next = *bucket, .same = *slot, .s = s, .n = (uint32_t)n};
    *bucket = *slot = word;
    buf_write(&mentions->joined, s, n);
    buf_putc(&mentions->joined, ' ');
}

static void add_text(Lex *lex, Mentions *mentions, const char *text, size_t len) {
    const char *end = text + len;
    if (mentions->all || makes_words(lex, text, len)) {
        mentions->all = true;
        return;
    }
    mentions->launches |= has_text(text, end, "<<<");
    for (const char *p = text; p < end;) {
        const char *next = name_end(p, end);
        if (next > p) add_word(lex, mentions, p, (size_t)(next - p));
        p = next + 1;
    }
}

// A header that is always read, by -include or -imacros, may bring any word unless it is ours.
static Mentions *collect(Lex *lex, const File *main) {
    const LexOptions *o = lex->opt;
    Mentions *mentions = arena_new(&lex->ctx->perm, Mentions);
    map_init(&mentions->by_hash, &lex->ctx->perm);
    buf_init(&mentions->joined, &lex->ctx->perm);
    mentions->all = o->says_all;
    for (uint32_t i = 0; i < o->ncmds; i++) {
        const LexCmd *cmd = &o->cmds[i];
        if (cmd->kind == LEX_CMD_DEFINE)
            add_text(lex, mentions, cmd->text, strlen(cmd->text));
        else if (cmd->kind != LEX_CMD_UNDEF && !cmd->quiet)
            mentions->all = true;
    }
    for (uint32_t i = 0; i < o->nmentions; i++)
        add_text(lex, mentions, o->mentions[i], strlen(o->mentions[i]));
    add_text(lex, mentions, main->text, main->len);
    return mentions;
}

void lex_collect_mentions(Lex *lex, const File *main) {
    lex->mentions = collect(lex, main);
}

// ---- the question ------------------------------------------------------------------------------

// A word that begins with the n characters; with exactly these if `whole`.
static bool says_one(const Mentions *mentions, const char *s, size_t n, bool whole) {
    for (const Word *word = mentions->bucket[bucket_of(s, n)]; word; word = word->next) {
        if (whole ? is_word(word, s, n) : word->n >= n && memcmp(word->s, s, n) == 0) return true;
    }
    return false;
}

// A word with the n characters in it.
static bool says_part(const Mentions *mentions, const char *s, size_t n) {
    const Buf *joined = &mentions->joined;
    return joined->n && memmem(joined->at, joined->n, s, n);
}

// What is asked for: "word", "beginning*", "*part*", or "<<<", which is a launch.
typedef struct Asked {
    const char *text;
    size_t n;
    bool begins, ends; // a word begins, or ends, where the text does
    bool launch;
} Asked;

static bool begins_asked(char c) {
    return in_name(c) || is_any_of(c, '*', '<');
}

// The next of the questions, and where it ends; NULL: there is none.
static const char *next_asked(const char *p, const char *end, Asked *asked) {
    while (p < end && !begins_asked(*p)) p++;
    if (p == end) return NULL;

    *asked = (Asked){.begins = *p != '*', .launch = *p == '<'};
    if (!in_name(*p)) p++;
    asked->text = p;
    p = name_end(p, end);
    asked->n = (size_t)(p - asked->text);

    asked->ends = p == end || *p != '*';
    return asked->ends ? p : p + 1;
}

static bool is_said(const Mentions *mentions, const Asked *asked) {
    if (asked->launch) return mentions->launches;
    if (!asked->n) return false;
    // Of less than a bucket's characters any place counts: yes is not sure.
    bool short_beginning = asked->n < BEGINNING && !asked->ends;
    bool anywhere = !asked->begins || short_beginning;
    return anywhere ? says_part(mentions, asked->text, asked->n)
                    : says_one(mentions, asked->text, asked->n, asked->ends);
}

bool lex_says(const Lex *lex, const char *p, const char *end) {
    Mentions *mentions = lex->mentions;
    if (!mentions || mentions->all) return true;
    Asked asked;
    while ((p = next_asked(p, end, &asked))) {
        if (is_said(mentions, &asked)) return true;
    }
    mentions->denied = true;
    return false;
}

bool lex_says_all(const Lex *lex) {
    return !lex->mentions || lex->mentions->all;
}

bool lex_left_out(const Lex *lex) {
    return lex->mentions && lex->mentions->denied;
}
