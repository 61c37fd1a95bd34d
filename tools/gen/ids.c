// SPDX-License-Identifier: Apache-2.0
// The numbers of rows that code names (PTXI_add, IR_I_fshl, SMF_redux ...), as enumerators:
//     ids FOLDER
// writes FOLDER/TABLE.h, lines for an enum, and FOLDER/TABLE_count.h, how many there are. The
// tables themselves are read by the files alone that hold their facts: whoever names a row sees
// its number and nothing else of it.
//
// Numbers follow the order of the rows, with some between them that are nobody's: a new row takes
// one of these, and every row that was there keeps its own. A file is written only when it changes,
// and keeps its time when every number that was in it is still the same: what was compiled with it
// then need not be compiled again. So a row concerns the files alone that hold facts or count rows,
// wherever it stands; and since numbers are compared in the order of their rows and in no other
// way, no output depends on which of them were given when.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>

#define NAME(id) #id,

// Numbers are kept free between every two rows or, where they must be small or follow each other,
// where a table says so by a row of its own.
static const char room[] = "room", no_room[] = "no room"; // which are no rows
enum { APART = 3, ROOM_FOR = 4 };

static const char *const insns[] = {
    "nop",
#define INSN(id, ...) NAME(id)
#define INSN_NO_ROOM  no_room,
#include "ptx/insn.def"
#undef INSN
};

static const char *const meanings[] = {
#define PTX_SEM(id, ...) NAME(id)
#define PTX_SEM_ROOM     room,
#include "ptx/sem.def"
#undef PTX_SEM
};

static const char *const sregs[] = {
    "NONE",
#define PTX_SREG(id, ...) NAME(id)
#include "ptx/sreg.def"
#undef PTX_SREG
};

static const char *const features[] = {
#define SM(...)
#define FEATURE(id, ...) NAME(id)
#include "base/target.def"
#undef SM
#undef FEATURE
};

static const char *const intrins[] = {
    "NONE",
#define ITEM(...)
#define FAMILY(id, ...) NAME(F_##id)
#include "ir/intrin_family.def"
    room,
#define INTRIN(id, ...) NAME(id)
#include "ir/intrin.def"
};

// Classes of modifiers, each followed by its values.
typedef struct {
    const char *class, *value; // value NULL: the class itself
    unsigned shift, width;
} Mod;
static const Mod mods[] = {
#define PTX_CLASS(id, shift, width) {#id, NULL, shift, width},
#define PTX_MOD(class, id, text)    {#class, #id, 0, 0},
#include "ptx/mod.def"
#undef PTX_CLASS
#undef PTX_MOD
};

typedef struct {
    char at[1 << 17];
    size_t n;
} Text;

#define PRINT(text, ...)                                                                           \
    ((text)->n +=                                                                                  \
     (size_t)snprintf((text)->at + (text)->n, sizeof(text)->at - (text)->n, __VA_ARGS__))

// Whether every line of `old` behind its first, a comment, is one of `new`, too.
static int keeps_all(const char *old, const char *new) {
    char line[512];
    for (const char *p = old + strcspn(old, "\n") + (*old != 0); *p;) {
        size_t n = strcspn(p, "\n");
        snprintf(line, sizeof line, "\n%.*s\n", (int)n, p);
        if (!strstr(new, line)) return 0;
        p += n + (p[n] == '\n');
    }
    return 1;
}

// The text of a file of an earlier run; empty if there is none.
static const char *read_text(const char *folder, const char *name, struct stat *was) {
    static char text[sizeof((Text *)0)->at];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.h", folder, name);
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    if (f && fstat(fileno(f), was) != 0) text[0] = 0;
    if (f) fclose(f);
    return text;
}

