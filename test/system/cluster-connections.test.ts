/** Peers without a certificate hold connections to the port that nodes dial; nodes and machines that join are served. */
import { once } from 'node:events'
import { connect } from 'node:tls'
import { callOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import { expect, onTestFinished, test } from 'vitest'
import { holdConnections } from '../support/idle-connections.ts'
import { startLinkWorld } from './link-world.ts'

const floodMsMax = 600_000

test(
  'peers without a certificate that say nothing keep no machine from joining, and no node from its link',
  async () => {
    const world = await startLinkWorld()
    onTestFinished(() => world.stop())
    const { nodeId } = await world.addNode()
    const [replica] = world.replicas
    if (replica === undefined) throw new Error('no replica')
    const { port } = replica.running
    // More than may be connected without a certificate.
    for (let count = 0; count < 70; count++) {
      const ALPNProtocols = [linkProtocols.toControl]
      const peer = connect({ host: '127.0.0.1', port, ALPNProtocols, rejectUnauthorized: false })
      peer.on('error', () => undefined)
      onTestFinished(() => void peer.destroy())
      await once(peer, 'secureConnect')
    }
    expect(await world.join({ name: 'two' })).toHaveProperty('identity')
    const held = await holdConnections({ port, count: 4300, text: '\x16\x03\x01' })
    onTestFinished(held.close)
    expect(await world.join({ name: 'three' })).toHaveProperty('identity')
    const node = callOrchestrator(replica.links.transportOf(nodeId))
    expect(await node.describeNode()).toMatchObject({ status: 'ready' })
  },
  floodMsMax,
)
