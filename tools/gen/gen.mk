# SPDX-License-Identifier: Apache-2.0
# Generators: C programs built first; their outputs lie in $(B)/gen and are compiled into the library.
HEADERS := $(sort $(wildcard lib/include/*.h))

$(B)/gen/bin/%: tools/gen/%.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 -O1 -o $@ $<

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
