# What the driver says of wrong command lines, in nvcc's words; each ends with status 1.
# RUN: sh %s %t
# CHECK: nvcc fatal   : No input files specified; use option --help for more information
# CHECK: 1
# CHECK: nvcc fatal   : Unknown option '-foo'
# CHECK: nvcc fatal   : Unknown option '--compil' (did you mean '--compile'?)
# CHECK: nvcc fatal   : Don't know what to do with 'x.foo'
# CHECK: nvcc fatal   : argument expected after '-arch'
# CHECK: nvcc fatal   : Unsupported gpu architecture 'sm_10'
# CHECK: nvcc fatal   : Unsupported gpu architecture 'lto_10'
# CHECK: nvcc fatal   : -arch option not specified
# CHECK: nvcc fatal   : Value of -arch option ('sm_80') must be a virtual code architecture
# CHECK: nvcc fatal   : Option '--generate-code arch=compute_80', missing code
# CHECK: nvcc fatal   : 'foo' is not in 'keyword=value' format
# CHECK: nvcc fatal   : Incompatible code generation: 'sm_80' cannot be made of 'compute_90'
# CHECK: nvcc fatal   : Option '-arch=all' cannot be used with option '-code'
# CHECK: nvcc fatal   : 'x': expected a number
# CHECK: nvcc fatal   : 'maybe': expected true or false
# CHECK: nvcc fatal   : Value 'c++23' is not defined for option 'std'
# CHECK: nvcc fatal   : '-dlto' conflicts with '-gencode' or '-code' to control what is generated; use 'code=lto_<arch>'
# CHECK: nvcc fatal   : '-dlto' is not compatible with '-ptx'
# CHECK: nvcc fatal   : '-dlto' is not compatible with '-ewp'
# CHECK: nvcc fatal   : Option '-optix-ir' is not supported by cuprum: no OptiX IR is made
# CHECK: nvcc fatal   : Option '-dlto' cannot generate '--cubin' intermediate at compile time
# CHECK: nvcc fatal   : Option --link-time-opt cannot be combined with --device-debug.
# CHECK: nvcc fatal   : Option '-ltoir' requires use of option '-dlto'
# CHECK: nvcc fatal   : .ltoir input files are only allowed with '-dlto' and '--device-link (-dlink)'
# CHECK: nvcc fatal   : Option '--ltoir (-ltoir)' is not allowed when compiling for multiple GPU architectures
# CHECK: nvcc fatal   : Could not open option file 'nowhere'
# CHECK: nvcc fatal   : Option files include each other: 'loop'
# CHECK: nvcc fatal   : A single input file is required for a non-link phase when an outputfile is specified
# CHECK: nvcc fatal   : Option '--ptx (-ptx)' is not allowed when compiling for multiple GPU architectures
# CHECK: nvcc fatal   : The output would take the place of the input: 'k.cu'
# CHECK: nvcc warning : incompatible redefinition for option 'output-file', the last value of this option was used
# CHECK: nvcc fatal   : Unknown option '-odd'
# CHECK: nvcc fatal   : Unknown option '-even'
# CHECK-NOT: status 0
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
echo '@loop' >loop
: >x.foo
: >x.ltoir
echo '__global__ void k() {}' >k.cu
say() { cuprum nvcc --no-toolkit "$@" 2>&1 && echo "status 0: $*"; }
cuprum nvcc 2>&1
echo $?
say -foo k.cu
say --compil k.cu
say x.foo
say k.cu -arch
say -arch=sm_10 k.cu
say -arch=lto_10 k.cu
say -code=sm_80 k.cu
say -arch=sm_80 -code=sm_80 k.cu
say -gencode arch=compute_80 k.cu
say -gencode foo k.cu
say -gencode arch=compute_90,code=sm_80 k.cu
say -arch=all -code=sm_80 k.cu
say -maxrregcount=x k.cu
say -rdc=maybe k.cu
say -std=c++23 k.cu
say -dlto -gencode arch=compute_80,code=sm_80 -dc k.cu
say -dlto -ptx k.cu
say -dlto -ewp k.cu
say -dlto -optix-ir k.cu
say -dlto -cubin k.cu
say -dlto -G -dc k.cu
say -ltoir k.cu
say -dlto x.ltoir
say -dlto -ltoir -arch=all-major k.cu
say --options-file nowhere k.cu
say @loop k.cu
say -c k.cu k.cu -o one.o
say -ptx -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 k.cu
say -ptx k.cu -o ./k.cu
say -o a -o b x.foo
NVCC_APPEND_FLAGS=-odd say k.cu
NVCC_PREPEND_FLAGS='-DX="a b" -even' say k.cu
exit 0
