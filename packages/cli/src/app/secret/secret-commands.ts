/** Secrets from the command line. Each returns the text to print. */
import { printable } from '@cay/core/terminal-text.ts'
import { ListBudget } from '../../dialect/output/list-budget.ts'
import { type ListView, renderList } from '../../dialect/output/table.ts'
import {
  parseSecret,
  parseSecrets,
  type ShownSecret,
  secretColumns,
} from '../../dialect/secret/secret-responses.ts'
import type { ApiPage, ControlApi } from '../../ports/control-api.ts'

export interface SecretValue {
  readonly name: string
  readonly value: string
}

export async function listSecrets(team: ControlApi, view: ListView): Promise<string> {
  const secrets: ShownSecret[] = []
  const budget = new ListBudget()
  let nextToken: string | null = ''
  while (nextToken !== null) {
    const query: string = nextToken === '' ? '' : `?${new URLSearchParams({ nextToken })}`
    const page: ApiPage = await team.requestPage(`/secrets${query}`)
    budget.takePage(page.length)
    secrets.push(...parseSecrets(page.body))
    nextToken = page.nextToken
  }
  return await renderList(secrets, secretColumns(view.nowMs), view)
}

/** Only the id, so that a script can take it. */
export async function createSecret(team: ControlApi, { name, value }: SecretValue): Promise<string> {
  const request = { method: 'POST', path: '/secrets', body: { name, value } }
  return printable(parseSecret(await team.request(request)).secretId)
}

/** Requests that use it get the next value from now on. */
export async function updateSecret(team: ControlApi, { name, value }: SecretValue): Promise<string> {
  await team.request({ method: 'POST', path: pathOf(name), body: { value } })
  return name
}

export async function removeSecret(team: ControlApi, name: string): Promise<string> {
  await team.request({ method: 'DELETE', path: pathOf(name) })
  return name
}

const pathOf = (name: string) => `/secrets/${encodeURIComponent(name)}`
