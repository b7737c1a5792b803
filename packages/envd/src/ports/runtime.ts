export interface OwnMemory {
  /** Gives what the daemon holds and does not need back to the system. Takes tens of milliseconds, in which nothing is served. */
  trim(): void
}

export interface EventLoop {
  /** For a daemon that may have been restored just now. Resolves when its loop comes to rest again, or is given up; never rejects. */
  heal(): Promise<void>
}
