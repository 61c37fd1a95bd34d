// SPDX-License-Identifier: Apache-2.0
// The judges: other compilers that make PTX in this process. Their libraries are loaded at run
// time; the few functions that are used of each are declared here, by their public headers
// (nvrtc.h, nvvm.h, llvm-c/), so that nothing need be installed to build the tester.
#include "tester.h"

#include "driver/driver.h"
#include "ir/ir.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- NVRTC and libNVVM --------------------------------------------------------------------------

typedef struct Nvrtc {
    int (*nvrtcCreateProgram)(void **, const char *, const char *, int, const char *const *,
                              const char *const *);
    int (*nvrtcDestroyProgram)(void **);
    int (*nvrtcCompileProgram)(void *, int, const char *const *);
    int (*nvrtcGetPTXSize)(void *, size_t *);
    int (*nvrtcGetPTX)(void *, char *);
    int (*nvrtcGetProgramLogSize)(void *, size_t *);
    int (*nvrtcGetProgramLog)(void *, char *);
} Nvrtc;
#define NVRTC_FUNCTIONS(F)                                                                         \
    F(nvrtcCreateProgram)                                                                          \
    F(nvrtcDestroyProgram)                                                                         \
    F(nvrtcCompileProgram)                                                                         \
    F(nvrtcGetPTXSize) F(nvrtcGetPTX) F(nvrtcGetProgramLogSize) F(nvrtcGetProgramLog)

typedef struct Nvvm {
    int (*nvvmCreateProgram)(void **);
    int (*nvvmDestroyProgram)(void **);
    int (*nvvmAddModuleToProgram)(void *, const char *, size_t, const char *);
    int (*nvvmCompileProgram)(void *, int, const char **);
    int (*nvvmGetCompiledResultSize)(void *, size_t *);
    int (*nvvmGetCompiledResult)(void *, char *);
    int (*nvvmGetProgramLogSize)(void *, size_t *);
    int (*nvvmGetProgramLog)(void *, char *);
} Nvvm;
#define NVVM_FUNCTIONS(F)                                                                          \
    F(nvvmCreateProgram)                                                                           \
    F(nvvmDestroyProgram)                                                                          \
    F(nvvmAddModuleToProgram)                                                                      \
    F(nvvmCompileProgram)                                                                          \
    F(nvvmGetCompiledResultSize)                                                                   \
    F(nvvmGetCompiledResult) F(nvvmGetProgramLogSize) F(nvvmGetProgramLog)

// ---- LLVM ---------------------------------------------------------------------------------------

typedef struct Llvm {
    void (*LLVMInitializeNVPTXTargetInfo)(void);
    void (*LLVMInitializeNVPTXTarget)(void);
    void (*LLVMInitializeNVPTXTargetMC)(void);
    void (*LLVMInitializeNVPTXAsmPrinter)(void);
    void *(*LLVMContextCreate)(void);
    void (*LLVMContextDispose)(void *);
    void (*LLVMContextSetDiagnosticHandler)(void *, void (*)(void *, void *), void *);
    void *(*LLVMCreateMemoryBufferWithMemoryRangeCopy)(const char *, size_t, const char *);
    int (*LLVMParseIRInContext)(void *, void *, void **, char **);
    int (*LLVMVerifyModule)(void *, int, char **);
    void (*LLVMDisposeModule)(void *);
    void (*LLVMSetTarget)(void *, const char *);
    int (*LLVMGetTargetFromTriple)(const char *, void **, char **);
    void *(*LLVMCreateTargetMachine)(void *, const char *, const char *, const char *, int, int,
                                     int);
    void (*LLVMDisposeTargetMachine)(void *);
    void *(*LLVMCreatePassBuilderOptions)(void);
    void (*LLVMDisposePassBuilderOptions)(void *);
    void *(*LLVMRunPasses)(void *, const char *, void *, void *);
    char *(*LLVMGetErrorMessage)(void *);
    void (*LLVMDisposeErrorMessage)(char *);
    int (*LLVMTargetMachineEmitToMemoryBuffer)(void *, void *, int, char **, void **);
    const char *(*LLVMGetBufferStart)(void *);
    size_t (*LLVMGetBufferSize)(void *);
    void (*LLVMDisposeMemoryBuffer)(void *);
    void (*LLVMDisposeMessage)(char *);
} Llvm;
#define LLVM_FUNCTIONS(F)                                                                          \
    F(LLVMInitializeNVPTXTargetInfo)                                                               \
    F(LLVMInitializeNVPTXTarget)                                                                   \
    F(LLVMInitializeNVPTXTargetMC)                                                                 \
    F(LLVMInitializeNVPTXAsmPrinter)                                                               \
    F(LLVMContextCreate)                                                                           \
    F(LLVMContextDispose)                                                                          \
    F(LLVMContextSetDiagnosticHandler)                                                             \
    F(LLVMCreateMemoryBufferWithMemoryRangeCopy)                                                   \
    F(LLVMParseIRInContext)                                                                        \
    F(LLVMVerifyModule)                                                                            \
    F(LLVMDisposeModule)                                                                           \
    F(LLVMSetTarget)                                                                               \
    F(LLVMGetTargetFromTriple)                                                                     \
    F(LLVMCreateTargetMachine)                                                                     \
    F(LLVMDisposeTargetMachine)                                                                    \
    F(LLVMCreatePassBuilderOptions)                                                                \
    F(LLVMDisposePassBuilderOptions)                                                               \
    F(LLVMRunPasses)                                                                               \
    F(LLVMGetErrorMessage)                                                                         \
    F(LLVMDisposeErrorMessage)                                                                     \
    F(LLVMTargetMachineEmitToMemoryBuffer)                                                         \
    F(LLVMGetBufferStart)                                                                          \
    F(LLVMGetBufferSize) F(LLVMDisposeMemoryBuffer) F(LLVMDisposeMessage)

