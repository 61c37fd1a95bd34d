// SPDX-License-Identifier: Apache-2.0
// Rules for make (-M and its kin): every file that the host's or the device's view of a source file
// reads, in the order of the reading.
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    Nvcc *n;
    Map seen;
    NvccWords files;
    bool user_only;
} Rule;

static void add_file(void *data, const char *path, bool system) {
    Rule *r = data;
    Ctx *ctx = r->n->ctx;
    bool builtin = path[0] == '<'; // a header that is in this program
    for (uint32_t i = 0; i < driver_nheaders && !builtin; i++)
        builtin = strcmp(driver_headers[i].name, path) == 0;
    if (builtin || (system && r->user_only)) return;
    Atom name = atom_cstr(ctx, path);
    if (map_get(&r->seen, name)) return;
    map_put(&r->seen, name, r);
    vec_push(&ctx->perm, &r->files, atom_str(ctx, name));
}

static int read_view(Rule *r, const char *input, bool device) {
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) nvcc_read_view(r->n, &ctx, input, device, add_file, r);
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

static void put_targets(Rule *r, const char *input, Buf *b) {
    Nvcc *n = r->n;
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
    if (any) return;
    static const char *const tails[] = {[PHASE_PTX] = ".ptx",
                                        [PHASE_CUBIN] = ".cubin",
                                        [PHASE_FATBIN] = ".fatbin",
                                        [PHASE_CUDA] = ".cu.cpp.ii"};
    const char *tail = n->phase < CU_COUNT(tails) ? tails[n->phase] : NULL;
    put_quoted(b, nvcc_result(n, nvcc_stem(n, input), tail ? tail : ".o"));
}

int nvcc_depend_step(Nvcc *n, const NvccStep *s) {
    Rule r = {.n = n};
    map_init(&r.seen, &n->ctx->perm);
    r.user_only = nvcc_has(n, N_DEPEND_USER) || nvcc_has(n, N_DEPEND_USER_TOO);
    add_file(&r, s->input, false);
    int code = read_view(&r, s->input, false);
    bool cuda = nvcc_ends_with(s->input, ".cu") || strcmp(nvcc_value(n, N_LANGUAGE, ""), "cu") == 0;
    if (!code && cuda) code = read_view(&r, s->input, true);
    if (code) return code;
    Buf b;
    buf_init(&b, &n->ctx->perm);
    put_targets(&r, s->input, &b);
    buf_puts(&b, " :");
    for (uint32_t i = 0; i < r.files.n; i++) {
        buf_puts(&b, i ? " \\\n    " : " ");
        put_quoted(&b, r.files.at[i]);
    }
    buf_putc(&b, '\n');
    for (uint32_t i = 1; i < r.files.n && nvcc_has(n, N_DEPEND_PHONY); i++) {
        buf_putc(&b, '\n');
        put_quoted(&b, r.files.at[i]);
        buf_puts(&b, " :\n");
    }
    return driver_write_file(n->ctx, s->output ? s->output : "-", b.at, b.n) ? 0 : 1;
}
