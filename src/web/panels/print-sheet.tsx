// One sheet of A4 to be taken along: figures, map, chart, what to look out for, directions and emergency numbers. Shown
// as it will be printed. What has no room on it is said to be missing, with its number.

import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { shownLanes } from '../state/lane-choice.ts'
import { heightRange } from '../line/chart-scale.ts'
import { kindLengths, kindPieces } from '../map/line-features.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { shownSources } from '../state/map-content.ts'
import { namedOnce } from '../state/attribution.ts'
import { type Printed, printed } from './print-button.tsx'
import { km, m, percent, t, tCode, time } from '../i18n/t.ts'
import { config, plan } from '../plan/session.ts'
import { spoken } from '../i18n/speech.ts'
import { coordinateText } from '../state/waypoint-names.ts'
import { Axes, HEIGHT, Profile, frameOf } from './chart-parts.tsx'
import { ChartLanes } from './chart-lanes.tsx'
import { FailureNote, ServiceWords } from './failure-note.tsx'
import { UnknownList, warningsBeside } from './warning-list.tsx'
import { AssumedEntry, KindSwatch } from './line-facts.tsx'
import type { Feature } from 'geojson'
import { sendQuery } from '../api/query.ts'
import { PrintMapDocument } from '../documents/generated/graphql.ts'
import { type ShownLine, cutLine, samplePlaces } from '../line/shown-line.ts'

/** 190 mm of paper, pixels of 96 to the inch. */
const SHEET_PX = 718

export function PrintSheet() {
  const now = printed.value
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (now === null) return
    askPrintMap(now)
    const others = [...view.current!.parentElement!.children].filter((one) => one !== view.current)
    others.forEach((one) => one.toggleAttribute('inert', true))
    view.current!.querySelector<HTMLButtonElement>('button')!.focus()
    return () => {
      others.forEach((one) => one.toggleAttribute('inert', false))
      document.querySelector<HTMLElement>('.print-button')?.focus()
    }
  }, [now])
  if (now === null) return null
  const close = () => {
    printed.value = null
    printMap.clear()
  }
  const isReady = !['idle', 'busy'].includes(printMap.answer.value.state)
  return (
    <div
      class="print-view"
      role="dialog"
      aria-modal="true"
      aria-label={t('print.open')}
      ref={view}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div class="print-tools row">
        <button type="button" class="main" aria-busy={!isReady} onClick={() => isReady && print()}>
          {t('print.run')}
        </button>
        <button type="button" onClick={close}>
          {t('print.close')}
        </button>
        <span class="hint" role="status">
          {isReady ? t('print.about') : t('print.busy')}
        </span>
      </div>
      <div class="print-paper">
        <Sheet now={now} />
      </div>
    </div>
  )
}

function Sheet({ now }: { now: Printed }) {
  const { title, facts, marks } = now
  return (
    <article class="print-sheet">
      <header>
        <h1 dir="auto">{title}</h1>
        <p>
          {config.region?.name} · {new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(new Date())}
        </p>
      </header>
      <Figures facts={facts} />
      <MapPicture now={now} />
      <PrintedChart facts={facts} />
      <Text now={now} />
      <section class="print-emergency">
        <h2>{t('print.emergency')}</h2>
        <p>{t('print.numbers')}</p>
        <p>{t('print.signal')}</p>
        <p>
          {marks
            .map(({ at, label, name }) => `${label}: ${name === null ? '' : `${name}, `}${coordinateText(at)}`)
            .join(' · ')}
        </p>
      </section>
      <footer>
        {namedOnce(shownSources())
          .map(({ text }) => text)
          .join(' · ')}{' '}
        · {config.siteUrl}
      </footer>
    </article>
  )
}

function Figures({ facts: { lengthM, elevation, time: moving } }: Pick<Printed, 'facts'>) {
  const band = moving?.band80 ?? null
  return (
    <p class="print-figures">
      <b>{km(lengthM)}</b> · ↑ <b>{m(elevation?.ascentM ?? null)}</b> · ↓ <b>{m(elevation?.descentM ?? null)}</b> ·{' '}
      {t('facts.time')} <b>{moving === null ? t('unknown') : time(moving.movingS)}</b>
      {band !== null && ` · ${t('facts.band80', { low: time(band.lowS), high: time(band.highS) })}`}
    </p>
  )
}

function MapPicture({ now }: { now: Printed }) {
  const answer = printMap.answer.value
  const address = valueOf(answer)
  return (
    <div class="print-map">
      {address !== null && <img src={address} alt={t('print.map')} />}
      {answer.state === 'failed' && (
        <FailureNote failure={answer.failure} title={t('print.noMap')} onRetry={() => askPrintMap(now)} />
      )}
    </div>
  )
}

