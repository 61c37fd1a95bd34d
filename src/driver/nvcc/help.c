// SPDX-License-Identifier: Apache-2.0
// nvcc --help. Build systems read it (which architectures, dialects and options there are), so it
// has the form of NVIDIA's: "--long VALUE", the short name in parentheses in a column of its own,
// and below them lines that begin "Allowed values" and "Default value" with each value in quotes.
#include "driver/nvcc/nvcc.h"

#include <stdlib.h>

enum { NAME_COLUMN = 52, INDENT = 8, WIDTH = 88 };

// ---- lines --------------------------------------------------------------------------------------

// A text below its option, broken behind blanks and, in a list of values, behind commas.
static void put_text(Buf *out, const char *text) {
    size_t column = WIDTH;
    bool list = strchr(text, '\'') != NULL;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, list ? " ," : " ");
        n += p[n] != 0;
        if (column + n > WIDTH) {
            buf_printf(out, "%s%*s", p == text ? "" : "\n", INDENT, "");
            column = INDENT;
        }
        buf_write(out, p, n);
        column += n;
        p += n;
    }
    buf_putc(out, '\n');
}

// ---- values -------------------------------------------------------------------------------------

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The choices of a row, or the names of all architectures where the option takes these.
static NvccWords allowed(Nvcc *nvcc, const OptRow *option) {
    static const char *const prefixes[] = {"compute", "lto", "sm"};
    Arena *arena = &nvcc->ctx->perm;
    NvccWords values = {0};
    for (const char *p = option->value[0] == '{' ? option->value + 1 : ""; *p && *p != '}';) {
        size_t n = strcspn(p, "|}");
        vec_push(arena, &values, arena_strndup(arena, p, n));
        p += n + (p[n] == '|');
    }
    uint32_t count = 0;
    const Target *all = target_all(&count);
    if (!is_any_of(option->id, N_ARCH, N_CODE)) count = 0;
    for (uint32_t i = 0; i < CU_COUNT(prefixes) * count; i++) {
        const Target *target = &all[i % count];
        if (target_of_cuda(target, nvcc_cuda(nvcc)))
            vec_push(
                arena, &values,
                arena_printf(arena, "%s_%s", prefixes[i / count], target->name + strlen("sm_")));
    }
    if (option->id == N_ARCH) nvcc_words(nvcc, &values, "all", "all-major", "native", NULL);
    if (values.n) qsort(values.at, values.n, sizeof *values.at, by_text);
    return values;
}

static void put_allowed(Nvcc *nvcc, Buf *out, const OptRow *option) {
    NvccWords values = allowed(nvcc, option);
    Buf text;
    buf_init(&text, &nvcc->ctx->perm);
    for (uint32_t i = 0; i < values.n; i++)
        buf_printf(&text, "%s'%s'", i ? "," : "Allowed values for this option:  ", values.at[i]);
    if (option->id == N_GENCODE)
        buf_puts(&text, "Allowed keywords for this option:  'arch','code'");
    if (!text.n) return;
    buf_putc(&text, '.');
    put_text(out, buf_cstr(&text));
}

static void put_default(Nvcc *nvcc, Buf *out, const OptRow *option) {
    static const struct {
        uint16_t id;
        const char *value;
    } defaults[] = {{N_CUDART, "'static'"},  {N_CUDADEVRT, "'static'"},   {N_MACHINE, "64"},
                    {N_STATIC_STUB, "true"}, {N_HIDDEN, "true"},          {N_RDC, "false"},
                    {N_FTZ, "false"},        {N_PREC_DIV, "true"},        {N_PREC_SQRT, "true"},
                    {N_FMAD, "true"},        {N_STREAM, "'legacy'"},      {N_BRIEF, "false"},
                    {N_JUMP_TABLES, "101"},  {N_STACK_PROTECTOR, "false"}};
    for (uint32_t i = 0; i < CU_COUNT(defaults); i++) {
        if (defaults[i].id == option->id)
            put_text(out, arena_printf(&nvcc->ctx->perm, "Default value:  %s.", defaults[i].value));
    }
}

// ---- options ------------------------------------------------------------------------------------

// The first short name is the option's own; others are rows, too, or spellings of old.
static void put_names(Buf *out, const OptRow *option) {
    size_t start = out->n, nbrief = strcspn(option->brief, "|");
    bool brief_only = !*option->name;
    if (brief_only)
        buf_printf(out, "-%.*s", (int)nbrief, option->brief);
    else
        buf_printf(out, "--%s", option->name);
    bool list = is_any_of(option->kind, OPT_LIST, OPT_JLIST);
    if (option->kind == OPT_BOOL)
        buf_puts(out, " {true|false}");
    else if (option->kind != OPT_FLAG)
        buf_printf(out, "%s%s%s%s", option->value[0] == '{' ? " " : " <", option->value,
                   option->value[0] == '{' ? "" : ">", list ? ",..." : "");
    size_t used = out->n - start;
    if (nbrief && !brief_only)
        buf_printf(out, "%*s(-%.*s)", used < NAME_COLUMN ? (int)(NAME_COLUMN - used) : 1, "",
                   (int)nbrief, option->brief);
    buf_putc(out, '\n');
}

static void put_row(Nvcc *nvcc, Buf *out, const OptRow *option) {
    put_names(out, option);
    bool refused = option->effect == OPT_REFUSED;
    put_text(out, refused ? arena_printf(&nvcc->ctx->perm, "Not supported: %s.", option->help)
                          : option->help);
    put_allowed(nvcc, out, option);
    put_default(nvcc, out, option);
    buf_putc(out, '\n');
}

// The steps of this program itself (--own-step) are no user's options.
// What users shall not know: steps of our own, and options of another toolkit.
static bool is_hidden(const Nvcc *nvcc, const OptRow *option) {
    return is_any_of(option->id, N_OWN_STEP, N_OWN_FOLDER, N_OWN_CICC) ||
           !nvcc_is_in_toolkit(nvcc, option);
}

static const char *heading(const OptRow *row) {
    return *row->group ? row->group : "Other systems";
}

void nvcc_help(Nvcc *nvcc, const OptTable *table) {
    Buf b;
    buf_init(&b, &nvcc->ctx->perm);
    buf_puts(&b, "Usage  : nvcc [options] <inputfile>\n\n"
                 "Input files: .cu .c .cc .cpp .cxx .i .ii .ptx .cubin .fatbin .o .a .so\n");
    for (uint32_t i = 0; i < table->n; i++) {
        const char *group = heading(&table->rows[i]);
        bool seen = is_hidden(nvcc, &table->rows[i]);
        for (uint32_t k = 0; k < i && !seen; k++)
            seen =
                strcmp(heading(&table->rows[k]), group) == 0 && !is_hidden(nvcc, &table->rows[k]);
        if (seen) continue;
        buf_printf(&b, "\n%s\n%.*s\n\n", group, (int)strlen(group),
                   "================================");
        for (uint32_t k = i; k < table->n; k++) {
            const OptRow *row = &table->rows[k];
            if (strcmp(heading(row), group) == 0 && !is_hidden(nvcc, row)) put_row(nvcc, &b, row);
        }
    }
    driver_write_file(nvcc->ctx, "-", b.at, b.n);
}
