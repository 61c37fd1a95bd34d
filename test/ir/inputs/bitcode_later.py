# SPDX-License-Identifier: Apache-2.0
# Writes a small module as bitcode, with what only later versions of LLVM write: one number as a vector constant
# (22), attributes that version 21 did not have. The types come before the data layout, as LLVM's writer has it.
#   bitcode_later.py FILE ATTRIBUTE LAYOUT
import sys

out, attribute, layout = sys.argv[1], int(sys.argv[2]), sys.argv[3]
bits = []


def fixed(value, width):
    bits.extend(value >> i & 1 for i in range(width))


def vbr(value, width):
    half = 1 << (width - 1)
    while value >= half:
        fixed(value & half - 1 | half, width)
        value >>= width - 1
    fixed(value, width)


def align():
    fixed(0, -len(bits) % 32)


def record(code, ops, width=4):
    fixed(3, width)
    for value in [code, len(ops)] + ops:
        vbr(value, 6)


class Block:  # every block has abbreviations of 4 bits
    def __init__(self, number, outer=4):
        self.number, self.outer = number, outer

    def __enter__(self):
        fixed(1, self.outer)
        vbr(self.number, 8)
        vbr(4, 4)
        align()
        self.at = len(bits)
        fixed(0, 32)

    def __exit__(self, *_):
        fixed(0, 4)
        align()
        words = (len(bits) - self.at) // 32 - 1
        bits[self.at:self.at + 32] = [words >> i & 1 for i in range(32)]


VOID, FLOAT, I32, GLOBAL, SHARED, FLOATS, INTS, FUNCTION, WIDE, WIDES = range(10)
fixed(0xdec04342, 32)
with Block(8, 2):  # module
    record(1, [1])
    with Block(10):  # attributes
        record(3, [1, 0xffffffff, 0, attribute])
    with Block(9):
        record(2, [1])
    with Block(17):  # types
        record(1, [10])
        record(2, [])
        record(3, [])
        record(7, [32])
        record(25, [1])
        record(25, [3])
        record(12, [4, FLOAT])
        record(12, [2, I32])
        record(21, [0, VOID, GLOBAL, SHARED])
        record(7, [128])
        record(12, [2, WIDE])
    record(2, [ord(c) for c in "nvptx64-nvidia-cuda"])
    record(3, [ord(c) for c in layout])
    record(8, [FUNCTION, 71, 0, 0, 1, 0, 0, 0, 0, 0])
    with Block(12):  # its body
        record(1, [1])
        with Block(11):  # constants: values 3 to 5
            record(1, [FLOATS])
            record(6, [0x3fc00000])
            record(1, [INTS])
            record(4, [7 << 1])
            record(1, [WIDES])
            record(5, [5 << 1, 9 << 1])
        for value, to in (3, 1), (4, 1), (5, 1), (4, 2):
            record(44, [6 - to, 6 - value, 5, 0])
        record(10, [])
    with Block(14):  # names
        record(1, [0, ord("k")])
align()
data = bytes(sum(bits[i + j] << j for j in range(8)) for i in range(0, len(bits), 8))
open(out, "wb").write(data)
