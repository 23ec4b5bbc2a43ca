// A signed trail as the panel lists it, and its card: the painted sign, length, climb, moving time and hardest grade,
// stages, surfaces, gaps. What is untagged or missing is said.

import { useSignal } from '@preact/signals'
import { valueOf } from '../api/resource.ts'
import { askTrailFile } from '../files/line-file.ts'
import { fileName } from '../files/save-file.ts'
import { isPhone } from '../i18n/preferences.ts'
import { spokenSign } from '../i18n/speech.ts'
import { km, m, t, tCode, time } from '../i18n/t.ts'
import { type FollowedTrail, TRAIL_WAYS } from '../plan/plan.ts'
import { lines } from '../plan/session.ts'
import { followTrail } from '../state/follow-trail.ts'
import type { LineKind } from '../map/palette.ts'
import { picked } from '../state/map-content.ts'
import { refBeside } from '../state/same-trail.ts'
import { type TrailDetails, type TrailsAnswer, trail } from '../state/view-session.ts'
import { Chart } from './chart.tsx'
import { AnswerNote } from './failure-note.tsx'
import { FileDownload } from './file-download.tsx'
import { SnowFold } from './folds.tsx'
import { Figure, Kinds } from './line-facts.tsx'
import { Name, PlaceLine } from './name.tsx'
import { Choice } from './settings-form.tsx'
import { paintedSign } from '../line/painted-sign.ts'
import { hardestGradeOf } from '../line/trail-grade.ts'

type ListedTrail = Pick<
  TrailsAnswer['edges'][number]['node'],
  'osmRelation' | 'name' | 'ref' | 'lengthM' | 'elevation' | 'hardestGrade' | 'grades' | 'roadM'
>

function gradeText(grade: ReturnType<typeof hardestGradeOf>): string {
  if (grade === null) return t('trail.ungraded')
  return grade === 'VIA_FERRATA' || grade === 'NONE' ? t(`line.${grade}`) : grade
}

export function TrailButton({ trail }: { trail: ListedTrail }) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={picked.value?.id === trail.osmRelation}
      onClick={() => (picked.value = { kind: 'trail', id: trail.osmRelation })}
    >
      <b>
        <Name of={trail.name ?? trail.ref} />
      </b>{' '}
      <small>
        {[
          refBeside(trail),
          km(trail.lengthM),
          `↑ ${m(trail.elevation?.ascentM ?? null)}`,
          gradeText(hardestGradeOf(trail)),
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </small>
    </button>
  )
}

/**
 * A signed trail: length, climb, grades, surfaces, gaps. What is untagged or missing is said; gaps are never closed.
 */
export function TrailDetailsView() {
  const answer = trail.answer.value
  const found = valueOf(answer)
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      <AnswerNote answer={answer} failed="trail.failed" />
      {found !== null && <Card trail={found} />}
    </section>
  )
}

