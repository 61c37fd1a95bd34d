# SPDX-License-Identifier: Apache-2.0
# Included by the Makefile: installing, and making packages (packaging/README.md).
D := $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/.*CUPRUM_VERSION "\(.*\)"/\1/p' src/driver/driver.h)
export VERSION

# the device math library for others: with opaque pointers, and as LLVM 7 wrote it
LIBDEVICE := $(B)/gen/libdevice.10.bc $(B)/gen/libdevice.10.llvm7.bc
$(B)/gen/libdevice.%: $(B)/gen/device.bc tools/libdevice.sh
	@tools/libdevice.sh $(B)/gen/bin/cuprum $< $@.$$$$ $(if $(findstring llvm7,$*),llvm7) && mv -f $@.$$$$ $@

.PHONY: install uninstall
install: all $(LIBDEVICE)
	@B=$(B) packaging/install.sh "$(D)"
uninstall:
	@packaging/uninstall.sh "$(D)"
