# What tools/readability complains about: a folder that has become denser than its row says.
# RUN: rm -rf %t.d && mkdir -p %t.d/src/api && top=$PWD && cd %t.d && \
# RUN: (echo '// the only comment'; echo 'int f(int a) {'; yes '    a = a && a ? a : 1;' | head -60; echo '}') >src/api/dense.c && \
# RUN: printf 'int bare(int value);\n\n// Says what it gives.\nint told(int value);\nint told_too(int value);\n\nint aside(int value); // at its side\n' >src/api/api.h && \
# RUN: printf 'void f(Fn *fn, IrValue *value, IrValue *y) {\n}\n\nvoid g(Fn *fn, IrValue *divisor, const Odd *const *what, void (*odd)(Odd *odd)) {\n}\n\nvoid later(Fn *fn, IrFieldDecl *field_decl, IrValue *y);\n' >src/api/roles.c && \
# RUN: $(cd "$top" && realpath %B)/tools/readability | grep -E '^(api|src/api)'
# CHECK: api 71 1.690 {{4\.\d}} % {{\d+\.\d}} % 1 of 4
# CHECK: src/api: 1.690 decisions a line
# CHECK: src/api: {{4\.\d}} % comment lines, at least
# CHECK: src/api: {{\d+\.\d}} % identifiers of one letter
# (of six pointers one is named by its type and no first one; it has another beside it)
# CHECK: src/api: 16.6 % parameters named by their type, at most
# CHECK: src/api: 1 parameters named by their type beside one of one letter, at most 0
