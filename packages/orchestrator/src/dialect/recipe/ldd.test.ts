import { expect, test } from 'vitest'
import { parseLdd } from './ldd.ts'

test('the loader is told apart from the libraries, and the kernel page is neither', () => {
  const text = `	linux-vdso.so.1 (0x00007f9007bb5000)
	libdl.so.2 => /lib/x86_64-linux-gnu/libdl.so.2 (0x00007f9007b9f000)
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f900761e000)
	/lib64/ld-linux-x86-64.so.2 (0x00007f9007bb7000)
`
  expect(parseLdd(text)).toEqual({
    loader: '/lib64/ld-linux-x86-64.so.2',
    libraries: ['/lib/x86_64-linux-gnu/libdl.so.2', '/lib/x86_64-linux-gnu/libc.so.6'],
  })
})

test('a loader that is listed as a library of another one is found on arm too', () => {
  const text = `	libc.so.6 => /lib/aarch64-linux-gnu/libc.so.6 (0x0000ffff8a000000)
	/lib/ld-linux-aarch64.so.1 (0x0000ffff8a1f0000)
`
  expect(parseLdd(text)?.loader).toBe('/lib/ld-linux-aarch64.so.1')
})

test('a static program has no loader', () => {
  expect(parseLdd('\tnot a dynamic executable\n')).toBeUndefined()
})
