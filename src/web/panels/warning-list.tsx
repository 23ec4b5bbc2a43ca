// Hazards and unknowns along a line. Hazards and unknowns are shown as plainly as the
// rest.

import type { SentSentence } from '../i18n/speech.ts'
import { km, t, tCode } from '../i18n/t.ts'
import { hoverM, mapCommand, marked } from '../plan/session.ts'
import { pointAt, type ShownLine } from '../line/shown-line.ts'
import { ServiceWords } from './failure-note.tsx'

interface Note {
  code: string
  message: SentSentence
  location?: [number, number] | null
}

export interface WarningProps {
  line: ShownLine
  hazards: readonly { kind: string; fromM: number; toM: number; lengthM: number }[] | null
  warnings: readonly Note[] | null
  unknowns: readonly Note[]
}

/** The warning that says the same as hazards of a kind. */
const HAZARD_WARNINGS: Record<string, string> = { FORD: 'FORD', AID: 'AIDED_PASSAGE', VIA_FERRATA: 'VIA_FERRATA' }

/** Without those that say what the hazards say themselves, with the place. */
export function warningsBeside({ hazards, warnings }: Pick<WarningProps, 'hazards' | 'warnings'>): Note[] {
  const kinds = new Set(hazards?.map(({ kind }) => HAZARD_WARNINGS[kind]))
  return (warnings ?? []).filter(({ code }) => !kinds.has(code))
}

interface Beside {
  time: { outsideCalibrationM: number } | null
  surfaces: { assumedM: number | null } | null
}

/** Without those that stand beside the figure that they are about: under the time, and under the bar of surfaces. */
export function unknownsBeside({ unknowns, time, surfaces }: Pick<WarningProps, 'unknowns'> & Beside): Note[] {
  const shown = new Set([
    ...((time?.outsideCalibrationM ?? 0) > 0 ? ['TIME_OUTSIDE_CALIBRATION'] : []),
    ...((surfaces?.assumedM ?? 0) > 0 ? ['SURFACE_ASSUMED'] : []),
  ])
  return unknowns.filter(({ code }) => !shown.has(code))
}

function groupByKind<Item extends { kind: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(item.kind, [...(groups.get(item.kind) ?? []), item])
  return groups
}

export function WarningList({ line, hazards, warnings, unknowns }: WarningProps) {
  const show = (fromM: number) => {
    const [lon, lat] = pointAt(line, fromM)
    hoverM.value = fromM
    mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 }
  }
  const shown = warningsBeside({ hazards, warnings })
  const quiet = hazards?.length === 0 && warnings?.length === 0
  return (
    <section class="care" aria-label={t('care.label')}>
      <h2>{t('care.title')}</h2>
      {quiet && <p class="hint">{t('care.none')}</p>}
      <ul>
        {shown.map((one, i) => (
          <li key={i} class="warn">
            <ServiceWords says={one.message} />
            {one.location != null && (
              <button
                type="button"
                class="quiet"
                onClick={() =>
                  (mapCommand.value = { kind: 'fly', lon: one.location![0], lat: one.location![1], zoom: 15 })
                }
              >
                {t('care.show')}
              </button>
            )}
          </li>
        ))}
        {[...groupByKind(hazards ?? [])].map(([kind, group]) => (
          <li key={kind} class="hazard">
            <span>
              <b>{tCode('hazard', kind)}</b> {group.length > 1 && t('care.times', { count: group.length })}{' '}
              {group.map((one) => (
                <button
                  key={one.fromM}
                  type="button"
                  class="quiet place-on-line"
                  title={t('care.show')}
                  onMouseEnter={() => (marked.value = one)}
                  onMouseLeave={() => (marked.value = null)}
                  onFocus={() => (marked.value = one)}
                  onBlur={() => (marked.value = null)}
                  onClick={() => show(one.fromM)}
                >
                  {t('care.at', { place: km(one.fromM) })}
                  {one.lengthM > 0 ? `, ${t('care.long', { length: km(one.lengthM) })}` : ''}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <h2>{t('unknowns.title')}</h2>
      {unknowns.length === 0 ? (
        <p class="hint">{t('unknowns.none')}</p>
      ) : (
        <UnknownList unknowns={unknowns} item="dim" />
      )}
    </section>
  )
}

export function UnknownList({ unknowns, list, item }: { unknowns: readonly Note[]; list?: string; item?: string }) {
  return (
    <ul class={list}>
      {unknowns.map((one, i) => (
        <li key={i} class={item}>
          <ServiceWords says={one.message} />
        </li>
      ))}
    </ul>
  )
}
