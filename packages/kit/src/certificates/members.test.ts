import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from './issue.ts'
import {
  BadRequestError,
  fingerprintOf,
  type MemberIssuer,
  makeCertificateRequest,
  openMemberIssuer,
  readMember,
} from './members.ts'

const nowMs = Date.UTC(2026, 0, 15)
const node = { kind: 'node', nodeId: 'n-1' } as const
let issuer: MemberIssuer

beforeAll(async () => {
  issuer = await openMemberIssuer(await makeAuthority('Test', { nowMs, days: 10 }))
})

describe('a certificate of a member', () => {
  it('says who the member is, for a day, under the authority', async () => {
    const { request } = await makeCertificateRequest()
    const { certificate, serial } = await issuer.issue(request, node, nowMs)
    const leaf = new X509Certificate(certificate)
    expect(readMember(leaf)).toEqual({ ...node, serial })
    expect(leaf.checkIssued(new X509Certificate(issuer.authority))).toBe(true)
    expect(leaf.validToDate.getTime()).toBe(nowMs + 86_400_000)
    expect(leaf.ca).toBe(false)
  })

  it('lets a node be a client only, control a server only, and a proxy both', async () => {
    const usage = async (kind: 'node' | 'proxy' | 'control') => {
      const { request } = await makeCertificateRequest()
      const made = await issuer.issue(request, { kind, nodeId: kind === 'control' ? '' : 'n-1' }, nowMs)
      return new X509Certificate(made.certificate).keyUsage
    }
    const [client, server] = ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1']
    expect(await usage('node')).toEqual([client])
    expect(await usage('control')).toEqual([server])
    expect(await usage('proxy')).toEqual([client, server])
  })

  it('is not made for a request that its key did not sign', async () => {
    const [one, two] = await Promise.all([makeCertificateRequest(), makeCertificateRequest()])
    const der = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
    const [first, second] = [der(one.request), der(two.request)]
    // The key of one request with the signature of another.
    const mixed = Buffer.concat([first.subarray(0, 100), second.subarray(100)])
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${mixed.toString('base64')}\n-----END CERTIFICATE REQUEST-----`
    await expect(issuer.issue(pem, node, nowMs)).rejects.toBeInstanceOf(BadRequestError)
  })

  it.each(['', 'garbage', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----'])(
    'is not made for %j',
    async (request) => {
      await expect(issuer.issue(request, node, nowMs)).rejects.toBeInstanceOf(BadRequestError)
    },
  )

  it('of a server on the web is of no member', async () => {
    const { openIssuer } = await import('./issue.ts')
    const web = await openIssuer(await makeAuthority('Test', { nowMs, days: 10 }))
    const { certificate } = await web.issue({ names: ['spiffe.example'], nowMs, days: 1 })
    expect(readMember(new X509Certificate(certificate))).toBeUndefined()
    expect(fingerprintOf(certificate)).toMatch(/^[0-9a-f]{64}$/)
  })
})
