import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenLocally } from './host/listen-locally.ts'
import { reservePort } from './host/reserve-port.ts'
import { Counter, serveMetrics } from './metrics.ts'
import { readMetricsSettings } from './metrics-settings.ts'
import { nameRoute } from './request-route.ts'
import { SettingError } from './settings.ts'

test('no metrics are served unless a port is set, and then each service has one of its own', () => {
  expect(readMetricsSettings({}, 'control')).toEqual({ bind: '127.0.0.1', port: undefined })
  const env = { CAY_METRICS_PORT: '9400', CAY_METRICS_BIND: '0.0.0.0' }
  const ports = ['control', 'orchestrator', 'proxy', 'egress'].map(
    (name) => readMetricsSettings(env, name).port,
  )
  expect(ports).toEqual([9400, 9401, 9402, 9403])
  expect(readMetricsSettings(env, 'control').bind).toBe('0.0.0.0')
  expect(() => readMetricsSettings({ CAY_METRICS_PORT: '65532' }, 'proxy')).toThrow(SettingError)
})

test('what is counted can be scraped, with requests to the service and the process itself', async () => {
  const counter = new Counter({ name: 'cay_test_total', help: 'of a test', labelNames: ['kind'] })
  counter.inc({ kind: 'a' }, 2)
  using reserved = await reservePort('127.0.0.1')
  const metrics = await serveMetrics({
    ...{ bind: '127.0.0.1', port: reserved.port, service: 'control' },
  })
  const service = createServer((incoming, response) => {
    nameRoute(incoming, '/teapots/:id')
    response.writeHead(418).end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  await (await fetch(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`)).text()
  const directory = await mkdtemp(join(tmpdir(), 'cay-metrics-'))
  const socketPath = join(directory, 'socket')
  const local = await listenLocally(socketPath, (_, response) => void response.end())
  for (const path of ['/node.Node/GetStatus', '/node.Node/../x?y'])
    await new Promise((resolve, reject) =>
      request({ socketPath, path }, (reply) => reply.resume().on('end', resolve))
        .on('error', reject)
        .end(),
    )
  for (let count = 0; count < 2; count++) await (await fetch(metrics.url)).text()
  const answer = await fetch(metrics.url)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(/^cay_test_total\{kind="a"\} 2$/m)
  expect(text).toMatch(
    /^cay_http_request_seconds_count\{route="\/teapots\/:id",method="GET",status="418"\} 1$/m,
  )
  const own = text.match(/^cay_http_request_seconds_count\{[^}]*status="200"\} .*$/gm)
  expect(own).toEqual([
    'cay_http_request_seconds_count{route="/node.Node/GetStatus",method="GET",status="200"} 1',
    'cay_http_request_seconds_count{route="none",method="GET",status="200"} 1',
  ])
  expect(text).toMatch(/^process_cpu_seconds_total /m)
  expect(text).toMatch(/^cay_build_info\{version="\d+\.\d+\.\d+[^"]*",node="24\.[^"]+"\} 1$/m)
  const all = await (await fetch(`${metrics.url}/all`)).text()
  expect(all).toMatch(/^cay_test_total\{service="control",kind="a"\} 2$/m)
  expect(all).toMatch(/^cay_service_up\{service="control"\} 1$/m)
  expect(all).toMatch(/^cay_service_up\{service="proxy"\} 0$/m)
  expect(all).not.toMatch(/service="agent"/)
  expect((await fetch(metrics.url.replace('/metrics', '/other'))).status).toBe(404)
  service.close()
  local.close()
  await rm(directory, { recursive: true })
  await metrics.close()
})
