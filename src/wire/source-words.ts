// What the sources of a map are called where Waypost itself writes it: the sentences, and their German. Sentences of
// others, such as an attribution given to an import, are theirs and stay as they are. Pure.

export const OSM_SENTENCE = '© OpenStreetMap contributors'
export const DEMO_SENTENCE = 'Synthetic demo region: an invented island, map and heights made by Waypost'
export const heightsOf = (files: string) => `Heights from ${files} (source not stated)`
export const basemapOf = (file: string) => `Basemap from ${file} (source not stated)`
/** A list of files that is cut. */
export const andMore = (files: string, more: number) => (more > 0 ? `${files} and ${more} more` : files)

const GERMAN: [pattern: RegExp, words: (name: string) => string][] = [
  [exactly(OSM_SENTENCE), () => '© OpenStreetMap-Mitwirkende'],
  [exactly(DEMO_SENTENCE), () => 'Vorführgebiet: eine erfundene Insel, Karte und Höhen von Waypost'],
  [
    around(heightsOf),
    (files) => `Höhen aus ${files.replace(/ and (\d+) more$/, ' und $1 weiteren')} (Quelle nicht angegeben)`,
  ],
  [around(basemapOf), (file) => `Grundkarte aus ${file} (Quelle nicht angegeben)`],
]

/** Null where the sentence is not one of Waypost's. */
export function sourceInGerman(sentence: string): string | null {
  for (const [pattern, words] of GERMAN) {
    const found = pattern.exec(sentence)
    if (found !== null) return words(found[1] ?? '')
  }
  return null
}

/** In the language of a tag (`de`, `de-AT`) where Waypost has it, else as it is. */
export function sourceIn(language: string | null, sentence: string): string {
  return /^de\b/i.test(language ?? '') ? (sourceInGerman(sentence) ?? sentence) : sentence
}

function exactly(sentence: string): RegExp {
  return new RegExp(`^${escaped(sentence)}$`)
}

function around(words: (name: string) => string): RegExp {
  const [before, after] = words('\n').split('\n')
  return new RegExp(`^${escaped(before)}(.{1,300})${escaped(after)}$`)
}

function escaped(text: string): string {
  return text.replace(/[().]/g, '\\$&')
}
