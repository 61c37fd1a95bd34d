// SPDX-License-Identifier: Apache-2.0
// Literals, positions, options and limits of the lexer, through its C interface. What can be shown
// by text is in test/lex.
#include "driver/driver.h"
#include "unit.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static LexOptions opt;

static TokenArray *lex(Ctx *ctx, const char *text) {
    return lex_translation_unit(ctx, &opt, "t.cu", text, strlen(text));
}

static void reset(Ctx *ctx, jmp_buf *out) {
    ctx_init(ctx);
    ctx->unwind = out;
    lex_options_init(&opt);
    opt.no_std_inc = true;
    opt.predef = LEX_PREDEF_NONE;
}

static void check_int(Ctx *ctx, const char *s, uint64_t hi, uint64_t lo, int base, int suffix,
                      const char *ud) {
    TokenArray *t = lex(ctx, s);
    LexNumber n;
    CHECK(t->n == 2 && t->at[0].kind == T_NUMBER && lex_number(ctx, &t->at[0], &n));
    CHECK(!n.is_float && n.hi == hi && n.lo == lo && n.base == base && n.suffix == suffix);
    CHECK_STR(atom_str(ctx, n.ud_suffix), ud);
}

static void check_float(Ctx *ctx, const char *s, const char *digits, int suffix, const char *ud) {
    TokenArray *t = lex(ctx, s);
    LexNumber n;
    CHECK(t->n == 2 && t->at[0].kind == T_NUMBER && lex_number(ctx, &t->at[0], &n));
    CHECK(n.is_float && n.suffix == suffix);
    CHECK_STR(n.digits, digits);
    CHECK_STR(atom_str(ctx, n.ud_suffix), ud);
}

static void test_numbers(Ctx *ctx) {
    check_int(ctx, "0", 0, 0, 10, 0, "");
    check_int(ctx, "1'000'000", 0, 1000000, 10, 0, "");
    check_int(ctx, "0777", 0, 0777, 8, 0, "");
    check_int(ctx, "0xFFull", 0, 255, 16, LEX_IS_U | LEX_IS_LL, "");
    check_int(ctx, "0b1010LU", 0, 10, 2, LEX_IS_U | LEX_IS_L, "");
    check_int(ctx, "18446744073709551616", 1, 0, 10, 0, "");
    check_int(ctx, "12_km", 0, 12, 10, 0, "_km");
    check_int(ctx, "0x1ep", 0, 0x1e, 16, 0, "p");
    check_int(ctx, "5uz", 0, 5, 10, LEX_IS_U | LEX_IS_Z, "");
    check_float(ctx, "1.5", "1.5", LEX_FS_NONE, "");
    check_float(ctx, "1e5f", "1e5", LEX_FS_F, "");
    check_float(ctx, ".5L", ".5", LEX_FS_L, "");
    check_float(ctx, "0x1.8p-3", "0x1.8p-3", LEX_FS_NONE, "");
    check_float(ctx, "1'0.2'5e1'0", "10.25e10", LEX_FS_NONE, "");
    check_float(ctx, "089.5", "089.5", LEX_FS_NONE, "");
    check_float(ctx, "1.0F16", "1.0", LEX_FS_F16, "");
    check_float(ctx, "1.0bf16", "1.0", LEX_FS_BF16, "");
    check_float(ctx, "2.5_w", "2.5", LEX_FS_NONE, "_w");
    static const char *const bad[] = {"08", "0b12", "1.5.5", "0x1.8", "1e", "1lul", "0x1p+"};
    for (size_t i = 0; i < CU_COUNT(bad); i++) {
        LexNumber n;
        TokenArray *t = lex(ctx, bad[i]);
        bool ok = lex_number(ctx, &t->at[0], &n);
        CHECK(!ok || n.ud_suffix); // `1lul`, `1e` are user-defined literals as far as we can tell
    }
}

static void check_string(Ctx *ctx, const char *s, int enc, uint32_t n, const void *bytes,
                         const char *ud) {
    TokenArray *t = lex(ctx, s);
    LexString r;
    CHECK(lex_string(ctx, t->at, t->n - 1, &r));
    CHECK(r.enc == enc && r.n == n && memcmp(r.data, bytes, (size_t)n * r.unit) == 0);
    CHECK_STR(atom_str(ctx, r.ud_suffix), ud);
}

