// The elevation chart of the line, linked to the map both ways: what is pointed at here shows there and the other way
// round; arrow keys walk along the line. A void in the heights is a gap and is said to be one.

import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { gradeAt, heightRange, linearScale } from '../chart-scale.ts'
import { km, m, num, t } from '../say.ts'
import { hoverM, shown } from '../session.ts'
import { pointAt } from '../shown-line.ts'
import { Axes, BOTTOM, Cursor, HEIGHT, LEFT, Profile, RIGHT, TOP, type ChartFrame } from './chart-parts.tsx'

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
  const frame: ChartFrame = { line, range, width: width.value, x, y }
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
        <Axes frame={frame} />
        <Profile frame={frame} />
        <Cursor frame={frame} />
      </svg>
    </div>
  )
}
