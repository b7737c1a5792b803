import type { ConnectRouter, Interceptor } from '@connectrpc/connect'

interface Options {
  readonly routes: (router: ConnectRouter) => void
  readonly interceptors?: Interceptor[]
}

/**
 * Wraps the options of `connectNodeAdapter`: services run the interceptors of their router before their own. Connect drops those of
 * the router for a service that is registered with some of its own, which then has no traces.
 */
export function keepInterceptors<T extends Options>(options: T): T {
  const { routes, interceptors = [] } = options
  return { ...options, routes: (router: ConnectRouter) => routes(withInterceptors(router, interceptors)) }
}

function withInterceptors(router: ConnectRouter, outer: readonly Interceptor[]): ConnectRouter {
  const extended = <T extends { interceptors?: Interceptor[] }>(options: T | undefined) =>
    options?.interceptors === undefined
      ? options
      : { ...options, interceptors: [...outer, ...options.interceptors] }
  const wrapped: ConnectRouter = {
    handlers: router.handlers,
    service(service, implementation, options) {
      router.service(service, implementation, extended(options))
      return wrapped
    },
    rpc(method, implementation, options) {
      router.rpc(method, implementation, extended(options))
      return wrapped
    },
  }
  return wrapped
}
