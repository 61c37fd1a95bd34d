// SPDX-License-Identifier: Apache-2.0
// Builds programs with launches by `cuprum build`, with every host compiler that is here, and runs
// them by `cuprum exec`. What a program prints is wrong but for its last line. The launches of a
// program that fails are built again one by one, so that those at fault are named.
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_HOSTS = 4, MAX_OUTPUT = 1 << 14, SHOWN = 3 };

// A second version of clang has each eighth program, if that is C++17: it lacks some of C++20.
typedef struct Host {
    const char *name;
    uint32_t turns;
    bool cxx20;
} Host;
static const Host known_hosts[] = {
    {"g++", 1, true}, {"clang++-19", 1, true}, {"clang++-14", 8, false}};

typedef struct Shared { // by all processes
    uint64_t programs, launches, wrong;
    uint64_t built[MAX_HOSTS];
} Shared;

typedef struct Launcher {
    const LaunchOptions *options;
    char cuprum[1024], folder[64];
    Host host[MAX_HOSTS];
    uint32_t hosts;
    time_t start;
    Shared *shared;
} Launcher;

// ---- commands -----------------------------------------------------------------------------------

// The command's output, at most `size` bytes of it with the NUL. False: it failed.
static bool run(const char *command, char *output, size_t size) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    size_t n = fread(output, 1, size - 1, pipe);
    output[n] = 0;
    char rest[4096];
    while (fread(rest, 1, sizeof rest, pipe)) continue;
    return pclose(pipe) == 0;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file) fputs(text, file);
    if (!file || fclose(file)) {
        fprintf(stderr, "difftest: cannot write %s\n", path);
        exit(2);
    }
}

// A minute or two of processor time; on a clock ten times that, since others use the machine too.
#define BUILD_LIMIT "ulimit -t 120; timeout 1200 "
#define RUN_LIMIT   "ulimit -t 60; timeout 600 "

// Builds and runs the program. NULL: it is right; else what is wrong.
static const char *judge(const Launcher *launcher, const LaunchProgram *program, const Host *host,
                         char *output) {
    char command[4096], source[128];
    int id = (int)getpid();
    snprintf(source, sizeof source, "%s/%d.cu", launcher->folder, id);
    write_text(source, program->text);
    snprintf(command, sizeof command,
             BUILD_LIMIT "%s build -std=%s --extended-lambda --no-toolkit -arch=sm_90 -ccbin %s -w "
                         "%s -o %s/%d.out 2>&1",
             launcher->cuprum, program->cxx20 ? "c++20" : "c++17", host->name, source,
             launcher->folder, id);
    if (!run(command, output, MAX_OUTPUT)) return "is not built";
    snprintf(command, sizeof command, RUN_LIMIT "%s exec %s/%d.out 2>&1", launcher->cuprum,
             launcher->folder, id);
    bool ran = run(command, output, MAX_OUTPUT);
    return ran && strcmp(output, "done\n") == 0 ? NULL : "is wrong";
}

// ---- programs -----------------------------------------------------------------------------------

static void keep(const Launcher *launcher, uint64_t seed, int only, const char *text) {
    char path[1024];
    mkdir("build", 0777);
    mkdir(launcher->options->keep, 0777);
    snprintf(path, sizeof path, "%s/launch-%llu-%d.cu", launcher->options->keep,
             (unsigned long long)seed, only);
    write_text(path, text);
}

// The first lines of an output.
static void show(const char *output) {
    const char *end = output;
    for (int lines = 0; *end && lines < 4; end++) lines += *end == '\n';
    printf("%.*s", (int)(end - output), output);
}

static void blame_items(Launcher *launcher, uint64_t seed, const LaunchProgram *whole,
                        const Host *host, char *output) {
    uint32_t found = 0;
    for (int i = 0; i < (int)whole->count && found < SHOWN; i++) {
        LaunchProgram one = generate_launches(seed, i);
        const char *wrong = judge(launcher, &one, host, output);
        if (wrong) {
            printf("  launch %d alone %s: %s\n    ", i, wrong, one.name[i]);
            show(output);
            keep(launcher, seed, i, one.text);
            found++;
        }
        free(one.text);
    }
    if (!found) printf("  each launch alone is right\n");
}

