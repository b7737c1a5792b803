import { expect, test } from 'vitest'
import { connectedAddresses, heldAddresses } from './connected-addresses.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const line = (remote: string, state: string, inode = 1215, unsent = 0) =>
  `   0: 0100007F:0BB8 ${remote} ${state} 0000000${unsent}:00000000 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 100 0 0 10 0`

test('the other side of an open connection is named', () => {
  const table = [head, line('060012C6:C34F', '01'), line('0A0012C6:C34F', '02'), ''].join('\n')
  expect(connectedAddresses(table)).toEqual(new Set(['198.18.0.6', '198.18.0.10']))
})

test('listeners and connections that are over are not', () => {
  const table = [head, line('00000000:0000', '0A'), line('060012C6:C34F', '06'), line('060012C6:1', '07')]
  expect(connectedAddresses(table.join('\n'))).toEqual(new Set())
})

test('a connection that nobody holds, and of which only the end is not acknowledged, keeps no sandbox awake', () => {
  const ending = ['04', '05', '09', '0B'].map((state) => line('060012C6:C34F', state, 0, 1))
  expect(heldAddresses([head, ...ending].join('\n'))).toEqual(new Set())
  expect(connectedAddresses([head, ...ending].join('\n'))).toEqual(new Set(['198.18.0.6']))
})

test.each([
  ['has something to say', line('060012C6:C34F', '04', 0, 2)],
  ['is held', line('060012C6:C34F', '04')],
  ['is being accepted', line('060012C6:C34F', '03', 0)],
  ['is not accepted yet', line('060012C6:C34F', '01', 0)],
])('a connection that %s does', (_, text) => {
  expect(heldAddresses(`${head}\n${text}`)).toEqual(new Set(['198.18.0.6']))
})

test('what is no such table names nobody', () => {
  for (const text of ['', head, 'x\ny z', `${head}\n\n`]) expect(connectedAddresses(text)).toEqual(new Set())
})
