// The recordings of walks that times are calibrated on, as lines walked: metres and heights along, and the moving time
// that the recorder counted. One-second positions wander; lengths are those of the line simplified to 5 m, the points
// between scaled onto it, as a line on a map is. A first height that jumps is dropped; a step of more than a minute
// (recorder off, cable car, boat) is not walked and ends a piece. Heights are the recording's own.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCourse } from '../../../src/course/read-course.ts'
import { simplifyToTolerance } from '../../../src/course/simplify/simplify-line.ts'
import type { Section } from '../../../src/course/simplify/split-line.ts'
import { toUnitVectors } from '../../../src/course/simplify/sphere-arc.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'

const LINE_TOLERANCE_M = 5
const NOT_WALKED_S = 60
const HEIGHT_JUMP_M = 30

export interface WalkedPiece {
  atM: Float64Array
  heightM: Float64Array
}
export interface Walk {
  name: string
  movingS: number
  pieces: WalkedPiece[]
  lengthM: number
}

/** The walks (cycling left out) of the folder; empty where it is absent. */
export function readWalks(folder: string): Walk[] {
  const table = join(folder, 'hikes.csv')
  if (!existsSync(table)) return []
  return readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','))
    .filter(([, type]) => type === 'hiking')
    .map(([file, , movingMin]) => {
      const pieces = piecesOf(readFileSync(join(folder, file), 'utf8'))
      return {
        name: file.replace('.gpx', ''),
        movingS: Number(movingMin) * 60,
        pieces,
        lengthM: pieces.reduce((sum, piece) => sum + piece.atM[piece.atM.length - 1], 0),
      }
    })
}

function piecesOf(gpx: string): WalkedPiece[] {
  const course = readCourse({ gpx }, { points: 50_000 })
  const { lon, lat, heightM, timeMs, count } = course
  const cuts = [0]
  for (let i = 1; i < count; i++) if (timeMs[i] - timeMs[i - 1] > NOT_WALKED_S * 1000) cuts.push(i)
  cuts.push(count)
  const line = toUnitVectors(lon, lat)
  const pieces: WalkedPiece[] = []
  for (let c = 0; c + 1 < cuts.length; c++) {
    const from = cuts[c]
    const to = cuts[c + 1]
    if (to - from < 2) continue
    const section: Section = [from, to - 1]
    const kept = [from, ...simplifyToTolerance(line, [section], LINE_TOLERANCE_M).inner, to - 1]
    const atM = new Float64Array(to - from)
    for (let k = 1; k < kept.length; k++) {
      const [a, b] = [kept[k - 1], kept[k]]
      let rawM = 0
      const along = [0]
      for (let i = a + 1; i <= b; i++) along.push((rawM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])))
      const straightM = distanceM(lon[a], lat[a], lon[b], lat[b])
      for (let i = a + 1; i <= b; i++)
        atM[i - from] = atM[a - from] + (rawM === 0 ? 0 : (along[i - a] / rawM) * straightM)
    }
    const heights = heightM.slice(from, to)
    if (Math.abs(heights[1] - heights[0]) > HEIGHT_JUMP_M) heights[0] = heights[1]
    pieces.push({ atM, heightM: heights })
  }
  return pieces
}
