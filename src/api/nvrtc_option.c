// SPDX-License-Identifier: Apache-2.0
// NVRTC's options: the rows of nvrtc_option.def, with NVRTC's messages.
#include "api/nvrtc_api.h"
#include "driver/driver.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum {
    FLAG,
    BOOL,
    NUMBER,
    LIST,
    WORD,
    PAIR,
    ARCH,
    STD,
    LEVEL,
    DOPT,
    ENGINE,
    API,
    INFO,
    MACRO,
    UNMACRO,
    FOLDER,
    HEADER
} Kind;
typedef enum { EFFECT, SATISFIED, NO_EFFECT } Class;
typedef struct {
    const char *name, *brief;
    uint8_t kind, effect;
    uint16_t field; // offset in NvrtcOptions
    const char *reason;
} Row;
// Searched in order: the first name that fits a word is the option's.
static const Row rows[] = {
#define NVRTCOPT(name, brief, kind, field, effect, reason)                                         \
    {name, brief, kind, effect, offsetof(NvrtcOptions, field), reason},
#include "api/nvrtc_option.def"
};

typedef struct {
    NvrtcOptions *o;
    Buf *log;
    const char *const *words;
    int n, at; // the word that is read
    bool seen[CU_COUNT(rows)];
    const char *std;
} Reader;

// ---- messages ----------------------------------------------------------------------------------

static bool unrecognized(Reader *reader, const char *word) {
    buf_printf(reader->log, "nvrtc: error: unrecognized option %s found\n", word);
    return false;
}

// "--ftz (-ftz) expects true or false"
static bool wrong(Reader *reader, const Row *row, const char *what) {
    buf_printf(reader->log, "nvrtc: error: %s (%s) %s\n", row->name, row->brief, what);
    return false;
}

static bool say(Reader *reader, const char *message) {
    buf_printf(reader->log, "nvrtc: error: %s\n", message);
    return false;
}

// ---- values ------------------------------------------------------------------------------------

static void *field(Reader *reader, const Row *row) {
    return (char *)reader->o + row->field;
}

// The joined value is refused; a word that follows is the next option.
static bool read_flag(Reader *reader, const Row *row, const char *value) {
    if (value) return wrong(reader, row, "does not accept any argument");
    *(uint8_t *)field(reader, row) = 1;
    return true;
}

// The last value counts; one that contradicts an earlier one warns. Rows without an effect share
// the field `none`, and tell nothing of each other.
static bool read_bool(Reader *reader, const Row *row, const char *value) {
    bool yes = value && strcmp(value, "true") == 0;
    if (!yes && (!value || strcmp(value, "false") != 0))
        return wrong(reader, row, "expects true or false");
    uint8_t *at = field(reader, row), is = yes ? NVRTC_TRUE : NVRTC_FALSE;
    if (row->field != offsetof(NvrtcOptions, none) && *at && *at != is) {
        buf_printf(reader->log, "nvrtc: warning: \"%s(%s)=%s\" followed by \"%s(%s)=%s\"\n",
                   row->name, row->brief, yes ? "false" : "true", row->name, row->brief, value);
    }
    *at = is;
    return true;
}

// All of a text is a decimal number.
static bool whole_number(const char *text, int *out) {
    char *end;
    long value = strtol(text, &end, 10);
    *out = (int)CU_MAX(CU_MIN(value, (long)INT32_MAX), (long)INT32_MIN);
    return end != text && !*end;
}

// Without a value it stays as it was.
static bool read_number(Reader *reader, const Row *row, const char *value) {
    NvrtcNumber *number = field(reader, row);
    int is;
    if (!value) return true;
    if (!whole_number(value, &is)) return wrong(reader, row, "expects an integer value");
    if (number->given && number->value != is) {
        buf_printf(reader->log,
                   "nvrtc: warning: incompatible redefinition for option '%s', the last value of "
                   "this option was used\n",
                   row->name);
    }
    *number = (NvrtcNumber){true, is};
    return true;
}

