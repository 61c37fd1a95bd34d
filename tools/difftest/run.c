// SPDX-License-Identifier: Apache-2.0
// Configurations: how a program is compiled and run. The compiler is used through its public
// interface (include/cuprum.h); the machine through vm.h, whose host threads, order and checkers
// the public one does not show.
#include "tester.h"

#include "cuprum.h"
#include "vm/vm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_OPTIONS = 16,
    MAX_PIPELINE = 4096,
    COMPILE_LIMIT_MS = 300000,
    MAX_WARP_INSTRUCTIONS = 1 << 25,
    MANY = VM_CHECK_MEM | VM_CHECK_INIT | VM_CHECK_RACE | VM_CHECK_SYNC,
};

// What a program has always, then what programs take turns in.
const Config configs[] = {
    {"-O0", MAKER_CUPRUM, 0, .jobs = 1, .sms = 1, .turns = 1},
    {"-O1, native code", MAKER_CUPRUM, 1, .jobs = 1, .sms = 2, .turns = 1, .native = true},
    {"-O2", MAKER_CUPRUM, 2, .jobs = 3, .sms = 4, .turns = 1, .reorder = true},
    {"-O3", MAKER_CUPRUM, 3, .jobs = 1, .sms = 1, .turns = 1},
    // two thirds of the time went to NVRTC: it judges each third program
    {"NVRTC", MAKER_NVRTC, 3, .jobs = 1, .sms = 1, .turns = 3, .turn = 1},
    {"libNVVM", MAKER_NVVM, 3, .jobs = 1, .sms = 1, .turns = 1},
    {"LLVM", MAKER_LLVM, 2, .jobs = 1, .sms = 1, .turns = 1},
    {"-O3 --opt-stress=clone", MAKER_CUPRUM, 3, .stress = "clone", .jobs = 1, .turns = 6,
     .turn = 0},
    {"-O3 --opt-stress=reread", MAKER_CUPRUM, 3, .stress = "reread", .jobs = 1, .turns = 6,
     .turn = 1},
    {"-O3 --opt-stress=drop", MAKER_CUPRUM, 3, .stress = "drop", .jobs = 1, .turns = 6, .turn = 2},
    {"-O3 --opt-stress=check", MAKER_CUPRUM, 3, .stress = "check", .jobs = 1, .turns = 6,
     .turn = 3},
    {"-O2 --opt-stress=renumber", MAKER_CUPRUM, 2, .stress = "renumber", .jobs = 1, .turns = 6,
     .turn = 4},
    {"-O1 --opt-stress=all", MAKER_CUPRUM, 1, .stress = "all", .jobs = 1, .turns = 6, .turn = 5},
    {"-O3 --passes=(random)", MAKER_CUPRUM, 3, .jobs = 1, .random_passes = true, .native = true,
     .turns = 2, .turn = 0},
    {"-O3 from text", MAKER_CUPRUM_TEXT, 3, .jobs = 1, .turns = 8, .turn = 0},
    {"-O3 from bitcode", MAKER_CUPRUM_BITCODE, 3, .jobs = 1, .turns = 8, .turn = 2},
    {"-O0 --check", MAKER_CUPRUM, 0, .jobs = 1, .turns = 8, .turn = 4, .checks = MANY},
    {"-O3 --check", MAKER_CUPRUM, 3, .jobs = 2, .turns = 8, .turn = 6, .checks = MANY},
};
const uint32_t config_count = CU_COUNT(configs);
_Static_assert(CU_COUNT(configs) <= MAX_CONFIGS, "room for all");

const char *const outcome_names[] = {
    "was not asked",      "ran",       "refused by the compiler",
    "internal error",     "too slow",  "PTX refused by the machine",
    "stopped by a fault", "a finding", "crash",
};

static const char toolkit_path[] = "/usr/local/cuda";

static bool toolkit_present(void) {
    return access("/usr/local/cuda/include/cuda_runtime.h", R_OK) == 0;
}

// Whether the program is one that the configuration's maker can take, here.
static bool can_run(const Config *config, const Program *program) {
    bool cuda = program->kind == PROGRAM_CUDA, can = judge_present(config->maker);
    switch (config->maker) {
    case MAKER_NVRTC: can &= cuda && !program->skip_nvidia; break;
    case MAKER_NVVM: can &= !cuda && !program->skip_nvidia; break;
    case MAKER_LLVM: can &= !program->skip_llvm && (!cuda || program->sm <= 90); break;
    default: break;
    }
    return can && (!program->toolkit || toolkit_present());
}

