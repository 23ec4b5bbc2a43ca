// The GraphQL behind what is seen: document and variables as they were sent, to read, to copy, and to open in GraphiQL.

import { type Requested, requested, creditsLeft } from '../api/query.ts'
import { num, t } from '../i18n/t.ts'
import { announce, config } from '../plan/session.ts'

/** Addresses beyond this are cut by some browsers; the query is then only shown. */
const MAX_ADDRESS = 60_000
/** Variables are shown up to here: a file inside them is long. */
const MAX_SHOWN = 4000

export function QuerySection({ names }: { names: readonly string[] }) {
  const found = names.flatMap((name) => requested.value.get(name) ?? [])
  if (found.length === 0) return null
  return (
    <details class="queries">
      <summary>{t('query.title')}</summary>
      {creditsLeft.value !== null && <p class="hint">{t('query.credits', { count: num(creditsLeft.value) })}</p>}
      {found.map((one) => (
        <Query key={one.name} requested={one} />
      ))}
    </details>
  )
}

function Query({ requested: { name, query, variables } }: { requested: Requested }) {
  const values = JSON.stringify(variables, null, 2)
  const link = graphiqlLink(config.apiUrl, query, JSON.stringify(variables, null, 2))
  const copy = () =>
    void navigator.clipboard.writeText(`${query}\n\n${values}`).then(
      () => announce(t('copied')),
      () => announce(t('copyFailed')),
    )
  return (
    <section class="query" aria-label={name}>
      <h3>{name}</h3>
      <pre tabIndex={0} aria-label={t('query.document')}>
        {query}
      </pre>
      <pre tabIndex={0} aria-label={t('query.variables')}>
        {values.length > MAX_SHOWN ? `${values.slice(0, MAX_SHOWN)}\n… ${t('query.cut')}` : values}
      </pre>
      <div class="row">
        <button type="button" onClick={copy}>
          {t('query.copy')}
        </button>
        {link.length <= MAX_ADDRESS ? (
          <a class="button" href={link} target="_blank" rel="noopener">
            {t('query.open')}
          </a>
        ) : (
          <p class="hint">{t('query.tooLong')}</p>
        )}
      </div>
    </section>
  )
}

/** The part after # never reaches a server, so that its length is no matter to it. */
function graphiqlLink(apiUrl: string, query: string, variables: string): string {
  return `${apiUrl}/graphql#${new URLSearchParams({ query, variables }).toString()}`
}
