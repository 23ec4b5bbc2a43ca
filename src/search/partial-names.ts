// What a text finds of which some words are too many: an article, the kind of place, the town without a comma, anything
// else. First without articles, then without words for kinds, then the longest parts that are a name. A near miss, if
// need be. Everything found is marked as partial and graded lower. Makes a bounded number of store calls.

import type { CandidateQuery, PlaceRow } from '../places/catalogue-rows.ts'
import { letterCount, readingsOf } from '../places/names/normalise-name.ts'
import { allowedTypos } from '../places/names/typo-distance.ts'
import { matchFolded, type NameMatch } from './match-name.ts'
import { type FoldedText, foldText } from './parse-question.ts'

/** What a match without some words of the text loses, of the grade 1 of a whole name. */
const LESS = {
  sameKind: 0.06,
  articles: 0.2,
  itsKind: 0.22,
  otherKind: 0.28,
  itsPlace: 0.25,
  words: 0.3,
  letters: 0.2,
  notFirst: 0.22,
} as const
/** A shorter word that is not the last typed is no beginning of a name. */
const BEGINNING_LETTERS = 4

/** Places, or trails as if they were places. */
type Facts = Pick<PlaceRow, 'id' | 'name' | 'otherNames' | 'kinds' | 'region'>
export type PartQuery = Pick<CandidateQuery, 'words' | 'typos' | 'parts' | 'typedWords'>
type Find<P extends Facts> = (query: PartQuery) => Promise<P[]>
interface Found<P> {
  place: P
  match: NameMatch
  matchedName: string
}

/** Without articles, or else without words for kinds, too; empty if it has neither, or nothing else. */
export async function findWithoutSpare<P extends Facts>(find: Find<P>, text: FoldedText): Promise<Found<P>[]> {
  const bare = withoutArticles(text.words)
  const names = bare.filter((word) => !isKindWord(word))
  // of words for kinds alone the first is the kind: rue de la Vall
  const core = names.length > 0 ? names : bare.slice(1)
  for (const words of [bare, core]) {
    if (words.length === 0 || words.length === text.words.length) continue
    const requested = foldText(words.join(' '))
    const spare = bare.filter((word) => !words.includes(word))
    const whole = foldText(bare.join(' '))
    const found = gradeAll(await find({ words: requested.keyWords, typos: false }), (place) => {
      // a lac is an estany
      const translated = spare.length === 0 ? null : matchBare(whole, place, false, spare)
      if (translated !== null) return lower(translated, LESS.sameKind)
      const match = matchBare(requested, place, false)
      const isOfKind = spare.every((word) => namesKind(word, place.kinds))
      return lower(match, spare.length === 0 ? LESS.articles : isOfKind ? LESS.itsKind : LESS.otherKind)
    })
    if (found.length > 0) return found
  }
  return []
}

/** The longest parts of the text that are a name, a beginning of one, or else a near miss of one. */
export async function findParts<P extends Facts>(find: Find<P>, text: FoldedText): Promise<Found<P>[]> {
  const bare = withoutArticles(text.words)
  const last = bare.at(-1)
  const parts = partsOf(bare).map((words) => foldText(words.join(' ')))
  if (parts.length === 0) return []
  const isOnlySpare = (part: FoldedText) => part.words.every((word) => isArticle(word) || isKindWord(word))
  const gradeParts = (places: readonly P[], of: readonly FoldedText[], typos: boolean) =>
    gradeAll(places, (place) => {
      let best: Named | null = null
      for (const part of of) {
        const found = matchBare(part, place, typos)
        if (found === null || (isOnlySpare(part) && !found.match.own)) continue
        const end = part.words[part.words.length - 1]
        if (!found.match.whole && !found.match.own && end !== last && letterCount(end) < BEGINNING_LETTERS) continue
        const named = lower(found, lessOf(part, place, bare))
        if (best === null || named!.match.grade > best.match.grade) best = named
      }
      return best
    })
  const found = gradeParts(
    await find({ words: text.keyWords, typos: false, parts: parts.map(({ keyWords }) => keyWords) }),
    parts,
    false,
  )
  if (found.length > 0) return found
  const tried = parts.filter(
    ({ words, letters }) => (words.length === 1 || words.length === bare.length - 1) && allowedTypos(letters) > 0,
  )
  const misses = await Promise.all(
    tried.map((part) => find({ words: part.keyWords, typedWords: part.words, typos: true })),
  )
  const once = [...new Map(misses.flat().map((place) => [place.id, place])).values()]
  return gradeParts(once, tried, true)
}

