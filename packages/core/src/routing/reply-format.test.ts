import { expect, it } from 'vitest'
import { chooseReplyFormat } from './reply-format.ts'

const browser = ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0']

it.each([
  [
    'a navigation of a browser',
    [...browser, 'Accept', 'text/html,*/*', 'Sec-Fetch-Mode', 'navigate'],
    'html',
  ],
  ['a browser that says nothing more', browser, 'html'],
  ['a browser that accepts pages and JSON', [...browser, 'Accept', 'text/html, application/json'], 'html'],
  [
    'a navigation with X-Requested-With',
    [...browser, 'Sec-Fetch-Mode', 'navigate', 'X-Requested-With', 'x'],
    'html',
  ],
  ['a browser that accepts JSON only', [...browser, 'Accept', 'application/json'], 'json'],
  ['a script with cors', [...browser, 'Sec-Fetch-Mode', 'cors'], 'json'],
  ['a script with no-cors', [...browser, 'Sec-Fetch-Mode', 'no-cors'], 'json'],
  ['a script with same-origin', [...browser, 'Sec-Fetch-Mode', 'same-origin'], 'json'],
  ['a WebSocket', [...browser, 'Sec-Fetch-Mode', 'websocket'], 'json'],
  ['a script of an old page', [...browser, 'X-Requested-With', 'XMLHttpRequest'], 'json'],
  ['curl', ['User-Agent', 'curl/8.0', 'Accept', '*/*'], 'json'],
  ['a client without a name', [], 'json'],
] as const)('%s', (_, headers, format) => {
  expect(chooseReplyFormat(headers)).toBe(format)
})
