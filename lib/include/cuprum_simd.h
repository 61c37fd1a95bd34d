// SPDX-License-Identifier: Apache-2.0
// SIMD within a word: 2 x 16 and 4 x 8 bits.
// A part of cuprum_runtime.h.
#ifndef CUPRUM_SIMD_H
#define CUPRUM_SIMD_H

// Bit tricks on whole words: H is the mask of the lanes' top bits, ONE has one in each lane.
template <unsigned int H> struct __cuprum_simd {
    static constexpr unsigned int ONE = H >> (H == 0x80008000u ? 15 : 7);
    static constexpr unsigned int BITS = H == 0x80008000u ? 16 : 8;
    // A lane's top bit spread over the lane.
    __CUPRUM_HD_M__ unsigned int spread(unsigned int top) {
        return (top >> (BITS - 1)) * ((1u << BITS) - 1u);
    }
    __CUPRUM_HD_M__ unsigned int add(unsigned int a, unsigned int b) {
        return ((a & ~H) + (b & ~H)) ^ ((a ^ b) & H);
    }
    __CUPRUM_HD_M__ unsigned int sub(unsigned int a, unsigned int b) {
        return ((a | H) - (b & ~H)) ^ ((a ^ ~b) & H);
    }
    __CUPRUM_HD_M__ unsigned int neg(unsigned int a) { return sub(0u, a); }
    __CUPRUM_HD_M__ unsigned int ltu(unsigned int a,
                                     unsigned int b) { // borrow of a - b, in the top bits
        unsigned int d = sub(a, b);
        return ((~a & b) | (~(a ^ b) & d)) & H;
    }
    __CUPRUM_HD_M__ unsigned int lts(unsigned int a, unsigned int b) { return ltu(a ^ H, b ^ H); }
    __CUPRUM_HD_M__ unsigned int ne(unsigned int a, unsigned int b) {
        unsigned int x = a ^ b;
        return (((x & ~H) + ~H) | x) & H;
    }
    __CUPRUM_HD_M__ unsigned int pick(unsigned int top, unsigned int a, unsigned int b) {
        unsigned int m = spread(top);
        return (a & m) | (b & ~m);
    }
    __CUPRUM_HD_M__ unsigned int abs(unsigned int a) { return pick(a & H, neg(a), a); }
    // Signed saturation: overflow gives 0x7f.. or 0x80.. by the sign of a.
    __CUPRUM_HD_M__ unsigned int clamp(unsigned int over, unsigned int a, unsigned int r) {
        unsigned int limit = add(~H, (a & H) >> (BITS - 1));
        return pick(over & H, limit, r);
    }
    __CUPRUM_HD_M__ unsigned int addss(unsigned int a, unsigned int b) {
        unsigned int r = add(a, b);
        return clamp(~(a ^ b) & (a ^ r), a, r);
    }
    __CUPRUM_HD_M__ unsigned int subss(unsigned int a, unsigned int b) {
        unsigned int r = sub(a, b);
        return clamp((a ^ b) & (a ^ r), a, r);
    }
    __CUPRUM_HD_M__ unsigned int addus(unsigned int a, unsigned int b) {
        unsigned int r = add(a, b);
        return r | spread(((a & b) | ((a | b) & ~r)) & H);
    }
    __CUPRUM_HD_M__ unsigned int subus(unsigned int a, unsigned int b) {
        return sub(a, b) & ~spread(ltu(a, b));
    }
    __CUPRUM_HD_M__ unsigned int halve(unsigned int x) { return (x >> 1) & ~H; }
    __CUPRUM_HD_M__ unsigned int avgu(unsigned int a, unsigned int b) {
        return sub(a | b, halve(a ^ b));
    }
    __CUPRUM_HD_M__ unsigned int haddu(unsigned int a, unsigned int b) {
        return add(a & b, halve(a ^ b));
    }
    __CUPRUM_HD_M__ unsigned int avgs(unsigned int a, unsigned int b) {
        // rounded away from zero: down, then one more where the sum is odd and not negative
        unsigned int r = haddu(a ^ H, b ^ H) ^ H;
        return r + ((a ^ b) & ~(r >> (BITS - 1)) & ONE);
    }
    __CUPRUM_HD_M__ unsigned int diffu(unsigned int a, unsigned int b) {
        return pick(ltu(a, b), sub(b, a), sub(a, b));
    }
    __CUPRUM_HD_M__ unsigned int diffs(unsigned int a, unsigned int b) {
        return pick(lts(a, b), sub(b, a), sub(a, b));
    }
    __CUPRUM_HD_M__ unsigned int sum(unsigned int a) {
        unsigned int s = 0;
        for (unsigned int k = 0; k < 32; k += BITS) s += (a >> k) & ((1u << BITS) - 1u);
        return s;
    }
};
typedef __cuprum_simd<0x80008000u> __cuprum_simd2;
typedef __cuprum_simd<0x80808080u> __cuprum_simd4;
__CUPRUM_DEV__ unsigned int __vadd2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::add(a, b);
}
__CUPRUM_DEV__ unsigned int __vsub2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sub(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddss2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::addss(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddus2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::addus(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubss2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::subss(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubus2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::subus(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::avgs(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::avgu(a, b);
}
__CUPRUM_DEV__ unsigned int __vhaddu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::haddu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::diffu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::diffs(a, b);
}
__CUPRUM_DEV__ unsigned int __vsadu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sum(__cuprum_simd2::diffu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsads2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sum(__cuprum_simd2::diffs(a, b));
}
__CUPRUM_DEV__ unsigned int __vmaxs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::lts(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmaxu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::ltu(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmins2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::lts(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vminu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::ltu(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vabs2(unsigned int a) {
    return __cuprum_simd2::abs(a);
}
__CUPRUM_DEV__ unsigned int __vneg2(unsigned int a) {
    return __cuprum_simd2::neg(a);
}
__CUPRUM_DEV__ unsigned int __vabsss2(unsigned int a) {
    return __cuprum_simd2::pick(a & 0x80008000u & ~__cuprum_simd2::ne(a, 0x80008000u), ~0x80008000u,
                                __cuprum_simd2::abs(a));
}
__CUPRUM_DEV__ unsigned int __vnegss2(unsigned int a) {
    return __cuprum_simd2::subss(0u, a);
}
__CUPRUM_DEV__ unsigned int __vcmpeq2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ne(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vseteq2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ne(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpne2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ne(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetne2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ne(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmplts2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetlts2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpltu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetltu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgts2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgts2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(b, a)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgtu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgtu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(b, a)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmples2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(b, a) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetles2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(b, a) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpleu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(b, a) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetleu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(b, a) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpges2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetges2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgeu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetgeu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vadd4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::add(a, b);
}
__CUPRUM_DEV__ unsigned int __vsub4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sub(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddss4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::addss(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddus4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::addus(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubss4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::subss(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubus4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::subus(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::avgs(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::avgu(a, b);
}
__CUPRUM_DEV__ unsigned int __vhaddu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::haddu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::diffu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::diffs(a, b);
}
__CUPRUM_DEV__ unsigned int __vsadu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sum(__cuprum_simd4::diffu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsads4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sum(__cuprum_simd4::diffs(a, b));
}
__CUPRUM_DEV__ unsigned int __vmaxs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::lts(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmaxu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::ltu(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmins4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::lts(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vminu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::ltu(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vabs4(unsigned int a) {
    return __cuprum_simd4::abs(a);
}
__CUPRUM_DEV__ unsigned int __vneg4(unsigned int a) {
    return __cuprum_simd4::neg(a);
}
__CUPRUM_DEV__ unsigned int __vabsss4(unsigned int a) {
    return __cuprum_simd4::pick(a & 0x80808080u & ~__cuprum_simd4::ne(a, 0x80808080u), ~0x80808080u,
                                __cuprum_simd4::abs(a));
}
__CUPRUM_DEV__ unsigned int __vnegss4(unsigned int a) {
    return __cuprum_simd4::subss(0u, a);
}
__CUPRUM_DEV__ unsigned int __vcmpeq4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ne(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vseteq4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ne(a, b) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpne4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ne(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetne4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ne(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmplts4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetlts4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpltu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetltu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgts4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgts4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(b, a)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgtu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgtu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(b, a)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmples4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(b, a) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetles4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(b, a) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpleu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(b, a) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetleu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(b, a) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpges4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetges4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(a, b) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgeu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetgeu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(a, b) ^ 0x80808080u) >> 7;
}

#endif
