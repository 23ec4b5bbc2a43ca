// The elevation chart of the line, linked to the map both ways: what is pointed at here shows there and the other way
// round; arrow keys walk along the line. A void in the heights is a gap and is said to be one.

import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { chartRuns, gradeAt, heightRange, linearScale, roundTicks } from '../chart-scale.ts'
import { kindPieces, KIND_COLOURS } from '../line-features.ts'
import { hazardsShown } from '../map-content.ts'
import { km, m, num, t } from '../say.ts'
import { hoverM, marked, plan, shown } from '../session.ts'
import { pointAt } from '../shown-line.ts'

const HEIGHT = 148
const LEFT = 46
const RIGHT = 10
const TOP = 14
const BOTTOM = 34

export function Chart() {
  const box = useRef<HTMLDivElement>(null)
  const width = useSignal(600)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = Math.max(240, Math.round(entry.contentRect.width))))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const line = shown.value
  const range = line === null ? null : heightRange(line)
  if (line === null || range === null)
    return (
      <div class="chart" ref={box}>
        {line !== null && <p class="hint">{t('chart.none')}</p>}
      </div>
    )

  const x = linearScale(0, line.lengthM, LEFT, width.value - RIGHT)
  const y = linearScale(range.min, range.max, HEIGHT - BOTTOM, TOP)
  const runs = chartRuns(line, x, y)
  const ground = HEIGHT - BOTTOM
  const at = hoverM.value
  const here = at === null ? null : pointAt(line, at)
  const grade = at === null ? null : gradeAt(line, (metres) => pointAt(line, metres)[2], at)
  const reading =
    at === null || here === null
      ? ''
      : `${km(at)} · ${here[2] === null ? t('chart.void') : m(here[2])}${grade === null ? '' : ` · ${num(grade, 0)} %`}`
  const point = (event: PointerEvent) => {
    const left = box.current!.getBoundingClientRect().left
    hoverM.value = Math.max(
      0,
      Math.min(line.lengthM, ((event.clientX - left - LEFT) / (width.value - RIGHT - LEFT)) * line.lengthM),
    )
  }
  const walk = (event: KeyboardEvent) => {
    const step = line.lengthM / 100
    const now = hoverM.peek() ?? 0
    const next = {
      ArrowRight: now + step,
      ArrowLeft: now - step,
      PageUp: now + 10 * step,
      PageDown: now - 10 * step,
      Home: 0,
      End: line.lengthM,
    }[event.key]
    if (event.key === 'Escape') hoverM.value = null
    if (next === undefined) return
    event.preventDefault()
    hoverM.value = Math.max(0, Math.min(line.lengthM, next))
  }
  const marks = marked.value
  return (
    <div class="chart" ref={box}>
      <p class="reading" aria-hidden="true">
        {reading === '' ? t('chart.range', { low: m(range.lowM), high: m(range.highM) }) : reading}
      </p>
      <svg
        width={width.value}
        height={HEIGHT}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.label', { low: m(range.lowM), high: m(range.highM) })}
        aria-valuemin={0}
        aria-valuemax={Math.round(line.lengthM)}
        aria-valuenow={Math.round(at ?? 0)}
        aria-valuetext={reading || t('chart.start')}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => (hoverM.value = null)}
        onKeyDown={walk}
        onBlur={() => (hoverM.value = null)}
      >
        {roundTicks(range.min, range.max, 4).map((tick) => (
          <g key={tick} class="grid">
            <line x1={LEFT} x2={width.value - RIGHT} y1={y.toPx(tick)} y2={y.toPx(tick)} />
            <text x={LEFT - 6} y={y.toPx(tick) + 4} text-anchor="end">
              {num(tick)}
            </text>
          </g>
        ))}
        {roundTicks(0, line.lengthM / 1000, Math.max(3, Math.floor(width.value / 110))).map((tick) => (
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
        {marks !== null && (
          <rect
            class="marked"
            x={x.toPx(marks.fromM)}
            width={Math.max(3, x.toPx(marks.toM) - x.toPx(marks.fromM))}
            y={TOP}
            height={ground - TOP}
          />
        )}
        {runs.map((run, i) => (
          <path
            key={i}
            class="area"
            d={`M${run[0][0]} ${ground}L${run.map((one) => one.join(' ')).join('L')}L${run.at(-1)![0]} ${ground}Z`}
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
            y={ground + 2}
            height={7}
            fill={KIND_COLOURS[kind]}
            class={kind === 'UNKNOWN' ? 'unknown' : ''}
          />
        ))}
        {hazardsShown.value.map(({ fromM }) => (
          <path key={fromM} class="hazard-mark" d={`M${x.toPx(fromM)} ${TOP}l5 -9h-10z`} />
        ))}
        {at !== null && (
          <g class="cursor">
            <line x1={x.toPx(at)} x2={x.toPx(at)} y1={TOP} y2={ground} />
            {here !== null && here[2] !== null && <circle cx={x.toPx(at)} cy={y.toPx(here[2])} r={5} />}
          </g>
        )}
      </svg>
    </div>
  )
}
