// Runs of one link over a list, batched: what they ask of the terrain, the snow raster, the forecast provider and the
// places in boxes goes out in one call for all of them. A run joins before it does anything and leaves when it is done.
// What was asked goes out once every run that has not left is waiting for an answer, so that a run that waits for a
// thread still shares the call of the others. And the services as such a run has them.

import type { Box, LonLat } from '../../src/geo/lon-lat.ts'
import { eastBeyondWest } from '../../src/geo/split-box.ts'
import type { RunJob } from '../../src/jobs.ts'
import { nextTurn } from '../../src/overload/next-turn.ts'
import type { Services } from '../../src/services.ts'
import {
  type Asking,
  type SeriesAnswer,
  type SeriesKind,
  type WeatherSource,
  roundPlace,
} from '../../src/weather/weather-source.ts'

/** Items with which runs go on in one turn: each does 1 to 10 µs of work with one, and some by itself. */
const ITEMS_OF_A_TURN = 4000
const ITEMS_OF_A_RUN = 200
/** Answered at once. */
const FEW_ITEMS = 500
/** Points of a line that asks for its heights alone: shared with other lines they would take too long a turn. */
const LONG_LINE = 4000
/** Places of one question to the provider. */
const MAX_PLACES = 500
/** Square degrees of a box that is looked in alone: shared with others it would take too long a turn. */
const LARGE_BOX_DEG2 = 0.01

/** One run among those that are batched. */
export interface BatchMember {
  /**
   * An answer for each item, in their order. `load` is given the items of all runs that asked under this name; where it
   * fails, all of them fail.
   */
  ask<Item, Answer>(
    name: string,
    items: readonly Item[],
    load: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ): Promise<readonly Answer[]>
  /** Once; nobody waits for this run any more. */
  leave(): void
}

interface Ask {
  member: object
  items: readonly unknown[]
  resolve: (answers: readonly never[]) => void
  reject: (thrown: unknown) => void
}

interface Round {
  load: (items: readonly never[]) => Promise<readonly unknown[]>
  asks: Ask[]
}

export class BatchLoader {
  readonly #members = new Set<object>()
  #rounds = new Map<string, Round>()
  #looks = false

  join(): BatchMember {
    const member = {}
    this.#members.add(member)
    return {
      ask: (name, items, load) =>
        new Promise((resolve, reject) => {
          let round = this.#rounds.get(name)
          if (round === undefined) this.#rounds.set(name, (round = { load: load as Round['load'], asks: [] }))
          round.asks.push({ member, items, resolve: resolve as Ask['resolve'], reject })
          this.#lookSoon()
        }),
      leave: () => {
        this.#members.delete(member)
        this.#lookSoon()
      },
    }
  }

  /** After what is ready to run has run: a run may ask two things at once. */
  #lookSoon(): void {
    if (this.#looks) return
    this.#looks = true
    void Promise.resolve().then(() =>
      process.nextTick(() => {
        this.#looks = false
        this.#sendWhenAllWait()
      }),
    )
  }

  #sendWhenAllWait(): void {
    const waiting = new Set<object>()
    for (const { asks } of this.#rounds.values()) for (const { member } of asks) waiting.add(member)
    for (const member of this.#members) if (!waiting.has(member)) return
    const rounds = this.#rounds
    this.#rounds = new Map()
    for (const round of rounds.values()) void send(round)
  }
}

/** What the runs do with their answers takes the main thread as well: few of them go on in one turn. */
async function send({ load, asks }: Round): Promise<void> {
  try {
    const all = asks.flatMap(({ items }) => items)
    // of many links those of each come in turns of their own
    if (all.length > FEW_ITEMS) await nextTurn()
    const answers = await load(all as never[])
    let from = 0
    let left = ITEMS_OF_A_TURN
    for (const { items, resolve } of asks) {
      if (left <= 0) {
        await nextTurn()
        left = ITEMS_OF_A_TURN
      }
      left -= items.length + ITEMS_OF_A_RUN
      resolve(answers.slice(from, (from += items.length)) as never[])
    }
  } catch (thrown) {
    for (const { reject } of asks) reject(thrown)
  }
}

/** `resume`: what the main thread does from here on is for this request. */
export function batchedServices(services: Services, member: BatchMember, resume: () => void): Services {
  const resumed = async <Answer>(requested: Promise<Answer>): Promise<Answer> => {
    const answer = await requested
    resume()
    return answer
  }
  const weather: WeatherSource = {
    getSeries: (places, days, asking, kind = 'weather') =>
      sharedSeries(services, member, { days, asking, kind, resume }, places),
  }
  const inBoxes = <Query, Key>(name: string, store: KeyStore<Query, Key>) => ({
    listKeysInBoxes: async (boxes: readonly Box[], query: Query): Promise<Key[][]> => {
      const look = async (all: readonly Box[]) => (resume(), store.listKeysInBoxes(all, query))
      if (boxes.some(isLarge)) return resumed(look(boxes))
      return [...(await resumed(member.ask(`${name} ${JSON.stringify(query)}`, boxes, look)))]
    },
  })
  return {
    ...services,
    places: { ...services.places, ...inBoxes('places', services.places) },
    pois: { ...services.pois, ...inBoxes('pois', services.pois) },
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

const isLarge = (box: Box) => (eastBeyondWest(box) - box[0]) * (box[3] - box[1]) > LARGE_BOX_DEG2

interface KeyStore<Query, Key> {
  listKeysInBoxes(boxes: readonly Box[], query: Query): Promise<Key[][]>
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

/** The jobs of heavy operations one after another. */
export function jobsInTurn(services: Services, inTurn: Turns): Services {
  const run: RunJob = (kind, input, options) => inTurn(() => services.run(kind, input, options))
  return { ...services, run }
}

type Turns = <T>(job: () => Promise<T>) => Promise<T>
