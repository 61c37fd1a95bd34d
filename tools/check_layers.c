// SPDX-License-Identifier: Apache-2.0
// Checks of the source tree's shape: the layers (includes go upwards in the list of
// doc/architecture.md only, and downwards among the floors of a module), prefixes of exported
// names, sizes of files and functions, licence lines, diagnostics that nobody reports or no test
// shows, files that documents and comments name and that are not there. Prints what is wrong as
// `file:line: text`, the ten longest functions with -v, and a count; exit status 1 if anything is
// wrong.
//
// With --objects also what the compiled objects of the tree's sources call: from floor to floor
// downwards only, what answers a demand (cxx/demand.h) through the table only, and on no floor, in
// no module in a longer circle than its table allows. -v prints the longest of each module.
//
//     check_layers [-v] [--objects DIR]      in the root of the tree
//
// Functions are found by layout (clang-format keeps it): a line in column 0 that begins a
// definition, up to the next line that is exactly "}".
#include "base/base.h"

#include <ctype.h>
#include <dirent.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_MAX_LINES = 1200, FUNC_MAX_LINES = 150, WORST = 10 };

// The layers, lowest first, with the prefixes of the names that a folder may export, and how many
// objects at most may need each other: a limit that is lowered when one is cut, and raised only
// where a file of a circle was split.
static const struct {
    const char *name, *prefixes;
    uint32_t circle;
} layers[] = {
    {"base", "", 6}, // its parts have names of their own: arena_, map_, ...
    {"lex", "lex_ pp_ source_", 6},
    {"ir", "ir_ fold_ pa_ pr_ bits_ bc_ bw_", 5},
    {"cxx", "cxx_ ev_ m_ tc_ tm_ ty_ xe_", 6},
    {"cuda", "cuda_", 1},
    {"irgen", "irgen_ gen_ lower_ vt_ di_", 6},
    {"analysis", "analysis_ an_", 3},
    {"opt", "opt_ pass_", 3},
    {"nvvm", "nvvm_", 1},
    {"tile", "tile_ tr_ tw_ tp_ tx_ tv_ te_ el_ tl_ rz_", 6},
    {"ptx", "ptx_ rd_ sel_ legal_ dwarf_ die_", 5},
    {"jit", "jit_ x_ flow_ live_ shape_ common_ modulo_ place_ access_ form_ serial_ emit_", 2},
    {"vm", "vm_", 6},
    {"cudart", "rt_ cuda cu nvrtc nvml la_ stat lstat access", 5},
    {"standin", "standin_ cu lt_", 1},
    {"driver", "driver_ drv_ cmd_ compile_ cuprum_ cicc_ nvcc_ ptxas_ seam_ main", 6},
    {"api", "cuprum_ nvvm nvrtc nvJitLink nvjitlink nvFatbin nvfatbin nvPTXCompiler api_", 1},
};

// The floors of a module, lowest first: its folders. What lies in the module's own folder belongs
// to all floors, but for the module's public header, which is the top's and the other modules'.
static const struct {
    const char *module, *name;
    uint32_t circle; // as of a layer, among the objects of the floor
} floors[] = {
    {"cxx", "facts", 6},     {"cxx", "lookup", 3},   {"cxx", "constant", 6}, {"cxx", "convert", 6},
    {"cxx", "expr", 2},      {"cxx", "template", 3}, {"cxx", "decl", 5},     {"cxx", "instance", 3},
    {"cxx", "elaborate", 1}, {"cxx", "body", 5},     {"cxx", "check", 3},    {"tile", "ir", 1},
    {"tile", "read", 4},     {"tile", "write", 2},   {"tile", "verify", 6},  {"tile", "eval", 5},
    {"tile", "lower", 6},    {"tile", "raise", 6},   {"opt", "common", 1},   {"opt", "scalar", 1},
    {"opt", "rewrite", 1},   {"opt", "memory", 2},   {"opt", "cfg", 1},      {"opt", "loop", 2},
    {"opt", "ipo", 1},       {"opt", "gpu", 1},      {"opt", "runner", 3},   {"ptx", "form", 1},
    {"ptx", "scan", 1},      {"ptx", "check", 1},    {"ptx", "read", 2},     {"ptx", "text", 1},
    {"ptx", "select", 2},    {"ptx", "legal", 5},    {"ptx", "tidy", 1},     {"ptx", "debug", 4},
    {"ptx", "codegen", 1},   {"vm", "state", 1},     {"vm", "code", 1},      {"vm", "compute", 1},
    {"vm", "debug", 1},      {"vm", "check", 2},     {"vm", "native", 1},    {"vm", "memory", 1},
    {"vm", "execute", 4},    {"vm", "decode", 1},    {"vm", "schedule", 5},  {"vm", "module", 1},
};

