// SPDX-License-Identifier: Apache-2.0
// One compilation, from input to the chosen form: the way of the data of doc/architecture.md.
#include "base/timer.h"
#include "cuda/cuda.h"
#include "cxx/cxx.h"
#include "cxx/facts/diag.h"
#include "driver/driver.h"
#include "driver/places.h"
#include "ir/ir.h"
#include "irgen/irgen.h"
#include "nvvm/nvvm.h"
#include "opt/opt_diag.h"
#include "tile/tile.h"

void driver_register_diags(Ctx *ctx) {
    diag_register(ctx, lex_diag_rows);
    diag_register(ctx, cxx_diag_rows);
    diag_register(ctx, cuda_diag_rows);
    diag_register(ctx, irgen_diag_rows);
    diag_register(ctx, opt_diag_rows);
}

// Of these one is a part of every name that cuprum_host.h declares, or needs one of them unnamed (a
// launch converts its stream). Device code by itself says none: a fifteenth of the time of a small
// kernel is saved.
static const char host_words[] = "*cuda* CUstream_st CUevent_st <<<";
static const char texture_words[] = "tex* surf*"; // of cuprum_texture.h

// The compiler says the version of the toolkit's headers, where such are read.
static void set_version(Ctx *ctx, const CompileOptions *options, LexOptions *lex) {
    CudaVersion version = own_cuda_version;
    for (uint32_t i = 0; options->toolkit_header && i < options->ndirs; i++) {
        CudaVersion found = driver_cuda_version(ctx, options->dirs[i].path);
        if (!found.number) continue;
        version = found;
        break;
    }
    lex->cuda_version = (int)version.number;
    lex->cuda_build = (int)version.build;
}

static void lex_options(Ctx *ctx, const CompileOptions *options, LexOptions *l) {
    bool cuda = options->input == INPUT_CUDA, host = options->input == INPUT_HOST;
    lex_options_init(l);
    l->std = options->language.std;
    l->gnu = options->language.gnu;
    l->preprocessed = options->input == INPUT_PREPROCESSED;
    l->padded = options->padded;
    if (host) l->predef = LEX_PREDEF_HOST;
    if (options->predefined) l->predef = LEX_PREDEF_GIVEN;
    l->predefined = options->predefined;
    l->cuda_arch = options->target->number * 10;
    l->arch_features = options->target->suffix;
    l->default_device = options->language.default_device;
    l->tile = options->language.tile;
    l->relaxed_constexpr = options->language.relaxed_constexpr;
    l->extended_lambda = options->language.extended_lambda;
    l->fast_math = options->fp.fast_math;
    l->ftz = options->fp.ftz;
    l->no_std_inc = options->no_std_inc;
    l->hint = driver_header_hint;
    l->dep = options->dep;
    l->dep_data = options->dep_data;
    l->dirs = options->dirs;
    l->ndirs = options->ndirs;
    set_version(ctx, options, l);
    bool own = (options->runtime_header || host) && !options->language.jit; // (lex_jit)
    uint32_t n = 0, nown = own ? driver_headers.n : 0;
    LexVirtualFile *files = arena_array(&ctx->perm, LexVirtualFile, options->nfiles + nown + 1);
    for (uint32_t i = 0; i < options->nfiles; i++) files[n++] = options->files[i];
    for (uint32_t i = 0; i < nown; i++) files[n++] = driver_header(i);
    l->files = files;
    l->nfiles = n;
    LexCmd *cmds = arena_array(&ctx->perm, LexCmd, options->ncmds + 4);
    n = 0;
    if (options->runtime_header && cuda) {
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_runtime.h", .quiet = true};
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_texture.h", texture_words, true};
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_host.h", host_words, true};
    }
    if (options->toolkit_header && cuda) cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuda_runtime.h"};
    // what is declared by itself is no part of the text
    if (host && !is_any_of(options->emit, EMIT_PP, EMIT_TOKENS))
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_cxx.h"};
    for (uint32_t i = 0; i < options->ncmds; i++) cmds[n++] = options->cmds[i];
    l->cmds = cmds;
    l->ncmds = n;
}

// Headers whose functions NVRTC has in itself, so that the toolkit's only declare them: by these
// names ours are found wherever the toolkit's lie.
#define OURS(name, quiet)                                                                          \
    {                                                                                              \
        name, "#include \"" DRIVER_JIT_DIR "/" name "\"\n",                                        \
            sizeof "#include \"" DRIVER_JIT_DIR "/" name "\"\n" - 1, true, quiet                   \
    }
static const LexVirtualFile jit_ours[] = {OURS("cuda_fp16.h", true), OURS("cuda_bf16.h", true),
                                          OURS("cuda_fp8.h", false), OURS("cuda_fp6.h", false),
                                          OURS("cuda_fp4.h", false)};

