// The service's sentences about alternatives, round trips past places, and what is within reach, in German.

import { amount, type Phrase } from './de-phrases.ts'

/** `Hardest grade T3 instead of T2`, `1.2 km longer`, each from a capital letter on or not. */
const DIFFERENCES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^([\d.,]+ k?m) longer$/i, '{0} länger'],
  [/^([\d.,]+ k?m) shorter$/i, '{0} kürzer'],
  [/^([\d.,]+) minutes? slower$/i, '{0}\u00a0min langsamer'],
  [/^([\d.,]+) minutes? quicker$/i, '{0}\u00a0min schneller'],
  [/^([\d.,]+ m) more climb$/i, '{0} mehr Anstieg'],
  [/^([\d.,]+ m) less climb$/i, '{0} weniger Anstieg'],
  [/^([\d.,]+ k?m) more on paved ways$/i, '{0} mehr auf festem Belag'],
  [/^([\d.,]+ k?m) less on paved ways$/i, '{0} weniger auf festem Belag'],
  [/^hardest grade (T\d|via ferrata) instead of T\d$/i, 'bis {0}'],
  [/^hardest grade (T\d|via ferrata) instead of via ferrata$/i, 'bis {0}'],
  [/^about as long$/i, 'etwa gleich lang'],
  [/^with about as much climb$/i, 'mit etwa gleich viel Anstieg'],
]

const differences: Phrase = (text) => {
  const said = text.split(/, (?=\d|hardest|with)/).map((piece) => {
    for (const [pattern, words] of DIFFERENCES) {
      const found = pattern.exec(piece)
      if (found !== null) return amount(words.replace('{0}', (found[1] ?? '').replace('via ferrata', 'Klettersteig')))
    }
    return piece
  })
  const whole = said.join(', ')
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

const ways: Phrase = (text) => {
  const found = /^Only (\d) other ways? (?:was|were) found$/.exec(text)
  if (found === null) return 'Kein anderer Weg wurde gefunden'
  return found[1] === '1' ? 'Nur 1 anderer Weg wurde gefunden' : `Nur ${found[1]} andere Wege wurden gefunden`
}

const REASONS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^The loop is ([\d.,]+ k?m), (\d+ %) shorter than asked$/i, 'die Runde ist {0} lang, {1} kürzer als gewünscht'],
  [/^The loop is ([\d.,]+ k?m), (\d+ %) longer than asked$/i, 'die Runde ist {0} lang, {1} länger als gewünscht'],
  [/^([\d.,]+ k?m) of it \((\d+ %)\) are travelled twice$/i, '{0} davon ({1}) werden zweimal begangen'],
  [
    /^No loop was found that passes a requested place$/i,
    'es wurde keine Runde gefunden, die an einem gewünschten Ort vorbeiführt',
  ],
  [
    /^No loop was found that passes all, this one misses (\d+) of (\d+)$/i,
    'es wurde keine Runde gefunden, die an allen Orten vorbeiführt; dieser fehlen {0} von {1}',
  ],
  [
    /^No better loop was found towards (\d+)°, this one goes towards (\d+)°$/i,
    'in Richtung {0}° wurde keine bessere Runde gefunden, diese geht in Richtung {1}°',
  ],
]

const reasons: Phrase = (text) => {
  const said = text.split(', and ').map((piece) => {
    for (const [pattern, words] of REASONS) {
      const found = pattern.exec(piece)
      if (found !== null) return words.replace(/\{(\d)\}/g, (_, at: string) => amount(found[Number(at) + 1]))
    }
    return piece
  })
  const whole = said.join(', und ')
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

export const PLANNER: readonly (readonly [pattern: RegExp, words: string, ...phrases: Phrase[]])[] = [
  [
    /^([^;]{1,300}); (\d+ %) of its cost is on the best route\.$/,
    '{0}; {1} seines Aufwands liegen auf der besten Route.',
    differences,
    amount,
  ],
  [
    /^(No other way was found|Only \d other ways? (?:was|were) found) that costs at most ([\d.]+) times as much as the best, shares at most (\d+ %) with it and with the others, and has no detour in any piece of (\d+ %) of the best\.$/,
    '{0}, der höchstens das {1}fache des besten kostet, höchstens {2} mit ihm und den anderen teilt und in keinem Stück von {3} des besten einen Umweg macht.',
    ways,
    amount,
    amount,
    amount,
  ],
  [/^((?:The loop is|No loop was|No better loop was|[\d.,]+ k?m of it \()[^;]{1,400})\.$/, '{0}.', reasons],
  [
    /^Access to ([\d.,]+ k?m) depends on conditions that were not evaluated\.$/,
    'Der Zugang zu {0} hängt von Bedingungen ab, die nicht ausgewertet wurden.',
    amount,
  ],
  [
    /^([\d.,]+ k?m) are closed, or may be, at times of the year or of the day\.$/,
    '{0} sind zu manchen Zeiten des Jahres oder des Tages gesperrt, oder vielleicht.',
    amount,
  ],
  [
    /^The surface of ([\d.,]+ k?m) is assumed from the kind of way\.$/,
    'Der Untergrund von {0} ist aus der Art des Weges angenommen.',
    amount,
  ],
  [
    /^([\d.,]+ k?m) of path have no difficulty grade: they may be of any grade\.$/,
    '{0} Pfad haben keinen Schwierigkeitsgrad: Jeder ist möglich.',
    amount,
  ],
  [
    /^The terrain has no height along ([\d.,]+ k?m), which count as level\.$/,
    'Auf {0} hat das Gelände keine Höhe; sie gelten als eben.',
    amount,
  ],
  [
    /^The map ends beside what is reached: how far one gets beyond its edge is not known\.$/,
    'Die Karte endet neben dem, was erreicht wird: Wie weit man jenseits ihres Randes kommt, ist nicht bekannt.',
  ],
  [
    /^The duration of a ferry is not mapped; what lies beyond it is left out\.$/,
    'Wie lange eine Fähre braucht, ist nicht kartiert; was hinter ihr liegt, fehlt.',
  ],
]
