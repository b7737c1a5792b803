import { expect, it } from 'vitest'
import { preflightResponseHeaders } from './cors.ts'

const preflight = ['Origin', 'https://page.example', 'Access-Control-Request-Method', 'PUT']

it('a preflight is allowed the method and headers it asks for', () => {
  const headers = [...preflight, 'Access-Control-Request-Headers', 'authorization,x-access-token']
  expect(preflightResponseHeaders('OPTIONS', headers)).toEqual([
    ...['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'PUT'],
    ...['Access-Control-Allow-Headers', 'authorization,x-access-token'],
  ])
  expect(preflightResponseHeaders('OPTIONS', preflight)).toEqual([
    ...['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'PUT'],
  ])
})

it('a request that is no preflight is not answered as one', () => {
  expect(preflightResponseHeaders('OPTIONS', ['Origin', 'https://page.example'])).toBeUndefined()
  expect(preflightResponseHeaders('GET', preflight)).toBeUndefined()
})
