/** Places of the page are behind `#` in its URL: the paths before it are those of the API. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { parseRoute, type Route } from './rules/route.ts'

export function useRoute(): Route {
  const [hash, setHash] = useState(() => location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    // Effects run after the first paint: the place may be another one since.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return useMemo(() => parseRoute(hash), [hash])
}

export function goTo(href: string): void {
  location.hash = href
}
