// SPDX-License-Identifier: Apache-2.0
// The standing random tester: options, processes, what is printed. See doc/testing.md, "Random
// programs".
//
// Programs are run in batches, a process each, so that a crash costs one program: the parent blames
// the one that was at work and goes on behind it. What is wrong is looked at when its batch is
// done: kept, reduced, blamed.
#include "launch.h"
#include "tester.h"

#include "vm/vm.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 64, MAX_JOBS = 64, MODULE_ONE_IN = 8, PATH_LENGTH = 1024 };

typedef struct Options {
    uint64_t count, seed, seconds;
    uint32_t jobs, reductions;
    bool cuda, ir, launch, coverage, pipelines, verify;
    const char *program, *repeat, *plant, *keep, *self;
} Options;

// One process's part. Shared memory.
typedef struct Batch {
    uint64_t next, end; // seeds
    uint64_t ran[MAX_CONFIGS], refused[MAX_CONFIGS], agreed, theirs;
    char refusal[MAX_CONFIGS][160]; // the last one
    uint32_t found_count;
    Verdict current, found[BATCH];
} Batch;

typedef struct Tester {
    Options options;
    Coverage *coverage;
    time_t start;
    uint64_t programs, differences, agreed, theirs, ran[MAX_CONFIGS], refused[MAX_CONFIGS];
    char refusal[MAX_CONFIGS][160];
} Tester;

static Program *generate(ProgramKind kind, uint64_t seed, Coverage *coverage) {
    return kind == PROGRAM_CUDA ? generate_cuda(seed, coverage) : generate_ir(seed, coverage);
}

static const char *kind_name(ProgramKind kind) {
    return kind == PROGRAM_CUDA ? "cuda" : "ir";
}

static Source source_of(const Tester *tester, const Program *program, uint64_t seed) {
    const Options *options = &tester->options;
    return (Source){program, program->text,  program->size,  seed,
                    -1,      options->plant, options->verify};
}

// The kinds have half of the time each.
static bool out_of_time(const Tester *tester, ProgramKind kind) {
    const Options *options = &tester->options;
    bool half = kind == PROGRAM_CUDA && options->ir;
    uint64_t seconds = half ? options->seconds / 2 : options->seconds;
    return options->seconds && (uint64_t)(time(NULL) - tester->start) >= seconds;
}

// ---- one difference -----------------------------------------------------------------------------

static void write_text(const char *path, const void *text, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, size, file) != size) {
        fprintf(stderr, "difftest: cannot write %s\n", path);
        exit(2);
    }
    fclose(file);
}

static void print_outcome(const Verdict *verdict, int32_t config) {
    const Outcome *outcome = &verdict->outcome[config];
    size_t line = strcspn(outcome->text, "\n");
    printf("    %-26s %s", configs[config].name, outcome_names[outcome->kind]);
    if (outcome->kind == OUTCOME_OK) printf(" %016llx", (unsigned long long)outcome->hash);
    if (line) printf(": %.*s", (int)line, outcome->text);
    printf("\n");
}

static void print_outcomes(const Verdict *verdict) {
    for (uint32_t i = 0; i < config_count; i++) {
        if (verdict->outcome[i].kind == OUTCOME_NONE) continue;
        print_outcome(verdict, (int32_t)i);
        if (!configs[i].random_passes) continue;
        char *passes = random_pipeline(verdict->seed);
        printf("        --passes='%s'\n", passes);
        free(passes);
    }
}

// The file, its input, and the command that runs it by hand.
static void keep(const Tester *tester, const Source *source, const Verdict *verdict,
                 const char *suffix) {
    const Program *program = source->program;
    const char *kind = kind_name(program->kind), *folder = tester->options.keep;
    char stem[PATH_LENGTH - 40], path[PATH_LENGTH];
    unsigned long long seed = source->seed;
    snprintf(stem, sizeof stem, "%s/%s-%llu", folder, kind, seed);
    snprintf(path, sizeof path, "%s%s.%s", stem, suffix,
             program->kind == PROGRAM_CUDA ? "cu" : "ll");
    write_text(path, source->text, source->size);
    if (*suffix) return;
    uint8_t *in = tester_alloc(NULL, program->in_bytes + 1);
    program_input(program, source->seed, in);
    char in_path[PATH_LENGTH];
    snprintf(in_path, sizeof in_path, "%s.in", stem);
    write_text(in_path, in, program->in_bytes);
    free(in);
    uint32_t level = verdict->wrong >= 0 ? configs[verdict->wrong].level : 3;
    printf(
        "  by hand: cuprum run %s -O%u -arch=sm_%u -fmad=false -w --grid=%u --block=%u,%u --hash "
        "buf:u8:%u:zero buf:u8:%u:file:%s\n",
        path, level, program->sm, program->grid, program->width, program->block / program->width,
        program->out_bytes, program->in_bytes, in_path);
}

