/** Places of the page are behind `#` in its URL: the paths before it are those of the API. */
import { useEffect, useState } from 'preact/hooks'
import { parseRoute, type Route } from './rules/route.ts'

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

export function goTo(href: string): void {
  location.hash = href
}
