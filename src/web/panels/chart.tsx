// The elevation chart of the line, linked to the map both ways: what is pointed at here shows there and the other way
// round; arrow keys walk along the line. A stretch is selected by dragging (with a finger after a short rest, with
// Shift and the arrow keys) and zoomed to. A void in the heights is a gap and is said to be one.

import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { gradeAt, heightRange } from '../line/chart-scale.ts'
import { aloud, km, m, num, percent, t, time } from '../i18n/t.ts'
import { hoverM, plan, shown } from '../plan/session.ts'
import { type ShownLine, pointAt } from '../line/shown-line.ts'
import { climbBetween, sliceLine } from '../line/slice-line.ts'
import { askStretchTime, clearStretch, selected, stretchTime, zoomedTo } from '../state/stretch-session.ts'
import { LANES, laneReading, shownLanes, toggleLane } from '../state/lane-choice.ts'
import { Axes, Cursor, HEIGHT, LEFT, Profile, RIGHT, frameOf } from './chart-parts.tsx'
import { lazyPart } from './lazy-part.tsx'
import { clampedPieces, kindLengths, kindPieces } from '../map/line-features.ts'

const ChartLanes = lazyPart(async () => (await import('./chart-lanes.tsx')).ChartLanes)

/** Less is a click. */
const MOVED_PX = 6
/** A finger that rests this long selects. */
const REST_MS = 400

export function Chart() {
  const box = useRef<HTMLDivElement>(null)
  const width = useSignal(600)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = Math.max(240, Math.round(entry.contentRect.width))))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const line = shown.value
  const { fromM, toM } = zoomedTo.value ?? { fromM: 0, toM: line?.lengthM ?? 0 }
  const part = line === null || zoomedTo.value === null ? line : sliceLine(line, fromM, toM)
  const range = part === null ? null : heightRange(part)
  if (line === null || part === null || range === null)
    return (
      <div class="chart" ref={box}>
        {line !== null && <p class="hint">{t('chart.none')}</p>}
        <StretchFacts />
      </div>
    )

  const frame = frameOf(line, part, { fromM, toM }, range, width.value)
  const reading = readingAt(line, hoverM.value)
  const pointing = usePointing((clientX) => metresAt(clientX))
  const metresAt = (clientX: number) => {
    const left = box.current!.getBoundingClientRect().left
    const share = (clientX - left - LEFT) / (width.value - RIGHT - LEFT)
    return Math.max(fromM, Math.min(toM, fromM + share * (toM - fromM)))
  }
  return (
    <div class="chart" ref={box}>
      <StretchFacts />
      <div class="chart-head">
        <LaneSwitches />
        <p class="reading" aria-hidden="true">
          {reading === '' ? t('chart.range', { low: m(range.lowM), high: m(range.highM) }) : reading}
        </p>
      </div>
      <svg
        width={width.value}
        height={HEIGHT}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.label', { low: m(range.lowM), high: m(range.highM) })}
        aria-valuemin={Math.round(fromM)}
        aria-valuemax={Math.round(toM)}
        aria-valuenow={Math.round(hoverM.value ?? fromM)}
        aria-valuetext={readingAt(line, hoverM.value, aloud) || t('chart.start')}
        {...pointing}
        onKeyDown={(event) => walk(event, fromM, toM)}
        onBlur={() => (hoverM.value = null)}
      >
        <Axes frame={frame} />
        <Profile frame={frame} />
        <Cursor frame={frame} />
      </svg>
      {shownLanes.value.size > 0 && <ChartLanes frame={frame} pointing={pointing} />}
    </div>
  )
}

/** What is shown beside the profile. */
function LaneSwitches() {
  return (
    <div class="chips lane-switches" role="group" aria-label={t('lanes.label')}>
      {LANES.map((lane) => (
        <label key={lane}>
          <input type="checkbox" checked={shownLanes.value.has(lane)} onChange={() => toggleLane(lane)} />
          <span>{t(`lanes.${lane}`)}</span>
        </label>
      ))}
    </div>
  )
}

/** `1.20 km · 640 m · 12 %`, and what the lanes say; empty where nothing is pointed at. */
function readingAt(
  line: ShownLine,
  at: number | null,
  say = (text: typeof km, metres: number) => text(metres),
): string {
  if (at === null) return ''
  const [, , heightM] = pointAt(line, at)
  const grade = gradeAt(line, (metres) => pointAt(line, metres)[2], at)
  return [
    say(km, at),
    heightM === null ? t('chart.void') : say(m, heightM),
    ...(grade === null ? [] : [`${num(grade, 0)}\u00a0%`]),
    ...laneReading.value(at),
  ].join(' · ')
}

