#!/bin/sh
# A character of an attribute's name whose low byte is zero ends the name: it can be neither printed nor
# written. (Found by fuzzing.)
# RUN: cuprum dis test/fuzz/bitcode/attribute_nul.bc -o %t.ll; ls %t.ll
# EXIT: 2
# CHECK: error: test/fuzz/bitcode/attribute_nul.bc: bitcode: bad attribute group
# CHECK: No such file
