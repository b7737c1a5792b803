import { expect, test } from 'vitest'
import { dashboardPolicy, renderDashboardPage } from './dashboard-page.ts'

test('the policy lets no inline script, no foreign script and no markup from text run', () => {
  const policy = dashboardPolicy('abc', { domain: 'sandboxes.example', proxyPort: 3002 })
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; ")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
})

test('the page may connect to this service and to its sandboxes, and nowhere else', () => {
  const sources = (domain: string | null) =>
    /connect-src ([^;]*);/.exec(dashboardPolicy('abc', { domain, proxyPort: 3002 }))?.[1]
  expect(sources('sandboxes.example:8443')).toBe(
    "'self' http://*.sandboxes.example:8443 https://*.sandboxes.example:8443",
  )
  expect(sources(null)).toBe("'self' http://*:3002 https://*:3002")
})

test('the page gets the nonce of its response and the port of the proxy', () => {
  const template = '<meta content="{{proxyPort}}"><meta nonce="{{nonce}}">'
  expect(renderDashboardPage(template, { nonce: 'abc', proxyPort: 3002 })).toBe(
    '<meta content="3002"><meta nonce="abc">',
  )
})
