/** Upload links that have accepted a body. */
export interface UsedLink {
  readonly id: string
  /** The use is remembered until then. */
  readonly expiresAtMs: number
  readonly nowMs: number
}

export interface UsedLinks {
  isLinkUsed(id: string): Promise<boolean>
  /** Returns false when the link was already used. */
  useLink(link: UsedLink): Promise<boolean>
  forgetLink(id: string): Promise<void>
}
