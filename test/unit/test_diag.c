// SPDX-License-Identifier: Apache-2.0
// Diagnostics: layouts, carets, traps, severities, limits. Positions are resolved by a small
// source of our own: Pos 1.. is k.cu, 1000.. spelling in a macro's body expanded at POS_MACRO.
#include "base/base.h"
#include "unit.h"

#include <stdlib.h>

static const char text[] = "#define BAD(x) undeclared + (x)\n"
                           "__global__ void k(int *p) {\n"
                           "\tp[0] = BAD(3);\n"
                           "  p[1] = s\xc3\xa9 + foo;\n"
                           "}\n";
enum { POS_MACRO = 1 + 32 + 28 + 8 };

#define ROWS                                                                                       \
    DIAG(undefined, ERROR, "", "identifier \"%A\" is undefined")                                   \
    DIAG(unused, WARNING, "177,unused-variable", "variable \"%s\" was declared but never used")    \
    DIAG(candidate, NOTE, "", "candidate %d of %u: %.*s %c 100%%")                                 \
    DIAG(instance, NOTE, "", "instantiation of \"%s\"")                                            \
    DIAG(noinst, ERROR, "20", "no instance of \"%T\" matches\nargument types are: (%lld, %llu)")   \
    DIAG(nofile, FATAL, "", "cannot open \"%s\"")                                                  \
    DIAG(soft, ERROR, "3,permissive", "discretionary %x")
enum {
#define DIAG(id, sev, group, text) D_##id,
    ROWS
#undef DIAG
};
#define DIAG(id, ...) static const DiagRow row_##id = DIAG_ROW(id, __VA_ARGS__);
ROWS
#undef DIAG
static const DiagRow *const rows[] = {
#define DIAG(id, ...) &row_##id,
    ROWS
#undef DIAG
};

static bool resolve(Ctx *ctx, Pos pos, SrcLoc *out) {
    memset(out, 0, sizeof *out);
    if (!pos || pos > sizeof text) return false;
    out->file = atom_cstr(ctx, "k.cu");
    out->line = 1;
    const char *s = text;
    for (const char *p = text; p < text + pos - 1; p++) {
        if (*p == '\n') out->line++, s = p + 1;
    }
    out->line_start = s;
    out->line_len = (uint32_t)strcspn(s, "\n");
    out->col = (uint32_t)(text + pos - 1 - s) + 1;
    return true;
}

bool source_resolve(Ctx *ctx, Pos pos, SrcLoc *out);
bool source_resolve(Ctx *ctx, Pos pos, SrcLoc *out) {
    return resolve(ctx, pos >= 1000 ? POS_MACRO : pos, out);
}

bool source_resolve_spelling(Ctx *ctx, Pos pos, SrcLoc *out);
bool source_resolve_spelling(Ctx *ctx, Pos pos, SrcLoc *out) {
    bool macro = pos >= 1000;
    if (!resolve(ctx, macro ? pos - 1000 : pos, out)) return false;
    if (macro) out->expanded_from = POS_MACRO, out->macro = atom_cstr(ctx, "BAD");
    return true;
}

bool source_in_library(Ctx *ctx, Pos pos);
bool source_in_library(Ctx *ctx, Pos pos) {
    (void)ctx;
    (void)pos;
    return false;
}

static Pos at(const char *what) {
    return (Pos)(strstr(text, what) - text) + 1;
}

static const char *render(Ctx *ctx) {
    Buf b;
    buf_init(&b, &ctx->perm);
    diag_render(ctx, &b);
    return buf_cstr(&b);
}

static void begin(Ctx *ctx) {
    ctx_init(ctx);
    diag_set_input(ctx, "k.cu");
    static const DiagRow *listed[CU_COUNT(rows) + 1];
    for (size_t i = 0; i < CU_COUNT(rows); i++) listed[i] = rows[i];
    diag_register(ctx, listed);
}

