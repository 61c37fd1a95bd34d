# SPDX-License-Identifier: Apache-2.0
"""Programs that tools/gpu/prepare.py builds twice, by `cuprum build` and by nvcc: the tree's own (test/programs)
and the open corpora (cuda-samples, PolyBench, Rodinia) where they are on this machine."""
import glob, os, re

# What a program of the corpora must not need: libraries of machine code, graphics, the driver's API, Thrust.
ELSEWHERE = re.compile(r"cublas|cufft|curand\.h|cusolver|cusparse|<npp|nppi|nvrtc|<GL|GLUT|freeglut|vulkan|d3d|D3D|EGLStream|"
                       r"eglext|thrust/|cub/|\bcu(Init|Module|Launch|Ctx|Device|Mem|Event|Stream|Func|Link)[A-Z]\w*|helper_cuda_drvapi|mpi\.h|cuda_drvapi|nvtx3|nvscibuf|NvInfer|"
                       r"helper_gl|FreeImage|rendercheck")

# Samples that are left out, and why.
SKIPPED = {
    "simpleIPC": "several processes", "simpleP2P": "two GPUs", "streamOrderedAllocationP2P": "two GPUs",
    "conjugateGradientMultiDeviceCG": "two GPUs", "UnifiedMemoryPerf": "minutes of managed memory",
    "cdpBezierTessellation": "-rdc=true", "cdpSimplePrint": "-rdc=true", "cdpSimpleQuicksort": "-rdc=true",
    "cdpAdvancedQuicksort": "-rdc=true", "cdpQuadtree": "-rdc=true", "cudaGraphsPerfScaling": "minutes",
    "p2pBandwidthLatencyTest": "no kernel to speak of", "topologyQuery": "no kernel", "cudaOpenMP": "-fopenmp",
}

# Rodinia: name, folder, sources, arguments. Inputs of their own come from the arguments.
RODINIA = [
    ("backprop", "backprop", "backprop_cuda.cu backprop.c facetrain.c imagenet.c", "65536"),
    ("gaussian", "gaussian", "gaussian.cu", "-q -s 512"),
    ("lud", "lud/cuda", "lud.cu lud_kernel.cu ../common/common.c", "-s 1024 -v"),
    ("nw", "nw", "needle.cu", "2048 10"),
    ("particlefilter_float", "particlefilter", "ex_particle_CUDA_float_seq.cu", "-x 128 -y 128 -z 10 -np 20000"),
    ("particlefilter_naive", "particlefilter", "ex_particle_CUDA_naive_seq.cu", "-x 128 -y 128 -z 10 -np 1000"),
    ("pathfinder", "pathfinder", "pathfinder.cu", "100000 100 20"),
    ("srad_v2", "srad/srad_v2", "srad.cu", "2048 2048 0 127 0 127 0.5 4"),
    ("streamcluster", "streamcluster", "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu", "10 20 64 8192 8192 1000 none output.txt 1"),
    ("lavaMD", "lavaMD", "kernel/kernel_gpu_cuda_wrapper.cu main.c util/device/device.cu util/num/num.c util/timer/timer.c", "-boxes1d 10"),
    ("hotspot", "hotspot", "hotspot.cu", "256 2 20 temp.txt power.txt output.txt"),
    ("hotspot3D", "hotspot3D", "3D.cu", "256 8 20 power3.txt temp3.txt output.txt"),
    ("bfs", "bfs", "bfs.cu", "graph.txt"),
]


class Program:
    """One program: its sources and options, its arguments, the folder of its data."""

    def __init__(self, name, folder, sources, options=(), args="", data=None, timed=True, checked=True):
        self.name, self.folder, self.sources, self.options = name, folder, sources, list(options)
        self.args, self.data, self.timed, self.checked = args, data, timed, checked


def tests(root):
    """The programs of test/programs with their architecture and options, from the RUN line; those left out."""
    found, skipped = [], []
    for path in sorted(glob.glob(os.path.join(root, "test/programs/*.cu"))):
        text = open(path).read()
        run = re.search(r"RUN: cuprum build (.*?)-o %t\.exe", text)
        if not run or "%t" in run.group(1):
            skipped.append((os.path.basename(path)[:-3], "more than one step"))
            continue
        options = [word for word in run.group(1).split() if word not in ("%s", "--no-toolkit")]
        want = re.findall(r"// CHECK: (.*)", text)
        program = Program("test_" + os.path.basename(path)[:-3], os.path.dirname(path), [path], options, timed=False)
        program.want = want
        found.append(program)
    return found, skipped


