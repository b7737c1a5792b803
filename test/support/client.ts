/** The official client against the shared installation, set up only by what its users set. */
import { inject } from 'vitest'
import type { Endpoints } from './installation.ts'

/** Call before importing or using the client: it reads these when it is used. */
export function pointClientHere(endpoints: Endpoints = inject('installation')): void {
  process.env.E2B_API_KEY = endpoints.apiKey
  process.env.E2B_API_URL = endpoints.apiUrl
  process.env.E2B_SANDBOX_URL = endpoints.proxyUrl
  process.env.E2B_VOLUME_API_URL = endpoints.apiUrl
}