static void test_nvcc(void) {
    Ctx ctx;
    begin(&ctx);
    CHECK(!diag(&ctx, rows[D_undefined], at("foo"), atom_cstr(&ctx, "foo")));
    diag(&ctx, rows[D_candidate], at("k("), 1, 2u, 3, "abcd", '!');
    diag_range(&ctx, rows[D_unused], at("+ foo"), at("s\xc3"), at(";\n}"), "x");
    diag(&ctx, rows[D_undefined], at("foo"), atom_cstr(&ctx, "foo")); // said before
    CHECK(diag_error_count(&ctx) == 1 && diag_warning_count(&ctx) == 1);
    CHECK_STR(render(&ctx), "k.cu(4): error: identifier \"foo\" is undefined\n"
                            "    p[1] = s\xc3\xa9 + foo;\n"
                            "                ^\n"
                            "k.cu(2): note: candidate 1 of 2: abc ! 100%\n"
                            "  __global__ void k(int *p) {\n"
                            "                  ^\n"
                            "\n"
                            "k.cu(4): warning #177-D: variable \"x\" was declared but never used\n"
                            "    p[1] = s\xc3\xa9 + foo;\n"
                            "           ~~~^~~~~\n"
                            "\n"
                            "Remark: The warnings can be suppressed with \"-diag-suppress "
                            "<warning-number>\"\n"
                            "\n"
                            "1 error detected in the compilation of \"k.cu\".\n");
    ctx_free(&ctx);
}

static void print_type(Ctx *ctx, Buf *b, const void *p) {
    buf_printf(b, "T%d", *(const int *)p);
}

static void backtrace(Ctx *ctx, void *data) {
    for (int i = 0; i < *(int *)data; i++) {
        diag(ctx, rows[D_instance], at("p[1]"), i % 2 ? "g<int>" : "f<int>");
    }
}

static void test_backtrace(void) {
    Ctx ctx;
    begin(&ctx);
    int seven = 7, depth = 1;
    diag_printer(&ctx, 'T', print_type);
    diag_set_backtrace(&ctx, backtrace, &depth);
    diag(&ctx, rows[D_noinst], at("foo"), &seven, -5ll, 6ull);
    diag_options(&ctx)->display_number = true;
    CHECK_STR(render(&ctx), "k.cu(4): error #20: no instance of \"T7\" matches\n"
                            "            argument types are: (-5, 6)\n"
                            "    p[1] = s\xc3\xa9 + foo;\n"
                            "                ^\n"
                            "          detected during instantiation of \"f<int>\" at line 4\n"
                            "\n"
                            "1 error detected in the compilation of \"k.cu\".\n");
    depth = 30;
    diag(&ctx, rows[D_undefined], at("foo"), atom_cstr(&ctx, "foo"));
    const char *s = render(&ctx);
    CHECK(strstr(s, "          detected during:\n            instantiation of \"f<int>\" at") !=
          NULL);
    uint32_t shown = 0; // who makes the lines leaves some out (test/driver/limits.cu)
    for (const char *l = s; (l = strstr(l, "            instantiation of")) != NULL; l++) shown++;
    CHECK(shown == 30);
    CHECK(strstr(s, "2 errors detected") != NULL);
    ctx_free(&ctx);
}

static void test_clang(void) {
    Ctx ctx;
    begin(&ctx);
    int depth = 1;
    diag_set_backtrace(&ctx, backtrace, &depth);
    diag(&ctx, rows[D_undefined], 1000 + at("undeclared"), atom_cstr(&ctx, "undeclared"));
    diag_fixit(&ctx, (FixIt){at("BAD(3"), at("(3)"), "GOOD"});
    diag_options(&ctx)->style = DIAG_STYLE_CLANG;
    CHECK_STR(render(&ctx), "k.cu:3:9: error: identifier \"undeclared\" is undefined\n"
                            "   p[0] = BAD(3);\n"
                            "          ^\n"
                            "          GOOD\n"
                            "k.cu:4:3: note: in instantiation of \"f<int>\"\n"
                            "    p[1] = s\xc3\xa9 + foo;\n"
                            "    ^\n"
                            "k.cu:1:16: note: in expansion of macro \"BAD\"\n"
                            "  #define BAD(x) undeclared + (x)\n"
                            "                 ^\n"
                            "1 error generated.\n");
    diag_options(&ctx)->colour = true;
    CHECK(strstr(render(&ctx), "\033[1;31merror: \033[0m") != NULL);
    ctx_free(&ctx);
}

static void test_json(void) {
    Ctx ctx;
    begin(&ctx);
    diag_options(&ctx)->style = DIAG_STYLE_JSON;
    diag_range(&ctx, rows[D_undefined], at("foo"), at("foo"), at(";\n}"),
               atom_cstr(&ctx, "a\"\\\n\x01\xff\xc3\xa9"));
    diag_fixit(&ctx, (FixIt){at("foo"), at("foo"), "x"});
    diag(&ctx, rows[D_candidate], 0, 1, 2u, 0, "", '-');
    CHECK_STR(render(&ctx),
              "{\"severity\":\"error\",\"id\":\"undefined\",\"file\":\"k.cu\",\"line\":4,"
              "\"column\":16,\"range\":[{\"file\":\"k.cu\",\"line\":4,\"column\":16},"
              "{\"file\":\"k.cu\",\"line\":4,\"column\":19}],\"message\":\"identifier "
              "\\\"a\\\"\\\\\\n\\u0001\\ufffd\xc3\xa9\\\" is undefined\",\"fixits\":[{\"begin\":"
              "{\"file\":\"k.cu\",\"line\":4,\"column\":16},\"end\":{\"file\":\"k.cu\",\"line\":4,"
              "\"column\":16},\"text\":\"x\"}],\"notes\":[{\"severity\":\"note\",\"id\":"
              "\"candidate\",\"message\":\"candidate 1 of 2:  - 100%\"}]}\n");
    ctx_free(&ctx);
}