// The libraries of this process, as dlopen has them; set once, before any program runs.
static Nvrtc nvrtc;
static Nvvm nvvm;
static Llvm llvm;
static bool present[MAKER_LLVM + 1];

static void *open_first(const char *const *names) {
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

#define FIND(name)                                                                                 \
    *(void **)&table.name = dlsym(library, #name);                                                 \
    if (!table.name) return false;

static bool find_nvrtc(void) {
    static const char *const names[] = {"libnvrtc.so.13", "/usr/local/cuda/lib64/libnvrtc.so.13",
                                        "/usr/local/cuda/lib64/libnvrtc.so", NULL};
    void *library = open_first(names);
    if (!library) return false;
    Nvrtc table;
    NVRTC_FUNCTIONS(FIND)
    nvrtc = table;
    return true;
}

static bool find_nvvm(void) {
    static const char *const names[] = {"/usr/local/cuda/nvvm/lib64/libnvvm.so",
                                        "/usr/local/cuda/lib64/libnvvm.so.4", NULL};
    void *library = open_first(names);
    if (!library) return false;
    Nvvm table;
    NVVM_FUNCTIONS(FIND)
    nvvm = table;
    return true;
}

static bool find_llvm(void) {
    static const char *const names[] = {"libLLVM-19.so", "/usr/lib/llvm-19/lib/libLLVM-19.so",
                                        NULL};
    void *library = open_first(names);
    if (!library) return false;
    Llvm table;
    LLVM_FUNCTIONS(FIND)
    llvm = table;
    llvm.LLVMInitializeNVPTXTargetInfo();
    llvm.LLVMInitializeNVPTXTarget();
    llvm.LLVMInitializeNVPTXTargetMC();
    llvm.LLVMInitializeNVPTXAsmPrinter();
    return true;
}

void judges_find(bool quiet) {
    present[MAKER_NVRTC] = find_nvrtc();
    present[MAKER_NVVM] = find_nvvm();
    present[MAKER_LLVM] = find_llvm();
    if (quiet) return;
    printf("judges: NVRTC %s, libNVVM %s, LLVM 19 %s\n", present[MAKER_NVRTC] ? "yes" : "no",
           present[MAKER_NVVM] ? "yes" : "no", present[MAKER_LLVM] ? "yes" : "no");
}

bool judge_present(Maker maker) {
    return maker < MAKER_NVRTC || present[maker];
}

static char *failed(Outcome *outcome, OutcomeKind kind, const char *who, const char *why) {
    outcome->kind = kind;
    snprintf(outcome->text, sizeof outcome->text, "%s: %s", who, why);
    return NULL;
}

// How NVIDIA's libraries give a text: its size, then its bytes.
typedef struct TextCalls {
    int (*size)(void *, size_t *);
    int (*get)(void *, char *);
} TextCalls;

// The PTX that a program was compiled to; NULL where that failed: the calls give the log, and
// outcome says it.
static char *ptx_or_reason(void *program, int status, const TextCalls *calls, const char *who,
                           Outcome *outcome, size_t *size) {
    size_t length = 0;
    calls->size(program, &length);
    char *text = calloc(length + 1, 1);
    calls->get(program, text);
    *size = strlen(text);
    if (!status) return text;

    failed(outcome, OUTCOME_REFUSED, who, text);
    free(text);
    return NULL;
}

static char *nvrtc_ptx(const Source *source, Outcome *outcome, size_t *size) {
    char arch[40], standard[40];
    snprintf(arch, sizeof arch, "-arch=compute_%u", source->program->sm);
    snprintf(standard, sizeof standard, "-std=%s", source->program->standard);
    const char *options[] = {arch, standard,         "-fmad=false",
                             "-w", "-device-int128", "-I/usr/local/cuda/include"};
    void *program = NULL;
    if (nvrtc.nvrtcCreateProgram(&program, source->text, "program.cu", 0, NULL, NULL))
        return failed(outcome, OUTCOME_REFUSED, "NVRTC", "no program");
    int status = nvrtc.nvrtcCompileProgram(program, source->program->toolkit ? 6 : 5, options);
    TextCalls calls = status ? (TextCalls){nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog}
                             : (TextCalls){nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX};
    char *text = ptx_or_reason(program, status, &calls, "NVRTC", outcome, size);
    nvrtc.nvrtcDestroyProgram(&program);
    return text;
}

// The module in the form that libNVVM takes for the target: bitcode of LLVM 7, or of today.
static bool nvvm_bitcode(Ctx *ctx, const Source *source, Buf *bitcode) {
    jmp_buf unwind;
    ctx->unwind = &unwind;
    if (setjmp(unwind)) return false;
    buf_init(bitcode, &ctx->perm);
    IrModule *module = driver_parse_module(ctx, "program.ll", source->text, source->size, true);
    IrBitcodeDialect dialect = source->program->sm >= 100 ? IR_BC_MODERN : IR_BC_LLVM7;
    return module && ir_write_bitcode(module, dialect, bitcode) && !diag_error_count(ctx);
}

static char *nvvm_compile(const Source *source, const Buf *bitcode, Outcome *outcome,
                          size_t *size) {
    char arch[40];
    snprintf(arch, sizeof arch, "-arch=compute_%u", source->program->sm);
    const char *options[] = {arch, "-fma=0"};
    void *program = NULL;
    if (nvvm.nvvmCreateProgram(&program))
        return failed(outcome, OUTCOME_REFUSED, "libNVVM", "no program");
    int status = nvvm.nvvmAddModuleToProgram(program, bitcode->at, bitcode->n, "program");
    if (!status) status = nvvm.nvvmCompileProgram(program, 2, options);
    TextCalls calls = status
                          ? (TextCalls){nvvm.nvvmGetProgramLogSize, nvvm.nvvmGetProgramLog}
                          : (TextCalls){nvvm.nvvmGetCompiledResultSize, nvvm.nvvmGetCompiledResult};
    char *text = ptx_or_reason(program, status, &calls, "libNVVM", outcome, size);
    nvvm.nvvmDestroyProgram(&program);
    return text;
}

static char *nvvm_ptx(const Source *source, Outcome *outcome, size_t *size) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf bitcode;
    char *ptx = NULL;
    if (nvvm_bitcode(&ctx, source, &bitcode))
        ptx = nvvm_compile(source, &bitcode, outcome, size);
    else // NVIDIA's dialect lacks something: no opinion
        failed(outcome, OUTCOME_NONE, "libNVVM", "the module has no form for it");
    ctx_free(&ctx);
    return ptx;
}

static void ignore(void *diagnostic, void *data) {}

// LLVM says on the standard error what it cannot do, and ends the process.
static int mute(void) {
    fflush(stderr);
    int saved = dup(2), nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) dup2(nothing, 2);
    if (nothing >= 0) close(nothing);
    return saved;
}

