# SPDX-License-Identifier: Apache-2.0
# Prints a module that calls every intrinsic of a group once: `nvvm_names.py GROUP`. The groups and what
# their members are follow the rules by which LLVM 21's IntrinsicsNVVM.td makes its records; the
# arguments are parameters, flags run through their values.
import itertools
import sys

FP8 = ["e4m3", "e5m2"]
FP = FP8 + ["e3m2", "e2m3", "e2m1"]
V2H, V2B, F, I, I16, I64 = "<2 x half>", "<2 x bfloat>", "float", "i32", "i16", "i64"
SH, GL, GEN, TM, CL = "ptr addrspace(3)", "ptr addrspace(1)", "ptr", "ptr addrspace(6)", "ptr addrspace(7)"
UNITS = []


# An argument is a type (a parameter) or "type value" (a constant).
def call(name, result, args):
    UNITS.append((name, result, args))


def const(t, v):
    return (t, str(v))


def frag(rows, cols, bits, half=False):
    n = rows * cols * bits // 32 // (64 if bits == 64 else 32) // (2 if half else 1)
    return max(n, 1)


BITS = dict(f16=16, bf16=16, tf32=32, f32=32, s32=32, f64=64, s8=8, u8=8, s4=4, u4=4, b1=1, e4m3=8, e5m2=8,
            e3m2=8, e2m3=8, e2m1=8)


def regs(shape, which, t, sparse=False, bits=None):
    m, n, k = [int(x) for x in shape[1:].replace("n", " ").replace("k", " ").split()]
    rows, cols = dict(a=(m, k), b=(n, k), c=(m, n), d=(m, n))[which]
    b = bits or BITS[t]
    count = frag(rows, cols, b, sparse and which == "a")
    ty = V2H if t == "f16" else F if t == "f32" else "double" if t == "f64" else I
    return [ty] * count


def struct(types):
    return types[0] if len(types) == 1 else "{" + ", ".join(types) + "}"


def mma_args(shape, d, a, b, c, sparse=False, bits=None):
    args = regs(shape, "a", a, sparse, bits) + regs(shape, "b", b, False, bits) + regs(shape, "c", c)
    return struct(regs(shape, "d", d)), args


def group_mma_fp8():
    for k, a, b, c in itertools.product(["m16n8k16", "m16n8k32"], FP8, FP8, ["f16", "f32"]):
        r, args = mma_args(k, c, a, b, c)
        call(f"mma.{k}.row.col.{c}.{a}.{b}.{c}", r, args)
    for k in ["m16n8k4", "m16n8k8", "m16n8k16"]:
        r, args = mma_args(k, "f64", "f64", "f64", "f64")
        call(f"mma.{k}.row.col.f64", r, args)


def group_mma_sparse():
    sp = ["sp", "sp.ordered.metadata"]
    tail = [I, const(I, 0)]
    for s in sp:
        for k, t in [("m16n8k16", "bf16"), ("m16n8k32", "bf16"), ("m16n8k8", "tf32"), ("m16n8k16", "tf32")]:
            r, args = mma_args(k, "f32", t, t, "f32", True)
            call(f"mma.{s}.{k}.row.col.{t}", r, args + tail)
        for k, c in itertools.product(["m16n8k16", "m16n8k32"], ["f16", "f32"]):
            r, args = mma_args(k, c, "f16", "f16", c, True)
            call(f"mma.{s}.{k}.row.col.{c}.{c}", r, args + tail)
        for kinds, ks in [(["s8", "u8"], ["m16n8k32", "m16n8k64"]), (["s4", "u4"], ["m16n8k64", "m16n8k128"])]:
            for k, a, b, sat in itertools.product(ks, kinds, kinds, ["", ".satfinite"]):
                r, args = mma_args(k, "s32", a, b, "s32", True)
                call(f"mma.{s}.{k}.row.col{sat}.{a if a == b else a + '.' + b}", r, args + tail)
        for a, b in itertools.product(FP8, FP8):
            r, args = mma_args("m16n8k64", "f32", a, b, "f32", True)
            call(f"mma.{s}.m16n8k64.row.col.f32.{a}.{b}.f32", r, args + tail)


