// SPDX-License-Identifier: Apache-2.0
// Rules for make (-M and its kin): every file that the host's or the device's view of a source file
// reads, in the order of the reading.
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>

static bool user_only(const Nvcc *n) {
    return nvcc_has(n, N_DEPEND_USER) || nvcc_has(n, N_DEPEND_USER_TOO);
}

NvccRule *nvcc_rule_new(Nvcc *n, const char *input) {
    NvccRule *r = arena_new(&n->ctx->perm, NvccRule);
    *r = (NvccRule){.n = n};
    map_init(&r->seen, &n->ctx->perm);
    nvcc_rule_add(r, input, false);
    return r;
}

void nvcc_rule_add(void *rule, const char *path, bool system) {
    NvccRule *r = rule;
    Ctx *ctx = r->n->ctx;
    bool builtin = path[0] == '<'; // a header that is in this program
    for (uint32_t i = 0; i < driver_nheaders && !builtin; i++)
        builtin = strcmp(driver_headers[i].name, path) == 0;
    if (builtin || (system && user_only(r->n))) return;
    Atom name = atom_cstr(ctx, path);
    if (map_get(&r->seen, name)) return;
    map_put(&r->seen, name, r);
    vec_push(&ctx->perm, &r->files, atom_str(ctx, name));
}

static int read_view(NvccRule *r, const char *input, bool device) {
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) nvcc_read_view(r->n, &ctx, input, device, nvcc_rule_add, r);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}

// Blanks, # and $ mean something to make.
static void put_quoted(Buf *b, const char *s) {
    for (; *s; s++) {
        if (*s == ' ' || *s == '#') buf_putc(b, '\\');
        if (*s == '$') buf_putc(b, '$');
        buf_putc(b, *s);
    }
}

static const char *default_target(Nvcc *n, const char *input) {
    static const char *const tails[] = {[PHASE_PTX] = ".ptx",
                                        [PHASE_CUBIN] = ".cubin",
                                        [PHASE_FATBIN] = ".fatbin",
                                        [PHASE_CUDA] = ".cu.cpp.ii"};
    const char *tail = n->phase < CU_COUNT(tails) ? tails[n->phase] : NULL;
    return nvcc_result(n, nvcc_stem(n, input), tail ? tail : ".o");
}

static void put_targets(Nvcc *n, const char *input, Buf *b) {
    bool any = false;
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        if (it->id != N_DEPEND_TARGET && it->id != N_DEPEND_QUOTED) continue;
        if (any) buf_putc(b, ' ');
        if (it->id == N_DEPEND_QUOTED)
            put_quoted(b, it->value);
        else
            buf_puts(b, it->value);
        any = true;
    }
    if (!any) put_quoted(b, default_target(n, input));
}

int nvcc_rule_write(const NvccRule *r, const char *input, const char *output) {
    Nvcc *n = r->n;
    Buf b;
    buf_init(&b, &n->ctx->perm);
    put_targets(n, input, &b);
    buf_puts(&b, " :");
    for (uint32_t i = 0; i < r->files.n; i++) {
        buf_puts(&b, i ? " \\\n    " : " ");
        put_quoted(&b, r->files.at[i]);
    }
    buf_putc(&b, '\n');
    for (uint32_t i = 1; i < r->files.n && nvcc_has(n, N_DEPEND_PHONY); i++) {
        buf_putc(&b, '\n');
        put_quoted(&b, r->files.at[i]);
        buf_puts(&b, " :\n");
    }
    return driver_write_file(n->ctx, output ? output : "-", b.at, b.n) ? 0 : 1;
}

int nvcc_depend_step(Nvcc *n, const NvccStep *s) {
    NvccRule *r = nvcc_rule_new(n, s->input);
    int code = read_view(r, s->input, false);
    if (!code) code = read_view(r, s->input, true);
    return code ? code : nvcc_rule_write(r, s->input, s->output);
}

void nvcc_rule_words(Nvcc *n, NvccWords *w, const char *input, const char *file) {
    bool alone = n->phase == PHASE_DEPEND;
    const char *all = alone ? "-M" : "-MD", *users = alone ? "-MM" : "-MMD";
    nvcc_words(n, w, user_only(n) ? users : all, NULL);
    if (file) nvcc_words(n, w, "-MF", file, NULL);
    if (nvcc_has(n, N_DEPEND_PHONY)) nvcc_words(n, w, "-MP", NULL);
    nvcc_each(n, w, N_DEPEND_TARGET, "-MT ", false);
    nvcc_each(n, w, N_DEPEND_QUOTED, "-MQ ", false);
    bool named = nvcc_has(n, N_DEPEND_TARGET) || nvcc_has(n, N_DEPEND_QUOTED);
    if (!named) nvcc_words(n, w, "-MT", default_target(n, input), NULL);
}
