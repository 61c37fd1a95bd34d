// SPDX-License-Identifier: Apache-2.0
// What `cuprum ptxas` takes and refuses, by the table test/ptx/inputs/checked.txt, whose head says
// how its lines are read; test/ptx/checked_nvidia.sh asks NVIDIA's the same.
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
static const char *assemble(Ctx *ctx, const char *text, bool *ok) {
    Buf *messages = arena_new(&ctx->perm, Buf);
    buf_init(messages, &ctx->perm);
    Ptxas *ptxas = arena_new(&ctx->perm, Ptxas);
    *ptxas = (Ptxas){.ctx = ctx, .errors = messages, .info = messages};
    const char *const words[] = {"-arch=sm_90a"};
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
    const char *said = assemble(&ctx, module_of(&ctx, head, text), &ok);
    bool as_said = ok == (strcmp(line, "ok") == 0) && strstr(said, message);
    if (!as_said) printf("%s\n  expected: %s %s\n  got: %s\n", text, line, message, said);
    CHECK(as_said);
    ctx_free(&ctx);
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    const char *head = read_file(&ctx, "test/ptx/inputs/checked_head.ptx");
    char *table = read_file(&ctx, "test/ptx/inputs/checked.txt");
    uint32_t lines = 0;
    for (char *line = strtok(table, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        check_line(head, line);
        lines++;
    }
    CHECK(lines > 900);
    ctx_free(&ctx);
    return UNIT_END();
}
