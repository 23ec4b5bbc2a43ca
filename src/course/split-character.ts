// The character of a split: what a runner meets there, by climb and descent for each kilometre.

/** Metres of climb or descent per kilometre from which a split has a character; see characterOf. */
const STEADY_M_PER_KM = 40
const MAJOR_M_PER_KM = 100
const TECHNICAL_M_PER_KM = 130
const ROLLING_M_PER_KM = 60
/** One direction dominates when it is this many times the other. */
const OUTWEIGHS = 2
export const CHARACTER_RULE = `per kilometre of the split: climb of ${STEADY_M_PER_KM} m and twice the descent is a steady climb, from ${MAJOR_M_PER_KM} m a major climb; descent of ${STEADY_M_PER_KM} m and twice the climb a fast descent, from ${TECHNICAL_M_PER_KM} m a technical descent (by steepness, the ground is not known); otherwise climb and descent of ${ROLLING_M_PER_KM} m together are rolling mountain terrain; all else is runnable`

export type SplitCharacter =
  | 'runnable'
  | 'steady climb'
  | 'major climb'
  | 'fast descent'
  | 'technical descent'
  | 'rolling mountain terrain'
/** The character of a split by CHARACTER_RULE; splits under 200 m are judged as if their climb were over 200 m. */
export function characterOf(distanceM: number, gainM: number, lossM: number): SplitCharacter {
  const km = Math.max(distanceM, 200) / 1000
  const up = gainM / km
  const down = lossM / km
  if (up >= STEADY_M_PER_KM && up >= OUTWEIGHS * down) return up >= MAJOR_M_PER_KM ? 'major climb' : 'steady climb'
  if (down >= STEADY_M_PER_KM && down >= OUTWEIGHS * up)
    return down >= TECHNICAL_M_PER_KM ? 'technical descent' : 'fast descent'
  return up + down >= ROLLING_M_PER_KM ? 'rolling mountain terrain' : 'runnable'
}
