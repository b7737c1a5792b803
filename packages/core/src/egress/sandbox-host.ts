/** The host names under which anybody reaches sandboxes: `<port>-<id>.` before the installation's domain. */

/** Takes both in their normal form. Neither the domain itself is one, nor the API's name, nor any other name below it. */
export function isSandboxHost(name: string, domain: string): boolean {
  if (!name.endsWith(`.${domain}`)) return false
  const label = sandboxLabel.exec(name.slice(0, -domain.length - 1))
  const port = Number(label?.[1])
  return port >= 1 && port <= 65_535
}

const sandboxLabel = /^(\d{1,5})-[a-z0-9]+$/
