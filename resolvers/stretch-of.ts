// Every stretch knows the line that its metres count along, so that it can be drawn. What gives stretches attaches the
// line (`onLine`, `placeAlong`); what is done with a stretch (schema/stretch/) does not ask which of them it is.

import {
  type MeasuredLine,
  type Parts,
  type Position,
  cutLine,
  measureLine,
  pointAlong,
} from '../src/course/cut-line.ts'
import type { Course as ReadLine } from '../src/course/course.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { onceEach } from './pipeline/once-each.ts'

/** What rounding of coordinates can change of the length of a line. */
const ROUNDED_SHARE = 0.01

/** `use` now where the value is there, else once it is. */
export function once<Value, Made>(value: Value | Promise<Value>, use: (value: Value) => Made): Made | Promise<Made> {
  return value instanceof Promise ? value.then(use) : use(value)
}

interface ScaledLine {
  measured: MeasuredLine
  scale: number
}

/** A line that stretches are placed along. It is read and measured when the first of them is drawn. */
export class LineAlong {
  readonly #read: () => Parts | Promise<Parts>
  readonly #statedM: number | null
  #line: ScaledLine | null = null

  /** `statedM`: what the metres of stretches add up to; null where they are those of the coordinates. */
  constructor(read: () => Parts | Promise<Parts>, statedM: number | null = null) {
    this.#read = read
    this.#statedM = statedM
  }

  /** The same line for metres that are those of its coordinates. */
  asMeasured(): LineAlong {
    return new LineAlong(this.#read)
  }

  parts(): Parts | Promise<Parts> {
    return this.#read()
  }

  /** Empty where it has no length there. */
  cut(fromM: number, toM: number): Parts | Promise<Parts> {
    return once(this.#measured(), ({ measured, scale }) => cutLine(measured, fromM * scale, toM * scale))
  }

  pointAt(atM: number): Position | Promise<Position> {
    return once(this.#measured(), ({ measured, scale }) => pointAlong(measured, atM * scale))
  }

  #measured(): ScaledLine | Promise<ScaledLine> {
    return this.#line ?? once(this.#read(), (parts) => (this.#line ??= this.#measure(parts)))
  }

  #measure(parts: Parts): ScaledLine {
    const measured = measureLine(parts)
    const statedM = this.#statedM ?? measured.lengthM
    // reported lengths are those of the coordinates before rounding
    const isSame = Math.abs(measured.lengthM - statedM) < ROUNDED_SHARE * statedM
    return { measured, scale: isSame ? measured.lengthM / statedM : 1 }
  }
}

/** Something that has stretches, and their line. */
export type OnLine<T> = T & { along: LineAlong }
/** A stretch with its line. */
export type Placed<T = unknown> = OnLine<T & { fromM: number; toM: number }>

export function onLine<T extends object>(facts: T, along: LineAlong): OnLine<T>
export function onLine<T extends object>(facts: T | null, along: LineAlong): OnLine<T> | null
export function onLine<T extends object>(facts: T | null, along: LineAlong): OnLine<T> | null {
  return facts === null ? null : { ...facts, along }
}

export function placeAlong<T extends object>(stretches: readonly T[], along: LineAlong): OnLine<T>[] {
  return stretches.map((stretch) => ({ ...stretch, along }))
}

/** Its own part of the line, in parts where the line is; empty where it has no length. */
export const lineOfStretch = onceEach(({ fromM, toM, along }: Placed): { parts: Parts | Promise<Parts> } => ({
  parts: along.cut(fromM, toM),
}))

export const startOfStretch = ({ fromM, along }: Placed): Position | Promise<Position> => along.pointAt(fromM)

/** The parts of a line as it was read. */
export function partsOfSupplied({ partStart, lon, lat, heightM }: ReadLine): Parts {
  const parts: Position[][] = []
  for (let p = 0; p + 1 < partStart.length; p++) {
    const part: Position[] = []
    for (let i = partStart[p]; i < partStart[p + 1]; i++)
      part.push([lon[i], lat[i], Number.isNaN(heightM[i]) ? null : heightM[i]])
    parts.push(part)
  }
  return parts
}

/** A line of points, a part for each of the segments that begin at these points. */
export function alongPoints(read: () => readonly LonLat[], segments: readonly number[] = [0]): LineAlong {
  return new LineAlong(() => {
    const points = read().map(([lon, lat]): Position => [lon, lat, null])
    return segments.map((from, i) => points.slice(from, segments[i + 1]))
  })
}

const read = new WeakMap<object, ReadLine>()

/** Keeps with an answer the line that it is about, as the operation read it. */
export function rememberLine<Answer extends object>(answer: Answer, line: ReadLine): Answer {
  read.set(answer, line)
  return answer
}

/** The line that an answer is about. */
export function lineOfAnswer(answer: object): LineAlong {
  const line = read.get(answer)
  if (line === undefined) throw new TypeError('no line was kept with this answer')
  return new LineAlong(() => partsOfSupplied(line))
}
