// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Node { int v; }; // NOTE: "struct Node" is declared here
struct Node { float v; }; // ERROR: invalid redefinition of "struct Node"
__global__ void k(Node *p) { p->v = 1; }
