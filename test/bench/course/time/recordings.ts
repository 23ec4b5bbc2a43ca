// Recorded walks, runs and rides of many people (hikes-large) as lines travelled: length of the line simplified to 5 m,
// climb by the service's own rule (src/geo/climb.ts), moving time as its README defines it, and again with vertical
// movement counted. Gaps of more than a minute and, on foot, stretches that only a vehicle covers are cut out of line
// and time; heights that jump faster than anybody climbs are taken as a change of datum and left out.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { simplifyToTolerance } from '../../../../src/course/simplify/simplify-line.ts'
import { toUnitVectors } from '../../../../src/course/simplify/sphere-arc.ts'
import { climbOf } from '../../../../src/geo/climb.ts'
import { distanceM } from '../../../../src/geo/lon-lat.ts'

const LINE_TOLERANCE_M = 5
const GAP_S = 60
/** Moving: the straight line over the 30 s around says at least this, m/s. */
const MOVING_M_S = 0.3
/** Climbing slowly is moving too, where it is counted, m/s up or down over the same 30 s. */
const CLIMBING_M_S = 0.1
/** On foot nobody covers a minute's straight line at this speed, m/s. */
const VEHICLE_M_S = 3.5
/** A step of height that is no climb: more than 10 m and more than 1.5 m/s. */
const JUMP_M = 10
const JUMP_M_S = 1.5

export type Group = 'foot' | 'run' | 'bike'

export interface Piece {
  /** metres along the simplified line, ascending */
  atM: Float64Array
  heightM: Float64Array
}

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
  const track: Track = {
    timeS: Float64Array.from(points, (p) => p[0]),
    lat: Float64Array.from(points, (p) => p[1]),
    lon: Float64Array.from(points, (p) => p[2]),
    heightM: Float64Array.from(points, (p) => p[3]),
  }
  const group = row['group'] as Group
  const jumps = levelJumps(track)
  const { movingS, movingWithClimbS, ridden } = countMoving(track, group)
  const pieces = piecesOf(track, ridden)
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

interface Track {
  timeS: Float64Array
  lat: Float64Array
  lon: Float64Array
  heightM: Float64Array
}

/** Takes false steps out of the heights, in place; says how many. */
function levelJumps({ timeS, heightM }: Track): number {
  let jumps = 0
  let offsetM = 0
  let before = heightM[0]
  for (let i = 1; i < heightM.length; i++) {
    const stepM = heightM[i] - before
    before = heightM[i]
    if (Math.abs(stepM) > Math.max(JUMP_M, JUMP_M_S * (timeS[i] - timeS[i - 1]))) {
      offsetM += stepM
      jumps++
    }
    heightM[i] -= offsetM
  }
  return jumps
}

function countMoving(
  track: Track,
  group: Group,
): { movingS: number; movingWithClimbS: number; ridden: (index: number) => boolean } {
  const { timeS, lon, lat, heightM } = track
  const last = timeS.length - 1
  const at = (values: Float64Array, time: number): number => {
    let low = 0
    let high = last
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (timeS[middle] <= time) low = middle
      else high = middle - 1
    }
    const next = Math.min(last, low + 1)
    const stepS = timeS[next] - timeS[low]
    const share = stepS > 0 ? Math.min(1, Math.max(0, (time - timeS[low]) / stepS)) : 0
    return values[low] + (values[next] - values[low]) * share
  }
  const over = (middleS: number, halfS: number): { ground: number; vertical: number } => {
    const fromS = Math.max(timeS[0], middleS - halfS)
    const toS = Math.min(timeS[last], middleS + halfS)
    const m = distanceM(at(lon, fromS), at(lat, fromS), at(lon, toS), at(lat, toS))
    return { ground: m / (toS - fromS), vertical: Math.abs(at(heightM, toS) - at(heightM, fromS)) / (toS - fromS) }
  }
  let movingS = 0
  let movingWithClimbS = 0
  const isRidden = new Uint8Array(last + 1)
  for (let i = 1; i <= last; i++) {
    const stepS = timeS[i] - timeS[i - 1]
    const middleS = (timeS[i] + timeS[i - 1]) / 2
    if (!(stepS > 0) || stepS > GAP_S) continue
    const { ground, vertical } = over(middleS, 15)
    if (group === 'foot' && ground > VEHICLE_M_S && over(middleS, 30).ground > VEHICLE_M_S) isRidden[i] = 1
    else if (ground >= MOVING_M_S) {
      movingS += stepS
      movingWithClimbS += stepS
    } else if (vertical >= CLIMBING_M_S) movingWithClimbS += stepS
  }
  return { movingS, movingWithClimbS, ridden: (index) => isRidden[index] === 1 }
}

function piecesOf({ timeS, lon, lat, heightM }: Track, ridden: (index: number) => boolean): Piece[] {
  const line = toUnitVectors(lon, lat)
  const pieces: Piece[] = []
  let from = 0
  for (let i = 1; i <= timeS.length; i++) {
    if (i < timeS.length && timeS[i] - timeS[i - 1] <= GAP_S && !ridden(i)) continue
    if (i - from >= 2) pieces.push(pieceOf(lon, lat, heightM, line, from, i))
    from = i
  }
  return pieces.filter(({ atM }) => atM[atM.length - 1] > 0)
}

/** Points between two that the simplified line keeps are scaled onto it. */
function pieceOf(
  lon: Float64Array,
  lat: Float64Array,
  heightM: Float64Array,
  line: ReturnType<typeof toUnitVectors>,
  from: number,
  to: number,
): Piece {
  const kept = [from, ...simplifyToTolerance(line, [[from, to - 1]], LINE_TOLERANCE_M).inner, to - 1]
  const atM = new Float64Array(to - from)
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1], kept[k]]
    const straightM = distanceM(lon[a], lat[a], lon[b], lat[b])
    const along = [0]
    for (let i = a + 1; i <= b; i++)
      along.push(along[along.length - 1] + distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i]))
    const rawM = along[along.length - 1]
    for (let i = a + 1; i <= b; i++)
      atM[i - from] = atM[a - from] + (rawM === 0 ? 0 : (along[i - a] / rawM) * straightM)
  }
  return { atM, heightM: heightM.slice(from, to) }
}

/** Walks, runs or rides that tell about pace; see docs/time.md for the bounds. */
export function usable(recording: Recording): boolean {
  const { group, lengthM, movingS, kmh, gapM, vehicleM } = recording
  const bounds = { foot: [3, 40, 30, 7], run: [3, 60, 15, 20], bike: [3, 200, 15, 50] }[group]
  return (
    lengthM >= bounds[0] * 1000 &&
    lengthM <= bounds[1] * 1000 &&
    movingS >= bounds[2] * 60 &&
    kmh <= bounds[3] &&
    gapM + (group === 'bike' ? 0 : vehicleM) < 0.1 * lengthM
  )
}

/** Mean of ascent and descent of 300 m or more, or 25 m a kilometre. */
export function isHilly({ ascentM, descentM, lengthM }: Recording): boolean {
  const climbM = (ascentM + descentM) / 2
  return climbM >= 300 || climbM / lengthM >= 0.025
}
