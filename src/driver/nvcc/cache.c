// SPDX-License-Identifier: Apache-2.0
// The cache of device code (doc/nvcc.md): what PTX and machine code depend on, as keys. PTX has two
// keys: one of the tokens, for what tells nothing of where they stand; and one of the texts of all
// files too, for what does: line tables, messages, names that begin with the unit's identifier. An
// empty entry of the first says that there is one of the second; else the texts are not looked at.
#define _GNU_SOURCE // memmem, the nanoseconds of a file's time
#include "cuda/cuda.h"
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// --cache goes before CUPRUM_CACHE; an empty name switches the cache off.
void nvcc_open_cache(Nvcc *nvcc) {
    enum { MIB = 1 << 20 };
    const char *folder = nvcc_value(nvcc, N_CACHE, NULL);
    if (!folder) folder = getenv("CUPRUM_CACHE");
    if (!folder || !*folder) return;
    uint64_t size = strtoull(nvcc_value(nvcc, N_CACHE_SIZE, "2048"), NULL, 10);
    nvcc->cache = (NvccCache){.folder = folder,
                              .limit = CU_MIN(size, UINT32_MAX) * MIB,
                              .build = driver_build_id(nvcc->ctx)};
}

// ---- parts of keys ------------------------------------------------------------------------------

// Every key has the kind, the version and this build: another compiler finds nothing of this one.
void nvcc_begin_key(Digest *digest, const NvccCache *cache, const char *kind) {
    digest_init(digest);
    digest_text(digest, kind);
    digest_text(digest, CUPRUM_VERSION);
    digest_text(digest, cache->build);
}

// In hexadecimal, since it becomes a file's name.
const char *nvcc_end_key(Digest *digest, Ctx *ctx) {
    uint8_t bytes[DIGEST_BYTES];
    Buf text;
    digest_end(digest, bytes);
    buf_init(&text, &ctx->perm);
    for (uint32_t i = 0; i < DIGEST_BYTES; i++) buf_hex(&text, bytes[i], 2);
    return buf_cstr(&text);
}

static void add_number(Digest *digest, uint64_t number) {
    digest_add(digest, &number, sizeof number);
}

// What a token is, not where it stands: white space before it is shown in messages only. A text is
// written out where it comes first; later its number in that order stands for it.
static void add_tokens(Digest *digest, Ctx *ctx, const TokenArray *tokens) {
    enum { FLAGS = (TF_PARAM - 1) & ~(TF_BOL | TF_SPACE) };
    Atom last = 0;
    for (uint32_t i = 0; i < tokens->n; i++) last = CU_MAX(last, tokens->at[i].text);
    ArenaMark before = arena_mark(&ctx->scratch);
    uint32_t *number = arena_array(&ctx->scratch, uint32_t, last + 1), texts = 0;

    for (uint32_t i = 0; i < tokens->n; i++) {
        const Token *token = &tokens->at[i];
        bool first = !number[token->text];
        if (first) number[token->text] = ++texts;
        struct {
            uint16_t kind, flags;
            uint32_t text;
        } head = {token->kind, token->flags & FLAGS, number[token->text]};
        digest_add(digest, &head, sizeof head);
        if (first) digest_text(digest, atom_str(ctx, token->text));
    }
    arena_reset(&ctx->scratch, before);
}

typedef struct {
    Digest *digest;
    const char *unnamed; // a file between the steps: its name differs from run to run
} Files;

static void add_file(void *data, const char *name, const char *text, uint32_t length, bool system) {
    const Files *files = data;
    bool unnamed = files->unnamed && strcmp(files->unnamed, name) == 0;
    digest_text(files->digest, unnamed ? "" : name);
    add_number(files->digest, (text ? (uint64_t)length << 1 : 0) | system);
    if (text) digest_add(files->digest, text, length);
}

// Its contents and not its date, since toolkits are copied and installed anew.
static void add_device_library(Digest *digest, Ctx *ctx, const CompileOptions *options) {
    size_t length = 0;
    const char *path = driver_library_file(ctx, options);
    char *mapped = path ? ctx_map_file(ctx, path, &length) : NULL;
    digest_text(digest, path); // messages may name it
    add_number(digest, length);
    if (mapped) {
        digest_add(digest, mapped, length);
        ctx_unmap(ctx, mapped);
    }
}

// ---- PTX ----------------------------------------------------------------------------------------

// The names of input and output are no part of it: the code does not depend on them.
void nvcc_begin_unit_key(const NvccCache *cache, Ctx *ctx, NvccUnitKey *unit,
                         const CompileOptions *options, const TokenArray *tokens) {
    enum { FILE_WORDS = 3 }; // INPUT -o OUTPUT
    Digest *digest = &unit->begun;
    nvcc_begin_key(digest, cache, "PTX");
    for (uint32_t i = 0; i + FILE_WORDS < unit->words->n; i++)
        digest_text(digest, unit->words->at[i]);
    add_number(digest, unit->registration);
    add_number(digest, unit->by_name);
    add_device_library(digest, ctx, options);
    add_tokens(digest, ctx, tokens);
    // code that asks for it is not judged by the host's rules, though no token says so
    add_number(digest, options->language.host_rules && cuda_names_architecture(ctx));
    unit->unnamed = options->input == INPUT_PREPROCESSED ? options->path : NULL;
}

// `begun` is copied, so that both keys can be made of it.
const char *nvcc_unit_key(Ctx *ctx, const NvccUnitKey *unit, bool places) {
    Digest digest = unit->begun;
    add_number(&digest, places);
    // warnings of system headers are not shown: which headers are, even for code that has none
    Files files = {&digest, unit->unnamed};
    source_each(ctx, places, add_file, &files);
    if (places) {
        digest_text(&digest, unit->module_id);
        digest_text(&digest, driver_directory(ctx));
        add_number(&digest, diag_options(ctx)->colour);
    }
    return nvcc_end_key(&digest, ctx);
}

