// SPDX-License-Identifier: Apache-2.0
// libNVVM's options: the rows of nvvm_option.def, with NVIDIA's messages.
#include "api/nvvm_api.h"
#include "driver/driver.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum {
    FLAG,
    BOOL,
    LEVEL,
    ARCH,
    FAST,
    ENGINE,
    TEXT,
    NAMES,
    NUMBER,
    VERSION,
    PREFIX,
    PAIR
} Kind;
typedef enum { ONCE, MANY, SPLIT, DISCARD } Repeat;
typedef enum { EFFECT, SATISFIED, NO_EFFECT } Class;
typedef struct {
    const char *spelling;
    uint8_t kind, repeat;
    uint16_t field; // offset in NvOptions
    uint8_t effect;
    const char *reason; // why it changes nothing
    const char *log[2];
} Row;
// The first row that fits a word counts; its place is that of its entries in a Reader.
static const Row rows[] = {
#define NVOPT(spelling, kind, repeat, field, effect, reason, log70, log20)                         \
    {spelling, kind, repeat, offsetof(NvOptions, field), effect, reason, {log70, log20}},
#include "api/nvvm_option.def"
};

typedef struct {
    NvOptions *o;
    Buf *log;
    bool seen[CU_COUNT(rows)], split, engine_chosen;
    const char *grumble[CU_COUNT(rows)]; // the word (or value) that each row's log is about
} Reader;

// NULL: no such option. Spellings with '=' and prefixes have their value behind them.
static const Row *find(const char *s, size_t n) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        size_t m = strlen(rows[i].spelling);
        bool open = rows[i].spelling[m - 1] == '=' || rows[i].kind == PREFIX;
        if ((open ? n >= m : n == m) && memcmp(rows[i].spelling, s, m) == 0) return &rows[i];
    }
    return NULL;
}

// The text ends without a newline, as NVIDIA's.
static bool unsupported(Reader *reader, const char *word) {
    buf_printf(reader->log, "libnvvm : error: %s is an unsupported option", word);
    return false;
}

// Rows of SPLIT count as one option.
static bool twice(Reader *reader, const Row *row) {
    int n = (int)strcspn(row->spelling, "=");
    if (row->repeat == SPLIT)
        buf_puts(reader->log, "libnvvm : error: split compilation defined more than once");
    else if (row->repeat == DISCARD)
        buf_printf(reader->log,
                   "libnvvm : error: %.*s defined more than once, or defined for both libnvvm and "
                   "sub-phase",
                   n, row->spelling);
    else
        buf_printf(reader->log, "libnvvm : error: %.*s defined more than once", n, row->spelling);
    return false;
}

// Only the name that libNVVM knows it by: compute_NN, never sm_NN.
static bool read_arch(Reader *reader, const char *value) {
    const Target *t = target_parse(value, strlen(value));
    if (!t || !target_of_cuda(t, 0) || strcmp(t->virtual, value) != 0) return false;
    reader->o->target = t;
    return true;
}

// The faster the compilation, the lower the optimizer's level.
static bool read_fast(Reader *reader, const char *value) {
    static const char *const levels[] = {"0", "min", "mid", "max"};
    for (size_t i = 0; i < CU_COUNT(levels); i++) {
        if (strcmp(value, levels[i])) continue;
        static const uint8_t level[] = {3, 2, 1, 0};
        reader->o->level = level[i];
        return true;
    }
    buf_puts(reader->log,
             "libnvvm : error: -Ofast-compile called with unsupported level, only supports "
             "0, min, mid, or max");
    return false;
}

// Which of NVIDIA's two compilers is followed (that of LLVM 7 or of LLVM 20) where they differ.
static bool read_engine(Reader *reader, const char *value) {
    bool latest = strcmp(value, "nvvm-latest") == 0;
    if (!latest && strcmp(value, "nvvm70") != 0) {
        buf_printf(reader->log,
                   "libnvvm : error: %s is an unsupported value for option: -nvvm-version", value);
        return false;
    }
    if (!reader->engine_chosen) reader->o->latest = latest; // the first one counts
    reader->engine_chosen = true;
    return true;
}

// As strtoll reads it, in any base, with nothing before or behind it.
static bool is_number(const char *s) {
    char *end;
    strtoll(s, &end, 0);
    return *s && !isspace((unsigned char)*s) && !*end;
}