static void test_traps(void) {
    Ctx ctx;
    begin(&ctx);
    DiagTrap outer, inner;
    Atom a = atom_cstr(&ctx, "a");
    diag_trap_push(&ctx, &outer);
    diag(&ctx, rows[D_undefined], 1, a);
    diag(&ctx, rows[D_candidate], 1, 1, 2u, 0, "", '-'); // goes with the error
    diag(&ctx, rows[D_unused], 1, "w");                  // warnings do not count
    diag_trap_push(&ctx, &inner);
    diag(&ctx, rows[D_undefined], 2, a);
    diag(&ctx, rows[D_undefined], 2, a); // counted although said before
    CHECK(diag_trap_pop(&ctx, &inner) == 2);
    CHECK(diag_error_count(&ctx) == 0);
    outer.hard = true;
    diag(&ctx, rows[D_undefined], 3, a);
    CHECK(diag_error_count(&ctx) == 1);
    CHECK(diag_trap_pop(&ctx, &outer) == 2);
    CHECK(strstr(render(&ctx), "candidate") == NULL);
    ctx_free(&ctx);
}

static void test_severity(void) {
    Ctx ctx;
    begin(&ctx);
    diag_set_severity(&ctx, "--control", "unused-variable", SEV_IGNORED);
    diag(&ctx, rows[D_unused], 1, "v1");
    diag(&ctx, rows[D_candidate], 1, 1, 2u, 0, "", '-'); // goes with the warning
    CHECK_STR(render(&ctx), "");
    diag_set_severity(&ctx, "--control", "177", SEV_ERROR);
    diag(&ctx, rows[D_unused], 1, "v2");
    CHECK(diag_error_count(&ctx) == 1);
    diag_set_severity(&ctx, "--control", "unused", SEV_WARNING);
    diag_options(&ctx)->werror = true; // a warning by request is one of all
    diag(&ctx, rows[D_unused], 1, "v3");
    CHECK(diag_error_count(&ctx) == 2 && diag_warning_count(&ctx) == 0);
    diag_options(&ctx)->werror = false;
    diag(&ctx, rows[D_unused], 1, "v4");
    CHECK(diag_error_count(&ctx) == 2 && diag_warning_count(&ctx) == 1);
    diag_set_severity(&ctx, "--control", "no-such-group", SEV_ERROR);
    diag_set_severity(&ctx, "--control", "undefined", SEV_WARNING); // hard errors stay errors
    diag(&ctx, rows[D_undefined], 1, atom_cstr(&ctx, "z"));
    CHECK(diag_error_count(&ctx) == 3);
    diag_set_severity(&ctx, "--control", "permissive", SEV_WARNING);
    diag(&ctx, rows[D_soft], 1, 255u);
    CHECK(diag_error_count(&ctx) == 3 && diag_warning_count(&ctx) == 3);
    CHECK(strstr(render(&ctx), "k.cu(1): warning #3-D: discretionary ff") != NULL);
    CHECK(strstr(render(&ctx), "warning: '--control no-such-group' has no effect: no diagnostic of this name is known") != NULL);
    ctx_free(&ctx);
}

