// An area prepared for queries: its edges, sorted into bands of latitude. A point is inside if a ray from it to the
// east crosses an odd number of edges, so wrong roles of rings do no harm. Coordinates 1e-7 degrees.

const MAX_BANDS = 1024
const EDGES_PER_BAND = 8

/** Where edge `e` of a list (x1, y1, x2, y2 of each) meets a latitude; NaN where it does not. */
function crossingAt(edges: ArrayLike<number>, e: number, latE7: number): number {
  const y1 = edges[e * 4 + 1]
  const y2 = edges[e * 4 + 3]
  if (y1 > latE7 === y2 > latE7) return NaN
  return edges[e * 4] + ((latE7 - y1) / (y2 - y1)) * (edges[e * 4 + 2] - edges[e * 4])
}

/** Whether a point is inside, by all edges that meet its latitude; others in the list do no harm. */
export function holdsPoint(edges: ArrayLike<number>, lonE7: number, latE7: number): boolean {
  let inside = false
  for (let e = 0; e * 4 < edges.length; e++) if (crossingAt(edges, e, latE7) > lonE7) inside = !inside
  return inside
}

export class Area {
  readonly minLonE7: number
  readonly minLatE7: number
  readonly maxLonE7: number
  readonly maxLatE7: number
  /** x1, y1, x2, y2 of each edge */
  readonly #edges: Float64Array
  readonly #bandStart: Uint32Array
  readonly #bandEdges: Uint32Array
  readonly #bandHeightE7: number

  /** `rings`: closed lists of [lonE7, latE7, lonE7, ...]. */
  constructor(rings: readonly Float64Array[]) {
    let count = 0
    for (const ring of rings) count += ring.length / 2 - 1
    const edges = new Float64Array(count * 4)
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
    let e = 0
    for (const ring of rings) {
      for (let i = 0; i + 3 < ring.length; i += 2) {
        edges.set(ring.subarray(i, i + 4), e)
        e += 4
        minX = Math.min(minX, ring[i])
        maxX = Math.max(maxX, ring[i])
        minY = Math.min(minY, ring[i + 1])
        maxY = Math.max(maxY, ring[i + 1])
      }
    }
    this.#edges = edges
    this.minLonE7 = minX
    this.minLatE7 = minY
    this.maxLonE7 = maxX
    this.maxLatE7 = maxY
    const bands = Math.max(1, Math.min(MAX_BANDS, Math.ceil(count / EDGES_PER_BAND)))
    this.#bandHeightE7 = Math.max(1, Math.ceil((maxY - minY + 1) / bands))
    const start = new Uint32Array(bands + 1)
    const each = (act: (band: number, edge: number) => void): void => {
      for (let i = 0; i < count; i++) {
        const low = this.#bandOf(Math.min(edges[i * 4 + 1], edges[i * 4 + 3]))
        const high = this.#bandOf(Math.max(edges[i * 4 + 1], edges[i * 4 + 3]))
        for (let band = low; band <= high; band++) act(band, i)
      }
    }
    each((band) => start[band + 1]++)
    for (let band = 0; band < bands; band++) start[band + 1] += start[band]
    const next = start.slice()
    const listed = new Uint32Array(start[bands])
    each((band, edge) => (listed[next[band]++] = edge))
    this.#bandStart = start
    this.#bandEdges = listed
  }

  #bandOf(latE7: number): number {
    return Math.floor((latE7 - this.minLatE7) / this.#bandHeightE7)
  }