// Parts of what is there without a header, with words of which one begins every use of them: a
// small kernel says few. (driver_types.h, cuprum_texture.h: not with --minimal.)
static const struct {
    const char *file, *words;
    bool minimal; // also then
} jit_parts[] = {
    {DRIVER_JIT_DIR "/driver_types.h", "*cuda*", false},
    {DRIVER_JIT_DIR "/cuprum_texture.h", texture_words, false},
    {DRIVER_JIT_DIR "/cuprum_math.h",
     "abs fabs* sqrt* rsqrt* cbrt* rcbrt* sin* cos* tan* asin* acos* atan* exp* log* pow powf "
     "floor* ceil* trunc* round* rint* nearbyint* lrint* llrint* lround* llround* ilogb* ldexp* "
     "scalb* frexp* modf* remquo* remainder* fmod* fma* fmin* fmax* min max fdim* fdivide* hypot* "
     "rhypot* copysign* nextafter* signbit isnan isinf isfinite erf* normcdf* lgamma* tgamma* "
     "cyl_* j0 j0f j1 j1f jn jnf y0 y0f y1 y1f yn ynf",
     true},
    {DRIVER_JIT_DIR "/cuprum_atomic.h", "atomic* *bfloat*", true},
    {DRIVER_JIT_DIR "/cuprum_warp.h",
     "__syncwarp *_sync* __lanemask* __match* __dp4a* __dp2a* __ld* __st*", true},
    {DRIVER_JIT_DIR "/cuprum_simd.h", "__vi* __fadd2* __fmul2* __ffma2*", true},
    {DRIVER_JIT_DIR "/cuprum_cluster.h",
     "*luster* __cvta* __is* __nv_* *Grid* cudaT* atomicAdd* atomicExch* atomicCAS*", true},
};

static void jit_commands(Ctx *ctx, const CompileOptions *options, LexOptions *l) {
    uint32_t n = 0;
    LexCmd *cmds = arena_array(&ctx->perm, LexCmd, options->ncmds + CU_COUNT(jit_parts) + 2);
    cmds[n++] = (LexCmd){LEX_CMD_DEFINE, "__CUPRUM_BY_PARTS__"};
    cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, DRIVER_JIT_DIR "/cuprum_runtime.h", .quiet = true};
    for (size_t i = 0; i < CU_COUNT(jit_parts); i++) {
        if (options->minimal && !jit_parts[i].minimal) continue;
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, jit_parts[i].file, jit_parts[i].words, true};
    }
    for (uint32_t i = 0; i < options->ncmds; i++) cmds[n++] = options->cmds[i];
    l->cmds = cmds;
    l->ncmds = n;
    l->mentions = options->language.names;
    l->nmentions = options->language.nnames;
}

// NVRTC's sources: the headers that the caller gives, those of the folders that it names, then ours
// but for C's and C++'s; no host.
static void lex_jit(Ctx *ctx, const CompileOptions *options, LexOptions *l) {
    Arena *arena = &ctx->perm;
    l->predef = LEX_PREDEF_NVRTC;
    l->gnu = false;
    l->no_std_inc = true;
    l->hint = NULL;
    l->relocatable_device_code = options->language.rdc;
    l->device_debug = options->debug;
    l->no_own_dir = options->no_own_folder;
    uint32_t nown = (uint32_t)CU_COUNT(jit_ours);
    LexVirtualFile *files = arena_array(arena, LexVirtualFile, options->nfiles + nown);
    if (options->nfiles) memcpy(files, options->files, options->nfiles * sizeof *files);
    memcpy(files + options->nfiles, jit_ours, sizeof jit_ours);
    l->files = files;
    l->nfiles = options->nfiles + nown;
    l->library = &driver_headers;
    LexDir *dirs = arena_array(arena, LexDir, options->ndirs + 2);
    if (options->ndirs) memcpy(dirs, options->dirs, options->ndirs * sizeof *dirs);
    dirs[options->ndirs] = (LexDir){DRIVER_JIT_DIR, LEX_DIR_AFTER};
    dirs[options->ndirs + 1] = (LexDir){DRIVER_STD_DIR, LEX_DIR_PRIVATE};
    l->dirs = dirs;
    l->ndirs = options->ndirs + 2;
    jit_commands(ctx, options, l);
}

static TokenArray *run_lexer(Ctx *ctx, const CompileOptions *options, bool whole) {
    LexOptions *l = arena_new(&ctx->perm, LexOptions);
    lex_options(ctx, options, l);
    if (options->language.jit) lex_jit(ctx, options, l);
    l->says_all = whole;
    TimerMark t = timer_begin(ctx, "lex", NULL);
    TokenArray *tokens = lex_translation_unit(ctx, l, options->path, options->text, options->len);
    timer_end(ctx, t);
    return tokens;
}