static void write_text(const char *folder, const char *name, const Text *text) {
    struct stat was;
    const char *old = read_text(folder, name, &was);
    if (strcmp(old, text->at) == 0) return;
    int same_time = *old && keeps_all(old, text->at);

    char path[1024];
    snprintf(path, sizeof path, "%s/%s.h", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(text->at, 1, text->n, f) != text->n || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
    struct timespec times[2] = {was.st_atim, was.st_mtim};
    if (same_time) utimensat(AT_FDCWD, path, times, 0);
}

static void write_count(const char *folder, const char *name, const char *count, size_t n) {
    static Text text;
    char file[64];
    text.n = 0;
    PRINT(&text, "// made by tools/gen/ids.c\nenum { %s = %zu };\n", count, n);
    snprintf(file, sizeof file, "%s_count", name);
    write_text(folder, file, &text);
}

// ---- numbers ------------------------------------------------------------------------------------

enum { MOST_ROWS = 4096, UNKNOWN = -1 };

typedef struct {
    const char *file, *prefix, *count; // "insn", "PTXI_", "PTXI_COUNT"
    const char *const *row;
    size_t n;
    long apart; // from a row to the next
    long number[MOST_ROWS];
} Table;

static int is_row(const char *name) {
    return name != room && name != no_room;
}

// From the i-th row to the next.
static long apart_at(const Table *table, size_t i) {
    while (i > 0 && table->row[i - 1] != no_room) i--;
    return i > 0 ? 1 : table->apart;
}

static void number_afresh(Table *table) {
    long next = 0, apart = table->apart;
    for (size_t i = 0; i < table->n; i++) {
        const char *name = table->row[i];
        table->number[i] = is_row(name) ? next : UNKNOWN;
        if (name == no_room) apart = 1;
        if (is_row(name)) next += apart;
        if (name == room) next += ROOM_FOR;
    }
}

// The numbers of an earlier run. False where a row is gone, whoever names it has to be told; and
// where rows stand in another order now.
static int take_old_numbers(Table *table, const char *old) {
    size_t lines = 0, found = 0;
    for (const char *p = old; *p; p++) lines += *p == '\n';
    long last = UNKNOWN;
    for (size_t i = 0; i < table->n; i++) {
        table->number[i] = UNKNOWN;
        if (!is_row(table->row[i])) continue;
        char line[256];
        snprintf(line, sizeof line, "\n%s%s = ", table->prefix, table->row[i]);
        const char *at = strstr(old, line);
        if (!at) continue;
        table->number[i] = strtol(at + strlen(line), NULL, 10);
        found++;
        if (table->number[i] <= last) return 0;
        last = table->number[i];
    }
    return found + 1 == lines; // the first one is a comment
}

// New rows [from, to) between two that have numbers, or behind the last. False if they do not fit.
static int number_between(Table *table, size_t from, size_t to) {
    size_t rows = 0;
    for (size_t i = from; i < to; i++) rows += (size_t)is_row(table->row[i]);
    long low = from ? table->number[from - 1] : UNKNOWN, step = apart_at(table, to);
    if (to < table->n && rows) {
        long even = (table->number[to] - low) / ((long)rows + 1);
        step = even < step ? even : step;
    }
    if (rows && step < 1) return 0;
    for (size_t i = from; i < to; i++) {
        if (is_row(table->row[i])) table->number[i] = low += step;
    }
    return 1;
}

static int number_new(Table *table) {
    for (size_t from = 0, to; from < table->n; from = to + 1) {
        for (to = from; to < table->n && table->number[to] == UNKNOWN;) to++;
        if (!number_between(table, from, to)) return 0;
    }
    return 1;
}

static void write_ids(const char *folder, Table *table) {
    static Text text;
    struct stat was;
    const char *old = read_text(folder, table->file, &was);
    if (!take_old_numbers(table, old) || !number_new(table)) number_afresh(table);

    text.n = 0;
    long last = 0;
    PRINT(&text, "// made by tools/gen/ids.c\n");
    for (size_t i = 0; i < table->n; i++) {
        if (!is_row(table->row[i])) continue;
        last = table->number[i];
        PRINT(&text, "%s%s = %ld,\n", table->prefix, table->row[i], last);
    }
    write_text(folder, table->file, &text);
    write_count(folder, table->file, table->count, (size_t)last + 1);
}

// Classes, PTXC_RND = 1; apart from them their places in an instruction's modifiers and their
// values, PTX_RND_RN = 1 and so on.
static void write_mods(const char *folder) {
    static Text classes, values;
    size_t class = 0, value = 0;
    PRINT(&classes, "// made by tools/gen/ids.c\n");
    PRINT(&values, "// made by tools/gen/ids.c\n");
    for (size_t i = 0; i < sizeof mods / sizeof *mods; i++) {
        const Mod *mod = &mods[i];
        if (mod->value) {
            PRINT(&values, "PTX_%s_%s = %zu,\n", mod->class, mod->value, ++value);
            continue;
        }
        value = 0;
        PRINT(&classes, "PTXC_%s = %zu,\n", mod->class, ++class);
        PRINT(&values, "PTXC_SHIFT_%s = %u,\nPTXC_WIDTH_%s = %u,\nPTX_%s_NONE = 0,\n", mod->class,
              mod->shift, mod->class, mod->width, mod->class);
    }
    write_text(folder, "mod_class", &classes);
    write_text(folder, "mod_value", &values);
    write_count(folder, "mod_class", "PTXC_COUNT", class + 1);
}

int main(int argc, char **argv) {
    const char *folder = argv[1];
    if (argc != 2) return 1;
#define ROWS(names) names, sizeof names / sizeof *names
    static Table tables[] = {
        {"insn", "PTXI_", "PTXI_COUNT", ROWS(insns), APART},
        {"sem", "PTX_SEM_", "PTX_SEM_COUNT", ROWS(meanings), 1}, // the machine keeps it in a byte
        {"sreg", "PTXR_", "PTXR_COUNT", ROWS(sregs), 1},
        {"feature", "SMF_", "SMF_COUNT", ROWS(features), 1},
        {"intrin", "IR_I_", "IR_NINTRINS", ROWS(intrins), APART},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) write_ids(folder, &tables[i]);
    write_mods(folder);
    return 0;
}
