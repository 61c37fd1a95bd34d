// SPDX-License-Identifier: Apache-2.0
// A class of numbers of 8, 6 or 4 bits and those of two and four of them, made of what the header
// defines that reads this: __CUPRUM_S, S2, S4 are the names, SBITS the bits that a number takes in
// S2 and S4; STO(type, x) and SOF(x) convert one, STO2 and SOF2 two. Conversions saturate.
#define __CUPRUM_SINTEGER(T)                                                                       \
    explicit __CUPRUM_HDM__ __CUPRUM_S(T v) : __x(__CUPRUM_STO(double, (double)v)) {}              \
    explicit __CUPRUM_HDM__ operator T() const {                                                   \
        return __cuprum_of_small<T>((float)*this);                                                 \
    }
struct __CUPRUM_S {
    unsigned char __x;
    __CUPRUM_S() = default;
    explicit __CUPRUM_HDM__ __CUPRUM_S(float v) : __x(__CUPRUM_STO(float, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S(double v) : __x(__CUPRUM_STO(double, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S(__half v) : __x(__CUPRUM_STO(halfraw, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S(__nv_bfloat16 v) : __x(__CUPRUM_STO(bfloat16raw, v)) {}
    explicit __CUPRUM_HDM__ operator __half() const { return __CUPRUM_SOF(__x); }
    explicit __CUPRUM_HDM__ operator float() const { return __half2float((__half) * this); }
    explicit __CUPRUM_HDM__ operator double() const { return (double)(float)*this; }
    explicit __CUPRUM_HDM__ operator __nv_bfloat16() const {
        return __float2bfloat16_rz((float)*this); // exact
    }
    explicit __CUPRUM_HDM__ operator bool() const {
        return (__x & ((1 << (__CUPRUM_SSIGN)) - 1)) != 0;
    }
    __CUPRUM_SINTEGER(unsigned short)
    __CUPRUM_SINTEGER(unsigned int)
    __CUPRUM_SINTEGER(unsigned long)
    __CUPRUM_SINTEGER(unsigned long long)
    __CUPRUM_SINTEGER(short)
    __CUPRUM_SINTEGER(int)
    __CUPRUM_SINTEGER(long)
    __CUPRUM_SINTEGER(long long)
    explicit __CUPRUM_HDM__ operator char() const { return __cuprum_of_small<char>((float)*this); }
    explicit __CUPRUM_HDM__ operator signed char() const {
        return __cuprum_of_small<signed char>((float)*this);
    }
    explicit __CUPRUM_HDM__ operator unsigned char() const {
        return __cuprum_of_small<unsigned char>((float)*this);
    }
};
#undef __CUPRUM_SINTEGER

struct __CUPRUM_S2 {
    __CUPRUM_S2_STORAGE __x;
    __CUPRUM_S2() = default;
    explicit __CUPRUM_HDM__ __CUPRUM_S2(float2 v) : __x(__CUPRUM_STO2(float2, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S2(double2 v) : __x(__CUPRUM_STO2(double2, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S2(__half2 v) : __x(__CUPRUM_STO2(halfraw2, v)) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S2(__nv_bfloat162 v) : __x(__CUPRUM_STO2(bfloat16raw2, v)) {}
    explicit __CUPRUM_HDM__ operator __half2() const { return __CUPRUM_SOF2(__x); }
    explicit __CUPRUM_HDM__ operator float2() const { return __half22float2((__half2) * this); }
};

struct __CUPRUM_S4 {
    __CUPRUM_S4_STORAGE __x;
    __CUPRUM_S4() = default;
    explicit __CUPRUM_HDM__ __CUPRUM_S4(__half2 low, __half2 high)
        : __x(joined(__CUPRUM_STO2(halfraw2, low), __CUPRUM_STO2(halfraw2, high))) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S4(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x(joined(__CUPRUM_STO2(bfloat16raw2, low), __CUPRUM_STO2(bfloat16raw2, high))) {}
    explicit __CUPRUM_HDM__ __CUPRUM_S4(float4 v)
        : __x(joined(__CUPRUM_STO2(float2, make_float2(v.x, v.y)),
                     __CUPRUM_STO2(float2, make_float2(v.z, v.w)))) {}
    // of double4 and its forms with another alignment
    template <class D, class = decltype(((D *)0)->w + 0.0)>
    explicit __CUPRUM_HDM__ __CUPRUM_S4(const D &v)
        : __x(joined(__CUPRUM_STO2(double2, make_double2(v.x, v.y)),
                     __CUPRUM_STO2(double2, make_double2(v.z, v.w)))) {}
    explicit __CUPRUM_HDM__ operator float4() const {
        float2 a = __half22float2(__half2(__CUPRUM_SOF2((__CUPRUM_S2_STORAGE)__x)));
        float2 b = __half22float2(
            __half2(__CUPRUM_SOF2((__CUPRUM_S2_STORAGE)(__x >> (2 * __CUPRUM_SBITS)))));
        return make_float4(a.x, a.y, b.x, b.y);
    }

  private:
    static __CUPRUM_HDM__ __CUPRUM_S4_STORAGE joined(unsigned int low, unsigned int high) {
        return (__CUPRUM_S4_STORAGE)(low | high << (2 * __CUPRUM_SBITS));
    }
};

#undef __CUPRUM_S
#undef __CUPRUM_S2
#undef __CUPRUM_S4
#undef __CUPRUM_SBITS
#undef __CUPRUM_SSIGN
#undef __CUPRUM_S2_STORAGE
#undef __CUPRUM_S4_STORAGE
#undef __CUPRUM_STO
#undef __CUPRUM_STO2
#undef __CUPRUM_SOF
#undef __CUPRUM_SOF2
