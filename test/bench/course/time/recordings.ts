// Recorded walks, runs and rides of many people (hikes-large) as lines travelled (src/course/recorded-travel.ts), with
// climb by the service's own rule (src/geo/climb.ts).

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isHilly as isHillyLine, PACE_MODELS } from '../../../../src/course/pace-models.ts'
import { recordedTravel, type TravelledPiece } from '../../../../src/course/recorded-travel.ts'
import { climbOf } from '../../../../src/geo/climb.ts'

export type Group = 'foot' | 'run' | 'bike'

export type Piece = TravelledPiece

export interface Recording {
  id: string
  person: string
  /** order among the recordings of that person */
  nth: number
  group: Group
  movingS: number
  /** as movingS, with slow climbing counted */
  movingWithClimbS: number
  durationS: number
  lengthM: number
  ascentM: number
  descentM: number
  pieces: Piece[]
  roughHeights: boolean
  jumps: number
  /** of the recording as it came: metres without points, metres in a vehicle, moving speed */
  gapM: number
  vehicleM: number
  kmh: number
}

/** All recordings; none where the folder is absent. */
export function readRecordings(folder: string): Recording[] {
  const table = join(folder, 'recordings.csv')
  if (!existsSync(table)) return []
  const [head, ...rows] = readFileSync(table, 'utf8').trim().split('\n')
  const names = head.split(',')
  return rows.map((row) => {
    const cells = row.split(',')
    return readRecording(folder, Object.fromEntries(names.map((name, i) => [name, cells[i]])))
  })
}

function readRecording(folder: string, row: Record<string, string>): Recording {
  const text = gunzipSync(readFileSync(join(folder, 'tracks', `${row['id']}.csv.gz`))).toString()
  const points = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
  const group = row['group'] as Group
  const { movingS, movingWithClimbS, pieces, jumps } = recordedTravel(
    {
      timeS: Float64Array.from(points, (p) => p[0]),
      lat: Float64Array.from(points, (p) => p[1]),
      lon: Float64Array.from(points, (p) => p[2]),
      heightM: Float64Array.from(points, (p) => p[3]),
    },
    group === 'foot' ? 'hike' : group,
  )
  let lengthM = 0
  let ascentM = 0
  let descentM = 0
  for (const { atM, heightM } of pieces) {
    const climb = climbOf(heightM)
    lengthM += atM[atM.length - 1]
    ascentM += climb.ascentM
    descentM += climb.descentM
  }
  return {
    id: row['id'],
    person: row['person'],
    nth: Number(row['nth']),
    group,
    movingS,
    movingWithClimbS,
    durationS: Number(row['duration_min']) * 60,
    lengthM,
    ascentM,
    descentM,
    pieces,
    roughHeights: row['flags'].includes('rough heights'),
    jumps,
    gapM: Number(row['gap_km']) * 1000,
    vehicleM: Number(row['vehicle_km']) * 1000,
    kmh: Number(row['speed_kmh']),
  }
}

/** Walks, runs or rides that tell about pace; see docs/time.md for the bounds. */
export function usable(recording: Recording): boolean {
  const { group, lengthM, movingS, kmh, gapM, vehicleM } = recording
  const { takes } = PACE_MODELS[group === 'foot' ? 'hike' : group]
  return (
    lengthM >= takes.fromM &&
    lengthM <= takes.toM &&
    movingS >= takes.movingS &&
    kmh <= takes.kmh &&
    gapM + (group === 'bike' ? 0 : vehicleM) < 0.1 * lengthM
  )
}

/** Mean of ascent and descent of 300 m or more, or 25 m a kilometre. */
export function isHilly({ ascentM, descentM, lengthM }: Recording): boolean {
  return isHillyLine(lengthM, ascentM, descentM)
}