static void make_folders(const char *path) {
    char part[PATH_LENGTH];
    snprintf(part, sizeof part, "%s", path);
    for (char *p = part; *p; p++) {
        if (*p != '/' || p == part) continue;
        *p = 0;
        mkdir(part, 0777);
        *p = '/';
    }
    mkdir(part, 0777);
}

static void reduce_and_blame(const Tester *tester, const Source *source, const Verdict *verdict) {
    uint32_t size, steps;
    char *text = reduce_program(source, verdict, &size, &steps);
    Source small = *source;
    small.text = text;
    small.size = size;
    keep(tester, &small, verdict, "-reduced");
    uint32_t lines = 0;
    for (const char *p = text; *p; p++) lines += *p == '\n';
    printf("  reduced: %s/%s-%llu-reduced (%u lines, %u runs)\n", tester->options.keep,
           kind_name(verdict->kind), (unsigned long long)verdict->seed, lines, steps);
    // the small program's own results are what its passes are blamed by
    uint64_t mask = 1ull << verdict->wrong;
    if (verdict->reference >= 0) mask |= 1ull << verdict->reference;
    Verdict now;
    examine_apart(&small, mask, &now);
    if (now.wrong == verdict->wrong) {
        char *who = blame(&small, &now);
        printf("  blamed: %s\n", who);
        free(who);
    }
    free(text);
}

static void report(Tester *tester, const Verdict *verdict) {
    tester->differences++;
    const Options *options = &tester->options;
    Program *program = generate(verdict->kind, verdict->seed, NULL);
    Source source = source_of(tester, program, verdict->seed);
    make_folders(options->keep);
    const char *against = verdict->reference >= 0 ? configs[verdict->reference].name : "nothing";
    printf("DIFFERENCE %s seed %llu: %s, against %s\n", kind_name(verdict->kind),
           (unsigned long long)verdict->seed, configs[verdict->wrong].name, against);
    print_outcomes(verdict);
    printf("  again: %s --repeat=%s:%llu%s%s%s\n", options->self, kind_name(verdict->kind),
           (unsigned long long)verdict->seed, options->verify ? " --verify" : "",
           options->plant ? " --plant=" : "", options->plant ? options->plant : "");
    keep(tester, &source, verdict, "");
    if (tester->differences <= options->reductions) reduce_and_blame(tester, &source, verdict);
    fflush(stdout);
    program_free(program);
}

// ---- batches ------------------------------------------------------------------------------------

// What the programs are made of beside what their generator says: our IR for them.
static void count_module(const Tester *tester, const Source *source) {
    if (source->program->kind == PROGRAM_IR) {
        coverage_module(tester->coverage, source->text, source->size);
    } else if (source->seed % MODULE_ONE_IN == 0) {
        Outcome outcome;
        size_t size;
        char *ir = make_ir(source, false, &outcome, &size);
        if (ir) coverage_module(tester->coverage, ir, size);
        free(ir);
    }
}

static void note(Batch *batch, const Verdict *verdict) {
    for (uint32_t i = 0; i < config_count; i++) {
        const Outcome *outcome = &verdict->outcome[i];
        batch->ran[i] += outcome->kind == OUTCOME_OK;
        if (outcome->kind == OUTCOME_OK || !(verdict->judged >> i & 1)) continue;
        batch->refused[i]++;
        snprintf(batch->refusal[i], sizeof batch->refusal[i], "%.*s",
                 (int)strcspn(outcome->text, "\n"), outcome->text);
    }
    batch->theirs += verdict->theirs;
    if (verdict->wrong >= 0)
        batch->found[batch->found_count++] = *verdict;
    else
        batch->agreed++;
}

static uint64_t mask_of(const Tester *tester, const Program *program, uint64_t seed) {
    return tester->options.pipelines ? pipeline_mask() : config_mask(program, seed);
}

// The child's work.
static void work(const Tester *tester, ProgramKind kind, Batch *batch) {
    while (batch->next < batch->end && !out_of_time(tester, kind)) {
        uint64_t seed = batch->next;
        batch->current = (Verdict){.seed = seed, .kind = kind, .wrong = -1, .reference = -1};
        Program *program = generate(kind, seed, tester->coverage);
        Source source = source_of(tester, program, seed);
        examine(&source, mask_of(tester, program, seed), &batch->current);
        count_module(tester, &source);
        program_free(program);
        note(batch, &batch->current);
        batch->next++;
    }
}