// The name given, or one for what is internal to a unit that is linked with others.
static const char *module_id(Ctx *ctx, const CompileOptions *options) {
    if (options->language.module_id || !options->language.rdc) return options->language.module_id;
    size_t n = options->len;
    const char *text = options->text ? options->text : driver_read_file(ctx, options->path, &n);
    return driver_module_id(ctx, options->path, options->path, text ? hash_bytes(text, n, 0) : 0);
}

static Cxx *run_front_end(Ctx *ctx, const CompileOptions *options, TokenArray *tokens) {
    bool host = options->input == INPUT_HOST;
    CxxOptions *cxx_options = arena_new(&ctx->perm, CxxOptions);
    *cxx_options = options->language;
    cxx_options->host_language = host;
    cxx_options->default_device = options->language.default_device && !host;
    cxx_options->keep_typedefs = options->debug;
    cxx_options->gnu = true; // the headers of the C++ library ask for it in every mode
    cxx_options->target = options->target;
    cxx_options->module_id = module_id(ctx, options);
    TimerMark t = timer_begin(ctx, "cxx", NULL);
    Cxx *x = cxx_new(ctx, tokens, cxx_options);
    if (!host) cuda_hooks(x);
    cxx_run(x);
    timer_end(ctx, t);
    return x;
}

static IrModule *run_irgen(Ctx *ctx, const CompileOptions *options, Cxx *cxx, bool tile) {
    IrGenOptions gen_options = {
        .target = options->target,
        .fp = options->fp,
        .line_info = options->line_info || options->show_source || options->optimizer.remarks,
        .debug = options->debug,
        .optimized = options->optimizer.level > 0,
        .source = options->source_name ? options->source_name : options->path,
        .directory = options->directory,
        .params_restrict = options->params_restrict,
        .tile = tile,
        .check_only = is_any_of(options->emit, EMIT_NOTHING, EMIT_CHECKED)};
    TimerMark t = timer_begin(ctx, "irgen", NULL);
    IrModule *m = irgen_module(cxx, &gen_options);
    timer_end(ctx, t);
    return m;
}

// The symbols of the name expressions.
static void name_symbols(Ctx *ctx, const CompileOptions *options, Cxx *cxx) {
    for (uint32_t i = 0; options->lowered && i < options->language.nnames; i++) {
        Decl *decl = cxx->named[i];
        options->lowered[i] = decl ? atom_str(ctx, cxx_mangle(cxx, decl)) : NULL;
    }
}

typedef struct Job {
    Ctx *ctx;
    const CompileOptions *o;
    Buf *out, *log;
    bool whole;   // no declaration of a header of ours is to be left out
    bool partial; // some were, and the front end is not through
} Job;

// Tile IR: contraction is its own business (fma), so nothing contracts that it does not say.
static IrModule *from_tile(Ctx *ctx, const CompileOptions *options) {
    size_t n = options->len;
    const char *bytes = options->text ? options->text : driver_read_file(ctx, options->path, &n);
    TileModule *tile = bytes ? tile_read(ctx, options->path, bytes, n) : NULL;
    if (!tile) return NULL;
    TimerMark t = timer_begin(ctx, "tile", NULL);
    const TileLowerOptions how = {.lines = options->line_info || options->show_source};
    IrModule *m = tile_verify(tile) ? tile_lower(tile, options->target, &how) : NULL;
    timer_end(ctx, t);
    tile_module_free(tile);
    return m;
}

// Writes what of Tile IR was asked for; IR, if code is wanted.
static IrModule *from_raised(const CompileOptions *options, TileModule *tile, Buf *out) {
    const TileLowerOptions how = {.lines = options->line_info || options->show_source};
    if (options->tile_bytecode) tile_write_bytecode(tile, options->tile_bytecode);
    switch (options->emit) {
    case EMIT_TILE: tile_print(tile, 0, out); return NULL;
    case EMIT_TILEBC: tile_write_bytecode(tile, out); return NULL;
    default: return tile_lower(tile, options->target, &how);
    }
}

// The kernels of Tile C++ by way of Tile IR, together with those of the rest. NULL after a
// diagnostic, or when Tile IR is what was asked for.
static IrModule *with_tile_kernels(Job *job, const CompileOptions *options, Cxx *cxx,
                                   IrModule *rest) {
    tile_drop_functions(rest);
    IrModule *kernels = run_irgen(job->ctx, options, cxx, true), *lowered = NULL;
    if (diag_error_count(job->ctx)) return NULL;
    TimerMark t = timer_begin(job->ctx, "tile", NULL);
    TileModule *tile = tile_raise(kernels, options->path, options->target, options->fp.fmad);
    if (tile) lowered = from_raised(options, tile, job->out);
    timer_end(job->ctx, t);
    tile_module_free(tile);
    return lowered && ir_link(rest, lowered, 0) ? rest : NULL;
}