def group_mma_narrow():
    ids = [I, I16, I16, I, I16, I16]
    so = "sp.ordered.metadata"
    for a, b, c in itertools.product(FP, FP, ["f16", "f32"]):
        r, args = mma_args("m16n8k32", c, a, b, c)
        call(f"mma.m16n8k32.row.col.kind.f8f6f4.{c}.{a}.{b}.{c}", r, args)
        r, args = mma_args("m16n8k64", c, a, b, c, True)
        call(f"mma.{so}.m16n8k64.row.col.kind.f8f6f4.{c}.{a}.{b}.{c}", r, args + [I, const(I, 0)])
    for kind, st in [("mxf4", "ue8m0"), ("mxf4.scale.2x", "ue8m0"), ("mxf4nvf4.scale.2x", "ue8m0"),
                     ("mxf4nvf4.scale.4x", "ue4m3")]:
        r, args = mma_args("m16n8k64", "f32", "e2m1", "e2m1", "f32", False, 4)
        args = args[:6] + regs("m16n8k64", "c", "f32")
        call(f"mma.block.scale.m16n8k64.row.col.{kind}.f32.e2m1.e2m1.f32.{st}", r, args + ids)
        r, args = mma_args("m16n8k128", "f32", "e2m1", "e2m1", "f32", True, 4)
        args = args[:8] + regs("m16n8k128", "c", "f32")
        call(f"mma.{so}.block.scale.m16n8k128.row.col.{kind}.f32.e2m1.e2m1.f32.{st}", r,
             args + [I, const(I, 0)] + ids)
    for kind, a, b in itertools.product(["mxf8f6f4", "mxf8f6f4.scale.1x"], FP, FP):
        r, args = mma_args("m16n8k32", "f32", a, b, "f32")
        call(f"mma.block.scale.m16n8k32.row.col.{kind}.f32.{a}.{b}.f32.ue8m0", r, args + ids)
        r, args = mma_args("m16n8k64", "f32", a, b, "f32", True)
        call(f"mma.{so}.block.scale.m16n8k64.row.col.{kind}.f32.{a}.{b}.f32.ue8m0", r,
             args + [I, const(I, 0)] + ids)


def group_tcgen05():
    flag = itertools.count()
    for sp, space, scale in itertools.product(["", ".sp"], ["shared", "tensor"], ["", ".scale_d"]):
        head = [TM, TM if space == "tensor" else I64, I64, I, "i1"] + ([TM] if sp else [])
        imm = [const(I64, 5)] if scale else []
        for shift in ["", ".ashift"] if space == "tensor" else [""]:
            for kind, group, coll in itertools.product(range(2 if scale else 4), [1, 2], range(2 if shift else 4)):
                call(f"tcgen05.mma{sp}.{space}{scale}{shift}", "void",
                     head + imm + [const(I, kind), const(I, group), const(I, coll)])
            for kind, group, coll in itertools.product(range(2 if scale else 4), [1, 2], range(2 if shift else 4)):
                call(f"tcgen05.mma{sp}.{space}{scale}.disable_output_lane.cg{group}{shift}", "void",
                     head + imm + [f"<{4 * group} x i32>", const(I, kind), const(I, coll)])
    for sp, space in itertools.product(["", ".sp"], ["shared", "tensor"]):
        head = [TM, TM if space == "tensor" else I64, I64, I, "i1"] + ([TM] if sp else [])
        for kind in ["mxf8f6f4.block_scale", "mxf4.block_scale", "mxf4nvf4.block_scale.block16",
                     "mxf4.block_scale.block32", "mxf4nvf4.block_scale.block32", "mxf8f6f4.block_scale.block32"]:
            for group, coll in itertools.product([1, 2], range(4)):
                call(f"tcgen05.mma{sp}.{space}.{kind}", "void", head + [TM, TM, const(I, group), const(I, coll)])
        for mask, kind, buf, coll in itertools.product(["", ".zero_col_mask"], range(4), range(4), range(4)):
            call(f"tcgen05.mma.ws{sp}.{space}{mask}", "void",
                 head + ([I64] if mask else []) + [const(I, kind), const(I, buf), const(I, coll)])


