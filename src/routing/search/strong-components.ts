// The parts of a network under a setting: nodes of one part reach each other (strongly connected components), and parts
// of one whole are joined by ways in some direction, so that between two wholes there is no path at all. Only what a
// setting opens matters, so settings that differ in costs alone share their parts. Nodes that lie together under every
// setting form a group, and few groups differ, so parts are kept by group.

import { createHash } from 'node:crypto'
import { IdIndex } from '../../storage/id-index.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { uint32List } from '../../storage/typed-list.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { labelComponents } from './label-components.ts'
import { LRUCache } from 'lru-cache'
import type { Column, Columns } from '../../storage/column-file.ts'
import { SETTINGS } from '../../travel/settings.ts'
import type { CostModel } from '../costs/cost-model.ts'
import { BICYCLE_TYPES, type CostSettings, type Pushing, defaultsOf } from '../costs/route-settings.ts'

/** No way from or to the node is open. */
const CLOSED = 0xffffffff

/** Arrays of parts: columns of a network file, or shared by threads. */
interface ComponentArrays {
  /** by node */
  groupOf: Uint32Array
  /** by group: its part and its whole, or CLOSED */
  partOfGroup: Uint32Array
  wholeOfGroup: Uint32Array
}

export class StrongComponents {
  readonly arrays: ComponentArrays

  constructor(arrays: ComponentArrays) {
    this.arrays = arrays
  }

  /** Equal for two nodes that reach each other, and only for those; -1 for a node that no open way touches. */
  partOf(node: number): number {
    return openOrNone(this.arrays.partOfGroup[this.arrays.groupOf[node]])
  }

  /** Different for two nodes if no path leads from one to the other; -1 for a node that no open way touches. */
  wholeOf(node: number): number {
    return openOrNone(this.arrays.wholeOfGroup[this.arrays.groupOf[node]])
  }

  /** False: no path leads from one node to the other. Ways between parts lead to lower numbers (`labelComponents`). */
  mayLead(from: number, to: number): boolean {
    return this.wholeOf(from) === this.wholeOf(to) && this.partOf(from) >= this.partOf(to)
  }
}

const openOrNone = (label: number): number => (label === CLOSED ? -1 : label)

const keys = new WeakMap<CostTable, string>()

/** The same for tables of one network that open the same ways. */
export function openKey(table: CostTable): string {
  let key = keys.get(table)
  if (key === undefined) {
    const open = Uint8Array.from(table.factor, (factor) => (factor === Infinity ? 0 : 1))
    key = createHash('sha256').update(open).digest('hex').slice(0, 16)
    keys.set(table, key)
  }
  return key
}

/**
 * The parts under each table; all share `groupOf`. `allocate` gives the memory. Throws SearchStopped when the flag is
 * raised.
 */
export function findComponents(
  graph: RoutingGraph,
  tables: readonly CostTable[],
  allocate: (length: number) => Uint32Array,
  cancelled?: Int32Array,
): StrongComponents[] {
  const groupOf = allocate(graph.nodeCount)
  const labels: { part: Uint32Array; whole: Uint32Array }[] = []
  let groupCount = 1
  for (const table of tables) {
    const part = labelComponents(graph, table, cancelled)
    const whole = joinOpen(graph, table)
    for (let node = 0; node < part.length; node++) if (whole[node] === CLOSED) part[node] = CLOSED
    const { nodeOf, groupBefore } = divide(groupOf, groupCount, part)
    groupCount = nodeOf.length
    for (const label of labels) {
      label.part = groupBefore.map((group) => label.part[group])
      label.whole = groupBefore.map((group) => label.whole[group])
    }
    labels.push({ part: nodeOf.map((node) => part[node]), whole: nodeOf.map((node) => whole[node]) })
  }
  return labels.map(({ part, whole }) => {
    const [partOfGroup, wholeOfGroup] = [allocate(groupCount), allocate(groupCount)]
    partOfGroup.set(part)
    wholeOfGroup.set(whole)
    return new StrongComponents({ groupOf, partOfGroup, wholeOfGroup })
  })
}

/** Divides groups, in place, so that each has one label; gives a node of each, and the group that it was cut from. */
function divide(groupOf: Uint32Array, groupCount: number, label: Uint32Array) {
  // exact: groups are few, and the product stays far below 2^53
  const groups = new IdIndex()
  const nodeOf = uint32List()
  const groupBefore = uint32List()
  for (let node = 0; node < label.length; node++) {
    const before = groupOf[node]
    const group = groups.add((label[node] === CLOSED ? label.length : label[node]) * groupCount + before)
    if (group === nodeOf.length) {
      nodeOf.push(node)
      groupBefore.push(before)
    }
    groupOf[node] = group
  }
  return { nodeOf: nodeOf.view(), groupBefore: groupBefore.view() }
}

/** A node for each whole, by node; CLOSED for a node that no open way touches. */
function joinOpen(graph: RoutingGraph, { factor }: CostTable): Uint32Array {
  const { edgeFrom, edgeTo, edgeClass } = graph.columns
  const root = new Uint32Array(graph.nodeCount).fill(CLOSED)
  const find = (node: number): number => {
    while (root[node] !== node) {
      root[node] = root[root[node]]
      node = root[node]
    }
    return node
  }
  for (let edge = 0; edge < edgeFrom.length; edge++) {
    const slot = edgeClass[edge] * 2
    if (factor[slot] === Infinity && factor[slot + 1] === Infinity) continue
    const from = edgeFrom[edge]
    const to = edgeTo[edge]
    if (root[from] === CLOSED) root[from] = from
    if (root[to] === CLOSED) root[to] = to
    const a = find(from)
    const b = find(to)
    if (a < b) root[b] = a
    else root[a] = b
  }
  for (let node = 0; node < root.length; node++) if (root[node] !== CLOSED) root[node] = find(node)
  return root
}

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

/**
 * The parts that a thread knows: those of every setting, made at import (columns `part*` of the network file). For a
 * network without them they are made by the first thread that needs them. Of these a few are kept, so that settings
 * cannot fill the memory.
 */
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
