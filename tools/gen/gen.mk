# SPDX-License-Identifier: Apache-2.0
# Generators: C programs built first; their outputs lie in $(B)/gen and are compiled into the library.
HEADERS := $(sort $(wildcard lib/include/*.h))

$(B)/gen/bin/%: tools/gen/%.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 -O1 -Isrc -o $@ $<

$(B)/gen/headers.c: $(B)/gen/bin/embed $(HEADERS)
	@$(B)/gen/bin/embed $@ lib/include/ $(HEADERS)
	@echo "  GEN   $@"

$(B)/obj/gen/headers.o: $(B)/gen/headers.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -c -o $@ $<

GENOBJ += $(B)/obj/gen/headers.o

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

# The device library (lib/device): compiled by Cuprum itself, by a first program that has none, and
# embedded as bitcode. It is compiled again whenever the program changes, but what depends on it only
# when other bytes come out.
DEVICE_LIB := $(sort $(wildcard lib/device/*.cu))
$(B)/obj/gen/no_device.o: tools/gen/no_device.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -c -o $@ $<

$(B)/gen/bin/cuprum: $(MAINOBJ) $(LIBOBJ) $(GENOBJ) $(B)/obj/gen/no_device.o
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(STATIC) -o $@ $^ $(LDLIBS)

$(B)/gen/device.stamp: $(B)/gen/bin/cuprum $(DEVICE_LIB)
	@$(B)/gen/bin/cuprum --keep-device-functions -O3 --emit=bc $(DEVICE_LIB) -o $(B)/gen/device.new
	@cmp -s $(B)/gen/device.new $(B)/gen/device.bc || { cp $(B)/gen/device.new $(B)/gen/device.bc; echo "  GEN   $(B)/gen/device.bc"; }
	@touch $@
$(B)/gen/device.bc: $(B)/gen/device.stamp ;

$(B)/obj/gen/device.o: $(B)/gen/device.bc
	@printf '.section .rodata,"a"\n.balign 16\n.globl cu_device_library\n.hidden cu_device_library\ncu_device_library:\n.incbin "$<"\n.globl cu_device_library_end\n.hidden cu_device_library_end\ncu_device_library_end:\n.byte 0\n.section .note.GNU-stack,"",@progbits\n' >$(B)/gen/device.s
	@$(CC) -c -o $@ $(B)/gen/device.s

GENOBJ += $(B)/obj/gen/device.o
