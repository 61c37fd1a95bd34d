// SPDX-License-Identifier: Apache-2.0
// passes_doc: prints doc/passes.md from the tables of src/opt and src/analysis. Run in the root of
// the tree: which file holds a pass, and which analyses it asks for, is read from the sources.
#include "opt/opt.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const char *name, *needs, *lost_by;
} Analysis;
static const Analysis analyses[] = {
#define ANALYSIS(id, type, needs_, lost_) {#id, #needs_, #lost_},
#include "analysis/analysis.def"
#undef ANALYSIS
};

// ---- the sources -------------------------------------------------------------------------------

typedef struct {
    const char *path, *text;
} Source;
typedef struct {
    Arena *a;
    VEC(Source) all;
} Sources;

static const char *read_text(Arena *a, const char *path) {
    FILE *f = fopen(path, "rb");
    Buf b;
    buf_init(&b, a);
    if (!f) return buf_cstr(&b);
    for (size_t n = 1; n;) {
        buf_reserve(&b, 1 << 16);
        n = fread(b.at + b.n, 1, b.cap - b.n, f);
        b.n += n;
    }
    fclose(f);
    return buf_cstr(&b);
}

static bool ends_in_c(const char *name) {
    size_t n = strlen(name);
    return n > 2 && strcmp(name + n - 2, ".c") == 0;
}

static void find_sources(Sources *s, const char *folder, int depth) {
    struct dirent **entry;
    int n = scandir(folder, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        char *path = arena_printf(s->a, "%s/%s", folder, name);
        if (ends_in_c(name))
            vec_push(s->a, &s->all, ((Source){path, read_text(s->a, path)}));
        else if (depth && !strchr(name, '.'))
            find_sources(s, path, depth - 1);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

static bool defines(const Source *source, const char *id) {
    static const char *const results[] = {"bool", "OptLoopResult"};
    for (size_t i = 0; i < CU_COUNT(results); i++) {
        char head[128];
        snprintf(head, sizeof head, "\n%s opt_%s(", results[i], id);
        if (strstr(source->text, head)) return true;
    }
    return false;
}

static const Source *source_of(const Sources *s, const char *id) {
    VEC_FOREACH (Source, source, &s->all) {
        if (defines(source, id)) return source;
    }
    return NULL;
}

// Passes that have a whole floor, but for files of other passes on it.
static const char *const floors[] = {"src/opt/cfg/simplifycfg.c", "src/opt/rewrite/instcombine.c"};

static bool holds_pass(const Source *source) {
    return strstr(source->text, "\nOPT_FUNC_PASS(") || strstr(source->text, "\nOPT_LOOP_PASS(");
}

// Whether a file is a part of the pass in `main`: the same file, FILE_*.c beside it, or a file of
// its floor.
static bool belongs(const Source *source, const char *main) {
    const char *path = source->path;
    size_t stem = strlen(main) - 2, folder = (size_t)(strrchr(main, '/') - main) + 1;
    if (strcmp(path, main) == 0 || (strncmp(path, main, stem) == 0 && path[stem] == '_'))
        return true;
    for (size_t i = 0; i < CU_COUNT(floors); i++) {
        if (strcmp(main, floors[i]) == 0)
            return strncmp(path, main, folder) == 0 && !holds_pass(source);
    }
    return false;
}

static bool calls(const char *text, const char *function) {
    size_t n = strlen(function);
    for (const char *p = text; (p = strstr(p, function)); p += n) {
        bool begins = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
        if (begins && p[n] == '(') return true;
    }
    return false;
}

static bool asks_for(const Sources *s, const char *main, const char *analysis) {
    char function[64];
    snprintf(function, sizeof function, "an_%s", analysis);
    VEC_FOREACH (Source, source, &s->all) {
        if (belongs(source, main) && calls(source->text, function)) return true;
    }
    return false;
}

// ---- the document ------------------------------------------------------------------------------

static uint32_t times_in(const char *pipeline, const char *pass) {
    uint32_t times = 0;
    for (const char *p = pipeline; *p;) {
        size_t n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '-' || p[n] == '_') n++;
        times += n == strlen(pass) && strncmp(p, pass, n) == 0;
        p += n;
        if (*p == '<') p += strcspn(p, ">"); // knobs
        p += *p != 0;
    }
    return times;
}

static void print_levels(const PassRow *row) {
    const char *before = "";
    for (uint32_t level = 0; level < 4; level++) {
        uint32_t times = times_in(opt_default_pipeline(level), row->name);
        if (!times) continue;
        printf("%s`-O%u`", before, level);
        if (times > 1) printf(" (%u times)", times);
        before = ", ";
    }
    if (!*before) printf("none");
    putchar('\n');
}

static void print_changes(uint32_t changes) {
    static const struct {
        uint32_t bit;
        const char *text;
    } words[] = {{AN_CHANGED_EDGES, "blocks and edges"},
                 {AN_CHANGED_VALUES, "values"},
                 {AN_CHANGED_MEMORY, "accesses to memory"}};
    const char *before = "";
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        if (!(changes & words[i].bit)) continue;
        printf("%s%s", before, words[i].text);
        before = ", ";
    }
}

