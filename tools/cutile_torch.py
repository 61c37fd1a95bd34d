# SPDX-License-Identifier: Apache-2.0
# PyTorch for cuTile's tests under `cuprum exec`: the package from PyPI has machine code alone for its own kernels, which the virtual
# machine does not run. With this module (python3 -m pytest -p cutile_torch) memory, copies, views, streams and graphs of tensors on
# the GPU stay PyTorch's with the virtual machine's libraries; every operator that would launch one of its kernels is computed by
# PyTorch on the CPU, on copies, and the results go back. Kernels of cuTile are launched as ever.
import ctypes
import os
import subprocess
import threading

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map_only

# What launches no kernel although it is no view.
NATIVE = {'aten::empty', 'aten::empty_strided', 'aten::empty_like', 'aten::new_empty', 'aten::new_empty_strided', 'aten::set_',
          'aten::resize_', 'aten::record_stream', 'aten::is_pinned', 'aten::_pin_memory', 'aten::_local_scalar_dense',
          'aten::_has_compatible_shallow_copy_type', 'aten::is_same_size', 'aten::detach', 'aten::alias', 'aten::lift_fresh'}


# A GPU's sums are near the exact ones; those of the CPU's code for halves and floats need not be.
SUMS = {'aten::mm', 'aten::bmm', 'aten::addmm', 'aten::baddbmm', 'aten::mv', 'aten::dot', 'aten::native_layer_norm',
        'aten::native_layer_norm_backward'}


# A product of floats takes tf32 on a GPU where the program says that this will do.
def widened(tensor):
    if tensor.dtype == torch.float32 and torch.get_float32_matmul_precision() != 'highest':
        bits = tensor.contiguous().view(torch.int32)
        tensor = ((bits + 0xfff + (bits >> 13 & 1)) & ~0x1fff).view(torch.float32)  # to the nearest, ties to even
    return tensor.double() if tensor.is_floating_point() else tensor


def exact(func, args, kwargs):
    kind = args[-1] if isinstance(args[-1], torch.dtype) else args[0].dtype
    if kind is args[-1]:
        args, func = args[:-1], func.overloadpacket.default
    if not kind.is_floating_point or 'out' in kwargs or func._schema.is_mutable:
        return func(*args, **kwargs)
    result = func(*tree_map_only(torch.Tensor, widened, args), **kwargs)
    if func._schema.name == 'aten::native_layer_norm':  # a GPU's mean and deviation are floats
        return result[0].to(kind), result[1].float(), result[2].float()
    return tree_map_only(torch.Tensor, lambda x: x.to(kind), result)


# Functions of the evaluator are rounded correctly, those of the CPU's code need not be (its square root is not).
FUNCTIONS = {'aten::' + name for name in ('sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh asin acos atan atan2 '
                                          'pow sigmoid erf').split()}


# PyTorch's kernels for floats call CUDA's functions, as compiled tiles do: these are made of the same source, for one argument.
CUDA_FUNCTIONS = set('exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh asin acos atan erf'.split())
SOURCE = 'extern "C" __global__ void k(const float *x, float *y, int n)' \
         ' { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = %sf(x[i]); }'
kernels = {}


def checked(status, what):
    if status:
        raise RuntimeError(f'{what}: {status}')


def cuda_function(name):
    if name not in kernels:
        cuda, module, kernel = ctypes.CDLL('libcuda.so.1'), ctypes.c_void_p(), ctypes.c_void_p()
        compiler = [os.environ.get('CUPRUM', 'cuprum'), '-x', 'cu', '-', '-arch=sm_75', '-o', '-']
        text = subprocess.run(compiler, input=(SOURCE % name).encode(), stdout=subprocess.PIPE, check=True).stdout
        torch.cuda.current_stream()  # there is a context
        checked(cuda.cuModuleLoadData(ctypes.byref(module), text + b'\0'), 'cuModuleLoadData')
        checked(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b'k'), 'cuModuleGetFunction')
        kernels[name] = cuda, kernel, module
    return kernels[name][:2]


