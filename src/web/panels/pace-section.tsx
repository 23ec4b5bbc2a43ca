// A finish time, or a pace on level ground, spread over the course by effort: a table of splits.

import { useSignal } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { PlanPaceDocument, type PlanPaceQuery } from '../documents/generated/graphql.ts'
import { clockText, paceText } from '../i18n/format.ts'
import { createQuery } from '../api/resource.ts'
import { km, m, t, tCode } from '../i18n/t.ts'
import { marked } from '../plan/session.ts'
import { FailureNote } from './failure-note.tsx'
import { NoteText } from './warning-list.tsx'
import { Choice } from './settings-form.tsx'

type Plan = NonNullable<PlanPaceQuery['pacePlan']>
const question = createQuery<{ plan: Plan; geometry: object }>()

export function PaceSection({ geometry }: { geometry: object }) {
  const target = useSignal('2:00:00')
  const unit = useSignal<'KM' | 'MI'>('KM')
  const run = () =>
    void question.ask(async (stop) => ({
      plan: (
        await sendQuery(
          PlanPaceDocument,
          { input: { line: { geojson: geometry }, target: { time: target.peek() }, unit: unit.peek() } },
          stop,
        )
      ).data.pacePlan!,
      geometry,
    }))
  const answer = question.answer.value
  return (
    <details>
      <summary>{t('pace.title')}</summary>
      <div class="fields">
        <label class="field">
          <span>{t('pace.target')}</span>
          <input
            type="text"
            inputMode="numeric"
            value={target.value}
            placeholder="h:mm:ss"
            onInput={(event) => (target.value = event.currentTarget.value)}
          />
        </label>
        <Choice
          label={t('pace.unit')}
          value={unit.value}
          options={[
            ['KM', t('pace.KM')],
            ['MI', t('pace.MI')],
          ]}
          onChange={(value) => (unit.value = value as 'KM' | 'MI')}
        />
        <button type="button" class="main" onClick={run}>
          {t('pace.run')}
        </button>
      </div>
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('busy')}
        </p>
      )}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} title={t('pace.failed')} onRetry={run} />}
      {answer.state === 'ok' && answer.value.geometry === geometry && <Splits plan={answer.value.plan} />}
    </details>
  )
}

function Splits({ plan }: { plan: Plan }) {
  return (
    <>
      <p>
        {t('pace.summary', {
          time: clockText(plan.target.movingS),
          length: km(plan.course.distanceM),
          flat: paceText(plan.effort.flatPaceSPerKm),
          climb: m(plan.course.ascentM),
        })}
      </p>
      <table>
        <caption class="sr-only">{t('pace.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pace.split')}</th>
            <th scope="col">min/km</th>
            <th scope="col">{t('pace.clock')}</th>
            <th scope="col">↑ ↓</th>
            <th scope="col">{t('pace.character')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.splits.map((one) => (
            <tr key={one.fromM} onMouseEnter={() => (marked.value = one)} onMouseLeave={() => (marked.value = null)}>
              <th scope="row">{one.label}</th>
              <td>{paceText(one.paceSPerKm)}</td>
              <td>{clockText(one.cumulativeS)}</td>
              <td>
                {m(one.ascentM)} {m(one.descentM)}
              </td>
              <td>{one.character === null ? t('unknown') : tCode('character', one.character)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.unknowns.length > 0 && (
        <ul class="dimmed">
          {plan.unknowns.map((one) => (
            <li key={one.code}>
              <NoteText note={one} prefix="unknownCode" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