// A child died: what it was at is known; the program's other configurations are run apart.
static void settle_death(Tester *tester, ProgramKind kind, Batch *batch, int status) {
    uint64_t seed = batch->next++;
    Program *program = generate(kind, seed, NULL);
    Source source = source_of(tester, program, seed);
    Verdict verdict = batch->current;
    uint64_t mask = mask_of(tester, program, seed);
    verdict.judged = mask;
    verdict_of_death(&verdict, status);
    examine_rest(&source, mask & ~((2ull << verdict.current) - 1), &verdict);
    program_free(program);
    note(batch, &verdict);
}

static void end_batch(Tester *tester, Batch *batch) {
    for (uint32_t i = 0; i < batch->found_count; i++) report(tester, &batch->found[i]);
    for (uint32_t i = 0; i < config_count; i++) {
        tester->ran[i] += batch->ran[i];
        tester->refused[i] += batch->refused[i];
        if (batch->refused[i])
            memcpy(tester->refusal[i], batch->refusal[i], sizeof *tester->refusal);
    }
    tester->agreed += batch->agreed;
    tester->theirs += batch->theirs;
    tester->programs += batch->agreed + batch->found_count;
}

static pid_t start(const Tester *tester, ProgramKind kind, Batch *batch) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "difftest: no process\n");
        exit(2);
    }
    if (child == 0) {
        work(tester, kind, batch);
        _exit(0);
    }
    return child;
}

// Begins a batch at *next; false: there is nothing left to do.
static bool begin_batch(const Tester *tester, ProgramKind kind, uint64_t *next, Batch *batch) {
    uint64_t end = tester->options.seed + tester->options.count;
    if (*next >= end || out_of_time(tester, kind)) return false;
    memset(batch, 0, sizeof *batch);
    batch->next = *next;
    *next += BATCH;
    batch->end = *next < end ? *next : end;
    return true;
}

