// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
class Account {
    int balance; // NOTE: "Account::balance" is declared here
public:
    __device__ Account(int b) : balance(b) {}
};
__global__ void k(int *p) {
    Account a(3);
    *p = a.balance; // ERROR: "Account::balance" is inaccessible
}
