/**
 * Every kind of token that an installation issues or accepts: how it is recognised in a request into a sandbox, and what
 * the proxy does with it. Whatever opens the API, a volume, the cluster or a private sandbox is removed.
 */
import {
  adminTokenPrefix,
  apiKeyPrefix,
  headers as names,
  signInCookies,
  volumeTokenIssuer,
} from '@cay/contract/names.ts'

/** A run of hexadecimal digits behind a text. */
export interface ShapePart {
  readonly prefix: string
  readonly digits: number
}

export type Recognition =
  /** By its shape, in every header. */
  | { readonly by: 'shape'; readonly parts: readonly ShapePart[] }
  /** As a JWT of this issuer, in every header. */
  | { readonly by: 'issuer'; readonly issuer: string }
  /** As a JWT of the identity provider, which the operator configures. */
  | { readonly by: 'identity provider' }
  /** By the names of the headers that it is sent in. */
  | { readonly by: 'header'; readonly names: readonly string[] }
  | { readonly by: 'cookie'; readonly names: readonly string[] }
  /** It is opaque, and travels in URLs. */
  | { readonly by: 'nothing' }

export interface TokenKind {
  readonly recognition: Recognition
  readonly proxy: 'removes' | 'forwards'
}

export const tokenKinds = {
  apiKey: { recognition: { by: 'shape', parts: [{ prefix: apiKeyPrefix, digits: 40 }] }, proxy: 'removes' },
  adminToken: {
    recognition: { by: 'shape', parts: [{ prefix: adminTokenPrefix, digits: 64 }] },
    proxy: 'removes',
  },
  /** `cay cluster token`: the last two of its three parts (core/cluster/join-token.ts). */
  joinToken: {
    recognition: {
      by: 'shape',
      parts: [
        { prefix: '.', digits: 64 },
        { prefix: '.', digits: 64 },
      ],
    },
    proxy: 'removes',
  },
  /** Access, ID and refresh tokens of users, as far as they are JWTs. */
  userToken: { recognition: { by: 'identity provider' }, proxy: 'removes' },
  volumeToken: { recognition: { by: 'issuer', issuer: volumeTokenIssuer }, proxy: 'removes' },
  signInCookie: { recognition: { by: 'cookie', names: signInCookies }, proxy: 'removes' },
  adminHeader: { recognition: { by: 'header', names: [names.adminToken] }, proxy: 'removes' },
  /** Proof to the daemon that the node calls. */
  controlToken: { recognition: { by: 'header', names: [names.controlToken] }, proxy: 'removes' },
  /** Its server could let anybody in, and resume its sandbox. */
  trafficToken: { recognition: { by: 'header', names: [names.trafficAccessToken] }, proxy: 'removes' },
  /** The sandbox's own. */
  accessToken: { recognition: { by: 'header', names: [names.accessToken] }, proxy: 'forwards' },
  /** A JWT-SVID, which sandboxes present to servers, those in other sandboxes included; it opens nothing of Cay. */
  identityToken: { recognition: { by: 'nothing' }, proxy: 'forwards' },
  /** The device code and the state of a sign-in, sealed: in URLs of the API, for ten minutes. */
  signInState: { recognition: { by: 'nothing' }, proxy: 'forwards' },
  /** In URLs of the API, for one body. */
  uploadLink: { recognition: { by: 'nothing' }, proxy: 'forwards' },
  /** In URLs of the daemon: the sandbox's own. */
  fileSignature: { recognition: { by: 'nothing' }, proxy: 'forwards' },
} as const satisfies Readonly<Record<string, TokenKind>>

/** What is recognised in one way and removed. */
export function removedBy<By extends Recognition['by']>(by: By): Extract<Recognition, { readonly by: By }>[] {
  const kinds: readonly TokenKind[] = Object.values(tokenKinds)
  return kinds.flatMap(({ recognition, proxy }) =>
    proxy === 'removes' && isBy(recognition, by) ? [recognition] : [],
  )
}

function isBy<By extends Recognition['by']>(
  recognition: Recognition,
  by: By,
): recognition is Extract<Recognition, { readonly by: By }> {
  return recognition.by === by
}
