import { describe, expect, it } from 'vitest'
import { readAuthority, toHttp1Headers, toHttp2Headers } from './http2-headers.ts'

describe('the authority of a request', () => {
  it('is :authority, or host where there is none', () => {
    expect(readAuthority({ ':authority': 'API.cay.test:8443' })).toEqual({
      host: 'API.cay.test:8443',
      name: 'api.cay.test',
    })
    expect(readAuthority({ host: 'a.test' })?.name).toBe('a.test')
  })

  it('is undefined when both are present and differ, or neither is', () => {
    expect(readAuthority({ ':authority': 'a.test', host: 'b.test' })).toBeUndefined()
    expect(readAuthority({})).toBeUndefined()
    expect(readAuthority({ ':authority': '' })).toBeUndefined()
  })
})

describe('a request translated to HTTP/1.1', () => {
  it('has its host, one cookie and no hop-by-hop header', () => {
    const headers = {
      ':method': 'GET',
      ':path': '/',
      ':authority': 'a.test',
      cookie: ['a=1', 'b=2'],
      te: 'trailers',
      connection: 'close',
      'transfer-encoding': 'chunked',
    }
    expect(toHttp1Headers(headers, { host: 'a.test', hasBody: false })).toEqual({
      host: 'a.test',
      cookie: 'a=1; b=2',
      te: 'trailers',
    })
  })

  it('has a length, or is chunked', () => {
    const chunked = toHttp1Headers({}, { host: 'a', hasBody: true })
    expect(chunked['transfer-encoding']).toBe('chunked')
    const sized = toHttp1Headers({ 'content-length': '3' }, { host: 'a', hasBody: true })
    expect(sized).toEqual({ host: 'a', 'content-length': '3' })
  })
})

it('announces trailers only with a chunked body', () => {
  const announced = { trailer: 'checksum', 'http2-settings': 'AAMAAABkAAQAAP__' }
  expect(toHttp1Headers(announced, { host: 'a', hasBody: false })).toEqual({ host: 'a' })
  const sized = { ...announced, 'content-length': '3' }
  expect(toHttp1Headers(sized, { host: 'a', hasBody: true })).toEqual({ host: 'a', 'content-length': '3' })
  expect(toHttp1Headers(announced, { host: 'a', hasBody: true })).toMatchObject({ trailer: 'checksum' })
})

it('a response has no header that HTTP/2 forbids', () => {
  expect(toHttp2Headers({ te: 'gzip', 'http2-settings': 'x', upgrade: 'h2c', trailer: 'a' })).toEqual({
    trailer: 'a',
  })
})

it('a response keeps each of its cookies', () => {
  expect(toHttp2Headers({ 'set-cookie': ['a', 'b'], 'keep-alive': '5', date: 'now' })).toEqual({
    'set-cookie': ['a', 'b'],
    date: 'now',
  })
})