// Public headers whose functions stand on several floors: every floor includes them, and the
// objects say whether a call goes upwards.
static const char *const facades[] = {"vm/vm.h"};

// Names that only one file may refer to: the functions behind a table that is the way up.
static const struct {
    const char *prefix, *file;
} answers[] = {
    {"cxx_answer_", "src/cxx/check/demand.c"},
};

typedef struct {
    const char *file;
    const char *name;
    uint32_t line, length;
} Func;

typedef struct {
    const char *file, *id;
    const char *piece; // the longest part of the text between conversions
    uint32_t line;
} DiagUse; // a row of a table of texts

typedef struct {
    const char *source;  // its path from the root
    int floor;           // row of floors, -1: none
    VEC(Atom) needs;     // names that it does not define itself
    VEC(uint32_t) uses;  // objects of the module that define them
    uint32_t order, low; // of the search for circles: 0 is not visited yet
    bool open;
} Object;

// The tables of texts: how a path ends, the macro of its rows, what the code puts before their ids.
static const struct {
    const char *path, *macro, *prefix;
} text_tables[] = {
    {"src/ir/verify.def", "RULE(", "V_"},
    {"src/ir/target_check.def", "ROW(", "T_"},
    {"src/nvvm/verify_diag.def", "NVERR(", "E_"},
    {"_diag.def", "DIAG(", ""},
};

// Shorter pieces of a text say too little to be looked for.
enum { PIECE_MIN = 8 };

typedef struct {
    Ctx ctx;
    VEC(char *) files;
    VEC(Func) funcs;
    Buf all_code;  // every file of src but the diagnostics themselves, to look for uses of
                   // diagnostics
    Buf all_tests; // every file of test, blanks as one, to look for texts of diagnostics
    VEC(DiagUse) rows;
    VEC(Object) objects; // of one module
    uint32_t bad;
} Check;

static void wrong(Check *c, const char *file, uint32_t line, const char *text) {
    c->bad++;
    if (line)
        printf("%s:%u: %s\n", file, line, text);
    else
        printf("%s: %s\n", file, text);
}

static int layer_of(const char *name, size_t n) {
    for (int i = 0; i < (int)CU_COUNT(layers); i++) {
        if (strlen(layers[i].name) == n && memcmp(layers[i].name, name, n) == 0) return i;
    }
    return -1;
}

static int layer_of_file(const char *path) {
    if (strncmp(path, "src/", 4) != 0) return -1;
    return layer_of(path + 4, strcspn(path + 4, "/"));
}

// The row of the floor that path lies on (below src/), -1: none, or no module with floors.
static int floor_of(const char *path) {
    size_t module = strcspn(path, "/");
    if (!path[module]) return -1;
    const char *folder = path + module + 1;
    size_t n = strcspn(folder, "/");
    for (int i = 0; i < (int)CU_COUNT(floors); i++) {
        bool same_module =
            strlen(floors[i].module) == module && !strncmp(floors[i].module, path, module);
        if (same_module && folder[n] && strlen(floors[i].name) == n &&
            !strncmp(floors[i].name, folder, n))
            return i;
    }
    return -1;
}

