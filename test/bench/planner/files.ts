// Decision `files`: routes of Andorra as files of each format, read again by gpsbabel: how many come back with the same
// points within 1e-6 degrees, heights within 0.2 m and both names; and writing beside gpsbabel's own conversion of the
// same GPX, which starts a process for each.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE_FORMATS, type FileContent, type FileFormat } from '../../../src/course/files/file-content.ts'
import { readFile } from '../../../src/course/files/read-file.ts'
import { writeFile } from '../../../src/course/files/write-file.ts'
import { mainComponent } from '../../support/main-component.ts'
import { makePairs, quantile } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'

const ROUTES = 20
/** What gpsbabel calls the formats. */
const NAMES: Record<FileFormat, string> = {
  gpx: 'gpx',
  kml: 'kml',
  tcx: 'gtrnctr',
  fit: 'garmin_fit',
  geojson: 'geojson',
}
/** gpsbabel 1.8 reads heights of a GeoJSON line as 0, and no course points of FIT. */
const WITHOUT_HEIGHTS = new Set<FileFormat>(['geojson'])
const WITHOUT_NAMES = new Set<FileFormat>(['fit'])

export const measureFiles: PlannerFigure = async ({ graph, planner }) => {
  try {
    execFileSync('gpsbabel', ['-V'], { stdio: 'ignore' })
  } catch {
    return console.log('gpsbabel is not installed')
  }
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  const convert = (from: string, at: string, to: string, out: string) =>
    execFileSync('gpsbabel', ['-t', '-r', '-w', '-i', from, '-f', at, '-o', to, '-F', out], { stdio: 'pipe' })
  const contents = makePairs(graph, ROUTES, 2, 15, 1, mainComponent(planner, 'hike')).map(
    ({ from, to }): FileContent => {
      const { line } = planner.planRoute({ waypoints: [from, to] })
      return {
        line: {
          lon: Float64Array.from(line.lonE6, (lonE6) => lonE6 / 1e6),
          lat: Float64Array.from(line.latE6, (latE6) => latE6 / 1e6),
          heightM: Float64Array.from(line.heightM),
          partStart: Int32Array.of(0, line.lonE6.length),
        },
        ...{ name: 'Bench', timeMs: null, cues: [], sources: [], profile: 'hike', movingS: 3600 },
        ...{ madeMs: Date.UTC(2026, 0, 1) },
        waypoints: [
          { lon: from[0], lat: from[1], heightM: null, name: 'First place' },
          { lon: to[0], lat: to[1], heightM: null, name: 'Last place' },
        ],
      }
    },
  )
  for (const format of FILE_FORMATS) {
    let whole = 0
    const ownMs: number[] = []
    const peerMs: number[] = []
    for (const content of contents) {
      const [gpx, file, back] = ['line.gpx', `file.${format}`, 'back.gpx'].map((name) => join(folder, name))
      writeFileSync(gpx, writeFile('gpx', content).content)
      const startedMs = performance.now()
      const written = writeFile(format, content).content
      ownMs.push(performance.now() - startedMs)
      writeFileSync(file, written)
      const peerStartedMs = performance.now()
      convert('gpx', gpx, NAMES[format], join(folder, 'peer'))
      peerMs.push(performance.now() - peerStartedMs)
      convert(NAMES[format], file, 'gpx', back)
      if (isSame(readFileSync(back, 'utf8'), content, format)) whole++
    }
    const unseen = [
      ...(WITHOUT_HEIGHTS.has(format) ? ['heights'] : []),
      ...(WITHOUT_NAMES.has(format) ? ['names of places'] : []),
    ]
    console.log(
      `${format}: ${whole} of ${contents.length} come back from gpsbabel as they were` +
        `${unseen.length === 0 ? '' : `, but for ${unseen.join()}, which it does not read`}; written in ` +
        `${quantile(ownMs, 0.5).toFixed(2)} ms, by gpsbabel ${quantile(peerMs, 0.5).toFixed(1)} ms`,
    )
  }
  rmSync(folder, { recursive: true })
}

function isSame(gpx: string, { line, waypoints }: FileContent, format: FileFormat): boolean {
  const { lon, lat, heightM, count } = readFile(gpx, 50_000)
  const named = WITHOUT_NAMES.has(format) || waypoints.every(({ name }) => gpx.includes(name!))
  return (
    named &&
    count === line.lon.length &&
    line.lon.every(
      (ownLon, i) =>
        Math.abs(lon[i] - ownLon) <= 1e-6 &&
        Math.abs(lat[i] - line.lat[i]) <= 1e-6 &&
        (WITHOUT_HEIGHTS.has(format) ||
          (Number.isNaN(line.heightM[i]) ? Number.isNaN(heightM[i]) : Math.abs(heightM[i] - line.heightM[i]) <= 0.2)),
    )
  )
}
