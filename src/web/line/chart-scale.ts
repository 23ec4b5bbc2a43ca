// The scales of the elevation chart: round ticks, positions, and one line path that keeps every high and low of a pixel
// column. A void is a gap in the path; it is never bridged, and never drawn as zero.

import type { ShownLine } from './shown-line.ts'

export interface Scale {
  min: number
  max: number
  /** to a position between two ends */
  toPx(value: number): number
}

export function linearScale(min: number, max: number, fromPx: number, toPx: number): Scale {
  const span = max - min
  return {
    min,
    max,
    toPx: (value) => (span === 0 ? (fromPx + toPx) / 2 : fromPx + ((value - min) / span) * (toPx - fromPx)),
  }
}

/** Round values (1, 2 or 5 times a power of ten) within [min, max], at most about `most` of them. */
export function roundTicks(min: number, max: number, most: number): number[] {
  if (!(max > min) || most < 1) return [min]
  const rough = (max - min) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((value) => value >= rough * (1 - 1e-9))!
  const ticks: number[] = []
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)))
  return ticks
}

/** Lowest and highest height with a margin, never less than 40 m apart; null where no height is known. */
export function heightRange(line: ShownLine): { min: number; max: number; lowM: number; highM: number } | null {
  let low = Infinity
  let high = -Infinity
  for (const [, , heightM] of line.points) {
    if (heightM === null) continue
    if (heightM < low) low = heightM
    if (heightM > high) high = heightM
  }
  if (low > high) return null
  const spare = Math.max(20 - (high - low) / 2, (high - low) * 0.08)
  return { min: low - spare, max: high + spare, lowM: low, highM: high }
}

/**
 * SVG paths of unbroken runs of heights. Of the points in one pixel column the first, lowest, highest and last are
 * kept, in order.
 * A run ends at a void and at the end of a part. A run of one point is left out: it has no line.
 */
export function chartRuns(line: ShownLine, x: Scale, y: Scale): [number, number][][] {
  const runs: [number, number][][] = []
  const starts = new Set(line.partStarts)
  let run: number[] = []
  const finish = () => {
    if (run.length > 1)
      runs.push(
        thinColumns(run, line, x).map((i) => [round(x.toPx(line.alongM[i])), round(y.toPx(line.points[i][2]!))]),
      )
    run = []
  }
  for (let i = 0; i < line.points.length; i++) {
    if (starts.has(i)) finish()
    if (line.points[i][2] === null) finish()
    else run.push(i)
  }
  finish()
  return runs
}

/** From where to where nothing is drawn, pixels: each at least `leastPx` wide, so that it is seen to be a gap. */
export function gapsOf(
  runs: readonly [number, number][][],
  fromPx: number,
  toPx: number,
  leastPx: number,
): { fromPx: number; widthPx: number }[] {
  const ends = [fromPx, ...runs.flatMap((run) => [run[0][0], run.at(-1)![0]]), toPx]
  return Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i], ends[2 * i + 1]])
    .filter(([from, to]) => to - from > 0.5)
    .map(([from, to]) => {
      const widthPx = Math.max(leastPx, to - from)
      return { fromPx: Math.max(fromPx, (from + to - widthPx) / 2), widthPx }
    })
}

function thinColumns(run: number[], line: ShownLine, x: Scale): number[] {
  const kept: number[] = []
  for (let i = 0; i < run.length; ) {
    const column = Math.floor(x.toPx(line.alongM[run[i]]))
    let end = i
    let low = i
    let high = i
    while (end < run.length && Math.floor(x.toPx(line.alongM[run[end]])) === column) {
      if (line.points[run[end]][2]! < line.points[run[low]][2]!) low = end
      if (line.points[run[end]][2]! > line.points[run[high]][2]!) high = end
      end++
    }
    for (const at of [...new Set([i, low, high, end - 1])].sort((a, b) => a - b)) kept.push(run[at])
    i = end
  }
  return kept
}

/** Grade in per cent over at least 100 m around a place; null where a height is missing. */
export function gradeAt(line: ShownLine, heightAt: (atM: number) => number | null, atM: number): number | null {
  const from = Math.max(0, atM - 50)
  const to = Math.min(line.lengthM, atM + 50)
  const low = heightAt(from)
  const high = heightAt(to)
  return low === null || high === null || to - from < 20 ? null : ((high - low) / (to - from)) * 100
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