function Card({ trail: found }: { trail: TrailDetails }) {
  const hardest = hardestGradeOf(found)
  return (
    <>
      <h2>
        {found.symbol !== null && <DrawnSign symbol={found.symbol} />}
        <Name of={found.name ?? found.ref} /> {refBeside(found) !== null && <small>{refBeside(found)}</small>}
      </h2>
      <p>
        {[
          tCode('trailType', found.type),
          found.level === null ? null : tCode('level', found.level),
          found.loop
            ? t('trail.loop')
            : [found.fromName, found.toName].filter((name) => name !== null).join(' – ') || null,
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </p>
      <dl class="figures">
        <Figure name="facts.distance" of={found.lengthM} text={km} />
        <Figure name="facts.ascent" of={found.elevation?.ascentM ?? null} text={m} />
        <Figure name="facts.descent" of={found.elevation?.descentM ?? null} text={m} />
        <Figure name="trail.highest" of={found.elevation?.maxM ?? null} text={m} />
        <Figure name="facts.time" of={found.time?.movingS ?? null} text={time} />
        <div>
          <dt>{t('alternatives.hardest')}</dt>
          <dd class={hardest === null ? 'unknown' : ''}>{gradeText(hardest)}</dd>
        </div>
      </dl>
      <TimeNote of={found} />
      <FollowButton osmRelation={found.osmRelation} name={found.name ?? found.ref} />
      {isPhone.value && lines.view.value !== null && <Chart />}
      <TrailKinds title="facts.surfaces" sums={surfaceSums(found)} />
      <TrailKinds title="facts.grades" sums={gradeSums(found)} />
      {found.gapsM.length > 0 && (
        <p class="note">
          {t('trail.gaps', { count: found.gapsM.length, length: km(found.gapsM.reduce((sum, gap) => sum + gap, 0)) })}
        </p>
      )}
      {found.missingWayCount > 0 && <p class="note">{t('trail.missing', { count: found.missingWayCount })}</p>}
      <p class="hint">
        {t('trail.symbol')} {found.symbol === null ? t('unknown') : spokenSign(found.symbol)} · {t('trail.operator')}{' '}
        {found.operator ?? t('unknown')}
      </p>
      <TrailsBeside title="trail.stages" of={found.stages} />
      <TrailsBeside title="trail.stageOf" of={found.stageOf} />
      <FileDownload
        of={found}
        name={fileName(found.name ?? found.ref ?? '', 'trail')}
        make={(format, stop) => askTrailFile(found.osmRelation, format, stop)}
      />
      {found.places !== null && found.places.edges.length > 0 && (
        <>
          <h3>{t('company.places')}</h3>
          <ul class="list">
            {found.places.edges.map(({ node, atM }) => (
              <li key={node.id}>
                <PlaceLine place={node} where={atM === null ? null : t('care.at', { place: km(atM) })} />
              </li>
            ))}
          </ul>
          {found.places.pageInfo.hasNextPage && <p class="note">{firstPlaces(found.places)}</p>}
        </>
      )}
      {lines.view.value !== null && <SnowFold line={lines.view.value} />}
    </>
  )
}

function TimeNote({ of: { time: moving, timeUnknown } }: { of: TrailDetails }) {
  if (moving === null) return timeUnknown === null ? null : <p class="hint">{tCode('trailTime', timeUnknown)}</p>
  const band = moving.band80 ?? moving.band50
  if (band === null) return <p class="hint">{t('facts.noBand')}</p>
  const key = moving.band80 === null ? 'facts.band50' : 'facts.band80'
  return <p class="hint">{t(key, { low: time(band.lowS), high: time(band.highS) })}</p>
}

/** Its stages, or what it is a stage of. */
function TrailsBeside({ title, of: list }: { title: 'trail.stages' | 'trail.stageOf'; of: TrailDetails['stages'] }) {
  if (list === null || list.nodes.length === 0) return null
  return (
    <section class="stages">
      <h3>{t(title)}</h3>
      <ol class="list">
        {list.nodes.map((one) => (
          <li key={one.osmRelation}>
            <TrailButton trail={one} />
          </li>
        ))}
      </ol>
      {list.pageInfo.hasNextPage && <p class="note">{t('trail.stagesMore')}</p>}
    </section>
  )
}

/** Of a list that is cut, how many of how many it has. */
function firstPlaces({ edges, totalCount }: NonNullable<TrailDetails['places']>): string {
  return totalCount === null
    ? t('trail.somePlaces')
    : t('trail.firstPlaces', { count: edges.length, total: totalCount })
}

type KindSum = readonly [kind: LineKind, lengthM: number]

/** Each kind by its sum: where along the trail it is was not requested. */
function TrailKinds({ title, sums }: { title: 'facts.surfaces' | 'facts.grades'; sums: readonly KindSum[] }) {
  let atM = 0
  const pieces = sums
    .filter(([, lengthM]) => lengthM > 0)
    .map(([kind, lengthM]) => ({ kind, fromM: atM, toM: (atM += lengthM) }))
  return (
    <section class="kinds">
      <h3>{t(title)}</h3>
      {atM > 0 ? <Kinds pieces={pieces} lengthM={atM} /> : <p class="hint unknown">{t('unknown')}</p>}
    </section>
  )
}

function surfaceSums({ surfaces }: TrailDetails): KindSum[] {
  if (surfaces === null) return []
  const { pavedM, gravelM, trailM, unknownM } = surfaces
  return [
    ['PAVED', pavedM],
    ['GRAVEL', gravelM],
    ['TRAIL', trailM],
    ['UNKNOWN', unknownM],
  ]
}

/** From what takes no grade to the hardest; what is untagged at the end. */
function gradeSums({ grades, roadM }: TrailDetails): KindSum[] {
  const known = grades.filter(({ grade }) => grade !== null).map(({ grade, lengthM }): KindSum => [grade!, lengthM])
  const untaggedM = grades.filter(({ grade }) => grade === null).reduce((sum, { lengthM }) => sum + lengthM, 0)
  return [['NONE', roadM ?? 0], ...known, ['UNKNOWN', untaggedM]]
}

/** The way from a trail to a route that follows it, whole, one way round or the other. */
function FollowButton({ osmRelation, name }: { osmRelation: number; name: string | null }) {
  const way = useSignal<FollowedTrail['way']>('FORWARD')
  return (
    <div class="fields">
      <Choice
        label={t('follow.way')}
        value={way.value}
        options={TRAIL_WAYS.map((one): [string, string] => [one, t(`trailWay.${one}`)])}
        onChange={(chosen) => (way.value = chosen as FollowedTrail['way'])}
      />
      <button type="button" class="main" onClick={() => followTrail({ trail: osmRelation, way: way.value }, name)}>
        {t('follow.whole')}
      </button>
    </div>
  )
}

/**
 * The painted sign of a trail as it looks on a tree; nothing where it cannot be drawn whole.
 */
function DrawnSign({ symbol }: { symbol: string }) {
  const sign = paintedSign(symbol)
  if (sign === null) return null
  return (
    <svg class="sign" viewBox="0 0 20 20" role="img" aria-label={spokenSign(symbol)}>
      {sign.shapes.map(({ path, colour, isOutline }) => (
        <path
          key={path}
          d={path}
          fill={isOutline ? 'none' : colour}
          stroke={isOutline ? colour : 'none'}
          stroke-width="3"
        />
      ))}
      {sign.text !== null && (
        <text x="10" y="14" text-anchor="middle" fill={sign.text.colour} font-size={sign.text.text.length > 2 ? 8 : 11}>
          {sign.text.text}
        </text>
      )}
    </svg>
  )
}
