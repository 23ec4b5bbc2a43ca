// What this browser keeps for offline use: the page, the last tours, areas of the map. Every size is shown before
// anything is kept, and everything can be deleted.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { bytesText, dateTimeText } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { isOffline } from '../offline/connection.ts'
import { forgetAnswers, keptTours } from '../offline/kept-answers.ts'
import { keptAreas } from '../offline/areas-here.ts'
import {
  areaState,
  cancelArea,
  dropArea,
  keepArea,
  lookForNewMap,
  offerArea,
  servedMap,
  type AreaState,
} from '../offline/keep-area.ts'
import type { KeptArea } from '../offline/kept-area.ts'
import { install, installOffer, pageKept } from '../offline/page-worker.ts'
import type { AreaBox } from '../offline/plan-area.ts'
import { num, t } from '../i18n/t.ts'
import { config, mapCommand, plan, shown, viewBox } from '../plan/session.ts'
import { middleOfBox } from '../../geo/split-box.ts'
import { boxOnMap } from '../line/run-on.ts'
import { boxOf } from '../line/shown-line.ts'
import { tourName } from '../state/waypoint-names.ts'

/** Around a tour, in degrees: about a kilometre. */
const MARGIN_DEG = 0.01

export function OfflineSection() {
  return (
    <>
      {pageKept.value === 'none' ? (
        <p class="note">{t('offline.insecure')}</p>
      ) : (
        <>
          <p class="hint">{t(`offline.page.${pageKept.value}`)}</p>
          {installOffer.value !== null && (
            <button type="button" onClick={() => void install()}>
              {t('offline.install')}
            </button>
          )}
          <Tours />
          <Areas />
        </>
      )}
    </>
  )
}

function Tours() {
  const { tours, bytes } = keptTours.value
  return (
    <Part title={t('offline.toursTitle')}>
      <p>{t('offline.toursKept', { count: tours.length, size: bytesText(language.value, bytes) })}</p>
      {bytes > 0 && (
        <button type="button" onClick={() => void forgetAnswers()}>
          {t('offline.forget')}
        </button>
      )}
    </Part>
  )
}

function Areas() {
  const state = areaState.value
  const line = shown.value
  const isBusy = state.state === 'planning' || state.state === 'keeping' || isOffline.value
  useEffect(() => void (keptAreas.peek().length > 0 && !isOffline.peek() && lookForNewMap()), [])
  return (
    <Part title={t('offline.areasTitle')}>
      {keptAreas.value.length === 0 && <p class="hint">{t('offline.noArea')}</p>}
      <ul class="list">
        {keptAreas.value.map((area) => (
          <Area key={area.id} area={area} />
        ))}
      </ul>
      {config.missing.length > 0 ? (
        <p class="hint">{t('offline.noMapToKeep')}</p>
      ) : (
        <div class="row">
          <button
            type="button"
            disabled={isBusy || viewBox.value === null}
            onClick={() => viewBox.value !== null && offer(null, viewBox.value)}
          >
            {t('offline.keepView')}
          </button>
          {line !== null && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => offer(tourName(plan.peek()), around(boxOnMap(boxOf(line.points)!)))}
            >
              {t('offline.keepTour')}
            </button>
          )}
        </div>
      )}
      <Keeping state={state} />
    </Part>
  )
}

function Area({ area }: { area: KeptArea }) {
  const isOld = servedMap.value !== null && servedMap.value !== area.mapVersion
  return (
    <li>
      <button type="button" class="quiet" onClick={() => (mapCommand.value = { kind: 'fit', box: area.box })}>
        {area.name}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t('tours.remove', { name: area.name })}
        title={t('tours.remove', { name: area.name })}
        onClick={() => void dropArea(area.id)}
      >
        ×
      </button>
      <small>
        {bytesText(language.value, area.bytes)}, {dateTimeText(language.value, area.at)}
      </small>
      {isOld && (
        <button type="button" disabled={isOffline.value} onClick={() => void offerArea(area.name, area.box)}>
          {t('offline.renew')}
        </button>
      )}
    </li>
  )
}

function Keeping({ state }: { state: AreaState }) {
  if (state.state === 'idle') return null
  if (state.state === 'failed')
    return (
      <p class="note note-bad" role="alert">
        {t(`offline.why.${state.why}`)}
      </p>
    )
  const cancel = (
    <button type="button" onClick={cancelArea}>
      {t('offline.cancel')}
    </button>
  )
  if (state.state === 'planning')
    return (
      <p class="busy" role="status">
        {t('offline.planning')} {cancel}
      </p>
    )
  if (state.state === 'offered')
    return (
      <div class="note" role="status">
        <p>{t('offline.offer', { name: state.offer.name, size: bytesText(language.value, state.offer.bytes) })}</p>
        <div class="row">
          <button type="button" class="main" onClick={() => void keepArea(state.offer)}>
            {t('offline.keep')}
          </button>
          {cancel}
        </div>
      </div>
    )
  const { doneBytes, bytes } = state
  return (
    <div role="status">
      <progress value={doneBytes} max={bytes} aria-label={t('offline.keeping')} />
      <p>
        {t('offline.done', { done: bytesText(language.value, doneBytes), all: bytesText(language.value, bytes) })}{' '}
        {cancel}
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function offer(name: string | null, box: AreaBox): void {
  const [lon, lat] = middleOfBox(box)
  const place = `${num(lat, 2)}, ${num(lon, 2)}`
  void offerArea(name || t('offline.around', { place }), box)
}

function around([west, south, east, north]: AreaBox): AreaBox {
  const sideways = MARGIN_DEG / Math.max(0.1, Math.cos((south * Math.PI) / 180))
  return [west - sideways, south - MARGIN_DEG, east + sideways, north + MARGIN_DEG]
}
