// SPDX-License-Identifier: Apache-2.0
// The binary interface of CUDA 13's run-time library and driver: layouts and numbers, under names
// of our own. Written from the documentation; test/exec/abi.sh checks each against NVIDIA's
// headers.
#ifndef CUPRUM_CUDART_ABI_H
#define CUPRUM_CUDART_ABI_H

#include <stddef.h>
#include <stdint.h>

#define RT_VERSION 13000 // what cudaRuntimeGetVersion says
// The driver takes PTX of every toolkit that there is: programs whose toolkit is newer than the
// driver would give machine code.
#define RT_DRIVER_VERSION 13050

// nvmlPciInfo_t, nvmlMemory_t, nvmlMemory_v2_t, nvmlUtilization_t
typedef struct {
    char legacy_id[16];
    uint32_t domain, bus, device, pci_device, pci_subsystem;
    char bus_id[32];
} NvmlPci;
typedef struct {
    uint64_t total, free, used;
} NvmlMemory;
typedef struct {
    uint32_t version;
    uint64_t total, reserved, free, used;
} NvmlMemory2;
typedef struct {
    uint32_t gpu, memory; // percent
} NvmlUse;
// nvmlSystemDriverBranchInfo_t, nvmlUUID_t
typedef struct {
    uint32_t version;
    char name[80];
} NvmlBranch;
typedef struct {
    uint32_t version;
    uint32_t kind; // 1: text, 2: bytes
    union {
        char text[41];
        uint8_t bytes[16];
    } value;
} NvmlUuid;
// nvmlDeviceCapabilities_t, nvmlPdi_t
typedef struct {
    uint32_t version, value;
} NvmlNumber;
typedef struct {
    uint32_t version;
    uint64_t value;
} NvmlNumber64;
// nvmlPciInfoExt_t
typedef struct {
    uint32_t version, domain, bus, device, pci_device, pci_subsystem, base_class, sub_class;
    char bus_id[32];
} NvmlPciExt;
// The head of nvmlGridLicensableFeatures_t; the features are behind it.
typedef struct {
    int32_t is_supported;
    uint32_t n;
} NvmlLicenses;
// nvmlGpuDynamicPstatesInfo_t
typedef struct {
    uint32_t flags;
    struct {
        uint32_t is_there, percent, rises, falls;
    } use[8];
} NvmlStates;
// nvmlClockOffset_t
typedef struct {
    uint32_t version, which, state;
    int32_t mhz, low, high;
} NvmlClockOffset;
// nvmlProcessInfo_t
typedef struct {
    uint32_t process;
    uint64_t memory;
    uint32_t gpu_instance, compute_instance;
} NvmlProcess;
// nvmlFieldValue_t
typedef struct {
    uint32_t id, scope;
    int64_t timestamp, latency; // microseconds
    int32_t type, error;
    uint64_t value;
} NvmlField;
// nvmlSystemEventSetCreateRequest_t and ...FreeRequest_t, nvmlSystemRegisterEventRequest_t,
// nvmlSystemEventSetWaitRequest_t
typedef struct {
    uint32_t version;
    void *set;
} NvmlEventSet;
typedef struct {
    uint32_t version;
    uint64_t types;
    void *set;
} NvmlEventRegister;
typedef struct {
    uint32_t version, milliseconds;
    void *set, *data;
    uint32_t size, n;
} NvmlEventWait;
// dim3
typedef struct {
    uint32_t x, y, z;
} RtDim;
// cudaChannelFormatDesc
typedef struct {
    int32_t x, y, z, w; // bits of the channels
    int32_t kind;
} RtChannels;
// cudaChannelFormatKind
enum { RT_CH_SIGNED, RT_CH_UNSIGNED, RT_CH_FLOAT, RT_CH_NONE };
enum { // normalized formats: 8 bits x 1, 2, 4, then 16 bits x 1, 2, 4
    RT_CH_UNORM8X1 = 5,
    RT_CH_UNORM16X4 = 10,
    RT_CH_SNORM8X1 = 11,
    RT_CH_SNORM16X4 = 16
};
// cudaExtent, cudaPos, cudaPitchedPtr
typedef struct {
    size_t w, h, d;
} RtExtent;
typedef struct {
    size_t x, y, z;
} RtPos;
typedef struct {
    void *ptr;
    size_t pitch, xsize, ysize;
} RtPitched;
// cudaMemLocation and its type
typedef struct {
    int32_t type, id;
} RtLocation;
enum { RT_LOC_NONE, RT_LOC_DEVICE, RT_LOC_HOST, RT_LOC_HOST_NUMA, RT_LOC_HOST_NUMA_CURRENT };
enum { RT_ALLOC_PINNED = 1, RT_ALLOC_MANAGED }; // cudaMemAllocationType
// cudaMemcpyKind, cudaMemoryType
enum { RT_COPY_HH, RT_COPY_HD, RT_COPY_DH, RT_COPY_DD, RT_COPY_DEFAULT };
enum { RT_HOST_READ_ONLY = 8 }; // flag of cudaHostRegister
enum { RT_MEM_UNREGISTERED, RT_MEM_HOST, RT_MEM_DEVICE, RT_MEM_MANAGED };

