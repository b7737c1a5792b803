/** Why a port cannot be listened on, and what to do about it. */
export interface WhyNotListen {
  readonly kind: 'taken' | 'no address' | 'other'
  readonly words: string
}

export function remedyForPort({ kind }: WhyNotListen, variable: string): string {
  switch (kind) {
    case 'taken':
      return `free it (\`ss -ltnp\` shows who has it), or set ${variable}`
    case 'no address':
      return 'set CAY_BIND to one of `ip address`'
    case 'other':
      return `set ${variable} or CAY_BIND`
  }
}
