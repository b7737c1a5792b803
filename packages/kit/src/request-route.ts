/** The route that a request was led to, as metrics name it: few names, however many requests. */
const routes = new WeakMap<object, string>()

/** `request`: of Node. */
export function nameRoute(request: object, route: string): void {
  routes.set(request, route)
}

export function routeOf(request: object): string | undefined {
  return routes.get(request)
}
