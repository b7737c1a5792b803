import { expect, test } from 'vitest'
import { refusingFullDisk } from './refusing-full-disk.ts'

const failing = (code: string) => async () => {
  throw Object.assign(new Error('the system said no'), { code })
}

test('a full disk is reported as disk_full, and any other error as it is', async () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    await expect(refusingFullDisk('the files', failing(code))).rejects.toMatchObject({
      code: 'disk_full',
      message: 'the disk of the node has no room for the files',
    })
  await expect(refusingFullDisk('the files', failing('EIO'))).rejects.toThrow('the system said no')
  expect(await refusingFullDisk('the files', async () => 7)).toBe(7)
})