interface Named {
  match: NameMatch
  name: string
}

function gradeAll<P extends Facts>(places: readonly P[], matchOf: (place: P) => Named | null): Found<P>[] {
  const graded: Found<P>[] = []
  for (const place of places) {
    const found = matchOf(place)
    if (found !== null) graded.push({ place, match: found.match, matchedName: found.name })
  }
  return graded
}

/**
 * The text against the names of a place, articles being left out of both; words for a kind in a name count as those of
 * `kindWords` that mean the same.
 */
function matchBare(text: FoldedText, place: Facts, typos: boolean, kindWords: readonly string[] = []): Named | null {
  let best: Named | null = null
  for (const name of [place.name, ...place.otherNames])
    for (const reading of readingsOf(name)) {
      const folded = foldText(reading)
      const bare = withoutArticles(folded.words)
      const requested = kindWords.length === 0 ? bare : bare.map((word) => inWordsOf(kindWords, word))
      const match = matchFolded(text, requested === folded.words ? folded : foldText(requested.join(' ')), typos)
      if (match !== null && (best === null || match.grade > best.match.grade)) best = { match, name }
    }
  return best
}

function lower(found: Named | null, less: number): Named | null {
  if (found === null) return null
  const { match, name } = found
  return { name, match: { ...match, kind: 'part', grade: match.grade - less, partial: true } }
}

/** A text that names the area of the place beside it says nothing too much. */
function lessOf(part: FoldedText, place: Facts, all: readonly string[]): number {
  const left = [...all]
  for (const word of part.words) left.splice(left.indexOf(word), 1)
  const around = foldText(place.region ?? '').words
  if (left.every((word) => around.includes(word))) return LESS.itsPlace
  const share = letterCount(left.join('')) / Math.max(1, letterCount(all.join('')))
  // what comes first is mostly the name, what follows where it is
  return LESS.words + LESS.letters * share + (part.words[0] === all[0] ? 0 : LESS.notFirst)
}

const ARTICLES = new Set(
  (
    'el la lo l les els los las los del dels de d des du da do das dos al als a as au aux en na es sa ses s ' +
    'le un una une uns unes unas i e y et amb avec con sobre sur sous ' +
    'il gli di dei degli della delle dello dell dal dalla alla allo alle ai agli sul sulla nel nella in ' +
    'der die das dem den ein eine am im an auf uber nach zu zum zur von vom bei beim und unter ob ' +
    'the of at on to by near and ' +
    'lou eth era es eras ls deth dera os ' +
    'igl ils las dil dalla sin ' +
    'na pri pod pod nad v ob'
  ).split(' '),
)