static void print_needs(const Sources *s, const PassRow *row, const char *main) {
    const char *before = "\n- asks for: ";
    for (size_t i = 0; i < CU_COUNT(analyses); i++) {
        if (!asks_for(s, main, analyses[i].name)) continue;
        printf("%s`%s`", before, analyses[i].name);
        before = ", ";
    }
    if (row->flags & OPT_CALLEES) printf("%sthe bodies of callees", before);
}

static void print_knobs(const PassRow *row) {
    bool any = false;
    for (uint32_t k = 0; k < opt_nknobs; k++) {
        const OptKnob *knob = &opt_knobs[k];
        if (strcmp(knob->pass, row->key) != 0) continue;
        if (!any) printf("\n| knob | option | default | range | |\n|---|---|---|---|---|\n");
        any = true;
        printf("| `%s` | `-%s` | %lld | %lld to %lld | %s |\n", knob->name, knob->llvm,
               (long long)knob->value, (long long)knob->least, (long long)knob->most, knob->doc);
    }
}

static void print_pass(const Sources *s, uint32_t i) {
    const PassRow *row = &opt_passes[i];
    const Source *source = source_of(s, row->key);
    const char *path = source ? source->path : "";
    const char *kind = row->func ? "functions" : row->loop ? "loops" : "the module";
    printf("\n### %s\n\n%s.\n\n- source: `%s`; runs on %s%s", row->name, row->doc, path, kind,
           row->flags & OPT_REQUIRED ? ", always" : "");
    if (source) print_needs(s, row, path);
    printf("\n- changes: ");
    print_changes(row->changes);
    if (row->nvidia) printf("\n- NVIDIA's: %s", row->nvidia);
    printf("\n- in: ");
    print_levels(row);
    print_knobs(row);
}

// The text in lines, broken behind commas.
static void print_pipeline(uint32_t level) {
    enum { WIDTH = 100 };
    printf("\n`-O%u`:\n\n", level);
    size_t column = 0;
    for (const char *p = opt_default_pipeline(level); *p;) {
        size_t n = strcspn(p, ",");
        n += p[n] == ',';
        if (column + n > WIDTH) column = 0, putchar('\n');
        if (!column) printf("    ");
        printf("%.*s", (int)n, p);
        column += n;
        p += n;
    }
    putchar('\n');
}

// "AN_BIT(cfg) | AN_BIT(dom)" as "cfg, dom"; "0" as nothing.
static void print_bits(const char *text) {
    const char *before = "";
    for (const char *p = text; (p = strstr(p, "AN_BIT(")); before = ", ") {
        p += strlen("AN_BIT(");
        printf("%s`%.*s`", before, (int)strcspn(p, ")"), p);
    }
}

static void print_analyses(void) {
    printf("\n## Analyses of a function\n\n"
           "| | points into | lost when a pass changes |\n|---|---|---|\n");
    for (size_t i = 0; i < CU_COUNT(analyses); i++) {
        const Analysis *an = &analyses[i];
        bool all = strstr(an->lost_by, "ALL"), code = strstr(an->lost_by, "CODE");
        bool edges = all || strstr(an->lost_by, "EDGES");
        bool values = all || code || strstr(an->lost_by, "VALUES");
        bool memory = all || code || strstr(an->lost_by, "MEMORY");
        printf("| `%s` | ", an->name);
        print_bits(an->needs);
        printf(" | ");
        print_changes((edges ? AN_CHANGED_EDGES : 0) | (values ? AN_CHANGED_VALUES : 0) |
                      (memory ? AN_CHANGED_MEMORY : 0));
        printf(" |\n");
    }
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Sources s = {.a = &ctx.perm};
    find_sources(&s, "src/opt", 1);
    printf("# Passes of the optimizer\n\n"
           "Made by `make passes-doc` from `src/opt/pass.def`, `knob.def`, `pipeline.def` and\n"
           "`src/analysis/analysis.def`; a test compares. How to add one: `doc/adding.md`.\n"
           "`--passes='loop-unroll<count=4>'` sets a knob for one run of a pass, "
           "`--Xopt=-unroll-count=4`\n"
           "for all.\n\n"
           "## Pipelines\n");
    for (uint32_t level = 0; level < 4; level++) {
        bool same =
            level && strcmp(opt_default_pipeline(level), opt_default_pipeline(level - 1)) == 0;
        if (same)
            printf("\n`-O%u`: as `-O%u`\n", level, level - 1);
        else
            print_pipeline(level);
    }
    printf("\n## Passes\n");
    for (uint32_t i = 0; i < opt_npasses; i++) print_pass(&s, i);
    print_analyses();
    ctx_free(&ctx);
    return 0;
}
