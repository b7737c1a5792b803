/** What AWS answers to whoever asks for a token of its registries, with a key that it knows. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class FakeAws {
  readonly accessKeyId = 'AKIDEXAMPLEOFTESTS'
  /** The password of the user `AWS` at registries. */
  readonly token = 'token-of-a-registry-for-twelve-hours'
  readonly #server: Server

  private constructor() {
    this.#server = createServer(({ headers }, response) => {
      const isKnown = headers.authorization?.includes(`Credential=${this.accessKeyId}/`) === true
      const authorizationToken = Buffer.from(`AWS:${this.token}`).toString('base64')
      const body = isKnown
        ? { authorizationData: [{ authorizationToken }] }
        : { __type: 'UnrecognizedClientException' }
      response.writeHead(isKnown ? 200 : 400).end(JSON.stringify(body))
    })
  }

  static async start(): Promise<FakeAws> {
    const aws = new FakeAws()
    await new Promise<void>((resolve) => aws.#server.listen(0, '127.0.0.1', resolve))
    return aws
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
