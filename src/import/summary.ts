// The summary of an import: what was read, kept and ignored and why, how much of the network has heights, files and
// versions, time by stage, memory. Plain text for people; a count of zero is left out, and unknown values are reported
// as unknown.

import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { IgnoredCount } from '../graph/build/ignored-counts.ts'
import { toCoverageWarning } from './build-release.ts'
import type { ImportArguments } from './parse-arguments.ts'
import { toCount, toDuration, toSize, type StageTime, toPercent } from './progress-bar.ts'
import type { ImportResult } from './run-import.ts'

const SHOWN_REASONS = 14

/** What the process has cost altogether. */
export interface ImportCost {
  /** largest resident memory */
  peakBytes: number
  processorMs: number
}

/** Pure. */
export function toSummaryText(
  result: ImportResult,
  args: ImportArguments,
  times: readonly StageTime[],
  { peakBytes, processorMs }: ImportCost,
): string {
  const { release, files, network, catalogue, timedTrails, basemap } = result
  const { report } = network
  const coverage = toCoverageWarning(network.knownShare)
  const lines = [
    `Published ${release.id} in ${toDuration(toElapsedMs(times))}, ${toDuration(processorMs)} of processor time, peak memory ${toSize(peakBytes)}`,
    `In ${resolve(args.dataDir)}`,
    ...(coverage === null ? [] : [coverage]),
    '',
    'Read',
    ...files.map(({ name, bytes }) => `  ${name}${bytes > 0 ? `, ${toSize(bytes)}` : ' (folder)'}`),
    `  map data of ${network.meta.sourceTs ?? 'an unknown date'}: ${toCount(report.read.nodes)} nodes, ${toCount(report.read.ways)} ways, ${toCount(report.read.relations)} relations`,
    `  heights from ${toListing(result.demNames)}`,
    '',
    'Kept',
    ...Object.entries(report.kept)
      .filter(([what, count]) => count > 0 && what !== 'withoutHeight')
      .map(([what, count]) => `  ${toCount(count).padStart(11)}  ${toWords(what)}`),
    '',
    'Ignored',
    ...toIgnoredLines(report.ignored),
    '',
    'Places',
    ...toPlaceLines(catalogue.report, timedTrails.timed),
    '',
    'Basemap',
    ...toBasemapLines(basemap),
    '',
    'Heights',
    ...toHeightLines(result),
    '',
    'Files',
    ...release.artifacts.map(
      ({ file, bytes, version, sourceTs }) =>
        `  ${(file ?? '').padEnd(16)} ${toSize(bytes ?? 0).padStart(9)}  version ${version}, source date ${sourceTs ?? 'unknown'}`,
    ),
    '',
    'Stages (processor time and heap of their own threads, memory of the whole process, each at most)',
    ...toTimeLines(times),
    '',
    ...release.attributions.map(({ text }) => `Attribution: ${text}`),
  ]
  if (result.comparisons.length > 0)
    lines.push(
      '',
      'Beside the release before',
      ...result.comparisons.map(
        ({ what, live, built }) => `  ${toCount(built).padStart(11)}  ${what}, ${toCount(live)} before`,
      ),
    )
  if (result.removed.length > 0) lines.push(`Removed retired releases: ${result.removed.join(', ')}`)
  for (const problem of result.problems) lines.push(`The release is live, but: ${problem}`)
  lines.push(
    '',
    `In ${args.dataDir.replace(homedir(), '~')}. A running server takes it up by itself within seconds; otherwise start one with npm start.`,
  )
  return lines.join('\n')
}

function toHeightLines({ network: { knownShare }, terrain, contours }: ImportResult): string[] {
  const { minZoom, maxZoom, tileCount, lowestM, highestM } = terrain
  return [
    `  known at ${toPercent(knownShare)} of the network's points${knownShare < 1 ? '; unknown at the others, which is not height 0' : ''}`,
    `  terrain tiles zoom ${minZoom} to ${maxZoom}, ${toCount(tileCount)} tiles, ${Math.round(lowestM)} to ${Math.round(highestM)} m`,
    contours === null
      ? '  no contours: no line of height lies in the region'
      : `  contours zoom ${contours.minZoom} to ${contours.maxZoom}, ${toCount(contours.tileCount)} tiles of ${toCount(contours.lines)} lines, ${contours.lowestM} to ${contours.highestM} m`,
  ]
}

