// The services as one run of an operation in a document has them: what it asks of the terrain, the snow raster and the
// forecast provider is shared with the same link of other elements (batch-loader.ts), and of heavy operations the
// threads work for one at a time.

import type { LonLat } from '../../src/geo/lon-lat.ts'
import type { RunJob } from '../../src/jobs.ts'
import type { Services } from '../../src/services.ts'
import {
  type Asking,
  type SeriesAnswer,
  type SeriesKind,
  type WeatherSource,
  roundPlace,
} from '../../src/weather/weather-source.ts'
import type { BatchMember } from './batch-loader.ts'

/** Points of a line that asks for its heights alone: shared with other lines they would take too long a turn. */
const LONG_LINE = 4000
/** Places of one question to the provider. */
const MAX_PLACES = 500

/** `resume`: what the main thread does from here on is for this request. */
export function batchedServices(services: Services, member: BatchMember, resume: () => void): Services {
  const resumed = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    resume()
    return answer
  }
  const weather: WeatherSource = {
    getSeries: (places, days, asking, kind = 'weather') =>
      sharedSeries(services, member, { days, asking, kind, resume }, places),
  }
  return {
    ...services,
    weather,
    snowForecast: services.snowForecast?.over?.(weather) ?? services.snowForecast,
    terrain: {
      async sample(release, points, z) {
        if (points.length > LONG_LINE) return resumed(services.terrain.sample(release, points, z))
        const found = await member.ask(`terrain ${release} ${z}`, points, async (all) => {
          resume()
          const { heightsM, ...about } = await services.terrain.sample(release, all, z)
          return heightsM.map((heightM) => ({ ...about, heightM }))
        })
        if (found.length === 0) return resumed(services.terrain.sample(release, points, z))
        resume()
        return { release: found[0].release, z: found[0].z, heightsM: found.map(({ heightM }) => heightM) }
      },
    },
    snow: {
      findLive: () => services.snow.findLive(),
      async observe(points) {
        const found = await member.ask('snow', points, async (all) => {
          resume()
          const observed = await services.snow.observe(all)
          return all.map((_, index) => observed && { info: observed.info, sample: observed.samples[index] })
        })
        if (found.length === 0) return resumed(services.snow.observe(points))
        resume()
        return found[0] && { info: found[0].info, samples: found.map((one) => one!.sample) }
      },
    },
  }
}

interface SeriesQuery {
  days: number
  asking: Asking
  kind: SeriesKind
  resume: () => void
}

async function sharedSeries(
  services: Services,
  member: BatchMember,
  { days, asking, kind, resume }: SeriesQuery,
  places: readonly LonLat[],
): Promise<SeriesAnswer> {
  const found = await member.ask(`weather ${kind} ${days}`, places, async (all) => {
    resume()
    const indexOf = new Map<string, number>()
    const distinct: LonLat[] = []
    const placeOf = all.map((place) => {
      const key = roundPlace(place).join()
      let index = indexOf.get(key)
      if (index === undefined) indexOf.set(key, (index = distinct.push(place) - 1))
      return index
    })
    const answers: SeriesAnswer[] = []
    for (let from = 0; from < distinct.length; from += MAX_PLACES) {
      const answer = await services.weather.getSeries(distinct.slice(from, from + MAX_PLACES), days, asking, kind)
      for (const point of answer.points) answers.push({ ...answer, points: [point] })
    }
    return placeOf.map((index) => answers[index])
  })
  if (found.length === 0) return services.weather.getSeries(places, days, asking, kind)
  resume()
  return { ...found[0], points: found.map(({ points }) => points[0]) }
}

/** Jobs of heavy operations, one after another, each with its time from its own turn on. */
export function threadsInTurn(services: Services, inTurn: Turns, timeoutMs: number): Services {
  const run: RunJob = (kind, input, options) =>
    inTurn(() => services.run(kind, input, { ...options, deadlineMs: Date.now() + timeoutMs }))
  return { ...services, run }
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>
