// What stands below the map of a <waypost-map>: its figures, the chart, what is good to know, or what failed. Never
// nothing.

import type { EmbedFault, Note } from './embed-notes.ts'
import type { Language } from '../i18n/words.ts'
import { embedWord, heightText, lengthText, numberText, timeText } from './embed-words.ts'
import type { Shown } from './load-subject.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { chartRuns, heightRange, linearScale, roundTicks } from '../line/chart-scale.ts'
import { type ShownLine, pointAt } from '../line/shown-line.ts'

export type EmbedState =
  | { kind: 'loading' }
  | { kind: 'failed'; fault: EmbedFault }
  | { kind: 'shown'; shown: Shown; atM: number | null; mapTrouble: readonly Note[]; sources: readonly string[] }

interface PanelProps {
  state: EmbedState
  language: Language
  onPoint(atM: number | null): void
  onAgain(): void
}

export function EmbedPanel({ state, language, onPoint, onAgain }: PanelProps) {
  if (state.kind === 'loading')
    return (
      <p class="hint" role="status">
        {embedWord(language, 'loading')}
      </p>
    )
  if (state.kind === 'failed')
    return (
      <div class="bad" role="alert">
        <p>
          <strong>{embedWord(language, 'failed')}</strong>
        </p>
        <Notes notes={state.fault.notes} />
        {state.fault.mayPass && (
          <button type="button" onClick={onAgain}>
            {embedWord(language, 'again')}
          </button>
        )}
      </div>
    )
  const { shown, atM, mapTrouble, sources } = state
  return (
    <>
      {mapTrouble.length > 0 && (
        <div class="bad" role="alert">
          <Notes notes={mapTrouble} />
        </div>
      )}
      {shown.name !== null && <p class="name">{shown.name}</p>}
      <Figures shown={shown} language={language} />
      <EmbedChart line={shown.line} language={language} atM={atM} onPoint={onPoint} />
      {shown.notes.length > 0 && (
        <details>
          <summary>{embedWord(language, 'notes', { count: shown.notes.length })}</summary>
          <Notes notes={shown.notes} />
        </details>
      )}
      {sources.length > 0 && <p class="hint">{sources.join(' · ')}</p>}
    </>
  )
}

function Figures({ shown, language }: { shown: Shown; language: Language }) {
  const { lengthM, elevation, movingS } = shown
  const figures = [
    [embedWord(language, 'length'), lengthText(language, lengthM)],
    [embedWord(language, 'up'), heightText(language, elevation?.ascentM ?? null)],
    [embedWord(language, 'down'), heightText(language, elevation?.descentM ?? null)],
    ...(movingS === undefined ? [] : [[embedWord(language, 'time'), timeText(language, movingS)]]),
  ]
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      {notes.map(({ text, language }, i) => (
        <p key={i} lang={language}>
          {text}
        </p>
      ))}
    </>
  )
}

const HEIGHT = 112
const LEFT = 44
const RIGHT = 12
const TOP = 8
const BOTTOM = 20

interface ChartProps {
  line: ShownLine
  language: Language
  /** metres along the line that chart and map point at; null: nothing */
  atM: number | null
  onPoint(atM: number | null): void
}

/** The elevation chart of a <waypost-map>: a void is a gap and is said to be one; arrow keys walk along the way. */
function EmbedChart(props: ChartProps) {
  const { line, language, atM } = props
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(320)
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.max(160, Math.round(entry.contentRect.width))))
    sizes.observe(box.current!)
    return () => sizes.disconnect()
  }, [])
  const range = heightRange(line)
  if (range === null)
    return (
      <p class="hint" ref={box}>
        {embedWord(language, 'chart.none')}
      </p>
    )
  const x = linearScale(0, line.lengthM, LEFT, width - RIGHT)
  const y = linearScale(range.min, range.max, HEIGHT - BOTTOM, TOP)
  const heightM = atM === null ? null : pointAt(line, atM)[2]
  const reading =
    atM === null
      ? ''
      : `${lengthText(language, atM)} · ${heightM === null ? embedWord(language, 'chart.void') : heightText(language, heightM)}`
  const label = embedWord(language, 'chart.label', {
    low: heightText(language, range.lowM),
    high: heightText(language, range.highM),
  })
  return (
    <div class="chart" ref={box}>
      <p class="reading" aria-hidden="true">
        {reading}
      </p>
      <svg
        width={width}
        height={HEIGHT}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.round(line.lengthM)}
        aria-valuenow={Math.round(atM ?? 0)}
        aria-valuetext={reading || heightText(language, line.points[0][2])}
        {...handlers(props, box, width)}
      >
        {roundTicks(range.min, range.max, 3).map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y.toPx(tick)} y2={y.toPx(tick)} />
            <text x={LEFT - 5} y={y.toPx(tick) + 4} text-anchor="end">
              {numberText(language, tick)}
            </text>
          </g>
        ))}
        {roundTicks(0, line.lengthM / 1000, Math.max(2, Math.floor(width / 120))).map((tick) => (
          <text key={tick} x={x.toPx(tick * 1000)} y={HEIGHT - 5} text-anchor={tick === 0 ? 'start' : 'middle'}>
            {numberText(language, tick, 1)}
            {tick === 0 ? ' km' : ''}
          </text>
        ))}
        {chartRuns(line, x, y).map((run) => {
          const path = run.map((one) => one.join(' ')).join('L')
          return (
            <g key={run[0][0]}>
              <path class="area" d={`M${run[0][0]} ${HEIGHT - BOTTOM}L${path}L${run.at(-1)![0]} ${HEIGHT - BOTTOM}Z`} />
              <path class="ridge" d={`M${path}`} />
            </g>
          )
        })}
        {atM !== null && <line class="cursor" x1={x.toPx(atM)} x2={x.toPx(atM)} y1={TOP} y2={HEIGHT - BOTTOM} />}
        {atM !== null && heightM !== null && <circle class="cursor" cx={x.toPx(atM)} cy={y.toPx(heightM)} r={4.5} />}
      </svg>
    </div>
  )
}

function handlers({ line, atM, onPoint }: ChartProps, box: { current: HTMLDivElement | null }, width: number) {
  const within = (metres: number) => Math.max(0, Math.min(line.lengthM, metres))
  const point = ({ clientX }: PointerEvent) => {
    const { left } = box.current!.getBoundingClientRect()
    onPoint(within(((clientX - left - LEFT) / (width - RIGHT - LEFT)) * line.lengthM))
  }
  const walk = (event: KeyboardEvent) => {
    const step = line.lengthM / 100
    const now = atM ?? 0
    const next = {
      ArrowRight: now + step,
      ArrowUp: now + step,
      ArrowLeft: now - step,
      ArrowDown: now - step,
      PageUp: now + 10 * step,
      PageDown: now - 10 * step,
      Home: 0,
      End: line.lengthM,
    }[event.key]
    if (event.key === 'Escape') onPoint(null)
    if (next === undefined) return
    event.preventDefault()
    onPoint(within(next))
  }
  const leave = () => onPoint(null)
  return { onPointerMove: point, onPointerDown: point, onPointerLeave: leave, onKeyDown: walk, onBlur: leave }
}
