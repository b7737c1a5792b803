/** Counts open change feeds, to verify that none stays open. */

import type { ChangeFeed } from '../ports/change-feed.ts'

export interface FeedCounts {
  readonly watchers: number
  readonly directories: number
}

export function countFeeds(openFeed: () => ChangeFeed): { open: () => ChangeFeed; now: () => FeedCounts } {
  const watches = new Map<ChangeFeed, Set<number>>()
  const open = () => {
    const feed = openFeed()
    const own = new Set<number>()
    watches.set(feed, own)
    return {
      ...feed,
      watch: (path: string, followsLink: boolean) => {
        const watch = feed.watch(path, followsLink)
        own.add(watch)
        return watch
      },
      unwatch: (watch: number) => {
        own.delete(watch)
        feed.unwatch(watch)
      },
      close: () => {
        watches.delete(feed)
        feed.close()
      },
    }
  }
  const now = () => ({
    watchers: watches.size,
    directories: [...watches.values()].reduce((sum, own) => sum + own.size, 0),
  })
  return { open, now }
}