// Numbers of diagnostics, each above zero.
static bool read_list(Reader *reader, const Row *row, const char *value) {
    const char *p = value ? value : "x";
    do {
        size_t n = strcspn(p, ",");
        const char *one = arena_strndup(reader->log->arena, p, n);
        int number;
        if (n && (!whole_number(one, &number) || number <= 0)) {
            buf_printf(reader->log, "nvrtc: error: %s expects a non-zero positive integer value\n",
                       row->name);
            return false;
        }
        vec_push(reader->log->arena, (NvrtcWords *)field(reader, row), one);
        p += n;
    } while (*p++);
    return true;
}

// "sm_90a" or "compute_90a".
static bool read_arch(Reader *reader, const char *value) {
    bool real = value && strncmp(value, "sm_", 3) == 0;
    bool virtual = value && strncmp(value, "compute_", 8) == 0;
    const Target *target = real || virtual ? target_parse(value, strlen(value)) : NULL;
    if (!target || !target_of_cuda(target, 0))
        return say(reader, "invalid value for --gpu-architecture (-arch)");
    const Target *before = reader->o->target;
    if (before && before->number != target->number) {
        buf_printf(reader->log,
                   "nvrtc: warning: \"--gpu-architecture(-arch)=%u\" followed by "
                   "\"--gpu-architecture(-arch)=%u\"\n",
                   before->number, target->number);
    }
    reader->o->target = target;
    reader->o->real = real;
    return true;
}

// Only names of these standards; a second one that differs warns and counts.
static bool read_std(Reader *reader, const char *value) {
    static const struct {
        const char *name;
        uint8_t year;
    } names[] = {{"c++03", 3}, {"c++11", 11}, {"c++14", 14}, {"c++17", 17}, {"c++20", 20}};
    for (size_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(value, names[i].name) != 0) continue;
        if (reader->std && strcmp(reader->std, value) != 0) {
            buf_printf(reader->log,
                       "nvrtc: warning: \"--std (-std)=%s\" followed by \"--std (-std)=%s\"\n",
                       reader->std, value);
        }
        reader->std = names[i].name;
        reader->o->std = names[i].year;
        return true;
    }
    return say(reader, "invalid value for --std(-std)");
}

// How fast the compilation is to be: at "max" the code is hardly optimized, as NVIDIA's.
static bool read_level(Reader *reader, const char *value) {
    static const struct {
        const char *name;
        uint8_t level;
    } levels[] = {{"0", 3}, {"min", 3}, {"mid", 2}, {"max", 1}};
    if (!value) {
        buf_puts(reader->log, "nvrtc: error: --Ofast-compile expects a value\n");
        return true; // as NVIDIA's
    }
    for (size_t i = 0; i < CU_COUNT(levels); i++) {
        if (strcmp(value, levels[i].name) != 0) continue;
        reader->o->level = levels[i].level;
        return true;
    }
    buf_printf(reader->log,
               "nvrtc: error: invalid argument for option --Ofast-compile (-Ofc): %s\n", value);
    return false;
}

// "on" is the only value: it is what -dopt exists for, beside -G.
static bool read_dopt(Reader *reader, const char *value) {
    if (!value) {
        buf_puts(reader->log, "nvrtc: error: -dopt expects a value\n");
        return true; // as NVIDIA's
    }
    reader->o->dopt = strcmp(value, "on") == 0;
    if (!reader->o->dopt)
        buf_printf(reader->log, "nvrtc: error: invalid argument for option --dopt (-dopt): %s\n",
                   value);
    return reader->o->dopt;
}

// A value for another phase, kept as it is; a missing one is told and passed over.
static bool read_pair(Reader *reader, const Row *row, const char *value) {
    if (value)
        vec_push(reader->log->arena, (NvrtcWords *)field(reader, row), value);
    else
        buf_printf(reader->log, "nvrtc: error: %s expects a value\n", row->brief);
    return true; // as NVIDIA's
}

static bool read_engine(Reader *reader, const char *value) {
    if (strcmp(value, "nvvm-latest") == 0 || strcmp(value, "nvvm70") == 0) return true;
    buf_printf(reader->log, "nvrtc: error: -nvvm-version flag has unsupported argument: %s", value);
    return false;
}

// MAJOR.MINOR. Another major version than this library's is ignored with a warning.
static bool read_api(Reader *reader, const char *value) {
    char *end;
    long major = strtol(value, &end, 10);
    if (end == value || *end != '.' || !isdigit((unsigned char)end[1]))
        return say(reader, "invalid value for --cuda-api-version (-cuda-api-version)");
    if (major != 13)
        buf_puts(reader->log, "nvrtc: warning: option --cuda-api-version (-cuda-api-version) "
                              "ignored, expected the same major version");
    return true;
}

