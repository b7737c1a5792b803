/** What the type number of a file system (`f_type` of statfs) says about watching it. */

/** Others may change files there without this kernel seeing it. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0xff534d42, // CIFS
  0x517b, // SMB
  0xfe534d42, // SMB 2
  0x65735546, // FUSE
])

/** Made by the kernel on the spot: nothing there is ever written by anybody. */
const kernelTypes: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup 2
])

export function isNetworkFileSystem(type: number): boolean {
  return networkTypes.has(type >>> 0)
}

export function isKernelFileSystem(type: number): boolean {
  return kernelTypes.has(type >>> 0)
}
