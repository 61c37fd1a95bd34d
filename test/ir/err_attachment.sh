# A string attached to an instruction, found by fuzzing: only nodes can be attached.
# RUN: cuprum as test/fuzz/bitcode/attached_string.bc -o %t.bc; ls %t.bc
# EXIT: 2
# CHECK: bitcode: attachment is no node
