import { expect, test } from 'vitest'
import { mergeExpositions } from './merge-expositions.ts'

const control = `# HELP cay_x requests
# TYPE cay_x counter
cay_x{route="/a",status="200"} 3

# HELP process_cpu seconds
# TYPE process_cpu gauge
process_cpu 1.5
`
const proxy = `# HELP process_cpu seconds
# TYPE process_cpu gauge
process_cpu 2.5 1700000000000
`

test('each sample says whose it is, and a family of several services stands once', () => {
  expect(
    mergeExpositions([
      { service: 'control', text: control },
      { service: 'proxy', text: proxy },
    ]),
  ).toBe(`# HELP cay_x requests
# TYPE cay_x counter
cay_x{service="control",route="/a",status="200"} 3
# HELP process_cpu seconds
# TYPE process_cpu gauge
process_cpu{service="control"} 1.5
process_cpu{service="proxy"} 2.5 1700000000000
`)
})

test('the samples of a histogram stay with it, and values may hold braces and spaces', () => {
  const text = `# HELP h seconds
# TYPE h histogram
h_bucket{le="+Inf",path="{a} b"} 2
h_sum 1
h_count 2
`
  expect(mergeExpositions([{ service: 's', text }])).toBe(`# HELP h seconds
# TYPE h histogram
h_bucket{service="s",le="+Inf",path="{a} b"} 2
h_sum{service="s"} 1
h_count{service="s"} 2
`)
})

test('what is no exposition adds nothing', () => {
  expect(mergeExpositions([{ service: 's', text: '<html>\n\n# a remark\n' }])).toBe('')
  expect(mergeExpositions([])).toBe('')
})
