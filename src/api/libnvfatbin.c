// SPDX-License-Identifier: Apache-2.0
// libnvfatbin.so.13: the entry points, each a check of its arguments around nvfatbin_input.c and
// nvfatbin_write.c.
//
// Where NVIDIA's library would crash (a handle that is not live) these return an error code.
#include "api/call.h"
#include "api/nvfatbin.h"

#define FATBIN_API __attribute__((visibility("default")))
#define ENTRY(name, params)                                                                        \
    FATBIN_API FatbinResult nvFatbin##name params;                                                 \
    FatbinResult nvFatbin##name params

static void init(void *object) {
    Fatbin *fatbin = object;
    enum { WIDTH_64 = 1, LINUX = 0x10 };
    ctx_init(&fatbin->ctx);
    fatbin->flags = WIDTH_64 | LINUX;
}

static void drop(void *object) {
    ctx_free(&((Fatbin *)object)->ctx);
}

static ApiTable table = API_TABLE(Fatbin, init, drop);

static const ApiCalls calls = {.table = &table,
                               .ctx = offsetof(Fatbin, ctx),
                               .not_live = FATBIN_NULL_POINTER,
                               .internal = FATBIN_INTERNAL};

static FatbinResult run(void *handle, ApiWork *work, const void *of) {
    return (FatbinResult)api_call(&calls, handle, work, of);
}

// ---- making and adding --------------------------------------------------------------------------

typedef struct {
    size_t n;
    const char **words;
} Words;

static int take_options(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Words *words = of;
    FatbinResult result = FATBIN_SUCCESS;
    for (size_t i = 0; i < words->n; i++) {
        if (!words->words[i] || !nvfatbin_option(fatbin, words->words[i]))
            result = FATBIN_UNRECOGNIZED_OPTION;
    }
    return result;
}

// A handle is made even for wrong options, as in NVIDIA's library.
ENTRY(Create, (void **handle, const char **options, size_t n)) {
    if (!handle) return FATBIN_NULL_POINTER;
    *handle = api_handle_new(&table);
    if (!*handle) return FATBIN_INTERNAL;
    if (n && !options) return FATBIN_NULL_POINTER;
    return run(*handle, take_options, &(Words){n, options});
}

ENTRY(Destroy, (void **handle)) {
    if (!handle || !*handle || !api_handle_destroy(&table, *handle)) return FATBIN_NULL_POINTER;
    *handle = NULL;
    return FATBIN_SUCCESS;
}

typedef struct {
    const char *bytes;
    size_t n;
    const char *arch, *name, *options;
} Input;

static int add_ptx(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Input *input = of;
    return nvfatbin_add_ptx(fatbin, input->bytes, input->n, input->arch, input->name,
                            input->options);
}

static int add_cubin(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Input *input = of;
    return nvfatbin_add_cubin(fatbin, input->bytes, input->n, input->arch, input->name);
}

static int add_lto(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Input *input = of;
    return nvfatbin_add_lto(fatbin, input->bytes, input->n, input->arch, input->name,
                            input->options);
}

static int add_reloc(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Input *input = of;
    return nvfatbin_add_reloc(fatbin, input->bytes, input->n);
}

// An index is what NVIDIA's tools make of several relocatable inputs: here nothing reads one.
static int add_index(void *object, const void *of) {
    return FATBIN_INVALID_INDEX;
}

// Names and options may be absent, what is added and its architecture not.
static FatbinResult add(void *handle, ApiWork *work, const void *bytes, size_t n, const char *arch,
                        const char *name, const char *options) {
    if (!bytes || !arch) return FATBIN_NULL_POINTER;
    Input input = {bytes, n, arch, name ? name : "", options ? options : ""};
    if (!n) return handle ? FATBIN_EMPTY_INPUT : FATBIN_NULL_POINTER;
    return run(handle, work, &input);
}

