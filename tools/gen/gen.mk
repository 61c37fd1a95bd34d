# SPDX-License-Identifier: Apache-2.0
# Generators: C programs built first; their outputs lie in $(B)/gen and are compiled into the library.
HEADERS := $(sort $(shell find lib/include -type f))

$(B)/gen/bin/%: tools/gen/%.c
	@mkdir -p $(@D)
	@$(HOST_CC) -std=gnu11 -O1 -Isrc -o $@ $<

$(B)/gen/bin/device_names: src/cuda/builtin.def src/cuda/builtin_atomic.def
$(B)/gen/include/cuprum_device_names.h: $(B)/gen/bin/device_names
	@mkdir -p $(@D)
	@$(B)/gen/bin/device_names $@
HEADERS += $(B)/gen/include/cuprum_device_names.h

$(B)/gen/headers.c: $(B)/gen/bin/embed $(HEADERS)
	@$(B)/gen/bin/embed $@ $(HEADERS)
	@echo "  GEN   $@"

$(B)/obj/gen/headers.o: $(B)/gen/headers.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -c -o $@ $<

GENOBJ += $(B)/obj/gen/headers.o

# Enumerators of tables, which keep their time as long as no number changes (tools/gen/ids.c).
IDS := $(foreach t,insn insn_count sem sem_count sreg sreg_count mod_class mod_class_count mod_value feature feature_count \
         intrin intrin_count,$(B)/gen/ids/$t.h)
$(B)/gen/bin/ids: src/ptx/insn.def src/ptx/sem.def src/ptx/sreg.def src/ptx/mod.def src/base/target.def src/ir/intrin.def src/ir/intrin_family.def
$(B)/gen/ids.stamp: $(B)/gen/bin/ids
	@mkdir -p $(B)/gen/ids
	@$(B)/gen/bin/ids $(B)/gen/ids
	@touch $@
$(IDS): $(B)/gen/ids.stamp ;
GENERATED += $(IDS)

$(B)/gen/bin/intrins: src/ir/intrin.def
$(B)/gen/intrin_order.h: $(B)/gen/bin/intrins
	@$(B)/gen/bin/intrins $@
	@echo "  GEN   $@"
GENERATED += $(B)/gen/intrin_order.h

$(B)/gen/bin/builtins: $(wildcard src/cuda/builtin*.def) src/base/base.h
$(B)/gen/builtin_slots.h: $(B)/gen/bin/builtins
	@$(B)/gen/bin/builtins $@
	@echo "  GEN   $@"
GENERATED += $(B)/gen/builtin_slots.h