function toPlaceLines(
  { places, trails, pois, regions, brokenAreas, ignored }: ImportResult['catalogue']['report'],
  timed: number,
): string[] {
  const lines = [
    `  ${toCount(places)} named places, ${toCount(trails)} signed trails (${toCount(timed)} with a time), ${toCount(pois)} outdoor places; ${toCount(regions)} administrative areas`,
  ]
  if (brokenAreas.length > 0)
    lines.push(
      `  ${toCount(brokenAreas.length)} administrative or protected areas do not close in this map, name no region, and are not told to contain anything: ${toListing(brokenAreas)}`,
    )
  if (ignored.length > 0) lines.push(...toIgnoredLines(ignored))
  return lines
}

function toBasemapLines(basemap: ImportResult['basemap']): string[] {
  const tiles = `zoom ${basemap.minZoom} to ${basemap.maxZoom}, ${toCount(basemap.tileCount)} tiles`
  if (!basemap.made) {
    const lines = [`  cut out of ${basemap.from}: ${tiles}; layers ${basemap.layers.join(', ') || 'not stated'}`]
    if (basemap.isForeign)
      lines.push('  its layers are not those of the Protomaps schema: our own styles draw nothing of it')
    return lines
  }
  const lines = [
    `  vector tiles ${tiles} of ${[...basemap.kept].map(([layer, count]) => `${toCount(count)} ${layer}`).join(', ')}`,
  ]
  if (basemap.openCoastEnds > 0)
    lines.push(
      `  the coast ends inside the region at ${toCount(basemap.openCoastEnds)} places: land and sea behind them are not known, they are drawn up to the nearest edge`,
    )
  if (basemap.ignored.length > 0) lines.push(...toIgnoredLines(basemap.ignored))
  return lines
}

function toIgnoredLines(ignored: readonly IgnoredCount[]): string[] {
  if (ignored.length === 0) return ['  nothing']
  const lines = ignored
    .slice(0, SHOWN_REASONS)
    .map(({ what, reason, count }) => `  ${toCount(count).padStart(11)} ${what}${count === 1 ? '' : 's'}: ${reason}`)
  const rest = ignored.slice(SHOWN_REASONS).reduce((sum, { count }) => sum + count, 0)
  return rest === 0
    ? lines
    : [...lines, `  ${toCount(rest).padStart(11)} more, for ${ignored.length - SHOWN_REASONS} other reasons`]
}

/** The first few names, and how many more there are. */
function toListing(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} and ${toCount(names.length - 4)} more` : shown
}

/** Each stage in the order of their beginnings, with its costs. */
function toTimeLines(times: readonly StageTime[]): string[] {
  const stages = times.toSorted((a, b) => a.startedMs - b.startedMs)
  const row = (stage: string, ...cells: string[]) =>
    `  ${stage.padEnd(28)} ${cells.map((cell) => cell.padStart(14)).join('')}`
  return [
    row('', 'time', 'processor', 'memory', "V8's heap"),
    ...stages.map(({ stage, durationMs, processorMs, memoryBytes, heapBytes }) =>
      row(
        stage,
        toDuration(durationMs),
        processorMs === null ? '' : toDuration(processorMs),
        toSize(memoryBytes),
        toSize(heapBytes),
      ),
    ),
  ]
}

/** From the first stage's beginning to the last one's end. */
function toElapsedMs(times: readonly StageTime[]): number {
  const ends = times.map(({ startedMs, durationMs }) => startedMs + durationMs)
  return Math.max(0, ...ends) - Math.min(...times.map(({ startedMs }) => startedMs), ...ends)
}

/** `turnRestrictions` -> `turn restrictions`. */
function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
