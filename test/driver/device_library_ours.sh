# Our device library is the one that --device-library=cuprum reads, whatever lies in a toolkit; a file that is named is read.
# RUN: rm -rf %t.d && mkdir -p %t.d/nvvm/libdevice && echo garbage >%t.d/nvvm/libdevice/libdevice.10.bc && \
# RUN: printf 'target triple = "nvptx64-nvidia-cuda"\ndeclare float @__nv_sinf(float)\ndefine float @f(float %%%%x) {\n  %%%%r = call float @__nv_sinf(float %%%%x)\n  ret float %%%%r\n}\n' >%t.d/x.ll && \
# RUN: CUDA_HOME=%t.d CUDA_PATH=%t.d cuprum %t.d/x.ll -O1 --device-library=cuprum -o %t.d/x.ptx && grep -c 'extern .func' %t.d/x.ptx; \
# RUN: CUDA_HOME=%t.d CUDA_PATH=%t.d cuprum %t.d/x.ll -O1 --libdevice=%t.d/nvvm/libdevice/libdevice.10.bc -o %t.d/x.ptx 2>&1 | grep -c error:
# CHECK: 0
# CHECK-NEXT: {{[1-9]}}
