/** One connection to an S3 server that puts and gets objects of random bytes, and computes nothing meanwhile. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { S3Location } from '@cay/kit/blobs-settings.ts'
import { AwsV4Signer } from 'aws4fetch'

interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
}

export class PlainStream {
  readonly #location: S3Location
  readonly #credentials: Credentials
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #body = Buffer.alloc(0)

  constructor(location: S3Location, credentials: Credentials) {
    this.#location = location
    this.#credentials = credentials
  }

  async put(objects: number, bytes: number): Promise<void> {
    if (this.#body.length !== bytes) this.#body = randomBytes(bytes)
    for (let number = 0; number < objects; number++) await this.#send('PUT', number, this.#body)
  }

  async get(objects: number): Promise<void> {
    for (let number = 0; number < objects; number++) await this.#send('GET', number)
  }

  async remove(objects: number): Promise<void> {
    for (let number = 0; number < objects; number++) await this.#send('DELETE', number)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #send(method: string, number: number, body?: Buffer): Promise<void> {
    const { endpoint, bucket } = this.#location
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = this.#credentials
    const { url, headers } = await new AwsV4Signer({
      ...{ method, url: `${endpoint}/${bucket}/stream-${number}`, service: 's3', region: 'us-east-1' },
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      ...{ accessKeyId, secretAccessKey },
    }).sign()
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const sent = request(url, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(headers), ...length },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    if ((response.statusCode ?? 500) >= 300)
      throw new Error(`${method} was answered with ${response.statusCode}`)
  }
}
