// SPDX-License-Identifier: Apache-2.0
// new and delete, placement
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:iota buf:i32:32:zero
struct Node {
    int v;
    Node *next;
    __device__ Node(int x, Node *n) : v(x), next(n) {}
    __device__ ~Node() { v = 0; delete next; }
};
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, s = 0;
    Node *head = nullptr;
    for (int i = 0; i <= t % 5; i++) head = new Node(a[t] + i, head);
    for (Node *n = head; n; n = n->next) s = s * 3 + n->v;
    delete head;
    int *p = new int[4]{1, 2, 3};
    alignas(8) char raw[16];
    Node *q = new (raw) Node(p[2], nullptr);
    s += q->v + p[3];
    delete[] p;
    o[t] = s;
}
