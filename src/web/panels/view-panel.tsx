// Outdoor places and signed trails in view, as a list beside the map, and the details of the one that was picked.

import { effect, untracked, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Figure } from './line-facts.tsx'
import { AnswerNote } from './failure-note.tsx'
import { QuerySection } from './query-section.tsx'
import { valueOf } from '../api/resource.ts'
import { hasSheet, isPhone } from '../i18n/preferences.ts'
import { picked } from '../state/map-content.ts'
import { km, m, num, t, tCode } from '../i18n/t.ts'
import { changePlan, lines, mapCommand, viewBox } from '../plan/session.ts'
import { groupSameTrails, refBeside } from '../state/same-trail.ts'
import { placeColour, PLACE_GROUPS } from '../line/place-groups.ts'
import {
  type TrailDetails,
  type TrailsAnswer,
  followView,
  groups,
  lookHere,
  places,
  tooWide,
  trail,
  trails,
  withTrails,
} from '../state/view-session.ts'
import { type FollowedTrail, TRAIL_WAYS, withWaypoint } from '../plan/plan.ts'
import { PlaceTags } from './place-tags.tsx'
import { askTrailFile } from '../files/line-file.ts'
import { Chart } from './chart.tsx'
import { fileName } from '../files/save-file.ts'
import { FileDownload } from './file-download.tsx'
import { SnowFold } from './folds.tsx'
import { followTrail } from '../state/follow-trail.ts'
import { Choice } from './settings-form.tsx'
import { Name } from './name.tsx'
import { spokenSign } from '../i18n/speech.ts'

/** Longer lists help nobody; the map has them all. */
const LISTED = 60

