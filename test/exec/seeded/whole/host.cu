// SPDX-License-Identifier: Apache-2.0
// Whole programs whose mistake is the host's: sizes, directions, streams, events, graphs, pools, managed and pinned memory, images, leaks.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=leak ENGINES="on off" sh %S/../inputs/cases.sh %s %t
// CHECK: host: 24 cases, 24 found, 24 clean
#include "../inputs/program.h"

struct Streams {
    cudaStream_t a, b;
    Streams() {
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    }
    ~Streams() {
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
    }
};
__global__ void add(int *to, const int *from, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] += from[i]; // BUG pool_freed: mem: use-after-free // BUG graph_freed: mem: use-after-free // BUG host_vector: mem: out-of-bounds
}
__global__ void set(int *to, int n, int value) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = value; // BUG null_allocation: mem: null-pointer
}

// A copy of n elements that is told n bytes.
namespace bytes_of_elements {
__global__ void twice(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i]; // BUG bytes_of_elements: init: uninitialised-read
}
template <bool bug> bool run() {
    std::vector<float> host(100, 1);
    float *in, *out;
    cudaMalloc(&in, 400);
    cudaMalloc(&out, 400);
    cudaMemcpy(in, host.data(), bug ? 100 : 100 * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<2, 64>>>(in, out, 100);
    cudaMemcpy(host.data(), out, 400, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return host[99] == 2;
}
} // namespace bytes_of_elements

// The same with cudaMemset, of a counter for each block.
namespace bytes_set {
__global__ void count(const int *in, int n, int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 7 == 0) atomicAdd(&found[blockIdx.x], 1); // BUG bytes_set: init: uninitialised-read
}
template <bool bug> bool run() {
    const int blocks = 8;
    Buffer<int> in(counting<int>(blocks * 32));
    int *found, host[blocks], sum = 0;
    cudaMalloc(&found, sizeof host);
    cudaMemset(found, 0, bug ? blocks : sizeof host);
    count<<<blocks, 32>>>(in, blocks * 32, found);
    cudaMemcpy(host, found, sizeof host, cudaMemcpyDeviceToHost);
    for (int c : host) sum += c;
    cudaFree(found);
    return sum == 37;
}
} // namespace bytes_set

// Results are copied to where they came from.
namespace copied_back_wrong {
template <bool bug> bool run() {
    std::vector<int> host(64);
    Buffer<int> sum(64, 1), more(64, 2);
    add<<<1, 64>>>(sum, more, 64);
    cudaMemcpy(host.data(), sum, 256, bug ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost); // BUG copied_back_wrong: api: error
    return host[63] == 3;
}
} // namespace copied_back_wrong

// More threads than a block may have; nobody looks at the launch.
namespace block_too_large {
template <bool bug> bool run() {
    const int width = bug ? 64 : 32;
    Buffer<int> sum(2048, 1), more(2048, 2);
    dim3 block(width * 32);
    add<<<1, block>>>(sum, more, 2048); // BUG block_too_large: api: error
    return sum.values()[2047] == 3;
}
} // namespace block_too_large

// A table in the device's memory, of which the host copies more than there is.
namespace symbol_size {
__device__ float gains[16];
__global__ void apply(float *x, int n) {
    if (threadIdx.x < n) x[threadIdx.x] *= gains[threadIdx.x % 16];
}
template <bool bug> bool run() {
    float host[32];
    for (float &g : host) g = 3;
    cudaMemcpyToSymbol(gains, host, bug ? sizeof host : sizeof gains); // BUG symbol_size: api: error
    Buffer<float> x(32, 1);
    apply<<<1, 32>>>(x, 32);
    return x.values()[31] == 3;
}
} // namespace symbol_size

// Memory that is freed on a way out of the function, and again at its end.
namespace two_frees {
struct Workspace {
    int *at = nullptr;
    bool ready(int n) { return cudaMalloc(&at, n * sizeof(int)) == cudaSuccess; }
    void drop() {
        cudaFree(at); // BUG two_frees: mem: double-free
    }
};
template <bool bug> bool solve(Workspace &w) {
    if (!w.ready(64)) return false;
    set<<<1, 64>>>(w.at, 64, 1);
    bool converged = cudaDeviceSynchronize() == cudaSuccess;
    if (bug) w.drop();
    return converged;
}
template <bool bug> bool run() {
    Workspace w;
    bool right = solve<bug>(w);
    w.drop();
    return right;
}
} // namespace two_frees

