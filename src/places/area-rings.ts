// The rings of multipolygon and boundary relations: members are joined end to end into closed rings, whatever their
// order and direction. What does not close is reported, never closed by a straight line.

export interface Rings {
  /** sites of each closed ring, first and last equal */
  rings: number[][]
  /** chains that do not close */
  openCount: number
}

/** Joins ways (lists of sites) into rings. A repeated way is used once. */
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
