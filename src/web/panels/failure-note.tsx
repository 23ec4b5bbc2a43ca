// A failure in plain words: what happened, what the service said, and what to do. Never blank, never softened.

import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/query.ts'
import type { Resource } from '../api/resource.ts'
import { waitText } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { t } from '../i18n/t.ts'
import { config } from '../plan/session.ts'
import { showRegion } from '../state/region-edge.ts'
import { type SentSentence, spoken } from '../i18n/speech.ts'
import { hasWords, type PlainKey, say } from '../i18n/words.ts'

/** While an answer is fetched, that it is; if that failed, why, and a button to try again. */
export function AnswerNote({
  answer,
  busy = 'busy',
  failed,
  onRetry,
}: {
  answer: Resource<unknown>
  busy?: PlainKey
  failed: PlainKey
  onRetry?: (() => void) | undefined
}) {
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} title={t(failed)} onRetry={onRetry} />
  if (answer.state !== 'busy') return null
  return (
    <p class="busy" role="status">
      {t(busy)}
    </p>
  )
}

export function FailureNote({
  failure,
  title,
  onRetry,
  children,
}: {
  failure: Failure
  title: string
  onRetry?: (() => void) | undefined
  children?: ComponentChildren
}) {
  const said = failure.says === '' ? null : spoken(failure.says)
  const isOutside = failure.code === 'outside_region'
  // boxes and positions in degrees are of no use to a walker: what to do says it all
  const isOwn = said?.language === language.value && !isOutside
  const adviceKey = `error.${failure.code}`
  return (
    <div class="note note-bad" role="alert">
      <h2>{title}</h2>
      {said !== null && isOwn && <p>{said.text}</p>}
      {hasWords(adviceKey) && <p>{say(language.value, adviceKey)}</p>}
      {failure.retryAfterS !== null && (
        <p>{t('error.retryAfter', { wait: waitText(language.value, failure.retryAfterS) })}</p>
      )}
      {said !== null && !isOwn && (
        <details>
          <summary>{t('service.words')}</summary>
          <p lang={said.language}>{said.text}</p>
        </details>
      )}
      {children}
      {isOutside && <WayBack />}
      {onRetry !== undefined && !isOutside && (
        <button type="button" onClick={onRetry}>
          {t('error.again')}
        </button>
      )}
    </div>
  )
}

/** To the part of the world that this service has a map of. */
export function WayBack() {
  if (config.region === null) return null
  return (
    <button type="button" onClick={showRegion}>
      {t('file.wayBack', { region: config.region.name })}
    </button>
  )
}

/** A sentence of the service in the language of the page; in English, marked so, where it is not known in it. */
export function ServiceWords({ says }: { says: SentSentence | string }) {
  const said = spoken(says)
  return <span lang={said.language}>{said.text}</span>
}
