int main() { return nothing; } __global__ void k(int *p) { *p = missing; }
