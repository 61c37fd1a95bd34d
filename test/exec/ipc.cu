// SPDX-License-Identifier: Apache-2.0
// Memory and events of another process: handles of allocations and events, pools and physical memory by descriptors.
// A child that this program starts anew gets them by its arguments and inherits the descriptors.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lcuda && cuprum exec %t.exe
// EXPECT:
// own process: 201
// child: memory 7, event 0, pool 8, wrong pool 1, chunk 9
// parent: 107 108 109
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 2 << 20 };

__global__ void add(int *p, int n) { *p += n; }

static int get(const void *p) {
    int v = -1;
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDefault);
    return v;
}

static int *set(void *p, int v) {
    cudaMemcpy(p, &v, sizeof v, cudaMemcpyDefault);
    return (int *)p;
}

template <class T> static std::string text(const T &value) {
    std::string s;
    char byte[3];
    for (size_t i = 0; i < sizeof value; i++) {
        snprintf(byte, sizeof byte, "%02x", ((const unsigned char *)&value)[i]);
        s += byte;
    }
    return s;
}

template <class T> static T value(const char *text) {
    T v;
    for (size_t i = 0; i < sizeof v; i++) {
        unsigned byte;
        sscanf(text + 2 * i, "%2x", &byte);
        ((unsigned char *)&v)[i] = (unsigned char)byte;
    }
    return v;
}

static CUdeviceptr map(CUmemGenericAllocationHandle memory) {
    CUdeviceptr p = 0;
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    cuMemAddressReserve(&p, SIZE, 0, 0, 0);
    cuMemMap(p, SIZE, 0, memory, 0);
    cuMemSetAccess(p, SIZE, &access, 1);
    return p;
}

static cudaMemPool_t pool() {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t p = nullptr;
    cudaMemPoolCreate(&p, &props);
    return p;
}

static int child(char **argv) {
    void *memory = nullptr, *pooled = nullptr, *wrong = nullptr;
    cudaEvent_t event;
    cudaMemPool_t from = nullptr;
    CUmemGenericAllocationHandle chunk = 0;
    cudaIpcOpenMemHandle(&memory, value<cudaIpcMemHandle_t>(argv[1]), cudaIpcMemLazyEnablePeerAccess);
    cudaIpcOpenEventHandle(&event, value<cudaIpcEventHandle_t>(argv[2]));
    auto data = value<cudaMemPoolPtrExportData>(argv[3]);
    cudaMemPoolImportFromShareableHandle(&from, (void *)(intptr_t)atoi(argv[4]),
                                         cudaMemHandleTypePosixFileDescriptor, 0);
    cudaMemPoolImportPointer(&pooled, from, &data);
    int other = cudaMemPoolImportPointer(&wrong, pool(), &data);
    cuMemImportFromShareableHandle(&chunk, (void *)(intptr_t)atoi(argv[5]),
                                   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    CUdeviceptr mapped = map(chunk);
    printf("child: memory %d, event %d, pool %d, wrong pool %d, chunk %d\n", get(memory),
           cudaEventQuery(event), get(pooled), other, get((void *)mapped));
    add<<<1, 1>>>((int *)memory, 100);
    add<<<1, 1>>>((int *)pooled, 100);
    add<<<1, 1>>>((int *)mapped, 100);
    cudaDeviceSynchronize();
    return cudaIpcCloseMemHandle(memory) || cudaFree(pooled);
}

int main(int argc, char **argv) {
    cudaFree(nullptr);
    if (argc > 1) return child(argv);

    void *memory = nullptr, *pooled = nullptr, *own = nullptr;
    cudaMalloc(&memory, 100);
    set(memory, 7);
    cudaIpcMemHandle_t handle;
    cudaIpcGetMemHandle(&handle, memory);
    printf("own process: %d\n", cudaIpcOpenMemHandle(&own, handle, cudaIpcMemLazyEnablePeerAccess));
    cudaEvent_t event;
    cudaIpcEventHandle_t event_handle;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess);
    cudaIpcGetEventHandle(&event_handle, event);
    cudaMemPool_t from = pool();
    cudaMemPoolPtrExportData data;
    int pool_file = -1, chunk_file = -1;
    cudaMallocFromPoolAsync(&pooled, 100, from, nullptr);
    set(pooled, 8);
    cudaMemPoolExportPointer(&data, pooled);
    cudaMemPoolExportToShareableHandle(&pool_file, from, cudaMemHandleTypePosixFileDescriptor, 0);
    CUmemAllocationProp props = {};
    props.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemGenericAllocationHandle chunk;
    cuMemCreate(&chunk, SIZE, &props, 0);
    CUdeviceptr mapped = map(chunk);
    set((void *)mapped, 9);
    cuMemExportToShareableHandle(&chunk_file, chunk, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
    fcntl(pool_file, F_SETFD, 0);
    fcntl(chunk_file, F_SETFD, 0);
    fflush(stdout);

    std::string words[] = {text(handle), text(event_handle), text(data), std::to_string(pool_file),
                           std::to_string(chunk_file)};
    pid_t id = vfork();
    if (id == 0) {
        execl(argv[0], argv[0], words[0].c_str(), words[1].c_str(), words[2].c_str(),
              words[3].c_str(), words[4].c_str(), nullptr);
        _exit(1);
    }
    int status = 1;
    waitpid(id, &status, 0);
    if (status) printf("status %d\n", status);
    printf("parent: %d %d %d\n", get(memory), get(pooled), get((void *)mapped));
    cudaFree(memory);
    cudaFree(pooled);
}
