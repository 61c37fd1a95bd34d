// SPDX-License-Identifier: Apache-2.0
// Repeated compilation in one process: libcuprum (include/cuprum.h) beside libnvrtc, both warm, in
// turns; medians of the process's own processor time.
//   inproc LABEL FILE.cu [RUNS]
#define _GNU_SOURCE
#include "cuprum.h"
#include "nvrtc.h"

#include <string.h>
#include <sys/resource.h>

enum { MAX_RUNS = 200, WARM = 3 };

static double cpu_ms(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e3;
}

static int ours(const char *src, size_t size) {
    static const char *const options[] = {"-arch=sm_90"};
    cuprum_result *r = cuprum_compile("bench.cu", src, size, options, 1);
    int ok = r && cuprum_result_status(r) == CUPRUM_OK;
    if (r && !ok) fputs(cuprum_result_log(r, NULL), stderr);
    cuprum_result_free(r);
    return ok;
}

static int theirs(const Nvrtc *n, const char *src) {
    static const char *const options[] = {"-arch=compute_90"};
    char *ptx = nvrtc_compile(n, src, "bench.cu", 1, options);
    free(ptx);
    return ptx != NULL;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int runs = argc > 3 ? atoi(argv[3]) : 20;
    size_t size = 0;
    char *src = argc > 2 ? read_file(argv[2], &size) : NULL;
    if (!src || runs < 1 || runs > MAX_RUNS) {
        fprintf(stderr, "usage: inproc LABEL FILE.cu [RUNS]\n");
        return 2;
    }
    Nvrtc n;
    int have = nvrtc_open(&n);
    static double t[2][MAX_RUNS];
    for (int i = -WARM; i < runs; i++) {
        double t0 = cpu_ms();
        if (!ours(src, size)) return 1;
        double t1 = cpu_ms();
        if (have && !theirs(&n, src)) return 1;
        double t2 = cpu_ms();
        if (i < 0) continue;
        t[0][i] = t1 - t0;
        t[1][i] = t2 - t1;
    }
    for (int k = 0; k < 2; k++) qsort(t[k], (size_t)runs, sizeof(double), by_value);
    double a = t[0][runs / 2], b = t[1][runs / 2];
    if (have)
        printf("%-34s %9.2f %9.2f %7.1fx\n", argv[1], a, b, b / a);
    else
        printf("%-34s %9.2f   skipped: no libnvrtc\n", argv[1], a);
    free(src);
    return 0;
}
