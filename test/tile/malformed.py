# RUN: python3 %s %t
# REQUIRES: python3
# CHECK: files were read or refused as they should be, 0 were not
# Bytecode made by hand, with one mistake each, and the same cut off everywhere and with every byte changed: what is wrong is
# said with its place, and nothing crashes.
import subprocess
import sys

PATH = sys.argv[1] + "bc"


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def pad(data, n):
    return data + b"\xcb" * (-len(data) % n)


def table(items, width):
    out, at = pad(varint(len(items)), width), 0
    for item in items:
        out += at.to_bytes(width, "little")
        at += len(item)
    return out + b"".join(items)


def section(out, number, data, align=1):
    out += bytes([number | (128 if align > 1 else 0)]) + varint(len(data))
    if align > 1:
        out = pad(out + varint(align), align)
    return out + data


def module(version=(13, 3), types=None, constants=None, strings=None, body=None, signature=2, name=0, flags=2,
           globals_=b"", debug=b"", end=b"\0", loc=0):
    types = types or [b"\x03", b"\x0d\0" + varint(0), b"\x10\x01\x01\0", b"\x07"]  # i32, tile<i32>, (tile<i32>), f32
    body = b"\x03\x01\0\0\0" + b"\x5c\0\0" if body is None else body  # addi %0, %0; return
    function = varint(name) + varint(signature) + bytes([flags]) + varint(loc) + varint(len(body)) + body
    out = b"\x7fTileIR\0" + bytes(version) + b"\0\0"
    if globals_:
        out = section(out, 6, globals_)
    out = section(out, 2, pad(b"\x01" + function, 8), 8)
    if constants is not None:
        out = section(out, 4, table(constants, 8), 8)
    if debug:
        out = section(out, 3, debug, 8)
    out = section(out, 5, table(types, 4), 4)
    out = section(out, 1, table(strings or [b"k", b"other"], 4), 4)
    return out + end


def read(data):
    with open(PATH, "wb") as file:
        file.write(data)
    done = subprocess.run(["cuprum", "tile", "dis", PATH], capture_output=True, text=True, errors="replace", timeout=20)
    return done.returncode, done.stdout + done.stderr