def on_machine(name, x):
    x = x.contiguous().cuda()
    y, n = torch.empty_like(x), x.numel()
    cuda, kernel = cuda_function(name)
    values = ctypes.c_void_p(x.data_ptr()), ctypes.c_void_p(y.data_ptr()), ctypes.c_int(n)
    params = (ctypes.c_void_p * 3)(*(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values))
    if n:
        checked(cuda.cuLaunchKernel(kernel, (n + 127) // 128, 1, 1, 128, 1, 1, 0, None, params, None), 'cuLaunchKernel')
    torch.cuda.synchronize()
    return y.cpu()


def rounded(func, args, kwargs):
    result = func(*args, **kwargs)
    if not isinstance(result, torch.Tensor) or not result.is_floating_point() or result.dtype == torch.float64:
        return result
    name = func._schema.name.split('::')[1]
    if os.environ.get('CUPRUM_TILE') == 'compile' and name in CUDA_FUNCTIONS and len(args) == 1 and not kwargs:
        return on_machine(name, args[0].float()).to(result.dtype)
    return func(*tree_map_only(torch.Tensor, lambda x: x.double(), args), **kwargs).to(result.dtype)


# Attention by whatever library is its definition.
ATTENTION = {f'aten::_scaled_dot_product_{way}_attention' for way in ('flash', 'efficient', 'cudnn')}


def attention(func, args, kwargs):
    names = [a.name for a in func._schema.arguments]
    given = dict(zip(names, args)) | kwargs
    q, k, v = (given[name].double() for name in names[:3])
    bias = given.get('attn_bias')
    out = torch.ops.aten._scaled_dot_product_attention_math(q, k, v, None if bias is None else bias.double(), 0.0,
                                                           given.get('is_causal', False), None, scale=given.get('scale'),
                                                           enable_gqa=q.shape[1] != k.shape[1])[0]
    rest = [torch.empty(0) if 'Tensor' in str(r.type) else 0 for r in func._schema.returns[1:]]
    return (out.to(given[names[0]].dtype), *rest)


def is_cuda(x):
    return isinstance(x, torch.Tensor) and x.is_cuda


def to_cpu(tensor, storages):
    # The whole storage goes over, so that views of it stay views.
    source = tensor.untyped_storage()
    key = source._cdata
    if key not in storages:
        host = torch.UntypedStorage(source.nbytes())
        raw = torch.empty(0, dtype=torch.uint8).set_(host)
        if source.nbytes():
            raw.copy_(torch.empty(0, dtype=torch.uint8, device='cuda').set_(source))
        storages[key] = (host, source)
    return torch.empty(0, dtype=tensor.dtype).set_(storages[key][0], tensor.storage_offset(), tensor.size(), tensor.stride())


def to_gpu(tensor):
    host = tensor.untyped_storage()
    result = torch.empty(0, dtype=tensor.dtype, device='cuda')
    device = torch.empty(host.nbytes(), dtype=torch.uint8, device='cuda')
    if host.nbytes():
        device.copy_(torch.empty(0, dtype=torch.uint8).set_(host))
    return result.set_(device.untyped_storage(), tensor.storage_offset(), tensor.size(), tensor.stride())


def plain_copy(func, args):
    # Between two tensors of one type, each without gaps: bytes.
    if func._schema.name != 'aten::copy_':
        return False
    to, source = args[0], args[1]
    return to.dtype == source.dtype and to.size() == source.size() and to.is_contiguous() and source.is_contiguous()


class OnCpu(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        flat = torch.utils._pytree.tree_leaves((args, kwargs))
        device = kwargs.get('device')
        made = device is not None and torch.device(device).type == 'cuda'
        if not made and not any(is_cuda(x) for x in flat):
            return func(*args, **kwargs)
        name = func._schema.name
        if func.is_view or name in NATIVE or plain_copy(func, args):
            return func(*args, **kwargs)
        to_host = device is not None and not made  # a copy to the CPU
        storages, twins = {}, []

        def twin(x):
            if not x.is_cuda:
                return x
            for old, new in twins:
                if old is x:
                    return new
            new = to_cpu(x, storages)
            twins.append((x, new))
            return new
        host_args, host_kwargs = tree_map_only(torch.Tensor, twin, (args, kwargs))
        if made:
            host_kwargs['device'] = torch.device('cpu')
        if host_kwargs.get('generator') is not None:
            host_kwargs.pop('generator')
        if name in SUMS:
            result = exact(func, host_args, host_kwargs)
        elif name in FUNCTIONS:
            result = rounded(func, host_args, host_kwargs)
        elif name in ATTENTION:
            result = attention(func, host_args, host_kwargs)
        elif name == 'aten::abs' and host_args[0].dtype == torch.bool:
            result = host_args[0].clone()  # the CPU's code has not that type
        else:
            result = func(*host_args, **host_kwargs)
        # what was written goes back
        if func._schema.is_mutable:
            for host, source in storages.values():
                if source.nbytes():
                    torch.empty(0, dtype=torch.uint8, device='cuda').set_(source).copy_(
                        torch.empty(0, dtype=torch.uint8).set_(host))
            for old, new in twins:  # an output that was made larger
                if old.size() != new.size():
                    old.set_(to_gpu(new))
        if to_host:
            return result

        def back(x):
            for old, new in twins:
                if new is x:
                    return old
            return to_gpu(x)
        return tree_map_only(torch.Tensor, back, result)


# Printing puts modes aside.
plain_str = torch._tensor_str._str
torch._tensor_str._str = lambda self, *, tensor_contents=None: plain_str(
    to_cpu(self, {}) if is_cuda(self) else self, tensor_contents=tensor_contents)

mode = OnCpu()
mode.__enter__()

# A mode is a thread's own.
plain_run = threading.Thread.run


def run(self):
    with OnCpu():
        plain_run(self)


threading.Thread.run = run
