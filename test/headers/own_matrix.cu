// SPDX-License-Identifier: Apache-2.0
// mma.h of our own: every shape, type and layout.
// RUN: sh %S/own.sh %s --min-sm=80 --grid=1 --block=32 buf:u8:200000:zero buf:u8:8192:rand:1 buf:u8:8192:rand:2 buf:u8:8192:rand:5 buf:i32:2:zero
// CHECK: arg 0: 200000 x u8 fnv1a64 c5fcd10cb54488ed
// TIMEOUT: 180
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void k(char *out, const char *in, const char *in2, const char *in3, int *cnt) { int o = 0, n = 0;
{ fragment<matrix_a,16,16,16,signed char,row_major> a; fragment<matrix_b,16,16,16,signed char,row_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,unsigned char,row_major> a; fragment<matrix_b,16,16,16,unsigned char,row_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__nv_bfloat16,row_major> a; fragment<matrix_b,16,16,16,__nv_bfloat16,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,signed char,row_major> a; fragment<matrix_b,16,16,16,signed char,col_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,unsigned char,row_major> a; fragment<matrix_b,16,16,16,unsigned char,col_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,row_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__nv_bfloat16,row_major> a; fragment<matrix_b,16,16,16,__nv_bfloat16,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,signed char,col_major> a; fragment<matrix_b,16,16,16,signed char,row_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,unsigned char,col_major> a; fragment<matrix_b,16,16,16,unsigned char,row_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__nv_bfloat16,col_major> a; fragment<matrix_b,16,16,16,__nv_bfloat16,row_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,signed char,col_major> a; fragment<matrix_b,16,16,16,signed char,col_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,unsigned char,col_major> a; fragment<matrix_b,16,16,16,unsigned char,col_major> b; fragment<accumulator,16,16,16,int> c; fragment<accumulator,16,16,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,__half> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__half,col_major> a; fragment<matrix_b,16,16,16,__half,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,16,__nv_bfloat16,col_major> a; fragment<matrix_b,16,16,16,__nv_bfloat16,col_major> b; fragment<accumulator,16,16,16,float> c; fragment<accumulator,16,16,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,signed char,row_major> a; fragment<matrix_b,32,8,16,signed char,row_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 8); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,unsigned char,row_major> a; fragment<matrix_b,32,8,16,unsigned char,row_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 8); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const __half *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const __half *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__nv_bfloat16,row_major> a; fragment<matrix_b,32,8,16,__nv_bfloat16,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 8); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,signed char,row_major> a; fragment<matrix_b,32,8,16,signed char,col_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,unsigned char,row_major> a; fragment<matrix_b,32,8,16,unsigned char,col_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,row_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__nv_bfloat16,row_major> a; fragment<matrix_b,32,8,16,__nv_bfloat16,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,signed char,col_major> a; fragment<matrix_b,32,8,16,signed char,row_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 32); load_matrix_sync(b, (const signed char *)in2, 8); load_matrix_sync(c, (const int *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,unsigned char,col_major> a; fragment<matrix_b,32,8,16,unsigned char,row_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 32); load_matrix_sync(b, (const unsigned char *)in2, 8); load_matrix_sync(c, (const int *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const __half *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const __half *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 8); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__nv_bfloat16,col_major> a; fragment<matrix_b,32,8,16,__nv_bfloat16,row_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 32); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 8); load_matrix_sync(c, (const float *)in3, 32, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,signed char,col_major> a; fragment<matrix_b,32,8,16,signed char,col_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 32); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,unsigned char,col_major> a; fragment<matrix_b,32,8,16,unsigned char,col_major> b; fragment<accumulator,32,8,16,int> c; fragment<accumulator,32,8,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 32); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,__half> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__half,col_major> a; fragment<matrix_b,32,8,16,__half,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __half *)in, 32); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,32,8,16,__nv_bfloat16,col_major> a; fragment<matrix_b,32,8,16,__nv_bfloat16,col_major> b; fragment<accumulator,32,8,16,float> c; fragment<accumulator,32,8,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 32); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,signed char,row_major> a; fragment<matrix_b,8,32,16,signed char,row_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 32); load_matrix_sync(c, (const int *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,unsigned char,row_major> a; fragment<matrix_b,8,32,16,unsigned char,row_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 32); load_matrix_sync(c, (const int *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const __half *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const __half *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__nv_bfloat16,row_major> a; fragment<matrix_b,8,32,16,__nv_bfloat16,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 32); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,signed char,row_major> a; fragment<matrix_b,8,32,16,signed char,col_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 16); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,unsigned char,row_major> a; fragment<matrix_b,8,32,16,unsigned char,col_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 16); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,row_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 16); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__nv_bfloat16,row_major> a; fragment<matrix_b,8,32,16,__nv_bfloat16,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 16); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,signed char,col_major> a; fragment<matrix_b,8,32,16,signed char,row_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 8); load_matrix_sync(b, (const signed char *)in2, 32); load_matrix_sync(c, (const int *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,unsigned char,col_major> a; fragment<matrix_b,8,32,16,unsigned char,row_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 8); load_matrix_sync(b, (const unsigned char *)in2, 32); load_matrix_sync(c, (const int *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const __half *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const __half *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 32); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__nv_bfloat16,col_major> a; fragment<matrix_b,8,32,16,__nv_bfloat16,row_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 8); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 32); load_matrix_sync(c, (const float *)in3, 8, mem_col_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 8, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,signed char,col_major> a; fragment<matrix_b,8,32,16,signed char,col_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const signed char *)in, 8); load_matrix_sync(b, (const signed char *)in2, 16); load_matrix_sync(c, (const int *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,unsigned char,col_major> a; fragment<matrix_b,8,32,16,unsigned char,col_major> b; fragment<accumulator,8,32,16,int> c; fragment<accumulator,8,32,16,int> d;
  load_matrix_sync(a, (const unsigned char *)in, 8); load_matrix_sync(b, (const unsigned char *)in2, 16); load_matrix_sync(c, (const int *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,__half> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((__half *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,__half> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const __half *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__half,col_major> a; fragment<matrix_b,8,32,16,__half,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __half *)in, 8); load_matrix_sync(b, (const __half *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,32,16,__nv_bfloat16,col_major> a; fragment<matrix_b,8,32,16,__nv_bfloat16,col_major> b; fragment<accumulator,8,32,16,float> c; fragment<accumulator,8,32,16,float> d;
  load_matrix_sync(a, (const __nv_bfloat16 *)in, 8); load_matrix_sync(b, (const __nv_bfloat16 *)in2, 16); load_matrix_sync(c, (const float *)in3, 32, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 32, mem_row_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,32,experimental::precision::s4,row_major> a; fragment<matrix_b,8,8,32,experimental::precision::s4,col_major> b; fragment<accumulator,8,8,32,int> c; fragment<accumulator,8,8,32,int> d;
  load_matrix_sync(a, (const void *)in, 32); load_matrix_sync(b, (const void *)in2, 32); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,32,experimental::precision::u4,row_major> a; fragment<matrix_b,8,8,32,experimental::precision::u4,col_major> b; fragment<accumulator,8,8,32,int> c; fragment<accumulator,8,8,32,int> d;
  load_matrix_sync(a, (const void *)in, 32); load_matrix_sync(b, (const void *)in2, 32); load_matrix_sync(c, (const int *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((int *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,4,double,row_major> a; fragment<matrix_b,8,8,4,double,row_major> b; fragment<accumulator,8,8,4,double> c; fragment<accumulator,8,8,4,double> d;
  load_matrix_sync(a, (const double *)in, 4); load_matrix_sync(b, (const double *)in2, 8); load_matrix_sync(c, (const double *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((double *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,8,precision::tf32,row_major> a; fragment<matrix_b,16,16,8,precision::tf32,row_major> b; fragment<accumulator,16,16,8,float> c; fragment<accumulator,16,16,8,float> d;
  load_matrix_sync(a, (const float *)in, 8); load_matrix_sync(b, (const float *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
  for (int i = 0; i < a.num_elements; i++) a.x[i] = __float_to_tf32(a.x[i]); mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,4,double,row_major> a; fragment<matrix_b,8,8,4,double,col_major> b; fragment<accumulator,8,8,4,double> c; fragment<accumulator,8,8,4,double> d;
  load_matrix_sync(a, (const double *)in, 4); load_matrix_sync(b, (const double *)in2, 4); load_matrix_sync(c, (const double *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((double *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,8,precision::tf32,row_major> a; fragment<matrix_b,16,16,8,precision::tf32,col_major> b; fragment<accumulator,16,16,8,float> c; fragment<accumulator,16,16,8,float> d;
  load_matrix_sync(a, (const float *)in, 8); load_matrix_sync(b, (const float *)in2, 8); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
  for (int i = 0; i < a.num_elements; i++) a.x[i] = __float_to_tf32(a.x[i]); mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,4,double,col_major> a; fragment<matrix_b,8,8,4,double,row_major> b; fragment<accumulator,8,8,4,double> c; fragment<accumulator,8,8,4,double> d;
  load_matrix_sync(a, (const double *)in, 8); load_matrix_sync(b, (const double *)in2, 8); load_matrix_sync(c, (const double *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((double *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,8,precision::tf32,col_major> a; fragment<matrix_b,16,16,8,precision::tf32,row_major> b; fragment<accumulator,16,16,8,float> c; fragment<accumulator,16,16,8,float> d;
  load_matrix_sync(a, (const float *)in, 16); load_matrix_sync(b, (const float *)in2, 16); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
  for (int i = 0; i < a.num_elements; i++) a.x[i] = __float_to_tf32(a.x[i]); mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,8,8,4,double,col_major> a; fragment<matrix_b,8,8,4,double,col_major> b; fragment<accumulator,8,8,4,double> c; fragment<accumulator,8,8,4,double> d;
  load_matrix_sync(a, (const double *)in, 8); load_matrix_sync(b, (const double *)in2, 4); load_matrix_sync(c, (const double *)in3, 8, mem_row_major);
   mma_sync(d, a, b, c); store_matrix_sync((double *)(out + o), d, 8, mem_row_major); o += 512; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }
{ fragment<matrix_a,16,16,8,precision::tf32,col_major> a; fragment<matrix_b,16,16,8,precision::tf32,col_major> b; fragment<accumulator,16,16,8,float> c; fragment<accumulator,16,16,8,float> d;
  load_matrix_sync(a, (const float *)in, 16); load_matrix_sync(b, (const float *)in2, 8); load_matrix_sync(c, (const float *)in3, 16, mem_col_major);
  for (int i = 0; i < a.num_elements; i++) a.x[i] = __float_to_tf32(a.x[i]); mma_sync(d, a, b, c); store_matrix_sync((float *)(out + o), d, 16, mem_col_major); o += 2048; n += a.num_elements + b.num_elements + c.num_elements + d.num_elements + d.num_storage_elements; }

{ fragment<matrix_a,8,8,128,experimental::precision::b1,row_major> a; fragment<matrix_b,8,8,128,experimental::precision::b1,col_major> b; fragment<accumulator,8,8,128,int> c, d;
 load_matrix_sync(a, (const void*)in, 128); load_matrix_sync(b, (const void*)in2, 128); fill_fragment(c, 3); bmma_sync(d, a, b, c); store_matrix_sync((int*)(out + o), d, 8, mem_row_major); o += 256; bmma_sync(d, a, b, c, experimental::bmmaBitOpAND); store_matrix_sync((int*)(out + o), d, 8, mem_row_major); o += 256; }
{ fragment<accumulator,16,16,16,int> c; fill_fragment(c, 7); fragment<matrix_a,16,16,16,signed char,row_major> a; fill_fragment(a, 100); fragment<matrix_b,16,16,16,signed char,col_major> b; fill_fragment(b, 127); for (int i = 0; i < c.num_elements; i++) c.x[i] = 2147483647 - i; mma_sync(c, a, b, c, true); store_matrix_sync((int*)(out + o), c, 16, mem_row_major); o += 1024; }
{ fragment<matrix_a,8,8,32,experimental::precision::s4,row_major> a; fill_fragment(a, -3); n += a.x[0]; fragment<matrix_b,8,8,128,experimental::precision::b1,col_major> b; fill_fragment(b, 1u); n += b.x[0]; }
 if (threadIdx.x == 0) { cnt[0] = n; cnt[1] = o; } }