static void test_strings(Ctx *ctx) {
    check_string(ctx, "\"a\\n\\x41\\101\\\\\\0b\" \"c\"", LEX_ENC_CHAR, 8, "a\nAA\\\0bc", "");
    check_string(ctx, "\"\\u00e9\\U0001f600\"", LEX_ENC_CHAR, 6, "\xc3\xa9\xf0\x9f\x98\x80", "");
    check_string(ctx, "u\"\\U0001f600\" \"x\"", LEX_ENC_UTF16, 3,
                 (const uint16_t[]){0xd83d, 0xde00, 'x'}, "");
    check_string(ctx, "U\"\xc3\xa9\"", LEX_ENC_UTF32, 1, (const uint32_t[]){0xe9}, "");
    check_string(ctx, "L\"\\xffff0000\"", LEX_ENC_WIDE, 1, (const uint32_t[]){0xffff0000}, "");
    check_string(ctx, "R\"x(a\\n)\")x\"_s", LEX_ENC_CHAR, 5, "a\\n)\"", "_s");
    check_string(ctx, "u8R\"(\n)\"", LEX_ENC_UTF8, 1, "\n", "");
    check_string(ctx, "\"\\e\\?\"", LEX_ENC_CHAR, 2, "\033?", "");
    LexString r;
    TokenArray *t = lex(ctx, "u\"a\" L\"b\"");
    CHECK(!lex_string(ctx, t->at, 2, &r));
    t = lex(ctx, "\"\\xg\"");
    CHECK(!lex_string(ctx, t->at, 1, &r));
}

static void check_char(Ctx *ctx, const char *s, int enc, bool multi, int64_t v) {
    TokenArray *t = lex(ctx, s);
    LexChar c;
    CHECK(t->at[0].kind == T_CHAR && lex_char(ctx, &t->at[0], &c));
    CHECK(c.enc == enc && c.multi == multi && c.value == v);
}

static void test_chars(Ctx *ctx) {
    check_char(ctx, "'a'", LEX_ENC_CHAR, false, 'a');
    check_char(ctx, "'\\377'", LEX_ENC_CHAR, false, -1);
    check_char(ctx, "'ab'", LEX_ENC_CHAR, true, 0x6162);
    check_char(ctx, "'\\''", LEX_ENC_CHAR, false, '\'');
    check_char(ctx, "u'\\uffff'", LEX_ENC_UTF16, false, 0xffff);
    check_char(ctx, "U'\xf0\x9f\x98\x80'", LEX_ENC_UTF32, false, 0x1f600);
    check_char(ctx, "L'\\xffffffff'", LEX_ENC_WIDE, false, -1);
    LexChar c;
    CHECK(!lex_char(ctx, &lex(ctx, "''")->at[0], &c));
    CHECK(!lex_char(ctx, &lex(ctx, "u'ab'")->at[0], &c));
}

static void test_positions(Ctx *ctx) {
    TokenArray *t =
        lex(ctx, "#define ID(x) [ x ]\n#define TWO ID(a b)\n  TWO q\n#line 70 \"n.h\"\nz\n");
    SrcLoc at;
    CHECK(t->n == 7);
    CHECK(source_resolve(ctx, t->at[1].pos, &at) && at.line == 3 && at.col == 3); // a
    CHECK(source_resolve_spelling(ctx, t->at[1].pos, &at) && at.line == 2 && at.col == 16);
    CHECK(at.expanded_from && strcmp(atom_str(ctx, at.macro), "ID") == 0);
    CHECK(source_resolve_spelling(ctx, at.expanded_from, &at) && at.line == 2 && at.col == 13);
    CHECK(strcmp(atom_str(ctx, at.macro), "TWO") == 0);
    CHECK(source_resolve(ctx, t->at[4].pos, &at) && at.line == 3 && at.col == 7); // q
    CHECK(source_resolve(ctx, t->at[5].pos, &at) && at.line == 70 && at.col == 1);
    CHECK_STR(atom_str(ctx, at.file), "n.h");
    CHECK(t->at[0].match == 3 && t->at[3].match == 0);
    opt.preprocessed = true;
    t = lex(ctx, "# 1 \"a.cu\"\n# 5 \"b.h\" 1 3\nin\n# 2 \"a.cu\" 2\nout\n");
    CHECK(source_resolve(ctx, t->at[0].pos, &at) && at.line == 5 && at.system);
    CHECK_STR(atom_str(ctx, at.file), "b.h");
    Pos from = at.included_from;
    CHECK(source_resolve(ctx, from, &at) && strcmp(atom_str(ctx, at.file), "a.cu") == 0);
    CHECK(source_resolve(ctx, t->at[1].pos, &at) && at.line == 2 && !at.system);
    CHECK(at.included_from == 0);
    opt.preprocessed = false;
}

