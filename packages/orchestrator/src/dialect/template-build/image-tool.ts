/** Arguments and configuration files of skopeo. Pure. */
import type { ImageReference } from '@cay/core/template/image-reference.ts'

/** What the operator says of registries. Hosts have their port where it is not the usual one. */
export interface RegistryRules {
  /** Spoken to without TLS. */
  readonly plain: ReadonlySet<string>
  /** In closed ranges: they, and what they refer to, when it is among these. */
  readonly privates: ReadonlySet<string>
  /** Host -> where its images are asked for first: a host, and a path where there is one. */
  readonly mirrors: ReadonlyMap<string, string>
  /** Certificates in PEM that are trusted beside those that the node trusts. */
  readonly authorities: readonly string[]
}

/** registries.conf, version 2. */
export function renderRegistries(rules: Pick<RegistryRules, 'plain' | 'mirrors'>): string {
  const hosts = new Set([...rules.plain, ...rules.mirrors.keys()])
  const isPlain = (location: string) => rules.plain.has(location.split('/')[0] ?? '')
  const parts = [...hosts].map((host) => {
    const lines = ['[[registry]]', `location = ${text(host)}`, `insecure = ${isPlain(host)}`]
    const mirror = rules.mirrors.get(host)
    if (mirror !== undefined)
      lines.push('[[registry.mirror]]', `location = ${text(mirror)}`, `insecure = ${isPlain(mirror)}`)
    return lines.join('\n')
  })
  return `unqualified-search-registries = []\n${parts.join('\n')}\n`
}

/** A TOML string: the hosts have no other characters than these. */
function text(value: string): string {
  return `"${value.replace(/[^A-Za-z0-9.:/[\]_-]/g, '')}"`
}

/** Credentials by registry. */
export function renderAuthFile(
  registry: string,
  { username, password }: { username: string; password: string },
): string {
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  return JSON.stringify({ auths: { [registry]: { auth } } })
}

export interface ToolCall {
  readonly authFile: string
  readonly timeoutSeconds: number
  /** As Node names it. */
  readonly arch: string
}

const archNames: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export function imageArch(arch: string): string {
  return archNames[arch] ?? arch
}

function common({ timeoutSeconds, arch }: ToolCall): string[] {
  // Trust comes from digests and from whoever names an image, not from signatures.
  return [
    'skopeo',
    '--insecure-policy',
    `--command-timeout=${timeoutSeconds}s`,
    '--override-os=linux',
    `--override-arch=${imageArch(arch)}`,
  ]
}

const knownArchs: ReadonlySet<string> = new Set([
  ...['386', 'amd64', 'arm', 'arm64', 'loong64', 'mips64le', 'ppc64le', 'riscv64', 's390x'],
])

/** An architecture that a registry names, if it is a known one: no other text of a registry is repeated. */
export function knownArch(arch: string): string | undefined {
  return knownArchs.has(arch) ? arch : undefined
}

/** The same of an operating system. */
export function knownSystem(os: string): string {
  return ['windows', 'darwin', 'freebsd'].includes(os) ? os : 'another operating system'
}

/** The manifest, or the index of several, byte for byte. */
export function inspectArguments(call: ToolCall, source: string): string[] {
  return [...common(call), 'inspect', '--raw', `--authfile=${call.authFile}`, `docker://${source}`]
}

/** Into an OCI layout whose blobs lie in a directory that layouts share: what is there already is not fetched. */
export function copyArguments(
  call: ToolCall,
  { source, layout, blobs }: { source: string; layout: string; blobs: string },
): string[] {
  return [
    ...common(call),
    'copy',
    '--quiet',
    `--src-authfile=${call.authFile}`,
    '--dest-oci-accept-uncompressed-layers',
    `--dest-shared-blob-dir=${blobs}`,
    `docker://${source}`,
    `oci:${layout}:image`,
  ]
}

export function bareName({ registry, repository }: ImageReference): string {
  return `${registry}/${repository}`
}

/** What went wrong, as a kind that decides what is said and whether what is kept may stand in. */
export type PullTrouble =
  | 'full'
  | 'denied'
  | 'incomplete'
  | 'missing'
  | 'untrusted'
  | 'unreachable'
  | 'damaged'
  | 'other'

const troubles: readonly (readonly [PullTrouble, RegExp])[] = [
  ['full', /no space left on device|disk quota exceeded/i],
  [
    'denied',
    /unauthorized|authentication required|access to the requested resource is not authorized|denied|forbidden|invalid username\/password|status code (401|403)/i,
  ],
  ['incomplete', /(reading|fetching) (config )?blob.*(\b404\b|not found|blob[ _]unknown)/i],
  [
    'missing',
    /manifest unknown|name unknown|repository name not known|not found|NAME_UNKNOWN|MANIFEST_UNKNOWN|status code 404/i,
  ],
  [
    'damaged',
    /SIGXFSZ|file too large|digest did not match|does not match|corrupt|verifying|invalid checksum|size mismatch|invalid (manifest|digest)/i,
  ],
  ['untrusted', /x509|certificate/i],
  [
    'unreachable',
    /no such host|connection refused|i\/o timeout|deadline exceeded|network is unreachable|no route to host|server misbehaving|tls|http: server gave HTTP response|connection reset|EOF|status code 5\d\d|proxyconnect/i,
  ],
]

/**
 * Addresses, digests and names, which whoever names an image or runs a registry chooses: a port, a digest or a tag may hold
 * `404` or `denied`.
 */
const names =
  /\w+:\/\/[^\s"\\]+|(?<=\bmanifest )\S+(?= in )|(?<=\b(in|container registry|lookup) )[^\s"]+|\b[a-z0-9]+:[0-9a-f]{32,}\b|(\[[0-9a-f:]+\]|[\w.-]+):\d+/gi

export function pullTrouble(stderr: string): PullTrouble {
  const sentence = stderr.replace(names, 'NAME')
  return troubles.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 'other'
}

/** Characters of what a registry said. */
const detailLengthMax = 300

/**
 * The last thing that the tool says, without its own decoration: often the registry's own words, so it is for the node's log
 * alone. Empty when it says nothing. Links lose their user and what stands behind their path: registries send callers to places where that is a key.
 */
export function pullDetail(stderr: string): string {
  const [, message = ''] = /msg="((?:[^"\\]|\\.)*)"/.exec(stderr.split('\n').at(-1) ?? '') ?? []
  const plain = message.replaceAll('\\"', '"').replace(/\s+/g, ' ')
  const bare = plain.replace(/(\w:\/\/)[^\s"/@]*@/g, '$1').replace(/(\w:\/\/[^\s"?#]+)[?#][^\s"]*/g, '$1')
  return bare.slice(0, detailLengthMax)
}