function PrintedChart({ facts: { line } }: Pick<Printed, 'facts'>) {
  const range = heightRange(line)
  if (range === null) return <p>{t('chart.none')}</p>
  const frame = frameOf(line, line, { fromM: 0, toM: line.lengthM }, range, SHEET_PX)
  const pieces = kindPieces(line, plan.value.colouring)
  return (
    <div class="chart">
      <svg
        width={SHEET_PX}
        height={HEIGHT}
        role="img"
        aria-label={t('chart.range', { low: m(range.lowM), high: m(range.highM) })}
      >
        <Axes frame={frame} />
        <Profile frame={frame} />
      </svg>
      {shownLanes.value.size > 0 && <ChartLanes frame={frame} pointing={{}} />}
      <ul class="legend">
        {kindLengths(pieces).map(({ kind, lengthM }) => (
          <li key={kind}>
            <KindSwatch kind={kind} />
            {t(`line.${kind}`)} {km(lengthM)} ({percent(lengthM / line.lengthM)})
          </li>
        ))}
        <AssumedEntry pieces={pieces} />
      </ul>
    </div>
  )
}

/** What to look out for, what is not known, directions: in columns as far as there is room, small where it lacks. */
function Text({ now: { facts, directions } }: { now: Printed }) {
  const box = useRef<HTMLDivElement>(null)
  const cut = useSignal(0)
  const isTight = useSignal(false)
  useLayoutEffect(() => {
    const measure = () => {
      const { right } = box.current!.getBoundingClientRect()
      cut.value = [...box.current!.querySelectorAll('li')].filter(
        (item) => item.getBoundingClientRect().right > right + 2,
      ).length
      if (cut.value > 0) isTight.value = true
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box.current!)
    return () => sizes.disconnect()
  })
  const { hazards, warnings, unknowns } = facts
  let atM = 0
  return (
    <div class="print-text-area">
      <div class={isTight.value ? 'print-text tight' : 'print-text'} ref={box}>
        <h2>{t('care.title')}</h2>
        <ul>
          {(hazards ?? []).map((one) => (
            <li key={`${one.kind}${one.fromM}`}>
              <b>{tCode('hazard', one.kind)}</b> {t('care.at', { place: km(one.fromM) })}
            </li>
          ))}
          {warningsBeside(facts).map((one, i) => (
            <li key={i}>
              <ServiceWords says={one.message} />
            </li>
          ))}
          {hazards?.length === 0 && warnings?.length === 0 && <li>{t('care.none')}</li>}
          {hazards === null && <li>{t('print.noHazards')}</li>}
        </ul>
        {unknowns.length > 0 && (
          <>
            <h2>{t('unknowns.title')}</h2>
            <UnknownList unknowns={unknowns} />
          </>
        )}
        <h2>{t('route.directions')}</h2>
        {directions === null ? (
          <p>{t('print.noDirections')}</p>
        ) : (
          <ol>
            {directions.map(({ instruction, lengthM }, i) => {
              const said = spoken(instruction)
              const place = km(atM)
              atM += lengthM
              return (
                <li key={i} lang={said.language}>
                  <b>{place}</b> {said.text}
                </li>
              )
            })}
          </ol>
        )}
      </div>
      {cut.value > 0 && <p class="print-cut">{t('print.cut', { count: cut.value })}</p>}
    </div>
  )
}

/** An address of the picture, with its bytes. */
const printMap = createQuery<string>()

/** As wide as the sheet; twice the pixels for a printer: 1.9 megapixels, which cost 2 credits. */
const SIZE = { width: 950, height: 500, scale: 2, view: { around: 36 } }
/** Points of the line to send; on paper, more would look the same. */
const MOST_POINTS = 4000

/** The picture of the map for the sheet: the line and its waypoints, drawn by the service as it is asked. */
function askPrintMap({ facts, marks }: Printed): void {
  const { line } = facts
  const features: Feature[] = [
    {
      type: 'Feature',
      properties: { stroke: '#b3261e', 'stroke-width': 4 },
      geometry: { type: 'MultiLineString', coordinates: partsOf(line) },
    },
    ...marks.map(
      ({ at, label }): Feature => ({
        type: 'Feature',
        properties: { 'marker-color': '#1f5f4a', 'marker-label': label },
        geometry: { type: 'Point', coordinates: [at[0], at[1]] },
      }),
    ),
  ]
  const geojson = { type: 'FeatureCollection', features }
  void printMap.ask(async (stop) => {
    const { data } = await sendQuery(
      PrintMapDocument,
      { input: { ...SIZE, geojson, contours: true, language: language.peek() } },
      stop,
    )
    return `data:image/png;base64,${data.staticMap!.png!}`
  })
}

function partsOf(line: ShownLine): [number, number][][] {
  if (line.points.length <= MOST_POINTS) return cutLine(line, 0, line.lengthM)
  const { places, segments } = samplePlaces(line, MOST_POINTS, 1)
  return segments.map((start, part) => places.slice(start, segments[part + 1]))
}
