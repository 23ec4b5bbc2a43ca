// The order of trails that match a text (decision: trails): exact reference, exact name, beginning, the rest; within
// each by level of the network, then the longer one, then by id. References are compared without spaces: GR11 is GR 11.
// Pure; a trail that does not match the text is left out.

import type { TrailRow } from '../places/catalogue-rows.ts'
import { matchNames } from './match-name.ts'
import { byLevel } from './order-trails.ts'
import { type FoldedText, foldText } from './parse-question.ts'

export interface TrailHit {
  trail: TrailRow
  fuzzy: boolean
  /** it answers only a part of the text (partial-names.ts) */
  partial: boolean
}

const TIER = { ref: 0, name: 1, beginning: 2, words: 3, fuzzy: 4 } as const

/** Matching trails, best first. `typos` allows near misses; they come last. */
export function rankTrails(trails: readonly TrailRow[], question: FoldedText, typos: boolean): TrailHit[] {
  const ranked: { trail: TrailRow; tier: number; typoCount: number }[] = []
  const joined = question.plain.replaceAll(' ', '')
  for (const trail of trails) {
    const ref = trail.ref === null ? null : refsOf(trail.ref)
    if (ref?.includes(joined) === true) ranked.push({ trail, tier: TIER.ref, typoCount: 0 })
    else {
      const names = [trail.name, ...trail.otherNames, trail.ref].filter((name) => name !== null)
      const found = matchNames(question, names, typos)
      if (found !== null) {
        const { kind, near, begins } = found.match
        ranked.push({
          trail,
          tier: near ? TIER.fuzzy : kind === 'name' ? TIER.name : begins ? TIER.beginning : TIER.words,
          typoCount: found.match.typos,
        })
      } else if (ref?.some((one) => joined.length > 1 && one.startsWith(joined)) === true)
        ranked.push({ trail, tier: TIER.beginning, typoCount: 0 })
    }
  }
  ranked.sort((a, b) => a.tier - b.tier || a.typoCount - b.typoCount || byLevel(a.trail, b.trail))
  return ranked.map(({ trail, tier }) => ({ trail, fuzzy: tier === TIER.fuzzy, partial: false }))
}

function refsOf(ref: string): string[] {
  return ref.split(';').map((one) => foldText(one).plain.replaceAll(' ', ''))
}
