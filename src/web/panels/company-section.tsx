// What a route passes: the signed routes that it follows, which came with it, and the places along it, which are asked
// for its line when this is opened: the route is not computed again.

import { useEffect } from 'preact/hooks'
import { ask } from '../ask.ts'
import { RouteCompanyDocument } from '../documents/generated/graphql.ts'
import type { RouteCompanyQuery } from '../documents/generated/graphql.ts'
import { createQuestion, valueOf } from '../loaded.ts'
import { language } from '../look.ts'
import { km, m, num, percent, t, tCode } from '../say.ts'
import type { RouteAnswer } from '../route-session.ts'
import { hoverM, lines, mapCommand } from '../session.ts'
import { toPolyline6 } from '../to-polyline.ts'
import { FailureNote } from './failure-note.tsx'

type Company = NonNullable<RouteCompanyQuery['line']>
const question = createQuestion<Company>()

export function CompanySection({ trails }: Pick<RouteAnswer, 'trails'>) {
  const line = lines.route.value
  const load = () => {
    const shown = lines.route.peek()
    if (shown === null) return
    const sent = { polyline6: toPolyline6(shown.points) }
    void question.ask(
      async (stop) => (await ask(RouteCompanyDocument, { line: sent, language: language.peek() }, stop)).data.line!,
    )
  }
  useEffect(load, [line, language.value])
  const answer = question.answer.value
  const company = valueOf(answer)
  return (
    <>
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('busy')}
        </p>
      )}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} title={t('company.failed')} onRetry={load} />}
      {company !== null && (
        <>
          <h3>{t('company.trails')}</h3>
          {trails === null ? (
            <p class="hint">{t('company.noCatalogue')}</p>
          ) : trails.edges.length === 0 ? (
            <p class="hint">{t('company.noTrails')}</p>
          ) : (
            <ul class="list">
              {trails.edges.map(({ node: trail, sharedM, share }) => (
                <li key={trail.relationId}>
                  <b>{trail.name ?? trail.ref ?? t('unnamed')}</b>{' '}
                  {trail.ref !== null && trail.name !== null && <small>{trail.ref}</small>}{' '}
                  <small>
                    {km(sharedM)} ({percent(share)})
                  </small>
                </li>
              ))}
            </ul>
          )}
          <h3>{t('company.places')}</h3>
          {company.places === null ? (
            <p class="hint">{t('company.noCatalogue')}</p>
          ) : company.places.edges.length === 0 ? (
            <p class="hint">{t('company.noPlaces')}</p>
          ) : (
            <ul class="list">
              {hotelsLast(company.places.edges).map(({ node, atM }) => (
                <li key={node.placeId}>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => {
                      hoverM.value = atM
                      mapCommand.value = { kind: 'fly', lon: node.location[0], lat: node.location[1], zoom: 15 }
                    }}
                  >
                    <b>{node.name}</b>{' '}
                    <small>
                      {tCode('kind', node.kind)}
                      {node.elevationM === null ? '' : ` · ${m(node.elevationM)}`}
                      {atM === null ? '' : ` · ${t('care.at', { place: km(atM) })}`}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {company.places?.pageInfo.hasNextPage === true && (
            <p class="note">
              {t('company.morePlaces', {
                count: num(company.places.edges.length),
                place: km(company.places.edges.at(-1)!.atM),
              })}
            </p>
          )}
        </>
      )}
    </>
  )
}

/** As they come along the line, but a hotel does not stand before a hut. */
function hotelsLast<Edge extends { node: { kind: string } }>(edges: readonly Edge[]): Edge[] {
  const isHotel = ({ node }: Edge) => node.kind === 'HOTEL'
  return [...edges.filter((edge) => !isHotel(edge)), ...edges.filter(isHotel)]
}
