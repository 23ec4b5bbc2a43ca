// Times and heights of the signed trails of a release, as an analysis of each line answers them for a typical person:
// by the same code, from the network and the terrain of the release. Worked out once, so that a list of trails has them
// without a job for each. Reads the catalogue without them, and writes it with them.

import { copyFileSync } from 'node:fs'
import { openTrailTimes } from '../../db/write-trail-times.ts'
import { sampleGround } from '../course/course-heights.ts'
import { type Course, MAX_LINE_KM, MAX_LINE_POINTS } from '../course/course.ts'
import { readCourse } from '../course/read-course.ts'
import { simplifyCourse } from '../course/simplify/simplify-course.ts'
import { ServiceError } from '../errors.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import type { TrailLine, TrailRow, TrailTimes } from '../places/catalogue-rows.ts'
import { createLineReader, type LineReader } from '../routing/matching/line-reader.ts'
import type { Engine } from '../routing/costs/route-types.ts'
import { openPlannerParts } from '../routing/route/planner-parts.ts'
import { openTerrain } from '../terrain/open-terrain.ts'
import type { TerrainFile } from '../terrain/terrain-file.ts'
import { loadNetwork } from '../workers/load-network.ts'
import type { Progress } from './progress-bar.ts'

const ENGINE: Engine = { name: 'waypost', version: '0', networkRelease: '', terrainRelease: null }

export interface TrailTimesFiles {
  networkPath: string
  terrainPath: string
  /** the catalogue without times */
  placesPath: string
  /** must not exist */
  outPath: string
}

export interface TimedTrails {
  trails: number
  /** those of which a time is known */
  timed: number
}

export async function timeTrails(files: TrailTimesFiles, progress: Progress): Promise<TimedTrails> {
  progress.begin('places and trails', 'times of trails')
  copyFileSync(files.placesPath, files.outPath)
  const { relationIds, trails, add, finish } = openTrailTimes(files.outPath)
  const terrain = await openTerrain(files.terrainPath)
  try {
    const lines = relationIds.length === 0 ? null : await openLines(files.networkPath)
    let timed = 0
    for (const [done, relationId] of relationIds.entries()) {
      const [[row], [line]] = [await trails.findByRelationIds([relationId]), await trails.findLines([relationId])]
      const times = await timesOf(row!, line!, lines!, terrain)
      add(relationId, times)
      if (times.time !== null) timed++
      progress.report(done + 1, relationIds.length, 'trails')
    }
    return { trails: relationIds.length, timed }
  } finally {
    await finish()
    await terrain.close()
  }
}

async function openLines(networkPath: string): Promise<LineReader> {
  const graph = RoutingGraph.from(await loadNetwork(networkPath))
  // no route is searched for: lines are matched with two metrics of length
  return createLineReader(openPlannerParts(graph, { engine: ENGINE, metricCacheBytes: Infinity, maxSettled: 0 }))
}

async function timesOf(
  { type }: TrailRow,
  line: TrailLine,
  lines: LineReader,
  terrain: TerrainFile,
): Promise<TrailTimes> {
  const course = readTrail(line)
  if (course === null) return { unknown: 'too_long', time: null, elevation: null }
  const ground = await sampleGround(course, async (points) => (await terrain.sample(points, null)).heightsM)
  const profile = type === 'bicycle' ? 'bike' : 'hike'
  const { movingTime, elevation } = lines.analyseRoute({ ...course, profile, elevation: 'auto', ground })
  return { unknown: elevation === null ? 'no_heights' : null, time: movingTime, elevation }
}

/** As an analysis takes it; null if it is longer. */
function readTrail({ parts }: TrailLine): Course | null {
  const coordinates = { type: 'MultiLineString', coordinates: parts }
  const points = parts.reduce((sum, part) => sum + part.length, 0)
  try {
    const geometry =
      points <= MAX_LINE_POINTS
        ? coordinates
        : simplifyCourse(
            { geometry: coordinates },
            { maxPoints: MAX_LINE_POINTS, keepClimb: false, keepStops: false, indices: false },
          ).geometry
    return readCourse({ geometry }, { points: MAX_LINE_POINTS, lengthKm: MAX_LINE_KM })
  } catch (thrown) {
    if (thrown instanceof ServiceError && (thrown.code === 'too_long' || thrown.code === 'too_many_points')) return null
    throw thrown
  }
}