// cudaMemcpy3DParms, cudaMemcpy3DPeerParms
typedef struct {
    void *src_array;
    RtPos src_pos;
    RtPitched src;
    void *dst_array;
    RtPos dst_pos;
    RtPitched dst;
    RtExtent extent;
    int32_t kind;
} RtMemcpy3D;
typedef struct {
    void *src_array;
    RtPos src_pos;
    RtPitched src;
    int32_t src_device;
    void *dst_array;
    RtPos dst_pos;
    RtPitched dst;
    int32_t dst_device;
    RtExtent extent;
} RtMemcpy3DPeer;

// CUDA_MEMCPY2D, CUDA_MEMCPY3D
typedef struct {
    size_t src_x, src_y;
    int32_t src_type;
    const void *src_host;
    uint64_t src_device;
    void *src_array;
    size_t src_pitch, dst_x, dst_y;
    int32_t dst_type;
    void *dst_host;
    uint64_t dst_device;
    void *dst_array;
    size_t dst_pitch, width, height;
} RtCuMemcpy2D;
typedef struct {
    size_t src_x, src_y, src_z, src_lod;
    int32_t src_type;
    const void *src_host;
    uint64_t src_device;
    void *src_array, *src_context;
    size_t src_pitch, src_height, dst_x, dst_y, dst_z, dst_lod;
    int32_t dst_type;
    void *dst_host;
    uint64_t dst_device;
    void *dst_array, *dst_context;
    size_t dst_pitch, dst_height, width, height, depth;
} RtCuMemcpy3D;
// CUmemorytype
enum { RT_CU_HOST = 1, RT_CU_DEVICE, RT_CU_ARRAY, RT_CU_UNIFIED };

// cudaPointerAttributes
typedef struct {
    int32_t type, device;
    void *device_ptr, *host_ptr;
    long reserved[8];
} RtPointerAttributes;
typedef struct { // CUDA 12's
    int32_t type, device;
    void *device_ptr, *host_ptr;
} RtPointerAttributes12;

// cudaFuncAttributes
typedef struct {
    size_t shared, constant, local;
    int32_t max_threads, regs, ptx, binary, cache_ca, max_dynamic, carveout;
    int32_t cluster_must_be_set, cluster[3], cluster_policy, nonportable;
    int32_t reserved[16];
} RtFuncAttributes;
enum { // of cudaFuncSetAttribute and cuFuncGetAttribute
    RT_FA_MAX_THREADS,
    RT_FA_SHARED,
    RT_FA_CONST,
    RT_FA_LOCAL,
    RT_FA_REGS,
    RT_FA_PTX,
    RT_FA_BINARY,
    RT_FA_CACHE_CA,
    RT_FA_MAX_DYNAMIC,
    RT_FA_CARVEOUT,
    RT_FA_CLUSTER_MUST,
    RT_FA_CLUSTER_X,
    RT_FA_CLUSTER_Y,
    RT_FA_CLUSTER_Z,
    RT_FA_NONPORTABLE,
    RT_FA_CLUSTER_POLICY,
    RT_FA_COUNT
};