# The device library (lib/device): compiled by Cuprum itself, by a first program that has none, a file of
# bitcode a source, linked and embedded. It is compiled again whenever the program changes, but what depends
# on it only when other bytes come out.
DEVICE_LIB := $(sort $(wildcard lib/device/*.cu lib/device/math/*.cu))
DEVICE_H := $(wildcard lib/device/*.h lib/device/math/*.h)
# which has __float128 and calls functions of fp128.cu
$(B)/gen/device/fp128_math.bc: DEVICE_FLAGS := -arch=sm_100 -rdc=true
DEVICE_BC := $(DEVICE_LIB:lib/device/%.cu=$(B)/gen/device/%.bc)
$(B)/obj/gen/no_device.o: tools/gen/no_device.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -c -o $@ $<

$(B)/gen/bin/cuprum: $(MAINOBJ) $(LIBOBJ) $(GENOBJ) $(B)/obj/gen/no_device.o
	@mkdir -p $(@D)
ifdef NATIVE
	@$(CC) $(CFLAGS_ALL) $(STATIC) -o $@ $^ $(LDLIBS)
else
	@$(MAKE) --no-print-directory CC="$(HOST_CC)" HOST_CC="$(HOST_CC)" CFLAGS= V=release VDIR=$(VDIR)-host build/$(VDIR)-host/gen/bin/cuprum
	@cp build/$(VDIR)-host/gen/bin/cuprum $@
endif

$(B)/gen/device/%.bc: lib/device/%.cu $(DEVICE_H) $(B)/gen/bin/cuprum
	@mkdir -p $(@D)
	@$(B)/gen/bin/cuprum --keep-device-functions --device-library=none -fmad=false -O3 $(DEVICE_FLAGS) --emit=bc $< -o $@

$(B)/gen/device.stamp: $(DEVICE_BC)
	@$(B)/gen/bin/cuprum link --merge-constants $^ -o $(B)/gen/device.new
	@cmp -s $(B)/gen/device.new $(B)/gen/device.bc || { cp $(B)/gen/device.new $(B)/gen/device.bc; echo "  GEN   $(B)/gen/device.bc"; }
	@touch $@
$(B)/gen/device.bc: $(B)/gen/device.stamp ;

# The functions that most programs call, by themselves: less than the half is read for them.
COMMON_BC := $(patsubst %,$(B)/gen/device/math/%.bc,basic basic64 error exp exp64 fast gamma hyperbolic inverse inverse64 log log64 \
             operations pow pow64 remainder remainder64 root root64 trig trig64)
$(B)/gen/common.bc: $(B)/gen/device.stamp
	@$(B)/gen/bin/cuprum link --merge-constants $(COMMON_BC) -o $@

# $(call EMBED,SYMBOL,FILE) is assembler text
EMBED = .section .rodata,"a"\n.balign 16\n.globl $(1)\n.hidden $(1)\n$(1):\n.incbin "$(2)"\n.globl $(1)_end\n.hidden $(1)_end\n$(1)_end:\n.byte 0\n
$(B)/obj/gen/device.o: $(B)/gen/device.bc $(B)/gen/common.bc
	@printf '$(call EMBED,cu_device_library,$(B)/gen/device.bc)$(call EMBED,cu_common_library,$(B)/gen/common.bc).section .note.GNU-stack,"",@progbits\n' >$(B)/gen/device.s
	@$(CC) -c -o $@ $(B)/gen/device.s

GENOBJ += $(B)/obj/gen/device.o

# Written from polynomials*.txt, and committed (mpmath is not needed to build).
.PHONY: math-tables
math-tables:
	@for n in polynomials polynomials64; do python3 lib/device/generate/polynomials.py $$n.txt >$(B)/gen/$$n.h && \
	    cp $(B)/gen/$$n.h lib/device/math/$$n.h || exit 1; done
	@for n in tables64 pieces64; do python3 lib/device/generate/$$n.py >$(B)/gen/$$n.h && cp $(B)/gen/$$n.h lib/device/math/$$n.h || exit 1; done

# The library's sources compiled for the host, and the program that compares them with MPFR (tools/math).
MATH_SRC := $(filter-out %/operations.cu,$(wildcard lib/device/math/*.cu))
MATH_HOST := $(MATH_SRC:lib/device/math/%.cu=$(B)/obj/math/%.o)
MATH_CFLAGS := -std=gnu11 -O2 -march=native -ffp-contract=off -fno-strict-aliasing -D_GNU_SOURCE
# the static ones where there are any: math-check goes to other machines
MATH_LIBS = $(foreach l,mpfr gmp,$(or $(filter /%,$(shell $(CC) -print-file-name=lib$l.a)),-l$l))
$(B)/obj/math/%.o: lib/device/math/%.cu $(DEVICE_H)
	@mkdir -p $(@D)
	@$(CC) $(MATH_CFLAGS) -x c -c -o $@ $<

$(B)/tools/math-check: $(wildcard $(addprefix tools/math/*.,c h cu def) doc/math/nvidia-gpu-*.txt) $(MATH_HOST) $(B)/obj/src/driver/gpu_library.o $(LIBA)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -O2 -D_GNU_SOURCE -o $@ $(wildcard tools/math/*.c) $(MATH_HOST) $(B)/obj/src/driver/gpu_library.o $(LIBA) $(MATH_LIBS) $(LDLIBS)
	@echo "  LINK  $@"

# What tools/math/gpu.sh needs on a machine that has a GPU and nothing else of this one: the program, and the C
# library's files where that machine's are older.
.PHONY: math-gpu
math-gpu: $(B)/tools/math-check
	@mkdir -p $(B)/gpu
	@strip -o $(B)/gpu/math-check $<
	@cp -L $$(ldd $< | sed -n 's/^.*[ \t]\(\/[^ ]*\) (0x.*/\1/p') $(B)/gpu/
	@for l in libdl.so.2 libpthread.so.0 librt.so.1; do cp -L $$(dirname $$(ldd $< | sed -n 's/^.*[ \t]\(\/[^ ]*\)\/libc.so.6 (0x.*/\1\/./p'))/$$l $(B)/gpu/; done
	@ls -l $(B)/gpu

# The table of doc/math.md, from the lines of math-check and cost.sh that are kept in doc/math.
.PHONY: math-doc
math-doc:
	@sed '/^<!-- make math-doc/q' doc/math.md >$(B)/gen/math.md
	@echo >>$(B)/gen/math.md
	@awk -f tools/math/table.awk $(foreach f,nvidia cost ours,$(sort $(wildcard doc/math/$f.txt doc/math/$f64.txt)) \
	    $(wildcard doc/math/$f-gpu-*.txt)) >>$(B)/gen/math.md
	@cp $(B)/gen/math.md doc/math.md

# every float for functions of one argument: one and a half to three minutes each (M=NAME... for some)
.PHONY: math-check
math-check: $(B)/tools/math-check
	@$(B)/tools/math-check --stride=1 --random=1000000000 $(M)

# Written by a script, and committed: jump polynomials of curand_kernel.h's generators.
.PHONY: curand-tables
curand-tables:
	@for g in xorwow mrg32k3a; do python3 tools/gen/curand_jumps.py $$g >lib/include/curand/$${g}_jump.h; done