def samples(root):
    """NVIDIA's samples that need the run-time library alone."""
    found, skipped = [], []
    for lists in sorted(glob.glob(os.path.join(root, "cuda-samples/Samples/*/*/CMakeLists.txt"))):
        folder = os.path.dirname(lists)
        name = os.path.basename(folder)
        files = sorted(glob.glob(folder + "/*"))
        sources = [f for f in files if re.search(r"\.(cu|cpp|c)$", f)]
        text = "".join(open(f, errors="replace").read() for f in files if re.search(r"\.(cu|cpp|c|h|cuh|hpp)$", f))
        if not any(f.endswith(".cu") for f in sources):
            continue
        if name in SKIPPED:
            skipped.append((name, SKIPPED[name]))
        elif need := ELSEWHERE.search(text):
            skipped.append((name, "needs " + need.group(0)))
        else:
            options = ["-I" + os.path.join(root, "cuda-samples/Common"), "-I" + folder, "-std=c++17", "--extended-lambda"]
            data = os.path.join(folder, "data")
            found.append(Program("cs_" + name, folder, sources, options, data=data if os.path.isdir(data) else None))
    return found, skipped


def polybench(root):
    """Each program twice: the smallest sizes with the CPU's answer beside it, and the standard ones for times."""
    base = os.path.join(root, "polybench/CUDA")
    found = []
    for path in sorted(glob.glob(base + "/*/*.cu")):
        folder = os.path.dirname(path)
        if not glob.glob(folder + "/*.cuh"):
            continue
        options = ["-I" + os.path.join(root, "polybench/common"), "-I" + folder, "-DcudaThreadSynchronize=cudaDeviceSynchronize"]
        name = os.path.basename(path)[:-3]
        found.append(Program("pbcpu_" + name, folder, [path], options + ["-DMINI_DATASET"], timed=False))
        program = Program("pb_" + name, folder, [path], options + ["-DSTANDARD_DATASET"], checked=False)
        program.edit = gpu_only
        found.append(program)
    return found


def gpu_only(text):
    """PolyBench without the CPU's answer, and without printing the GPU's."""
    text = re.sub(r"^#define RUN_ON_CPU", "", text, flags=re.M)
    return re.sub(r"^\s+print_array\(.*$", "", text, flags=re.M)


def rodinia(root):
    base = os.path.join(root, "rodinia/cuda")
    found = []
    for name, folder, sources, args in RODINIA:
        folder = os.path.join(base, folder)
        if os.path.isdir(folder):
            options = ["-I" + folder, "-I" + os.path.join(folder, "../common"), "-DcudaThreadSynchronize=cudaDeviceSynchronize",
                       "-DcudaThreadExit=cudaDeviceReset", "-DRD_WG_SIZE_0=16"]
            sources = [os.path.join(folder, source) for source in sources.split()]
            program = Program("ro_" + name, folder, sources, options, args, data="rodinia")
            if name == "gaussian":
                program.edit = without_removed_members
            found.append(program)
    return found


def without_removed_members(text):
    """Without the lines that print what CUDA 13 has no more."""
    return re.sub(r"^.*deviceProp\. ?(clockRate|deviceOverlap).*$", "", text, flags=re.M)


def rodinia_inputs(folder):
    """Inputs of hotspot, hotspot3D and bfs: numbers of a generator, the same on every machine."""
    os.makedirs(folder, exist_ok=True)
    state = 12345

    def number(limit):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 8) % limit

    for name, count, low, step in (("temp.txt", 256 * 256, 320, 0.01), ("power.txt", 256 * 256, 0, 0.0001),
                                   ("temp3.txt", 256 * 256 * 8, 320, 0.1), ("power3.txt", 256 * 256 * 8, 0, 0.001)):
        with open(os.path.join(folder, name), "w") as file:
            file.writelines(f"{low + number(100) * step:.4g}\n" for _ in range(count))
    nodes, degree = 16384, 4
    with open(os.path.join(folder, "graph.txt"), "w") as file:
        file.write(f"{nodes}\n")
        file.writelines(f"{i * degree} {degree}\n" for i in range(nodes))
        file.write(f"\n0\n\n{nodes * degree}\n")
        file.writelines(f"{number(nodes)} {1 + number(9)}\n" for _ in range(nodes * degree))
