// Over the map while an area to avoid is drawn: what to do, and every step as a button, too. Corners may be set at the
// middle of the map, which the arrow keys move.

import { useEffect, useRef } from 'preact/hooks'
import { addCorner, endSketch, finishSketch, sketch, sketchFault, takeCornerBack } from '../state/area-sketch.ts'
import { MAX_AREAS, MAX_CORNERS, MIN_CORNERS } from '../plan/avoid.ts'
import { t } from '../i18n/t.ts'
import { camera } from '../plan/session.ts'

export function SketchBar() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const count = sketch.value?.length ?? 0
  const fault = sketchFault.value
  const here = () => {
    const at = camera.peek()
    if (at !== null) addCorner([at.lon, at.lat])
  }
  return (
    <>
      <i class="sketch-cross" aria-hidden="true" />
      <section
        class="sketch-bar"
        aria-label={t('sketch.label')}
        ref={box}
        onKeyDown={(event) => event.key === 'Escape' && endSketch()}
      >
        <p>
          {t('sketch.hint')} {count > 0 && <b>{t('sketch.count', { count })}</b>}
        </p>
        {fault !== null && (
          <p class="note note-bad" role="alert">
            {t(`sketch.${fault}`, { corners: MAX_CORNERS, areas: MAX_AREAS })}
          </p>
        )}
        <div class="row">
          <button type="button" onClick={here}>
            {t('sketch.here')}
          </button>
          <button type="button" disabled={count === 0} onClick={takeCornerBack}>
            {t('sketch.back')}
          </button>
          <button type="button" class="main" disabled={count < MIN_CORNERS} onClick={finishSketch}>
            {t('sketch.done')}
          </button>
          <button type="button" onClick={endSketch}>
            {t('sketch.cancel')}
          </button>
        </div>
      </section>
    </>
  )
}
