/** The part of a configuration of OpenSSH by which its programs reach sandboxes. */

export const hostKeyAlias = 'cay-sandbox'
/** Of the names of hosts; the part before it is a sandbox, or a sandbox and a profile. */
export const hostSuffix = '.cay'
/** The name of a user that stands for the default user of the sandbox. */
export const defaultUser = 'default'

export interface SshConfigFacts {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Variables that say which installation is meant, where they are set now. */
  readonly env: Readonly<Record<string, string>>
  readonly knownHostsFile: string
}

export function renderSshConfig({ command, env, knownHostsFile }: SshConfigFacts): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const words = variables.length === 0 ? command : ['env', ...variables, ...command]
  return `# Sandboxes of Cay: \`ssh ID${hostSuffix}\`, \`ssh ID.PROFILE${hostSuffix}\`, with the beginning of an ID. Written by \`cay ssh-config\`.
Host *${hostSuffix} "!*'*"
  User ${defaultUser}
  ProxyCommand ${words.map(quoteForShell).map(escapePercent).join(' ')} sandbox ssh-proxy -- '%n'
  HostKeyAlias ${hostKeyAlias}
  UserKnownHostsFile "${escapePercent(knownHostsFile)}"
  StrictHostKeyChecking yes
  UpdateHostKeys no
  PreferredAuthentications none`
}

export interface SshHost {
  readonly id: string
  readonly profile: string | undefined
}

/** Undefined for a name of another form. */
export function parseSshHost(host: string): SshHost | undefined {
  const name = host.endsWith(hostSuffix) ? host.slice(0, -hostSuffix.length) : host
  const match = /^([a-z0-9][a-z0-9-]*)(?:\.([a-z0-9_-]+))?$/.exec(name)
  return match === null ? undefined : { id: match[1] ?? '', profile: match[2] }
}

/** A host with a quote is none of ours: it would end the quotes around `%n`. ssh gives the line to a shell, after it has replaced what follows a percent sign. */
function quoteForShell(word: string): string {
  return /^[\w@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

const escapePercent = (text: string) => text.replaceAll('%', '%%')
