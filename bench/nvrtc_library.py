# SPDX-License-Identifier: Apache-2.0
"""libnvrtc.so.13, ours beside NVIDIA's, on ten sources from a saxpy to a block sum with CUB whose headers are in memory.

  bench/nvrtc_library.py OUR_LIBRARY NVIDIAS_LIBRARY CLIENT [--repeat=N] [--toolkit=DIR]

CLIENT is build/tools/nvrtc-client. Processor time, the median of N (20) compilations in turns in one process, and of N
new processes each; memory is the peak of a new process.
Whatever our headers could serve comes from the toolkit, too.
"""
import ctypes, os, re, resource, statistics, subprocess, sys, tempfile, time

words = [w for w in sys.argv[1:] if not w.startswith('--')]
option = dict(w[2:].split('=') for w in sys.argv[1:] if w.startswith('--'))
ours, theirs, client = words
repeat, toolkit = int(option.get('repeat', 20)), option.get('toolkit', '/usr/local/cuda') + '/include'
folders = [toolkit, toolkit + '/cccl']
here = os.path.dirname(os.path.abspath(__file__))


def closure(path):
    """All headers that the source may include, by the names by which they are asked for."""
    found, todo = {}, [path]
    by_macro = [f'thrust/system/{s}/detail/execution_policy.h' for s in ('cuda', 'cpp')]  # by names that Thrust puts together
    while todo:
        with open(todo.pop(), errors='replace') as f:
            for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', f.read(), re.M) + by_macro:
                at = next((p for p in (os.path.join(d, name) for d in folders) if os.path.isfile(p)), None)
                if at and name not in found:
                    found[name] = at
                    todo.append(at)
    return found


sources = []
for name in ['../saxpy', 'reduce', 'matmul', '../kernels20', 'elementwise', 'half', 'groups', 'standard', 'random', 'cub']:
    path = os.path.normpath(f'{here}/nvrtc/{name}.cu')
    in_memory = name == 'cub'
    sources.append((os.path.basename(name), path, ['-arch=compute_90'] + ([] if in_memory else ['-I' + d for d in folders]),
                    closure(path) if in_memory else {}))


class Library:
    def __init__(self, path):
        self.path, self.lib = path, ctypes.CDLL(path)

    def compile(self, source, headers, options):
        """Seconds of processor time, with getting the PTX."""
        program, size, strings = ctypes.c_void_p(), ctypes.c_size_t(), lambda a: (ctypes.c_char_p * len(a))(*a)
        begin = time.process_time()
        self.lib.nvrtcCreateProgram(ctypes.byref(program), source, b'x.cu', len(headers), strings(list(headers.values())),
                                    strings(list(headers)))
        status = self.lib.nvrtcCompileProgram(program, len(options), strings(options))
        self.lib.nvrtcGetPTXSize(program, ctypes.byref(size))
        ptx = ctypes.create_string_buffer(size.value)
        self.lib.nvrtcGetPTX(program, ptx)
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        spent = time.process_time() - begin
        if status:
            sys.exit(f'{self.path}: status {status}')
        return spent


def run(library, path, options, listed):
    """Seconds and KiB of a new process. (What wait4 says of memory counts this process, too: the client tells.)"""
    with tempfile.TemporaryFile('w+') as err:
        pid = os.posix_spawn(client, [client, library, 'ptx', path, *options, *listed, '%peak'], os.environ,
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, '/dev/null', os.O_WRONLY, 0),
                                           (os.POSIX_SPAWN_DUP2, err.fileno(), 2)])
        _, status, used = os.wait4(pid, 0)
        err.seek(0)
        if status:
            sys.exit(f'{library} {path}: status {status}')
        return used.ru_utime + used.ru_stime, int(err.read().split()[-1])


def median(values):
    return statistics.median(values)


us, them = Library(ours), Library(theirs)
print(f'{"":12}{"one process":>30}{"new process":>32}{"memory":>26}')
worst = [float('inf')] * 3
for name, path, options, headers in sources:
    text = open(path, 'rb').read()
    memory = {k.encode(): open(v, 'rb').read() for k, v in headers.items()}
    words = [o.encode() for o in options]
    for library in (us, them):
        library.compile(text, memory, words)
    times = [(us.compile(text, memory, words), them.compile(text, memory, words)) for _ in range(repeat)]
    with tempfile.NamedTemporaryFile('w') as f:
        f.write(''.join(f'{k} {v}\n' for k, v in headers.items()))
        f.flush()
        listed = ['@' + f.name] if headers else []
        fresh = [(run(ours, path, options, listed), run(theirs, path, options, listed)) for _ in range(repeat)]
    a, b = (median(t[i] for t in times) * 1e3 for i in (0, 1))
    c, d = (median(t[i][0] for t in fresh) * 1e3 for i in (0, 1))
    e, g = (median(t[i][1] for t in fresh) / 1024 for i in (0, 1))
    for i, ratio in enumerate((b / a, d / c, g / e)):
        worst[i] = min(worst[i], ratio)
    print(f'{name:12}{a:8.2f} {b:9.2f} ms {b / a:6.1f}x   {c:9.2f} {d:9.2f} ms {d / c:6.1f}x   {e:7.1f} {g:7.1f} MiB '
          f'{g / e:5.1f}x', flush=True)
print(f'least: {worst[0]:.1f}x, {worst[1]:.1f}x, memory {worst[2]:.1f}x')
