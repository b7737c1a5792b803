/** What `npm run bench` can measure: each section by its name, and what is inside its figures. */
import { insideBundledFigures, measureBundled } from './bundled/measure-bundled.ts'
import {
  type ClusterPartName,
  clusterParts,
  insideClusterFigures,
  measureCluster,
} from './cluster/measure-cluster.ts'
import { insideCommandFigures, measureCommand } from './command/measure-command.ts'
import { insideControlFigures, measureControl } from './control/measure-control.ts'
import { insideCreateFigures, measureCreates } from './creates.ts'
import { insideDashboardFigures, measureDashboard } from './dashboard/measure-dashboard.ts'
import { insideEnvdFigures, measureEnvd } from './envd.ts'
import { insideEventFigures, measureEvents } from './events/measure-events.ts'
import { insideFairnessFigures, measureFairness } from './fairness/measure-fairness.ts'
import { insideInterpreterFigures, measureInterpreter } from './interpreter/measure-interpreter.ts'
import {
  insideLifecycleFigures,
  type LifecyclePartName,
  lifecycleParts,
  measureLifecycle,
} from './lifecycle/measure-lifecycle.ts'
import type { Measured, Measurement } from './measured.ts'
import {
  insideNetworkFigures,
  measureNetwork,
  type NetworkPartName,
  networkParts,
} from './network/measure-network.ts'
import { insideObjectsFigures, measureObjects } from './objects/measure-objects.ts'
import { insidePostgresFigures, measurePostgres } from './postgres/measure-postgres.ts'
import { insidePublicFigures, measurePublic } from './public/measure-public.ts'
import { insideTemplateFigures, measureTemplates } from './templates.ts'
import { insideVolumeFigures, measureVolumes } from './volumes/measure-volumes.ts'

export const sectionNames = [
  'bundled',
  'cluster',
  'command',
  'creates',
  'control',
  'dashboard',
  'envd',
  'events',
  'fairness',
  'interpreter',
  'lifecycle',
  'network',
  'objects',
  'postgres',
  'public',
  'templates',
  'volumes',
] as const
export type SectionName = (typeof sectionNames)[number]

/** For a section that needs neither root nor sandboxes. */
export interface PlainMeasurement extends Omit<Measurement, 'floor'> {
  readonly cluster: readonly ClusterPartName[]
}

export interface SectionMeasurement extends Measurement, PlainMeasurement {
  /** Where the base template lies. */
  readonly templatesDir: string
  /** Where the base template was made. */
  readonly testDataDir: string
  readonly lifecycle: readonly LifecyclePartName[]
  readonly network: readonly NetworkPartName[]
}

interface SectionOf<Given> {
  readonly measure: (given: Given) => Promise<Measured>
  /** Lines of text. */
  readonly inside: string
}

type Section =
  | (SectionOf<SectionMeasurement> & { readonly isPlain?: false })
  | (SectionOf<PlainMeasurement> & { readonly isPlain: true })

export const sections: Readonly<Record<SectionName, Section>> = {
  bundled: { measure: measureBundled, inside: insideBundledFigures },
  cluster: {
    isPlain: true,
    measure: (given) => measureCluster(given, given.cluster),
    inside: insideClusterFigures,
  },
  command: { measure: measureCommand, inside: insideCommandFigures },
  creates: { measure: measureCreates, inside: insideCreateFigures },
  control: { measure: measureControl, inside: insideControlFigures },
  dashboard: { measure: measureDashboard, inside: insideDashboardFigures },
  envd: { measure: measureEnvd, inside: insideEnvdFigures },
  events: { measure: measureEvents, inside: insideEventFigures },
  fairness: { isPlain: true, measure: measureFairness, inside: insideFairnessFigures },
  interpreter: { measure: measureInterpreter, inside: insideInterpreterFigures },
  lifecycle: { measure: (given) => measureLifecycle(given, given.lifecycle), inside: insideLifecycleFigures },
  network: { measure: (given) => measureNetwork(given, given.network), inside: insideNetworkFigures },
  objects: { measure: measureObjects, inside: insideObjectsFigures },
  postgres: { measure: measurePostgres, inside: insidePostgresFigures },
  public: { measure: measurePublic, inside: insidePublicFigures },
  templates: {
    measure: (given) => measureTemplates(given, given.testDataDir),
    inside: insideTemplateFigures,
  },
  volumes: { measure: measureVolumes, inside: insideVolumeFigures },
}

/** What can be measured alone, of the sections that have parts. */
export const partNames = [...clusterParts, ...lifecycleParts, ...networkParts]
export { clusterParts, lifecycleParts, networkParts }
