// SPDX-License-Identifier: Apache-2.0
// What all stand-ins share: work that streams do, and memory of the device.
#include "standin/standin.h"

#include "cudart/standin.h"

#include <stdatomic.h>
#include <stdio.h>

// Of the run-time library (CUDA runtime API).
int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *data);
int cudaStreamGetCaptureInfo(void *stream, int *status, unsigned long long *id, void **graph,
                             const void ***dependencies, const void **edges, size_t *n);
int cudaUserObjectCreate(void **object, void *data, void (*destroy)(void *), unsigned references,
                         unsigned flags);
int cudaUserObjectRelease(void *object, unsigned n);
int cudaStreamSynchronize(void *stream);
int cudaGraphRetainUserObject(void *graph, void *object, unsigned n, unsigned flags);
enum { CAPTURE_ACTIVE = 1, NO_DESTRUCTOR_SYNC = 1, GRAPH_MOVES = 1 };

// ---- state that work shares --------------------------------------------------------------------

void standin_share(StandinShared *shared, void (*end)(StandinShared *)) {
    atomic_init(&shared->references, 1);
    shared->end = end;
}

void standin_keep(StandinShared *shared) {
    if (shared) atomic_fetch_add(&shared->references, 1);
}

void standin_release(StandinShared *shared) {
    if (shared && atomic_fetch_sub(&shared->references, 1) == 1) shared->end(shared);
}

// ---- work --------------------------------------------------------------------------------------

typedef struct {
    StandinWork *work;
    const char *api;
    bool once; // not of a graph
    StandinShared *shared[STANDIN_SHARED];
    _Alignas(16) unsigned char arguments[];
} Work;

// The work will not run again.
static void free_work(void *data) {
    Work *work = data;
    for (int i = 0; i < STANDIN_SHARED; i++) standin_release(work->shared[i]);
    free(work);
}

// The host function of a stream. Of a graph it runs again and again, so that the graph's user
// object frees the arguments, not this.
static void run_work(void *data) {
    Work *work = data;
    StandinRun run = {.api = work->api};
    work->work(&run, work->arguments);
    if (work->once) free_work(work);
}

// The graph of a stream that is being captured, or NULL.
static void *captured(void *stream) {
    int status = 0;
    void *graph = NULL;
    bool known = cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, NULL, NULL, NULL) == 0;
    return known && status == CAPTURE_ACTIVE ? graph : NULL;
}

// The graph, and what is made of it, keep the work as long as they live. False: the runtime
// refuses, and the work is given back.
static bool give_to_graph(void *graph, Work *work) {
    void *object = NULL;
    if (cudaUserObjectCreate(&object, work, free_work, 1, NO_DESTRUCTOR_SYNC) != 0) {
        free_work(work);
        return false;
    }
    if (cudaGraphRetainUserObject(graph, object, 1, GRAPH_MOVES) == 0) return true;
    cudaUserObjectRelease(object, 1);
    return false;
}

// The run-time library runs the host function in the stream's order, or records it as a node where
// the stream is being captured (CUDA runtime API, cudaLaunchHostFunc).
StandinResult standin_issue_sharing(void *stream, const char *api, StandinWork *work,
                                    const void *arguments, size_t size, StandinShared *first,
                                    StandinShared *second) {
    Work *w = malloc(sizeof *w + size);
    if (!w) return STANDIN_NO_MEMORY;
    void *graph = captured(stream);
    *w = (Work){.work = work, .api = api, .once = !graph, .shared = {first, second}};
    memcpy(w->arguments, arguments, size);
    standin_keep(first);
    standin_keep(second);

    if (graph && !give_to_graph(graph, w)) return STANDIN_FAILED;
    if (cudaLaunchHostFunc(stream, run_work, w) == 0) return STANDIN_OK;
    // a graph that has the work gives it back itself
    if (!graph) free_work(w);
    return STANDIN_FAILED;
}

StandinResult standin_issue(void *stream, const char *api, StandinWork *work, const void *arguments,
                            size_t size) {
    return standin_issue_sharing(stream, api, work, arguments, size, NULL, NULL);
}

bool standin_wait(void *stream) {
    return cudaStreamSynchronize(stream) == 0;
}

void standin_missing(const char *text) {
    cuprum_standin_missing(text);
}

void standin_fail(StandinRun *run, const char *why) {
    char text[256];
    // the first reason is the one that counts
    if (run->failed) return;
    run->failed = true;
    snprintf(text, sizeof text, "%s: %s", run->api, why);
    cuprum_standin_say(true, text);
}

// ---- memory ------------------------------------------------------------------------------------

// The run-time library checks the access and translates it. What is empty has an address, too, so
// that NULL always means failure.
static void *view(StandinRun *run, RtStandinView view) {
    static char nothing[16];
    if (!view.width || !view.height) return nothing;
    // one access that is wrong says enough
    if (run->failed) return NULL;
    view.api = run->api;
    void *at = cuprum_standin_view(&view);
    if (!at) run->failed = true;
    return at;
}

void *standin_bytes(StandinRun *run, const void *at, uint64_t n, int use) {
    return view(
        run, (RtStandinView){
                 .addr = (uint64_t)(uintptr_t)at, .width = n, .pitch = n, .height = 1, .use = use});
}

// Where there are no rows or no columns the address is not looked at: it may be NULL.
void *standin_matrix(StandinRun *run, const void *at, size_t size, int64_t rows, int64_t columns,
                     int64_t ld, int use) {
    RtStandinView matrix = {
        .addr = (uint64_t)(uintptr_t)at, .height = (uint64_t)columns, .use = use};
    if (rows <= 0 || columns <= 0) return standin_bytes(run, at, 0, use);
    // a single column has no distance to the next
    if (columns == 1) ld = rows;
    if (ld >= 0 && !__builtin_mul_overflow((uint64_t)rows, size, &matrix.width) &&
        !__builtin_mul_overflow((uint64_t)ld, size, &matrix.pitch))
        return view(run, matrix);
    standin_fail(run, "a matrix has an impossible size");
    return NULL;
}

void *standin_array(StandinRun *run, const void *at, int64_t n, size_t size, int use) {
    return standin_matrix(run, at, size, n, 1, n, use);
}

// A vector is a matrix of one row, whose columns are |step| elements apart.
void *standin_vector(StandinRun *run, const void *at, size_t size, int64_t n, int64_t step,
                     int use) {
    return standin_matrix(run, at, size, n > 0, n, step < 0 ? -step : step, use);
}

void *standin_scratch(StandinRun *run, uint64_t n, size_t size) {
    // calloc of no bytes may give NULL, which would look like a failure
    void *at = calloc(n ? n : 1, size);
    if (!at) standin_fail(run, "there is no memory for what is between");
    return at;
}
