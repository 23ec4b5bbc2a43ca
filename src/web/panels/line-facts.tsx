// The facts of a line, whatever it came from: length, climb, time with its band, what to look out for, what is not
// known, surfaces and grades. Hazards and unknowns are shown as plainly as the rest; what is missing is said, never
// left blank.

import { serviceSaid } from '../service-said.ts'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { kindLengths, kindPieces, KIND_COLOURS } from '../line-features.ts'
import { hazardsShown } from '../map-content.ts'
import type { Colouring } from '../plan.ts'
import { km, m, percent, t, tCode, time } from '../say.ts'
import { changePlan, hoverM, mapCommand, marked, plan } from '../session.ts'
import { pointAt } from '../shown-line.ts'
import type { ShownLine } from '../shown-line.ts'
import { language } from '../look.ts'
import { hasWords } from '../words/words.ts'
import { AssumedDots, KindSwatch, Swatch } from './line-marks.tsx'

interface Note {
  code: string
  message: string
  location?: [number, number] | null
}

export interface LineFactsProps {
  line: ShownLine
  distanceM: number
  ascentM: number | null
  descentM: number | null
  time: {
    movingS: number
    band50S: (number | null)[] | null
    band80S: (number | null)[] | null
    errorPct: number | null
    scope: string
    outsideCalibrationM: number
  } | null
  surfaces: { assumedM: number | null } | null
  hazards: readonly { kind: string; fromM: number; toM: number; lengthM: number }[] | null
  warnings: readonly Note[] | null
  unknowns: readonly Note[]
}

export function LineFacts({
  line,
  distanceM,
  ascentM,
  descentM,
  time: moving,
  surfaces,
  hazards,
  warnings,
  unknowns,
}: LineFactsProps) {
  useEffect(() => {
    hazardsShown.value = hazards ?? []
    return () => (hazardsShown.value = [])
  }, [hazards])
  const band = moving?.band80S ?? moving?.band50S ?? null
  return (
    <>
      <dl class="figures">
        <div>
          <dt>{t('facts.distance')}</dt>
          <dd>{km(distanceM)}</dd>
        </div>
        <div>
          <dt>{t('facts.ascent')}</dt>
          <dd class={ascentM === null ? 'unknown' : ''}>{m(ascentM)}</dd>
        </div>
        <div>
          <dt>{t('facts.descent')}</dt>
          <dd class={descentM === null ? 'unknown' : ''}>{m(descentM)}</dd>
        </div>
        <div>
          <dt>{t('facts.time')}</dt>
          <dd class={moving === null ? 'unknown' : ''}>{moving === null ? t('unknown') : time(moving.movingS)}</dd>
        </div>
      </dl>
      {moving === null ? (
        <p class="hint">{t('facts.noTime')}</p>
      ) : (
        <p class="hint" title={moving.scope}>
          {band === null
            ? t('facts.noBand')
            : t(moving.band80S !== null ? 'facts.band80' : 'facts.band50', {
                low: time(band[0]),
                high: time(band[1]),
              })}{' '}
          {moving.outsideCalibrationM > 0 && t('facts.outside', { length: km(moving.outsideCalibrationM) })}
        </p>
      )}
      <KindBar
        line={line}
        colouring="surface"
        title={t('facts.surfaces')}
        note={(surfaces?.assumedM ?? 0) > 0 ? t('facts.assumed', { length: km(surfaces!.assumedM!) }) : null}
      />
      {(line.grades !== null || plan.value.settings.profile !== 'BIKE') && (
        <KindBar line={line} colouring="sac" title={t('facts.grades')} note={null} />
      )}
      <CareList line={line} hazards={hazards} warnings={warnings} unknowns={unknowns} />
    </>
  )
}

/** The warning that says the same as hazards of a kind. */
const HAZARD_WARNINGS: Record<string, string> = { FORD: 'FORD', AID: 'AIDED_PASSAGE', VIA_FERRATA: 'VIA_FERRATA' }

