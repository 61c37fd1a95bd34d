# A program with CUDA 12's static run-time library inside: what has other parameters or structures there is called as that
# version's headers say. (The library is played by functions of these names that do nothing.)
# REQUIRES: gcc, %B/lib/cuprum/libcuprum-redirect.so
# RUN: sh %s %t
# CHECK: properties 0 1032 bytes, clock yes, name yes
# CHECK: pointer 0 type 2, 24 bytes
# CHECK: prefetch 0 0, advise 0, bad place no
# CHECK: edges 0 0 1, between them yes
# CHECK: capture 0 status 0
# CHECK: synchronized 0
mkdir -p "$1.d" && cd "$1.d" || exit 1
called='cudaMalloc cudaMallocManaged cudaPointerGetAttributes cudaGetDeviceProperties_v2 cudaMemPrefetchAsync cudaMemPrefetchAsync_v2 cudaMemAdvise
    cudaGraphCreate cudaGraphAddEmptyNode cudaGraphAddDependencies cudaGraphGetEdges cudaStreamGetCaptureInfo cudaThreadSynchronize'
others=$(grep -o '^RT_API0*(cuda[A-Za-z0-9]*' "$OLDPWD/src/cudart/runtime.def" | sed 's/.*(//' | head -120)
{
    for name in $called $others; do echo $name; done | sort -u | while read -r name; do
        echo "__attribute__((noinline, aligned(16))) int $name() { __asm__ volatile(\".skip 16, 0x90\"); return 999; }"
    done
} >library.c
cat >program.c <<'C'
#include <stdio.h>
#include <string.h>
typedef struct { int type, device; void *at[2]; } Pointer;
typedef struct { int type, id; } Place;
int cudaMalloc(void **, size_t), cudaMallocManaged(void **, size_t, unsigned), cudaPointerGetAttributes(Pointer *, void *);
int cudaGetDeviceProperties_v2(void *, int), cudaMemPrefetchAsync(void *, size_t, int, void *);
int cudaMemPrefetchAsync_v2(void *, size_t, Place, unsigned, void *), cudaMemAdvise(void *, size_t, int, int);
int cudaGraphCreate(void **, unsigned), cudaGraphAddEmptyNode(void **, void *, void **, size_t);
int cudaGraphAddDependencies(void *, void **, void **, size_t), cudaGraphGetEdges(void *, void **, void **, size_t *);
int cudaStreamGetCaptureInfo(void *, int *, unsigned long long *), cudaThreadSynchronize(void);

static size_t written(const char *bytes, size_t n) { // up to the last that is not what it was
    while (n && bytes[n - 1] == 0x55) n--;
    return n;
}

int main(void) {
    void *p, *managed, *graph, *node[2], *from[4], *to[4];
    char properties[1200];
    memset(properties, 0x55, sizeof properties);
    int error = cudaGetDeviceProperties_v2(properties, 0), clock;
    memcpy(&clock, properties + 348, sizeof clock);
    printf("properties %d %zu bytes, clock %s, name %s\n", error, written(properties, sizeof properties),
           clock > 100000 ? "yes" : "no", strncmp(properties, "Cuprum", 6) == 0 ? "yes" : "no");

    char room[128];
    memset(room, 0x55, sizeof room);
    cudaMalloc(&p, 64);
    error = cudaPointerGetAttributes((Pointer *)room, p);
    printf("pointer %d type %d, %zu bytes\n", error, ((Pointer *)room)->type, written(room, sizeof room));

    cudaMallocManaged(&managed, 64, 1);
    error = cudaMemPrefetchAsync(managed, 64, 0, NULL);
    int host = cudaMemPrefetchAsync_v2(managed, 64, (Place){2, 0}, 0, NULL);
    printf("prefetch %d %d, advise %d, bad place %s\n", error, host, cudaMemAdvise(managed, 64, 3, -1),
           cudaMemPrefetchAsync(managed, 64, 77, NULL) ? "no" : "yes");

    size_t n = 4;
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 2; i++) cudaGraphAddEmptyNode(&node[i], graph, NULL, 0);
    error = cudaGraphAddDependencies(graph, &node[0], &node[1], 1);
    int got = cudaGraphGetEdges(graph, from, to, &n);
    printf("edges %d %d %zu, between them %s\n", error, got, n, from[0] == node[0] && to[0] == node[1] ? "yes" : "no");

    int status = 9;
    unsigned long long id;
    error = cudaStreamGetCaptureInfo(NULL, &status, &id);
    printf("capture %d status %d\n", error, status);
    printf("synchronized %d\n", cudaThreadSynchronize());
    return 0;
}
C
gcc -w -O1 -o program program.c library.c && cuprum exec ./program
