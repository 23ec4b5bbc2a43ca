// A file that was dropped or chosen. Of one that is no GPX the service makes one first. It is read here, thinned here
// where it is beyond what the service takes at all, thinned by the service to what an analysis takes, and analysed.
// Each thinning is shown with its figures. The file stays in the page and goes to this service only.

import { signal } from '@preact/signals'
import {
  AnalyseLineDocument,
  type AnalyseLineQuery,
  LineProfileDocument,
  SimplifyLineDocument,
} from '../documents/generated/graphql.ts'
import { type Failure, sendQuery, toFailure } from '../api/query.ts'
import { readContent } from '../files/file-content.ts'
import { type LineFile, askAsGpx } from '../files/line-file.ts'
import { createQuery } from '../api/resource.ts'
import { filePoints } from './map-content.ts'
import { walkerInput } from './pace-store.ts'
import { type OpenFile, readGpx } from '../files/read-gpx.ts'
import { changePlan, lines, mapCommand, plan } from '../plan/session.ts'
import { profileParts, boxOf, toShownLine } from '../line/shown-line.ts'
import { toPieces } from '../line/to-pieces.ts'

/** What an analysis, a profile and a plan take. */
const LINE_POINTS = 5000

export interface FileAnalysis {
  analysis: NonNullable<NonNullable<AnalyseLineQuery['line']>['analysis']>
  /** what the service simplified it by first; null where it took it as it is */
  simplified: { points: number; deviationM: number } | null
  /** the line that was analysed, for a plan of its pace */
  geometry: object
}

export const openFile = signal<OpenFile | null>(null)
/** Why a file could not be read, a key of the dictionary; null where it could. */
export const fileFault = signal<'file.empty' | 'file.unreadable' | null>(null)
/** Why the service could not convert the file to GPX. */
export const convertFault = signal<Failure | null>(null)
/** What of a file of another kind is not in its GPX. */
export const fileLost = signal<LineFile['lost']>([])
/** While a large file is read, which holds the page up for a moment. */
export const fileReading = signal(false)
export const analysis = createQuery<FileAnalysis>()

export async function dropFile(file: File): Promise<void> {
  changePlan((old) => ({ ...old, mode: 'file' }), { undoable: false })
  analysis.clear()
  openFile.value = null
  filePoints.value = []
  lines.file.value = null
  fileFault.value = convertFault.value = null
  fileLost.value = []
  fileReading.value = true
  latest = file
  await new Promise((resolve) => setTimeout(resolve, 30)) // let the page say so first
  const text = await readAsGpx(file)
  if (latest !== file) return // another one was dropped meanwhile
  const opened = text === null ? null : readGpx(file.name, file.size, text)
  fileReading.value = false
  if (text === null) return
  if (opened === null) {
    fileFault.value = 'file.empty'
    return
  }
  openFile.value = opened
  filePoints.value = opened.waypoints.points
  if (opened.coordinates.length > 0) lines.file.value = toShownLine(opened.coordinates, null)
  const box = boxOf([...opened.coordinates.flat(), ...opened.waypoints.points.map(({ point }) => point)])
  if (box !== null) mapCommand.value = { kind: 'fit', box }
  analyseFile()
}

let latest: File | null = null

/** Null where it cannot be read, and the reason is reported. */
async function readAsGpx(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) {
    fileFault.value = 'file.unreadable'
    return null
  }
  const content = readContent(new Uint8Array(bytes))
  if ('gpx' in content) return content.gpx
  try {
    const { text, lost } = await askAsGpx(content.file)
    if (latest === file) fileLost.value = lost
    return text
  } catch (thrown) {
    if (latest === file) convertFault.value = toFailure(thrown)
    return null
  }
}

export function analyseFile(): void {
  const file = openFile.peek()
  if (file === null || file.coordinates.length === 0) return
  void analysis.ask(async (stop) => {
    let geometry: object = { type: 'MultiLineString', coordinates: file.coordinates }
    let simplified: FileAnalysis['simplified'] = null
    if (file.coordinates.reduce((sum, part) => sum + part.length, 0) > LINE_POINTS) {
      const { data } = await sendQuery(
        SimplifyLineDocument,
        { input: { line: { geojson: geometry }, to: { points: LINE_POINTS } } },
        stop,
      )
      geometry = data.simplifyGpx!.geometry as object
      simplified = { points: data.simplifyGpx!.result.pointCount, deviationM: data.simplifyGpx!.result.maxDeviationM }
    }
    const { profile } = plan.peek().settings
    const found = (
      await sendQuery(
        AnalyseLineDocument,
        { line: { geojson: geometry }, mode: profile, ...walkerInput(profile) },
        stop,
      )
    ).data.line!.analysis!
    const facts = { ...toPieces(found), unmatched: found.match.unmatched }
    lines.file.value = toShownLine(file.coordinates, found.input.lengthM, facts)
    // without heights there is no chart; the analysis stands all the same
    const chart = await sendQuery(LineProfileDocument, { line: { geojson: geometry }, points: 3000 }, stop).catch(
      () => null,
    )
    const series = chart?.data.line?.elevationProfile?.series
    if (series !== undefined) lines.file.value = toShownLine(profileParts(series), found.input.lengthM, facts)
    return { analysis: found, simplified, geometry }
  })
}
