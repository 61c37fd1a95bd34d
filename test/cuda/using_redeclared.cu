// A using-declaration names functions that are declared again behind it with space marks, as the
// toolkit's headers do with those of <cmath>: the marks count at every use behind them.
// RUN: cuprum %s -o %t.ptx && ptxas -arch=sm_75 %t.ptx -o /dev/null
// REQUIRES: ptxas
namespace std {
inline float twice(float x) { return x + x; }
} // namespace std
using std::twice;
namespace std {
extern __host__ __device__ float twice(float);
}
__global__ void k(float *p) { *p = twice(*p); }
