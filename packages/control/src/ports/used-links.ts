/** Upload links that have taken their body. */
export interface UsedLink {
  readonly id: string
  /** It is remembered until then. */
  readonly expiresAtMs: number
  readonly nowMs: number
}

export interface UsedLinks {
  isLinkUsed(id: string): Promise<boolean>
  /** False when it was used before. */
  useLink(link: UsedLink): Promise<boolean>
  forgetLink(id: string): Promise<void>
}
