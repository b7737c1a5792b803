/** Whether ids belong to somebody: /etc/passwd and /etc/group are asked, and whatever else the machine knows users from. */
import { run, ToolError } from '@cay/kit/host/run.ts'
import type { KnownOwner } from '../../ports/service-host.ts'

const askMsMax = 15_000

export async function findOwners(ids: readonly number[]): Promise<KnownOwner[]> {
  return [...(await find('passwd', 'user', ids)), ...(await find('group', 'group', ids))]
}

async function find(
  database: string,
  kind: KnownOwner['kind'],
  ids: readonly number[],
): Promise<KnownOwner[]> {
  const found = (await getent([database, ...ids.map(String)])).split('\n').filter((line) => line !== '')
  return found.map((line) => {
    const [name = '', , id] = line.split(':')
    return { kind, name, id: Number(id) }
  })
}

/** It fails when one of the ids is nobody's, and tells the others all the same. */
async function getent(args: readonly string[]): Promise<string> {
  let said = ''
  const onStdout = (text: string) => {
    said += text
  }
  try {
    await run(['getent', ...args], { timeoutMs: askMsMax, onStdout })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
  }
  return said
}
