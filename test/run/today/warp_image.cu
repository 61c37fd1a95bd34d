// SPDX-License-Identifier: Apache-2.0
// An affine map of an image of four 8-bit channels, bilinear, edges clamped or of one colour; outside of the image the border's colour.
// RUN: sh %S/../kernel.sh %s --grid=2,4 --block=16,4 buf:u32:1024:rand:1 buf:u32:512:zero i32:32 i32:32 i32:32 i32:16 i64:128 i64:128 i32:1 u32:4278255360 bytes:0000803f0000003ecdcccc3d000000be0000403f00000040
struct Affine { float m[2][3]; };
enum Border { CLAMP, COLOUR };

__device__ float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ float4 wide(uchar4 c) { return make_float4(c.x, c.y, c.z, c.w); }
__device__ unsigned char saturated(float v) { return (unsigned char)min(max(__float2int_rn(v), 0), 255); }

template<Border B> __device__ uchar4 pixel(const uchar4 *image, long long pitch, int x, int y, int width, int height, uchar4 colour) {
    if (B == COLOUR && (x < 0 || y < 0 || x >= width || y >= height)) return colour;
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    return *(const uchar4 *)((const char *)image + y * pitch + x * sizeof(uchar4));
}

template<Border B> __device__ void all(const uchar4 *from, uchar4 *to, int width, int height, int out_width, int out_height, long long pitch, long long out_pitch, uchar4 colour, const Affine &a) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_width || y >= out_height) return;
    const float fx = a.m[0][0] * x + a.m[0][1] * y + a.m[0][2], fy = a.m[1][0] * x + a.m[1][1] * y + a.m[1][2];
    const int x0 = __float2int_rd(fx), y0 = __float2int_rd(fy);
    const float dx = fx - x0, dy = fy - y0;
    float4 sum = wide(pixel<B>(from, pitch, x0, y0, width, height, colour)) * ((1 - dx) * (1 - dy));
    sum = sum + wide(pixel<B>(from, pitch, x0 + 1, y0, width, height, colour)) * (dx * (1 - dy));
    sum = sum + wide(pixel<B>(from, pitch, x0, y0 + 1, width, height, colour)) * ((1 - dx) * dy);
    sum = sum + wide(pixel<B>(from, pitch, x0 + 1, y0 + 1, width, height, colour)) * (dx * dy);
    *(uchar4 *)((char *)to + y * out_pitch + x * sizeof(uchar4)) = make_uchar4(saturated(sum.x), saturated(sum.y), saturated(sum.z), saturated(sum.w));
}

__global__ void warp_image(const uchar4 *from, uchar4 *to, int width, int height, int out_width, int out_height, long long pitch, long long out_pitch, int border, uchar4 colour, Affine a) {
    if (border == CLAMP) all<CLAMP>(from, to, width, height, out_width, out_height, pitch, out_pitch, colour, a);
    else all<COLOUR>(from, to, width, height, out_width, out_height, pitch, out_pitch, colour, a);
}