// "inline" is the only tag there is.
static bool read_info(Reader *reader, const Row *row, const char *value) {
    *(uint8_t *)field(reader, row) = strcmp(value, "inline") == 0;
    if (strcmp(value, "inline") == 0) return true;
    buf_printf(reader->log,
               "nvrtc: error: invalid optimization tag for option --optimization-info "
               "(-opt-info): %s\n",
               value);
    return false;
}

// What the preprocessor is told.
static bool read_preprocessor(Reader *reader, const Row *row, const char *value) {
    static const uint8_t cmd[] = {
        [MACRO] = LEX_CMD_DEFINE, [UNMACRO] = LEX_CMD_UNDEF, [HEADER] = LEX_CMD_INCLUDE};
    Arena *arena = reader->log->arena;
    if (!value) value = "";
    if (row->kind == FOLDER) {
        if (*value) vec_push(arena, &reader->o->dirs, ((LexDir){value, LEX_DIR_NORMAL}));
    } else {
        vec_push(arena, &reader->o->cmds, ((LexCmd){cmd[row->kind], value}));
    }
    return true;
}

// ---- words -------------------------------------------------------------------------------------

// Kinds whose value must stand behind '='.
static bool only_joined(const Row *row) {
    return is_any_of(row->kind, WORD, STD, ENGINE, API, INFO);
}

static bool is_preprocessor(const Row *row) {
    return is_any_of(row->kind, MACRO, UNMACRO, FOLDER, HEADER);
}

// Whether the word is the name, with what stands behind it: NULL, or a value behind '='.
static bool named(const char *word, const char *name, const char **value) {
    for (; *name; word++, name++) {
        if (*word != *name) return false;
    }
    *value = *word == '=' ? word + 1 : NULL;
    return !*word || *word == '=';
}

// "-DNAME", "-D NAME", "-D=NAME", and likewise for -I and -U.
static bool joined(const Row *row, const char *word, const char **value) {
    if (strlen(row->brief) != 2 || !is_preprocessor(row) || strncmp(word, row->brief, 2) != 0)
        return false;
    word += 2;
    while (isspace((unsigned char)*word)) word++;
    *value = *word == '=' ? word + 1 : word;
    return *word != 0;
}

// NULL: no such option. `value` is NULL where nothing is joined to the name.
static const Row *find(const char *word, const char **value) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const Row *row = &rows[i];
        if (named(word, row->name, value) || named(word, row->brief, value)) return row;
        if (joined(row, word, value)) return row;
    }
    return NULL;
}

// Blanks around a word do not count.
static const char *trimmed(Arena *arena, const char *s) {
    while (isspace((unsigned char)*s)) s++;
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1])) n--;
    return arena_strndup(arena, s, n);
}

// The next word as a value; NULL: there is none.
static const char *next_word(Reader *reader) {
    bool there = reader->at + 1 < reader->n && reader->words[reader->at + 1];
    return there ? trimmed(reader->log->arena, reader->words[++reader->at]) : NULL;
}

// False after a message: the compilation ends with NVRTC_ERROR_INVALID_OPTION.
static bool read_value(Reader *reader, const Row *row, const char *value) {
    switch ((Kind)row->kind) {
    case FLAG: return read_flag(reader, row, value);
    case BOOL: return read_bool(reader, row, value);
    case NUMBER: return read_number(reader, row, value);
    case LIST: return read_list(reader, row, value);
    case WORD: *(const char **)field(reader, row) = value; return true;
    case PAIR: return read_pair(reader, row, value);
    case ARCH: return read_arch(reader, value);
    case STD: return read_std(reader, value);
    case LEVEL: return read_level(reader, value);
    case DOPT: return read_dopt(reader, value);
    case ENGINE: return read_engine(reader, value);
    case API: return read_api(reader, value);
    case INFO: return read_info(reader, row, value);
    case MACRO:
    case UNMACRO:
    case FOLDER:
    case HEADER: return read_preprocessor(reader, row, value);
    }
    return false;
}

