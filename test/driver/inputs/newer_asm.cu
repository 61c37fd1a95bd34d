// asm statements that need PTX 9.2 and 9.5, and one that needs nothing
#ifndef ONE
__global__ void lanes(unsigned *p) { asm("{ .reg .b32 t;\n mov.b32 t, %1; add.u8x4 %0, t, %1; }" : "=r"(p[0]) : "r"(p[1])); }
#endif
#if ONE == 1
__global__ void guarded(unsigned *p) { asm volatile("{ .reg .pred q; setp.ne.u32 q, %0, 0;\n// add.u8x4\n@!q bra L1;\nL1: mov.u32 %0, %%laneid; }" : "+r"(p[0])); }
#else
__global__ void domain(unsigned *p) { asm volatile("mov.u32 %0, %%locality_domain_id;" : "=r"(p[0])); }
#endif
