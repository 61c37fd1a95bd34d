// Without the device library that was asked for, its functions are named as missing.
// RUN: CUDA_HOME=/nonexistent cuprum --device-library=nvidia %s -o -
// EXIT: 1
// CHECK: error: function "__nv_sinf" of the device library has no definition: the device library (libdevice.10.bc of a CUDA toolkit) was not found
// CHECK: 1 error detected
__global__ void k(float *p) { *p = sinf(*p); }
