// How steep a line is along the way, in classes: over 100 m, up and down alike. Where a height is missing it is
// unknown, not level. Pure.

import { gradeAt } from './chart-scale.ts'
import { type ShownLine, pointAt } from './shown-line.ts'

const SLOPE_KINDS = ['G0', 'G5', 'G10', 'G20', 'G30'] as const
export type SlopeKind = (typeof SLOPE_KINDS)[number]
/** Per cent from which each class is. */
const FROM_PCT: Record<SlopeKind, number> = { G0: 0, G5: 5, G10: 10, G20: 20, G30: 30 }
const STEP_M = 50
const MOST_STEPS = 600

export function slopeKind(gradePct: number): SlopeKind {
  return SLOPE_KINDS.findLast((kind) => Math.abs(gradePct) >= FROM_PCT[kind])!
}

/** Pieces that cover each part of the line, in order, neighbours of one class joined. */
export function slopePieces(line: ShownLine): { fromM: number; toM: number; kind: SlopeKind | null }[] {
  const pieces: { fromM: number; toM: number; kind: SlopeKind | null }[] = []
  const heightAt = (atM: number) => pointAt(line, atM)[2]
  const steps = Math.max(1, Math.min(MOST_STEPS, Math.round(line.lengthM / STEP_M)))
  for (let i = 0; i < steps; i++) {
    const fromM = (line.lengthM * i) / steps
    const toM = (line.lengthM * (i + 1)) / steps
    const grade = gradeAt(line, heightAt, (fromM + toM) / 2)
    const kind = grade === null ? null : slopeKind(grade)
    const last = pieces.at(-1)
    if (last !== undefined && last.kind === kind) last.toM = toM
    else pieces.push({ fromM, toM, kind })
  }
  return pieces
}
