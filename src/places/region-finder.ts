// Which administrative areas contain a point, as the text of `region`: the smallest, then the largest (`Encamp,
// Andorra`). An area whose border is incomplete in the data is not used: points inside it get less, never a guess.

import type { Area } from './area.ts'

export interface NamedArea {
  name: string
  /** null: it is no administrative area, and names no region */
  adminLevel: number | null
  area: Area
}
type AdminArea = NamedArea & { adminLevel: number }

/** Side of a cell in which the areas near a point are listed: a quarter of a degree. */
const CELL_E7 = 2_500_000

export class RegionFinder {
  /** cell -> areas whose box touches it */
  readonly #cells = new Map<number, AdminArea[]>()

  constructor(areas: readonly NamedArea[]) {
    const levels = areas.filter((named): named is AdminArea => named.adminLevel !== null)
    for (const named of levels.sort((a, b) => b.adminLevel - a.adminLevel)) {
      const { minLonE7, minLatE7, maxLonE7, maxLatE7 } = named.area
      for (let x = cellOf(minLonE7); x <= cellOf(maxLonE7); x++) {
        for (let y = cellOf(minLatE7); y <= cellOf(maxLatE7); y++) {
          const list = this.#cells.get(x * 10_000 + y)
          if (list === undefined) this.#cells.set(x * 10_000 + y, [named])
          else list.push(named)
        }
      }
    }
  }

  /**
   * Returns null if no complete area contains the point. Skips areas with the place's own name, and those of a level
   * above `highestLevel`.
   */
  find(lonE7: number, latE7: number, ownName: string, highestLevel = 15): string | null {
    const names: string[] = []
    for (const { name, area, adminLevel } of this.#cells.get(cellOf(lonE7) * 10_000 + cellOf(latE7)) ?? []) {
      if (adminLevel <= highestLevel && name !== ownName && !names.includes(name) && area.holds(lonE7, latE7))
        names.push(name)
    }
    return names.length === 0 ? null : names.length === 1 ? names[0] : `${names[0]}, ${names[names.length - 1]}`
  }
}

const cellOf = (e7: number): number => Math.floor(e7 / CELL_E7)