// Numbers, NVIDIA's names for them, and what nothing here reports.
static void test_names(void) {
    Ctx ctx;
    begin(&ctx);
    static const struct {
        const char *name, *found;
        DiagKnown known;
    } cases[] = {{"177", "177", DIAG_REPORTED},          {"declared_but_not_referenced", "177", DIAG_REPORTED},
                 {"unused", "unused", DIAG_REPORTED},    {"out_of_order_ctor_init", "1719", DIAG_NEVER},
                 {"3794", "3794", DIAG_NEVER},           {"20337", "20337", DIAG_NEVER},
                 {"3795", "3795", DIAG_NO_NUMBER},       {"19999", "19999", DIAG_NO_NUMBER},
                 {"0", "0", DIAG_NO_NUMBER},             {"99999999999999999999", "99999999999999999999", DIAG_NO_NUMBER},
                 {"no_such_tag", "no_such_tag", DIAG_NO_TAG}, {"", "", DIAG_NO_TAG}};
    for (uint32_t i = 0; i < CU_COUNT(cases); i++) {
        const char *name = cases[i].name;
        CHECK(diag_find(&ctx, &name) == cases[i].known);
        CHECK_STR(name, cases[i].found);
    }
    // less of what is never given is had; more is not
    diag_set_severity(&ctx, "--a", "1719", SEV_IGNORED);
    CHECK_STR(render(&ctx), "");
    diag_options(&ctx)->werror = true; // is for the program, not for the command line
    diag_set_severity(&ctx, "--b", "out_of_order_ctor_init", SEV_ERROR);
    CHECK(strstr(render(&ctx), "warning: '--b out_of_order_ctor_init' has no effect here: this diagnostic is never given") != NULL);
    CHECK(diag_error_count(&ctx) == 0);
    diag_set_severity(&ctx, "--c", "77777", SEV_IGNORED);
    CHECK(strstr(render(&ctx), "error: '--c 77777': no diagnostic has this number") != NULL);
    ctx_free(&ctx);
}

static void test_once(void) {
    Ctx ctx;
    begin(&ctx);
    diag_set_severity(&ctx, "--once", "unused-variable", SEV_ONCE);
    diag(&ctx, rows[D_unused], 1, "v1");
    diag(&ctx, rows[D_unused], 2, "v2");
    CHECK(diag_warning_count(&ctx) == 1 && strstr(render(&ctx), "v1") && !strstr(render(&ctx), "v2"));
    // remarks are shown where they are asked for
    diag_set_severity(&ctx, "--remark", "unused-variable", SEV_REMARK);
    diag(&ctx, rows[D_unused], 3, "v3");
    CHECK(!strstr(render(&ctx), "v3"));
    diag_options(&ctx)->show_remarks = true;
    diag(&ctx, rows[D_unused], 3, "v4");
    CHECK(strstr(render(&ctx), "remark #177-D: ") && strstr(render(&ctx), "v4"));
    ctx_free(&ctx);
}

static void test_limit(void) {
    Ctx ctx;
    begin(&ctx);
    jmp_buf env;
    ctx.unwind = &env;
    volatile unsigned n = 0;
    if (!setjmp(env)) {
        for (; n < 200; n++) {
            diag(&ctx, rows[D_undefined], 0, atom_printf(&ctx, "u%u", n));
        }
    }
    CHECK(n == 99);
    const char *s = render(&ctx), *tail = strstr(s, "error: identifier \"u99\"");
    CHECK(tail != NULL);
    if (tail) {
        CHECK_STR(tail, "error: identifier \"u99\" is undefined\n\nError limit reached.\n"
                        "100 errors detected in the compilation of \"k.cu\".\n"
                        "Compilation terminated.\n");
    }
    ctx_free(&ctx);

    begin(&ctx);
    diag(&ctx, rows[D_nofile], 1, "a.h"); // no way out: later reports are dropped
    diag(&ctx, rows[D_undefined], 0, 0);
    CHECK_STR(render(&ctx), "k.cu(1): catastrophic error: cannot open \"a.h\"\n"
                            "  #define BAD(x) undeclared + (x)\n"
                            "  ^\n\n"
                            "1 catastrophic error detected in the compilation of \"k.cu\".\n"
                            "Compilation terminated.\n");
    ctx_free(&ctx);

    begin(&ctx);
    ctx.unwind = &env;
    if (!setjmp(env)) cu_fatal(&ctx, "out of %s", "luck");
    CHECK(strstr(render(&ctx), "catastrophic error: out of luck\n") != NULL);
    ctx_free(&ctx);
}

// A megabyte on one line is shown as a window around the caret.
static void test_no_position(void) {
    Ctx ctx;
    begin(&ctx);
    diag(&ctx, rows[D_undefined], 0, atom_cstr(&ctx, "x"));
    diag_options(&ctx)->show_caret = false;
    diag(&ctx, rows[D_undefined], 1, atom_cstr(&ctx, "x"));
    CHECK_STR(render(&ctx), "error: identifier \"x\" is undefined\n"
                            "k.cu(1): error: identifier \"x\" is undefined\n"
                            "2 errors detected in the compilation of \"k.cu\".\n");
    ctx_free(&ctx);
}

int main(void) {
    test_nvcc();
    test_backtrace();
    test_clang();
    test_json();
    test_traps();
    test_severity();
    test_names();
    test_once();
    test_limit();
    test_no_position();
    return UNIT_END();
}
