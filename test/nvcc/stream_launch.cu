// Launches that name no stream, told where that is asked for: also in templates, lambdas and macros; not where one is named.
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -Wdefault-stream-launch -c %s -o %t.o
// RUN[ERRORS]: cuprum nvcc --no-toolkit -Werror default-stream-launch -c %s -o %t.o
// RUN[ALL]: cuprum nvcc --no-toolkit -Wdefault-stream-launch -Werror all-warnings -c %s -o %t.o
// RUN[QUIET]: cuprum nvcc --no-toolkit -c %s -o %t.o && cuprum nvcc --no-toolkit -w -Wdefault-stream-launch -c %s -o %t.o && echo nothing
// EXIT[ERRORS]: 2
// EXIT[ALL]: 2
// QUIET-NOT: 20198
// QUIET: nothing
// ALL: error #20198-D: explicit stream argument not provided in kernel launch
// ERRORS-COUNT-5: error #20198-D: explicit stream argument not provided in kernel launch
// CHECK: stream_launch.cu([[@LINE+11]]): warning #20198-D: explicit stream argument not provided in kernel launch
// CHECK: stream_launch.cu([[@LINE+11]]): warning #20198-D
// CHECK: stream_launch.cu([[@LINE+11]]): warning #20198-D
// CHECK: stream_launch.cu([[@LINE+13]]): warning #20198-D
// CHECK: stream_launch.cu([[@LINE+13]]): warning #20198-D
// CHECK-NOT: 20198
__global__ void k(int *p) { *p = 1; }
template <class T> __global__ void t(T *p) { *p = 1; }
struct Pair { int a, b; };
__host__ __device__ constexpr int size(int a, int b, int c, int d) { return a + b + c + d; }
void named(int *p, cudaStream_t s) { k<<<1, 1, 0, s>>>(p); }
void plain(int *p) { k<<<1, 1>>>(p); }
void nested(int *p) { t<<<dim3(1, 1, 1), size(1, 2, 3, 4), 0>>>(p); }
template <class T> void generic(T *p) { t<<<1, 2>>>(p); }
#define LAUNCH(p) k<<<1, 6>>>(p)
void macro_and_instance(int *p) {
    LAUNCH(p);
    auto l = [=] { k<<<1, 5>>>(p); };
    l();
    generic(p);
}