def group_tcgen05_red():
    for shape, n, ty in itertools.product(["32x32b", "16x32bx2"], [2, 4, 8, 16, 32, 64, 128], ["i32", "f32"]):
        t = I if ty == "i32" else F
        imm = [const(I64, 8)] if shape == "16x32bx2" else []
        for op in range(2):
            for fl in itertools.product([0, 1], [0, 1]) if ty == "f32" else [()]:
                call(f"tcgen05.ld.red.{shape}.x{n}.{ty}", f"{{<{n} x {t}>, {t}}}",
                     [TM] + imm + [const(I, op)] + [const("i1", f) for f in fl])


def group_convert():
    for rnd, relu, sat in itertools.product(["rn", "rz"], ["", ".relu"], ["", ".satfinite"]):
        call(f"ff2bf16x2.{rnd}{relu}{sat}", V2B, [F, F])
        call(f"ff2f16x2.{rnd}{relu}{sat}", V2H, [F, F])
        call(f"f2bf16.{rnd}{relu}{sat}", "bfloat", [F])
        call(f"f2f16.{rnd}{relu}{sat}", "half", [F])
    for relu, sat in itertools.product(["", ".relu"], ["", ".satfinite"]):
        call(f"ff2f16x2.rs{relu}{sat}", V2H, [F, F, I])
        call(f"ff2bf16x2.rs{relu}{sat}", V2B, [F, F, I])
    for relu in ["", ".relu"]:
        for t in ["e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1x4"]:
            call(f"f32x4.to.{t}.rs{relu}.satfinite", I16 if t == "e2m1x4" else "<4 x i8>", ["<4 x float>", I])
    for rnd, sat in itertools.product(["rz", "rp"], ["", ".satfinite"]):
        call(f"ff.to.ue8m0x2.{rnd}{sat}", I16, [F, F])
        call(f"bf16x2.to.ue8m0x2.{rnd}{sat}", I16, [V2B])
    for op, ftz in itertools.product(["add", "mul"], ["", ".ftz"]):
        call(f"{op}.rn{ftz}.sat.f16", "half", ["half", "half"])
        call(f"{op}.rn{ftz}.sat.v2f16", V2H, [V2H, V2H])
    for relu, (m, t) in itertools.product(["", ".relu"], [("f16", "half"), ("v2f16", V2H), ("bf16", "bfloat"),
                                                          ("v2bf16", V2B)]):
        call(f"fma.rn.oob{relu}.{m}", t, [t, t, t])


def group_small():
    for ftz in ["", ".ftz"]:
        for m, t in [("f16", "half"), ("v2f16", V2H), ("f32", F)]:
            call(f"fabs{ftz}.{m}", t, [t])
        call(f"ex2.approx{ftz}.f32", F, [F])
    call("bf2h.rn", I16, ["bfloat"])
    call("fabs.bf16", "bfloat", ["bfloat"])
    call("fabs.f64", "double", ["double"])
    call("ex2.approx.v2f16", V2H, [V2H])
    call("ex2.approx.ftz.v2bf16", V2B, [V2B])
    for mode in ["f4e", "b4e"]:
        call(f"prmt.{mode}", I, [I, I, I])
    for mode in ["rc8", "ecl", "ecr", "rc16"]:
        call(f"prmt.{mode}", I, [I, I])
    for sign, t, amt in itertools.product("su", [I, I64], [0, 1]):
        call(f"flo.{sign}.{t}", I, [t, const("i1", amt)])
    for d in "lr":
        call(f"fsh{d}.clamp.i32", I, [I, I, I])
    for op, mode in itertools.product(["sext", "zext", "bmsk"], ["wrap", "clamp"]):
        call(f"{op}.{mode}", I, [I, I])
    for r in ["begin", "end", "cap", "0", "1"]:
        call(f"read.ptx.sreg.reserved_smem_offset_{r}", I, [])
    call("read.ptx.sreg.pm4", I, [])


