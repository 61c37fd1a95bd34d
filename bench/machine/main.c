// SPDX-License-Identifier: Apache-2.0
// Measures the cases on one device.
//   machine [--small] [--wall] c | cuda FILE.ptx | opencl PATH/kernels.cu [NAME...]
// A line for each case: its name, the least time of its runs and the time of the first, in
// milliseconds of the process's processor time (--wall: of a clock), and whether the results are
// plain C's. The status is 1 where they are not.
#define _GNU_SOURCE
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7 };
#define MOST_SECONDS 1.0 // of a case's runs; a second run there is always

typedef struct Options {
    bool small, wall;
    const Device *device; // null: plain C
    const char *kernels;
    char **names;
    int name_count;
} Options;

static double milliseconds(bool wall) {
    struct timespec now;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// Plain C's buffers, or the device's, as before the first run.
static void reset(Work *work, bool plain, bool all) {
    for (int i = 0; i < work->buffer_count; i++) {
        Buffer *buffer = &work->buffers[i];
        if (!all && !buffer->changes) continue;
        if (plain)
            memcpy(buffer->host, buffer->start, buffer->bytes);
        else
            work->device->write(work->state, buffer->handle, buffer->start, buffer->bytes);
    }
}

static void run_once(const Case *one, Work *work) {
    if (!work->device) {
        one->plain(work);
        return;
    }
    one->launch(work);
    work->device->wait(work->state);
}

static double timed(const Case *one, Work *work, bool wall) {
    double start = milliseconds(wall);
    run_once(one, work);
    return milliseconds(wall) - start;
}

static double value_at(BufferKind kind, const void *values, size_t i) {
    switch (kind) {
    case BYTES: return ((const unsigned char *)values)[i];
    case INTEGERS: return ((const unsigned *)values)[i];
    default: return ((const float *)values)[i];
    }
}

static bool same(const Case *one, const Buffer *buffer, const void *found) {
    size_t count = buffer->kind == BYTES ? buffer->bytes : buffer->bytes / 4;
    size_t differing = 0, first = 0;
    double greatest = 0;
    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, fabs(value_at(buffer->kind, buffer->host, i)));
    for (size_t i = 0; i < count; i++) {
        double expected = value_at(buffer->kind, buffer->host, i);
        // Not "greater than": NaN differs too.
        if (fabs(value_at(buffer->kind, found, i) - expected) <= one->tolerance * greatest)
            continue;
        if (!differing++) first = i;
    }
    if ((double)differing <= one->differing * (double)count) return true;
    fprintf(stderr, "machine: %s: %zu of %zu values differ, the first at %zu: %g, plain C has %g\n",
            one->name, differing, count, first, value_at(buffer->kind, found, first),
            value_at(buffer->kind, buffer->host, first));
    return false;
}

// Whether a run on the device leaves what plain C leaves.
static bool agrees(const Case *one, Work *work) {
    if (!one->plain) return true;
    reset(work, true, true);
    one->plain(work);
    bool agree = true;
    for (int i = 0; i < work->buffer_count; i++) {
        Buffer *buffer = &work->buffers[i];
        if (!buffer->changes) continue;
        void *found = malloc(buffer->bytes);
        if (!found) exit(2);
        work->device->read(work->state, buffer->handle, found, buffer->bytes);
        agree &= same(one, buffer, found);
        free(found);
    }
    return agree;
}

static void create_all(Work *work) {
    for (int i = 0; i < work->buffer_count; i++) {
        Buffer *buffer = &work->buffers[i];
        if (work->device) buffer->handle = work->device->create(work->state, buffer->bytes);
    }
}

static void destroy_all(Work *work) {
    for (int i = 0; i < work->buffer_count; i++) {
        Buffer *buffer = &work->buffers[i];
        if (work->device) work->device->destroy(work->state, buffer->handle);
        free(buffer->start);
        free(buffer->host);
    }
}

static bool measure(const Case *one, const Options *options, void *state) {
    Work work = {.device = options->device, .state = state, .small = options->small};
    bool agree = true;
    one->prepare(&work);
    create_all(&work);
    reset(&work, !work.device, true);
    double first = timed(one, &work, options->wall), best = INFINITY;
    if (work.device) agree = agrees(one, &work);
    double start = milliseconds(true);
    for (int i = 0; i < RUNS && (i == 0 || milliseconds(true) - start < MOST_SECONDS * 1e3); i++) {
        reset(&work, !work.device, false);
        best = fmin(best, timed(one, &work, options->wall));
    }
    printf("%s %.4f %.4f %s\n", one->name, best, first, agree ? "agrees" : "DIFFERS");
    fflush(stdout);
    destroy_all(&work);
    return agree;
}

static bool wanted(const Options *options, const Case *one) {
    if (!one->plain && !options->device) return false;
    if (!options->name_count) return !one->apart;
    for (int i = 0; i < options->name_count; i++)
        if (!strcmp(options->names[i], one->name)) return true;
    return false;
}

static bool read_options(Options *options, char **words) {
    for (; *words && **words == '-'; words++) {
        if (!strcmp(*words, "--small"))
            options->small = true;
        else if (!strcmp(*words, "--wall"))
            options->wall = true;
        else
            return false;
    }
    if (!*words) return false;
    const char *device = *words++;
    if (!strcmp(device, "cuda")) options->device = &device_cuda;
#ifdef WITH_OPENCL
    else if (!strcmp(device, "opencl"))
        options->device = &device_opencl;
#endif
    else if (strcmp(device, "c"))
        return false;
    if (options->device && !(options->kernels = *words++)) return false;
    options->names = words;
    while (words[options->name_count]) options->name_count++;
    return true;
}

int main(int count, char **words) {
    Options options = {0};
    if (count < 2 || !read_options(&options, words + 1)) {
        fprintf(stderr,
                "usage: machine [--small] [--wall] c|cuda FILE.ptx|opencl FILE.cu [NAME...]\n");
        return 2;
    }
    void *state = NULL;
    // Of `cuprum exec` too, which becomes the program.
    printf("start %.4f\n", milliseconds(false));
    if (options.device) {
        double start = milliseconds(options.wall);
        state = options.device->open(options.kernels);
        if (!state) return 2;
        printf("open %.4f\n", milliseconds(options.wall) - start);
    }
    bool agree = true;
    for (int i = 0; i < case_count; i++) {
        const Case *one = &cases[i];
        if (wanted(&options, one)) agree &= measure(one, &options, state);
    }
    return agree ? 0 : 1;
}
