// The address of a managed variable is the same on both sides: lists and pointers that a kernel makes are the host's too.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit %s -o %t && cuprum exec --check %t
// CHECK: 1 2 3 3 1 6
#include <cstdio>
struct Node { int value; Node *next; };
__managed__ Node nodes[3] = {{1, nullptr}, {2, nullptr}, {3, nullptr}};
__managed__ Node *head;
__managed__ int *inner;
__device__ Node *first;
__global__ void chain() { nodes[0].next = &nodes[1]; nodes[1].next = &nodes[2]; head = nodes; first = &nodes[2]; inner = &first->value; }
__global__ void sum(Node *n, int *out) { for (*out = 0; n; n = n->next) *out += n->value; }
__managed__ int out;
int main() {
    chain<<<1, 1>>>();
    cudaDeviceSynchronize();
    for (Node *n = head; n; n = n->next) std::printf("%d ", n->value);
    std::printf("%d %d ", *inner, head == nodes);
    sum<<<1, 1>>>(head, &out);
    cudaDeviceSynchronize();
    std::printf("%d\n", out);
}
