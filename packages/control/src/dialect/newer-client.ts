/** A client that is newer than those that were tested may ask for a route that this server does not have. */
import { clientHeaders, testedClients } from '@cay/contract/tested-clients.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What to add to a 404; empty for clients that are not newer, or say nothing. */
export function tellNewerClient(headers: Headers): string {
  const language = String(headers[clientHeaders.language])
  const version = String(headers[clientHeaders.version])
  const tested = Object.hasOwn(testedClients, language) ? testedClients[language] : undefined
  if (tested === undefined || !isNewer(version, tested)) return ''
  return `: the client is version ${version}, and this server was tested with ${tested}: use that, or a newer server`
}

const numbers = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

function isNewer(version: string, tested: string): boolean {
  const [, ...asked] = numbers.exec(version) ?? []
  const [, ...known] = numbers.exec(tested) ?? []
  const at = asked.findIndex((part, index) => part !== known[index])
  return at >= 0 && Number(asked[at]) > Number(known[at])
}
