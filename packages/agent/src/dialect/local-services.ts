/** Which services of control are called through which local socket: whoever may connect to one reaches no other service by it. */

export const localServices = {
  vault: ['vault.Vault', 'consent.Consent'],
  artifacts: ['artifact.Artifacts'],
  cluster: ['cluster.NodeLease', 'cluster.Locate'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type LocalSocket = keyof typeof localServices

export function isServedAt(socket: LocalSocket, path: string): boolean {
  return localServices[socket].some((service) => path.startsWith(`/${service}/`))
}
