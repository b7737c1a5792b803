import { describe, expect, test } from 'vitest'
import { findSource, parseConfig } from './gateway-config.ts'

const parse = (config: unknown) => parseConfig(JSON.stringify(config))

test('fields of a server of the catalogue become arguments and variables of its package', () => {
  expect(parse({ filesystem: { paths: ['/home/user', '/tmp'] } })).toEqual([
    {
      name: 'filesystem',
      source: findSource('filesystem'),
      run: { args: ['/home/user', '/tmp'] },
      env: {},
    },
  ])
  expect(parse({ apify: { apifyToken: 'secret', tools: 'docs' } })).toMatchObject([
    { run: { args: ['--tools', 'docs'] }, env: { APIFY_TOKEN: 'secret' } },
  ])
  expect(parse({ redis: { host: 'db', port: 6379, ssl: false, username: null } })).toMatchObject([
    { env: { REDIS_HOST: 'db', REDIS_PORT: '6379', REDIS_SSL: 'false' } },
  ])
})

test('a repository has a command, an installation and variables', () => {
  const server = { installCmd: 'npm ci', runCmd: 'node index.js', envs: { KEY: 'value' } }
  expect(parse({ 'github/acme/tool.mcp': server })).toEqual([
    {
      name: 'github/acme/tool.mcp',
      source: { kind: 'github', repository: 'acme/tool.mcp', installCmd: 'npm ci' },
      run: { command: 'node index.js' },
      env: { KEY: 'value' },
    },
  ])
})

test('no servers are a configuration', () => expect(parse({})).toEqual([]))

describe('is refused by name', () => {
  test.each([
    ['a text that is no JSON', '{"time": ', 'the configuration is not JSON'],
    ['a list', '[]', 'the configuration must be an object'],
    ['null', 'null', 'the configuration must be an object'],
    ['a server that is no object', '{"time": 1}', 'server "time" must be an object'],
    ['a server that nobody knows', '{"tyme": {}}', 'there is no server "tyme"'],
    ['a name of every object', '{"constructor": {}}', 'there is no server "constructor"'],
    [
      'a server that is a container image alone',
      '{"githubOfficial": {}}',
      'server "githubOfficial" cannot be used',
    ],
    [
      'a field that a server has not',
      '{"exa": {"key": "x"}}',
      'server "exa" has no field "key": it has apiKey',
    ],
    [
      'a field of a server without any',
      '{"time": {"zone": "x"}}',
      'server "time" has no field "zone": it has none',
    ],
    ['a value that is an object', '{"exa": {"apiKey": {}}}', 'server "exa": apiKey must be'],
    ['a value with a zero byte', '{"exa": {"apiKey": "a\\u0000b"}}', 'server "exa": apiKey must be'],
    ['a repository without a command', '{"github/a/b": {}}', 'server "github/a/b": runCmd must be a command'],
    [
      'a repository that climbs',
      '{"github/a/..": {"runCmd": "x"}}',
      'the name must be "github/OWNER/REPOSITORY"',
    ],
    [
      'a repository without an owner',
      '{"github/b": {"runCmd": "x"}}',
      'the name must be "github/OWNER/REPOSITORY"',
    ],
    ['a variable that is none', '{"github/a/b": {"runCmd": "x", "envs": {"A=B": "c"}}}', 'envs has "A=B"'],
    [
      'a variable that is no string',
      '{"github/a/b": {"runCmd": "x", "envs": {"A": 1}}}',
      'envs.A must be a string',
    ],
  ])('%s', (_, text, message) => expect(() => parseConfig(text)).toThrow(message))

  test('more servers than there may be', () => {
    const servers = Object.fromEntries(
      Array.from({ length: 33 }, (_, index) => [`github/a/b${index}`, { runCmd: 'x' }]),
    )
    expect(() => parse(servers)).toThrow('33 servers are configured: at most 32 are allowed')
  })
})
