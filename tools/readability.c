// SPDX-License-Identifier: Apache-2.0
// How dense the code is, by folder of src: decisions per line, share of comment lines, share of
// identifiers that are one letter, functions of public headers without a comment, parameters that
// are named by their type. A folder may not get worse than its row in readability.def, so that the
// numbers only improve; doc/style.md says what they are about.
//
//     readability [--rows|--files|--parameters]      in the root of the tree
//
// --rows prints new rows for readability.def; --files the densest files, to know where to begin;
// --parameters the signatures whose parameters say least.
//
// Counted by tokens, in .c and .h files: a decision is `if`, `for`, `while`, `case`, `?`, `&&` or
// `||`; a line of code is one with a token, preprocessor lines among them, whose identifiers and
// decisions are not counted; a comment line is one with any comment, of all lines that are not
// blank. A parameter counts where it is a pointer and not a function's first, which is what the
// function works on: `IrValue *value` is named by its type, `IrValue *divisor` by its role; with
// `IrValue *y` beside it the two are a pair. Exit status 1 if a folder is worse than its row, or
// has none.
#include "base/base.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct {
    uint32_t code_lines, comment_lines, lines; // `lines`: all that are not blank
    uint32_t decisions, identifiers, one_letter;
    uint32_t public_functions, undocumented;
    uint32_t pointers, by_type, pairs; // parameters
} Density;

// Limits, in thousandths; comments: at least so many; undocumented and pairs: numbers.
typedef struct {
    const char *folder;
    uint32_t decisions, comments, one_letter, undocumented, by_type, pairs;
} Limit;

static const Limit limits[] = {
#define FOLDER(name, decisions, comments, one_letter, undocumented, by_type, pairs)                \
    {#name, decisions, comments, one_letter, undocumented, by_type, pairs},
#include "readability.def"
#undef FOLDER
};

// ---- tokens -------------------------------------------------------------------------------------

typedef struct {
    const char *at;
    bool code, comment; // seen on this line
    bool directive;     // inside a preprocessor line, with what continues it
    Density *sum;
} Scanner;

static void end_line(Scanner *scanner) {
    scanner->sum->code_lines += scanner->code;
    scanner->sum->comment_lines += scanner->comment;
    scanner->sum->lines += scanner->code || scanner->comment;
    scanner->code = scanner->comment = false;
}

static void skip_block_comment(Scanner *scanner) {
    while (*scanner->at && strncmp(scanner->at, "*/", 2) != 0) {
        scanner->comment = true;
        if (*scanner->at == '\n') end_line(scanner);
        scanner->at++;
    }
    if (*scanner->at) scanner->at += 2;
}

static void skip_literal(Scanner *scanner) {
    char quote = *scanner->at++;
    while (*scanner->at && *scanner->at != quote && *scanner->at != '\n') {
        scanner->at += 1 + (scanner->at[0] == '\\' && scanner->at[1]);
    }
    scanner->at += *scanner->at == quote;
}

static bool is_one_of(const char *word, size_t n, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(list[i]) == n && memcmp(word, list[i], n) == 0) return true;
    }
    return false;
}

static void count_word(Scanner *scanner, const char *word, size_t n) {
    static const char *const decisions[] = {"if", "for", "while", "case"};
    static const char *const keywords[] = {
        "_Bool",  "bool",   "break", "char",    "const", "continue", "default", "do",
        "double", "else",   "enum",  "extern",  "false", "float",    "goto",    "inline",
        "int",    "long",   "NULL",  "return",  "short", "signed",   "sizeof",  "static",
        "struct", "switch", "true",  "typedef", "union", "unsigned", "void",    "volatile"};
    if (is_one_of(word, n, decisions, CU_COUNT(decisions)))
        scanner->sum->decisions++;
    else if (!is_one_of(word, n, keywords, CU_COUNT(keywords)))
        scanner->sum->identifiers++, scanner->sum->one_letter += n == 1;
}