static void unmute(int saved) {
    fflush(stderr);
    if (saved >= 0) dup2(saved, 2);
    if (saved >= 0) close(saved);
}

static char *llvm_emit(void *module, void *machine, Outcome *outcome, size_t *size) {
    void *options = llvm.LLVMCreatePassBuilderOptions();
    void *error = llvm.LLVMRunPasses(module, "default<O2>", machine, options);
    llvm.LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *message = llvm.LLVMGetErrorMessage(error);
        failed(outcome, OUTCOME_REFUSED, "LLVM", message);
        llvm.LLVMDisposeErrorMessage(message);
        return NULL;
    }
    enum { ASSEMBLY_FILE = 0 };
    void *buffer = NULL;
    char *message = NULL;
    if (llvm.LLVMTargetMachineEmitToMemoryBuffer(machine, module, ASSEMBLY_FILE, &message,
                                                 &buffer)) {
        failed(outcome, OUTCOME_REFUSED, "LLVM", message);
        llvm.LLVMDisposeMessage(message);
        return NULL;
    }
    *size = llvm.LLVMGetBufferSize(buffer);
    char *ptx = tester_alloc(NULL, *size + 1);
    memcpy(ptx, llvm.LLVMGetBufferStart(buffer), *size);
    ptx[*size] = 0;
    llvm.LLVMDisposeMemoryBuffer(buffer);
    return ptx;
}

