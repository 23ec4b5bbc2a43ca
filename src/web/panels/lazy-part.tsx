// A part of the page that is fetched when it is first shown, so that the first route does not wait for it.

import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { t } from '../i18n/t.ts'

/** A component in a file of its own. Where the file cannot be had it says so and offers to try again. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = signal<ComponentType<Props> | 'none' | 'busy' | 'failed'>('none')
  const fetchPart = () => {
    part.value = 'busy'
    load().then(
      (found) => (part.value = found),
      () => (part.value = 'failed'),
    )
  }
  return (props) => {
    if (part.value === 'none') queueMicrotask(() => part.peek() === 'none' && fetchPart())
    const Part = part.value
    if (Part === 'none' || Part === 'busy')
      return (
        <p class="busy" role="status">
          {t('part.busy')}
        </p>
      )
    if (Part === 'failed')
      return (
        <div class="note note-bad" role="alert">
          <p>{t('part.failed')}</p>
          <button type="button" onClick={fetchPart}>
            {t('error.again')}
          </button>
        </div>
      )
    return <Part {...props} />
  }
}