static void test_options(Ctx *ctx) {
    static const LexVirtualFile files[] = {{"v.h", "#pragma once\nvirtual A B\n", 24, false},
                                           {"<lib>/w.h", "inlib\n", 6, false}};
    static const LexDir dirs[] = {{"<lib>", LEX_DIR_SYSTEM}};
    static const LexCmd cmds[] = {{LEX_CMD_DEFINE, "A=1"},
                                  {LEX_CMD_UNDEF, "A"},
                                  {LEX_CMD_DEFINE, "A"},
                                  {LEX_CMD_DEFINE, "B=x y"},
                                  {LEX_CMD_INCLUDE, "v.h"}};
    opt.files = files;
    opt.nfiles = 2;
    opt.dirs = dirs;
    opt.ndirs = 1;
    opt.cmds = cmds;
    opt.ncmds = CU_COUNT(cmds);
    Buf b;
    buf_init(&b, &ctx->perm);
    lex_print_pp(ctx, lex(ctx, "#include <v.h>\n#include <w.h>\nclass requires int\n"), true, &b);
    CHECK_STR(buf_cstr(&b), "virtual 1 x y\ninlib\nclass requires int\n");
    lex_options_init(&opt);
    opt.no_std_inc = true;
    opt.predef = LEX_PREDEF_NONE;
    opt.std = 20;
    TokenArray *t = lex(ctx, "requires char8_t typeof");
    CHECK(t->at[0].kind == T_KW_REQUIRES && t->at[2].kind == T_KW_TYPEOF_PLAIN);
    opt.std = 17;
    opt.gnu = false;
    t = lex(ctx, "requires char8_t typeof __typeof");
    CHECK(t->at[0].kind == T_IDENT && t->at[1].kind == T_IDENT && t->at[2].kind == T_IDENT);
    CHECK(t->at[3].kind == T_KW_TYPEOF);
    opt.predef = LEX_PREDEF_NVCC;
    opt.cuda_arch = 900;
    opt.arch_features = 'a';
    t = lex(ctx,
            "__CUDA_ARCH__ __CUDA_ARCH_FEAT_SM90_ALL __CUDA_ARCH_SPECIFIC__ __CUDACC_VER_MAJOR__");
    CHECK_STR(atom_str(ctx, t->at[0].text), "900");
    CHECK_STR(atom_str(ctx, t->at[1].text), "1");
    CHECK_STR(atom_str(ctx, t->at[3].text), "13");
    t = lex_text(ctx, "<table>", "# int f(A);", 11);
    CHECK(t->n == 8 && t->at[0].kind == T_HASH && t->at[1].kind == T_KW_INT && t->at[3].match == 5);
}