// Memory that an early return forgets.
namespace early_return {
template <bool bug> bool load(int n) {
    int *staging, *table;
    cudaMalloc(&staging, n * sizeof(int)); // BUG early_return: leak: leak
    cudaMalloc(&table, n * sizeof(int));
    bool fits = n < 100;
    if (!fits && bug) {
        cudaFree(table);
        return false;
    }
    set<<<1, 32>>>(staging, n, 1);
    cudaMemcpy(table, staging, n * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaFree(table);
    cudaFree(staging);
    return true;
}
template <bool bug> bool run() {
    return load<bug>(50) && load<bug>(200);
}
} // namespace early_return

// A row of pointers whose elements are allocated, of which the last one is not freed.
namespace rows_leak {
template <bool bug> bool run() {
    std::vector<int *> rows(6);
    for (int *&row : rows) cudaMallocAsync(&row, 128, 0); // BUG rows_leak: leak: leak
    for (int *row : rows) set<<<1, 32>>>(row, 32, 1);
    for (size_t i = 0; i < rows.size() - bug; i++) cudaFreeAsync(rows[i], 0);
    return cudaDeviceSynchronize() == cudaSuccess;
}
} // namespace rows_leak

// Two buffers in turns over two streams; the second copy into a buffer does not wait for its kernel.
namespace ping_pong {
template <bool bug> bool run() {
    Streams s;
    cudaEvent_t copied[2], used[2];
    for (int i = 0; i < 2; i++) cudaEventCreate(&copied[i]), cudaEventCreate(&used[i]);
    Buffer<int> front(64), back(64), sum(64);
    int *slot[2] = {front, back}, *host;
    cudaMallocHost(&host, 4 * 256);
    for (int i = 0; i < 4 * 64; i++) host[i] = i / 64;
    for (int i = 0; i < 4; i++) {
        int *into = slot[i % 2];
        if (i >= 2 && !bug) cudaStreamWaitEvent(s.a, used[i % 2], 0);
        cudaMemcpyAsync(into, host + 64 * i, 256, cudaMemcpyHostToDevice, s.a); // BUG ping_pong: race: streams
        cudaEventRecord(copied[i % 2], s.a);
        cudaStreamWaitEvent(s.b, copied[i % 2], 0);
        add<<<1, 64, 0, s.b>>>(sum, into, 64);
        cudaEventRecord(used[i % 2], s.b);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) cudaEventDestroy(copied[i]), cudaEventDestroy(used[i]);
    cudaFreeHost(host);
    return sum.values()[63] == 6;
}
} // namespace ping_pong

// A stream waits for an event that is recorded afterwards.
namespace event_order {
template <bool bug> bool run() {
    Streams s;
    cudaEvent_t ready;
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    Buffer<int> values(64), sum(64, 1);
    set<<<1, 64, 0, s.a>>>(values, 64, 5);
    if (bug) cudaStreamWaitEvent(s.b, ready, 0);
    cudaEventRecord(ready, s.a);
    if (!bug) cudaStreamWaitEvent(s.b, ready, 0);
    add<<<1, 64, 0, s.b>>>(sum, values, 64); // BUG event_order: race: streams
    cudaDeviceSynchronize();
    cudaEventDestroy(ready);
    return sum.values()[0] == 6;
}
} // namespace event_order

// The host fills its pinned buffer anew while the copy of what was there may still be under way.
namespace refilled {
template <bool bug> bool run() {
    Streams s;
    Buffer<int> sum(64), batch(64);
    int *host;
    cudaMallocHost(&host, 256);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64; i++) host[i] = round; // BUG refilled: race: host
        cudaMemcpyAsync(batch, host, 256, cudaMemcpyHostToDevice, s.a);
        add<<<1, 64, 0, s.a>>>(sum, batch, 64);
        if (!bug) cudaStreamSynchronize(s.a);
    }
    cudaStreamSynchronize(s.a);
    cudaFreeHost(host);
    return sum.values()[0] == 3;
}
} // namespace refilled

// A list in managed memory that the host walks while the kernel may still write it.
namespace managed_list {
struct Node {
    int value;
    Node *next;
};
__global__ void raise(Node *n) {
    for (; n; n = n->next) n->value++;
}
template <bool bug> bool run() {
    Node *nodes;
    cudaMallocManaged(&nodes, 4 * sizeof(Node));
    for (int i = 0; i < 4; i++) nodes[i] = {i, i < 3 ? &nodes[i + 1] : nullptr};
    raise<<<1, 1>>>(nodes);
    if (!bug) cudaDeviceSynchronize();
    int sum = 0;
    for (volatile Node *n = nodes; n; n = n->next) sum += n->value; // BUG managed_list: race: host
    cudaDeviceSynchronize();
    cudaFree(nodes);
    return sum == 10;
}
} // namespace managed_list