def group_memory():
    for scope in ["cta", "cluster"]:
        for space, p in [("cta", SH), ("cluster", CL)]:
            for op in ["expect.tx", "complete.tx"]:
                call(f"mbarrier.{op}.scope.{scope}.space.{space}", "void", [p, I])
            for op, rel in itertools.product(["arrive", "arrive.expect.tx", "arrive.drop", "arrive.drop.expect.tx"],
                                             ["", ".relaxed"]):
                call(f"mbarrier.{op}{rel}.scope.{scope}.space.{space}", I64 if space == "cta" else "void", [p, I])
        for op, par, tl, rel in itertools.product(["test.wait", "try.wait"], ["", ".parity"], ["", ".tl"],
                                                  ["", ".relaxed"]):
            if op == "test.wait" and tl:
                continue
            call(f"mbarrier.{op}{par}{tl}{rel}.scope.{scope}.space.cta", "i1",
                 [SH, I if par else I64] + ([I] if tl else []))
    for f in ["fence.acquire.sync_restrict.space.cluster.scope.cluster",
              "fence.release.sync_restrict.space.cta.scope.cluster",
              "fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster",
              "fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster"]:
        call(f, "void", [])
    for p, sfx in [(GL, "p1"), (SH, "p3"), (GEN, "p0")]:
        call(f"tensormap.replace.global.address.{sfx}", "void", [p, I64])
        call(f"tensormap.replace.rank.{sfx}", "void", [p, I])
        call(f"tensormap.replace.global.stride.{sfx}", "void", [p, const(I, 1), I64])
        for f in ["box.dim", "global.dim", "element.stride"]:
            call(f"tensormap.replace.{f}.{sfx}", "void", [p, const(I, 2), I])
        for f, n in [("elemtype", 16), ("interleave.layout", 3), ("swizzle.mode", 4), ("swizzle.atomicity", 4),
                     ("fill.mode", 2)]:
            for v in range(n):
                call(f"tensormap.replace.{f}.{sfx}", "void", [p, const(I, v)])
    call("clusterlaunchcontrol.try_cancel.async.shared", "void", [SH, SH])
    call("clusterlaunchcontrol.try_cancel.async.multicast.shared", "void", [SH, SH])
    call("clusterlaunchcontrol.query_cancel.is_canceled", "i1", ["i128"])
    for d in "xyz":
        call(f"clusterlaunchcontrol.query_cancel.get_first_ctaid.{d}", I, ["i128"])
    for h in [0, 1]:
        call("cp.async.bulk.global.to.shared.cta", "void", [SH, SH, GL, I, I64, const("i1", h)])
        call("cp.async.bulk.shared.cta.to.global.bytemask", "void", [GL, SH, I, I64, const("i1", h), I16])
    for t in [".trans"]:
        for x, n in [("x1", 2), ("x2", 4)]:
            for f, p in itertools.product(["b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"], [(SH, "p3"), (GEN, "p0")]):
                call(f"ldmatrix.sync.aligned.m16n16.{x}.trans.{f}.{p[1]}", struct([I] * n), [p[0]])
    for x, n in [("x1", 1), ("x2", 2), ("x4", 4)]:
        for f in ["b8x16.b6x16_p32", "b8x16.b4x16_p64"]:
            call(f"ldmatrix.sync.aligned.m8n16.{x}.{f}.p3", struct([I] * n), [SH])
        call(f"stmatrix.sync.aligned.m16n8.{x}.trans.b8.p3", "void", [SH] + [I] * n)


