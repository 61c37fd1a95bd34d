// SPDX-License-Identifier: Apache-2.0
// A first program: malloc, new, virtual functions and function pointers in kernels.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float a;
    __device__ Square(float a) : a(a) {}
    __device__ float area() const override {
        return a * a;
    }
};
struct Circle : Shape {
    float r;
    __device__ Circle(float r) : r(r) {}
    __device__ float area() const override {
        return 3.0f * r * r;
    }
};

typedef float (*Function)(float);
__device__ float twice(float x) {
    return 2 * x;
}
__device__ float half_of(float x) {
    return x / 2;
}
__device__ Function table[2] = {twice, half_of};

struct Node {
    int value;
    Node *next;
};

__global__ void work(float *out, int *sum) {
    int i = threadIdx.x;
    Shape *s = i % 2 ? (Shape *)new Circle(i) : new Square(i);
    out[i] = table[i % 2](s->area());
    delete s;
    Node *head = nullptr;
    for (int k = 0; k < 5; k++) {
        Node *n = (Node *)malloc(sizeof(Node));
        n->value = i + k;
        n->next = head;
        head = n;
    }
    int total = 0;
    while (head) {
        Node *n = head;
        total += n->value;
        head = n->next;
        free(n);
    }
    atomicAdd(sum, total);
}

int main() {
    const int n = 16;
    float *out;
    int *sum;
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    work<<<1, n>>>(out, sum);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = *sum == 5 * (n * (n - 1) / 2) + n * 10;
    for (int i = 0; i < n; i++) ok = ok && out[i] == (i % 2 ? 1.5f * i * i : 2.0f * i * i);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