static bool top_floor(int floor) {
    return floor + 1 == (int)CU_COUNT(floors) ||
           strcmp(floors[floor].module, floors[floor + 1].module) != 0;
}

// Whether the file's extension is one of the words of list.
static bool has_ext(const char *path, const char *list) {
    const char *ext = strrchr(path, '.');
    size_t k = ext ? strlen(ext) : 0;
    for (const char *p = list; k && (p = strstr(p, ext)); p += k) {
        if (p[k] == ' ' || !p[k]) return true;
    }
    return false;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_files(Check *c, const char *dir, int depth) {
    DIR *d = opendir(dir);
    if (!d || depth > 20) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        char *path = arena_printf(&c->ctx.perm, "%s/%s", dir, e->d_name);
        struct stat st;
        if (stat(path, &st) != 0) continue;
        if (S_ISDIR(st.st_mode))
            find_files(c, path, depth + 1);
        else
            vec_push(&c->ctx.perm, &c->files, path);
    }
    closedir(d);
}

static const char *read_file(Check *c, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    Buf b;
    buf_init(&b, &c->ctx.perm);
    for (size_t n = 1; n;) {
        buf_reserve(&b, 65536);
        n = fread(b.at + b.n, 1, b.cap - b.n, f);
        b.n += n;
    }
    fclose(f);
    return buf_cstr(&b);
}

// ---- one line at a time -------------------------------------------------------------------------

static bool is_facade(const char *header) {
    for (size_t i = 0; i < CU_COUNT(facades); i++) {
        if (strcmp(header, facades[i]) == 0) return true;
    }
    return false;
}

static void check_include(Check *c, const char *file, uint32_t line, const char *s) {
    int self = layer_of_file(file);
    const char *q = strchr(s, '"');
    if (self < 0 || !q) return;
    const char *slash = strchr(q + 1, '/'), *end = strchr(q + 1, '"');
    if (!end || !slash || slash > end) return;
    int other = layer_of(q + 1, (size_t)(slash - q - 1));
    if (other > self) {
        wrong(c, file, line,
              arena_printf(&c->ctx.perm, "includes %.*s, which stands above %s", (int)(end - q - 1),
                           q + 1, layers[self].name));
    }
    bool private = end - q > 6 && strncmp(end - 6, "_int.h", 6) == 0;
    const char *header = arena_strndup(&c->ctx.perm, q + 1, (size_t)(end - q - 1));
    int my_floor = floor_of(file + strlen("src/")), its_floor = floor_of(header);
    bool other_floor = other == self && my_floor >= 0 && its_floor >= 0 && its_floor != my_floor;
    if (other >= 0 && (other != self || other_floor) && private) {
        wrong(c, file, line, "includes the private header of another folder");
    }
    // the module's own header shows what its top floor does, if it is no facade of all of them
    const char *public =
        arena_printf(&c->ctx.perm, "%s/%s.h", layers[self].name, layers[self].name);
    bool above = its_floor > my_floor || (strcmp(header, public) == 0 && !is_facade(header));
    if (other == self && my_floor >= 0 && !top_floor(my_floor) && above) {
        wrong(c, file, line,
              arena_printf(&c->ctx.perm, "includes %s, which stands above the floor %s", header,
                           floors[my_floor].name));
    }
}

// The string literals at s, up to the closing parenthesis, as one text.
static const char *row_text(Check *c, const char *s) {
    Buf b;
    buf_init(&b, &c->ctx.perm);
    bool inside = false;
    for (; *s && (inside || *s != ')'); s++) {
        if (*s == '"')
            inside = !inside;
        else if (inside && *s == '\\' && s[1])
            s++, buf_putc(&b, *s == 'n' ? '\n' : *s);
        else if (inside && !(*s == ' ' && b.n && b.at[b.n - 1] == ' ')) // blanks as one
            buf_putc(&b, *s);
    }
    return buf_cstr(&b);
}