/** Without those that say what the hazards say themselves, with the place. */
export function warningsBeside({ hazards, warnings }: Pick<LineFactsProps, 'hazards' | 'warnings'>): Note[] {
  const kinds = new Set(hazards?.map(({ kind }) => HAZARD_WARNINGS[kind]))
  return (warnings ?? []).filter(({ code }) => !kinds.has(code))
}

function groupByKind<Item extends { kind: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(item.kind, [...(groups.get(item.kind) ?? []), item])
  return groups
}

function CareList({
  line,
  hazards,
  warnings,
  unknowns,
}: Pick<LineFactsProps, 'line' | 'hazards' | 'warnings' | 'unknowns'>) {
  const show = (fromM: number) => {
    const [lon, lat] = pointAt(line, fromM)
    hoverM.value = fromM
    mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 }
  }
  const told = warningsBeside({ hazards, warnings })
  const quiet = hazards?.length === 0 && warnings?.length === 0
  return (
    <section class="care" aria-label={t('care.label')}>
      <h2>{t('care.title')}</h2>
      {quiet && <p class="hint">{t('care.none')}</p>}
      <ul>
        {told.map((one) => (
          <li key={one.code + one.message} class="warn">
            <NoteText note={one} prefix="warning" />
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
        <ul>
          {unknowns.map((one) => (
            <li key={one.code + one.message} class="dim">
              <NoteText note={one} prefix="unknownCode" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The sentence of the service with its figures; where it is not known in the language, our own words for its code. */
export function NoteText({ note, prefix }: { note: Note; prefix: 'warning' | 'unknownCode' }) {
  const said = serviceSaid(note.message)
  if (said.language === language.value || !hasWords(`${prefix}.${note.code}`))
    return <span lang={said.language}>{said.text}</span>
  return (
    <span>
      {tCode(prefix, note.code)} <small lang={said.language}>{said.text}</small>
    </span>
  )
}

/** A bar of the kinds along the line, in its order, with their sums; the one that colours the map is marked. */
function KindBar({
  line,
  colouring,
  title,
  note,
}: {
  line: ShownLine
  colouring: Colouring
  title: string
  note: string | null
}) {
  const pieces = kindPieces(line, colouring)
  const sums = kindLengths(pieces)
  const chosen = plan.value.colouring === colouring
  return (
    <section class="kinds">
      <h2>
        {title}{' '}
        <button
          type="button"
          class="quiet"
          aria-pressed={chosen}
          onClick={() => changePlan((old) => ({ ...old, colouring }), { undoable: false })}
        >
          {t(chosen ? 'kinds.onMap' : 'kinds.toMap')}
        </button>
      </h2>
      <svg
        class="bar"
        viewBox="0 0 1000 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={sums.map(({ kind, lengthM }) => `${t(`line.${kind}`)} ${km(lengthM)}`).join(', ')}
      >
        {pieces.map(({ fromM, toM, kind, isAssumed }) => (
          <Fragment key={fromM}>
            <rect
              x={(fromM / line.lengthM) * 1000}
              width={((toM - fromM) / line.lengthM) * 1000}
              height={10}
              fill={KIND_COLOURS[kind]}
              class={kind === 'UNKNOWN' ? 'unknown' : ''}
            />
            {isAssumed && (
              <AssumedDots fromPx={(fromM / line.lengthM) * 1000} toPx={(toM / line.lengthM) * 1000} y={5} />
            )}
          </Fragment>
        ))}
      </svg>
      <ul class="legend">
        {sums.map(({ kind, lengthM }) => (
          <li key={kind}>
            <KindSwatch kind={kind} />
            {t(`line.${kind}`)} <b>{km(lengthM)}</b> <small>{percent(lengthM / line.lengthM)}</small>
          </li>
        ))}
      </ul>
      {note !== null && (
        <p class="hint">
          <Swatch colour={KIND_COLOURS.NONE} dotted /> {note}
        </p>
      )}
    </section>
  )
}