static void examine_program(Launcher *launcher, uint64_t seed) {
    LaunchProgram program = generate_launches(seed, -1);
    char *output = malloc(MAX_OUTPUT);
    bool wrong = false;
    for (uint32_t i = 0; i < launcher->hosts; i++) {
        const Host *host = &launcher->host[i];
        if (seed % host->turns || (program.cxx20 && !host->cxx20)) continue;
        const char *said = judge(launcher, &program, host, output);
        __atomic_add_fetch(&launcher->shared->built[i], 1, __ATOMIC_RELAXED);
        if (!said) continue;
        printf("DIFFERENCE launch seed %llu, %s, %s: %s\n  again: %s --kind=launch --seed=%llu "
               "--count=1\n    ",
               (unsigned long long)seed, host->name, program.cxx20 ? "c++20" : "c++17", said,
               launcher->options->self, (unsigned long long)seed);
        show(output);
        if (!wrong) keep(launcher, seed, -1, program.text);
        wrong = true;
        blame_items(launcher, seed, &program, host, output);
        fflush(stdout);
    }
    __atomic_add_fetch(&launcher->shared->programs, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&launcher->shared->launches, program.count, __ATOMIC_RELAXED);
    __atomic_add_fetch(&launcher->shared->wrong, wrong, __ATOMIC_RELAXED);
    free(output);
    free(program.text);
}

// Every jobs-th program, from the first of this job on.
static void work(Launcher *launcher, uint32_t job) {
    const LaunchOptions *options = launcher->options;
    for (uint64_t i = job; i < options->count; i += options->jobs) {
        if (options->seconds && (uint64_t)(time(NULL) - launcher->start) >= options->seconds) break;
        examine_program(launcher, options->seed + i);
    }
}

// ---- all ----------------------------------------------------------------------------------------

// build/V/tools/difftest -> build/V/bin/cuprum
static void find_cuprum(Launcher *launcher) {
    const char *self = launcher->options->self, *slash = strrchr(self, '/');
    snprintf(launcher->cuprum, sizeof launcher->cuprum, "%.*s/../bin/cuprum",
             slash ? (int)(slash - self) : 1, slash ? self : ".");
}

static void find_hosts(Launcher *launcher) {
    char command[64], output[64];
    for (size_t i = 0; i < sizeof known_hosts / sizeof *known_hosts; i++) {
        snprintf(command, sizeof command, "command -v %s", known_hosts[i].name);
        if (run(command, output, sizeof output)) launcher->host[launcher->hosts++] = known_hosts[i];
    }
}

static void summary(const Launcher *launcher) {
    const Shared *shared = launcher->shared;
    printf("built with:");
    for (uint32_t i = 0; i < launcher->hosts; i++)
        printf("%s %s %llu", i ? "," : "", launcher->host[i].name,
               (unsigned long long)shared->built[i]);
    printf("\n%llu programs with %llu launches, %llu differences, %lld s\n",
           (unsigned long long)shared->programs, (unsigned long long)shared->launches,
           (unsigned long long)shared->wrong, (long long)(time(NULL) - launcher->start));
}

static int run_jobs(Launcher *launcher) {
    uint32_t live = 0;
    for (uint32_t job = 0; job < launcher->options->jobs; job++) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) {
            work(launcher, job);
            _exit(0);
        }
        live++;
    }
    for (int status; live && wait(&status) > 0; live--) {
        if (!WIFEXITED(status) || WEXITSTATUS(status)) launcher->shared->wrong++;
    }
    summary(launcher);
    return launcher->shared->wrong != 0;
}

int launch_run(const LaunchOptions *options) {
    if (options->print) {
        LaunchProgram program = generate_launches(options->seed, -1);
        fputs(program.text, stdout);
        free(program.text);
        return 0;
    }
    Launcher launcher = {
        .options = options, .folder = "/tmp/cuprum-launch-XXXXXX", .start = time(NULL)};
    find_cuprum(&launcher);
    find_hosts(&launcher);
    if (!launcher.hosts) {
        printf("launch: skipped: no g++ or clang++ of the known ones is here\n");
        return 0;
    }
    if (!mkdtemp(launcher.folder)) return 2;
    launcher.shared = mmap(NULL, sizeof *launcher.shared, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    fflush(stdout);
    int status = run_jobs(&launcher);
    char command[128], none[8];
    snprintf(command, sizeof command, "rm -rf %s", launcher.folder);
    run(command, none, sizeof none);
    munmap(launcher.shared, sizeof *launcher.shared);
    return status;
}