// Conversions are %d, %lld, %.*s, %zu, %T ...; a text is cut there and at the ends of its lines.
static const char *longest_piece(Check *c, const char *text) {
    const char *best = text;
    size_t best_n = 0;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "%\n");
        if (n > best_n) best = p, best_n = n;
        p += n;
        if (*p == '%') p += 1 + strspn(p + 1, ".*lz");
        p += *p != 0;
    }
    while (best_n && *best == ' ') best++, best_n--;
    while (best_n && best[best_n - 1] == ' ') best_n--;
    return arena_strndup(&c->ctx.perm, best, best_n);
}

// The table that a file is, or -1.
static int text_table(const char *file) {
    size_t n = strlen(file);
    for (int i = 0; i < (int)CU_COUNT(text_tables); i++) {
        size_t k = strlen(text_tables[i].path);
        if (n >= k && strcmp(file + n - k, text_tables[i].path) == 0) return i;
    }
    return -1;
}

static void note_row(Check *c, int table, const char *file, uint32_t line, const char *s) {
    const char *macro = text_tables[table].macro;
    size_t k = strlen(macro);
    if (strncmp(s, macro, k) != 0) return;
    s += k;
    const char *id =
        arena_printf(&c->ctx.perm, "%s%.*s", text_tables[table].prefix, (int)strcspn(s, ", )"), s);
    DiagUse u = {.file = file, .id = id, .line = line};
    const char *text = strchr(s, '"');
    // a DIAG has the group's name before its text
    if (text && !*text_tables[table].prefix) text = strchr(text + 1, '"'), text += text != NULL;
    u.piece = longest_piece(c, text ? row_text(c, text) : "");
    vec_push(&c->ctx.perm, &c->rows, u);
}

// The name before the first parenthesis of a definition's first line.
static char *name_of(Check *c, const char *s) {
    size_t end = strcspn(s, "(");
    while (end && s[end - 1] == ' ') end--;
    size_t begin = end;
    while (begin && (isalnum((unsigned char)s[begin - 1]) || s[begin - 1] == '_')) begin--;
    return arena_strndup(&c->ctx.perm, s + begin, end - begin);
}

static bool begins_definition(const char *s, size_t n) {
    if (!n || !(isalpha((unsigned char)s[0]) || s[0] == '_')) return false;
    if (strncmp(s, "typedef", 7) == 0 || s[n - 1] == ';' || s[n - 1] == ':') return false;
    return memchr(s, '(', n) != NULL && !memchr(s, '=', n);
}

static void check_source(Check *c, const char *file, const char *text) {
    uint32_t line = 0, start = 0;
    const char *first = NULL; // of the function we are in
    bool c_file = has_ext(file, ".c");
    int table_no = text_table(file);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        line++;
        if (strncmp(p, "#include", 8) == 0) check_include(c, file, line, p);
        if (table_no >= 0) note_row(c, table_no, file, line, p);
        if (c_file && begins_definition(p, n)) first = p, start = line;
        if (c_file && n == 1 && *p == '}' && first) {
            Func f = {file, name_of(c, first), start, line - start + 1};
            vec_push(&c->ctx.perm, &c->funcs, f);
            first = NULL;
        }
        p += n + (p[n] == '\n');
    }
    bool table = has_ext(file, ".def");
    if (line > FILE_MAX_LINES && !table && layer_of_file(file) >= 0) {
        wrong(c, file, 0, arena_printf(&c->ctx.perm, "%u lines, at most %d", line, FILE_MAX_LINES));
    }
}

static void check_licence(Check *c, const char *file, const char *text) {
    const char *first = text;
    if (strncmp(first, "#!", 2) == 0) first = strchr(first, '\n') ? strchr(first, '\n') + 1 : first;
    size_t n = strcspn(first, "\n");
    if (!memmem(first, n, "SPDX-License-Identifier: Apache-2.0", 35)) {
        wrong(c, file, 1, "the first line is not the SPDX line");
    }
}

// ---- files that documents and comments name
// ------------------------------------------------------

