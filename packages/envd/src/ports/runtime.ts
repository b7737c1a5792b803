export interface OwnMemory {
  /**
   * Returns memory that the daemon holds and does not need to the system. This takes tens of milliseconds, in which
   * no request is served.
   */
  trim(): void
}

export interface EventLoop {
  /**
   * Repairs the event loop of a daemon that may just have been restored. Resolves when the loop is idle again or the
   * attempts are exhausted; never rejects.
   */
  heal(): Promise<void>
}