// cudaKernelNodeParams
typedef struct {
    void *func;
    RtDim grid, block;
    uint32_t shared;
    void **params, **extra;
} RtKernelParams;
typedef struct { // the driver's: a function or a kernel, a context
    RtKernelParams k;
    void *kernel, *context;
} RtCuKernelParams;
// cudaMemsetParams
typedef struct {
    void *dst;
    size_t pitch;
    uint32_t value, element;
    size_t width, height;
} RtMemsetParams;
// cudaHostFn_t
typedef void RtHostFn(void *data);
// CUoccupancyB2DSize
typedef size_t RtBlockToShared(int threads);
// cudaHostNodeParams
typedef struct {
    RtHostFn *fn;
    void *data;
} RtHostParams;
// cudaIpcMemHandle_t, cudaIpcEventHandle_t
enum { RT_HANDLE_BYTES = 64 }; // of cudaMemPoolPtrExportData, too
typedef struct {
    char bytes[RT_HANDLE_BYTES];
} RtHandle;
// CUmemAllocationProp
typedef struct {
    int32_t alloc_type, handle_types;
    RtLocation location;
    void *win32;
    uint8_t compression, rdma;
    uint16_t usage;
    uint8_t reserved[4];
} RtChunkProps;
// cudaMemPoolProps, cudaMemAllocNodeParams
typedef struct {
    int32_t alloc_type, handle_types;
    RtLocation location;
    void *security;
    size_t max_size;
    uint16_t usage;
    uint8_t reserved[54];
} RtPoolProps;
typedef struct {
    RtPoolProps pool;
    const void *access;
    size_t naccess, size;
    void *ptr;
} RtAllocParams;
typedef struct { // the driver's has a context behind it
    uint64_t handle;
    int32_t type; // RT_COND_...
    uint32_t size;
    void **graphs;
} RtConditionalParams;
enum { RT_COND_IF, RT_COND_WHILE, RT_COND_SWITCH };
typedef struct { // of cudaGraphAddNode
    int32_t type, reserved0[3];
    union {
        int64_t space[29];
        RtCuKernelParams kernel;
        struct {
            int32_t flags, reserved[3];
            RtMemcpy3D copy;
        } copy;
        struct {
            int32_t flags, reserved;
            void *context;
            RtCuMemcpy3D copy;
        } cu_copy;
        RtMemsetParams set;
        RtHostParams host;
        void *graph, *event, *free;
        RtAllocParams alloc;
        RtConditionalParams conditional;
    } u;
    int64_t reserved2;
} RtNodeParams;
// cudaGraphInstantiateParams
typedef struct {
    uint64_t flags;
    void *stream, *bad_node;
    int32_t result;
} RtInstantiateParams;
// cudaGraphExecUpdateResultInfo
typedef struct {
    int32_t result;
    void *node, *from;
} RtUpdateInfo;
// cudaGraphEdgeData
typedef struct {
    uint8_t from_port, to_port, type, reserved[5];
} RtEdge;

// cudaLaunchAttribute
typedef struct {
    int32_t id, pad;
    union {
        char pad[64];
        int32_t cooperative, priority;
        uint32_t carveout;
        RtDim cluster;
    } val;
} RtAttribute;
// cudaLaunchAttributeID, those that have a meaning here
enum {
    RT_LA_COOPERATIVE = 2,
    RT_LA_CLUSTER = 4,
    RT_LA_EVENT = 7,
    RT_LA_PRIORITY = 8,
    RT_LA_CARVEOUT = 14,
    RT_LA_COUNT = 17
};
// cudaLaunchConfig_t, CUlaunchConfig
typedef struct {
    RtDim grid, block;
    size_t shared;
    void *stream;
    RtAttribute *attrs;
    uint32_t nattr;
} RtLaunchConfig;
typedef struct {
    RtDim grid, block;
    uint32_t shared;
    void *stream;
    RtAttribute *attrs;
    uint32_t nattr;
} RtCuLaunchConfig;