/** The mouse points by moving and selects by dragging; a finger points by dragging and selects after a rest. */
function usePointing(metresAt: (clientX: number) => number) {
  const press = useRef<{ x: number; atM: number; isSelecting: boolean } | null>(null)
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const end = () => {
    clearTimeout(rest.current)
    const wasSelecting = press.current?.isSelecting === true
    press.current = null
    if (wasSelecting && selected.peek() !== null) askStretchTime()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const own = { x: event.clientX, atM: metresAt(event.clientX), isSelecting: false }
      press.current = own
      hoverM.value = own.atM
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      clearTimeout(rest.current)
      if (event.pointerType === 'touch')
        rest.current = setTimeout(() => {
          own.isSelecting = true
          navigator.vibrate?.(15)
        }, REST_MS)
      else clearStretch()
    },
    onPointerMove: (event: PointerEvent) => {
      const atM = metresAt(event.clientX)
      hoverM.value = atM
      const own = press.current
      if (own === null) return
      const isMoved = Math.abs(event.clientX - own.x) >= MOVED_PX
      if (isMoved && event.pointerType === 'touch') clearTimeout(rest.current)
      if (isMoved && event.pointerType !== 'touch') own.isSelecting = true
      if (own.isSelecting && atM !== own.atM)
        selected.value = { fromM: Math.min(own.atM, atM), toM: Math.max(own.atM, atM) }
    },
    onPointerUp: end,
    onPointerCancel: end,
    // a finger leaves its place to be read
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && press.current === null) hoverM.value = null
    },
  }
}

function walk(event: KeyboardEvent, fromM: number, toM: number): void {
  const step = (toM - fromM) / 100
  const now = hoverM.peek() ?? fromM
  if (event.key === 'Escape') {
    if (selected.peek() !== null) clearStretch()
    else if (zoomedTo.peek() !== null) zoomedTo.value = null
    hoverM.value = null
  }
  if (event.key === 'Enter' && selected.peek() !== null) {
    zoomedTo.value = selected.peek()
    clearStretch()
  }
  const next = {
    ArrowRight: now + step,
    ArrowLeft: now - step,
    PageUp: now + 10 * step,
    PageDown: now - 10 * step,
    Home: fromM,
    End: toM,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const atM = Math.max(fromM, Math.min(toM, next))
  hoverM.value = atM
  if (!event.shiftKey) return
  const old = selected.peek()
  // the end that stays is the one that the cursor is not at
  const anchor = old === null ? now : Math.abs(old.fromM - now) < Math.abs(old.toM - now) ? old.toM : old.fromM
  if (anchor === atM) return clearStretch()
  selected.value = { fromM: Math.min(anchor, atM), toM: Math.max(anchor, atM) }
  askStretchTime()
}

/** The stretch selected in the chart: its length, climb, time and surface, and the way into it and out again. */
function StretchFacts() {
  const line = shown.value
  const stretch = selected.value
  if (line === null || (stretch === null && zoomedTo.value === null)) return null
  return (
    <div class="stretch" role="group" aria-label={t('stretch.label')}>
      {stretch !== null && <p role="status">{textOf()}</p>}
      {stretch !== null && (
        <button
          type="button"
          onClick={() => {
            zoomedTo.value = stretch
            clearStretch()
          }}
        >
          {t('stretch.zoom')}
        </button>
      )}
      {zoomedTo.value !== null && (
        <button type="button" onClick={() => (zoomedTo.value = null)}>
          {t('stretch.all')}
        </button>
      )}
      {stretch !== null && (
        <button type="button" class="quiet" aria-label={t('close')} onClick={clearStretch}>
          ×
        </button>
      )}
    </div>
  )
}

function textOf(): string {
  const line = shown.value!
  const { fromM, toM } = selected.value!
  const climb = climbBetween(line, fromM, toM)
  const answer = stretchTime.answer.value
  const colouring = plan.value.colouring === 'sac' ? 'sac' : 'surface'
  const kinds = kindLengths(clampedPieces(kindPieces(line, colouring), fromM, toM))
  return [
    `${km(fromM)} – ${km(toM)}: ${km(toM - fromM)}`,
    climb === null ? t('chart.void') : `↑ ${m(climb.ascentM)} ↓ ${m(climb.descentM)}`,
    answer.state === 'busy'
      ? '…'
      : t('stretch.time', { time: answer.state === 'ok' && answer.value !== null ? time(answer.value) : t('unknown') }),
    kinds.map(({ kind, lengthM }) => `${t(`line.${kind}`)} ${percent(lengthM / (toM - fromM))}`).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
