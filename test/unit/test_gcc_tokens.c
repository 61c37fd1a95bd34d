// SPDX-License-Identifier: Apache-2.0
// Our preprocessor against gcc's: for real headers, with the options that `nvcc --dryrun` shows,
// our tokens must equal those of `gcc -E`, kind by kind and spelling by spelling. gcc's output is
// read by our lexer as .ii. Skipped where gcc 12 or the toolkit is missing: the headers decide by
// the compiler's version.
#include "lex/lex.h"
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

static const char cuda_dir[] = "/usr/local/cuda/targets/x86_64-linux/include";
static const char cccl_dir[] = "/usr/local/cuda/targets/x86_64-linux/include/cccl";

static const struct {
    const char *header;
    int std; // 0: nvcc's default, gnu++17
} cases[] = {
    {"", 0},
    {"vector", 0},
    {"algorithm", 0},
    {"unordered_map", 0},
    {"random", 0},
    {"cuda_fp16.h", 0},
    {"cooperative_groups.h", 0},
    {"cub/cub.cuh", 0},
    {"thrust/device_vector.h", 0},
    {"vector", 17},
    {"algorithm", 20},
    {"cooperative_groups.h", 20},
    {"ranges", 20},
    {"map", 14},
};

static TokenArray *lex(Ctx *ctx, LexOptions *o, jmp_buf *out, const char *path, const char *text) {
    ctx_init(ctx);
    ctx->unwind = out;
    return lex_translation_unit(ctx, o, path, text, text ? strlen(text) : 0);
}

static void show(Ctx *ctx, const char *who) {
    Buf b;
    buf_init(&b, &ctx->perm);
    diag_render(ctx, &b);
    if (b.n) fprintf(stderr, "%s: %.*s\n", who, (int)b.n, b.at);
}

static bool same_token(Ctx *a, const Token *x, Ctx *b, const Token *y) {
    if (x->kind != y->kind) return false;
    // gcc leaves the macros of `#pragma unroll N` alone, we do not
    if (x->kind == T_PRAGMA && strncmp(atom_str(a, x->text), "unroll", 6) == 0) {
        return strncmp(atom_str(b, y->text), "unroll", 6) == 0;
    }
    return strcmp(atom_str(a, x->text), atom_str(b, y->text)) == 0;
}

static void compare(const char *name, Ctx *a, const TokenArray *x, Ctx *b, const TokenArray *y) {
    uint32_t n = CU_MIN(x->n, y->n), i = 0;
    while (i < n && same_token(a, &x->at[i], b, &y->at[i])) i++;
    CHECK(x->n == y->n && i == n);
    if (x->n == y->n && i == n) return;
    fprintf(stderr, "<%s>: %u tokens, gcc %u, first difference at %u\n", name, x->n, y->n, i);
    for (uint32_t k = i < 4 ? 0 : i - 4; k < i + 4 && k < n; k++) {
        SrcLoc at;
        source_resolve(a, x->at[k].pos, &at);
        fprintf(stderr, "  %s:%u %s | %s\n", atom_str(a, at.file), at.line,
                atom_str(a, x->at[k].text), atom_str(b, y->at[k].text));
    }
}

static void run(const char *dir, const char *header, int std) {
    char cu[256], ii[256], cmd[2048], text[256], std_opt[32] = "";
    snprintf(cu, sizeof cu, "%s/t.cu", dir);
    snprintf(ii, sizeof ii, "%s/t.ii", dir);
    snprintf(text, sizeof text, *header ? "#include <%s>\n" : "\n", header);
    FILE *f = fopen(cu, "w");
    if (!f) return;
    fputs(text, f);
    fclose(f);
    if (std) snprintf(std_opt, sizeof std_opt, "-std=c++%d", std);
    snprintf(cmd, sizeof cmd,
             "gcc %s -D__CUDA_ARCH__=900 -D__CUDA_ARCH_LIST__=900 -E -x c++ "
             "-DCUDA_DOUBLE_MATH_FUNCTIONS -D__CUDACC__ -D__NVCC__ -I%s -isystem %s "
             "-D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=88 "
             "-D__CUDA_API_VER_MAJOR__=13 -D__CUDA_API_VER_MINOR__=0 "
             "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1 -D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1 "
             "-include cuda_runtime.h -m64 %s -o %s 2>/dev/null",
             std_opt, cuda_dir, cccl_dir, cu, ii);
    if (system(cmd) != 0) {
        printf("skipped: gcc cannot preprocess <%s> for %s\n", header, std ? std_opt : "gnu++17");
        return;
    }
    LexOptions o;
    lex_options_init(&o);
    o.cuda_arch = 900;
    if (std) {
        o.std = std;
        o.gnu = false;
    }
    LexDir dirs[] = {{cuda_dir, LEX_DIR_NORMAL}, {cccl_dir, LEX_DIR_SYSTEM}};
    LexCmd cmds[] = {{LEX_CMD_INCLUDE, "cuda_runtime.h"}};
    o.dirs = dirs;
    o.ndirs = CU_COUNT(dirs);
    o.cmds = cmds;
    o.ncmds = 1;
    LexOptions of = o;
    of.preprocessed = true;
    Ctx a, b;
    jmp_buf fail;
    if (setjmp(fail) == 0) {
        TokenArray *x = lex(&a, &o, &fail, cu, NULL);
        show(&a, "ours");
        TokenArray *y = lex(&b, &of, &fail, ii, NULL);
        show(&b, "gcc's");
        compare(header, &a, x, &b, y);
        ctx_free(&b);
        ctx_free(&a);
    } else {
        CHECK(!"unwound");
    }
}

int main(void) {
    char dir[] = "/tmp/cuprum-gcc-XXXXXX";
    if (system("gcc -dumpversion 2>/dev/null | grep -q '^12'") != 0 ||
        access("/usr/local/cuda/targets/x86_64-linux/include/cuda_runtime.h", R_OK) != 0) {
        printf("SKIP needs gcc 12 and the CUDA toolkit\n");
        return 0;
    }
    if (!mkdtemp(dir)) return 1;
    for (size_t i = 0; i < CU_COUNT(cases); i++) run(dir, cases[i].header, cases[i].std);
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
    if (system(cmd) != 0) return 1;
    return UNIT_END();
}
