/** Forwards a stream, and inserts a keepalive after each `silenceMs` without a message. */
export async function* withKeepalive<T>(
  source: AsyncGenerator<T>,
  silenceMs: number,
  keepalive: () => T,
): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const winner = await firstOf(next, silenceMs)
      if (winner === 'silence') yield keepalive()
      else if (winner.done === true) return
      else {
        yield winner.value
        next = source.next()
      }
    }
  } finally {
    await source.return(undefined)
  }
}

async function firstOf<T>(
  next: Promise<IteratorResult<T>>,
  silenceMs: number,
): Promise<IteratorResult<T> | 'silence'> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(() => resolve('silence'), silenceMs)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}
