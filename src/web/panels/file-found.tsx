// What a file follows on the map: how much of it lies on known ways, where it does not and why, and the facts of its
// line.

import { Chart } from './chart.tsx'
import { LineFacts } from './line-facts.tsx'
import type { FileAnalysis } from '../state/file-session.ts'
import { isPhone } from '../i18n/preferences.ts'
import { km, percent, t, tCode } from '../i18n/t.ts'
import { lines, marked } from '../plan/session.ts'

export function Found({ found: { analysis: found } }: { found: FileAnalysis }) {
  const { match } = found
  return (
    <section class="found" aria-label={t('file.found')}>
      {isPhone.value && <Chart />}
      <p class={`status status-${match.status === 'MATCHED' ? 'COMPLETE' : 'BEST_EFFORT'}`}>
        {t('file.coverage', { share: percent(match.coverage), length: km(match.matchedLengthM) })}
      </p>
      {match.unmatched.length > 0 && (
        <details>
          <summary>
            {t('file.unmatched', {
              count: match.unmatched.length,
              length: km(match.traceLengthM - match.matchedLengthM),
            })}
          </summary>
          <ul class="list">
            {match.unmatched.slice(0, 50).map((one) => (
              <li key={one.fromM} onMouseEnter={() => (marked.value = one)} onMouseLeave={() => (marked.value = null)}>
                {t('care.at', { place: km(one.fromM) })}, {km(one.toM - one.fromM)}: {tCode('unmatched', one.reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <LineFacts
        line={lines.file.value!}
        distanceM={found.input.lengthM}
        ascentM={found.elevation?.ascentM ?? null}
        descentM={found.elevation?.descentM ?? null}
        time={found.time}
        surfaces={found.surfaces}
        hazards={found.hazards}
        warnings={found.warnings}
        unknowns={found.unknowns}
      />
    </section>
  )
}
