// The part of a chain that really follows its ways: ends where the line runs away from them are cut off, a chain that
// only crosses a way does not count, and a lone observation shows whether the line ran against a closed direction.
// Chains are never changed, only copied.

import { distanceM } from '../../geo/lon-lat.ts'
import type { Observations } from './match-observations.ts'
import type { Chain } from './match-viterbi.ts'

/** A stretch that advances on the network by less than this share of its own length only crosses it. */
const LEAST_ADVANCE = 0.4

/**
 * Whether a lone observation lies on the same edge as its neighbour: the line then runs along it in the closed
 * direction.
 */
export function isAgainst(chains: readonly Chain[], c: number): boolean {
  const { from, to, chosen } = chains[c]
  const before = chains[c - 1]
  const after = chains[c + 1]
  return (
    (before !== undefined &&
      before.to === from - 1 &&
      before.chosen[before.chosen.length - 1].edge === chosen[0].edge) ||
    (after !== undefined && after.from === to + 1 && after.chosen[0].edge === chosen[chosen.length - 1].edge)
  )
}

/** Without the ends where the line runs away from its matched way; at least one observation remains. */
export function trimEnds({ lon, lat }: Observations, chain: Chain, sigmaM: number): Chain {
  let { from, to } = chain
  const place = (o: number) => chain.chosen[o - chain.from]
  const leaves = (end: number, inner: number) => {
    const a = place(end)
    const b = place(inner)
    return (
      a.awayM > 2 * sigmaM &&
      a.awayM > b.awayM &&
      a.edge === b.edge &&
      Math.abs(a.atMm - b.atMm) / 1000 < LEAST_ADVANCE * distanceM(lon[end], lat[end], lon[inner], lat[inner])
    )
  }
  while (to > from && leaves(to, to - 1)) to--
  while (from < to && leaves(from, from + 1)) from++
  return { from, to, chosen: chain.chosen.slice(from - chain.from, to - chain.from + 1) }
}

/** Whether the line goes on while its places on the network stand still: it crosses a way rather than follows it. */
export function onlyCrosses({ lon, lat }: Observations, chain: Chain, lengthMm: number, sigmaM: number): boolean {
  let lineM = 0
  let away = 0
  for (let o = chain.from; o <= chain.to; o++) {
    if (o > chain.from) lineM += distanceM(lon[o - 1], lat[o - 1], lon[o], lat[o])
    away += chain.chosen[o - chain.from].awayM
  }
  return lengthMm / 1000 < LEAST_ADVANCE * lineM && away / chain.chosen.length > sigmaM
}
