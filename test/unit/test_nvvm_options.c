// SPDX-License-Identifier: Apache-2.0
// Every row of libNVVM's options: one with an effect shows it in the code or the log, one that asks
// for what is so anyway changes nothing and says nothing, one without effect says so with its
// reason.
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
Result nvvmCreateProgram(void **);
Result nvvmDestroyProgram(void **);
Result nvvmAddModuleToProgram(void *, const char *, size_t, const char *);
Result nvvmCompileProgram(void *, int, const char **);
Result nvvmGetCompiledResultSize(void *, size_t *);
Result nvvmGetCompiledResult(void *, char *);
Result nvvmGetProgramLogSize(void *, size_t *);
Result nvvmGetProgramLog(void *, char *);

typedef enum { EFFECT, SATISFIED, NO_EFFECT } Class;
static const struct {
    const char *spelling, *kind, *reason;
    Class effect;
} rows[] = {
#define NVOPT(spelling, kind, repeat, field, effect, reason, log70, log20)                         \
    {spelling, #kind, reason, effect},
#include "api/nvvm_option.def"
};

static const char code[] =
    "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "define internal i32 @small(i32 %a) {\n"
    "  %r = mul i32 %a, 3\n"
    "  ret i32 %r\n"
    "}\n"
    "define ptx_kernel void @k(ptr %p, ptr %q, i32 %a, float %x, float %y) !dbg !4 {\n"
    "  %v = call i32 @small(i32 %a), !dbg !6\n"
    "  store i32 %v, ptr %p, !dbg !6\n"
    "  %w = load i32, ptr %q, !dbg !6\n"
    "  store i32 %w, ptr %p, !dbg !6\n"
    "  %d = fdiv float %x, %y, !dbg !6\n"
    "  %m = fmul float %d, %x, !dbg !6\n"
    "  %s = fadd float %m, %y, !dbg !6\n"
    "  %r = call float @llvm.nvvm.sqrt.f(float %s), !dbg !6\n"
    "  store float %r, ptr %p, !dbg !6\n"
    "  switch i32 %a, label %out [i32 0, label %a0 i32 1, label %a1 i32 2, label %a2 i32 3, "
    "label %a3 i32 4, label %a4 i32 5, label %a5], !dbg !6\n"
    "a0:\n  store volatile i32 5, ptr %q\n  br label %out\n"
    "a1:\n  store volatile i32 7, ptr %q\n  br label %out\n"
    "a2:\n  store volatile i32 2, ptr %q\n  br label %out\n"
    "a3:\n  store volatile i32 8, ptr %q\n  br label %out\n"
    "a4:\n  store volatile i32 3, ptr %q\n  br label %out\n"
    "a5:\n  store volatile i32 1, ptr %q\n  br label %out\n"
    "out:\n  ret void\n"
    "}\n"
    "declare float @llvm.nvvm.sqrt.f(float)\n"
    "!nvvmir.version = !{!0}\n"
    "!llvm.dbg.cu = !{!1}\n"
    "!llvm.module.flags = !{!3}\n"
    "!0 = !{i32 2, i32 0, i32 3, i32 2}\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: \"t\", "
    "isOptimized: true, emissionKind: LineTablesOnly)\n"
    "!2 = !DIFile(filename: \"t.cu\", directory: \"/\")\n"
    "!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!4 = distinct !DISubprogram(name: \"k\", scope: !2, file: !2, line: 1, type: !5, unit: !1, "
    "spFlags: DISPFlagDefinition)\n"
    "!5 = !DISubroutineType(types: !{null})\n"
    "!6 = !DILocation(line: 2, column: 3, scope: !4)\n";

// What shows the effect of a row whose value is not "1", or whose effect needs another option.
static const struct {
    const char *spelling, *with, *without;
} cases[] = {
    {"-opt=", "-opt=0", NULL},
    {"-arch=", "-arch=compute_90", NULL},
    {"-prec-div=", "-prec-div=0", NULL},
    {"-prec-sqrt=", "-prec-sqrt=0", NULL},
    {"-fma=", "-fma=0", NULL},
    {"-enable-mad", "-enable-mad", "-fma=0"},
    {"-Ofast-compile=", "-Ofast-compile=max", NULL},
    {"-jump-table-density=", "-jump-table-density=101", NULL},
    {"-nvvm-version=", "-nvvm-version=nvvm-latest", "-vasp-fix"},
    {"-w", "-w", "-Osize"},
};

// What changes how containers are linked (-link-lto); test/api/link_lto.sh shows the effects.
static const char *const of_links[] = {"-gen-opt-lto",     "--device-c",
                                       "--force-device-c", "-host-ref-ek=",
                                       "-host-ref-ik=",    "-host-ref-ec=",
                                       "-host-ref-ic=",    "-host-ref-eg=",
                                       "-host-ref-ig=",    "-optimize-unused-variables"};

static bool is_of_links(const char *spelling) {
    for (size_t i = 0; i < sizeof of_links / sizeof *of_links; i++) {
        if (strcmp(spelling, of_links[i]) == 0) return true;
    }
    return false;
}

typedef struct {
    char *code, *log;
    Result result;
} Outcome;

static Outcome compile(const char *a, const char *b, const char *c) {
    const char *words[3];
    int n = 0;
    if (a) words[n++] = a;
    if (b) words[n++] = b;
    if (c) words[n++] = c;
    void *p = NULL;
    size_t size = 0;
    CHECK(nvvmCreateProgram(&p) == 0);
    CHECK(nvvmAddModuleToProgram(p, code, strlen(code), "m") == 0);
    Outcome o = {.result = nvvmCompileProgram(p, n, words)};
    CHECK(nvvmGetCompiledResultSize(p, &size) == 0);
    o.code = calloc(1, size + 1);
    CHECK(nvvmGetCompiledResult(p, o.code) == 0);
    CHECK(nvvmGetProgramLogSize(p, &size) == 0);
    o.log = calloc(1, size + 1);
    CHECK(nvvmGetProgramLog(p, o.log) == 0);
    nvvmDestroyProgram(&p);
    return o;
}

static void release(Outcome *o) {
    free(o->code);
    free(o->log);
}

static void check_row(size_t i) {
    char word[128];
    const char *with = word, *without = NULL, *pair = NULL;
    size_t n = strlen(rows[i].spelling);
    snprintf(word, sizeof word, "%s%s", rows[i].spelling,
             rows[i].spelling[n - 1] == '=' ? "1" : "");
    if (strcmp(rows[i].kind, "PAIR") == 0) pair = "-x";
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (strcmp(cases[k].spelling, rows[i].spelling)) continue;
        with = cases[k].with;
        without = cases[k].without;
    }
    if (strcmp(rows[i].spelling, "-Werror") == 0) return; // nothing in this module is warned of
    if (is_of_links(rows[i].spelling)) return;
    Outcome a = without ? compile(without, with, NULL) : compile(with, pair, NULL);
    Outcome b = compile(without, NULL, NULL);
    bool same = a.result == b.result && strcmp(a.code, b.code) == 0;
    bool quiet = strcmp(a.log, b.log) == 0;
    bool ok;
    if (rows[i].effect == EFFECT)
        ok = !same || !quiet;
    else if (rows[i].effect == SATISFIED)
        ok = same && quiet && rows[i].reason;
    else
        ok = same && rows[i].reason && strstr(a.log, " has no effect here: ") &&
             strstr(a.log, rows[i].reason);
    if (!ok) printf("row \"%s\": result %d, log: %s\n", rows[i].spelling, a.result, a.log);
    CHECK(ok);
    release(&a);
    release(&b);
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(i);
    return UNIT_END();
}
