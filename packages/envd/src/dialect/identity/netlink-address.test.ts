import { expect, test } from 'vitest'
import { addAddressMessage, errnoOfAnswer } from './netlink-address.ts'

test('one address, all of its bits, on one interface', () => {
  expect(Buffer.from(addAddressMessage('192.0.2.1', 3)).toString('hex')).toBe(
    '28000000140005060000000000000000' + '0220000003000000' + '08000200c0000201' + '08000100c0000201',
  )
})

test('the answer is an errno', () => {
  const answer = (type: number, errno: number) => {
    const view = new DataView(new ArrayBuffer(36))
    view.setUint16(4, type, true)
    view.setInt32(16, -errno, true)
    return new Uint8Array(view.buffer)
  }
  expect(errnoOfAnswer(answer(2, 0))).toBe(0)
  expect(errnoOfAnswer(answer(2, 17))).toBe(17)
  expect(errnoOfAnswer(answer(20, 0))).toBeUndefined()
  expect(errnoOfAnswer(new Uint8Array(3))).toBeUndefined()
})