// Inputs that would cost an unguarded preprocessor its stack, its memory or quadratic time.
static void test_limits(void) {
    enum { N = 200000 };
    char *s = malloc(8 * N + 256);
    for (int kind = 0; kind < 6; kind++) {
        Ctx ctx;
        jmp_buf out;
        reset(&ctx, &out);
        size_t n = 0;
        if (kind == 0) { // f(f(f(...
            n += (size_t)sprintf(s, "#define f(x) x\n");
            for (int i = 0; i < 20000; i++) n += (size_t)sprintf(s + n, "f(");
        } else if (kind == 1) { // a huge argument list
            n +=
                (size_t)sprintf(s, "#define f(...) g(__VA_ARGS__)\n#define g(...) __VA_ARGS__\nf(");
            for (int i = 0; i < N; i++) n += (size_t)sprintf(s + n, "a,");
            n += (size_t)sprintf(s + n, "b)");
        } else if (kind == 2) { // doubling
            n += (size_t)sprintf(s, "#define a0 x x\n");
            for (int i = 1; i < 60; i++) {
                n += (size_t)sprintf(s + n, "#define a%d a%d a%d\n", i, i - 1, i - 1);
            }
            n += (size_t)sprintf(s + n, "a59\n");
        } else if (kind == 3) { // brackets
            memset(s, '(', N);
            n = N;
        } else if (kind == 4) { // doubling of nothing
            n += (size_t)sprintf(s, "#define a0\n");
            for (int i = 1; i < 60; i++) {
                n += (size_t)sprintf(s + n, "#define a%d a%d a%d\n", i, i - 1, i - 1);
            }
            n += (size_t)sprintf(s + n, "a59\n");
        } else { // apostrophes and separators in a skipped line
            n += (size_t)sprintf(s, "#if 0\n");
            for (int i = 0; i < N; i++) n += (size_t)sprintf(s + n, "'\\'1'");
        }
        opt.max_tokens = 1 << 20;
        if (setjmp(out) == 0) {
            TokenArray *t = lex_translation_unit(&ctx, &opt, "t.cu", s, n);
            CHECK(t->at[t->n - 1].kind == T_EOF);
            CHECK(kind != 1 || t->n == 2 * N + 2);
        }
        ctx_free(&ctx);
    }
    free(s);
}

// The limit of a whole unit is an error with a position, and ends the run.
static void check_limit(const char *text, const char *what) {
    Ctx ctx;
    jmp_buf out;
    reset(&ctx, &out);
    opt.max_tokens = 1000;
    if (setjmp(out) == 0) {
        lex(&ctx, text);
        CHECK(!"came through");
    }
    Buf b;
    buf_init(&b, &ctx.perm);
    diag_render(&ctx, &b);
    CHECK(strstr(buf_cstr(&b), what) != NULL);
    ctx_free(&ctx);
}

static void test_unit_limits(void) {
    static char text[40000];
    for (size_t i = 0; i + 2 < sizeof text; i++) text[i] = i % 2 ? ' ' : ';';
    check_limit(text, "translation unit has too many tokens");
    check_limit("#define a\n#define b a a a a a a a a a a\n#define c b b b b b b b b b b\n"
                "#define d c c c c c c c c c c\nd d d d d d\n",
                "t.cu(5): error: macro expansion produces too much");
}

// ---- headers whose text is given back --------------------------------------------------------

