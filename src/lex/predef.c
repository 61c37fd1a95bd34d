// SPDX-License-Identifier: Apache-2.0
// Predefined macros: these, -D and -U are a text of #define and #undef lines that is preprocessed
// first.
#include "lex/lex_int.h"

void lex_options_init(LexOptions *o) {
    *o = (LexOptions){.std = 17, .gnu = true, .predef = LEX_PREDEF_NVCC};
}

typedef struct {
    char text[96]; // no pointer: nothing to relocate
    uint8_t from, to, mode;
} PredefRow;
enum { ANY, GNU, STRICT, OPT, NOOPT, OURS };

#define PREDEF_ROW(from, to, mode, text) {"#define " text "\n", from, to, mode},

static const PredefRow host_rows[] = {
// gcc's
#define PREDEF PREDEF_ROW
#include "lex/predef.def"
};
static const PredefRow jit_rows[] = {
// NVRTC's
#define PREDEF PREDEF_ROW
#include "lex/predef_jit.def"
};

// A macro that nobody can ask for need not be there. Headers of ours ask for OURS.
static bool is_wanted(const Lex *lex, const PredefRow *row) {
    const char *name = row->text + sizeof "#define " - 1;
    return row->mode == OURS || lex_says(lex, name, strchr(name, ' '));
}

// The rows for the dialect, as lines of #define: all, or those that are wanted.
static void dialect_macros(Lex *lex, const PredefRow *rows, size_t n, bool all, Buf *out) {
    const LexOptions *o = lex->opt;
    for (size_t i = 0; i < n; i++) {
        const PredefRow *r = &rows[i];
        if (o->std < r->from || o->std > r->to) continue;
        if ((r->mode == GNU && !o->gnu) || (r->mode == STRICT && o->gnu)) continue;
        if ((r->mode == OPT && !o->optimize) || (r->mode == NOOPT && o->optimize)) continue;
        if (all || is_wanted(lex, r)) buf_puts(out, r->text);
    }
}

// What programs ask for that know several toolkits; no header of ours does.
static void version_macros(const LexOptions *options, Buf *out) {
    int version = options->cuda_version ? options->cuda_version : 13000;
    buf_printf(out, "#define __CUDACC_VER_MAJOR__ %d\n", version / 1000);
    buf_printf(out, "#define __CUDACC_VER_MINOR__ %d\n", version % 1000 / 10);
    buf_printf(out, "#define __CUDACC_VER_BUILD__ %d\n",
               options->cuda_version ? options->cuda_build : 88);
    buf_printf(out, "#define __CUDA_API_VER_MAJOR__ %d\n", version / 1000);
    buf_printf(out, "#define __CUDA_API_VER_MINOR__ %d\n", version % 1000 / 10);
    buf_puts(out, "#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1\n"
                  "#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1\n");
}

// What `nvcc --dryrun` shows between the host compiler and its input.
static void nvcc_macros(Lex *lex, Buf *out) {
    const LexOptions *options = lex->opt;
    if (options->cuda_arch) {
        buf_printf(out, "#define __CUDA_ARCH__ %d\n", options->cuda_arch);
        if (options->arch_features == 'a') {
            buf_printf(out, "#define __CUDA_ARCH_FEAT_SM%d_ALL 1\n", options->cuda_arch / 10);
            buf_printf(out, "#define __CUDA_ARCH_SPECIFIC__ %d\n", options->cuda_arch);
        }
        if (options->arch_features) {
            buf_printf(out, "#define __CUDA_ARCH_FAMILY_SPECIFIC__ %d\n", options->cuda_arch);
        }
        if (options->predef == LEX_PREDEF_NVCC)
            buf_puts(out, "#define CUDA_DOUBLE_MATH_FUNCTIONS 1\n");
    }
    if (options->cuda_arch_list) {
        buf_printf(out, "#define __CUDA_ARCH_LIST__ %s\n", options->cuda_arch_list);
    } else if (options->cuda_arch) {
        buf_printf(out, "#define __CUDA_ARCH_LIST__ %d\n", options->cuda_arch);
    }
    buf_puts(out, "#define __CUDACC__ 1\n");
    buf_puts(out, options->predef == LEX_PREDEF_NVRTC ? "#define __CUDACC_RTC__ 1\n"
                                                      : "#define __NVCC__ 1\n");
    if (options->relocatable_device_code) buf_puts(out, "#define __CUDACC_RDC__ 1\n");
    if (options->device_debug) buf_puts(out, "#define __CUDACC_DEBUG__ 1\n");
    if (options->extended_lambda) buf_puts(out, "#define __CUDACC_EXTENDED_LAMBDA__ 1\n");
    if (options->relaxed_constexpr) buf_puts(out, "#define __CUDACC_RELAXED_CONSTEXPR__ 1\n");
    if (options->tile)
        buf_puts(out, "#define __NV_TL__ __tile__\n#define __NV_TL_BUILTIN__ __tile_builtin__\n"
                      "#define __CUDACC_TILE__ 1\n");
    if (options->per_thread_stream) buf_puts(out, "#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1\n");
}

