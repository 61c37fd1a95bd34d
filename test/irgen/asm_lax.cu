// As nvcc has it: no comma needed between asm operands; % before a letter is a register's.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK: mov.u64 %rd{{[0-9]+}}, %globaltimer;
// CHECK: st.global.u32 [%rd{{[0-9]+}}], %r{{[0-9]+}};
__global__ void k(unsigned long long *p, int r) {
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    asm volatile("st.global.u32 [%1], %0;" ::"r"(r + (int)t) "l"(p) : "memory");
}
