import { expect, test } from 'vitest'
import { compressorsIn, swapLabel, zramMemoryBytes } from './zram-files.ts'

test('the memory that a device takes is that of its table, not what was stored', () => {
  const mmStat = '  37810176 11751424 13258752        0 13258752       23        0        0        0\n'
  expect(zramMemoryBytes(mmStat)).toBe(13_258_752)
})

test('compressors are read with the one in use among them', () => {
  expect(compressorsIn('lzo-rle lzo [lz4] zstd \n')).toEqual(['lzo-rle', 'lzo', 'lz4', 'zstd'])
})

test('a swap area has the name that it was given, and another has none', () => {
  const page = new Uint8Array(4096)
  expect(swapLabel(page)).toBe('')
  page.set(new TextEncoder().encode('cay12'), 1052)
  expect(swapLabel(page)).toBe('cay12')
})
