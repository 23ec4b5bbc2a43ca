// A thousand settings drawn at random, each asked once, against a cache of 256 MB: what they cost, what is made for
// them, and what memory grows by.

import { seeded, type Pair } from '../routing/pairs.ts'
import { routeBody, type LargeServer } from './over-http.ts'

export const SETTINGS = 1000
export const CACHE_BYTES = 256_000_000

type Drawn = Record<string, unknown> & {
  profile: 'hike' | 'run' | 'bike'
}

/** Settings on foot and by bicycle, no two alike. */
function randomSettings(count: number): Drawn[] {
  const random = seeded(12)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const tenth = (from: number, to: number) => (from + Math.floor(random() * (to - from + 1))) / 10
  const drawn = new Map<string, Drawn>()
  while (drawn.size < count) {
    const common = { hills: tenth(-10, 10), avoid_paved: random() < 0.3, avoid_steps: random() < 0.3 }
    const settings: Drawn =
      random() < 0.75
        ? {
            profile: random() < 0.8 ? 'hike' : 'run',
            ...common,
            max_sac: pick([3, 4, 5, 6]),
            marked_trails: random() < 0.7 ? 'prefer' : 'off',
            use_ferry: tenth(0, 10),
          }
        : { profile: 'bike', ...common, bicycle_type: pick(['hybrid', 'mountain']), use_roads: tenth(0, 10) }
    drawn.set(JSON.stringify(settings), settings)
  }
  return [...drawn.values()]
}

export interface RandomSettings {
  foot: number[]
  bike: number[]
  /** answered, but not with a route */
  failed: number
  beforeGb: number
  afterGb: number
  peakGb: number
  /** metrics made for them that bound others, and those that answer for one alone */
  cacheBytes: number
  entries: number
}

export async function measureRandomSettings(server: LargeServer, pairs: readonly Pair[]): Promise<RandomSettings> {
  const before = server.memoryGb().rssGb
  const [foot, bike]: [number[], number[]] = [[], []]
  let failed = 0
  for (const [i, settings] of randomSettings(SETTINGS).entries()) {
    const { ms, status } = await server.ask(routeBody(pairs[i % pairs.length], settings))
    if (status === 200) (settings.profile === 'bike' ? bike : foot).push(ms)
    else failed++
  }
  const { rssGb, peakGb } = server.memoryGb()
  return {
    foot,
    bike,
    failed,
    beforeGb: before,
    afterGb: rssGb,
    peakGb,
    cacheBytes: await server.metric('waypost_metric_cache_bytes'),
    entries: await server.metric('waypost_metric_cache_entries'),
  }
}