export function ViewPanel() {
  useEffect(() => {
    const stop = followView()
    // the map may still be on its way
    const stopWaiting = effect(() => {
      if (
        viewBox.value !== null &&
        untracked(() => places.answer.value.state === 'idle' && trails.answer.value.state === 'idle')
      )
        untracked(() => lookHere({ keepsPicked: true }))
    })
    return () => {
      stop()
      stopWaiting()
    }
  }, [])
  useEffect(() => {
    if (picked.value !== null) showDetails()
  }, [picked.value])
  const toggle = (name: string) => {
    groups.value = groups.value.has(name)
      ? new Set([...groups.value].filter((one) => one !== name))
      : new Set([...groups.value, name])
    lookHere()
  }
  return (
    <>
      <fieldset class="chips">
        <legend>{t('view.what')}</legend>
        {PLACE_GROUPS.map(({ name }) => (
          <label key={name}>
            <input type="checkbox" checked={groups.value.has(name)} onChange={() => toggle(name)} />
            <span>{t(`group.${name}`)}</span>
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={withTrails.value}
            onChange={() => {
              withTrails.value = !withTrails.value
              lookHere()
            }}
          />
          <span>{t('group.trails')}</span>
        </label>
      </fieldset>
      <button type="button" class="main" onClick={() => lookHere()}>
        {t('view.look')}
      </button>
      {tooWide.value && (
        <p class="note" role="status">
          {t('view.tooWide')}
        </p>
      )}
      {picked.value?.kind === 'place' && <PlaceDetails id={picked.value.id} />}
      {picked.value?.kind === 'trail' && <TrailDetailsView />}
      <PlaceList />
      <TrailList />
      <QuerySection names={['PlacesInView', 'TrailsInView', 'TrailDetails']} />
    </>
  )
}

/** At the top of the panel, where a sheet has no room for more than them; else with what stands above. */
function showDetails(): void {
  const panel = document.getElementById('panel')
  const details = panel?.querySelector('.details')
  if (panel == null) return
  const isLow = hasSheet.peek() && details != null
  panel.scrollTo({
    top: isLow ? panel.scrollTop + details.getBoundingClientRect().top - panel.getBoundingClientRect().top - 8 : 0,
  })
}

function PlaceList() {
  const answer = places.answer.value
  const found = valueOf(answer)
  return (
    <section aria-label={t('view.places')}>
      <h2>
        {t('view.places')} {found !== null && <small>{num(found.edges.length)}</small>}
      </h2>
      <AnswerNote answer={answer} failed="view.placesFailed" onRetry={() => lookHere()} />
      {answer.state === 'idle' && (
        <p class="hint">{t(groups.value.size === 0 ? 'view.noneChosen' : 'view.notSearched')}</p>
      )}
      {found !== null && found.edges.length === 0 && <p class="hint">{t('view.noPlaces')}</p>}
      {found !== null && (found.truncated || found.pageInfo.hasNextPage) && (
        <p class="note">{t('view.more', { count: num(found.edges.length) })}</p>
      )}
      <ul class="list">
        {found?.edges.slice(0, LISTED).map(({ node }) => (
          <li key={node.placeId}>
            <button
              type="button"
              class="quiet"
              aria-pressed={picked.value?.id === node.placeId}
              onClick={() => (picked.value = { kind: 'place', id: node.placeId })}
            >
              <span class="dot" style={{ background: placeColour(node.kind) }} />
              <b>
                <Name of={node.name} />
              </b>{' '}
              <small>
                {node.kinds.map((kind) => tCode('kind', kind)).join(', ')}
                {node.elevationM === null ? '' : ` · ${m(node.elevationM)}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {found !== null && found.edges.length > LISTED && (
        <p class="hint">{t('view.listed', { count: num(found.edges.length - LISTED) })}</p>
      )}
    </section>
  )
}

function TrailList() {
  const answer = trails.answer.value
  const found = valueOf(answer)
  if (answer.state === 'idle') return null
  return (
    <section aria-label={t('view.trails')}>
      <h2>
        {t('view.trails')} {found !== null && <small>{num(found.edges.length)}</small>}
      </h2>
      <AnswerNote answer={answer} failed="view.trailsFailed" onRetry={() => lookHere()} />
      {found !== null && found.edges.length === 0 && <p class="hint">{t('view.noTrails')}</p>}
      {found !== null && (found.truncated || found.pageInfo.hasNextPage) && (
        <p class="note">{t('view.more', { count: num(found.edges.length) })}</p>
      )}
      <ul class="list">
        {groupSameTrails(found?.edges.map(({ node }) => node) ?? []).map(([first, ...others]) => (
          <li key={first.relationId}>
            <TrailButton trail={first} />
            {others.length > 0 && (
              <details class="same-trails">
                <summary>{t('view.sameTrails', { count: others.length })}</summary>
                {others.map((one) => (
                  <TrailButton key={one.relationId} trail={one} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TrailButton({ trail }: { trail: TrailsAnswer['edges'][number]['node'] }) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={picked.value?.id === trail.relationId}
      onClick={() => (picked.value = { kind: 'trail', id: trail.relationId })}
    >
      <b>
        <Name of={trail.name ?? trail.ref} />
      </b>{' '}
      <small>
        {[
          refBeside(trail),
          km(trail.distanceM),
          `↑ ${m(trail.ascentM)}`,
          trail.hardestGrade === null
            ? t(trail.grades.length === 0 && trail.roadM !== null && trail.roadM > 0 ? 'line.NONE' : 'trail.ungraded')
            : trail.hardestGrade === 'VIA_FERRATA'
              ? t('line.VIA_FERRATA')
              : trail.hardestGrade,
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </small>
    </button>
  )
}

/** An outdoor place with what the map tells of it, and the way to it. */
function PlaceDetails({ id }: { id: number }) {
  const place = valueOf(places.answer.value)?.edges.find(({ node }) => node.placeId === id)?.node
  if (place === undefined) return null
  const [lon, lat] = place.location
  const goTo = (end: boolean) =>
    changePlan((old) => ({ ...withWaypoint(old, end ? old.waypoints.length : 0, [lon, lat]), mode: 'route' }))
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      <h2>
        <Name of={place.name} />
      </h2>
      <p>
        {place.kinds.map((kind) => tCode('kind', kind)).join(', ')} · {t('view.height')}{' '}
        <span class={place.elevationM === null ? 'unknown' : ''}>{m(place.elevationM)}</span>
      </p>
      <div class="row">
        <button type="button" onClick={() => goTo(true)}>
          {t('view.routeTo')}
        </button>
        <button type="button" onClick={() => goTo(false)}>
          {t('view.routeFrom')}
        </button>
        <button type="button" onClick={() => (mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 })}>
          {t('care.show')}
        </button>
      </div>
      <PlaceTags tags={place.tags as Record<string, string>} />
      <p class="hint">
        OpenStreetMap {place.osmType.toLowerCase()} {place.osmId}
      </p>
    </section>
  )
}

/**
 * A signed trail: length, climb, grades, surfaces, gaps. What is untagged or missing is said; gaps are never closed.
 */
function TrailDetailsView() {
  const answer = trail.answer.value
  const found = valueOf(answer)
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      <AnswerNote answer={answer} failed="trail.failed" />
      {found !== null && <Found trail={found} />}
    </section>
  )
}

function Found({ trail: found }: { trail: TrailDetails }) {
  const graded = found.grades.filter(({ lengthM }) => lengthM > 0)
  return (
    <>
      <h2>
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
        <Figure name="facts.distance" of={found.distanceM} text={km} />
        <Figure name="facts.ascent" of={found.ascentM} text={m} />
        <Figure name="facts.descent" of={found.descentM} text={m} />
        <Figure name="trail.highest" of={found.highestM} text={m} />
      </dl>
      <FollowButton relationId={found.relationId} name={found.name ?? found.ref} />
      {isPhone.value && lines.view.value !== null && <Chart />}
      <p>
        <b>{t('facts.surfaces')}</b>: {surfaceText(found.surfaces)}
      </p>
      <p>
        <b>{t('facts.grades')}</b>:{' '}
        {[
          ...graded.map(
            ({ grade, lengthM }) => `${grade === null ? t('line.UNKNOWN') : tCode('line', grade)} ${km(lengthM)}`,
          ),
          ...(found.roadM === null || found.roadM === 0 ? [] : [`${t('line.NONE')} ${km(found.roadM)}`]),
        ].join(', ') || t('unknown')}
      </p>
      {found.gapsM.length > 0 && (
        <p class="note">
          {t('trail.gaps', { count: found.gapsM.length, length: km(found.gapsM.reduce((sum, gap) => sum + gap, 0)) })}
        </p>
      )}
      {found.missingWays > 0 && <p class="note">{t('trail.missing', { count: found.missingWays })}</p>}
      <p class="hint">
        {t('trail.symbol')} {found.symbol === null ? t('unknown') : spokenSign(found.symbol)} · {t('trail.operator')}{' '}
        {found.operator ?? t('unknown')}
      </p>
      <FileDownload
        of={found}
        name={fileName(found.name ?? found.ref ?? '', 'trail')}
        make={(format, stop) => askTrailFile(found.relationId, format, stop)}
      />
      {found.places !== null && found.places.edges.length > 0 && (
        <>
          <h3>{t('company.places')}</h3>
          <ul class="list">
            {found.places.edges.map(({ node, atM }) => (
              <li key={node.placeId}>
                <b>
                  <Name of={node.name} />
                </b>{' '}
                <small>
                  {tCode('kind', node.kind)}
                  {node.elevationM === null ? '' : ` · ${m(node.elevationM)}`}
                  {atM === null ? '' : ` · ${t('care.at', { place: km(atM) })}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {lines.view.value !== null && <SnowFold line={lines.view.value} />}
    </>
  )
}

const SURFACES = { PAVED: 'pavedM', GRAVEL: 'gravelM', TRAIL: 'trailM', UNKNOWN: 'unknownM' } as const

function surfaceText(surfaces: TrailDetails['surfaces']): string {
  if (surfaces === null) return t('unknown')
  const kinds = Object.keys(SURFACES) as (keyof typeof SURFACES)[]
  return kinds.map((kind) => `${t(`line.${kind}`)} ${km(surfaces[SURFACES[kind]])}`).join(', ')
}

/** The way from a trail to a route that follows it, whole, one way round or the other. */
function FollowButton({ relationId, name }: { relationId: number; name: string | null }) {
  const way = useSignal<FollowedTrail['way']>('FORWARD')
  return (
    <div class="fields">
      <Choice
        label={t('follow.way')}
        value={way.value}
        options={TRAIL_WAYS.map((one): [string, string] => [one, t(`trailWay.${one}`)])}
        onChange={(chosen) => (way.value = chosen as FollowedTrail['way'])}
      />
      <button type="button" class="main" onClick={() => followTrail({ trail: relationId, way: way.value }, name)}>
        {t('follow.whole')}
      </button>
    </div>
  )
}
