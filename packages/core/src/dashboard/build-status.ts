/** The states of builds as the hosted product's dashboard has them. */
import type { BuildState } from '../template/build-state.ts'

export type DashboardStatus = 'building' | 'failed' | 'success'

const statuses: Readonly<Record<BuildState, DashboardStatus>> = {
  waiting: 'building',
  building: 'building',
  ready: 'success',
  error: 'failed',
}

export function dashboardStatus(state: BuildState): DashboardStatus {
  return statuses[state]
}

/** The states that are shown as one of these. */
export function statesOf(shown: readonly DashboardStatus[]): BuildState[] {
  return (Object.keys(statuses) as BuildState[]).filter((state) => shown.includes(statuses[state]))
}