static bool path_char(char ch) {
    return isalnum((unsigned char)ch) || (ch && strchr("_./*-", ch));
}

// Is there a file of that name? Capitals stand for any text (`test_NAME.c`), but not in README.md.
static bool there(Check *c, const char *folder, const char *path) {
    char *pattern = arena_printf(&c->ctx.perm, "%s%s", folder, path), *to = pattern;
    for (const char *p = pattern; *p; p++) {
        bool any = isupper((unsigned char)*p) && strchr(pattern, '/');
        if (!any || to == pattern || to[-1] != '*') *to++ = any ? '*' : *p;
    }
    *to = 0;
    glob_t g;
    bool found = glob(pattern, 0, NULL, &g) == 0;
    if (found) globfree(&g);
    return found;
}

static bool file_called(Check *c, const char *name) {
    if (strchr("._", *name) || strpbrk(name, "*ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        return true; // a kind of files
    for (uint32_t i = 0; i < c->files.n; i++) {
        const char *slash = strrchr(c->files.at[i], '/');
        if (strcmp(slash ? slash + 1 : c->files.at[i], name) == 0) return true;
    }
    return false;
}

// A word that cannot be but the name of a file of the tree: it begins with a folder of the tree, or
// with one of src and ends as a source does, or is a document's or a table's name.
static bool named_file_is_there(Check *c, const char *word) {
    static const char *const folders[] = {"src/", "test/",        "tools/",
                                          "doc/", "bench/",       "examples/",
                                          ".ci/", "lib/include/", "lib/device/"};
    for (size_t i = 0; i < CU_COUNT(folders); i++) {
        if (strncmp(word, folders[i], strlen(folders[i])) != 0) continue;
        // a program is called without the ending of its source
        return there(c, "", word) || there(c, "", arena_printf(&c->ctx.perm, "%s.c", word));
    }
    const char *slash = strchr(word, '/');
    if (slash && layer_of(word, (size_t)(slash - word)) >= 0)
        return !has_ext(word, ".c .h .def .inc") || there(c, "src/", word);
    return slash || !has_ext(word, ".md .def") || file_called(c, word);
}

// Every word of a document; of a source the words of its comments.
static void check_named_files(Check *c, const char *file, const char *text, bool source) {
    uint32_t line = 0;
    for (const char *p = text; *p;) {
        const char *end = p + strcspn(p, "\n");
        line++;
        if (source) p = memmem(p, (size_t)(end - p), "//", 2);
        if (source && p) p += strspn(p, "/");
        for (; p && p < end;) {
            size_t n = 0;
            while (path_char(p[n])) n++;
            // [basic.def] is a section of the standard, a.b/c://d an address
            bool other = p > text && strchr("[:@%$~=<", p[-1]);
            size_t name = n;
            while (name && strchr("./-", p[name - 1])) name--;
            const char *word = arena_strndup(&c->ctx.perm, p, name);
            if (name > 3 && !other && !named_file_is_there(c, word))
                wrong(c, file, line,
                      arena_printf(&c->ctx.perm, "names %s, which is not there", word));
            p += n + !n;
        }
        p = end + (*end == '\n');
    }
}

// ---- over all files -----------------------------------------------------------------------------

static int longer(const void *a, const void *b) {
    const Func *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? 1 : -1;
    int r = strcmp(x->file, y->file);
    return r ? r : (x->line > y->line) - (x->line < y->line);
}

static void check_functions(Check *c, bool verbose) {
    if (c->funcs.n) qsort(c->funcs.at, c->funcs.n, sizeof *c->funcs.at, longer);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < c->funcs.n; i++) {
        const Func *f = &c->funcs.at[i];
        // the dispatch loop of the virtual machine is the one exception
        bool dispatch = strncmp(f->file, "src/vm/execute", 14) == 0;
        if (f->length > FUNC_MAX_LINES && !dispatch) {
            wrong(c, f->file, f->line,
                  arena_printf(&c->ctx.perm, "%s has %u lines, at most %d", f->name, f->length,
                               FUNC_MAX_LINES));
        } else if (verbose && shown < WORST) {
            printf("%s:%u: %s: %u lines\n", f->file, f->line, f->name, f->length);
        }
        shown++;
    }
}

// Collects every identifier of the code, so that each row is one look-up.
static void check_rows(Check *c) {
    Map used;
    map_init(&used, &c->ctx.perm);
    for (const char *s = buf_cstr(&c->all_code); *s;) {
        size_t n = 0;
        while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
        if (n) map_put(&used, atom_intern(&c->ctx, s, n), c);
        s += n + !n;
    }
    for (uint32_t i = 0; i < c->rows.n; i++) {
        const DiagUse *u = &c->rows.at[i];
        if (map_get(&used, atom_cstr(&c->ctx, u->id))) continue;
        wrong(c, u->file, u->line,
              arena_printf(&c->ctx.perm, "diagnostic %s is never reported", u->id));
    }
}

// Comments, commands and expectations alike: a text that stands nowhere is shown by no test.
static void note_test(Check *c, const char *text) {
    for (const char *p = text; *p; p++) {
        bool blank = *p == ' ' || *p == '\t' || *p == '\n';
        if (blank && c->all_tests.n && c->all_tests.at[c->all_tests.n - 1] == ' ') continue;
        buf_putc(&c->all_tests, blank ? ' ' : *p);
    }
    buf_putc(&c->all_tests, ' ');
}

static void check_tested(Check *c) {
    for (uint32_t i = 0; i < c->rows.n; i++) {
        const DiagUse *u = &c->rows.at[i];
        size_t n = strlen(u->piece);
        if (n < PIECE_MIN || memmem(c->all_tests.at, c->all_tests.n, u->piece, n)) continue;
        wrong(c, u->file, u->line,
              arena_printf(&c->ctx.perm, "no test shows the diagnostic %s (\"%s\")", u->id,
                           u->piece));
    }
}

static bool prefix_ok(const char *name, const char *prefixes) {
    for (const char *p = prefixes; *p;) {
        size_t n = strcspn(p, " ");
        if (strncmp(name, p, n) == 0) return true;
        p += n + (p[n] == ' ');
    }
    return !*prefixes;
}

// ---- objects: what they export, and whom they call ----------------------------------------------

static bool is_source(const Check *c, const char *path) {
    return c->files.n && bsearch(&path, c->files.at, c->files.n, sizeof *c->files.at, by_name);
}

// The object of a source of the tree that a line of nm is about, a new one if the last was
// another's; NULL for what is left over from a source that is no more.
static Object *object_of(Check *c, const char *objects, const char *path, size_t n) {
    size_t skip = strlen(objects) + 1;
    if (n < skip + 2) return NULL;
    const char *source = arena_printf(&c->ctx.perm, "%.*s.c", (int)(n - skip - 2), path + skip);
    if (c->objects.n && !strcmp(c->objects.at[c->objects.n - 1].source, source))
        return &c->objects.at[c->objects.n - 1];
    if (!is_source(c, source)) return NULL;
    Object o = {.source = source, .floor = floor_of(source + strlen("src/"))};
    vec_push(&c->ctx.perm, &c->objects, o);
    return &c->objects.at[c->objects.n - 1];
}

static void check_export(Check *c, const char *source, const char *name, size_t layer) {
    // the C library's functions, which that file stands for in the libraries
    if (strcmp(source, "src/api/lazy_math.c") == 0) return;
    // __asan and the like are the compiler's
    if (*name == '_' || prefix_ok(name, layers[layer].prefixes)) return;
    wrong(c, source, 0,
          arena_printf(&c->ctx.perm, "exports %s; names of src/%s begin with %s", name,
                       layers[layer].name, layers[layer].prefixes));
}

// Reads the objects of a module with nm, which comes with the compiler: c->objects, and who defines
// a name, index + 1 by atom.
static void read_objects(Check *c, const char *objects, size_t layer, Map *definer) {
    c->objects.n = 0;
    const char *cmd = arena_printf(
        &c->ctx.perm,
        "find '%s/src/%s' -name '*.o' 2>/dev/null | sort | xargs -r nm -A -g 2>/dev/null", objects,
        layers[layer].name);
    FILE *f = popen(cmd, "r");
    if (!f) return;
    char line[1000];
    while (fgets(line, sizeof line, f)) { // `path:address kind name`
        char *name = strrchr(line, ' ');
        if (!name || name < line + 2) continue;
        name[1 + strcspn(name + 1, "\n")] = 0;
        Object *o = object_of(c, objects, line, strcspn(line, ":"));
        if (!o) continue;
        Atom atom = atom_cstr(&c->ctx, name + 1);
        if (name[-1] == 'U') {
            vec_push(&c->ctx.perm, &o->needs, atom);
        } else {
            map_put(definer, atom, (void *)(uintptr_t)c->objects.n);
            check_export(c, o->source, name + 1, layer);
        }
    }
    pclose(f);
}

// One call from object to object: downwards from floor to floor, and to what answers a demand from
// its table only.
static void check_call(Check *c, const Object *from, const Object *to, const char *name) {
    if (from->floor >= 0 && to->floor > from->floor) {
        wrong(c, from->source, 0,
              arena_printf(&c->ctx.perm, "calls %s of %s, which stands above the floor %s", name,
                           to->source, floors[from->floor].name));
    }
    for (size_t i = 0; i < CU_COUNT(answers); i++) {
        if (strncmp(name, answers[i].prefix, strlen(answers[i].prefix)) != 0) continue;
        if (!strcmp(from->source, answers[i].file)) continue;
        wrong(c, from->source, 0,
              arena_printf(&c->ctx.perm, "refers to %s, which is for %s alone", name,
                           answers[i].file));
    }
}

static void connect(Check *c, Map *definer) {
    for (uint32_t i = 0; i < c->objects.n; i++) {
        Object *o = &c->objects.at[i];
        for (uint32_t k = 0; k < o->needs.n; k++) {
            uint32_t d = (uint32_t)(uintptr_t)map_get(definer, o->needs.at[k]);
            if (!d || d - 1 == i) continue;
            vec_push(&c->ctx.perm, &o->uses, d - 1);
            check_call(c, o, &c->objects.at[d - 1], atom_str(&c->ctx, o->needs.at[k]));
        }
    }
}

typedef struct {
    Check *c;
    size_t layer;
    VEC(uint32_t) open; // objects whose circle is not closed yet
    uint32_t visited;
    uint32_t longest;
} Circles;

// The n objects from `begin` of the stack on need each other: the floor on which all of them lie
// says how many may, else the module.
static void judge_circle(Circles *s, uint32_t begin, uint32_t n) {
    Object *at = s->c->objects.at;
    const uint32_t *circle = s->open.at + begin;
    int floor = at[circle[0]].floor;
    for (uint32_t k = 1; k < n; k++) floor = at[circle[k]].floor == floor ? floor : -1;
    uint32_t limit = floor < 0 ? layers[s->layer].circle : floors[floor].circle;
    s->longest = CU_MAX(s->longest, n);
    if (n <= limit) return;
    Ctx *ctx = &s->c->ctx;
    const char *slash = floor < 0 ? "" : "/", *name = floor < 0 ? "" : floors[floor].name;
    Buf b;
    buf_init(&b, &ctx->perm);
    for (uint32_t k = 0; k < n && k < 20; k++)
        buf_printf(&b, " %s", at[circle[k]].source + strlen("src/"));
    wrong(s->c, arena_printf(&ctx->perm, "src/%s%s%s", layers[s->layer].name, slash, name), 0,
          arena_printf(&ctx->perm, "%u objects need each other, at most %u:%s%s", n, limit,
                       buf_cstr(&b), n > 20 ? " ..." : ""));
}

// Tarjan's search: o->low becomes the first object on the stack that o leads back to.
static void find_circles(Circles *s, uint32_t i) {
    Object *at = s->c->objects.at, *o = &at[i];
    o->order = o->low = ++s->visited;
    o->open = true;
    vec_push(&s->c->ctx.perm, &s->open, i);
    for (uint32_t k = 0; k < o->uses.n; k++) {
        Object *to = &at[o->uses.at[k]];
        if (!to->order) find_circles(s, o->uses.at[k]);
        if (to->open) o->low = CU_MIN(o->low, to->low);
    }
    if (o->low != o->order) return;
    uint32_t begin = s->open.n;
    while (s->open.at[--begin] != i) {
    }
    judge_circle(s, begin, s->open.n - begin);
    for (uint32_t k = begin; k < s->open.n; k++) at[s->open.at[k]].open = false;
    s->open.n = begin;
}

static void check_circles(Check *c, size_t layer, bool verbose) {
    Circles s = {.c = c, .layer = layer};
    for (uint32_t i = 0; i < c->objects.n; i++) {
        if (!c->objects.at[i].order) find_circles(&s, i);
    }
    if (verbose && c->objects.n)
        printf("src/%s: %u objects, the longest circle has %u\n", layers[layer].name, c->objects.n,
               s.longest);
}

static void check_objects(Check *c, const char *objects, bool verbose) {
    for (size_t i = 0; i < CU_COUNT(layers); i++) {
        Map definer;
        map_init(&definer, &c->ctx.perm);
        read_objects(c, objects, i, &definer);
        connect(c, &definer);
        check_circles(c, i, verbose);
    }
}

int main(int argc, char **argv) {
    static Check c;
    const char *objects = NULL;
    bool verbose = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) verbose = true;
        if (strcmp(argv[i], "--objects") == 0 && i + 1 < argc) objects = argv[++i];
    }
    ctx_init(&c.ctx);
    buf_init(&c.all_code, &c.ctx.perm);
    buf_init(&c.all_tests, &c.ctx.perm);
    static const char *const dirs[] = {"src", "include", "test", "tools", "bench", "lib", "doc"};
    for (size_t i = 0; i < CU_COUNT(dirs); i++) find_files(&c, dirs[i], 0);
    vec_push(&c.ctx.perm, &c.files, arena_printf(&c.ctx.perm, "README.md"));
    vec_push(&c.ctx.perm, &c.files, arena_printf(&c.ctx.perm, "CONTRIBUTING.md"));
    if (c.files.n) qsort(c.files.at, c.files.n, sizeof *c.files.at, by_name);
    for (uint32_t i = 0; i < c.files.n; i++) {
        const char *file = c.files.at[i];
        bool code = has_ext(file, ".c .h .def"), script = has_ext(file, ".sh .mk");
        bool document = has_ext(file, ".md") && strncmp(file, "test/", 5) != 0;
        bool test_input = strncmp(file, "test/", 5) == 0 && !strstr(file, "/unit/");
        bool test = strncmp(file, "test/", 5) == 0 && strncmp(file, "test/fuzz/", 10) != 0;
        bool plain = (code || script) && !(test_input && strchr(file + 5, '/'));
        if (!test && !plain && !document) continue;
        const char *text = read_file(&c, file);
        if (!text) continue;
        if (test) note_test(&c, text);
        if (document || (code && plain && strncmp(file, "lib/", 4) != 0))
            check_named_files(&c, file, text, !document);
        if (!plain) continue;
        check_licence(&c, file, text);
        if (!code) continue;
        check_source(&c, file, text);
        bool diagnostics = strstr(file, "_diag.def") != NULL;
        if (strncmp(file, "src/", 4) == 0 && !diagnostics) buf_puts(&c.all_code, text);
    }
    check_functions(&c, verbose);
    check_rows(&c);
    check_tested(&c);
    if (objects) check_objects(&c, objects, verbose);
    if (c.bad) printf("%u things are wrong\n", c.bad);
    ctx_free(&c.ctx);
    return c.bad != 0;
}
