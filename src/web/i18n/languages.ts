// The languages that the page has: the server found their catalogues, and names them with their files in a meta
// element.

import type { PageLanguage } from './page-language.ts'

export const LANGUAGES = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=waypost-languages]')!.content,
) as readonly PageLanguage[]
export const LANGUAGE_TAGS = LANGUAGES.map(({ tag }) => tag)

/** Throws where the file does not come. */
export async function fetchTexts(address: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`)
  return (await answer.json()) as Readonly<Record<string, string>>
}