static void count_token(Scanner *scanner) {
    const char *word = scanner->at;
    scanner->code = true;
    if (isalpha((unsigned char)*word) || *word == '_') {
        while (isalnum((unsigned char)*scanner->at) || *scanner->at == '_') scanner->at++;
        if (!scanner->directive) count_word(scanner, word, (size_t)(scanner->at - word));
    } else if (isdigit((unsigned char)*word)) {
        while (isalnum((unsigned char)*scanner->at) || *scanner->at == '.') scanner->at++;
    } else {
        bool logical = strncmp(word, "&&", 2) == 0 || strncmp(word, "||", 2) == 0;
        if (!scanner->directive) scanner->sum->decisions += logical || *word == '?';
        scanner->at += 1 + logical;
    }
}

static void measure(Density *sum, const char *text) {
    Scanner scanner = {.at = text, .sum = sum};
    while (*scanner.at) {
        if (*scanner.at == '\n') {
            bool continued = scanner.at > text && scanner.at[-1] == '\\';
            scanner.directive = scanner.directive && continued;
            end_line(&scanner);
            scanner.at++;
        } else if (isspace((unsigned char)*scanner.at)) {
            scanner.at++;
        } else if (strncmp(scanner.at, "//", 2) == 0) {
            scanner.comment = true;
            scanner.at += strcspn(scanner.at, "\n");
        } else if (strncmp(scanner.at, "/*", 2) == 0) {
            skip_block_comment(&scanner);
        } else if (*scanner.at == '"' || *scanner.at == '\'') {
            scanner.code = true;
            skip_literal(&scanner);
        } else {
            if (*scanner.at == '#' && !scanner.code) scanner.directive = true;
            count_token(&scanner);
        }
    }
    end_line(&scanner);
}

// ---- public functions ---------------------------------------------------------------------------

// A line in column 0 that declares a function: a type, a name, a parenthesis.
static bool declares_function(const char *line, size_t n) {
    if (!n || !(isalpha((unsigned char)line[0]) || line[0] == '_')) return false;
    if (strncmp(line, "typedef", 7) == 0 || strncmp(line, "CU_", 3) == 0) return false;
    const char *parenthesis = memchr(line, '(', n);
    return parenthesis && memchr(line, ' ', (size_t)(parenthesis - line)) &&
           !memchr(line, '=', (size_t)(parenthesis - line));
}

// Documented: by a comment above it or on its own lines, or in a group (no blank line between)
// whose first function has one.
static void count_public(Density *sum, const char *text) {
    bool documented = false; // by what stands above
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool blank = strspn(line, " \t") >= n;
        if (blank) documented = false;
        if (memmem(line, n, "//", 2)) documented = true;
        if (declares_function(line, n)) {
            const char *end = strpbrk(line, ";{");
            const char *rest = end ? end + strcspn(end, "\n") : line + n;
            documented |= memmem(line, (size_t)(rest - line), "//", 2) != NULL;
            sum->public_functions++;
            sum->undocumented += !documented;
        }
        line += n + (line[n] == '\n');
    }
}

// ---- parameters ---------------------------------------------------------------------------------

typedef struct {
    const char *type, *name; // NULL: it is no type with a name behind
    size_t type_length, name_length;
    uint32_t stars;
} Parameter;

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The word that ends before `end`, behind `begin`; its length is put at *length.
static const char *last_word(const char *begin, const char *end, size_t *length) {
    const char *at = end;
    while (at > begin && is_word_char(at[-1])) at--;
    *length = (size_t)(end - at);
    return at;
}

