// The figures of what is being measured, and the way to take back, close, begin again and end, also without the map.

import { useEffect, useRef } from 'preact/hooks'
import { areaText } from '../i18n/format.ts'
import { language, sheet } from '../i18n/preferences.ts'
import {
  addMeasured,
  closeMeasured,
  measured,
  measuring,
  startMeasuring,
  stopMeasuring,
  undoMeasured,
} from '../state/measure-session.ts'
import { km, num, t } from '../i18n/t.ts'
import { camera } from '../plan/session.ts'

export function MeasureCard() {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.querySelector<HTMLButtonElement>('.row button')?.focus()
    // on a phone the map needs the room
    const before = sheet.peek()
    sheet.value = 'low'
    return () => {
      sheet.value = before
    }
  }, [])
  const now = measuring.value
  const figures = measured.value
  if (now === null || figures === null) return null
  const { points, closed } = now
  const addHere = () => {
    const here = camera.peek()
    if (here !== null) addMeasured([here.lon, here.lat])
  }
  const end = () => {
    stopMeasuring()
    document.querySelector<HTMLElement>('.map-buttons [aria-keyshortcuts=m]')?.focus()
  }
  return (
    <section
      class="here-card measure-card"
      aria-label={t('measure.title')}
      ref={card}
      onKeyDown={(event) => event.key === 'Escape' && end()}
    >
      <button type="button" class="quiet close" aria-label={t('close')} onClick={end}>
        ×
      </button>
      <h2>{t('measure.title')}</h2>
      <p class="hint">{t(points.length === 0 ? 'measure.hint' : 'measure.straight')}</p>
      {points.length > 1 && (
        <p role="status">
          <b>{km(figures.lengthM)}</b>
          {closed ? ` ${t('measure.around')}` : ''}
          {!closed && points.length > 2 && figures.last !== null && (
            <small>
              {' '}
              {t('measure.last', { length: km(figures.last.lengthM), bearing: num(figures.last.bearingDeg) })}
            </small>
          )}
          {closed && (
            <>
              {' · '}
              {figures.areaM2 === null ? (
                <span class="unknown">{t('measure.crosses')}</span>
              ) : (
                <b>{areaText(language.value, figures.areaM2)}</b>
              )}
            </>
          )}
        </p>
      )}
      <div class="row">
        <button type="button" onClick={addHere}>
          {t('waypoints.addHere')}
        </button>
        <button type="button" disabled={points.length === 0} onClick={undoMeasured}>
          {t('undo')}
        </button>
        <button type="button" disabled={closed || points.length < 3} onClick={closeMeasured}>
          {t('measure.close')}
        </button>
        <button type="button" disabled={points.length === 0} onClick={startMeasuring}>
          {t('clear')}
        </button>
      </div>
    </section>
  )
}