ENTRY(AddPTX, (void *handle, const char *code, size_t size, const char *arch,
               const char *identifier, const char *options)) {
    return add(handle, add_ptx, code, size, arch, identifier, options);
}

ENTRY(AddCubin,
      (void *handle, const void *code, size_t size, const char *arch, const char *identifier)) {
    return add(handle, add_cubin, code, size, arch, identifier, NULL);
}

ENTRY(AddLTOIR, (void *handle, const void *code, size_t size, const char *arch,
                 const char *identifier, const char *options)) {
    return add(handle, add_lto, code, size, arch, identifier, options);
}

ENTRY(AddIndex, (void *handle, const void *code, size_t size, const char *identifier)) {
    return add(handle, add_index, code, size, "", identifier, NULL);
}

ENTRY(AddReloc, (void *handle, const void *code, size_t size)) {
    return add(handle, add_reloc, code, size, "", NULL, NULL);
}

// ---- results ------------------------------------------------------------------------------------

typedef struct {
    size_t *size;
    void *to;
} Wanted;

static int give(void *object, const void *of) {
    Fatbin *fatbin = object;
    const Wanted *wanted = of;
    Buf out;
    buf_init(&out, &fatbin->ctx.scratch);
    nvfatbin_write(fatbin, &out);
    if (wanted->size) *wanted->size = out.n;
    if (wanted->to) memcpy(wanted->to, out.at, out.n);
    return FATBIN_SUCCESS;
}

ENTRY(Size, (void *handle, size_t *size)) {
    return size ? run(handle, give, &(Wanted){.size = size}) : FATBIN_NULL_POINTER;
}

ENTRY(Get, (void *handle, void *to)) {
    return to ? run(handle, give, &(Wanted){.to = to}) : FATBIN_NULL_POINTER;
}

ENTRY(Version, (unsigned *major, unsigned *minor)) {
    if (!major || !minor) return FATBIN_NULL_POINTER;
    *major = 13;
    *minor = 0;
    return FATBIN_SUCCESS;
}

FATBIN_API const char *nvFatbinGetErrorString(int result);
const char *nvFatbinGetErrorString(int result) {
    static const char *const texts[FATBIN_RESULTS] = {
        [FATBIN_INTERNAL] = "internal error",
        [FATBIN_ELF_ARCH_MISMATCH] =
            "fatbinary elf mismatch: elf arch does not match user-specified arch",
        [FATBIN_ELF_SIZE_MISMATCH] =
            "fatbinary elf mismatch: elf size doesn't match user-specified size",
        [FATBIN_MISSING_PTX_VERSION] = "could not find ptx version",
        [FATBIN_NULL_POINTER] = "input contained null pointer",
        [FATBIN_COMPRESSION_FAILED] = "compression failed",
        [FATBIN_COMPRESSED_SIZE_EXCEEDED] =
            "compressed size is bigger than max size of compressed size field",
        [FATBIN_UNRECOGNIZED_OPTION] = "unknown option",
        [FATBIN_INVALID_ARCH] = "invalid architecture",
        [FATBIN_INVALID_NVVM] = "invalid NVVM input",
        [FATBIN_EMPTY_INPUT] = "empty input",
        [FATBIN_MISSING_PTX_ARCH] = "missing ptx architecture",
        [FATBIN_PTX_ARCH_MISMATCH] = "ptx architecture incompatible with specified architecture",
        [FATBIN_MISSING_FATBIN] = "host object doesn't contain a fatbin",
        [FATBIN_INVALID_INDEX] = "invalid index input",
        [FATBIN_IDENTIFIER_REUSE] =
            "each relocatable entry must have a unique identifier name per architecture",
        [FATBIN_INTERNAL_PTX_OPTION] = "used ptx options include internal options",
    };
    if (result == FATBIN_SUCCESS) return NULL;
    return result > 0 && result < FATBIN_RESULTS ? texts[result] : "unknown error";
}