uint64_t config_mask(const Program *program, uint64_t seed) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < config_count; i++) {
        const Config *config = &configs[i];
        bool run = seed % config->turns == config->turn;
        // a second opinion on our front end's output now and then
        if (config->maker == MAKER_LLVM && program->kind == PROGRAM_CUDA) run &= seed % 16 == 1;
        if (run && can_run(config, program)) mask |= 1ull << i;
    }
    return mask;
}

uint64_t pipeline_mask(void) {
    uint64_t mask = 1;
    for (uint32_t i = 0; i < config_count; i++) mask |= (uint64_t)configs[i].random_passes << i;
    return mask;
}

uint64_t judge_mask(const Program *program) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < config_count; i++) {
        if (configs[i].maker >= MAKER_NVRTC && can_run(&configs[i], program)) mask |= 1ull << i;
    }
    return mask;
}

// ---- compiling ----------------------------------------------------------------------------------

static void say(Outcome *outcome, OutcomeKind kind, const char *text) {
    outcome->kind = kind;
    size_t length = strnlen(text, sizeof outcome->text - 1);
    memmove(outcome->text, text, length);
    outcome->text[length] = 0;
}

typedef struct Words {
    char text[MAX_OPTIONS][48];
    char pipeline[MAX_PIPELINE]; // an option that is longer
    const char *at[MAX_OPTIONS];
    size_t count;
} Words;

__attribute__((format(printf, 2, 3))) static void add_word(Words *words, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->text[words->count], sizeof words->text[0], format, arguments);
    va_end(arguments);
    words->at[words->count] = words->text[words->count];
    words->count++;
}

static void add_pipeline(Words *words, uint64_t seed) {
    char *passes = random_pipeline(seed);
    snprintf(words->pipeline, sizeof words->pipeline, "--passes=%s", passes);
    words->at[words->count++] = words->pipeline;
    free(passes);
}

static void common_words(Words *words, const Source *source, const Config *config) {
    *words = (Words){0};
    add_word(words, "-arch=sm_%u", source->program->sm);
    add_word(words, "-O%u", config->level);
    add_word(words, "--fmad=false");
    add_word(words, "-w");
    if (source->program->standard && source->program->kind == PROGRAM_CUDA)
        add_word(words, "-std=%s", source->program->standard);
    if (config->random_passes) add_pipeline(words, source->seed);
    if (source->program->toolkit) add_word(words, "--cuda-path=%s", toolkit_path);
}

// Compiles once. NULL: outcome says why.
static char *compile_once(const Words *words, const char *name, const char *text, size_t text_size,
                          Outcome *outcome, size_t *size) {
    cuprum_request request = {sizeof request};
    request.name = name;
    request.source = text;
    request.size = text_size;
    request.options = words->at;
    request.noptions = words->count;
    request.time_limit_ms = COMPILE_LIMIT_MS;
    cuprum_result *result = cuprum_compile_request(&request);
    char *made = NULL;
    switch (cuprum_result_status(result)) {
    case CUPRUM_OK: {
        const char *at = cuprum_result_output(result, size);
        made = tester_alloc(NULL, *size + 1);
        memcpy(made, at, *size + 1);
        break;
    }
    case CUPRUM_ERROR:
    case CUPRUM_USAGE: say(outcome, OUTCOME_REFUSED, cuprum_result_log(result, NULL)); break;
    case CUPRUM_STOPPED: say(outcome, OUTCOME_TIME, cuprum_result_log(result, NULL)); break;
    default: say(outcome, OUTCOME_INTERNAL, cuprum_result_log(result, NULL)); break;
    }
    cuprum_result_free(result);
    return made;
}

static const char *input_name(const Source *source) {
    return source->program->kind == PROGRAM_CUDA ? "program.cu" : "program.ll";
}

char *make_ir(const Source *source, bool bitcode, Outcome *outcome, size_t *size) {
    Words words;
    // the level of the front end's output is that of the code to be made: at level 0 it marks
    // functions as not to be optimized
    common_words(&words, source, &(Config){.level = 3});
    add_word(&words, "--emit=%s", bitcode ? "bc" : "ir");
    add_word(&words, "--opt-bisect-limit=0");
    return compile_once(&words, input_name(source), source->text, source->size, outcome, size);
}