// Memory of a pool, used by its own stream after it was freed there.
namespace pool_freed {
template <bool bug> bool run() {
    Streams s;
    Buffer<int> sum(64);
    int *scratch;
    cudaMallocAsync(&scratch, 256, s.a);
    set<<<1, 64, 0, s.a>>>(scratch, 64, 2);
    if (bug) cudaFreeAsync(scratch, s.a);
    add<<<1, 64, 0, s.a>>>(sum, scratch, 64);
    if (!bug) cudaFreeAsync(scratch, s.a);
    cudaStreamSynchronize(s.a);
    return sum.values()[0] == 2;
}
} // namespace pool_freed

// A graph that was recorded with memory which is freed before the graph runs.
namespace graph_freed {
template <bool bug> bool run() {
    Streams s;
    Buffer<int> sum(64);
    int *values;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&values, 256);
    cudaMemset(values, 0, 256);
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    add<<<1, 64, 0, s.a>>>(sum, values, 64);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s.a);
    cudaStreamSynchronize(s.a);
    if (bug) cudaFree(values);
    cudaGraphLaunch(exec, s.a);
    cudaStreamSynchronize(s.a);
    if (!bug) cudaFree(values);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return sum.values()[0] == 0;
}
} // namespace graph_freed

// A second stream joins a capture and is not joined again.
namespace capture_unjoined {
template <bool bug> bool run() {
    Streams s;
    Buffer<int> x(64), y(64);
    cudaEvent_t fork, join;
    cudaGraph_t graph = nullptr;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    set<<<1, 64, 0, s.a>>>(x, 64, 1);
    cudaEventRecord(fork, s.a);
    cudaStreamWaitEvent(s.b, fork, 0);
    set<<<1, 64, 0, s.b>>>(y, 64, 2);
    cudaEventRecord(join, s.b);
    if (!bug) cudaStreamWaitEvent(s.a, join, 0);
    cudaStreamEndCapture(s.a, &graph); // BUG capture_unjoined: api: error
    if (graph) cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    return true;
}
} // namespace capture_unjoined

// Two nodes of a graph that write the same memory, added by hand without the edge between them.
namespace graph_edge {
template <bool bug> bool run() {
    Buffer<int> x(64), y(64, 3);
    int *to = x, *from = y, n = 64, value = 1;
    void *set_arguments[] = {&to, &n, &value}, *add_arguments[] = {&to, &from, &n};
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphExec_t exec;
    cudaKernelNodeParams p = {};
    cudaGraphCreate(&graph, 0);
    p.gridDim = 1, p.blockDim = 64;
    p.func = (void *)set, p.kernelParams = set_arguments;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &p);
    p.func = (void *)add, p.kernelParams = add_arguments;
    cudaGraphAddKernelNode(&second, graph, &first, bug ? 0 : 1, &p);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0); // BUG graph_edge: race: streams
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return x.values()[5] == 4;
}
} // namespace graph_edge

// Memory of the host that is registered for copies, and read before the copy has ended.
namespace host_read_early {
template <bool bug> bool run() {
    Streams s;
    const int n = 8192;
    Buffer<int> x(n, 1);
    std::vector<int> result(n + 100);
    cudaHostRegister(result.data(), result.size() * sizeof(int), cudaHostRegisterDefault);
    set<<<8, 128, 0, s.a>>>(x, n, 7);
    cudaMemcpyAsync(result.data() + 100, x, n * sizeof(int), cudaMemcpyDeviceToHost, s.a);
    if (!bug) cudaStreamSynchronize(s.a);
    long sum = 0;
    for (int i = 0; i < n; i++) sum += ((volatile int *)result.data())[100 + i]; // BUG host_read_early: race: host
    cudaStreamSynchronize(s.a);
    cudaHostUnregister(result.data());
    return sum == 7 * n;
}
} // namespace host_read_early

