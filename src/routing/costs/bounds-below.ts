// Which settings bound others from below: no way costs less under a setting than the sum of these shares of its costs
// under the others. Few of them serve many settings, so that their metrics are worth making. A cost is linear in
// `hills` on either side of 0, and a power by `useRoads`; everything else that a setting has beside its bounds makes
// some ways dearer or closes them. Pure.

import { SETTINGS } from '../../travel/settings.ts'
import { MOST_TRAFFIC, ROADS_SHUNNED, ROADS_SOUGHT } from './bike-penalties.ts'
import { BICYCLE_TYPES, type CostSettings, costKey, NEUTRAL } from './cost-settings.ts'
import { defaultsOf } from './default-costs.ts'
import { HIKE_CLIMB, HIKE_KMH, RUN_CLIMB, RUN_KMH } from './foot-penalties.ts'

export interface BelowSettings {
  settings: CostSettings
  share: number
}

/** Running costs these shares of walking by length and by drop, and more of it by climb. */
const RUN_LENGTH = HIKE_KMH / RUN_KMH
const RUN_DROP = RUN_CLIMB.perDescentDm / HIKE_CLIMB.perDescentDm

/** A share below this is nothing but rounding. */
const LEAST_SHARE = 1e-9
/** A set whose shares are less than this of those of the best bounds so loosely that a search is faster without it. */
const LEAST_OF_BEST = 0.6

/**
 * Sets of one, two or four settings with their shares. Each set bounds alone, the first one best; those after it need
 * fewer settings, or such as others need, too.
 */
export function settingsBelow(s: CostSettings): BelowSettings[][] {
  const runs = s.profile === 'run' && !s.shortest
  const wide = widened(runs ? { ...s, profile: 'hike' } : s)
  // ways cost more where paved ones are avoided, so that one without it serves both
  const extreme = { useRoads: s.useRoads < NEUTRAL ? 0 : 1, avoidPaved: false }
  const sets: BelowSettings[][] = []
  for (const { ofNeutral, ofExtreme } of roadShares(s.useRoads))
    for (const { ofLevel, ofEnd } of runs ? [runShares(s.hills)] : hillShares(s.hills))
      for (const avoidPaved of s.avoidPaved ? [true, false] : [false]) {
        const level = { ...wide, hills: 0, avoidPaved }
        // on foot for the same reason
        const end = { ...wide, hills: s.hills < 0 ? -1 : 1, avoidPaved: avoidPaved && s.profile === 'bike' }
        const set = [
          { settings: level, share: ofLevel * ofNeutral },
          { settings: end, share: ofEnd * ofNeutral },
          { settings: { ...level, ...extreme }, share: ofLevel * ofExtreme },
          { settings: { ...end, ...extreme }, share: ofEnd * ofExtreme },
        ]
        sets.push(set.filter(({ share }) => share > LEAST_SHARE))
      }
  return sets.filter((set) => sumOf(set) >= LEAST_OF_BEST * sumOf(sets[0]))
}

const sumOf = (set: BelowSettings[]) => set.reduce((sum, { share }) => sum + share, 0)

/**
 * Shares of costs at `hills` 0 and at -1 or 1: of both, and of one alone. At -1 climbs and drops count three times; at
 * 1 they do not count, and level ways up to twice.
 */
function hillShares(hills: number): { ofLevel: number; ofEnd: number }[] {
  const steep = Math.abs(hills)
  const level = { ofLevel: hills < 0 ? 1 : 1 - steep, ofEnd: 0 }
  if (steep === 0) return [level]
  const end = { ofLevel: 0, ofEnd: hills < 0 ? (1 + 2 * steep) / 3 : (1 + steep) / 2 }
  if (steep === 1) return [end, level]
  return [{ ofLevel: 1 - steep, ofEnd: steep }, ...(steep < 0.5 ? [level, end] : [end, level])]
}

/**
 * Shares of costs where `useRoads` is neutral and at its extreme: of both, and of one alone. The costs of a way are a
 * power of what they are at the extreme, both as a multiple of those where it is neutral. A chord bounds that from
 * below: exactly towards 0, where there are but two multiples; within 5 % towards 1.
 */
function roadShares(useRoads: number): { ofNeutral: number; ofExtreme: number }[] {
  const power = Math.abs(2 * useRoads - 1)
  if (power === 0) return [{ ofNeutral: 1, ofExtreme: 0 }]
  const [least, most] = useRoads < NEUTRAL ? [1, ROADS_SHUNNED] : [1 / MOST_TRAFFIC, ROADS_SOUGHT]
  const ofExtreme = (most ** power - least ** power) / (most - least)
  const alone = [
    { ofNeutral: least ** power, ofExtreme: 0 },
    { ofNeutral: 0, ofExtreme: most ** (power - 1) },
  ]
  if (alone[1].ofExtreme > alone[0].ofNeutral) alone.reverse()
  return [{ ofNeutral: least ** power - ofExtreme * least, ofExtreme }, ...alone]
}

/** The largest shares of walking, at `hills` 0 and at -1 or 1, that running costs wherever it goes. */
function runShares(hills: number): { ofLevel: number; ofEnd: number } {
  if (hills < 0) {
    const drops = RUN_DROP * (1 - 2 * hills)
    const ofEnd = Math.max(0, (drops - RUN_LENGTH) / 2)
    return { ofLevel: Math.min(RUN_LENGTH, drops) - ofEnd, ofEnd }
  }
  const ofLevel = RUN_DROP * (1 - hills)
  const ofEnd = Math.min(RUN_LENGTH - ofLevel, (RUN_LENGTH * (1 + hills) - ofLevel) / 2)
  return { ofLevel, ofEnd }
}

/**
 * Settings of which those below bound every other but the shortest way, ferries that are sought, and roads that are
 * sought above all; where roads are sought less, or shunned, which only trips can ask for, they bound less closely than
 * settings with that.
 */
export function settingsToBound(): CostSettings[] {
  const onFoot = (['prefer', 'off'] as const).map((markedTrails) => ({ ...defaultsOf('hike'), markedTrails }))
  const byBike = BICYCLE_TYPES.map((bicycleType) => ({ ...defaultsOf('bike'), bicycleType }))
  return [...onFoot, ...byBike].flatMap((one) =>
    [0, -1, 1].flatMap((hills) => [false, true].map((avoidPaved) => ({ ...one, hills, avoidPaved }))),
  )
}

/** Key of the metric that holds the costs of a setting rounded down. */
export function belowKey(settings: CostSettings): string {
  return `below,${costKey(settings)}`
}

/** Settings that are nowhere dearer, the same for many. */
function widened(s: CostSettings): CostSettings {
  return {
    ...s,
    maxSac: s.profile === 'bike' ? s.maxSac : SETTINGS.maxSac.max,
    markedTrails: s.markedTrails === 'strict' ? 'off' : s.markedTrails,
    avoidSteps: false,
    push: s.profile === 'bike' ? 'anywhere' : s.push,
    useRoads: NEUTRAL,
    useFerry: s.useFerry > NEUTRAL ? SETTINGS.useFerry.max : NEUTRAL,
  }
}