  holds(lonE7: number, latE7: number): boolean {
    if (lonE7 < this.minLonE7 || lonE7 > this.maxLonE7 || latE7 < this.minLatE7 || latE7 > this.maxLatE7) return false
    let inside = false
    this.#eachCrossing(latE7, (crossE7) => {
      if (crossE7 > lonE7) inside = !inside
    })
    return inside
  }

  /**
   * A point inside: the centre of the box if that is inside, else the middle of the widest stretch across the area.
   * Returns null for an area without interior.
   */
  findPointInside(): [lonE7: number, latE7: number] | null {
    const centre: [number, number] = [
      Math.round((this.minLonE7 + this.maxLonE7) / 2),
      Math.round((this.minLatE7 + this.maxLatE7) / 2),
    ]
    if (this.holds(...centre)) return centre
    let best: [number, number] | null = null
    let widest = 0
    for (const share of [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9]) {
      const latE7 = Math.round(this.minLatE7 + (this.maxLatE7 - this.minLatE7) * share)
      const crossings = this.crossingsAt(latE7)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const width = crossings[i + 1] - crossings[i]
        if (width > widest) {
          widest = width
          best = [Math.round((crossings[i] + crossings[i + 1]) / 2), latE7]
        }
      }
    }
    return best
  }

  /** Longitudes in which its border meets a latitude, west to east: between the first and the second it is inside. */
  crossingsAt(latE7: number): number[] {
    const crossings: number[] = []
    this.#eachCrossing(latE7, (crossE7) => crossings.push(crossE7))
    return crossings.sort((a, b) => a - b)
  }

  get bandCount(): number {
    return this.#bandStart.length - 1
  }

  /** The least latitude of a band: a whole number. */
  fromLatE7(band: number): number {
    return this.minLatE7 + band * this.#bandHeightE7
  }

  /** Numbers of the edges that meet a band. */
  edgesOfBand(band: number): Uint32Array {
    return this.#bandEdges.subarray(this.#bandStart[band], this.#bandStart[band + 1])
  }

  /** x1, y1, x2, y2 of an edge. */
  edge(index: number): Float64Array {
    return this.#edges.subarray(index * 4, index * 4 + 4)
  }

  #eachCrossing(latE7: number, take: (lonE7: number) => void): void {
    if (latE7 < this.minLatE7 || latE7 > this.maxLatE7) return
    const band = this.#bandOf(latE7)
    for (let i = this.#bandStart[band]; i < this.#bandStart[band + 1]; i++) {
      const crossE7 = crossingAt(this.#edges, this.#bandEdges[i], latE7)
      if (!Number.isNaN(crossE7)) take(crossE7)
    }
  }
}

export interface Rings {
  /** sites of each closed ring, first and last equal */
  rings: number[][]
  /** chains that do not close */
  openCount: number
}

/**
 * The rings of multipolygon and boundary relations: members are joined end to end into closed rings, whatever their
 * order and direction. What does not close is reported, never closed by a straight line. Joins ways (lists of sites)
 * into rings. A repeated way is used once.
 */
export function joinRings(ways: readonly (readonly number[])[]): Rings {
  const rings: number[][] = []
  const open: (readonly number[])[] = []
  for (const way of ways) {
    if (way.length < 2) continue
    if (way[0] === way[way.length - 1]) {
      if (way.length >= 4) rings.push([...way])
    } else open.push(way)
  }
  const at = new Map<number, number[]>()
  open.forEach((way, i) => {
    for (const end of [way[0], way[way.length - 1]]) {
      const list = at.get(end)
      if (list === undefined) at.set(end, [i])
      else list.push(i)
    }
  })
  const used = new Uint8Array(open.length)
  let openCount = 0
  for (let first = 0; first < open.length; first++) {
    if (used[first] === 1) continue
    used[first] = 1
    const chain = [...open[first]]
    while (chain[0] !== chain[chain.length - 1]) {
      const end = chain[chain.length - 1]
      const next = at.get(end)!.find((i) => used[i] === 0)
      if (next === undefined) break
      used[next] = 1
      const way = open[next]
      if (way[0] === end) for (let i = 1; i < way.length; i++) chain.push(way[i])
      else for (let i = way.length - 2; i >= 0; i--) chain.push(way[i])
    }
    if (chain[0] === chain[chain.length - 1] && chain.length >= 4) rings.push(chain)
    else openCount++
  }
  return { rings, openCount }
}
