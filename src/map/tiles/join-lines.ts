// Joins lines of one tile with the same attributes end to end where exactly two of them meet, so that a road is one
// line with room for its label. Coordinates are tile units. Where three or more meet, each ends. Never creates a corner
// that was not there.

export class LineJoiner {
  #x: Int32Array[] = []
  #y: Int32Array[] = []
  #used = new Uint8Array(64)

  clear(): void {
    this.#x = []
    this.#y = []
  }

  /** Copies and adds a line of at least two points. */
  add(x: Int32Array, y: Int32Array, count: number): void {
    this.#x.push(x.slice(0, count))
    this.#y.push(y.slice(0, count))
  }

  /** Passes on the joined lines, in the order in which their first pieces were added. */
  each(take: (x: Int32Array, y: Int32Array, count: number) => void): void {
    const xs = this.#x
    const ys = this.#y
    if (xs.length <= 1) {
      if (xs.length === 1) take(xs[0], ys[0], xs[0].length)
      return
    }
    const ends = new Map<number, number[]>()
    xs.forEach((x, i) => {
      for (const at of [0, x.length - 1]) {
        const key = keyOf(x[at], ys[i][at])
        const list = ends.get(key)
        if (list === undefined) ends.set(key, [i])
        else list.push(i)
      }
    })
    if (this.#used.length < xs.length) this.#used = new Uint8Array(xs.length * 2)
    const used = this.#used.fill(0, 0, xs.length)
    /** The other line at an end where exactly two lines meet; -1 if there is none. */
    const next = (key: number, self: number): number => {
      const list = ends.get(key)!
      if (list.length !== 2) return -1
      const other = list[0] === self ? list[1] : list[0]
      return used[other] === 1 ? -1 : other
    }
    for (let i = 0; i < xs.length; i++) {
      if (used[i] === 1) continue
      used[i] = 1
      const chain: [line: number, reversed: boolean][] = [[i, false]]
      for (const forwards of [true, false]) {
        for (;;) {
          const [line, reversed] = forwards ? chain[chain.length - 1] : chain[0]
          const atEnd = forwards !== reversed ? xs[line].length - 1 : 0
          const key = keyOf(xs[line][atEnd], ys[line][atEnd])
          const other = next(key, line)
          if (other < 0) break
          used[other] = 1
          const startsHere = keyOf(xs[other][0], ys[other][0]) === key
          if (forwards) chain.push([other, !startsHere])
          else chain.unshift([other, startsHere])
        }
      }
      if (chain.length === 1) take(xs[i], ys[i], xs[i].length)
      else this.#join(chain, take)
    }
  }

  #join(
    chain: readonly [line: number, reversed: boolean][],
    take: (x: Int32Array, y: Int32Array, count: number) => void,
  ): void {
    const total = chain.reduce((sum, [line]) => sum + this.#x[line].length, 0)
    const x = new Int32Array(total)
    const y = new Int32Array(total)
    let count = 0
    for (const [line, reversed] of chain) {
      const lineX = this.#x[line]
      const lineY = this.#y[line]
      for (let k = 0; k < lineX.length; k++) {
        const v = reversed ? lineX.length - 1 - k : k
        if (count > 0 && x[count - 1] === lineX[v] && y[count - 1] === lineY[v]) continue
        x[count] = lineX[v]
        y[count++] = lineY[v]
      }
    }
    take(x, y, count)
  }
}

function keyOf(x: number, y: number): number {
  return (y + 65_536) * 262_144 + x + 65_536
}
