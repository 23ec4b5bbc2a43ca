// What a run knows of the server before it checks anything, all of it asked through the interface: what region it
// serves, a line that follows paths there, names. A getter throws NotAsked where the server offers no such thing.

import { NotRequested, type Answer } from './operation.ts'
import type { Box, LonLat } from './lines.ts'

export class Known {
  readonly nowMs: number
  /** a key of the caller; null without one */
  readonly key: string | null
  readonly browserKey: string | null
  /** credits and rates are counted */
  readonly isMetered: boolean
  /** answers to earlier cases, by `operation: case` */
  readonly answers = new Map<string, Answer>()
  readonly #found: Partial<Found> = {}

  constructor(start: { nowMs: number; key: string | null; browserKey: string | null; isMetered: boolean }) {
    this.nowMs = start.nowMs
    this.key = start.key
    this.browserKey = start.browserKey
    this.isMetered = start.isMetered
  }

  learn(found: Partial<Found>): void {
    Object.assign(this.#found, found)
  }

  /** the part of the region that is asked about, at most 2 degrees a side */
  get box(): Box {
    return this.#need('box', 'the box of the region was not found')
  }
  /** a line along paths, from a route of the server */
  get line(): LonLat[] {
    return this.#need('line', 'no two places of the region were joined by a route')
  }
  get ends(): [LonLat, LonLat] {
    return [this.line[0], this.line.at(-1)!]
  }
  /** the heights of the line, metres, as a route of the server tells them */
  get heights(): number[] {
    return this.#need('heights', 'the route that was found has no heights')
  }
  /** a start from which there is a loop of that length */
  get loop(): { start: LonLat; km: number } {
    return this.#need('loop', 'no loop was found from any of the places')
  }
  get name(): string {
    return this.#need('name', 'nothing that has a name was found')
  }
  /** a point with something named near it */
  get place(): LonLat {
    return this.#need('place', 'no place was found')
  }
  get relationId(): number {
    return this.#need('relationId', 'no trail was found')
  }
  get trailName(): string {
    return this.#need('trailName', 'no trail with a name was found')
  }
  get terrainVersion(): string {
    return this.#need('terrainVersion', 'the manifest names no version of the terrain')
  }
  /** a point on the other side of the globe */
  get farAway(): LonLat {
    const [minLon, minLat, maxLon, maxLat] = this.box
    const lon = (minLon + maxLon) / 2
    return [lon > 0 ? lon - 180 : lon + 180, -(minLat + maxLat) / 2]
  }
  /** Throws NotAsked where the case has not been answered. */
  earlier(name: string): Answer {
    const answer = this.answers.get(name)
    if (answer === undefined) throw new NotRequested(`it builds on "${name}", which was not answered`)
    return answer
  }

  #need<Name extends keyof Found>(name: Name, otherwise: string): Found[Name] {
    const value = this.#found[name]
    if (value === undefined) throw new NotRequested(otherwise)
    return value as Found[Name]
  }
}

export interface Found {
  box: Box
  line: LonLat[]
  heights: number[]
  loop: { start: LonLat; km: number }
  name: string
  place: LonLat
  relationId: number
  trailName: string
  terrainVersion: string
}
