// The tags of a place in words; what the page has no words for as the map has it, folded.

import { language } from '../i18n/preferences.ts'
import { openingHoursText } from '../i18n/opening-hours.ts'
import { placeFacts, webAddress, type PlaceFact } from '../state/place-facts.ts'
import { m, t, tCode } from '../i18n/t.ts'
import { hasWords } from '../i18n/words.ts'

/** `name` is not among them: it is said above. */
export function PlaceTags({ tags }: { tags: readonly { key: string; value: string }[] }) {
  const { listed, more } = placeFacts(
    Object.fromEntries(tags.filter(({ key }) => key !== 'name').map(({ key, value }) => [key, value])),
  )
  return (
    <>
      {listed.length > 0 && (
        <dl class="tags">
          {listed.map((fact) => (
            <div key={fact.tag}>
              <dt>{tCode('tag', fact.tag)}</dt>
              <dd>
                {fact.values.map((value, i) => (
                  <span key={value}>
                    {i > 0 && ', '}
                    <Value form={fact.form} value={value} />
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more.length > 0 && (
        <details>
          <summary>{t('tags.more')}</summary>
          <dl class="tags">
            {more.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function Value({ form, value }: { form: PlaceFact['form']; value: string }) {
  if (form === 'word') return <>{hasWords(`value.${value}`) ? tCode('value', value) : value}</>
  if (form === 'metres') return <>{/^\d+(\.\d+)?$/.test(value) ? m(Number(value)) : value}</>
  if (form === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>
  if (form === 'mail') return <a href={`mailto:${value}`}>{value}</a>
  if (form === 'hours') {
    const text = openingHoursText(language.value, value)
    if (text === null || text === value) return <>{value}</>
    return (
      <>
        {text} <small>{value}</small>
      </>
    )
  }
  const address = form === 'link' ? webAddress(value) : null
  if (address === null) return <>{value}</>
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer">
      {address.text}
    </a>
  )
}
