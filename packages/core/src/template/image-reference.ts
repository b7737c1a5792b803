/**
 * Parses and normalizes an image reference: `[REGISTRY/]REPOSITORY[:TAG][@DIGEST]`. Source: the distribution project.
 */
import { ServiceError } from '../errors.ts'

export interface ImageReference {
  /** For example `docker.io`, with a port if there is one. */
  readonly registry: string
  readonly repository: string
  /** Defaults to `latest`; a digest takes precedence. */
  readonly tag: string
  readonly digest: string | undefined
}

const standardRegistry = 'docker.io'
const referenceLengthMax = 512

const domain =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/
const repository = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*$/
const tag = /^\w[\w.-]{0,127}$/
const digest = /^sha256:[0-9a-f]{64}$/

/** Throws request_invalid, with the part that is wrong. */
export function parseImageReference(input: string): ImageReference {
  const [name = '', inputDigest, ...more] = input.trim().split('@')
  const [, path = '', givenTag] = /^(.*?)(?::([^:/]*))?$/.exec(name) ?? []
  const parts = splitRegistry(path)
  const reference = { ...parts, tag: givenTag ?? 'latest', digest: inputDigest }
  const why = more.length > 0 ? 'it has more than one @' : flawOf(input, reference)
  if (why === undefined) return reference
  throw new ServiceError('request_invalid', `invalid image name '${input.slice(0, 200)}': ${why}`)
}

function flawOf(input: string, reference: ImageReference): string | undefined {
  if (input.length > referenceLengthMax) return `it is longer than ${referenceLengthMax} characters`
  if (input.trim() === '') return 'it is empty'
  if (input.includes('$')) return 'it has a variable without a value'
  if (input.includes('://')) return 'it has a scheme; write the name without one'
  if (!domain.test(reference.registry)) return 'the name of the registry is not a host name'
  if (!repository.test(reference.repository)) return repositoryFlaw(reference.repository)
  if (!tag.test(reference.tag)) {
    return reference.tag === ''
      ? 'the tag after the colon is missing'
      : 'the tag has other characters than A-Z a-z 0-9 _ . -'
  }
  if (reference.digest === undefined || digest.test(reference.digest)) return undefined
  return 'the digest is not sha256: and 64 hexadecimal digits'
}

function repositoryFlaw(path: string): string {
  return repository.test(path.toLowerCase())
    ? 'the repository has upper-case letters'
    : 'the repository has other characters than a-z 0-9 / and, between them, . _ -'
}

/** The first component is a registry when it looks like a host; otherwise the default registry applies. */
function splitRegistry(path: string): { registry: string; repository: string } {
  const slash = path.indexOf('/')
  const first = path.slice(0, Math.max(0, slash))
  const isHost = first === 'localhost' || /[.:[]/.test(first)
  if (isHost) return { registry: first, repository: path.slice(slash + 1) }
  return { registry: standardRegistry, repository: slash < 0 ? `library/${path}` : path }
}

/** The full reference, for the log and for tools. */
export function renderImageReference({
  registry,
  repository: path,
  tag: name,
  digest: sum,
}: ImageReference): string {
  return `${registry}/${path}${sum === undefined ? `:${name}` : `@${sum}`}`
}