// -DNAME, -DNAME=VALUE, -D'F(x)=VALUE'; a newline would end the definition
static void command_define(Buf *out, const char *text) {
    const char *eq = strchr(text, '=');
    buf_puts(out, "#define ");
    for (const char *p = text; *p && *p != '\n'; p++) buf_putc(out, p == eq ? ' ' : *p);
    if (!eq) buf_puts(out, " 1");
    buf_putc(out, '\n');
}

// Makes the lines the current text, to be read before what is there now; nothing for no lines. They
// count as a system header, so that redefining them is not said.
static void push_text(Lex *lex, const char *name, Buf *out) {
    if (out->n == 0) return;
    const char *text = lex_pad(lex->ctx, out->at, out->n);
    SourceText *src = source_text(lex->ctx, atom_cstr(lex->ctx, name), text, (uint32_t)out->n);
    Input in = {.p = text, .start = text, .end = text + out->n, .system = true};
    in.base = source_add_file(lex->ctx, src, 0, true);
    lex_push_input(lex, in);
}

// What is read first is pushed last: built-in macros, the command line's -D and -U, -imacros,
// -include.
void lex_predefine(Lex *lex) {
    const LexOptions *options = lex->opt;
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    Buf out;
    // Inputs are a stack: what is pushed last is read first. -imacros come before -include.
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = options->ncmds; i-- > 0;) {
            const LexCmd *cmd = &options->cmds[i];
            if (cmd->kind != (pass ? LEX_CMD_IMACROS : LEX_CMD_INCLUDE)) continue;
            if (cmd->only_for &&
                !lex_says(lex, cmd->only_for, cmd->only_for + strlen(cmd->only_for)))
                continue;
            lex_include_name(lex, cmd->text, pass == 1);
        }
    }
    buf_init(&out, &lex->ctx->scratch);
    for (uint32_t i = 0; i < options->ncmds; i++) {
        if (options->cmds[i].kind == LEX_CMD_DEFINE) command_define(&out, options->cmds[i].text);
        if (options->cmds[i].kind == LEX_CMD_UNDEF)
            buf_printf(&out, "#undef %s\n", options->cmds[i].text);
    }
    push_text(lex, "<command-line>", &out);
    buf_init(&out, &lex->ctx->scratch);
    buf_reserve(&out, 24 << 10);
    if (options->predef == LEX_PREDEF_GIVEN) {
        buf_puts(&out, options->predefined);
    } else if (options->predef == LEX_PREDEF_NONE) {
        static const long version[] = {199711, 201103, 201402, 201703, 202002, 202302};
        int k = options->std < 11   ? 0
                : options->std < 14 ? 1
                : options->std < 17 ? 2
                : options->std < 20 ? 3
                                    : 4;
        buf_printf(&out, "#define __cplusplus %ldL\n#define __STDC_HOSTED__ 1\n",
                   version[options->std >= 23 ? 5 : k]);
    } else if (options->predef == LEX_PREDEF_NVRTC) {
        dialect_macros(lex, jit_rows, CU_COUNT(jit_rows), false, &out);
    } else {
        dialect_macros(lex, host_rows, CU_COUNT(host_rows), true, &out);
    }
    static const char of_version[] =
        "__CUDACC_VER_* __CUDA_API_VER_* __NVCC_DIAG_* __CUDACC_DEVICE_ATOMIC_*";
    if (options->predef >= LEX_PREDEF_NVCC) {
        nvcc_macros(lex, &out);
        bool all = options->predef != LEX_PREDEF_NVRTC;
        if (all || lex_says(lex, of_version, of_version + sizeof of_version - 1))
            version_macros(options, &out);
    }
    push_text(lex, "<built-in>", &out);
    arena_reset(&lex->ctx->scratch, mark);
}