// From the name backwards: `const IrValue *const *at` is a type, stars and a name.
static Parameter read_parameter(const char *begin, const char *end) {
    Parameter parameter = {0};
    if (memchr(begin, '(', (size_t)(end - begin)) || memchr(begin, '[', (size_t)(end - begin)))
        return parameter;
    parameter.name = last_word(begin, end, &parameter.name_length);
    const char *at = parameter.name;
    size_t n = 0;
    for (;;) {
        while (at > begin && (isspace((unsigned char)at[-1]) || at[-1] == '*'))
            parameter.stars += *--at == '*';
        parameter.type = last_word(begin, at, &n);
        if (n != 5 || memcmp(parameter.type, "const", 5) != 0) break;
        at = parameter.type;
    }
    parameter.type_length = n;
    if (!n || !parameter.name_length) parameter.type = parameter.name = NULL;
    return parameter;
}

// IrFieldDecl is `ir_field_decl`, `field_decl`, `decl` or `irfielddecl`.
static bool is_named_by_type(const Parameter *parameter) {
    char words[128], joined[128];
    size_t n = 0, k = 0;
    if (parameter->type_length * 2 >= sizeof words) return false;
    for (size_t i = 0; i < parameter->type_length; i++) {
        char c = parameter->type[i];
        if (i && isupper((unsigned char)c) && !isupper((unsigned char)parameter->type[i - 1]))
            words[n++] = '_';
        words[n++] = (char)tolower((unsigned char)c);
        if (c != '_') joined[k++] = (char)tolower((unsigned char)c);
    }
    size_t length = parameter->name_length;
    bool ends = length <= n && memcmp(words + n - length, parameter->name, length) == 0 &&
                (length == n || words[n - length - 1] == '_');
    return ends || (length == k && memcmp(joined, parameter->name, length) == 0);
}

// `IrValue *value, IrValue *y`
static bool is_pair(const Parameter *by_type, const Parameter *other) {
    return other->type && other->name_length == 1 && other->stars == by_type->stars &&
           other->type_length == by_type->type_length &&
           memcmp(other->type, by_type->type, other->type_length) == 0;
}

enum { MOST_PARAMETERS = 32 };

static void judge_parameters(Density *sum, const Parameter *parameter, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!parameter[i].type || !parameter[i].stars) continue;
        bool by_type = is_named_by_type(&parameter[i]), pair = false;
        for (uint32_t k = 0; k < n; k++) pair |= k != i && is_pair(&parameter[i], &parameter[k]);
        sum->pointers++;
        sum->by_type += by_type && i > 0;
        sum->pairs += by_type && pair;
    }
}

// The parameters between the parenthesis before `end` and the one that opens it.
static uint32_t read_parameters(const char *begin, const char *end, Parameter *parameter) {
    const char *close = end;
    while (close > begin && *close != ')') close--;
    const char *at = close;
    uint32_t n = 0;
    for (int depth = 0; at > begin; at--) {
        depth += (*at == ')') - (*at == '(');
        if (depth == 0) break;
    }
    for (const char *from = at + 1; from < close && n < MOST_PARAMETERS;) {
        int depth = 0;
        const char *to = from;
        for (; to < close && (*to != ',' || depth); to++) depth += (*to == '(') - (*to == ')');
        parameter[n++] = read_parameter(from, to);
        from = to + 1;
    }
    return n;
}

// Of definitions: a line in column 0 that declares a function, and `{` before any `;`.
static void count_parameters(Density *sum, const char *text, const char *show) {
    uint32_t line_number = 0;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *end = strpbrk(line, ";{");
        line_number++;
        if (declares_function(line, n) && end && *end == '{') {
            Parameter parameter[MOST_PARAMETERS];
            Density one = {0};
            judge_parameters(&one, parameter, read_parameters(line, end, parameter));
            sum->pointers += one.pointers;
            sum->by_type += one.by_type;
            sum->pairs += one.pairs;
            if (show && one.pairs) printf("%s:%u: %.*s\n", show, line_number, (int)n, line);
        }
        line += n + (line[n] == '\n');
    }
}

// ---- files --------------------------------------------------------------------------------------

