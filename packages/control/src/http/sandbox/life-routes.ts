/**
 * Routes of the sandbox lifecycle: pause, resume, fork, snapshot. They decode, call and encode; they decide nothing.
 */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { resumeTimeout } from '@cay/core/sandbox/lifetime.ts'
import type { Deps } from '../../app/deps.ts'
import { type Connected, connectSandbox } from '../../app/sandbox/connect-sandbox.ts'
import { type Fork, forkSandbox } from '../../app/sandbox/fork-sandbox.ts'
import { pauseSandbox } from '../../app/sandbox/pause-sandbox.ts'
import { resumeSandbox } from '../../app/sandbox/resume-sandbox.ts'
import { snapshotSandbox } from '../../app/snapshot/snapshot-sandbox.ts'
import type { RouteResponse, Routes } from '../add-operation.ts'
import { targetOf } from '../decode.ts'
import { renderError } from '../render-error.ts'
import { renderSnapshot } from '../snapshot/render-snapshot.ts'
import { renderSandbox } from './render-sandbox.ts'

type LifeRoutes = Pick<
  Routes,
  'pauseSandbox' | 'resumeSandbox' | 'connectSandbox' | 'connectSandboxV2' | 'forkSandbox' | 'createSnapshot'
>

export function createLifeRoutes(deps: Deps): LifeRoutes {
  return {
    pauseSandbox: async (call) => {
      const request = { target: targetOf(call), filesOnly: call.body?.memory === false }
      await pauseSandbox(deps, request, call.signal)
      return { status: 204 }
    },
    resumeSandbox: async (call) => {
      const request = requestOf(call.body, limits.sandboxTimeoutSecondsDefault)
      const view = await resumeSandbox(deps, { target: targetOf(call), request }, call.signal)
      return { status: 201, body: renderSandbox(view) }
    },
    connectSandbox: async (call) => {
      const request = requestOf(call.body, limits.sandboxTimeoutSecondsDefault)
      return renderConnected(await connectSandbox(deps, { target: targetOf(call), request }, call.signal))
    },
    connectSandboxV2: async (call) => {
      const request = requestOf(call.body, limits.sandboxTimeoutSecondsDefaultV2)
      return renderConnected(await connectSandbox(deps, { target: targetOf(call), request }, call.signal))
    },
    forkSandbox: async (call) => {
      const { count = 1, timeout = limits.sandboxTimeoutSecondsDefault } = call.body ?? {}
      const request = { count, timeoutSeconds: timeout }
      const forks = await forkSandbox(deps, { target: targetOf(call), request }, call.signal)
      return { status: 201, body: forks.map(renderFork) }
    },
    createSnapshot: async (call) => {
      const request = { target: targetOf(call), name: call.body.name }
      return { status: 201, body: renderSnapshot(await snapshotSandbox(deps, request, call.signal)) }
    },
  }
}

function requestOf(body: { timeout?: number; memory?: boolean } | undefined, defaultSeconds: number) {
  const timeoutSeconds = body?.timeout ?? defaultSeconds
  const resumeSeconds = resumeTimeout(timeoutSeconds, defaultSeconds)
  return { timeoutSeconds, resumeSeconds, filesOnly: body?.memory === false }
}

function renderConnected({ view, isResumed }: Connected): RouteResponse {
  return { status: isResumed ? 201 : 200, body: renderSandbox(view) }
}

function renderFork(fork: Fork): components['schemas']['SandboxForkResult'] {
  return fork.kind === 'made' ? { sandbox: renderSandbox(fork.view) } : { error: renderError(fork.error) }
}