// cudaResourceType
enum { RT_RES_ARRAY, RT_RES_MIPMAP, RT_RES_LINEAR, RT_RES_PITCH2D };
// cudaResourceDesc
typedef struct {
    int32_t type;
    union {
        void *array;
        struct {
            void *ptr;
            RtChannels desc;
            size_t size;
        } linear;
        struct {
            void *ptr;
            RtChannels desc;
            size_t width, height, pitch;
        } pitch2d;
        int32_t space[32];
    } u;
    uint32_t flags;
} RtResource;
// CUDA_RESOURCE_DESC
typedef struct {
    int32_t type;
    union {
        void *array;
        struct {
            uint64_t ptr;
            int32_t format;
            uint32_t channels;
            size_t size;
        } linear;
        struct {
            uint64_t ptr;
            int32_t format;
            uint32_t channels;
            size_t width, height, pitch;
        } pitch2d;
        int32_t space[32];
    } u;
    uint32_t flags;
} RtCuResource;
// cudaTextureDesc
typedef struct {
    int32_t address[3], filter, read_mode, srgb;
    float border[4];
    int32_t normalized;
    uint32_t anisotropy;
    int32_t mip_filter;
    float bias, min_lod, max_lod;
    int32_t no_trilinear, seamless;
} RtTexture;
// CUDA_TEXTURE_DESC
typedef struct {
    int32_t address[3], filter;
    uint32_t flags, anisotropy;
    int32_t mip_filter;
    float bias, min_lod, max_lod, border[4];
    int32_t reserved[12];
} RtCuTexture;
// CU_TRSF_*
enum {
    RT_CU_TEX_INTEGER = 1,
    RT_CU_TEX_NORMALIZED = 2,
    RT_CU_TEX_SRGB = 16,
    RT_CU_TEX_SEAMLESS = 64
};
// cudaResourceViewDesc
typedef struct {
    int32_t format;
    size_t width, height, depth;
    uint32_t first_level, last_level, first_layer, last_layer, reserved[16];
} RtView;
// CUDA_ARRAY_DESCRIPTOR, CUDA_ARRAY3D_DESCRIPTOR
typedef struct {
    size_t width, height;
    int32_t format;
    uint32_t channels;
} RtCuArrayDesc;
typedef struct {
    size_t width, height, depth;
    int32_t format;
    uint32_t channels, flags;
} RtCuArray3DDesc;
enum { // CU_AD_FORMAT_*
    RT_AD_U8 = 1,
    RT_AD_U16,
    RT_AD_U32,
    RT_AD_S8 = 8,
    RT_AD_S16,
    RT_AD_S32,
    RT_AD_F16 = 16,
    RT_AD_F32 = 32,
    RT_AD_UNORM8X1 = 0xc0,
    RT_AD_SNORM16X4 = 0xcb
};
// cudaArrayLayered, cudaArraySurfaceLoadStore, cudaArrayCubemap
enum { RT_ARRAY_LAYERED = 1, RT_ARRAY_SURFACE = 2, RT_ARRAY_CUBE = 4 };

