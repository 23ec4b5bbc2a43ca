// The parts that a thread knows: those made at import, and those made since, by it or by another thread. Of these a few
// are kept, so that settings cannot fill the memory.

import { LRUCache } from 'lru-cache'
import type { Column, Columns } from '../../graph/column-file.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { costSettings, type CostModel, type CostSettings } from '../costs/cost-model.ts'
import { applySettings } from '../costs/route-settings.ts'
import type { PlanRouteInput, Profile } from '../costs/route-types.ts'
import { makeParts, openKey, Parts, type PartArrays } from './parts.ts'

/** About 1.3 bytes a node each. */
const MOST_KEPT = 6

export interface MadeParts extends PartArrays {
  key: string
}

const byteColumn = (key: string) => `partByte_${key}`
const restColumn = (key: string) => `partRest_${key}`

/** Columns of the parts of some settings, for the network file; settings that open the same ways share them. */
export function partColumns(graph: RoutingGraph, tables: readonly CostTable[]): Columns {
  const columns: Record<string, Column> = {}
  for (const table of tables) {
    const key = openKey(table)
    if (byteColumn(key) in columns) continue
    const { partByte, partRest } = makeParts(graph, table).arrays
    columns[byteColumn(key)] = partByte
    columns[restColumn(key)] = partRest
  }
  return columns
}

function defaultsOf(profile: Profile): CostSettings {
  const waypoints: PlanRouteInput['waypoints'] = [
    [0, 0],
    [0, 0],
  ]
  return costSettings(applySettings({ waypoints, profile }).settings)
}

/** The tables that a request with the default setting of a profile needs, also to say which setting is to blame. */
export function commonTables(model: CostModel): CostTable[] {
  const settings = [3, 4, 5, 6].map((maxSac) => ({ ...defaultsOf('hike'), maxSac }))
  for (const bicycleType of ['hybrid', 'mountain'] as const)
    for (const push of ['tagged', 'anywhere'] as const) settings.push({ ...defaultsOf('bike'), bicycleType, push })
  return settings.map((one) => model.table(one))
}

export class KnownParts {
  readonly #graph: RoutingGraph
  readonly #made = new LRUCache<string, Parts>({ max: MOST_KEPT })
  readonly #imported = new Map<string, Parts>()
  readonly #onMade: ((parts: MadeParts) => void) | undefined

  /** `onMade`: called with parts that were made here, in shared memory. */
  constructor(graph: RoutingGraph, onMade?: (parts: MadeParts) => void) {
    this.#graph = graph
    this.#onMade = onMade
  }

  /** Parts that need not be made; null otherwise. */
  find(table: CostTable): Parts | null {
    const key = openKey(table)
    const known = this.#imported.get(key) ?? this.#made.get(key)
    if (known !== undefined) return known
    const partByte = this.#graph.extra[byteColumn(key)]
    const partRest = this.#graph.extra[restColumn(key)]
    if (!(partByte instanceof Uint8Array) || !(partRest instanceof Uint32Array)) return null
    const parts = new Parts({ partByte, partRest })
    this.#imported.set(key, parts)
    return parts
  }

  /**
   * Makes parts that are not known, in time that grows with the network. Throws SearchStopped when the flag is raised.
   */
  get(table: CostTable, cancelled?: Int32Array): Parts {
    const known = this.find(table)
    if (known !== null) return known
    const key = openKey(table)
    const parts = makeParts(this.#graph, table, cancelled)
    this.#made.set(key, parts)
    this.#onMade?.({ key, ...parts.arrays })
    return parts
  }

  /** Keeps parts that another thread made. */
  adopt({ key, partByte, partRest }: MadeParts): void {
    this.#made.set(key, new Parts({ partByte, partRest }))
  }
}
