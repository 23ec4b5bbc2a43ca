// The parts that a thread knows: those of every setting, made at import (columns `part*` of the network file). For a
// network without them they are made by the first thread that needs them. Of these a few are kept, so that settings
// cannot fill the memory.

import { LRUCache } from 'lru-cache'
import type { Column, Columns } from '../../storage/column-file.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SETTINGS } from '../../travel/settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { CostModel } from '../costs/cost-model.ts'
import { BICYCLE_TYPES, type CostSettings, type Pushing } from '../costs/cost-settings.ts'
import { defaultsOf } from '../costs/default-costs.ts'
import { findComponents, openKey, StrongComponents, type ComponentArrays } from './strong-components.ts'

/** At most 12 bytes a node each. */
const MOST_KEPT = 6

export interface FoundComponents extends ComponentArrays {
  key: string
}

const GROUP_COLUMN = 'partGroup'
const partColumn = (key: string) => `part_${key}`
const wholeColumn = (key: string) => `partWhole_${key}`

/** Columns of the parts of some settings, for the network file; settings that open the same ways share them. */
export function componentColumns(graph: RoutingGraph, tables: readonly CostTable[]): Columns {
  const byKey = new Map(tables.map((table) => [openKey(table), table]))
  const columns: Record<string, Column> = {}
  const made = findComponents(graph, [...byKey.values()], (length) => new Uint32Array(length))
  const keys = [...byKey.keys()]
  made.forEach(({ arrays }, i) => {
    columns[GROUP_COLUMN] = arrays.groupOf
    columns[partColumn(keys[i])] = arrays.partOfGroup
    columns[wholeColumn(keys[i])] = arrays.wholeOfGroup
  })
  return columns
}

const PUSHING: readonly Pushing[] = ['never', 'open', 'anywhere']

/** Tables that together open what any setting opens: one for each set of open ways, and some that open the same. */
export function openingTables(model: CostModel): CostTable[] {
  const settings: CostSettings[] = []
  const { min, max } = SETTINGS.maxSac
  for (const markedTrails of ['off', 'strict'] as const) {
    for (let maxSac = min; maxSac <= max; maxSac++) settings.push({ ...defaultsOf('hike'), maxSac, markedTrails })
    settings.push({ ...defaultsOf('hike'), maxSac: max, markedTrails, ferrata: true })
  }
  for (const bicycleType of BICYCLE_TYPES)
    for (const push of PUSHING) settings.push({ ...defaultsOf('bike'), bicycleType, push })
  return settings.map((one) => model.table(one))
}

export class ComponentCache {
  readonly #graph: RoutingGraph
  readonly #made = new LRUCache<string, StrongComponents>({ max: MOST_KEPT })
  readonly #imported = new Map<string, StrongComponents>()
  readonly #onMade: ((parts: FoundComponents) => void) | undefined

  /** `onMade`: called with parts that were made here, in shared memory. */
  constructor(graph: RoutingGraph, onMade?: (parts: FoundComponents) => void) {
    this.#graph = graph
    this.#onMade = onMade
  }

  /** Parts that need not be made; null otherwise. */
  find(table: CostTable): StrongComponents | null {
    const key = openKey(table)
    const known = this.#imported.get(key) ?? this.#made.get(key)
    if (known !== undefined) return known
    const {
      [GROUP_COLUMN]: groupOf,
      [partColumn(key)]: partOfGroup,
      [wholeColumn(key)]: wholeOfGroup,
    } = this.#graph.extra
    if (!isLabels(groupOf) || !isLabels(partOfGroup) || !isLabels(wholeOfGroup)) return null
    const parts = new StrongComponents({ groupOf, partOfGroup, wholeOfGroup })
    this.#imported.set(key, parts)
    return parts
  }

  /**
   * Makes parts that are not known, in time that grows with the network. Throws SearchStopped when the flag is raised.
   */
  get(table: CostTable, cancelled?: Int32Array): StrongComponents {
    const known = this.find(table)
    if (known !== null) return known
    const key = openKey(table)
    const [parts] = findComponents(this.#graph, [table], sharedLabels, cancelled)
    this.#made.set(key, parts)
    this.#onMade?.({ key, ...parts.arrays })
    return parts
  }

  /** Keeps parts that another thread made. */
  adopt({ key, ...arrays }: FoundComponents): void {
    this.#made.set(key, new StrongComponents(arrays))
  }
}

const isLabels = (column: Column | undefined): column is Uint32Array => column instanceof Uint32Array

const sharedLabels = (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4))