// Mistakes of the compiler at level 3, made on purpose, so that tests see the tester find them:
// "A=B" puts B for the first A in the PTX; "N:A=B" does so if N passes or more ran, as if the N-th
// were to blame; "crash" ends the process.
static char *put_plant(char *ptx, size_t *size, const char *plant, int64_t bisect) {
    if (strcmp(plant, "crash") == 0) abort();
    char *rest;
    int64_t number = strtoll(plant, &rest, 10);
    if (rest != plant && *rest == ':') {
        if (bisect >= 0 && bisect < number) return ptx;
        plant = rest + 1;
    }
    const char *equals = strchr(plant, '=');
    if (!equals) return ptx;
    char from[64];
    snprintf(from, sizeof from, "%.*s", (int)(equals - plant), plant);
    char *at = strstr(ptx, from);
    if (!at) return ptx;
    size_t before = (size_t)(at - ptx), length = strlen(from), put = strlen(equals + 1);
    char *changed = tester_alloc(NULL, *size + put + 1);
    memcpy(changed, ptx, before);
    memcpy(changed + before, equals + 1, put);
    memcpy(changed + before + put, at + length, *size - before - length + 1);
    *size += put - length;
    free(ptx);
    return changed;
}

char *make_ptx(const Source *source, const Config *config, Outcome *outcome, size_t *size) {
    if (config->maker >= MAKER_NVRTC) return judge_ptx(source, config, outcome, size);
    Words words;
    common_words(&words, source, config);
    if (config->stress) add_word(&words, "--opt-stress=%s", config->stress);
    if (source->bisect >= 0) add_word(&words, "--opt-bisect-limit=%lld", (long long)source->bisect);
    char *ptx;
    if (config->maker == MAKER_CUPRUM) {
        ptx = compile_once(&words, input_name(source), source->text, source->size, outcome, size);
    } else {
        bool bitcode = config->maker == MAKER_CUPRUM_BITCODE;
        size_t ir_size;
        char *ir = make_ir(source, bitcode, outcome, &ir_size);
        if (!ir) return NULL;
        ptx =
            compile_once(&words, bitcode ? "program.bc" : "program.ll", ir, ir_size, outcome, size);
        free(ir);
    }
    if (ptx && source->plant && config->level == 3)
        ptx = put_plant(ptx, size, source->plant, source->bisect);
    return ptx;
}

// ---- passes by number ---------------------------------------------------------------------------

// The dump of all passes: each begins with "; after NAME (#NUMBER) ...".
static void write_pass_log(const Source *source, const Config *config, FILE *out) {
    Words words;
    common_words(&words, source, config);
    add_word(&words, "--print-after=all");
    cuprum_result *result =
        cuprum_compile(input_name(source), source->text, source->size, words.at, words.count);
    fputs(cuprum_result_log(result, NULL), out);
    cuprum_result_free(result);
    fclose(out);
}

// It may be a crash that is looked at: in a process of its own, which then leaves nothing.
static char *pass_log(const Source *source, const Config *config) {
    FILE *file = tmpfile();
    if (!file) return strdup("");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        watch(PROGRAM_SECONDS);
        write_pass_log(source, config, file);
        _exit(0);
    }
    waitpid(child, NULL, 0);

    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *log = tester_alloc(NULL, size + 1);
    log[fread(log, 1, size, file)] = 0;
    fclose(file);
    return log;
}

static bool next_pass(const char **at, const char **name, size_t *length, int64_t *number) {
    const char *p = strstr(*at, "; after ");
    if (!p) return false;
    *name = p + strlen("; after ");
    const char *open = strstr(*name, " (#");
    if (!open) return false;
    *length = (size_t)(open - *name);
    *number = strtoll(open + 3, NULL, 10);
    *at = open;
    return true;
}

int64_t pass_count(const Source *source, const Config *config) {
    char *log = pass_log(source, config);
    const char *at = log, *name;
    size_t length;
    int64_t number, last = 0;
    while (next_pass(&at, &name, &length, &number)) last = number > last ? number : last;
    free(log);
    return last;
}

char *pass_name(const Source *source, const Config *config, int64_t wanted) {
    char *log = pass_log(source, config), *found = NULL;
    const char *at = log, *name;
    size_t length;
    int64_t number;
    while (!found && next_pass(&at, &name, &length, &number)) {
        if (number == wanted) found = strndup(name, length);
    }
    free(log);
    return found;
}

// ---- running ------------------------------------------------------------------------------------

typedef struct Machine {
    Ctx ctx;
    const Source *source;
    const Config *config;
    const char *ptx;
    size_t size;
    Outcome *outcome;
    uint8_t *out;
} Machine;

