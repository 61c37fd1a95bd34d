// SPDX-License-Identifier: Apache-2.0
// iropt: reads LLVM assembly, checks it, and prints it again. For tests of src/ir and src/opt.
//     iropt [-O<level>] [--passes=a,b] [--stress=mode] [--print-after=pass] [--print-changed]
//     FILE|-
#include "opt/opt.h"

#include <stdio.h>
#include <stdlib.h>

static char *read_all(FILE *f, size_t *n) {
    size_t cap = 1 << 16;
    char *s = malloc(cap);
    *n = 0;
    for (size_t k; s && (k = fread(s + *n, 1, cap - *n, f)) > 0;) {
        *n += k;
        if (*n == cap) s = realloc(s, cap *= 2);
    }
    return s;
}

static IrModule *read_module(Ctx *ctx, const char *name, const char *text, size_t n) {
    text = arena_strndup(&ctx->perm, text, n); // messages show its lines
    return ir_is_bitcode(text, n) ? ir_read_bitcode(ctx, name, text, n)
                                  : ir_parse(ctx, name, text, n);
}

static int run(Ctx *ctx, const OptOptions *o, const char *link_file, bool link_needed,
               const char *name, const char *text, size_t n) {
    IrModule *m = read_module(ctx, name, text, n);
    Buf out;
    buf_init(&out, &ctx->perm);
    if (m && link_file) {
        size_t ln;
        FILE *f = fopen(link_file, "rb");
        char *lt = f ? read_all(f, &ln) : NULL;
        IrModule *lib = lt ? read_module(ctx, link_file, lt, ln) : NULL;
        bool ok = lib && ir_link(m, lib, link_needed ? IR_LINK_LIBRARY : 0);
        if (lib) ir_module_free(lib);
        free(lt);
        if (!ok) m = NULL;
    }
    if (!m) {
        diag_render(ctx, &out);
        fwrite(out.at, 1, out.n, stderr);
        return 1;
    }
    IrVerifyResult r = {.arena = &ctx->perm};
    bool good = ir_verify_module(m, &r);
    for (uint32_t i = 0; i < r.error.n; i++) fprintf(stderr, "verify: %s\n", r.error.at[i]);
    if (good && o->passes) {
        OptOptions opt = *o;
        Buf log;
        buf_init(&log, &ctx->perm);
        opt.log = &log;
        good = opt_run(m, &opt);
        if (log.n) fwrite(log.at, 1, log.n, stderr);
        diag_render(ctx, &out); // warnings too
        if (out.n) fwrite(out.at, 1, out.n, stderr);
        if (!good) return 1;
        out.n = 0;
    }
    ir_print_module(m, &out);
    fwrite(out.at, 1, out.n, stdout);
    ir_module_free(m);
    return good ? 0 : 1;
}

static bool option(OptOptions *o, const char *a) {
    static const char *after[16], *knobs[16];
    if (strncmp(a, "-O", 2) == 0) {
        o->level = (uint32_t)atoi(a + 2);
        o->passes = opt_default_pipeline(o->level);
    } else if (strncmp(a, "--passes=", 9) == 0) {
        o->passes = a + 9;
    } else if (strncmp(a, "--stress=", 9) == 0) {
        return opt_stress_add(o, a + 9);
    } else if (strncmp(a, "--print-after=", 14) == 0) {
        o->print_after = after;
        after[o->nprint_after++ % 16] = a + 14;
    } else if (strcmp(a, "--print-changed") == 0) {
        o->print_changed = true;
    } else if (strncmp(a, "--opt-bisect-limit=", 19) == 0) {
        o->bisect_limit = atoi(a + 19);
    } else if (strncmp(a, "--jobs=", 7) == 0) {
        o->jobs = (uint32_t)atoi(a + 7);
    } else if (strncmp(a, "--inline-limit=", 15) == 0) {
        o->inline_limit = (uint32_t)atoi(a + 15);
    } else if (strncmp(a, "--Xopt=", 7) == 0 && o->nknobs < CU_COUNT(knobs)) {
        o->knobs = knobs;
        knobs[o->nknobs++] = a + 7;
    } else if (strncmp(a, "--sm=", 5) == 0) {
        o->target = target_find((uint32_t)atoi(a + 5), 0);
        return o->target != NULL;
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    Ctx ctx;
    jmp_buf unwind;
    size_t n;
    OptOptions o = {.bisect_limit = -1,
                    .jobs = 1,
                    .target = target_find(90, 0),
                    .verify = true,
                    .fp.prec_div = true};
    const char *file = "-", *link_file = NULL;
    bool needed = false;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--link=", 7) == 0) {
            link_file = argv[i] + 7;
        } else if (strncmp(argv[i], "--link-needed=", 14) == 0) {
            link_file = argv[i] + 14;
            needed = true;
        } else if (argv[i][0] == '-' && argv[i][1]) {
            if (!option(&o, argv[i])) {
                fprintf(stderr, "iropt: unknown option %s\n", argv[i]);
                return 2;
            }
        } else {
            file = argv[i];
        }
    }
    FILE *f = strcmp(file, "-") != 0 ? fopen(file, "rb") : stdin;
    char *text = f ? read_all(f, &n) : NULL;
    if (!text) {
        fprintf(stderr, "iropt: cannot read %s\n", file);
        return 2;
    }
    ctx_init(&ctx);
    ctx.unwind = &unwind;
    volatile int rc = 3;
    if (setjmp(unwind) == 0) {
        rc = run(&ctx, &o, link_file, needed, file, text, n);
    } else {
        Buf out;
        buf_init(&out, &ctx.perm);
        diag_render(&ctx, &out);
        fprintf(stderr, "%.*siropt: %s\n", (int)out.n, out.n ? out.at : "", ctx.fatal_text);
    }
    ctx_free(&ctx);
    free(text);
    return rc;
}