// What __LINE__ and __FILE__ give are tokens already; these builtins are told places later.
bool nvcc_tells_places(Ctx *ctx, const CompileOptions *options, const TokenArray *tokens) {
    if (options->line_info || options->debug || options->show_source) return true;
    const Atom words[] = {atom_cstr(ctx, "__builtin_LINE"), atom_cstr(ctx, "__builtin_COLUMN"),
                          atom_cstr(ctx, "__builtin_FILE"),
                          atom_cstr(ctx, "__builtin_source_location")};
    for (uint32_t i = 0; i < tokens->n; i++) {
        Atom text = tokens->at[i].text;
        if (is_any_of(text, words[0], words[1], words[2], words[3])) return true;
    }
    return false;
}

// ---- machine code -------------------------------------------------------------------------------

static const char *ptx_word(const NvccStep *step) {
    return step->words.at[step->words.n - 3];
}

static const char *cubin_word(const NvccStep *step) {
    return step->words.at[step->words.n - 1];
}

// A file of options may say anything, and name more files.
static bool has_option_files(const NvccStep *step) {
    for (uint32_t i = 1; i < step->words.n; i++) {
        const char *word = step->words.at[i];
        if (strstr(word, "optf") || strstr(word, "options-file") || *word == '@') return true;
    }
    return false;
}

// NULL: there is none.
static const char *cubin_key(Nvcc *nvcc, const NvccStep *assembly) {
    Ctx *ctx = nvcc->ctx;
    struct stat about;
    size_t length;
    const char *program = nvcc_on_path(nvcc, assembly->words.at[0]), *ptx = ptx_word(assembly);
    bool known = program && stat(program, &about) == 0 && access(ptx, R_OK) == 0;
    const char *text =
        known && !has_option_files(assembly) ? driver_read_file(ctx, ptx, &length) : NULL;
    if (!text) return NULL;
    Digest digest;
    nvcc_begin_key(&digest, &nvcc->cache, "machine code");
    digest_text(&digest, program);
    add_number(&digest, (uint64_t)about.st_size);
    add_number(&digest, (uint64_t)about.st_mtim.tv_sec);
    add_number(&digest, (uint64_t)about.st_mtim.tv_nsec);
    for (uint32_t i = 1; i + 3 < assembly->words.n; i++)
        digest_text(&digest, assembly->words.at[i]);
    digest_add(&digest, text, length);
    return nvcc_end_key(&digest, ctx);
}

// ptxas's messages are shown as if it had run. The step's output goes to files from now on, if what
// it makes can be kept.
bool nvcc_cubin_found(Nvcc *nvcc, NvccStep *assembly) {
    if (!nvcc->cache.folder) return false;
    const char *key = cubin_key(nvcc, assembly), *target = assembly->target->name;
    NvccEntry entry;
    bool found = key && nvcc_cache_read(&nvcc->cache, nvcc->ctx, key, &entry);
    if (key) nvcc_cache_count(nvcc, "cubin", found, ptx_word(assembly), target);
    if (found) {
        if (entry.part[2].n) fwrite(entry.part[2].at, 1, entry.part[2].n, stderr);
        return driver_write_file(nvcc->ctx, cubin_word(assembly), entry.part[0].at,
                                 entry.part[0].n);
    }
    assembly->said = key ? tmpfile() : NULL;
    assembly->errors = assembly->said ? tmpfile() : NULL;
    if (assembly->errors) assembly->key = key;
    return false;
}

void nvcc_cubin_capture(const NvccStep *step) {
    dup2(fileno(step->said), STDOUT_FILENO);
    dup2(fileno(step->errors), STDERR_FILENO);
}

// What was written to the file, shown.
static const char *show(Nvcc *nvcc, FILE *written, FILE *to, size_t *length) {
    Buf text;
    buf_init(&text, &nvcc->ctx->perm);
    rewind(written);
    for (size_t n = 1; n; text.n += n) {
        buf_reserve(&text, 4096);
        n = fread(text.at + text.n, 1, 4096, written);
    }
    fclose(written);
    if (text.n) fwrite(text.at, 1, text.n, to);
    *length = text.n;
    return text.at;
}

static bool names(const char *text, size_t length, const char *name) {
    return name && memmem(text, length, name, strlen(name));
}

// What names a file between the steps is not the same the next time.
static bool names_files(const Nvcc *nvcc, const NvccStep *assembly, const char *text,
                        size_t length) {
    return names(text, length, nvcc->folder) || names(text, length, ptx_word(assembly));
}

// Kept is what succeeded without standard output, and names nothing that is other the next time.
void nvcc_cubin_made(Nvcc *nvcc, NvccStep *assembly, int code) {
    size_t said, length, size = 0;
    show(nvcc, assembly->said, stdout, &said);
    const char *messages = show(nvcc, assembly->errors, stderr, &length), *key = assembly->key;
    assembly->key = NULL;
    bool whole = code == 0 && !said && access(cubin_word(assembly), R_OK) == 0;
    const char *cubin = whole ? driver_read_file(nvcc->ctx, cubin_word(assembly), &size) : NULL;
    bool kept = cubin && !names_files(nvcc, assembly, cubin, size) &&
                !names_files(nvcc, assembly, messages, length);
    if (kept)
        nvcc_cache_write(nvcc, &nvcc->cache, key,
                         &(NvccEntry){{{cubin, size}, {"", 0}, {messages, length}}});
}
