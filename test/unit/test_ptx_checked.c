// SPDX-License-Identifier: Apache-2.0
// What `cuprum ptxas` takes and refuses, by the tables test/ptx/inputs/checked.txt and newer.txt,
// whose heads say how their lines are read; test/ptx/checked_nvidia.sh and newer_nvidia.sh ask
// NVIDIA's the same.
#include "driver/ptxas/ptxas.h"

#include "unit.h"

#include <stdlib.h>

static char *read_file(Ctx *ctx, const char *path) {
    size_t n;
    char *text = driver_read_file(ctx, path, &n);
    CHECK(text);
    return text ? text : "";
}

// "\n" in a line is a new line.
static void put_text(Buf *out, const char *text) {
    for (; *text; text++) {
        bool newline = text[0] == '\\' && text[1] == 'n';
        buf_putc(out, newline ? '\n' : *text);
        text += newline;
    }
    buf_putc(out, '\n');
}

static const char *module_of(Ctx *ctx, const char *head, const char *text) {
    Buf out;
    buf_init(&out, &ctx->perm);
    const char *here = strstr(head, "// HERE");
    if (strncmp(text, "!!", 2) == 0) {
        put_text(&out, text + 2);
    } else if (*text == '!') {
        buf_puts(&out, ".version 9.0\n.target sm_90a\n.address_size 64\n");
        put_text(&out, text + 1);
    } else {
        buf_write(&out, head, (size_t)(here - head));
        put_text(&out, text);
        buf_puts(&out, here);
    }
    return buf_cstr(&out);
}

// The messages of a run; *ok says whether it succeeded.
static const char *assemble(Ctx *ctx, const char *arch, const char *text, bool *ok) {
    Buf *messages = arena_new(&ctx->perm, Buf);
    buf_init(messages, &ctx->perm);
    Ptxas *ptxas = arena_new(&ctx->perm, Ptxas);
    *ptxas = (Ptxas){.ctx = ctx, .errors = messages, .info = messages};
    const char *const words[] = {arch};
    PtxasInput input = {"input", text, strlen(text)};
    *ok = ptxas_options(ptxas, 1, words) && ptxas_assemble(ptxas, &input, 1, NULL);
    return buf_cstr(messages);
}

static void check_line(const char *head, char *line) {
    char *message = strchr(line, '\t'), *text = message ? strchr(message + 1, '\t') : NULL;
    CHECK(text);
    if (!text) return;
    *message++ = 0;
    *text++ = 0;
    Ctx ctx;
    ctx_init(&ctx);
    bool ok;
    const char *said = assemble(&ctx, "-arch=sm_90a", module_of(&ctx, head, text), &ok);
    bool as_said = ok == (strcmp(line, "ok") == 0) && strstr(said, message);
    if (!as_said) printf("%s\n  expected: %s %s\n  got: %s\n", text, line, message, said);
    CHECK(as_said);
    ctx_free(&ctx);
}

// ---- forms of PTX 9.1 to 9.5 --------------------------------------------------------------------

// The head with its version and target, and the text in its place or behind its first three lines.
static const char *newer_module(Ctx *ctx, const char *head, const char *version, const char *target,
                                const char *text) {
    Buf out;
    buf_init(&out, &ctx->perm);
    buf_printf(&out, ".version %s\n.target %s\n.address_size 64\n", version, target);
    if (*text == '!') {
        put_text(&out, text + 1);
    } else {
        const char *rest = strstr(head, ".global"), *here = strstr(head, "// HERE");
        buf_write(&out, rest, (size_t)(here - rest));
        put_text(&out, text);
        buf_puts(&out, here);
    }
    return buf_cstr(&out);
}

// A message that the run ends with, NULL: it succeeds.
static void expect(const char *head, const char *version, const char *target, const char *text,
                   const char *message) {
    Ctx ctx;
    ctx_init(&ctx);
    const char *arch = arena_printf(&ctx.perm, "-arch=%s", target);
    bool ok;
    const char *said = assemble(&ctx, arch, newer_module(&ctx, head, version, target, text), &ok);
    bool as_said = message ? !ok && strstr(said, message) : ok;
    if (!as_said) printf("%s, %s: %s\n  %s\n", version, target, text, ok ? "is taken" : said);
    CHECK(as_said);
    ctx_free(&ctx);
}

// Taken by its first version, not by the one before, nor on the target that lacks it.
static void check_newer(const char *head, char *line) {
    char *field[4] = {line};
    for (uint32_t i = 1; i < CU_COUNT(field); i++) {
        char *tab = strchr(field[i - 1], '\t');
        CHECK(tab);
        if (!tab) return;
        *tab = 0;
        field[i] = tab + 1;
    }
    const char *version = field[0], *target = field[1], *other = field[2], *text = field[3];
    if (strcmp(version, "no") == 0) {
        expect(head, "9.5", target, text, strcmp(other, "-") != 0 ? other : "");
        return;
    }
    const char before[] = {'9', '.', (char)(version[2] - 1), 0};
    expect(head, version, target, text, NULL);
    bool known = strncmp(target, "sm_107", 6) != 0; // from 9.4 on
    if (known) expect(head, before, target, text, "");
    if (strcmp(other, "-") != 0) expect(head, "9.5", other, text, "");
}

static uint32_t each_line(Ctx *ctx, const char *path, const char *head,
                          void (*check)(const char *head, char *line)) {
    uint32_t lines = 0;
    char *table = read_file(ctx, path);
    for (char *line = strtok(table, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        check(head, line);
        lines++;
    }
    return lines;
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    const char *head = read_file(&ctx, "test/ptx/inputs/checked_head.ptx");
    const char *newer = read_file(&ctx, "test/ptx/inputs/newer_head.ptx");
    CHECK(each_line(&ctx, "test/ptx/inputs/checked.txt", head, check_line) > 900);
    CHECK(each_line(&ctx, "test/ptx/inputs/newer.txt", newer, check_newer) > 150);
    ctx_free(&ctx);
    return UNIT_END();
}
