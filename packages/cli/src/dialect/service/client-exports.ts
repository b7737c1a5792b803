import type { ClientAccess } from '../../ports/control-api.ts'

/** What official clients read, for `eval "$(cay env)"`. */
export function renderExports({ url, apiKey, proxyUrl, domain }: ClientAccess): string {
  const variables =
    proxyUrl === undefined && domain !== undefined
      ? { E2B_API_KEY: apiKey, E2B_DOMAIN: domain }
      : {
          E2B_API_KEY: apiKey,
          E2B_API_URL: url,
          E2B_SANDBOX_URL: proxyUrl ?? '',
          E2B_VOLUME_API_URL: url,
        }
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n')
}

const quoted = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
