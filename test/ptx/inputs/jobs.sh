# jobs.sh FOLDER: whatever a function takes from the module in its turn (symbols, numbers of calls, labels, frames, files, names), and
# errors: the same for any number of threads.
mkdir -p "$1" && cd "$1" || exit 1
{
    cat <<'X'
extern "C" __device__ int printf(const char *, ...);
typedef int (*Step)(int, int *);
extern __shared__ int pool[];
__device__ __noinline__ int add(int x, int *p) { return x + *p; }
__device__ __noinline__ int twice(int x, int *p) { return p[x & 1] * 2; }
__constant__ Step steps[2] = {add, twice};
struct Wide {
    int at[6];
};
__device__ __noinline__ Wide widen(Wide w, int by) {
    w.at[by % 6] += by;
    return w;
}
X
    k=0
    while [ $k -lt 24 ]; do
        cat <<X
extern __device__ int only_here_$k(int);
extern __device__ int counter_$k;
static __device__ __forceinline__ int inlined_$k(int x) {
    return x * x + $k;
}
__global__ void kernel_$k(int *out, int n, const int *in) {
    int local[$((20 + k % 3))], i = threadIdx.x;
    for (int j = 0; j < $((20 + k % 3)); j++) local[j] = in[j * $((k + 1))];
    Wide w = {{i, n, $k, 3, 4, 5}};
    w = widen(w, local[i % 20]);
    pool[i] = inlined_$k(steps[i & 1](w.at[n % 6], local)) + only_here_$k(i) + counter_$k;
    switch (in[i]) {
    case 0: local[n % 5] = $k; break;
    case 1: printf("%d in kernel $k\n", i); break;
    case 2: local[n % 7] = 4; break;
    case 3: out[1] = 5; break;
    case 4: out[2] = pool[n]; break;
    case 5: out[3] = widen(w, 3).at[n % 6]; break;
    case 1000: out[4] = 1; break;
    case -7: out[5] = 1; break;
    case 123456: out[6] = 1; break;
    default: out[7] = inlined_$(((k + 1) % 24 > k ? k : k))(n);
    }
    out[i] = local[i % 19] + pool[n - i];
}
X
        k=$((k + 1))
    done
} >all.cu

# an error in every third function
{
    echo 'target triple = "nvptx64-nvidia-cuda"'
    k=0
    while [ $k -lt 30 ]; do
        echo "define void @f$k(ptr %p) {"
        [ $((k % 3)) = 1 ] && echo "  indirectbr ptr %p, [label %end]"
        [ $((k % 3)) = 1 ] || echo "  br label %end"
        echo "end:"
        echo "  store ptr %p, ptr %p"
        echo "  ret void"
        echo "}"
        k=$((k + 1))
    done
} >wrong.ll

# same NAME STATUS COMMAND...: output and messages for each number of threads
same() {
    name=$1 status=$2
    shift 2
    for jobs in 1 2 8 16; do
        "$@" --split-compile=$jobs -o out.$jobs >messages.$jobs 2>&1
        [ $? = "$status" ] || echo "$name: $jobs threads: another status, so differs"
        [ "$status" != 0 ] || cmp out.1 out.$jobs || echo "$name: $jobs threads: differs"
        cmp messages.1 messages.$jobs || echo "$name: $jobs threads: messages differ"
    done
    echo "$name: $(wc -l <messages.1) lines of messages"
}
same plain 0 cuprum all.cu -rdc=true -arch=sm_90
same lines 0 cuprum all.cu -rdc=true -arch=sm_90 -lineinfo
same debug 0 cuprum all.cu -rdc=true -arch=sm_90 -G
same unoptimized 0 cuprum all.cu -rdc=true -arch=sm_90 -O0
cuprum all.cu -arch=sm_90 --emit=pp -o all.ii
same source 0 cicc -w --device-c -arch compute_90 --show-src all.ii
same machine 0 cuprum all.cu -rdc=true -arch=sm_90 --emit=mir
same errors 1 cuprum wrong.ll -arch=sm_90
