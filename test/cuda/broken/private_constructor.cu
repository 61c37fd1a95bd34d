// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
class Token {
    __device__ Token() {} // NOTE: "Token::Token()" is declared here
public:
    int v;
};
__global__ void k(int *p) {
    Token t; // ERROR: "Token::Token()" is inaccessible
    *p = t.v;
}
