// What a route passes: the signed routes that it follows, which came with it, each once, and the places along it, which
// are requested its line when this is opened; so are the names of the routes, if the page has another language by then:
// the route is not computed again. Hotels are requested by themselves, so that those of a town crowd out no hut.

import { useEffect } from 'preact/hooks'
import { sendQuery } from '../api/query.ts'
import { RouteCompanyDocument, type RouteCompanyQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { km, num, percent, t } from '../i18n/t.ts'
import { namesIn, type RouteAnswer } from '../state/route-session.ts'
import { hoverM, lines, mapCommand } from '../plan/session.ts'
import { groupByRef, refBeside } from '../state/same-trail.ts'
import { toPolyline6 } from '../line/to-polyline.ts'
import { AnswerNote } from './failure-note.tsx'
import { Name, PlaceLine } from './name.tsx'

type Along = NonNullable<RouteCompanyQuery['line']>['places']
type Used = NonNullable<RouteAnswer['trails']>['edges'][number]
const question = createQuery<RouteCompanyQuery>()

export function PlacesOnRoute({ trails }: Pick<RouteAnswer, 'trails'>) {
  const line = lines.route.value
  const load = () => {
    const shown = lines.route.peek()
    if (shown === null) return
    const ids = trails?.edges.map(({ node }) => node.id) ?? []
    const variables = {
      line: { polyline6: toPolyline6(shown.points) },
      trails: ids,
      withTrails: ids.length > 0 && namesIn.peek() !== language.peek(),
      language: language.peek(),
    }
    void question.ask(async (stop) => (await sendQuery(RouteCompanyDocument, variables, stop)).data)
  }
  useEffect(load, [line, language.value, trails])
  const answer = question.answer.value
  const company = valueOf(answer)
  return (
    <>
      <AnswerNote answer={answer} failed="company.failed" onRetry={load} />
      {company !== null && (
        <>
          <h3>{t('company.trails')}</h3>
          {trails === null ? (
            <p class="hint">{t('company.noCatalogue')}</p>
          ) : trails.edges.length === 0 ? (
            <p class="hint">{t('company.noTrails')}</p>
          ) : (
            <ul class="list">
              {groupByRef(trails.edges.map((edge) => ({ ...edge, ref: edge.node.ref }))).map(([first, ...others]) => (
                <li key={first.node.osmRelation}>
                  <UsedTrail use={first} names={company.nodes} />
                  {others.length > 0 && (
                    <details class="same-trails">
                      <summary>{t('view.sameTrails', { count: others.length })}</summary>
                      {others.map((one) => (
                        <p key={one.node.osmRelation}>
                          <UsedTrail use={one} names={company.nodes} />
                        </p>
                      ))}
                    </details>
                  )}
                </li>
              ))}
            </ul>
          )}
          <h3>{t('company.places')}</h3>
          <Places along={company.line?.places ?? null} none={t('company.noPlaces')} />
          {(company.line?.hotels?.edges.length ?? 0) > 0 && (
            <details class="same-trails">
              <summary>{t('company.hotels', { count: num(company.line!.hotels!.edges.length) })}</summary>
              <Places along={company.line!.hotels} none="" />
            </details>
          )}
        </>
      )}
    </>
  )
}

function UsedTrail({ use, names }: { use: Used; names: RouteCompanyQuery['nodes'] }) {
  const { osmRelation, ref, name: nameThen } = use.node
  const found = names?.find((one) => one !== null && 'osmRelation' in one && one.osmRelation === osmRelation)
  const name = found != null && 'name' in found ? (found.name ?? null) : nameThen
  const beside = refBeside({ name, ref })
  return (
    <>
      <b>
        <Name of={name ?? ref} />
      </b>{' '}
      {beside !== null && <small>{beside}</small>}{' '}
      <small>
        {km(use.sharedM)} ({percent(use.sharedShare)})
      </small>
    </>
  )
}

function Places({ along, none }: { along: Along; none: string }) {
  if (along === null) return <p class="hint">{t('company.noCatalogue')}</p>
  if (along.edges.length === 0) return <p class="hint">{none}</p>
  return (
    <>
      <ul class="list">
        {along.edges.map(({ node, atM }) => (
          <li key={node.id}>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                hoverM.value = atM
                mapCommand.value = { kind: 'fly', lon: node.location[0], lat: node.location[1], zoom: 15 }
              }}
            >
              <PlaceLine place={node} where={atM === null ? null : t('care.at', { place: km(atM) })} />
            </button>
          </li>
        ))}
      </ul>
      {along.pageInfo.hasNextPage && (
        <p class="note">
          {t('company.morePlaces', { count: num(along.edges.length), place: km(along.edges.at(-1)!.atM) })}
        </p>
      )}
    </>
  )
}