// cudaDeviceProp
typedef struct {
    char name[256];
    char uuid[16];
    char luid[8];
    uint32_t luid_mask;
    size_t memory, shared_block;
    int32_t regs_block, warp;
    size_t pitch;
    int32_t threads_block, block[3], grid[3];
    size_t constant;
    int32_t major, minor;
    size_t texture_align, texture_pitch_align;
    int32_t sms, integrated, map_host;
    int32_t tex1d, tex1d_mip, tex2d[2], tex2d_mip[2], tex2d_linear[3], tex2d_gather[2], tex3d[3],
        tex3d_alt[3], tex_cube, tex1d_layered[2], tex2d_layered[3], tex_cube_layered[2], surf1d,
        surf2d[2], surf3d[3], surf1d_layered[2], surf2d_layered[3], surf_cube, surf_cube_layered[2];
    size_t surface_align;
    int32_t concurrent, ecc, pci_bus, pci_device, pci_domain, tcc, copy_engines, unified, bus_width,
        l2, l2_persisting, threads_sm, priorities, l1_global, l1_local;
    size_t shared_sm;
    int32_t regs_sm, managed, multi_gpu, multi_gpu_group, host_atomics, pageable,
        concurrent_managed, preemption, host_registered_pointer, cooperative;
    size_t shared_optin;
    int32_t pageable_tables, direct_managed, blocks_sm, policy_window;
    size_t shared_reserved;
    int32_t host_register, sparse, host_register_ro, timeline, pools, rdma;
    uint32_t rdma_flush;
    int32_t rdma_order;
    uint32_t pool_handles;
    int32_t deferred, ipc_event, cluster, unified_functions, numa_config, numa, mps, host_numa;
    uint32_t gpu_pci_device, gpu_pci_subsystem;
    int32_t host_numa_ipc, reserved[56];
} RtDeviceProp;
// CUDA 12's
typedef struct {
    char name[256];
    char uuid[16];
    char luid[8];
    uint32_t luid_mask;
    size_t memory, shared_block;
    int32_t regs_block, warp;
    size_t pitch;
    int32_t threads_block, block[3], grid[3], clock;
    size_t constant;
    int32_t major, minor;
    size_t texture_align, texture_pitch_align;
    int32_t overlap, sms, timeout, integrated, map_host, compute_mode;
    int32_t tex1d, tex1d_mip, tex1d_linear, tex2d[2], tex2d_mip[2], tex2d_linear[3],
        tex2d_gather[2], tex3d[3], tex3d_alt[3], tex_cube, tex1d_layered[2], tex2d_layered[3],
        tex_cube_layered[2], surf1d, surf2d[2], surf3d[3], surf1d_layered[2], surf2d_layered[3],
        surf_cube, surf_cube_layered[2];
    size_t surface_align;
    int32_t concurrent, ecc, pci_bus, pci_device, pci_domain, tcc, copy_engines, unified,
        memory_clock, bus_width, l2, l2_persisting, threads_sm, priorities, l1_global, l1_local;
    size_t shared_sm;
    int32_t regs_sm, managed, multi_gpu, multi_gpu_group, host_atomics, double_ratio, pageable,
        concurrent_managed, preemption, host_registered_pointer, cooperative, multi_cooperative;
    size_t shared_optin;
    int32_t pageable_tables, direct_managed, blocks_sm, policy_window;
    size_t shared_reserved;
    int32_t host_register, sparse, host_register_ro, timeline, pools, rdma;
    uint32_t rdma_flush;
    int32_t rdma_order;
    uint32_t pool_handles;
    int32_t deferred, ipc_event, cluster, unified_functions;
    int32_t numa_config, numa, mps, host_numa; // reserved there
    uint32_t gpu_pci_device, gpu_pci_subsystem;
    int32_t host_numa_ipc, reserved[56];
} RtDeviceProp12;
_Static_assert(sizeof(RtDeviceProp12) == 1032, "driver_types.h of CUDA 12");

// ---- what nvcc's host code gives to __cudaRegisterFatBinary -------------------------------------

// __fatBinC_Wrapper_t: what the host object has
typedef struct {
    uint32_t magic, version;
    const void *data;
    const void *const *prelinked; // version 2: the containers of the parts that were linked
} RtFatWrapper;
#define RT_FAT_WRAPPER_MAGIC 0x466243b1u

// The container begins with this; entries follow.
typedef struct { // little-endian in the file
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; // behind the header
} RtFatHeader;
#define RT_FAT_MAGIC 0xba55ed50u

// One image of a container.
typedef struct {
    uint16_t kind, version;
    uint32_t header_size;
    uint64_t size; // behind the header, padded
    uint32_t packed_size, options;
    uint16_t minor, major; // PTX: its version
    uint32_t arch;
    uint32_t name, name_size;
    uint64_t flags;
    uint64_t unused;
    uint64_t full_size; // when compressed
} RtFatEntry;
enum { RT_FAT_PTX = 1, RT_FAT_ELF = 2, RT_FAT_LTO = 8, RT_FAT_TILE = 0x80 };
#define RT_TILE_MAGIC 0x6c69547fu // of Tile IR's bytecode: \x7fTileIR\0
// RtFatEntry.flags: how it is packed, and for which variant of the target
enum {
    RT_FAT_LZ4 = 0x2000,
    RT_FAT_ZSTD = 0x8000,
    RT_FAT_ARCH = 0x100000,
    RT_FAT_FAMILY = 0x200000
};

#endif
