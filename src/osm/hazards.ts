// Hazards as tagged on a way (its whole length) or a node (a point): fords, aided passages, via ferratas. Encoded as
// bits, bit i for HAZARD_KINDS[i]. A missing tag does not mean that there is no hazard.

import { HAZARD_KINDS, type HazardKind } from './edge-facts.ts'
import { isViaFerrata } from './grades.ts'
import { isTagged, type Tags } from './tags.ts'

const AID_KEYS = ['assisted_trail', 'ladder', 'rungs', 'safety_rope', 'rope', 'fixed_rope', 'hand_cable']
const bit = (kind: HazardKind) => 1 << HAZARD_KINDS.indexOf(kind)

/** Hazard bits of a way. */
export function wayHazards(tags: Tags): number {
  return (
    (isTagged(tags, 'ford') ? bit('ford') : 0) |
    (hasAid(tags) ? bit('aid') : 0) |
    (isViaFerrata(tags) ? bit('via_ferrata') : 0)
  )
}

/** Hazard bits of a node. */
export function nodeHazards(tags: Tags): number {
  const highway = tags.get('highway')
  return (
    (isTagged(tags, 'ford') || highway === 'ford' ? bit('ford') : 0) |
    (hasAid(tags) || highway === 'ladder' ? bit('aid') : 0)
  )
}

function hasAid(tags: Tags): boolean {
  for (const key of AID_KEYS) if (isTagged(tags, key)) return true
  return false
}

/** Keys of which a node must have at least one to be a hazard. */
export const NODE_HAZARD_KEYS: readonly string[] = ['ford', 'highway', ...AID_KEYS]
