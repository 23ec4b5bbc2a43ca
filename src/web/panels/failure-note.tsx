// A failure in plain words: what happened, what the service said, and what to do. Never blank, never softened.

import type { ComponentChildren } from 'preact'
import type { Failure } from '../ask.ts'
import { language } from '../look.ts'
import { t } from '../say.ts'
import { hasWords, say } from '../words/words.ts'
import type { WordKey } from '../words/words.ts'

export function FailureNote({
  failure,
  title,
  onRetry,
  read = (message) => message,
  children,
}: {
  failure: Failure
  title: string
  onRetry?: (() => void) | undefined
  read?: (message: string) => string
  children?: ComponentChildren
}) {
  const adviceKey = `error.${failure.code}`
  return (
    <div class="note note-bad" role="alert">
      <h3>{title}</h3>
      {failure.message !== '' && <p lang="en">{read(failure.message)}</p>}
      {hasWords(adviceKey) && <p>{say(language.value, adviceKey as WordKey)}</p>}
      {failure.retryAfterS !== null && <p>{t('error.retryAfter', { seconds: failure.retryAfterS })}</p>}
      {children}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {t('error.again')}
        </button>
      )}
    </div>
  )
}