static char *llvm_compile(void *context, const Source *source, const char *ir, size_t ir_size,
                          Outcome *outcome, size_t *size) {
    static const char triple[] = "nvptx64-nvidia-cuda";
    void *buffer = llvm.LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, ir_size, "program.ll");
    void *module = NULL, *target = NULL;
    char *message = NULL;
    enum { RETURN_STATUS = 2 };
    if (llvm.LLVMParseIRInContext(context, buffer, &module, &message) ||
        llvm.LLVMGetTargetFromTriple(triple, &target, &message)) {
        failed(outcome, OUTCOME_REFUSED, "LLVM", message);
        llvm.LLVMDisposeMessage(message);
        return NULL;
    }
    char *ptx = NULL;
    if (llvm.LLVMVerifyModule(module, RETURN_STATUS, &message)) {
        failed(outcome, OUTCOME_REFUSED, "LLVM", message);
    } else {
        char cpu[16];
        // LLVM 19 knows sm_100 as sm_90's successor of PTX 8.6: too new for some releases
        snprintf(cpu, sizeof cpu, "sm_%u", source->program->sm > 90 ? 90 : source->program->sm);
        enum { LEVEL_DEFAULT = 2, RELOCATION_DEFAULT = 0, CODE_MODEL_DEFAULT = 0 };
        void *machine = llvm.LLVMCreateTargetMachine(target, triple, cpu, "+ptx83", LEVEL_DEFAULT,
                                                     RELOCATION_DEFAULT, CODE_MODEL_DEFAULT);
        ptx = llvm_emit(module, machine, outcome, size);
        llvm.LLVMDisposeTargetMachine(machine);
    }
    llvm.LLVMDisposeMessage(message);
    llvm.LLVMDisposeModule(module);
    return ptx;
}

// LLVM 19 makes sitofp and uitofp of llvm.nvvm's conversions of integers towards zero: it rounds to
// nearest (gen_ir_nvvm.def leaves them out of IR programs).
static bool llvm_misrounds(const char *ir) {
    static const char *const names[] = {"i2d.rz(", "i2f.rz(", "l2d.rz(", "l2f.rz("};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(ir, names[i])) return true;
    return false;
}

static char *llvm_ptx(const Source *source, Outcome *outcome, size_t *size) {
    bool cuda = source->program->kind == PROGRAM_CUDA;
    size_t ir_size = source->size;
    char *ir = NULL;
    if (cuda && !(ir = make_ir(source, false, outcome, &ir_size))) {
        outcome->kind = OUTCOME_NONE; // ours has said so already
        return NULL;
    }
    if (cuda && llvm_misrounds(ir)) {
        free(ir);
        return failed(outcome, OUTCOME_NONE, "LLVM", "rounds conversions towards zero to nearest");
    }
    void *context = llvm.LLVMContextCreate();
    llvm.LLVMContextSetDiagnosticHandler(context, ignore, NULL);
    int saved = mute();
    char *ptx = llvm_compile(context, source, cuda ? ir : source->text, ir_size, outcome, size);
    llvm.LLVMContextDispose(context);
    unmute(saved);
    free(ir);
    return ptx;
}

char *judge_ptx(const Source *source, const Config *config, Outcome *outcome, size_t *size) {
    switch (config->maker) {
    case MAKER_NVRTC: return nvrtc_ptx(source, outcome, size);
    case MAKER_NVVM: return nvvm_ptx(source, outcome, size);
    default: return llvm_ptx(source, outcome, size);
    }
}