T = [b"\x03", b"\x0d\0\0", b"\x10\x01\x01\0"]
CASES = [
    (module(), "%0 = addi %arg0, %arg0 : tile<i32>"),
    (b"\x7fTileIR\0", "bytes are missing (byte 8)"),
    (module(version=(13, 6)), "version 13.6; versions 13.1 to 13.5 can be read (byte 8)"),
    (module(version=(14, 1)), "Tile IR bytecode: version 14.1; versions"),
    (module(end=b""), "bytes are missing"),
    (module(end=b"\0\0"), "something stands behind the end"),
    (module(end=b"\x80"), "the end is aligned"),
    (module(end=b"\x08"), "section 8; there are sections 0 to 7"),
    (module(end=b"\x01\x00"), "section 1 is aligned to 1 bytes; 4 are needed"),
    (module(end=b"\x87\x00\x03"), "alignment 3; it is a power of two"),
    (module(end=b"\x07\x01\x00\x07\x01\x00\x00"), "section 7 for the second time"),
    (module(end=b"\x07\x01\x09\x00"), "string 9 of 2"),
    (module(end=b"\x07\x7f"), "a section has 127 bytes, but 0 are left"),
    (module(body=b"\x7f\x00"), "operation 127 is not known"),
    (module(body=b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "a number has more than 64 bits"),
    (module(body=b"\x71\x01\0\0\0", version=(13, 2)), "operation 'alloca' came with version 13.3, the file has 13.2"),
    (module(body=b"\x03\x01\0\0\x05"), "value 5, but there are 1 here"),
    (module(body=b"\x03\x09\0\0\0"), "type 9 of 4"),
    (module(body=b"\x03\x01\x09\0\0"), "overflow 9; there are: none no_signed_wrap"),
    (module(body=b"\x03\x01\0\0"), "a number ends outside of its part"),
    (module(body=b"\x03\x01\0\0\0"), "'addi' does not end its block"),
    (module(body=b"\x5c\0\x05\0"), "5 operands, but there is room for at most 1"),
    (module(body=b"\x5c\x01\x01\0"), "'return' with 1 results; it has 0"),
    (module(body=b"\x29\0\0\x01\0\x01\0"), "'for' with 1 operands; it has at least 3"),
    (module(body=b"\x29\0\0\x03\0\0\0\x02\0\0"), "'for' with 2 regions; it has 1"),
    (module(body=b"\x29\0\0\x03\0\0\0\x01\x02\0\0"), "a region of 2 blocks; there is one at most"),
    (module(body=b"\x29\0\0\x03\0\0\0\x01\0\x5c\0\0"), "'for' has an empty region"),
    (module(body=b"\x10\x01\x07\x5c\0\0"), "constant 7 of 0"),
    (module(body=b"\x10\x01\0\x5c\0\0", constants=[b"\x03\0\0\0"]), "a constant of 1 elements has 3 bytes"),
    (module(body=b"\x10\x01\0\x5c\0\0", constants=[b"\x09\0\0\0"]), "a constant has 9 bytes, but 3 are left"),
    (module(body=b"\x10\0\0\x5c\0\0", constants=[b"\x04\0\0\0\0"]), "a constant is a tile of numbers"),
    (module(body=b"\x06\x01\x63\0\x5c\0\0"), "attribute 99 is not known"),
    (module(body=b"\x06\x01\x08\x04\x07\0\x5c\0\0"), "flags 7 of 'div_by'"),
    (module(body=b"\x06\x01" + b"\x06\x01" * 300 + b"\0"), "is nested too deeply"),
    (module(body=b"\x06\x01\x01\0\xff\xff\xff\xff\x1f\0"), "does not fit into 32 bits"),
    (module(body=b"\x06\x01\x02\0\0\0"), "an float attribute of type 'i32'"),
    (module(body=b"\x06\x01\x0a\x02\0\x03\x01\0\x03\x01\0"), "'k' twice in a dictionary"),
    (module(body=b"\x06\x01\x0a\x01\x02\x03\x01\0", strings=[b"k", b"x", b""]), "an entry of a dictionary has no name"),
    (module(body=b"\x53\x01\x01\0\0\0\x80\0"), "-2147483648 in a list of numbers"),
    (module(types=T + [b"\x63"]), "type 99 is not known"),
    (module(types=T + [b"\x0d\x04\0", b"\x0d\x03\0"]), "type 3 contains itself"),
    (module(types=T + [b"\x0d\x01\0"]), "a 'tile' of 'tile'"),
    (module(types=T + [b"\x16"], version=(13, 2)), "type 'i4' came with version 13.3, the file has 13.2"),
    (module(types=T + [b"\x0d\0\x7f"]), "127 dimensions, but there is room for at most 0"),
    (module(types=T + [b"\x03\x03"]), "type 'i32' ends before its part"),
    (module(types=T + [b"\x0e\0\0\0", b"\x0f\x01\0\x03\0\x09"]), "padding_value 9; there are: zero"),
    (module(signature=0), "a function's type is a 'i32'"),
    (module(signature=9), "type 9 of 4"),
    (module(flags=0), "'k' is no entry; functions that are none belong to a preview"),
    (module(name=0, strings=[b"", b"x"]), "a function has no name"),
    (module(globals_=b"\x01\x01\x01\0\0\x05\0", constants=[b"\x04\0\0\0\0"]), "visibility 5; there are 0 (public) and 1 (private)"),
    (module(globals_=b"\x7f\x01\x01\0\0\x05\0"), "127 globals, but there is room for at most 1"),
    (module(loc=1), "list of locations 1 of 0"),
    (module(loc=1, debug=pad(b"\x01", 4) + b"\0\0\0\0" + pad(b"\x01\0\0\0\0\0\0\0", 8) + b"\x05" + b"\0" * 7 + b"\0"),
     "record 5 of debug information of 0"),
]

good = bad = 0
for data, wanted in CASES:
    code, said = read(data)
    if wanted in said and code in (0, 1):
        good += 1
    else:
        bad += 1
        print("wanted:", wanted, "\n  got:", code, said.split("\n")[0])

whole = module(constants=[b"\x04\0\0\0\0"])
for i in range(0, len(whole), 3):
    for data in (whole[:i], whole[:i] + bytes([whole[i] ^ 0xff]) + whole[i + 1:]):
        code, said = read(data)
        if code in (0, 1):
            good += 1
        else:
            bad += 1
            print("byte", i, "gives", code)
print("%d files were read or refused as they should be, %d were not" % (good, bad))