static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), k = strlen(end);
    return n >= k && strcmp(path + n - k, end) == 0;
}

static void measure_file(Ctx *ctx, Density *sum, const char *path, bool show) {
    FILE *file = fopen(path, "rb");
    if (!file) return;
    Buf text;
    buf_init(&text, &ctx->perm);
    for (size_t n = 1; n;) {
        buf_reserve(&text, 65536);
        n = fread(text.at + text.n, 1, text.cap - text.n, file);
        text.n += n;
    }
    fclose(file);

    measure(sum, buf_cstr(&text));
    bool public_header = ends_with(path, ".h") && !ends_with(path, "_int.h");
    if (public_header) count_public(sum, buf_cstr(&text));
    if (ends_with(path, ".c")) count_parameters(sum, buf_cstr(&text), show ? path : NULL);
}

static void add(Density *sum, const Density *density) {
    sum->code_lines += density->code_lines;
    sum->comment_lines += density->comment_lines;
    sum->lines += density->lines;
    sum->decisions += density->decisions;
    sum->identifiers += density->identifiers;
    sum->one_letter += density->one_letter;
    sum->public_functions += density->public_functions;
    sum->undocumented += density->undocumented;
    sum->pointers += density->pointers;
    sum->by_type += density->by_type;
    sum->pairs += density->pairs;
}

// The files with the most decisions a line, of those that are long enough to tell, densest first.
enum { WORST = 20, LONG_ENOUGH = 100 };

typedef struct {
    const char *path;
    Density density;
} FileDensity;

typedef struct {
    FileDensity file[WORST];
    uint32_t n;
    bool show; // signatures, when they are met
} Worst;

static bool is_denser(const Density *left, const Density *right) {
    return (uint64_t)left->decisions * right->code_lines >
           (uint64_t)right->decisions * left->code_lines;
}

static void note_file(Worst *worst, const char *path, const Density *density) {
    if (density->code_lines < LONG_ENOUGH) return;
    uint32_t at = worst->n;
    while (at && is_denser(density, &worst->file[at - 1].density)) at--;
    if (at == WORST) return;
    uint32_t moved = CU_MIN(worst->n, WORST - 1) - at;
    memmove(&worst->file[at + 1], &worst->file[at], moved * sizeof *worst->file);
    worst->file[at] = (FileDensity){path, *density};
    worst->n = CU_MIN(worst->n + 1, WORST);
}

static void measure_folder(Ctx *ctx, Density *sum, Worst *worst, const char *folder, int depth) {
    DIR *dir = depth < 10 ? opendir(folder) : NULL;
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        const char *path = arena_printf(&ctx->perm, "%s/%s", folder, entry->d_name);
        struct stat st;
        if (stat(path, &st) != 0) continue;
        if (S_ISDIR(st.st_mode)) measure_folder(ctx, sum, worst, path, depth + 1);
        if (!ends_with(path, ".c") && !ends_with(path, ".h")) continue;
        Density density = {0};
        measure_file(ctx, &density, path, worst->show);
        note_file(worst, path, &density);
        add(sum, &density);
    }
    closedir(dir);
}

// ---- report -------------------------------------------------------------------------------------

static uint32_t per_thousand(uint32_t part, uint32_t whole) {
    return whole ? (uint32_t)((uint64_t)part * 1000 / whole) : 0;
}

static Limit numbers_of(const char *folder, const Density *density) {
    return (Limit){.folder = folder,
                   .decisions = per_thousand(density->decisions, density->code_lines),
                   .comments = per_thousand(density->comment_lines, density->lines),
                   .one_letter = per_thousand(density->one_letter, density->identifiers),
                   .undocumented = density->undocumented,
                   .by_type = per_thousand(density->by_type, density->pointers),
                   .pairs = density->pairs};
}