// An image whose array is freed while its object still stands.
namespace image_freed {
__global__ void read(cudaTextureObject_t image, float *out) {
    out[threadIdx.x] = tex2D<float>(image, threadIdx.x % 8, threadIdx.x / 8); // BUG image_freed: mem: use-after-free
}
template <bool bug> bool run() {
    std::vector<float> host(64, 4);
    Buffer<float> out(64);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaTextureObject_t image;
    cudaMallocArray(&array, &format, 8, 8);
    cudaMemcpy2DToArray(array, 0, 0, host.data(), 32, 32, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    cudaCreateTextureObject(&image, &resource, &how, nullptr);
    if (bug) cudaFreeArray(array);
    read<<<1, 64>>>(image, out);
    bool right = out.values()[63] == 4;
    cudaDestroyTextureObject(image);
    if (!bug) cudaFreeArray(array);
    return right;
}
} // namespace image_freed

// A surface, whose columns are counted in bytes.
namespace surface_columns {
template <bool bug> __global__ void paint(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(x + 10 * y, image, bug ? x * 8 : x * (int)sizeof(int), y); // BUG surface_columns: mem: out-of-bounds
}
template <bool bug> bool run() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaSurfaceObject_t image;
    cudaMallocArray(&array, &format, 16, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&image, &resource);
    paint<bug><<<1, dim3(16, 4)>>>(image);
    int host[64] = {};
    cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 4, cudaMemcpyDeviceToHost);
    cudaDestroySurfaceObject(image);
    cudaFreeArray(array);
    return host[63] == 45;
}
} // namespace surface_columns

// A vector of the host is given to a kernel as it is.
namespace host_vector {
template <bool bug> bool run() {
    std::vector<int> host(64, 1);
    Buffer<int> sum(64, 1), more(host);
    add<<<1, 64>>>(sum, bug ? host.data() : more.at, 64);
    return sum.values()[0] == 2;
}
} // namespace host_vector

// The default stream does not wait for streams that do not block.
namespace legacy_stream {
template <bool bug> bool run() {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, bug ? cudaStreamNonBlocking : cudaStreamDefault);
    Buffer<int> x(64), y(64, 3);
    cudaDeviceSynchronize();
    set<<<1, 64, 0, s>>>(x, 64, 1);
    add<<<1, 64>>>(x, y, 64); // BUG legacy_stream: race: streams
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    return x.values()[0] == 4;
}
} // namespace legacy_stream

// A function for the host in a stream, that reads what another stream's copy brings.
namespace host_function {
struct Job {
    int *values;
    long sum;
};
static void add_up(void *data) {
    Job *job = (Job *)data;
    for (int i = 0; i < 1024; i++) job->sum += ((volatile int *)job->values)[i]; // BUG host_function: race: host
}
template <bool bug> bool run() {
    Streams s;
    Buffer<int> x(1024, 2);
    Job job = {nullptr, 0};
    cudaEvent_t copied;
    cudaEventCreate(&copied);
    cudaMallocHost(&job.values, 4096);
    cudaMemcpyAsync(job.values, x, 4096, cudaMemcpyDeviceToHost, s.a);
    cudaEventRecord(copied, s.a);
    if (!bug) cudaStreamWaitEvent(s.b, copied, 0);
    cudaLaunchHostFunc(s.b, add_up, &job);
    cudaStreamSynchronize(s.b);
    cudaDeviceSynchronize();
    cudaEventDestroy(copied);
    cudaFreeHost(job.values);
    return job.sum == 2048;
}
} // namespace host_function

// A kernel that ends itself in its last block.
namespace assertion_late {
__global__ void check(const int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] < 0) __trap(); // BUG assertion_late: api: trap
}
template <bool bug> bool run() {
    std::vector<int> host(200, 1);
    if (bug) host[199] = -1;
    Buffer<int> values(host);
    check<<<4, 64>>>(values, 200);
    return cudaDeviceSynchronize() == cudaSuccess;
}
} // namespace assertion_late

// An allocation larger than the device, whose failure shows as a null pointer in the kernel.
namespace null_allocation {
template <bool bug> bool run() {
    int *big = nullptr;
    cudaMalloc(&big, bug ? size_t(1) << 44 : 256); // BUG null_allocation: api: error
    set<<<1, 64>>>(big, 64, 1);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    cudaFree(big);
    return right;
}
} // namespace null_allocation

PROGRAMS(PROGRAM(bytes_of_elements), PROGRAM(bytes_set), PROGRAM(copied_back_wrong), PROGRAM(block_too_large), PROGRAM(symbol_size),
         PROGRAM(two_frees), PROGRAM(early_return), PROGRAM(rows_leak), PROGRAM(ping_pong), PROGRAM(event_order), PROGRAM(refilled),
         PROGRAM(managed_list), PROGRAM(pool_freed), PROGRAM(graph_freed), PROGRAM(capture_unjoined), PROGRAM(graph_edge),
         PROGRAM(host_read_early), PROGRAM(image_freed), PROGRAM(surface_columns), PROGRAM(host_vector), PROGRAM(legacy_stream),
         PROGRAM(host_function), PROGRAM(assertion_late), PROGRAM(null_allocation))
