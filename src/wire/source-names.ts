// What the sources of a map are called where Waypost itself writes it: the sentences, and their German. Sentences of
// others, such as an attribution given to an import, are theirs and stay as they are. Pure.

export const OSM_SENTENCE = '© OpenStreetMap contributors'
export const DEMO_SENTENCE = 'Synthetic demo region: an invented island, map and heights made by Waypost'
export const heightsOf = (files: string) => `Heights from ${files} (source not stated)`
export const basemapOf = (file: string) => `Basemap from ${file} (source not stated)`
/** A list of files that is cut. */
export const andMore = (files: string, more: number) => (more > 0 ? `${files} and ${more} more` : files)

/** Null where the sentence is not one of Waypost's. */
export function sourceInGerman(sentence: string): string | null {
  if (sentence === OSM_SENTENCE) return '© OpenStreetMap-Mitwirkende'
  if (sentence === DEMO_SENTENCE) return 'Vorführgebiet: eine erfundene Insel, Karte und Höhen von Waypost'
  const files = nameIn(sentence, heightsOf)
  if (files !== null)
    return `Höhen aus ${files.replace(/ and (\d+) more$/, ' und $1 weiteren')} (Quelle nicht angegeben)`
  const file = nameIn(sentence, basemapOf)
  return file === null ? null : `Grundkarte aus ${file} (Quelle nicht angegeben)`
}

/** The name that a sentence was made with, null where it was not. */
function nameIn(sentence: string, words: (name: string) => string): string | null {
  const [before, after] = words('\n').split('\n')
  const isOne =
    sentence.length > before.length + after.length && sentence.startsWith(before) && sentence.endsWith(after)
  return isOne ? sentence.slice(before.length, -after.length) : null
}

/** In the language of a tag (`de`, `de-AT`) where Waypost has it, else as it is. */
export function sourceIn(language: string | null, sentence: string): string {
  return /^de\b/i.test(language ?? '') ? (sourceInGerman(sentence) ?? sentence) : sentence
}
