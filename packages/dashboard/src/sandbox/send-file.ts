/** An upload with its progress, which `fetch` does not tell. The browser reads a file from its disk while it sends it. */
export interface SentFile {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly content: Blob
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((doneBytes: number) => void) | undefined
}

/** Throws the signal's reason when it is aborted; what was sent until then stays in the sandbox. */
export function sendFile({ url, headers, content, signal, onProgress }: SentFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new Error(messageOf(request.responseText, request.status)))
    })
    request.addEventListener('error', () => reject(new Error('The sandbox does not respond.')))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel))
    signal?.addEventListener('abort', cancel)
    if (signal?.aborted === true) reject(signal.reason)
    else request.send(content)
  })
}

/** Of a response of the daemon that is an error. */
export function messageOf(text: string, status: number): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message)
  } catch {
    // It is no response of the daemon.
  }
  return `the sandbox responded ${status}`
}
