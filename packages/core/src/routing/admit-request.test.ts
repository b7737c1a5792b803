import { expect, it } from 'vitest'
import { admitRequest } from './admit-request.ts'

const headers = ['Host', '49983-abc.localhost']

it('an internal path of envd is refused before the sandbox is looked up', () => {
  const decision = admitRequest({ method: 'POST', requestTarget: '//init?x', headers })
  expect(decision.kind === 'refused' && decision.reply.status).toBe(404)
  expect(decision.kind === 'refused' && JSON.parse(decision.reply.body)).toMatchObject({
    path: '//init',
    code: 404,
  })
})

it('the same path on another port is forwarded', () => {
  const decision = admitRequest({
    method: 'POST',
    requestTarget: '/init',
    headers: ['Host', '80-abc.localhost'],
  })
  expect(decision).toEqual({ kind: 'for_sandbox', destination: { sandboxId: 'abc', port: 80 } })
})

it('a request target in absolute form is refused before the host is resolved', () => {
  const decision = admitRequest({ method: 'GET', requestTarget: 'http://80-abc.localhost/', headers })
  expect(decision.kind === 'refused' && decision.reply.body).toBe('Invalid request target')
})
