// Search with suggestions (ARIA combobox): asks while one types, arrows and Enter choose, Escape closes. A hit
// is shown with its card, which makes it a waypoint if asked. No hits and a failure are said in words.

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { valueOf } from '../api/resource.ts'
import { km, m, t, tCode } from '../i18n/t.ts'
import { hasWords } from '../i18n/words.ts'
import { ServiceWords } from './failure-note.tsx'
import { type Hit, isOfKind, pointedHit, question, searchText, showHit, useSuggestions } from '../state/search-hits.ts'
import { Name } from './name.tsx'

/** What is typed and offered, and what Enter and a choice do. */
function useSearch() {
  const text = searchText
  const open = useSignal(false)
  const at = pointedHit
  const box = useRef<HTMLInputElement>(null)
  /** what Enter was pressed for before its hits were there */
  const entered = useRef<string | null>(null)
  const found = valueOf(question.answer.value)
  const hits = found?.hits ?? []

  useSuggestions(text.value, ({ text: requested, hits: [first] }) => {
    at.value = -1
    // an answer for fewer letters is not what Enter waits for
    if (entered.current !== requested) return
    entered.current = null
    if (first !== undefined) choose(first)
  })

  const choose = (hit: Hit) => {
    // the others of its kind stay on the map
    if (!isOfKind(hit)) text.value = hit.name ?? ''
    open.value = false
    // the next letters are another question
    box.current?.select()
    showHit(hit)
  }
  const enter = () => {
    const hit = hits[at.value]
    const wanted = text.peek().trim()
    if (hit !== undefined) choose(hit)
    else if (!open.peek()) return
    else if (found?.text !== wanted) entered.current = wanted
    else if (hits.length > 0) choose(hits[0])
  }
  const type = (letters: string) => {
    text.value = letters
    open.value = true
    at.value = -1
    entered.current = null
  }
  return { text, open, at, box, hits, choose, enter, type }
}

export function SearchBox() {
  const { text, open, at, box, hits, choose, enter, type } = useSearch()
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (open.value) open.value = false
      else text.value = ''
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (hits.length === 0) return
      event.preventDefault()
      open.value = true
      at.value = (at.value + (event.key === 'ArrowDown' ? 1 : at.value < 0 ? 0 : -1) + hits.length) % hits.length
    } else if (event.key === 'Enter') enter()
  }
  const isOpen = open.value && text.value.trim().length >= 2
  return (
    <div
      class="search"
      role="search"
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && (open.value = false)}
    >
      <label class="sr-only" for="search-text">
        {t('search.label')}
      </label>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.5 2a6.5 6.5 0 1 0 4 11.6l4.4 4.4 1.1-1.1-4.4-4.4A6.5 6.5 0 0 0 8.5 2zm0 1.6a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8z" />
      </svg>
      <input
        ref={box}
        id="search-text"
        aria-keyshortcuts="/"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={t('search.label')}
        value={text.value}
        aria-expanded={isOpen}
        aria-controls="search-hits"
        aria-autocomplete="list"
        aria-activedescendant={at.value >= 0 && isOpen ? `search-hit-${at.value}` : undefined}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={(event) => {
          open.value = true
          event.currentTarget.select()
        }}
        onKeyDown={onKey}
      />
      {text.value !== '' && (
        <button
          type="button"
          class="quiet"
          aria-label={t('search.clear')}
          onClick={() => {
            text.value = ''
            box.current?.focus()
          }}
        >
          ×
        </button>
      )}
      <HitList text={text.value} isOpen={isOpen} chosen={at.value} onChoose={choose} />
    </div>
  )
}

interface HitListProps {
  text: string
  isOpen: boolean
  /** -1 none */
  chosen: number
  onChoose: (hit: Hit) => void
}

function HitList({ text, isOpen, chosen, onChoose }: HitListProps) {
  const answer = question.answer.value
  const hits = valueOf(answer)?.hits ?? []
  return (
    <ul
      id="search-hits"
      role="listbox"
      aria-label={t('search.hits')}
      hidden={!isOpen || (answer.state !== 'failed' && answer.state !== 'ok' && hits.length === 0)}
    >
      {hits.map((hit, i) => (
        <HitOption key={hit.id} hit={hit} index={i} isChosen={i === chosen} onChoose={onChoose} />
      ))}
      {answer.state === 'ok' && hits.length === 0 && (
        <li class="plain" role="presentation">
          {t('search.none', { text })}
        </li>
      )}
      {answer.state === 'failed' && (
        <li class="plain" role="presentation">
          {t('search.failed')}{' '}
          {hasWords(`error.${answer.failure.code}`) ? (
            tCode('error', answer.failure.code)
          ) : (
            <ServiceWords says={answer.failure.says} />
          )}
        </li>
      )}
    </ul>
  )
}

interface HitOptionProps {
  hit: Hit
  index: number
  isChosen: boolean
  onChoose: (hit: Hit) => void
}

function HitOption({ hit, index, isChosen, onChoose }: HitOptionProps) {
  const { name, kind, more, elevationM, isFuzzy, matchedName, offM } = hit
  const words = [
    name === null
      ? null
      : kind === 'COORDINATES'
        ? t(hit.isSwapped === true ? 'search.swapped' : 'search.coordinates')
        : tCode('kind', kind),
    more === name ? null : more,
    offM === null ? null : km(offM),
    isFuzzy ? t('search.fuzzy') : null,
    matchedName === name || matchedName === more ? null : matchedName,
  ]
  return (
    <li
      id={`search-hit-${index}`}
      role="option"
      aria-selected={isChosen}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => (pointedHit.value = index)}
      onClick={() => onChoose(hit)}
    >
      <b>{name === null ? tCode('kind', kind) : <Name of={name} />}</b>
      {elevationM !== null && <span class="height">{m(elevationM)}</span>}
      <small>{words.filter((word) => word !== null).join(' · ')}</small>
    </li>
  )
}
