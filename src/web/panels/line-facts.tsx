// The facts of a line, whatever it came from: length, climb, time with its band, what to look out for, what is not
// known, surfaces and grades. Hazards and unknowns are shown as plainly as the rest; what is missing is said, never
// left blank.

import { ALTERNATIVE_COLOURS, KIND_COLOURS, type LineKind } from '../map/palette.ts'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { kindLengths, kindPieces, type KindPiece } from '../map/line-features.ts'
import { hazardsShown, pointedRoute } from '../state/map-content.ts'
import type { Colouring } from '../plan/plan.ts'
import { type SentSentence, spoken } from '../i18n/speech.ts'
import { aloud, km, m, percent, t, time } from '../i18n/t.ts'
import { changePlan, plan } from '../plan/session.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { unknownsBeside, WarningList, type WarningProps } from './warning-list.tsx'
import type { PlainKey } from '../i18n/words.ts'

export interface LineFactsProps extends WarningProps {
  lengthM: number
  elevation: { ascentM: number; descentM: number } | null
  time: {
    movingS: number
    band50: { lowS: number; highS: number } | null
    band80: { lowS: number; highS: number } | null
    errorPct: number | null
    scope: SentSentence | string
    outsideCalibrationM: number
  } | null
  surfaces: { assumedM: number | null } | null
  /** of a recording, rests included */
  recordedS?: number | null
}

export function LineFacts(props: LineFactsProps) {
  return (
    <>
      <LineFigures {...props} />
      <LineDetails {...props} />
    </>
  )
}

/** One figure of a `dl`; null is unknown. */
export function Figure({ name, of, text }: { name: PlainKey; of: number | null; text: typeof km }) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd class={of === null ? 'unknown' : ''} aria-label={of === null ? undefined : aloud(text, of)}>
        {text(of)}
      </dd>
    </div>
  )
}

export function LineFigures({ lengthM, elevation, time: moving, recordedS = null }: LineFactsProps) {
  const band = moving?.band80 ?? moving?.band50 ?? null
  return (
    <>
      <dl class="figures">
        <Figure name="facts.distance" of={lengthM} text={km} />
        <Figure name="facts.ascent" of={elevation?.ascentM ?? null} text={m} />
        <Figure name="facts.descent" of={elevation?.descentM ?? null} text={m} />
        <Figure name="facts.time" of={moving?.movingS ?? null} text={time} />
        {recordedS !== null && <Figure name="facts.recorded" of={recordedS} text={time} />}
      </dl>
      {moving === null ? (
        <p class="hint">{t('facts.noTime')}</p>
      ) : (
        <p class="hint" title={spoken(moving.scope).text}>
          {band === null
            ? t('facts.noBand')
            : t(moving.band80 !== null ? 'facts.band80' : 'facts.band50', {
                low: time(band.lowS),
                high: time(band.highS),
              })}{' '}
          {moving.outsideCalibrationM > 0 && t('facts.outside', { length: km(moving.outsideCalibrationM) })}
        </p>
      )}
    </>
  )
}

/** What it leads over, and what to look out for, which the map and the chart show as well. */
export function LineDetails({ line, time, surfaces, hazards, warnings, unknowns }: LineFactsProps) {
  useEffect(() => {
    hazardsShown.value = hazards ?? []
    return () => (hazardsShown.value = [])
  }, [hazards])
  return (
    <>
      <KindBar
        line={line}
        colouring="surface"
        title={t('facts.surfaces')}
        note={(surfaces?.assumedM ?? 0) > 0 ? t('facts.assumed', { length: km(surfaces!.assumedM!) }) : null}
      />
      {(hasGrades(line) || plan.value.settings.profile !== 'BIKE') && (
        <KindBar line={line} colouring="sac" title={t('facts.grades')} note={null} />
      )}
      <WarningList
        line={line}
        hazards={hazards}
        warnings={warnings}
        unknowns={unknownsBeside({ unknowns, time, surfaces })}
      />
    </>
  )
}

/** By bicycle, roads alone are not worth a bar. */
const hasGrades = ({ grades }: ShownLine): boolean => grades !== null && grades.length > 0

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
      <Kinds pieces={pieces} lengthM={line.lengthM} />
      {note !== null && (
        <p class="hint">
          <Swatch colour={KIND_COLOURS.NONE} dotted /> {note}
        </p>
      )}
    </section>
  )
}

/** A bar of kinds with their sums below it. */
export function Kinds({ pieces, lengthM: wholeM }: { pieces: readonly KindPiece[]; lengthM: number }) {
  const sums = kindLengths(pieces)
  return (
    <>
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
              x={(fromM / wholeM) * 1000}
              width={((toM - fromM) / wholeM) * 1000}
              height={10}
              fill={KIND_COLOURS[kind]}
              class={kind === 'UNKNOWN' ? 'unknown' : ''}
            />
            {isAssumed && <AssumedDots fromPx={(fromM / wholeM) * 1000} toPx={(toM / wholeM) * 1000} y={5} />}
          </Fragment>
        ))}
      </svg>
      <ul class="legend">
        {sums.map(({ kind, lengthM }) => (
          <li key={kind}>
            <KindSwatch kind={kind} />
            {t(`line.${kind}`)} <b>{km(lengthM)}</b> <small>{percent(lengthM / wholeM)}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * How kinds of stretch are distinguished beside the map: the sign of a legend, and the dots on what is assumed. The
 * line as the map draws it: broken where it is unknown, dotted where it is assumed.
 */
function Swatch({ colour, broken = false, dotted = false }: { colour: string; broken?: boolean; dotted?: boolean }) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line
        x1="1"
        x2="23"
        y1="4"
        y2="4"
        stroke={colour}
        stroke-width="6"
        stroke-dasharray={broken ? '5 4' : undefined}
      />
      {dotted && <AssumedDots fromPx={1} toPx={23} y={4} />}
    </svg>
  )
}

export function KindSwatch({ kind }: { kind: LineKind }) {
  return <Swatch colour={KIND_COLOURS[kind]} broken={kind === 'UNKNOWN'} />
}

/** The entry of a legend for the dots, where there are any. */
export function AssumedEntry({ pieces }: { pieces: readonly KindPiece[] }) {
  if (!pieces.some(({ isAssumed }) => isAssumed)) return null
  return (
    <li>
      <Swatch colour={KIND_COLOURS.NONE} dotted />
      {t('legend.assumed')}
    </li>
  )
}

/** Along the middle of a bar; as large on the screen however it is stretched. */
export function AssumedDots({ fromPx, toPx, y }: { fromPx: number; toPx: number; y: number }) {
  const [x1, x2] = fromPx + DOT_PX < toPx - DOT_PX ? [fromPx + DOT_PX, toPx - DOT_PX] : [fromPx, toPx]
  return <line class="assumed" x1={x1} x2={x2} y1={y} y2={y} vector-effect="non-scaling-stroke" />
}

const DOT_PX = 1.5

/** The number of an alternative or a loop as the map has it. `index`: in the answer, which decides the colour. */
export function RouteNumber({ number, index }: { number: number; index: number }) {
  return (
    <b class="route-number" style={{ background: ALTERNATIVE_COLOURS[index % ALTERNATIVE_COLOURS.length] }}>
      <span class="sr-only">{t('alternatives.other')} </span>
      {number}
    </b>
  )
}

/** What is pointed at in a list stands out on the map. */
export function pointing(index: number) {
  const point = () => void (pointedRoute.value = index)
  const leave = () => void (pointedRoute.value = null)
  return { onMouseEnter: point, onMouseLeave: leave, onFocusCapture: point, onBlurCapture: leave }
}
