// What the elevation chart is drawn of: axes, the profile with what is marked on it, and the cursor.

import { Fragment } from 'preact'
import { chartRuns, gapsOf, linearScale, roundTicks, type heightRange, type Scale } from '../line/chart-scale.ts'
import { clampedPieces, type KindPiece, kindPieces } from '../map/line-features.ts'
import { KIND_COLOURS } from '../map/palette.ts'
import { hazardsShown } from '../state/map-content.ts'
import { num, t } from '../i18n/t.ts'
import { hoverM, marked, plan } from '../plan/session.ts'
import { pointAt, type ShownLine } from '../line/shown-line.ts'
import { sliceLine } from '../line/slice-line.ts'
import { selected } from '../state/stretch-session.ts'
import { AssumedDots } from './line-facts.tsx'

export const HEIGHT = 148
export const LEFT = 46
export const RIGHT = 10
const TOP = 14
const BOTTOM = 34
const GROUND = HEIGHT - BOTTOM
/** Of a gap: less would look like a slit in the picture. */
const LEAST_GAP_PX = 5

export interface ChartFrame {
  line: ShownLine
  /** what of it is shown: all, or the stretch that is zoomed to */
  part: ShownLine
  fromM: number
  toM: number
  range: NonNullable<ReturnType<typeof heightRange>>
  width: number
  x: Scale
  y: Scale
}

/** `part`: what of the line is shown. */
export function frameOf(
  line: ShownLine,
  part: ShownLine,
  { fromM, toM }: { fromM: number; toM: number },
  range: ChartFrame['range'],
  width: number,
): ChartFrame {
  const x = linearScale(fromM, toM, LEFT, width - RIGHT)
  const y = linearScale(range.min, range.max, HEIGHT - BOTTOM, TOP)
  return { line, part, fromM, toM, range, width, x, y }
}

export function Axes({ frame: { fromM, toM, range, width, x, y } }: { frame: ChartFrame }) {
  return (
    <>
      {roundTicks(range.min, range.max, 4).map((tick) => (
        <g key={tick} class="grid">
          <line x1={LEFT} x2={width - RIGHT} y1={y.toPx(tick)} y2={y.toPx(tick)} />
          <text x={LEFT - 6} y={y.toPx(tick) + 4} text-anchor="end">
            {num(tick)}
          </text>
        </g>
      ))}
      {roundTicks(fromM / 1000, toM / 1000, Math.max(3, Math.floor(width / 110))).map((tick, i) => (
        <text
          key={tick}
          class="tick"
          x={x.toPx(tick * 1000)}
          y={HEIGHT - 4}
          text-anchor={i === 0 && tick * 1000 - fromM < (toM - fromM) / 20 ? 'start' : 'middle'}
        >
          {num(tick, 2)}
          {i === 0 ? '\u00a0km' : ''}
        </text>
      ))}
    </>
  )
}

export function Profile({ frame: { line, part, fromM: lowM, toM: highM, x, y } }: { frame: ChartFrame }) {
  const marks = marked.value
  const stretch = selected.value
  const { colouring } = plan.value
  const runs = chartRuns(part, x, y)
  const pieces = clampedPieces(kindPieces(line, colouring), lowM, highM)
  const clamp = (atM: number) => x.toPx(Math.max(lowM, Math.min(highM, atM)))
  return (
    <>
      {marks !== null && (
        <rect
          class="marked"
          x={clamp(marks.fromM)}
          width={Math.max(3, clamp(marks.toM) - clamp(marks.fromM))}
          y={TOP}
          height={GROUND - TOP}
        />
      )}
      <Gaps runs={runs} x={x} fromM={lowM} toM={highM} />
      {runs.map((run, i) => (
        <path
          key={i}
          class="area"
          d={`M${run[0][0]} ${GROUND}L${run.map((one) => one.join(' ')).join('L')}L${run.at(-1)![0]} ${GROUND}Z`}
        />
      ))}
      {colouring === 'slope' &&
        pieces.map(({ fromM, toM, kind }) =>
          chartRuns(sliceLine(part, fromM, toM), x, y).map((run, i) => (
            <path
              key={`${fromM} ${i}`}
              class="slope"
              fill={KIND_COLOURS[kind]}
              d={`M${run[0][0]} ${GROUND}L${run.map((one) => one.join(' ')).join('L')}L${run.at(-1)![0]} ${GROUND}Z`}
            />
          )),
        )}
      {stretch !== null && (
        <rect
          class="selected"
          x={clamp(stretch.fromM)}
          width={Math.max(1, clamp(stretch.toM) - clamp(stretch.fromM))}
          y={TOP}
          height={GROUND - TOP}
        />
      )}
      {runs.map((run, i) => (
        <path key={i} class="ridge" d={`M${run.map((one) => one.join(' ')).join('L')}`} />
      ))}
      <KindBand pieces={pieces} x={x} />
      {inRange(hazardsShown.value, lowM, highM).map(({ fromM }) => (
        <path key={fromM} class="hazard-mark" d={`M${x.toPx(fromM)} ${TOP}l5 -9h-10z`} />
      ))}
    </>
  )
}

/** Where no height is known: hatched as all that is unknown. */
function Gaps({ runs, x, fromM, toM }: { runs: [number, number][][]; x: Scale; fromM: number; toM: number }) {
  const gaps = gapsOf(runs, x.toPx(fromM), x.toPx(toM), LEAST_GAP_PX)
  if (gaps.length === 0) return null
  return (
    <>
      <pattern id="chart-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="6" />
      </pattern>
      {gaps.map((gap) => (
        <rect key={gap.fromPx} class="gap" x={gap.fromPx} width={gap.widthPx} y={TOP} height={GROUND - TOP}>
          <title>{t('chart.void')}</title>
        </rect>
      ))}
    </>
  )
}

/** The kinds of way below the profile. */
function KindBand({ pieces, x }: { pieces: readonly KindPiece[]; x: Scale }) {
  if (pieces.length === 0) return null
  return (
    <>
      {pieces.map(({ fromM, toM, kind, isAssumed }) => (
        <Fragment key={fromM}>
          <rect
            x={x.toPx(fromM)}
            width={Math.max(0.5, x.toPx(toM) - x.toPx(fromM))}
            y={GROUND + 2}
            height={7}
            fill={KIND_COLOURS[kind]}
            class={kind === 'UNKNOWN' ? 'unknown' : ''}
          />
          {isAssumed && <AssumedDots fromPx={x.toPx(fromM)} toPx={x.toPx(toM)} y={GROUND + 5.5} />}
        </Fragment>
      ))}
      <rect
        class="kind-rim"
        x={x.toPx(pieces[0].fromM)}
        width={Math.max(0.5, x.toPx(pieces.at(-1)!.toM) - x.toPx(pieces[0].fromM))}
        y={GROUND + 1.5}
        height={8}
      />
    </>
  )
}

function inRange<Item extends { fromM: number }>(items: readonly Item[], lowM: number, highM: number): Item[] {
  return items.filter(({ fromM }) => fromM >= lowM && fromM <= highM)
}

export function Cursor({ frame: { line, fromM, toM, x, y } }: { frame: ChartFrame }) {
  const at = hoverM.value
  if (at === null || at < fromM || at > toM) return null
  const [, , heightM] = pointAt(line, at)
  return (
    <g class="cursor">
      <line x1={x.toPx(at)} x2={x.toPx(at)} y1={TOP} y2={GROUND} />
      {heightM !== null && <circle cx={x.toPx(at)} cy={y.toPx(heightM)} r={5} />}
    </g>
  )
}