static void print_row(const Limit *is, const Density *density) {
    printf("%-10s %8u %12.3f %9.1f %% %11.1f %% %8u of %-5u %6.1f %% %4u\n", is->folder,
           density->code_lines, is->decisions / 1000.0, is->comments / 10.0, is->one_letter / 10.0,
           is->undocumented, density->public_functions, is->by_type / 10.0, is->pairs);
}

// What is worse among the names of parameters.
static bool names_roles(const Limit *is, const Limit *limit) {
    bool by_type = is->by_type > limit->by_type, paired = is->pairs > limit->pairs;
    if (by_type) {
        printf("src/%s: %.1f %% parameters named by their type, at most %.1f %%\n", is->folder,
               is->by_type / 10.0, limit->by_type / 10.0);
    }
    if (paired) {
        printf("src/%s: %u parameters named by their type beside one of one letter, at most %u\n",
               is->folder, is->pairs, limit->pairs);
    }
    return !by_type && !paired;
}

// Says what is worse than the folder's row.
static bool is_within(const Limit *is, const Limit *limit) {
    bool denser = is->decisions > limit->decisions, barer = is->comments < limit->comments;
    bool shorter = is->one_letter > limit->one_letter;
    bool silent = is->undocumented > limit->undocumented;
    if (denser) {
        printf("src/%s: %.3f decisions a line, at most %.3f\n", is->folder, is->decisions / 1000.0,
               limit->decisions / 1000.0);
    }
    if (barer) {
        printf("src/%s: %.1f %% comment lines, at least %.1f %%\n", is->folder, is->comments / 10.0,
               limit->comments / 10.0);
    }
    if (shorter) {
        printf("src/%s: %.1f %% identifiers of one letter, at most %.1f %%\n", is->folder,
               is->one_letter / 10.0, limit->one_letter / 10.0);
    }
    if (silent) {
        printf("src/%s: %u public functions without a comment, at most %u\n", is->folder,
               is->undocumented, limit->undocumented);
    }
    return names_roles(is, limit) && !(denser || barer || shorter || silent);
}

static void print_worst(const Worst *worst) {
    for (uint32_t i = 0; i < worst->n; i++) {
        const FileDensity *file = &worst->file[i];
        Limit is = numbers_of(file->path, &file->density);
        printf("%-44s %5u lines %.3f decisions a line %5.1f %% comments %5.1f %% one letter\n",
               file->path, file->density.code_lines, is.decisions / 1000.0, is.comments / 10.0,
               is.one_letter / 10.0);
    }
}

int main(int argc, char **argv) {
    bool rows = argc > 1 && strcmp(argv[1], "--rows") == 0, good = true;
    bool files = argc > 1 && strcmp(argv[1], "--files") == 0;
    static Ctx ctx;
    ctx_init(&ctx);
    Density all = {0};
    Worst worst = {.show = argc > 1 && strcmp(argv[1], "--parameters") == 0};
    if (!rows)
        printf("folder        lines  decisions/line  comments  one letter  no comment    by type "
               "pairs\n");
    for (size_t i = 0; i < CU_COUNT(limits); i++) {
        const char *folder = limits[i].folder;
        Density density = {0};
        measure_folder(&ctx, &density, &worst, arena_printf(&ctx.perm, "src/%s", folder), 0);
        add(&all, &density);
        Limit is = numbers_of(folder, &density);
        if (rows) {
            // with room for small changes: half a percent
            printf("FOLDER(%s, %u, %u, %u, %u, %u, %u)\n", folder, (is.decisions + 5) / 5 * 5,
                   is.comments / 5 * 5, (is.one_letter + 5) / 5 * 5, is.undocumented,
                   (is.by_type + 5) / 5 * 5, is.pairs);
            continue;
        }
        print_row(&is, &density);
        good &= is_within(&is, &limits[i]);
    }
    Limit is = numbers_of("all", &all);
    if (!rows) print_row(&is, &all);
    if (files) print_worst(&worst);
    ctx_free(&ctx);
    return !good;
}
