// SPDX-License-Identifier: Apache-2.0
// The numbers of rows that code names (PTXI_add, IR_I_fshl, SMF_redux ...), as enumerators:
//     ids FOLDER
// writes FOLDER/TABLE.h, lines for an enum, and FOLDER/TABLE_count.h, how many there are. The
// tables themselves are read by the files alone that hold their facts: whoever names a row sees
// its number and nothing else of it.
//
// A file is written only when it changes, and keeps its time when every number that was in it is
// still the same: what was compiled with it then need not be compiled again. So a row that changes,
// or comes last, concerns the files alone that hold facts or count rows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>

#define NAME(id) #id,

static const char *const insns[] = {
    "nop",
#define INSN(id, ...) NAME(id)
#include "ptx/insn.def"
#undef INSN
};

static const char *const meanings[] = {
#define PTX_SEM(id, ...) NAME(id)
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

// Families first; intrinsics begin where a few more of them have room.
static const char *const families[] = {
    "NONE",
#define ITEM(...)
#define FAMILY(id, ...) NAME(F_##id)
#include "ir/intrin_family.def"
};
enum { FAMILY_ROOM = 32 };
static const char *const intrins[] = {
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

static void write_text(const char *folder, const char *name, const Text *text) {
    static char old[sizeof text->at];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.h", folder, name);
    struct stat was;
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(old, 1, sizeof old - 1, f) : 0;
    old[n] = 0;
    int had = f && fstat(fileno(f), &was) == 0;
    if (f) fclose(f);
    if (had && strcmp(old, text->at) == 0) return;
    int same_time = had && keeps_all(old, text->at);

    f = fopen(path, "wb");
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

static void print_ids(Text *text, const char *prefix, size_t first, size_t n,
                      const char *const *ids) {
    for (size_t i = 0; i < n; i++) PRINT(text, "%s%s = %zu,\n", prefix, ids[i], first + i);
}

static void write_ids(const char *folder, const char *name, const char *prefix, const char *count,
                      size_t n, const char *const *ids) {
    static Text text;
    text.n = 0;
    PRINT(&text, "// made by tools/gen/ids.c\n");
    print_ids(&text, prefix, 0, n, ids);
    write_text(folder, name, &text);
    write_count(folder, name, count, n);
}

static void write_intrins(const char *folder) {
    enum { FAMILIES = sizeof families / sizeof *families };
    enum { INTRINS = sizeof intrins / sizeof *intrins };
    size_t first = (FAMILIES / FAMILY_ROOM + 2) * FAMILY_ROOM;
    static Text text;
    PRINT(&text, "// made by tools/gen/ids.c\n");
    print_ids(&text, "IR_I_", 0, FAMILIES, families);
    print_ids(&text, "IR_I_", first, INTRINS, intrins);
    write_text(folder, "intrin", &text);
    write_count(folder, "intrin", "IR_NINTRINS", first + INTRINS);
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
#define IDS(name, prefix, count, table)                                                            \
    write_ids(folder, name, prefix, count, sizeof table / sizeof *table, table)
    IDS("insn", "PTXI_", "PTXI_COUNT", insns);
    IDS("sem", "PTX_SEM_", "PTX_SEM_COUNT", meanings);
    IDS("sreg", "PTXR_", "PTXR_COUNT", sregs);
    IDS("feature", "SMF_", "SMF_COUNT", features);
    write_intrins(folder);
    write_mods(folder);
    return 0;
}
