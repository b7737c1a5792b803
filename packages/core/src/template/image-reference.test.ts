import { expect, test } from 'vitest'
import { parseImageReference, renderImageReference } from './image-reference.ts'

const digest = `sha256:${'a'.repeat(64)}`

test.each([
  ['debian', 'docker.io/library/debian:latest'],
  ['debian:bookworm', 'docker.io/library/debian:bookworm'],
  ['oven/bun', 'docker.io/oven/bun:latest'],
  ['localhost/app:1', 'localhost/app:1'],
  ['127.0.0.1:5000/team/app', '127.0.0.1:5000/team/app:latest'],
  ['registry.example.com/a/b/c:v1.2_x', 'registry.example.com/a/b/c:v1.2_x'],
  [`debian:12@${digest}`, `docker.io/library/debian@${digest}`],
  ['[::1]:5000/app', '[::1]:5000/app:latest'],
])('%s is %s', (input, full) => {
  expect(renderImageReference(parseImageReference(input))).toBe(full)
})

test.each([
  '',
  'Debian',
  'debian:',
  'debian:la test',
  'debian@sha256:12',
  '-rf',
  '--authfile=/etc/shadow',
  'a/../b',
  'http://registry.example.com/app',
  'docker://debian',
  'x'.repeat(600),
])("'%s' names no image", (input) => {
  expect(() => parseImageReference(input)).toThrow('invalid image name')
})

test.each([
  ['', 'it is empty'],
  ['python:$VERSION', 'it has a variable without a value'],
  ['MyOrg/App', 'the repository has upper-case letters'],
  ['debian:', 'the tag after the colon is missing'],
  ['debian:la test', 'the tag has other characters than A-Z a-z 0-9 _ . -'],
  ['docker://debian', 'it has a scheme; write the name without one'],
  ['debian@sha256:12', 'the digest is not sha256: and 64 hexadecimal digits'],
  ['a_.b', 'the repository has other characters than a-z 0-9 / and, between them, . _ -'],
  ['-x.io/app', 'the name of the registry is not a host name'],
  [`a@${digest}@${digest}`, 'it has more than one @'],
])("'%s' is refused because %s", (input, why) => {
  expect(() => parseImageReference(input)).toThrow(`invalid image name '${input}': ${why}`)
})
