/** Plain masquerade for one guest, as if there were no gate: what the way out costs at least. */
import { run } from '@cay/kit/host/run.ts'

const table = 'inet cay-bench-masquerade'

export async function masquerade(guestAddress: string): Promise<AsyncDisposable> {
  const rules = `add table ${table}
delete table ${table}
table ${table} {
  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr ${guestAddress} masquerade
  }
}
`
  await run(['nft', '-f', '-'], { input: rules })
  return {
    async [Symbol.asyncDispose]() {
      await run(['nft', 'delete', 'table', ...table.split(' ')])
    },
  }
}