def group_tensor_copy():
    for dim in range(1, 6):
        for mode in ["tile"] + (["im2col", "im2col.w", "im2col.w.128"] if dim >= 3 else []):
            offs = [I16] * (0 if mode == "tile" else dim - 2 if mode == "im2col" else 2)
            at = [I] * dim + offs
            for m, h, g in itertools.product([0, 1], [0, 1], [0, 1, 2]):
                call(f"cp.async.bulk.tensor.g2s.{mode}.{dim}d", "void",
                     [CL, SH, GEN] + at + [I16, I64, const("i1", m), const("i1", h), const(I, g)])
            for h in [0, 1]:
                call(f"cp.async.bulk.tensor.g2s.cta.{mode}.{dim}d", "void", [SH, SH, GEN] + at + [I64, const("i1", h)])
                call(f"cp.async.bulk.tensor.prefetch.{mode}.{dim}d", "void", [GEN] + at + [I64, const("i1", h)])
                if mode in ("tile", "im2col"):
                    call(f"cp.async.bulk.tensor.s2g.{mode}.{dim}d", "void",
                         [SH, GEN] + [I] * dim + [I64, const("i1", h)])
                    for op in ["add", "min", "max", "inc", "dec", "and", "or", "xor"]:
                        call(f"cp.async.bulk.tensor.reduce.{op}.{mode}.{dim}d", "void",
                             [SH, GEN] + [I] * dim + [I64, const("i1", h)])
    five = [I] * 5
    for m, h, g in itertools.product([0, 1], [0, 1], [0, 1, 2]):
        call("cp.async.bulk.tensor.g2s.tile.gather4.2d", "void",
             [CL, SH, GEN] + five + [I16, I64, const("i1", m), const("i1", h), const(I, g)])
    for h in [0, 1]:
        call("cp.async.bulk.tensor.g2s.cta.tile.gather4.2d", "void", [SH, SH, GEN] + five + [I64, const("i1", h)])
        call("cp.async.bulk.tensor.prefetch.tile.gather4.2d", "void", [GEN] + five + [I64, const("i1", h)])
        call("cp.async.bulk.tensor.s2g.tile.scatter4.2d", "void", [SH, GEN] + five + [I64, const("i1", h)])


