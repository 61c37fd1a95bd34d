// Arguments for operations.sh: special bit patterns, small numbers and random ones; and results as bits.
typedef unsigned long long u64;
typedef unsigned u32;

struct Some {
    u64 state;
    __device__ u64 next() {
        u64 z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        return (z ^ z >> 27) * 0x94d049bb133111eb;
    }
    __device__ operator int() {
        u64 r = next();
        int edge = (int)((0x80000000u >> (r >> 8 & 31)) - (u32)(r >> 4 & 1));
        return r & 1 ? (int)(r >> 32) : r & 2 ? (int)(r >> 32) >> 20 : edge;
    }
    __device__ operator unsigned short() { return next() >> 40; }
    __device__ operator long long() {
        u64 r = next();
        u64 edge = ((1ull << 63) >> (r >> 8 & 63)) - (r >> 4 & 1);
        return r & 1 ? (long long)r * 2654435769 : r & 2 ? (long long)r >> 50 : (long long)edge;
    }
    __device__ operator float() {
        u64 r = next();
        float edge = __int_as_float((int)(r >> 36 & 0x1ff) << 23 | (int)(r >> 60 & 1) << 22); // powers of two, infinity, NaN
        float integer = (float)(int)(r >> 20) * (r & 4 ? 0.125f : 1);
        return r & 1 ? __int_as_float((int)(r >> 32)) : r & 2 ? integer : edge;
    }
    __device__ operator double() {
        u64 r = next();
        double edge = __longlong_as_double((long long)(r >> 36 & 0xfff) << 52 | (long long)(r >> 60 & 1) << 51);
        double integer = (double)(int)(r >> 20) * (r & 4 ? 0.125 : 1048576.5);
        return r & 1 ? __longlong_as_double((long long)r * 2654435769) : r & 2 ? integer : edge;
    }
};

__device__ u64 bits(float x) { return x != x ? 0x7fc00000 : (u32)__float_as_int(x); }
__device__ u64 bits(double x) { return x != x ? 0x7ff8ull << 48 : (u64)__double_as_longlong(x); }
__device__ u64 bits(int x) { return (u32)x; }
__device__ u64 bits(long long x) { return (u64)x; }
__device__ u64 bits(unsigned short x) { return x; }