// One word, already trimmed.
static bool read_word(Reader *reader, const char *word) {
    const Row *row = find(word, strlen(word));
    if (!row) return unsupported(reader, word);
    size_t k = (size_t)(row - rows);
    const char *value = word + strlen(row->spelling);
    uint8_t *field = (uint8_t *)reader->o + row->field;
    bool one = value[0] && !value[1]; // one character
    if (row->kind == BOOL && !(one && (*value == '0' || *value == '1')))
        return unsupported(reader, word);
    if (row->kind == LEVEL && !(one && *value >= '0' && *value <= '3'))
        return unsupported(reader, word);
    if (row->kind == ARCH && !read_arch(reader, value)) return unsupported(reader, word);
    if (row->kind == VERSION) {
        reader->o->ptx_version = driver_ptx_version(value);
        if (!reader->o->ptx_version) return unsupported(reader, word);
    }
    bool again = row->repeat == SPLIT ? reader->split : reader->seen[k];
    if (again && row->repeat != MANY) return twice(reader, row);
    reader->seen[k] = true;
    if (row->repeat == SPLIT) reader->split = true;
    if (row->kind == FLAG) *field = 1;
    if (is_any_of(row->kind, BOOL, LEVEL)) *field = (uint8_t)(*value - '0');
    if (row->kind == FAST && !read_fast(reader, value)) return false;
    if (row->kind == ENGINE && !read_engine(reader, value)) return false;
    if (strcmp(row->spelling, "-jump-table-density=") == 0) // 0 stands for the default
        reader->o->table_density = (uint32_t)CU_MAX(strtoul(value, NULL, 0), 1u);
    if (row->kind == NAMES) *(const char **)(void *)field = value;
    if (row->repeat == SPLIT) reader->o->threads = value;
    if (row->repeat == DISCARD) reader->o->discard_names = strcmp(value, "1") == 0;
    if (row->kind == FLAG || (row->kind == NUMBER && !is_number(value))) reader->grumble[k] = value;
    return true;
}

static const char *trimmed(Arena *arena, const char *s) {
    while (isspace((unsigned char)*s)) s++;
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1])) n--;
    return arena_strndup(arena, s, n);
}

// What NVIDIA's phases say of an option that they took, in the order of the rows. A text may name
// the word more than once.
static void write_grumbles(Reader *reader) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const char *text = rows[i].log[reader->o->latest];
        if (!text || !reader->grumble[i]) continue;
        for (const char *p; (p = strstr(text, "%s")); text = p + 2) {
            buf_write(reader->log, text, (size_t)(p - text));
            buf_puts(reader->log, reader->grumble[i]);
        }
        buf_puts(reader->log, text);
    }
}

// After all else, unless -w is given: options that are taken but change nothing here.
static void write_effects(Reader *reader) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (!reader->seen[i] || rows[i].effect != NO_EFFECT || reader->o->no_warnings) continue;
        buf_printf(reader->log, "warning: %.*s has no effect here: %s\n",
                   (int)strcspn(rows[i].spelling, "="), rows[i].spelling, rows[i].reason);
    }
}

// Without -arch it is compute_75. LIBNVVM_NVVM_VERSION chooses where no option does.
bool nvvm_options(NvOptions *options, int n, const char *const *words, Buf *log) {
    *options = (NvOptions){.target = target_find(75, 0),
                           .fp = {.prec_div = true, .prec_sqrt = true, .fmad = true},
                           .level = 3};
    Reader reader = {.o = options, .log = log};
    if (n < 0 || (n && !words)) return false;
    for (int i = 0; i < n; i++) {
        if (!words[i]) return false;
        const char *word = trimmed(log->arena, words[i]);
        const Row *row = find(word, strlen(word));
        if (row && row->kind == PAIR) { // for a phase of NVIDIA's; only the optimizer is one here
            if (++i >= n || !words[i]) return unsupported(&reader, word);
            reader.seen[row - rows] = true;
            if (row->effect == EFFECT)
                vec_push(log->arena, &options->knobs, trimmed(log->arena, words[i]));
        } else if (!read_word(&reader, word)) {
            return false;
        }
    }
    const char *engine = getenv("LIBNVVM_NVVM_VERSION");
    if (!reader.engine_chosen) {
        options->latest = target_newer_nvvm(options->target);
        if (engine && strcmp(engine, "nvvm-latest") == 0) options->latest = true;
        if (engine && strcmp(engine, "nvvm70") == 0) options->latest = false;
    }
    if (options->unsafe) options->fp.ftz = true;
    write_grumbles(&reader);
    write_effects(&reader);
    return true;
}