static void run_kind(Tester *tester, ProgramKind kind) {
    uint32_t jobs = tester->options.jobs, live = 0;
    Batch *batches = mmap(NULL, jobs * sizeof *batches, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child[MAX_JOBS] = {0};
    uint64_t next = tester->options.seed;
    for (uint32_t i = 0; i < jobs; i++) {
        if (begin_batch(tester, kind, &next, &batches[i])) {
            child[i] = start(tester, kind, &batches[i]);
            live++;
        }
    }
    while (live) {
        int status;
        pid_t ended = wait(&status);
        uint32_t i = 0;
        while (i < jobs && child[i] != ended) i++;
        if (i == jobs) continue;
        Batch *batch = &batches[i];
        bool died = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        if (died) settle_death(tester, kind, batch, status);
        if (died && batch->next < batch->end && !out_of_time(tester, kind)) {
            child[i] = start(tester, kind, batch);
            continue;
        }
        end_batch(tester, batch);
        child[i] = 0;
        if (begin_batch(tester, kind, &next, batch))
            child[i] = start(tester, kind, batch);
        else
            live--;
    }
    munmap(batches, jobs * sizeof *batches);
}

// ---- options ------------------------------------------------------------------------------------

static const char usage[] =
    "usage: difftest [options]\n"
    "  --count=N        programs of each kind (default 100)\n"
    "  --seed=N         the first program's seed (default 1)\n"
    "  --kind=cuda|ir   one kind only; launch: programs with launches (launch.h)\n"
    "  --time=S         begin no program after S seconds\n"
    "  -j N             processes (default 1)\n"
    "  --reduce=N       reduce and blame the first N differences (default 10)\n"
    "  --keep=DIR       where programs with differences are kept (default build/difftest)\n"
    "  --repeat=KIND:N  run one program in every configuration that it has, and print all results\n"
    "  --program=KIND:N print one program\n"
    "  --pipelines      every program at level 0 and with a random pipeline, and no more\n"
    "  --verify         every launch in native code and by the interpreter: they must agree\n"
    "  --coverage       print all that no program was made of\n"
    "  --plant=A=B      put B for the first A in the PTX of level 3: to see it found; N:A=B as if "
    "the\n"
    "                   N-th pass did it; crash\n";

static bool parse_program(const char *text, ProgramKind *kind, uint64_t *seed) {
    const char *colon = strchr(text, ':');
    if (!colon) return false;
    *kind = strncmp(text, "ir:", 3) == 0 ? PROGRAM_IR : PROGRAM_CUDA;
    *seed = strtoull(colon + 1, NULL, 0);
    return true;
}

// The text behind `name`, which ends in '=', or NULL.
static const char *value(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static bool parse_option(Options *o, const char *a) {
    const char *v;
    if ((v = value(a, "--count="))) return (o->count = strtoull(v, NULL, 0)) > 0;
    if ((v = value(a, "--seed="))) return o->seed = strtoull(v, NULL, 0), true;
    if ((v = value(a, "--time="))) return o->seconds = strtoull(v, NULL, 0), true;
    if ((v = value(a, "--reduce="))) return o->reductions = (uint32_t)strtoul(v, NULL, 0), true;
    if ((v = value(a, "--repeat="))) return o->repeat = v, true;
    if ((v = value(a, "--program="))) return o->program = v, true;
    if ((v = value(a, "--plant="))) return o->plant = v, true;
    if (strcmp(a, "--pipelines") == 0) return o->pipelines = true;
    if (strcmp(a, "--verify") == 0) return o->verify = true;
    if (strcmp(a, "--coverage") == 0) return o->coverage = true;
    if ((v = value(a, "--keep="))) return o->keep = v, true;
    if ((v = value(a, "-j"))) {
        o->jobs = (uint32_t)strtoul(v, NULL, 0);
        return o->jobs > 0 && o->jobs <= MAX_JOBS;
    }
    if ((v = value(a, "--kind="))) {
        o->cuda = strcmp(v, "ir") != 0;
        o->ir = strcmp(v, "cuda") != 0;
        o->launch = strcmp(v, "launch") == 0;
        return true;
    }
    return false;
}

static int repeat(Tester *tester, bool print) {
    ProgramKind kind;
    uint64_t seed;
    const Options *options = &tester->options;
    if (!parse_program(print ? options->program : options->repeat, &kind, &seed)) return 2;
    Program *program = generate(kind, seed, NULL);
    if (print) {
        fwrite(program->text, 1, program->size, stdout);
        program_free(program);
        return 0;
    }
    judges_find(false);
    Source source = source_of(tester, program, seed);
    Verdict verdict;
    uint64_t mask = mask_of(tester, program, seed) | judge_mask(program) | pipeline_mask();
    examine_apart(&source, mask, &verdict);
    program_free(program);
    if (verdict.wrong >= 0) {
        report(tester, &verdict);
        return 1;
    }
    print_outcomes(&verdict);
    printf("no difference\n");
    return 0;
}

static void summary(const Tester *tester) {
    printf("configurations:");
    for (uint32_t i = 0; i < config_count; i++) {
        if (tester->ran[i])
            printf("%s %s %llu", i ? "," : "", configs[i].name, (unsigned long long)tester->ran[i]);
    }
    printf("\n");
    for (uint32_t i = 0; i < config_count; i++) {
        if (tester->refused[i])
            printf("%s did not run %llu, the last: %s\n", configs[i].name,
                   (unsigned long long)tester->refused[i], tester->refusal[i]);
    }
    const Options *options = &tester->options;
    coverage_report(tester->coverage, options->cuda, options->ir, options->coverage);
    if (tester->theirs)
        printf("%llu programs on which judges disagree\n", (unsigned long long)tester->theirs);
    printf("%llu programs, %llu differences, %lld s\n", (unsigned long long)tester->programs,
           (unsigned long long)tester->differences, (long long)(time(NULL) - tester->start));
}

static int run_launches(const Options *o) {
    LaunchOptions launch = {.self = o->self,
                            .keep = o->keep,
                            .count = o->count,
                            .seed = o->seed,
                            .seconds = o->seconds,
                            .jobs = o->jobs,
                            .print = o->program};
    if (o->program) launch.seed = strtoull(o->program + 7, NULL, 0);
    return launch_run(&launch);
}

int main(int argc, char **argv) {
    Tester tester = {.options = {.count = 100, .seed = 1, .jobs = 1, .reductions = 10}};
    Options *options = &tester.options;
    options->cuda = options->ir = true;
    options->keep = "build/difftest";
    options->self = argv[0];
    for (int i = 1; i < argc; i++) {
        if (parse_option(options, argv[i])) continue;
        fputs(usage, stderr);
        return 2;
    }
    if (options->launch || (options->program && strncmp(options->program, "launch:", 7) == 0))
        return run_launches(options);
    tester.start = time(NULL);
    if (options->program || options->repeat) return repeat(&tester, options->program != NULL);
    judges_find(false);
    tester.coverage = coverage_new();
    if (options->cuda) run_kind(&tester, PROGRAM_CUDA);
    if (options->ir) run_kind(&tester, PROGRAM_IR);
    summary(&tester);
    return tester.differences != 0;
}