// A value that is not joined is the next word, but for flags and rows that want it joined.
static bool read_word(Reader *reader) {
    const char *word = trimmed(reader->log->arena, reader->words[reader->at]), *value = NULL;
    const Row *row = find(word, &value);
    if (!row || (only_joined(row) && !value)) return unrecognized(reader, word);
    if (!value && row->kind != FLAG) value = next_word(reader);
    reader->seen[row - rows] = true;
    return read_value(reader, row, value);
}

// ---- what does not go together -----------------------------------------------------------------

// Options that contradict each other; the first contradiction is told. Texts that NVRTC ends
// without a newline have none here.
static bool fits(Reader *reader) {
    const NvrtcOptions *o = reader->o;
    bool on = o->rdc == NVRTC_TRUE, off = o->rdc == NVRTC_FALSE;
    bool early = o->target->number < 100;
    const struct {
        bool broken;
        const char *message;
    } rules[] = {
        {o->pch && o->create_pch, "-pch and -create-pch cannot be specified at the same time"},
        {o->pch && o->use_pch, "-pch and -use-pch cannot be specified at the same time"},
        {o->create_pch && o->use_pch,
         "-create-pch and -use-pch cannot be specified at the same time"},
        {o->numbers && o->no_numbers,
         "--display-error-number (-err-no) and --no-display-error-number (-no-err-no) cannot be "
         "defined together."},
        {o->device_c && o->device_w, "Both --device-c (-dc) and --device-w (-dw) specified\n"},
        {o->device_w && on, "--device-w (-dw) is not compatible with "
                            "--relocatable-device-code=true (-rdc=true)\n"},
        {o->device_c && off, "--device-c (-dc) is not compatible with "
                             "--relocatable-device-code=false (-rdc=false)\n"},
        {o->ewp && o->device_c,
         "--extensible-whole-program (-ewp) is not compatible with --device-c (-dc)\n"},
        {o->ewp && on, "--extensible-whole-program (-ewp) is not compatible with "
                       "--relocatable-device-code=true (-rdc=true)\n"},
        {o->dlto && off, "-dlto is not compatible with -rdc=false\n"},
        {o->dlto && o->optix, "-dlto is not compatible with -optix-ir\n"},
        {o->threads.value < 0, "Argument for -split-compile must be non-negative\n"},
        {o->density.given && (o->density.value < 0 || o->density.value > 101),
         "Argument for --jump-table-density must be between [0-101]\n"},
        {o->ptx_version && !driver_ptx_version(o->ptx_version),
         "Argument for --ptx-version must be a version of PTX, or min\n"},
        {o->float128 && early,
         "option --device-float128 is not supportedon architectures earlier than sm_100"},
    };
    for (size_t i = 0; i < CU_COUNT(rules); i++) {
        if (!rules[i].broken) continue;
        buf_printf(reader->log, "nvrtc: error: %s", rules[i].message);
        return false;
    }
    if (o->debug && o->level < 3) {
        buf_puts(reader->log,
                 "nvrtc: warning: --Ofast-compile=<min,mid,max> (-Ofc=<min,mid,max>) and "
                 "--device-debug (-G) options conflict, ignoring "
                 "--Ofast-compile=<min,mid,max> option.");
    }
    return true;
}

// Under -v: which options changed nothing, and why.
static void write_effects(Reader *reader) {
    static const char *const what[] = {
        [SATISFIED] = "needs nothing", [NO_EFFECT] = "has no effect"};
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (!reader->seen[i] || rows[i].effect == EFFECT || !reader->o->verbose) continue;
        buf_printf(reader->log, "nvrtc: %s %s here: %s\n", rows[i].name, what[rows[i].effect],
                   rows[i].reason);
    }
}

// sm_75 where no architecture is given, as NVRTC 13.0; C++17; all optimizations.
bool nvrtc_options(NvrtcOptions *options, int n, const char *const *words, Buf *log) {
    *options = (NvrtcOptions){.std = 17, .level = 3};
    Reader reader = {.o = options, .log = log, .words = words, .n = n};
    for (; reader.at < n; reader.at++) {
        if (!words || !words[reader.at]) return false;
        if (!read_word(&reader)) return false;
    }
    if (!options->target) options->target = target_find(75, 0);
    if (!fits(&reader)) return false;
    write_effects(&reader);
    return true;
}
