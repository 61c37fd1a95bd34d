// SPDX-License-Identifier: Apache-2.0
// Rules for make (-M and its kin): every file that the host's or the device's view of a source file
// reads, in the order of the reading.
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>

// -MM and -MMD leave out headers that were found in system folders.
static bool user_only(const Nvcc *nvcc) {
    return nvcc_has(nvcc, N_DEPEND_USER) || nvcc_has(nvcc, N_DEPEND_USER_TOO);
}

// The source file itself comes first.
NvccRule *nvcc_rule_new(Nvcc *nvcc, const char *input) {
    NvccRule *r = arena_new(&nvcc->ctx->perm, NvccRule);
    *r = (NvccRule){.n = nvcc};
    map_init(&r->seen, &nvcc->ctx->perm);
    nvcc_rule_add(r, input, false);
    return r;
}

// A file is named once, where it was read first. Headers that are in this program have no file.
void nvcc_rule_add(void *rule, const char *path, bool system) {
    NvccRule *r = rule;
    Ctx *ctx = r->n->ctx;
    bool builtin = path[0] == '<'; // a header that is in this program
    for (uint32_t i = 0; i < driver_headers.n && !builtin; i++)
        builtin = strcmp(driver_header(i).name, path) == 0;
    if (builtin || (system && user_only(r->n))) return;
    Atom name = atom_cstr(ctx, path);
    if (map_get(&r->seen, name)) return;
    map_put(&r->seen, name, r);
    vec_push(&ctx->perm, &r->files, atom_str(ctx, name));
}

// A context of its own, since the two views have macros of their own. The status after messages.
static int read_view(NvccRule *rule, const char *input, bool device) {
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) nvcc_read_view(rule->n, &ctx, input, device, nvcc_rule_add, rule);
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

// Without -MT the rule's target is what -o names, else the object, also where none is made; with -M
// alone the object, whatever -o is.
static const char *default_target(Nvcc *nvcc, const char *input) {
    const char *stem = nvcc_stem(nvcc, input);
    return nvcc->phase == PHASE_DEPEND ? nvcc_in_output_folder(nvcc, stem, ".o")
                                       : nvcc_result(nvcc, stem, ".o");
}

// -MT takes the word as it is, -MQ quotes it for make; of several the last counts, as with any
// option that has one value.
static void put_targets(Nvcc *nvcc, const char *input, Buf *out) {
    const char *plain = nvcc_value(nvcc, N_DEPEND_TARGET, NULL),
               *quoted = nvcc_value(nvcc, N_DEPEND_QUOTED, NULL);
    if (plain) buf_puts(out, plain);
    if (plain && quoted) buf_putc(out, ' ');
    if (quoted) put_quoted(out, quoted);
    if (!plain && !quoted) put_quoted(out, default_target(nvcc, input));
}

// -MP adds an empty rule for each header, so that make goes on when one is removed.
int nvcc_rule_write(const NvccRule *rule, const char *input, const char *output) {
    Nvcc *nvcc = rule->n;
    Buf out;
    buf_init(&out, &nvcc->ctx->perm);
    put_targets(nvcc, input, &out);
    buf_puts(&out, " :");
    for (uint32_t i = 0; i < rule->files.n; i++) {
        buf_puts(&out, i ? " \\\n    " : " ");
        put_quoted(&out, rule->files.at[i]);
    }
    buf_putc(&out, '\n');
    for (uint32_t i = 1; i < rule->files.n && nvcc_has(nvcc, N_DEPEND_PHONY); i++) {
        buf_putc(&out, '\n');
        put_quoted(&out, rule->files.at[i]);
        buf_puts(&out, " :\n");
    }
    return driver_write_file(nvcc->ctx, output ? output : "-", out.at, out.n) ? 0 : 1;
}

// Both views, since device code may include what the host's half does not.
int nvcc_depend_step(Nvcc *nvcc, const NvccStep *s) {
    NvccRule *r = nvcc_rule_new(nvcc, s->input);
    int code = read_view(r, s->input, false);
    if (!code) code = read_view(r, s->input, true);
    return code ? code : nvcc_rule_write(r, s->input, s->output);
}

// With -M and -MM the compiler only writes the rule; else it does so beside its work.
void nvcc_rule_words(Nvcc *nvcc, NvccWords *w, const char *input, const char *file) {
    bool alone = nvcc->phase == PHASE_DEPEND;
    const char *all = alone ? "-M" : "-MD", *users = alone ? "-MM" : "-MMD";
    nvcc_words(nvcc, w, user_only(nvcc) ? users : all, NULL);
    if (file) nvcc_words(nvcc, w, "-MF", file, NULL);
    if (nvcc_has(nvcc, N_DEPEND_PHONY)) nvcc_words(nvcc, w, "-MP", NULL);
    const char *plain = nvcc_value(nvcc, N_DEPEND_TARGET, NULL),
               *quoted = nvcc_value(nvcc, N_DEPEND_QUOTED, NULL);
    if (plain) nvcc_words(nvcc, w, "-MT", plain, NULL);
    if (quoted) nvcc_words(nvcc, w, "-MQ", quoted, NULL);
    if (!plain && !quoted) nvcc_words(nvcc, w, "-MT", default_target(nvcc, input), NULL);
}