# What NVIDIA's own front ends write: words of modes come first, each field of them runs through its values.
def group_own():
    V4, V8 = "<4 x i32>", "<8 x i32>"
    for op, z, mode in itertools.product(["add", "sub", "mul", "fma"], ["", ".ftz"], range(5)):
        if op != "fma" or mode:
            call(f"{op}{z}.packed.f32x2", I64, [const(I, mode)] + [I64] * (3 if op == "fma" else 2))
    call("fma.packed.f32x2.v3f32", "<3 x float>", [const(I, 1)] + ["<3 x float>"] * 3)
    for to, relu in itertools.product([1, 2, 3, 4, 5, 6, 7], [0, 0x200]):
        sat = 0 if to in (1, 4) else 0x2000
        call("cvt.packfloat", I, [const(I64, 0x400 | to | relu | sat), I, I, I])
    for source in [2, 3, 5, 6, 7]:
        call("cvt.packfloat", I, [const(I64, 0x401 | source << 4), I, I, I])
    call("cvt.packfloat", I, [const(I64, 0x484), I, I, I])
    call("cvt.packfloat", I, [const(I64, 0x3008), I, I, I])
    for k in range(5):
        call("fence.proxy", "void", [const(I, k)])
    for kind, scope in itertools.product(["sc", "acq_rel"], ["cta", "cluster", "gpu", "sys"]):
        call(f"fence.{kind}.{scope}", "void", [])
    for k, scope, space, way in itertools.product(range(6), [0, 1], [0, 0x1000], ["", ".unordered"]):
        call(f"mbarrier{way}.arrive.transactions.shared", "void", [const(I, k << 4 | scope | space), SH, I])
    for scope in [0, 1]:
        call("mbarrier.try.wait.parity.shared.timelimit", "i1", [const(I, scope), SH, I, I])
        call("mbarrier.try.wait.shared.timelimit", "i1", [const(I, scope), SH, I64, I])
    for op, rel, scope in itertools.product(["arrive", "arrive.expect.tx", "arrive.drop", "arrive.drop.expect.tx"],
                                            ["", ".relaxed"], ["cta", "cluster"]):
        call(f"nv.mbarrier.{op}{rel}.scope.{scope}.space.cluster", "void", [CL, I, const(I, 0), const("i1", 0)])
    for n in range(1, 6):
        offsets = [I16] * max(n - 2, 0)
        for mode, flags in itertools.product([0, 1] if n > 2 else [0], [0, 1, 2, 3, 32, 35]):
            call(f"cp.async.bulk.tensor.gmem.to.smem.{n}d.i16", "void",
                 [const(I, mode << 2 | flags), SH, SH, GEN] + [I] * n + offsets + [I16, I64])
            if flags < 2:
                call(f"cp.async.bulk.tensor.smem.to.gmem.{n}d", "void",
                     [const(I, mode << 2 | flags), SH, GEN] + [I] * n + [I64])
    for a, space in [(I64, "smem_desc_a"), (TM, "tmem_a")]:
        for kind, sparse, collector in itertools.product([1, 3, 4, 5], [0, 32], range(4)):
            for scale in [0, 16] if kind in (3, 5) else [0]:
                head = [const(I, kind << 6 | sparse | scale), const(I, collector), a, I64, TM, I, TM, "i1"]
                call(f"tcgen05.mma.{space}.no_write_disable", "void", head + [const(I, 3), TM])
                call(f"tcgen05.mma.{space}.write_disable.1cta", "void", head + [const(I, 3), V4, TM])
                call(f"tcgen05.mma.{space}.write_disable.2cta", "void", head + [const(I, 3), V8, TM])
        for kind, vector in [(2, 0), (2, 4), (0, 0), (0, 8), (0, 12), (7, 0), (7, 8)]:
            call(f"tcgen05.mma.{space}.block_scale", "void",
                 [const(I, kind << 6 | vector | 2), const(I, 1), a, I64, TM, I, TM, "i1", TM, TM, const(I, 0), TM])
    for group, form in itertools.product(["cg1", "cg2"], ["", ".shared"]):
        p = SH if form else GEN
        call(f"nv.tcgen05.commit{form}.{group}", "void", [p])
        call(f"nv.tcgen05.commit.mc{form}.{group}", "void", [p, I16])
    zero = const(I, 0)
    call("tcgen05.mma.shared", "void", [TM, I64, I64, I, "i1", const(I, 1), const(I, 2), const(I, 3), zero])
    call("tcgen05.mma.shared.disable_output_lane.cg1", "void",
         [TM, I64, I64, I, "i1", V4, const(I, 1), const(I, 2), zero])
    call("tcgen05.mma.shared.mxf8f6f4.block_scale", "void",
         [TM, I64, I64, I, "i1", TM, TM, const(I, 1), const(I, 2), zero])
    for kinds in ["e4m3", "e5m2", "e4m3.e5m2", "e5m2.e4m3"]:
        call(f"mma.m16n8k32.row.col.{kinds}", struct([F] * 4), [I] * 6 + [F] * 4)
    plain, types = 15 << 49, {"i8": "i8", "i16": I16, "i32": I, "i64": I64, "f32": F, "v2f16": V2H, "v2i32": "<2 x i32>",
                              "v4i32": V4, "v2i64": "<2 x i64>", "v4i16": "<4 x i16>"}
    loads = [0, 1 << 49, 2 << 49, 3 << 49, 4 << 49] + [plain | k for k in
             [8 << 41, 1 << 39, 2 << 12, 3 << 12, 4 << 12, 6 << 16, 1 << 41, 2 << 41 | 1 << 45, 1 << 41 | 3 << 45]]
    stores = [0, 1 << 49, 6 << 49, 7 << 49] + [plain | k for k in
              [8 << 41, 1 << 39, 1 << 16, 1 << 41 | 2 << 45, 3 << 41 | 1 << 45]]
    for name, t in types.items():
        for mode in loads:
            call(f"ld.ext.{name}.p1", t, [const(I64, mode), GL, I64])
        for mode in stores:
            call(f"st.ext.{name}.p1", "void", [const(I64, mode), t, GL, I64])
    call("ld.ext.i32.p3", I, [const(I64, plain | 1 << 41 | 1 << 37), SH, I64])


def main():
    globals()["group_" + sys.argv[1]]()
    seen = set()
    for k, (name, result, args) in enumerate(UNITS):
        types = [a if isinstance(a, str) else a[0] for a in args]
        if name not in seen:
            seen.add(name)
            print(f"declare {result} @llvm.nvvm.{name}({', '.join(types)})")
        params = [f"{a} %a{i}" for i, a in enumerate(args) if isinstance(a, str)]
        given = [f"{a} %a{i}" if isinstance(a, str) else f"{a[0]} {a[1]}" for i, a in enumerate(args)]
        to = "" if result == "void" else "%r = "
        print(f"define {result} @f{k}({', '.join(params)}) {{")
        print(f"  {to}call {result} @llvm.nvvm.{name}({', '.join(given)})")
        print("  ret void\n}" if result == "void" else f"  ret {result} %r\n}}")


main()