/** Kind of place, as named here (PLACE_KINDS, POI_KINDS) -> words for it; those of a line mean the same. */
const KIND_WORDS: readonly (readonly [kinds: string, words: string])[] = [
  [
    'peak',
    'pic peak mount mont monte mountain summit cim cima cime pico puig tuc tuca turo tossal berg spitze gipfel spitz piz punta pointe aiguille cap muntanya montagne montana gora vrh mendi',
  ],
  [
    'pass',
    'coll col pass port puerto portella collada collado collet passo joch sattel forcella bocchetta furka sella pas bwlch',
  ],
  [
    'lake',
    'lake lac llac estany estanh lago see lagh etang ibon laguna pond lakes lacs llacs estanys lagos laghi seen etangs ibones lagunas tarn gorg bassa lej jezero embalse reservoir panta stausee',
  ],
  [
    'hut bivouac shelter',
    'hut refugi refuge refugio rifugio hutte huette cabana cabane cabin berghutte capanna chamanna koca dom cabanya bivac bivouac',
  ],
  ['park', 'park parc parque parco reserve reserva naturpark nationalpark'],
  ['valley', 'valley vall val valle vallee tal thal vallon'],
  [
    'ridge range',
    'ridge range serra serrat sierra carena crete crest grat kamm chain chaine massif massis gebirge cordillera dorsal',
  ],
  ['river', 'river riu rio riviere fluss bach stream torrent ruisseau barranc barranco rec fiume fleuve creek gave'],
  ['waterfall', 'waterfall cascada cascade cascata wasserfall salt saut'],
  ['spring', 'spring font fuente fontaine source quelle fonte'],
  ['glacier', 'glacier glacera glaciar gletscher ghiacciaio ferner kees'],
  ['cave', 'cave cova cueva grotte grotta hohle'],
  ['island', 'island illa isla ile isola insel'],
  [
    'town village city hamlet suburb',
    'town village city poble pueblo vila ville villa stadt dorf ciutat ciudad citta paese hamlet parroquia parish',
  ],
  [
    'street',
    'street carrer calle c rue via strasse str gasse avinguda avenida avenue av avda road carretera route ctra passatge passeig pg paseo weg allee',
  ],
  ['street', 'placa plaza place platz pl square piazza'],
  [
    'path trail',
    'path trail cami camino chemin sentier sentiero sender sendero senda steig pfad wanderweg ruta route drecera percorso',
  ],
  ['hotel', 'hotel hostal hostel auberge pension albergo gasthof alberg'],
  ['campsite', 'campsite camping campingplatz'],
  ['station train_station', 'station estacio estacion gare bahnhof stazione'],
  ['viewpoint', 'viewpoint mirador belvedere aussichtspunkt'],
  ['castle', 'castle castell castillo chateau castello schloss burg'],
  [
    'place_of_worship',
    'church esglesia iglesia eglise chiesa kirche chapel capella capilla chapelle cappella kapelle ermita',
  ],
  ['restaurant', 'restaurant restaurante ristorante gasthaus bar cafe'],
  ['country', 'country pais pays land paese'],
]
const KINDS_OF_WORD = new Map<string, Set<string>>()
/** Word -> the lines of KIND_WORDS that it is in. */
const LINES_OF_WORD = new Map<string, number[]>()
KIND_WORDS.forEach(([kinds, words], line) => {
  for (const word of words.split(' ')) {
    const known = KINDS_OF_WORD.get(word) ?? new Set()
    for (const kind of kinds.split(' ')) known.add(kind)
    KINDS_OF_WORD.set(word, known)
    LINES_OF_WORD.set(word, [...(LINES_OF_WORD.get(word) ?? []), line])
  }
})

export const isArticle = (word: string): boolean => ARTICLES.has(word)
export const isKindWord = (word: string): boolean => KINDS_OF_WORD.has(word)
/** Whether the word, one for a kind, is one for a kind of the place. */
export const namesKind = (word: string, kinds: readonly string[]): boolean =>
  kinds.some((kind) => KINDS_OF_WORD.get(word)?.has(kind) === true)

/** The first of `kindWords` that means the same as a word, else the word. */
function inWordsOf(kindWords: readonly string[], word: string): string {
  const lines = LINES_OF_WORD.get(word)
  return kindWords.find((other) => LINES_OF_WORD.get(other)!.some((line) => lines?.includes(line) === true)) ?? word
}

/**
 * Words that people add to a name or leave out: articles and prepositions, and what kind of place it is, in the
 * languages of the Alps, the Pyrenees and their visitors. Folded, so that they compare with folded words. Pure; only a
 * search that finds nothing otherwise asks for them. The words without articles; all of them if they are nothing else.
 */
export function withoutArticles(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isArticle(word))
  return left.length === 0 ? words : left
}

/** Most words of a text of which parts are looked for, and of one of which every run is. */
const MOST_WORDS = 12
const EVERY_RUN_WORDS = 7

/**
 * The parts of a text that may be a name, if the text as a whole is none: without one of its words, and runs of them
 * (of a long text those at either end, and each word); longest first, each once. Empty for one word.
 */
export function partsOf(all: readonly string[]): string[][] {
  const words = all.slice(0, MOST_WORDS)
  const parts = new Map<string, string[]>()
  const add = (part: string[]): void => void parts.set(part.join(' '), part)
  const isLong = words.length > EVERY_RUN_WORDS
  for (let length = words.length - 1; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++)
      if (!isLong || length === 1 || from === 0 || from + length === words.length) add(words.slice(from, from + length))
    if (length === words.length - 1) for (let i = 0; i < words.length; i++) add(words.toSpliced(i, 1))
  }
  return [...parts.values()]
}
