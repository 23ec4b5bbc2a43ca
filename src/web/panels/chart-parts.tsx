// What the elevation chart is drawn of: axes, the profile with what is marked on it, and the cursor.

import { chartRuns, roundTicks, type heightRange, type Scale } from '../chart-scale.ts'
import { kindPieces, KIND_COLOURS } from '../line-features.ts'
import { hazardsShown } from '../map-content.ts'
import { num } from '../say.ts'
import { hoverM, marked, plan } from '../session.ts'
import { pointAt, type ShownLine } from '../shown-line.ts'

export const HEIGHT = 148
export const LEFT = 46
export const RIGHT = 10
export const TOP = 14
export const BOTTOM = 34
const GROUND = HEIGHT - BOTTOM

export interface ChartFrame {
  line: ShownLine
  range: NonNullable<ReturnType<typeof heightRange>>
  width: number
  x: Scale
  y: Scale
}

export function Axes({ frame: { line, range, width, x, y } }: { frame: ChartFrame }) {
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
      {roundTicks(0, line.lengthM / 1000, Math.max(3, Math.floor(width / 110))).map((tick) => (
        <text
          key={tick}
          class="tick"
          x={x.toPx(tick * 1000)}
          y={HEIGHT - 4}
          text-anchor={tick === 0 ? 'start' : 'middle'}
        >
          {num(tick, 1)}
          {tick === 0 ? ' km' : ''}
        </text>
      ))}
    </>
  )
}

export function Profile({ frame: { line, x, y } }: { frame: ChartFrame }) {
  const marks = marked.value
  const runs = chartRuns(line, x, y)
  return (
    <>
      {marks !== null && (
        <rect
          class="marked"
          x={x.toPx(marks.fromM)}
          width={Math.max(3, x.toPx(marks.toM) - x.toPx(marks.fromM))}
          y={TOP}
          height={GROUND - TOP}
        />
      )}
      {runs.map((run, i) => (
        <path
          key={i}
          class="area"
          d={`M${run[0][0]} ${GROUND}L${run.map((one) => one.join(' ')).join('L')}L${run.at(-1)![0]} ${GROUND}Z`}
        />
      ))}
      {runs.map((run, i) => (
        <path key={i} class="ridge" d={`M${run.map((one) => one.join(' ')).join('L')}`} />
      ))}
      {kindPieces(line, plan.value.colouring).map(({ fromM, toM, kind }) => (
        <rect
          key={fromM}
          x={x.toPx(fromM)}
          width={Math.max(0.5, x.toPx(toM) - x.toPx(fromM))}
          y={GROUND + 2}
          height={7}
          fill={KIND_COLOURS[kind]}
          class={kind === 'UNKNOWN' ? 'unknown' : ''}
        />
      ))}
      {hazardsShown.value.map(({ fromM }) => (
        <path key={fromM} class="hazard-mark" d={`M${x.toPx(fromM)} ${TOP}l5 -9h-10z`} />
      ))}
    </>
  )
}

export function Cursor({ frame: { line, x, y } }: { frame: ChartFrame }) {
  const at = hoverM.value
  if (at === null) return null
  const [, , heightM] = pointAt(line, at)
  return (
    <g class="cursor">
      <line x1={x.toPx(at)} x2={x.toPx(at)} y1={TOP} y2={GROUND} />
      {heightM !== null && <circle cx={x.toPx(at)} cy={y.toPx(heightM)} r={5} />}
    </g>
  )
}
