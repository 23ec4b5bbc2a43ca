// Joins many lines into one network: wherever two of them cross without a common point, both get one there (a junction,
// a ford, a level crossing), or, if the caller decides so, each gets its own (a bridge). Points in metres of the plane.
// Never moves a line.

import type { DemoMap } from './demo-map.ts'
import type { DemoLine } from './lay-network.ts'

const BUCKET_M = 120
const NEAR_END_M = 4

export type Meeting = 'joined' | 'above' | 'ignored'

interface Insertion {
  segment: number
  share: number
  point: number
}

/**
 * Inserts points into `lines` where they cross. `meet` decides; `crossed` is called for every crossing with the point
 * in each line.
 */
export function nodeLines(
  map: DemoMap,
  lines: DemoLine[],
  meet: (a: DemoLine, b: DemoLine) => Meeting,
  crossed: (a: DemoLine, b: DemoLine, pointOfA: number, pointOfB: number, meeting: Meeting) => void,
): void {
  const buckets = new Map<number, { line: number; segment: number }[]>()
  const insertions: Insertion[][] = lines.map(() => [])
  lines.forEach((line, index) => {
    for (let segment = 0; segment + 1 < line.points.length; segment++) {
      const seen = new Set<string>()
      for (const bucket of bucketsOf(map, line.points[segment], line.points[segment + 1])) {
        for (const other of buckets.get(bucket) ?? []) {
          const tag = `${other.line}/${other.segment}`
          if (other.line === index || seen.has(tag)) continue
          seen.add(tag)
          join(map, lines, insertions, other, { line: index, segment }, meet, crossed)
        }
      }
    }
    for (let segment = 0; segment + 1 < line.points.length; segment++) {
      for (const bucket of bucketsOf(map, line.points[segment], line.points[segment + 1])) {
        const list = buckets.get(bucket)
        if (list) list.push({ line: index, segment })
        else buckets.set(bucket, [{ line: index, segment }])
      }
    }
  })
  lines.forEach((line, index) => {
    const added = insertions[index].sort((a, b) => a.segment - b.segment || a.share - b.share)
    if (added.length === 0) return
    const points: number[] = []
    let at = 0
    line.points.forEach((point, segment) => {
      points.push(point)
      for (; at < added.length && added[at].segment === segment; at++)
        if (points[points.length - 1] !== added[at].point) points.push(added[at].point)
    })
    line.points = points.filter((point, i) => i === 0 || point !== points[i - 1])
  })
}

function join(
  map: DemoMap,
  lines: DemoLine[],
  insertions: Insertion[][],
  a: { line: number; segment: number },
  b: { line: number; segment: number },
  meet: (a: DemoLine, b: DemoLine) => Meeting,
  crossed: (a: DemoLine, b: DemoLine, pa: number, pb: number, meeting: Meeting) => void,
): void {
  const lineA = lines[a.line]
  const lineB = lines[b.line]
  const [a0, a1] = [lineA.points[a.segment], lineA.points[a.segment + 1]]
  const [b0, b1] = [lineB.points[b.segment], lineB.points[b.segment + 1]]
  if (a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1) return
  const hit = intersect(map, a0, a1, b0, b1)
  if (hit === null) return
  const meeting = meet(lineA, lineB)
  if (meeting === 'ignored') return
  const { shareA, shareB, xM, yM } = hit
  if (meeting === 'above') {
    const pointA = map.addPoint(xM, yM)
    const pointB = map.addPoint(xM, yM)
    insertions[a.line].push({ segment: a.segment, share: shareA, point: pointA })
    insertions[b.line].push({ segment: b.segment, share: shareB, point: pointB })
    crossed(lineA, lineB, pointA, pointB, meeting)
    return
  }
  // an end of either segment close by serves as the common point
  const close = [a0, a1, b0, b1].find((point) => Math.hypot(map.xM[point] - xM, map.yM[point] - yM) < NEAR_END_M)
  const point = close ?? map.addPoint(xM, yM)
  if (point !== a0 && point !== a1) insertions[a.line].push({ segment: a.segment, share: shareA, point })
  if (point !== b0 && point !== b1) insertions[b.line].push({ segment: b.segment, share: shareB, point })
  crossed(lineA, lineB, point, point, meeting)
}

function* bucketsOf(map: DemoMap, a: number, b: number): Generator<number> {
  const left = Math.floor(Math.min(map.xM[a], map.xM[b]) / BUCKET_M)
  const right = Math.floor(Math.max(map.xM[a], map.xM[b]) / BUCKET_M)
  const low = Math.floor(Math.min(map.yM[a], map.yM[b]) / BUCKET_M)
  const high = Math.floor(Math.max(map.yM[a], map.yM[b]) / BUCKET_M)
  for (let x = left; x <= right; x++) for (let y = low; y <= high; y++) yield x * 100_003 + y
}

/** Where two segments cross, as shares of both; returns null if they do not. */
function intersect(
  map: DemoMap,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): { shareA: number; shareB: number; xM: number; yM: number } | null {
  const { xM, yM } = map
  const ax = xM[a1] - xM[a0]
  const ay = yM[a1] - yM[a0]
  const bx = xM[b1] - xM[b0]
  const by = yM[b1] - yM[b0]
  const cross = ax * by - ay * bx
  if (Math.abs(cross) < 1e-6) return null
  const dx = xM[b0] - xM[a0]
  const dy = yM[b0] - yM[a0]
  const shareA = (dx * by - dy * bx) / cross
  const shareB = (dx * ay - dy * ax) / cross
  if (shareA < 0 || shareA > 1 || shareB < 0 || shareB > 1) return null
  return { shareA, shareB, xM: xM[a0] + shareA * ax, yM: yM[a0] + shareA * ay }
}
