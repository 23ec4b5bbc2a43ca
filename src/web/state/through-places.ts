// Places that a round trip is to pass, by their ids in the plan; their names come from where they were picked, or from
// the service for a shared address.

import { effect, signal, untracked } from '@preact/signals'
import { MAX_THROUGH_PLACES } from '../../travel/limits.ts'
import { sendQuery } from '../api/query.ts'
import { NamesOfPlacesDocument } from '../documents/generated/graphql.ts'
import { language } from '../i18n/preferences.ts'
import { t, tCode } from '../i18n/t.ts'
import { announce, changePlan, plan } from '../plan/session.ts'

const names = signal<ReadonlyMap<string, string>>(new Map())

/** Null where it is not known. */
export const throughName = (id: string): string | null => names.value.get(id) ?? null

export function passPlace(id: string, name: string): void {
  names.value = new Map([...names.peek(), [id, name]])
  changePlan((old) => {
    const { throughPlaces } = old.loop
    if (throughPlaces.includes(id) || throughPlaces.length >= MAX_THROUGH_PLACES) return old
    return { ...old, loop: { ...old.loop, throughPlaces: [...throughPlaces, id] } }
  })
  announce(t('through.added', { name }))
}

/** Asks for the names that are missing from now on. */
export function followThroughNames(): () => void {
  return effect(() => {
    const missing = plan.value.loop.throughPlaces.filter((id) => !untracked(() => names.value.has(id)))
    if (missing.length > 0) void untracked(() => askNames(missing))
  })
}

async function askNames(ids: string[]): Promise<void> {
  try {
    const { data } = await sendQuery(NamesOfPlacesDocument, { ids, language: language.peek() })
    const found = (data.nodes ?? []).flatMap((node): [string, string][] =>
      node === null || node.__typename === 'Trail' ? [] : [[node.id, node.name ?? tCode('kind', node.kind)]],
    )
    names.value = new Map([...names.peek(), ...found])
  } catch {
    // they stand there without a name; the loops say what is wrong with the service
  }
}
