/** The route that a request was led to, as metrics name it: few names, however many requests. */
const routes = new WeakMap<object, string>()

/** `request`: of Node. */
export function nameRoute(request: object, route: string): void {
  routes.set(request, route)
}

/** Of a call between services, the path is that of its procedure; of anything else nothing is known. */
export function nameProcedure(request: { readonly url?: string | undefined }): void {
  nameRoute(request, /^\/[\w.]{1,100}\/\w{1,100}$/.test(request.url ?? '') ? (request.url ?? '') : 'none')
}

export function routeOf(request: object): string | undefined {
  return routes.get(request)
}
