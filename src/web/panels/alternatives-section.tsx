// Other good routes beside the best one: what each costs and gives, and the choice between them. Each has the number
// and the colour that it has on the map; what is pointed at here stands out there.

import { AnswerNote, ServiceWords } from './failure-note.tsx'
import { type Alternative, type RouteAnswer, alternatives, askAlternatives, route } from '../state/route-session.ts'
import { RouteNumber, pointing } from './line-facts.tsx'
import { pointedRoute } from '../state/map-content.ts'
import { km, m, percent, t, tCode, time } from '../i18n/t.ts'
import { changePlan, plan } from '../plan/session.ts'
import { takesAlternatives } from '../plan/plan.ts'
import { valueOf } from '../api/resource.ts'

export function AlternativesSection() {
  const best = valueOf(route.answer.value)
  const answer = alternatives.answer.value
  const found = valueOf(answer)
  if (best === null || plan.value.waypoints.length !== 2) return null
  if (!takesAlternatives(plan.value)) return <p class="hint">{t('alternatives.none')}</p>
  return (
    <section class="alternatives" aria-label={t('alternatives.title')}>
      {answer.state === 'idle' && (
        <button type="button" onClick={askAlternatives}>
          {t('alternatives.ask')}
        </button>
      )}
      <AnswerNote answer={answer} busy="alternatives.busy" failed="alternatives.failed" onRetry={askAlternatives} />
      {found !== null && found.nodes.length > 0 && <Table best={best} others={found.nodes} />}
      {found?.reason != null && (
        <p class="hint">
          <ServiceWords says={found.reason} />
        </p>
      )}
    </section>
  )
}

function Table({ best, others }: { best: RouteAnswer; others: readonly Alternative[] }) {
  const chosen = Math.min(plan.value.alternative, others.length)
  const rows: [string, string, (other: Alternative) => [string, string | null]][] = [
    [t('facts.distance'), km(best.lengthM), (one) => [km(one.lengthM), signed(one.differs!.lengthM, km)]],
    [
      t('facts.ascent'),
      m(best.elevation?.ascentM ?? null),
      (one) => [m(one.elevation?.ascentM ?? null), signed(one.differs!.ascentM, m)],
    ],
    [t('facts.time'), timeOf(best), (one) => [timeOf(one), signed(one.differs!.movingS, time)]],
    [t('alternatives.hardest'), gradeOf(best), (one) => [gradeOf(one), grades(one.differs!.hardestSac)]],
    [t('line.PAVED'), pavedOf(best), (one) => [pavedOf(one), signed(one.differs!.pavedM, km)]],
    [t('alternatives.shared'), '', (one) => [percent(one.differs!.sharedShare), null]],
  ]
  return (
    <>
      <table>
        <caption class="sr-only">{t('alternatives.title')}</caption>
        <thead>
          <tr>
            <td />
            {[best, ...others].map((_, i) => (
              <th key={i} scope="col" class={i === chosen ? 'chosen' : ''}>
                <label {...pointing(i)}>
                  <input
                    type="radio"
                    name="alternative"
                    checked={i === chosen}
                    onChange={() => changePlan((old) => ({ ...old, alternative: i }))}
                  />
                  {i === 0 ? t('alternatives.best') : <RouteNumber number={i} index={i} />}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ofBest, ofOther]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class={chosen === 0 ? 'chosen' : ''}>{ofBest}</td>
              {others.map((one, i) => {
                const [value, difference] = ofOther(one)
                return (
                  <td key={i} class={chosen === i + 1 ? 'chosen' : ''}>
                    {value} {difference !== null && <small>{difference}</small>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="because">
        {others.map((one, i) => (
          <li key={i} class={pointedRoute.value === i + 1 ? 'pointed' : ''} {...pointing(i + 1)}>
            <RouteNumber number={i + 1} index={i + 1} /> <ServiceWords says={one.differs!.summary} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** With its sign; unknown stays unknown. */
function signed(difference: number | null, text: (value: number) => string): string {
  if (difference === null) return t('unknown')
  const size = text(Math.abs(difference))
  return size === text(0) ? '±0' : `${difference > 0 ? '+' : '−'}${size}`
}

function timeOf({ time: moving }: RouteAnswer): string {
  return moving === null ? t('unknown') : time(moving.movingS)
}

function pavedOf({ surfaces }: RouteAnswer): string {
  return km(surfaces?.pavedM ?? null)
}

/** Roads and tracks alone take no grade; paths without a tag are of an unknown one. */
function gradeOf({ difficulty }: RouteAnswer): string {
  if (difficulty === null) return t('line.NONE')
  const grade = difficulty.hardest?.grade ?? null
  return grade === null ? t('unknown') : grade === 'VIA_FERRATA' ? tCode('line', grade) : grade
}

function grades(difference: number | null): string | null {
  if (difference === null || difference === 0) return null
  return t(difference > 0 ? 'alternatives.harder' : 'alternatives.easier', { count: Math.abs(difference) })
}
