// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// Operands and clobbers of inline PTX are checked in functions that nothing calls, too.
struct S {
    int a;
};
inline __device__ int operands(int a, float f, double d, S s, int *p, char c, long long ll, bool b, int (*arr)[3]) {
    int r;
    float rf;
    asm("mov %0, %1;" : "=r"(r) : "h"(a)); // ERROR: asm operand type size(4) does not match type/size implied by constraint 'h'
    asm("mov %0, %1;" : "=r"(r) : "r"(f)); // ERROR: asm operand type size(4) does not match type/size implied by constraint 'r'
    asm("mov %0, %1;" : "=r"(r) : "l"(a)); // ERROR: implied by constraint 'l'
    asm("mov %0, %1;" : "=r"(r) : "m"(a)); // ERROR: asm operand constraint "m" is not allowed in device code
    asm("mov %0, %1;" : "=r"(r) : "n"(a)); // ERROR: an asm operand must be an integral constant expression
    asm("mov %0, %1;" : "=r"(r) : "r"(s)); // ERROR: an asm operand must have scalar type, not "S"
    asm("mov %0, %1;" : "=r"(r) : "r"(p)); // ERROR: size(8) does not match
    asm("mov %0, %1;" : "=r"(r) : "r"(c)); // ERROR: size(1) does not match
    asm("mov %0, %1;" : "=rm"(r) : "r"(a)); // ERROR: an asm operand may specify only one constraint letter in device code, not "=rm"
    asm("mov %0, %[q];" : "=r"(r) : [w] "r"(a)); // ERROR: invalid symbolic operand name "q"
    asm("mov %0, %1;" : "=r"(r) : "r"(a) : "cc"); // ERROR: the cc clobber constraint is not supported in device code
    asm("mov %0, %1;" : "r"(r) : "r"(a)); // ERROR: an asm output operand must have one of the '=' or '+' modifiers
    asm("mov %0, %1;" : "=f"(r) : "r"(a)); // ERROR: implied by constraint 'f'
    asm("mov %0, %1;" : "=f"(rf) : "f"(1.0)); // ERROR: size(8) does not match
    asm("mov %0, %1;" : "=r"(r) : "r"(ll)); // ERROR: size(8) does not match
    asm("mov %0, %1;" : "=r"(r) : "r"(b)); // ERROR: size(1) does not match
    asm("mov %0, %1;" : "=r"(r) : "r"(*arr)); // ERROR: size(8) does not match
    asm("mov %0, %[w];" : "=r"(r) : [w] "r"(a) : "memory");
    asm("mov %0, %1;" : "=d"(d) : "n"(3));
    asm("mov %%r0, %laneid;");
    return r;
}
void host(int a) { asm("" : "=x"(a) : "m"(a) : "cc"); }
