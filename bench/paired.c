// SPDX-License-Identifier: Apache-2.0
// Processor time and peak memory of two commands, each in new processes, run in turns (ours,
// theirs, ours, ...) so that a busy machine troubles both alike; medians.
//   paired [-n RUNS] LABEL COMMAND... -- COMMAND...
// The time is what wait4 reports of the whole process (user and system), the memory its largest
// resident set. This program stays small: a process begins with its parent's resident set.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_RUNS = 200 };

typedef struct {
    double ms[MAX_RUNS], mib[MAX_RUNS];
} Series;

static double ms_of(struct timeval t) {
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

// Runs a command once without its output; 0 or its failure.
static int measure(char **argv, double *ms, double *mib) {
    pid_t pid = vfork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, 1);
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    struct rusage ru;
    if (pid < 0 || wait4(pid, &status, 0, &ru) != pid) return -1;
    *ms = ms_of(ru.ru_utime) + ms_of(ru.ru_stime);
    *mib = (double)ru.ru_maxrss / 1024;
    return status;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n) {
    qsort(v, (size_t)n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv) {
    int runs = 20, at = 1;
    if (argc > 2 && strcmp(argv[1], "-n") == 0) {
        runs = atoi(argv[2]);
        at = 3;
    }
    int split = at + 1;
    while (split < argc && strcmp(argv[split], "--") != 0) split++;
    if (runs < 1 || runs > MAX_RUNS || split + 1 >= argc) {
        fprintf(stderr, "usage: paired [-n RUNS] LABEL COMMAND... -- COMMAND...\n");
        return 2;
    }
    const char *label = argv[at];
    char **cmd[2] = {argv + at + 1, argv + split + 1};
    argv[split] = NULL;
    static Series s[2];
    double ms, mib;
    for (int k = 0; k < 2; k++) { // files into memory, failures early
        if (measure(cmd[k], &ms, &mib) != 0) {
            printf("%-34s failed: %s\n", label, cmd[k][0]);
            return 1;
        }
    }
    for (int i = 0; i < runs; i++) {
        for (int k = 0; k < 2; k++) measure(cmd[k], &s[k].ms[i], &s[k].mib[i]);
    }
    double a = median(s[0].ms, runs), b = median(s[1].ms, runs);
    printf("%-34s %9.2f %9.2f %7.1fx %9.1f %9.1f\n", label, a, b, b / a, median(s[0].mib, runs),
           median(s[1].mib, runs));
    return 0;
}
