import { expect, test } from 'vitest'
import { mountOf, parseCpuFacts, parseMemoryUse } from './machine-files.ts'

test('a processor is described in its own words, and one that says little in few', () => {
  const cpuinfo = `processor\t: 0
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 106
model name\t: Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz

processor\t: 1
cpu family\t: 7
`
  expect(parseCpuFacts(cpuinfo)).toEqual({
    cpuFamily: '6',
    cpuModel: '106',
    cpuModelName: 'Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz',
  })
  expect(parseCpuFacts('CPU architecture: 8\nCPU part\t: 0xd0c\n')).toEqual({
    cpuFamily: '8',
    cpuModel: '0xd0c',
    cpuModelName: '',
  })
})

test('memory that could be had at once is not in use', () => {
  const meminfo = `MemTotal:       1000 kB
MemFree:         100 kB
MemAvailable:    600 kB
HugePages_Total:       8
HugePages_Free:        5
HugePages_Rsvd:        2
Hugepagesize:       2048 kB
`
  expect(parseMemoryUse(meminfo)).toEqual({
    totalBytes: 1_024_000,
    usedBytes: 409_600,
    hugePages: { total: 8, used: 3, reserved: 2 },
    hugePageBytes: 2_097_152,
  })
})

test('a path lies on the deepest mount, and on the latest of those at one place', () => {
  const mountinfo = [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '30 22 8:2 / /var rw - xfs /dev/sdb1 rw',
    '31 30 0:40 / /var rw shared:9 master:2 - tmpfs tmpfs rw',
    '32 22 0:41 / /variable rw - tmpfs other rw',
    '33 22 8:3 / /with\\040space rw - ext4 /dev/sdc1 rw',
    '',
  ].join('\n')
  expect(mountOf('/var/lib/cay', mountinfo)).toEqual({
    mountPoint: '/var',
    device: 'tmpfs',
    filesystemType: 'tmpfs',
    options: ['rw'],
  })
  expect(mountOf('/home', mountinfo)).toMatchObject({ mountPoint: '/', device: '/dev/sda1' })
  expect(mountOf('/with space/x', mountinfo)).toMatchObject({ device: '/dev/sdc1' })
})