static void load_failed(Machine *machine) {
    Buf text;
    buf_init(&text, &machine->ctx.perm);
    diag_render(&machine->ctx, &text);
    say(machine->outcome, OUTCOME_LOAD, buf_cstr(&text));
}

static OutcomeKind kind_of_status(VmStatus status) {
    return status == VM_OK ? OUTCOME_OK : status == VM_ERR_LIMIT ? OUTCOME_TIME : OUTCOME_FAULT;
}

static void launch(Machine *machine, Vm *vm, VmFunc *kernel) {
    const Program *program = machine->source->program;
    uint8_t *in = arena_alloc(&machine->ctx.perm, program->in_bytes + 1, 16);
    program_input(program, machine->source->seed, in);
    // one more byte: a buffer of no bytes has an address too
    uint64_t parameters[2] = {vm_alloc(vm, program->out_bytes + 1),
                              vm_alloc(vm, program->in_bytes + 1)};
    vm_write(vm, parameters[0], machine->out, program->out_bytes);
    vm_write(vm, parameters[1], in, program->in_bytes);
    VmLaunch l = {.grid = {program->grid, 1, 1},
                  .block = {program->width, program->block / program->width, 1}};
    if (program->cluster) l.cluster[0] = program->cluster, l.cluster[1] = l.cluster[2] = 1;
    l.params = parameters;
    VmResult result;
    OutcomeKind kind = kind_of_status(vm_launch(vm, kernel, &l, &result));
    say(machine->outcome, kind, kind == OUTCOME_OK ? "" : result.error);
    vm_read(vm, parameters[0], machine->out, program->out_bytes);
    if (kind == OUTCOME_OK && machine->config->checks && vm_finding_count(vm))
        say(machine->outcome, OUTCOME_FINDING, vm_finding(vm, 0)->text);
    if (vm_differences(vm)) {
        Buf text;
        buf_init(&text, &machine->ctx.perm);
        vm_print_new_differences(vm, &text);
        say(machine->outcome, OUTCOME_FINDING, buf_cstr(&text));
    }
}

static void start(Machine *machine) {
    const Config *config = machine->config;
    uint32_t checks = config->checks;
    if (machine->source->program->copies_padding) checks &= ~(uint32_t)VM_CHECK_INIT;
    if (machine->source->program->ends_early) checks &= ~(uint32_t)VM_CHECK_SYNC;
    bool verify = machine->source->verify && !config->reorder && !checks;
    VmOptions options = {.jobs = config->jobs,
                         .sms = config->sms,
                         .checks = checks,
                         .native = config->native || verify,
                         .verify = verify,
                         .seed = config->reorder ? machine->source->seed + 1 : 0,
                         .max_instructions = MAX_WARP_INSTRUCTIONS,
                         .heap_limit = 1 << 20};
    Vm *vm = vm_new(&machine->ctx, &options);
    VmModule *module = vm_load_text(vm, "program.ptx", machine->ptx, machine->size);
    VmFunc *kernel = module ? vm_kernel(module, "k") : NULL;
    if (!kernel && module && vm_kernel_count(module) == 1) kernel = vm_kernel_at(module, 0);
    if (kernel && vm_kernel_info(kernel).size == 16)
        launch(machine, vm, kernel);
    else if (module)
        say(machine->outcome, OUTCOME_LOAD, "no kernel with two parameters");
    else
        load_failed(machine);
    vm_free(vm);
}

// What unwinds comes back here: no variable changes after setjmp.
static void run_machine(Machine *machine) {
    jmp_buf unwind;
    machine->ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        start(machine);
        return;
    }
    say(machine->outcome, machine->ctx.internal_error ? OUTCOME_INTERNAL : OUTCOME_LOAD,
        machine->ctx.fatal_text ? machine->ctx.fatal_text : "the machine gave up");
}

static uint64_t hash_of(const uint8_t *at, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

void run_config(const Source *source, const Config *config, Outcome *outcome, uint8_t *result) {
    *outcome = (Outcome){0};
    size_t size, out_bytes = source->program->out_bytes;
    char *ptx = make_ptx(source, config, outcome, &size);
    if (!ptx) return;
    uint8_t *out = calloc(out_bytes + 1, 1);
    Machine machine = {.source = source, .config = config, .ptx = ptx, .size = size};
    machine.outcome = outcome;
    machine.out = out;
    ctx_init(&machine.ctx);
    run_machine(&machine);
    ctx_free(&machine.ctx);
    outcome->hash = hash_of(out, out_bytes);
    if (result) memcpy(result, out, out_bytes);
    free(out);
    free(ptx);
}
