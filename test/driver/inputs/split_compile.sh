# split_compile.sh FOLDER: compiles a unit of fifty kernels on several threads and compares.
mkdir -p "$1" && cd "$1" || exit 1
{
    cat <<'X'
template <int N> __device__ __forceinline__ float mix(const float *a, int i) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < N; k++) s = s * a[i + k] + sqrtf(a[k * i]);
    return s;
}
struct Shape {
    virtual __device__ float area(float x) const = 0;
};
struct Square : Shape {
    __device__ float area(float x) const override { return mix<3>(&x, 0) * x; }
};
struct Circle : Shape {
    __device__ float area(float x) const override { return x * x * 3.14f; }
};
__device__ float total(const Shape &a, const Shape &b, float x) { return a.area(x) + b.area(x); }
__device__ __noinline__ float far(float x, int n) { return n ? far(x * 2, n - 1) + 1 : x; }
__device__ float apply(float (*f)(float, int), float x) { return f(x, 3); }
X
    k=0
    while [ $k -lt 50 ]; do
        n=$((4 + k % 5))
        cat <<X
__global__ void kernel$k(float *out, const float *a, int n) {
    __shared__ float tile[$((32 + k))];
    float acc[$n];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < $n; j++) acc[j] = mix<$n>(a, i + j);
    tile[threadIdx.x % $((32 + k))] = acc[0];
    __syncthreads();
    for (int r = 0; r < n; r++)
        for (int j = 0; j < $n; j++) acc[j] = acc[j] * tile[(j + r) % $((32 + k))] + mix<$((3 + k % 3))>(a, j);
    Square square;
    Circle circle;
    acc[1] += total(square, circle, acc[2]) + apply(far, acc[3]) + __shfl_xor_sync(~0u, acc[0], $((k % 31)));
    for (int j = 0; j < $n; j++) out[i * $n + j] = acc[j] / (1.0f + n) + double(acc[j]) / (3.0 + $k);
}
X
        k=$((k + 1))
    done
} >fifty.cu

# same NAME OPTION...: the output for each number of threads
same() {
    name=$1
    shift
    for jobs in 1 2 8 16; do
        cuprum fifty.cu -arch=sm_90 --split-compile=$jobs "$@" -o out.$jobs >messages.$jobs 2>&1 ||
            echo "$name: $jobs threads: fails, so differs" # a race, in a build of V=tsan
        cmp out.1 out.$jobs && cmp messages.1 messages.$jobs || echo "$name: $jobs threads: differs"
    done
    echo "$name"
}
same 'fifty kernels: 1 = 2 = 8 = 16 threads at -O1' -O1
same 'fifty kernels: 1 = 2 = 8 = 16 threads at -O3' -O3
same 'IR: 1 = 2 = 8 = 16 threads' -O3 --emit=ir

# whoever reads along gets functions in their order
same 'remarks: 1 = 2 = 8 = 16 threads' -Rpass=. -Rpass-missed=. -Rpass-analysis=.
[ "$(wc -l <messages.8)" -gt 100 ] || echo 'no remarks: differs'
same 'changes: 1 = 2 = 8 = 16 threads' '--passes=inline,sroa,simplifycfg,loop(loop-rotate,licm)' --print-changed
grep -q 'changed by licm' messages.8 || echo 'no changes: differs'
for jobs in 1 8; do
    cuprum fifty.cu -arch=sm_90 --split-compile=$jobs -foptimization-record-file=record.$jobs -o out.$jobs
done
cmp record.1 record.8 && cmp out.1 out.8 && [ -s record.8 ] && echo 'record: 1 = 8 threads'

cuprum fifty.cu -arch=sm_90 --emit=ir --passes=globaldce -o fifty.ll
for jobs in 1 8; do
    cuprum fifty.ll -arch=sm_90 -O3 --memory-limit=8 --split-compile=$jobs -o none >messages.$jobs 2>&1
    echo $? >status.$jobs
done
cmp messages.1 messages.8 && echo "little memory: 1 thread $(cat status.1), 8 threads $(cat status.8)"
