import { expect, test } from 'vitest'
import { hrefOf, parseRoute } from './route.ts'

test('a place is read as it was written, whatever its name contains', () => {
  const route = { view: 'templates', item: 'team/alias:tag #1', part: 'build%' }
  expect(parseRoute(hrefOf(route.view, route.item, route.part))).toEqual(route)
})

test('the page begins with the sandboxes, and takes what somebody has typed', () => {
  expect(parseRoute('')).toEqual({ view: 'sandboxes', item: undefined, part: undefined })
  expect(parseRoute('#nodes')).toMatchObject({ view: 'nodes' })
  expect(parseRoute('#/sandboxes/%E0%A4%A')).toMatchObject({ item: '%E0%A4%A' })
})
