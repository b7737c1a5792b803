import { expect, test } from 'vitest'
import { connectedAddresses } from './connected-addresses.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const line = (remote: string, state: string) =>
  `   0: 0100007F:0BB8 ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 1215 1 0000000000000000 100 0 0 10 0`

test('the other side of an open connection is named', () => {
  const table = [head, line('060012C6:C34F', '01'), line('0A0012C6:C34F', '02'), ''].join('\n')
  expect(connectedAddresses(table)).toEqual(new Set(['198.18.0.6', '198.18.0.10']))
})

test('listeners and connections that are over are not', () => {
  const table = [head, line('00000000:0000', '0A'), line('060012C6:C34F', '06'), line('060012C6:1', '07')]
  expect(connectedAddresses(table.join('\n'))).toEqual(new Set())
})

test('what is no such table names nobody', () => {
  for (const text of ['', head, 'x\ny z', `${head}\n\n`]) expect(connectedAddresses(text)).toEqual(new Set())
})
