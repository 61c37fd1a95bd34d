# SPDX-License-Identifier: Apache-2.0
"""Twenty kernels that numba-cuda compiles through whatever libnvvm it finds; see numba.sh.

    numba_kernels.py OUT CC     writes OUT/NAME.ptx and OUT/NAME.args (for `cuprum run`)
"""
import math
import os
import sys

from numba import cuda, types
from numba.cuda import libdevice

f32a=types.float32[::1]; i32a=types.int32[::1]; f64a=types.float64[::1]; f32a2=types.Array(types.float32,2,'C')
K=[]

def k(*sig):
    def add(f):
        K.append((f.__name__, f, sig))
        return f
    return add

@k(types.float32,f32a,f32a,f32a)
def saxpy(a,x,y,o):
    i=cuda.grid(1)
    if i<o.size: o[i]=a*x[i]+y[i]
@k(f32a,f32a)
def sinexp(x,o):
    i=cuda.grid(1)
    if i<o.size: o[i]=math.sin(x[i])*math.exp(x[i])
@k(f64a,f64a)
def dsqrt(x,o):
    i=cuda.grid(1)
    if i<o.size: o[i]=math.sqrt(x[i])/(1.0+x[i])
@k(i32a,i32a)
def hist(x,o):
    i=cuda.grid(1)
    if i<x.size: cuda.atomic.add(o,x[i]%8,1)
@k(f32a,f32a)
def blocksum(x,o):
    s=cuda.shared.array(64,types.float32)
    t=cuda.threadIdx.x
    s[t]=x[cuda.grid(1)]
    cuda.syncthreads()
    n=32
    while n>0:
        if t<n: s[t]+=s[t+n]
        cuda.syncthreads()
        n//=2
    if t==0: o[cuda.blockIdx.x]=s[0]
@k(i32a,i32a)
def shuffle(x,o):
    i=cuda.grid(1)
    v=cuda.shfl_down_sync(0xffffffff,x[i],1)
    o[i]=v+cuda.shfl_xor_sync(0xffffffff,x[i],3)
@k(f32a2,f32a2,f32a2)
def matmul(a,b,c):
    i,j=cuda.grid(2)
    if i<c.shape[0] and j<c.shape[1]:
        t=types.float32(0)
        for q in range(a.shape[1]): t+=a[i,q]*b[q,j]
        c[i,j]=t
@k(i32a,i32a)
def collatz(x,o):
    i=cuda.grid(1)
    if i<x.size:
        v=x[i]+1; n=0
        while v!=1:
            v = v//2 if v%2==0 else 3*v+1
            n+=1
        o[i]=n
@k(f32a,f32a)
def localarr(x,o):
    i=cuda.grid(1)
    a=cuda.local.array(8,types.float32)
    for q in range(8): a[q]=x[i]*q
    t=types.float32(0)
    for q in range(8): t+=a[(q*3+i)%8]
    o[i]=t
@k(i32a,i32a)
def popc(x,o):
    i=cuda.grid(1)
    o[i]=cuda.popc(x[i])+cuda.clz(x[i])+cuda.brev(x[i])%7
@k(i32a,i32a)
def ballot(x,o):
    i=cuda.grid(1)
    o[i]=cuda.ballot_sync(0xffffffff,x[i]%3==0)
@k(f64a,f64a)
def powlog(x,o):
    i=cuda.grid(1)
    o[i]=math.pow(x[i]+1.0,1.5)+math.log(x[i]+2.0)
@k(i32a,i32a)
def maxat(x,o):
    i=cuda.grid(1)
    cuda.atomic.max(o,0,x[i]); cuda.atomic.min(o,1,x[i])
@k(i32a,i32a)
def cas(x,o):
    i=cuda.grid(1)
    cuda.atomic.cas(o,i%4,0,x[i]+1) if i<4 else 0
@k(f32a,i32a)
def f2i(x,o):
    i=cuda.grid(1)
    o[i]=int(x[i]*3.7)
@k(types.complex64[::1],f32a)
def cabs(z,o):
    i=cuda.grid(1)
    o[i]=abs(z[i]*z[i])
@k(i32a,i32a)
def stride(x,o):
    for i in range(cuda.grid(1),o.size,cuda.gridsize(1)): o[i]=x[i]*x[i]
@k(f32a,f32a)
def fmaf(x,o):
    i=cuda.grid(1)
    o[i]=libdevice.fmaf_rn(x[i],x[i],x[i])
@k(f32a,f32a)
def clampf(x,o):
    i=cuda.grid(1)
    v=x[i]
    o[i]=min(max(v,types.float32(2)),types.float32(20)) + (1 if v>5 else -1)
@k(types.int64[::1],types.int64[::1])
def mod64(x,o):
    i=cuda.grid(1)
    o[i]=(x[i]*1234567891)%(x[i]+17)


def argument(t):
    """What `cuprum run` passes for a parameter: an array is seven or nine of them."""
    names = {"float32": "f32", "float64": "f64", "int32": "i32", "int64": "i64", "complex64": "f32"}
    if not isinstance(t, types.Array):
        return ["%s:2" % names[str(t)]]
    name, size = str(t.dtype), t.dtype.bitwidth // 8
    n = 64 * (2 if name == "complex64" else 1)
    shape, strides = ([64], [size]) if t.ndim == 1 else ([8, 8], [8 * size, size])
    words = ["i64:0", "i64:0", "i64:64", "i64:%d" % size, "buf:%s:%d:iota" % (names[name], n)]
    return words + ["i64:%d" % v for v in shape + strides]


def main():
    out, cc = sys.argv[1], tuple(int(c) for c in sys.argv[2].split("."))
    os.makedirs(out, exist_ok=True)
    good = 0
    for name, f, sig in K:
        try:
            ptx, _ = cuda.compile_ptx(f, sig, cc=cc)
        except Exception as e:  # numba wraps libNVVM's errors in several classes
            print(name, type(e).__name__, str(e)[:200])
            continue
        with open("%s/%s.ptx" % (out, name), "w") as file:
            file.write(ptx)
        with open("%s/%s.args" % (out, name), "w") as file:
            file.write(" ".join(w for t in sig for w in argument(t)))
        good += 1
    print("%d of %d kernels compiled" % (good, len(K)))
    sys.exit(good != len(K))


main()
