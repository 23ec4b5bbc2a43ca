// What heights of a coarse terrain model in place of the recorder's change: climb and told time of the tracks in
// Andorra by both.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getHeightSeries } from '../../../../src/course/course-heights.ts'
import { movingTime } from '../../../../src/course/moving-time.ts'
import { readCourse } from '../../../../src/course/read-course.ts'
import { openDem } from '../../../../src/terrain/open-dem.ts'

export interface HeightComparison {
  name: string
  lengthM: number
  /** moving seconds told by the recorder's heights and by the terrain's */
  recordedS: number
  terrainS: number
}

export async function compareHeights(folder: string): Promise<HeightComparison[]> {
  if (!existsSync(join(folder, 'gpx'))) return []
  const dem = await openDem([join(folder, 'N42E001.hgt'), join(folder, 'N41E001.hgt')])
  await dem.prepare([1.3, 42.3, 1.9, 42.8])
  const heightsAt = (points: readonly (readonly [number, number])[]) =>
    Promise.resolve(points.map(([lon, lat]) => dem.heightM(lon, lat)))
  const found: HeightComparison[] = []
  const seen = new Set<number>()
  for (const name of readdirSync(join(folder, 'gpx')).sort()) {
    try {
      const course = readCourse({ gpx: readFileSync(join(folder, 'gpx', name), 'utf8') }, { points: 50_000 })
      if (course.lengthM < 3000 || seen.has(course.lengthM)) continue
      seen.add(course.lengthM)
      const [recorded, terrain] = await Promise.all(
        (['recorded', 'terrain'] as const).map((choice) => getHeightSeries(course, choice, heightsAt)),
      )
      const traveller = { profile: 'hike', walker: null } as const
      found.push({
        name,
        lengthM: course.lengthM,
        recordedS: movingTime(recorded, [], traveller).movingS,
        terrainS: movingTime(terrain, [], traveller).movingS,
      })
    } catch {
      // no track, or no usable heights of its own
    }
  }
  return found
}
