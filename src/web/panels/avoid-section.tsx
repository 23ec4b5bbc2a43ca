// What no route may use: areas drawn on the map, listed and taken out here, and kinds of way.

import { sketch, startSketch } from '../state/area-sketch.ts'
import { areaM2 } from '../line/measure.ts'
import { AVOID_KINDS, type Area, type AvoidWish, NOTHING_AVOIDED } from '../plan/avoid.ts'
import { num, t, tCode } from '../i18n/t.ts'
import { announce, changePlan, mapCommand, plan } from '../plan/session.ts'
import { boxOf } from '../line/shown-line.ts'

export function AvoidSection() {
  const { avoid } = plan.value
  const set = (change: (old: AvoidWish) => AvoidWish) => changePlan((old) => ({ ...old, avoid: change(old.avoid) }))
  const remove = (index: number) => {
    set((old) => ({ ...old, areas: old.areas.filter((_, i) => i !== index) }))
    announce(t('avoid.removed', { number: index + 1 }))
  }
  return (
    <details class="settings avoid">
      <summary>
        {t('avoid.title')} <small>{summary(avoid)}</small>
      </summary>
      <fieldset class="chips">
        <legend>{t('avoid.kinds')}</legend>
        {AVOID_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={avoid.kinds.includes(kind)}
              onChange={() =>
                set((old) => ({
                  ...old,
                  kinds: AVOID_KINDS.filter((one) => old.kinds.includes(one) !== (one === kind)),
                }))
              }
            />
            <span>{t(`avoidKind.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <ul class="list areas" aria-label={t('avoid.areas')}>
        {avoid.areas.map((area, i) => (
          <li key={area.join()}>
            <button type="button" class="quiet" onClick={() => show(area)}>
              {t('avoid.area', { number: i + 1 })} <small>{areaText(area)}</small>
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={t('avoid.remove', { number: i + 1 })}
              title={t('avoid.remove', { number: i + 1 })}
              onClick={() => remove(i)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" disabled={sketch.value !== null} onClick={startSketch}>
          {t('avoid.draw')}
        </button>
        <button
          type="button"
          disabled={avoid.areas.length + avoid.kinds.length === 0}
          onClick={() => set(() => NOTHING_AVOIDED)}
        >
          {t('avoid.nothing')}
        </button>
      </div>
    </details>
  )
}

function show(area: Area): void {
  const box = boxOf(area)
  if (box !== null) mapCommand.value = { kind: 'fit', box }
}

function areaText(area: Area): string {
  const km2 = areaM2(area) / 1e6
  return `${num(km2, km2 < 10 ? 2 : 0)}\u00a0km²`
}

function summary({ areas, kinds }: AvoidWish): string {
  const words = [
    ...(areas.length === 0 ? [] : [t('avoid.count', { count: areas.length })]),
    ...kinds.map((kind) => tCode('avoidKind', kind)),
  ]
  return words.length === 0 ? t('avoid.none') : words.join(' · ')
}