// The front half: everything up to IR. NULL when the chosen form has been written or on errors.
static IrModule *to_ir(Job *job, const CompileOptions *options) {
    Ctx *ctx = job->ctx;
    Buf *out = job->out;
    if (options->input == INPUT_IR) {
        return options->text
                   ? driver_parse_module(ctx, options->path, options->text, options->len, true)
                   : driver_read_module(ctx, options->path, true);
    }
    if (options->input == INPUT_TILE) return from_tile(ctx, options);
    TokenArray *tokens = run_lexer(ctx, options, job->whole);
    job->partial = tokens->partial;
    if (options->emit == EMIT_TOKENS) lex_dump_tokens(ctx, tokens, out);
    if (options->emit == EMIT_PP) lex_print_pp(ctx, tokens, false, out);
    if (is_any_of(options->emit, EMIT_TOKENS, EMIT_PP)) return NULL;
    // the same tokens give the same code: the front end need not run
    const DriverCache *cache = diag_error_count(ctx) ? NULL : options->cache;
    if (cache && cache->find(cache->data, ctx, options, tokens, out)) return NULL;
    Cxx *x = run_front_end(ctx, options, tokens);
    if (options->emit == EMIT_AST) cxx_dump(x, out);
    if (options->emit == EMIT_NAMES) cxx_dump_names(x, out);
    if (is_any_of(options->emit, EMIT_AST, EMIT_NAMES) || diag_error_count(ctx)) return NULL;
    job->partial = false;
    const CudaStubOptions s = {options->stub_fatbin, options->stub_name,
                               options->stub ? driver_launch_parameters(ctx) : 0};
    if (options->stub && !cuda_write_stub(x, &s, options->stub)) return NULL;
    if (options->input == INPUT_HOST) return ir_module_new(ctx, atom_cstr(ctx, options->path));
    if (options->registration && !cuda_write_registration(x, options->registration)) return NULL;
    name_symbols(ctx, options, x);
    IrModule *m = run_irgen(ctx, options, x, false);
    bool tile = is_any_of(options->emit, EMIT_TILE, EMIT_TILEBC) || options->tile_bytecode;
    if (!tile && !cuda_has_tile_kernels(x)) return m;
    return with_tile_kernels(job, options, x, m);
}

static void compile_all(Job *job) {
    Ctx *ctx = job->ctx;
    const CompileOptions *options = job->o;
    const char *name = options->source_name ? options->source_name : options->path;
    if (name) diag_set_input(ctx, strcmp(name, "-") ? name : "<stdin>");
    const CompileOptions chosen = driver_choose_headers(ctx, options, job->log);
    options = &chosen;
    uint64_t begin = options->times ? timer_now() : 0;
    TimerMark t = timer_begin(ctx, "CUDA C++ Front-End", options->path);
    IrModule *m = to_ir(job, options);
    timer_end(ctx, t);
    if (options->times) options->times->front = timer_now() - begin;
    if (!m || diag_error_count(ctx) || options->emit == EMIT_NOTHING) return;
    if (options->emit == EMIT_CHECKED) m = ir_module_new(ctx, m->name);
    t = timer_begin(ctx, "LibNVVM", options->path); // ptxas looks for this name in nvcc's trace
    compile_ir(ctx, options, m, job->out, job->log);
    timer_end(ctx, t);
    if (options->times) options->times->back = timer_now() - begin - options->times->front;
}

static void guarded(void *arg) {
    Job *j = arg;
    jmp_buf here, *outer = j->ctx->unwind;
    j->ctx->unwind = &here;
    if (setjmp(here) == 0) compile_all(j);
    j->ctx->unwind = outer;
}

// A program with a mistake is read once more, with all that headers of ours declare: the messages
// are to name what is meant.
static bool fails_for_parts(const Job *j) {
    return j->partial && diag_error_count(j->ctx) && !j->ctx->stop;
}

bool compile_run(Ctx *ctx, const CompileOptions *options, Buf *out, Buf *log) {
    Job j = {ctx, options, out, log};
    size_t nout = out->n, nlog = log->n;
    cu_on_stack(ctx, guarded, &j);
    if (fails_for_parts(&j)) {
        diag_forget(ctx);
        ctx->fatal_text = NULL;
        out->n = nout;
        log->n = nlog;
        j.whole = true;
        cu_on_stack(ctx, guarded, &j);
    }
    return !diag_error_count(ctx) && !ctx->fatal_text;
}