static void put(const char *dir, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

// The n-th token with that spelling, resolved.
static SrcLoc locate(Ctx *ctx, const TokenArray *t, const char *word, int n) {
    SrcLoc at = {0};
    for (uint32_t i = 0; i < t->n; i++) {
        if (strcmp(atom_str(ctx, t->at[i].text), word) != 0 || n-- > 0) continue;
        CHECK(source_resolve(ctx, t->at[i].pos, &at));
        return at;
    }
    CHECK(!"no such token");
    return at;
}

static void check_line(SrcLoc at, uint32_t line, uint32_t col, const char *text) {
    CHECK(at.line == line && at.col == col);
    CHECK(at.line_len == strlen(text) && memcmp(at.line_start, text, at.line_len) == 0);
}

// Texts that were given back are read again for their lines; one that has changed has none; a
// header that may be entered again, by whatever name, still can be.
static void test_given_back(Ctx *ctx) {
    char dir[] = "/tmp/cuprum-lex-XXXXXX", path[256], link[256];
    CHECK(mkdtemp(dir) != NULL);
    put(dir, "once.h", "#pragma once\n  int once;\n#include \"guard.h\"\nint behind;\n");
    put(dir, "guard.h", "#ifndef G\n#define G\nint guarded;\n#endif\n");
    put(dir, "many.h", "#include \"once.h\"\nint many;\n");
    put(dir, "edit.h", "#ifndef E\n#define E\nint edited;\n#endif\n");
    snprintf(path, sizeof path, "%s/many.h", dir);
    snprintf(link, sizeof link, "%s/linked.h", dir);
    CHECK(symlink(path, link) == 0);
    uint32_t errors = diag_error_count(ctx);
    LexDir search = {dir, LEX_DIR_NORMAL};
    lex_options_init(&opt);
    opt.dirs = &search;
    opt.ndirs = 1;
    TokenArray *t = lex(ctx, "#if __has_include(\"guard.h\")\n"
                             "#include \"many.h\"\n#endif\n#include \"many.h\"\n"
                             "#include \"linked.h\"\n#undef G\n#include \"guard.h\"\n"
                             "#include \"edit.h\"\nint end;\n");
    put(dir, "edit.h", "int other;\n");
    check_line(locate(ctx, t, "once", 0), 2, 7, "  int once;");
    check_line(locate(ctx, t, "guarded", 0), 3, 5, "int guarded;");
    check_line(locate(ctx, t, "guarded", 1), 3, 5, "int guarded;");
    check_line(locate(ctx, t, "behind", 0), 4, 5, "int behind;");
    for (int i = 0; i < 3; i++) check_line(locate(ctx, t, "many", i), 2, 5, "int many;");
    check_line(locate(ctx, t, "edited", 0), 1, 1, "");
    check_line(locate(ctx, t, "end", 0), 9, 5, "int end;");
    CHECK(diag_error_count(ctx) == errors);
    static const char *const names[] = {"once.h", "guard.h", "many.h", "edit.h", "linked.h"};
    for (size_t i = 0; i < CU_COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    rmdir(dir);
    lex_options_init(&opt);
}

// The lowest free descriptor: the same before and after where none is left open.
static int free_fd(void) {
    int fd = dup(0);
    close(fd);
    return fd;
}

static void take_away(void *path, const char *name, bool system) {
    (void)system;
    if (strstr(name, "thief.h")) unlink(path);
}

// A header that is entered again and whose file is gone by then is an error, like one never found.
static void test_gone(void) {
    char dir[] = "/tmp/cuprum-lex-XXXXXX", gone[256], thief[256];
    Ctx ctx;
    jmp_buf out;
    int fd = free_fd();
    reset(&ctx, &out);
    CHECK(mkdtemp(dir) != NULL);
    put(dir, "gone.h", "#ifndef G\n#define G\nint gone;\n#endif\n");
    put(dir, "thief.h", "int thief;\n");
    snprintf(gone, sizeof gone, "%s/gone.h", dir);
    snprintf(thief, sizeof thief, "%s/thief.h", dir);
    LexDir search = {dir, LEX_DIR_NORMAL};
    lex_options_init(&opt);
    opt.dirs = &search;
    opt.ndirs = 1;
    opt.dep = take_away;
    opt.dep_data = gone;
    if (setjmp(out) == 0) {
        lex(&ctx, "#include \"gone.h\"\n#include \"thief.h\"\n#undef G\n#include \"gone.h\"\n");
        CHECK(!"unwound");
    } else {
        CHECK(diag_error_count(&ctx) == 1);
    }
    ctx_free(&ctx);
    CHECK(free_fd() == fd);
    unlink(thief);
    rmdir(dir);
    lex_options_init(&opt);
}

// Headers in more directories than are held open, by names with and without a directory; a
// directory's name that is a file's, and one that ends in a slash.
static void test_many_dirs(void) {
    enum { DIRS = 90 };
    char root[] = "/tmp/cuprum-lex-XXXXXX", path[DIRS][64], text[DIRS * 64] = "", line[128];
    LexDir search[DIRS + 1];
    Ctx ctx;
    jmp_buf out;
    int fd = free_fd();
    reset(&ctx, &out);
    CHECK(mkdtemp(root) != NULL);
    lex_options_init(&opt);
    for (int i = 0; i < DIRS; i++) {
        snprintf(path[i], sizeof path[i], "%s/d%d%s", root, i, i % 2 ? "/" : "");
        CHECK(mkdir(path[i], 0755) == 0);
        snprintf(line, sizeof line, "%.*s/sub", (int)sizeof path[i], path[i]);
        CHECK(mkdir(line, 0755) == 0);
        snprintf(line, sizeof line, "h%d.h", i);
        put(path[i], line, "int direct;\n#include \"sub/deep.h\"\n");
        put(path[i], "sub/deep.h", "#include \"../leaf.h\"\n");
        put(path[i], "leaf.h", "int leaf;\n");
        search[i] = (LexDir){path[i], LEX_DIR_NORMAL};
        snprintf(line, sizeof line, "#include <h%d.h>\n", i);
        strcat(text, line);
    }
    put(root, "file", "");
    snprintf(line, sizeof line, "%s/file", root);
    search[DIRS] = (LexDir){line, LEX_DIR_NORMAL};
    strcat(text,
           "#if __has_include(<h1.h/x.h>) || __has_include(<none/x.h>) || __has_include(<sub/>)\n"
           "#error found\n#endif\n");
    opt.dirs = search;
    opt.ndirs = DIRS + 1;
    if (setjmp(out) == 0) {
        TokenArray *t = lex(&ctx, text);
        CHECK(diag_error_count(&ctx) == 0);
        CHECK(t->n == DIRS * 6 + 1);
        CHECK(free_fd() == fd);
    } else {
        CHECK(!"unwound");
    }
    ctx_free(&ctx);
    char clean[300];
    snprintf(clean, sizeof clean, "rm -rf %s", root);
    CHECK(system(clean) == 0);
    lex_options_init(&opt);
}

// A macro of NVRTC's that the unit does not say is not defined: headers of ours that are read all
// the same may ask for those only that the table marks. (C++'s own are read when an #include names
// one, which may say every word.)
static void test_own_headers_ask_for_ours(void) {
    enum { ANY, OURS };
    static const struct {
        const char *text;
        bool ours;
    } macros[] = {
#define PREDEF(from, to, mode, text) {text, mode == OURS},
#include "lex/predef_jit.def"
        {"__CUDACC_VER_MAJOR__", false},
        {"__CUDACC_VER_MINOR__", false},
        {"__CUDACC_VER_BUILD__", false},
        {"__CUDA_API_VER_MAJOR__", false},
        {"__CUDA_API_VER_MINOR__", false},
        {"__NVCC_DIAG_PRAGMA_SUPPORT__", false},
        {"__CUDACC_DEVICE_ATOMIC_BUILTINS__", false},
    };
    for (uint32_t i = 0; i < driver_headers.n; i++) {
        LexVirtualFile header = lex_library_file(&driver_headers, i);
        if (strncmp(header.name, "<cuprum>/std/", 13) == 0 || strstr(header.name, "/cuda/std/"))
            continue;
        for (size_t k = 0; k < CU_COUNT(macros); k++) {
            char name[64];
            size_t n = strcspn(macros[k].text, " ");
            snprintf(name, sizeof name, "%.*s", (int)n, macros[k].text);
            bool asked = false;
            for (const char *p = header.text; (p = strstr(p, name)) && !asked; p += n)
                asked = p > header.text && strchr(" (!", p[-1]) && strchr(" )\n", p[n]);
            if (asked && !macros[k].ours) fprintf(stderr, "%s: %s\n", header.name, name);
            CHECK(!asked || macros[k].ours);
        }
    }
}

int main(void) {
    Ctx ctx;
    jmp_buf out;
    reset(&ctx, &out);
    if (setjmp(out) == 0) {
        test_numbers(&ctx);
        test_strings(&ctx);
        test_chars(&ctx);
        test_positions(&ctx);
        test_options(&ctx);
        test_given_back(&ctx);
    } else {
        CHECK(!"unwound");
    }
    ctx_free(&ctx);
    test_gone();
    test_many_dirs();
    test_limits();
    test_unit_limits();
    test_own_headers_ask_for_ours();
    return UNIT_END();
}
