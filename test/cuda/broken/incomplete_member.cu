// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Node {
    int v;
    Node next; // ERROR: incomplete type "Node" is not allowed
};
__global__ void k(Node *p) { p->v = 1; }
