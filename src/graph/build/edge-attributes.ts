// Repeating facts of ways, each combination stored once. A *base* is what the tags of a way say; a *class* is a base
// together with the levels of the signed routes on it, or the barrier on it. Rows are numbers in the order of FACTS.

import {
  ACCESS,
  FLAG_BARRIER,
  LIT_UNTAGGED,
  SMOOTHNESS_UNTAGGED,
  SURFACE_SOURCES,
  WAY_KINDS,
} from '../../osm/edge-facts.ts'
import type { NetworkColumns } from '../network-columns.ts'
import type { StringTable } from '../../storage/string-table.ts'
import type { BarrierAccess } from '../../osm/barrier-access.ts'
import type { WayFacts } from '../../osm/way-facts.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

const FACTS = [
  'classHighway',
  'classWayKind',
  'classSurface',
  'classSurfaceSource',
  'classSurfaceTag',
  'classSac',
  'classMtb',
  'classVisibility',
  'classFootForward',
  'classFootBackward',
  'classBikeForward',
  'classBikeBackward',
  'classFlags',
  'classLit',
  'classSmoothness',
  'classSignedFoot',
  'classSignedBike',
] as const
type ClassColumns = Pick<NetworkColumns, (typeof FACTS)[number]>

class RowTable {
  readonly rows: number[][] = []
  readonly #index = new Map<string, number>()

  add(row: number[]): number {
    const key = row.join()
    let index = this.#index.get(key)
    if (index === undefined) {
      index = this.rows.push(row) - 1
      this.#index.set(key, index)
    }
    return index
  }
}

export class EdgeAttributes {
  readonly #bases = new RowTable()
  readonly #classes = new RowTable()
  readonly #strings: StringTable
  /** class by base, foot level and bike level, so that an edge needs one lookup */
  readonly #known = new Map<number, number>()

  constructor(strings: StringTable) {
    this.#strings = strings
  }

  addBase(facts: WayFacts): number {
    return this.#bases.add([
      this.#strings.add(facts.highway),
      WAY_KINDS.indexOf(facts.kind),
      SURFACE_KINDS.indexOf(facts.surface.kind),
      SURFACE_SOURCES.indexOf(facts.surface.source),
      this.#strings.add(facts.surface.tag),
      facts.sac,
      facts.mtb,
      facts.visibility,
      ACCESS.indexOf(facts.foot[0]),
      ACCESS.indexOf(facts.foot[1]),
      ACCESS.indexOf(facts.bike[0]),
      ACCESS.indexOf(facts.bike[1]),
      facts.flags,
      facts.lit,
      facts.smoothness,
    ])
  }

  flagsOf(base: number): number {
    return this.#bases.rows[base][12]
  }

  addClass(base: number, signedFoot: number, signedBike: number): number {
    const key = (base * 8 + signedFoot) * 8 + signedBike
    let index = this.#known.get(key)
    if (index === undefined) {
      index = this.#classes.add([...this.#bases.rows[base], signedFoot, signedBike])
      this.#known.set(key, index)
    }
    return index
  }

  /**
   * Class of a barrier on a way: the way's kind, name and signs with the barrier's access; it has no grade and is not a
   * structure.
   */
  addBarrierClass(base: number, { foot, bike }: BarrierAccess, signedFoot: number, signedBike: number): number {
    const [highway, kind, surface, source, tag] = this.#bases.rows[base]
    const footIndex = ACCESS.indexOf(foot)
    const bikeIndex = ACCESS.indexOf(bike)
    return this.#classes.add([
      highway,
      kind,
      surface,
      source,
      tag,
      0,
      0,
      0,
      footIndex,
      footIndex,
      bikeIndex,
      bikeIndex,
      FLAG_BARRIER,
      LIT_UNTAGGED,
      SMOOTHNESS_UNTAGGED,
      signedFoot,
      signedBike,
    ])
  }

  toColumns(): ClassColumns {
    const { rows } = this.#classes
    const wide = new Set<string>(['classHighway', 'classSurfaceTag'])
    return Object.fromEntries(
      FACTS.map((name, i) => {
        const column = new (wide.has(name) ? Uint32Array : Uint8Array)(rows.length)
        rows.forEach((row, c) => (column[c] = row[i]))
        return [name, column]
      }),
    ) as unknown as ClassColumns
  }
}
