// The words with which people ask for a kind of place in place of a name (`water`, `Hütte`, `parking near Arcalís`), by
// language. A word of any language is understood, whatever the page speaks. Pure.

import type { PlaceKind } from '../osm/place-kinds.ts'
import type { PoiKind } from '../osm/poi-kinds.ts'
import { type FoldedText, foldText } from './parse-question.ts'

export const SEARCH_WORD_LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'ca'] as const
export type SearchWordLanguage = (typeof SEARCH_WORD_LANGUAGES)[number]

interface SearchWords extends Record<SearchWordLanguage, string> {
  kinds: readonly (PoiKind | PlaceKind)[]
}

/** One and many, and what else people say, between commas. */
export const SEARCH_WORDS: readonly SearchWords[] = [
  {
    kinds: ['hut', 'bivouac'],
    en: 'hut, huts, mountain hut, mountain huts, alpine hut, alpine huts, cabin, cabins',
    de: 'Hütte, Hütten, Berghütte, Berghütten, Schutzhütte, Schutzhütten, Almhütte, Almhütten',
    fr: 'refuge, refuges, cabane, cabanes',
    it: 'rifugio, rifugi, capanna, capanne, malga',
    es: 'refugio, refugios, cabaña, cabañas',
    ca: 'refugi, refugis, cabana',
  },
  {
    kinds: ['bivouac'],
    en: 'bivouac, bivouacs, bivy, bothy, bothies',
    de: 'Biwak, Biwaks, Biwakschachtel, Biwakschachteln',
    fr: 'bivouac, abri bivouac',
    it: 'bivacco, bivacchi',
    es: 'vivac, vivacs',
    ca: 'bivac, bivacs',
  },
  {
    kinds: ['shelter', 'bivouac'],
    en: 'shelter, shelters',
    de: 'Unterstand, Unterstände, Schutzdach',
    fr: 'abri, abris',
    it: 'riparo, ripari, tettoia',
    es: 'cobertizo, cobertizos, abrigo',
    ca: 'aixopluc, aixoplucs, cobert, coberts',
  },
  {
    kinds: ['campsite'],
    en: 'campsite, campsites, camp site, camp sites, campground, camping',
    de: 'Campingplatz, Campingplätze, Zeltplatz, Zeltplätze',
    fr: 'camping, campings, terrain de camping',
    it: 'campeggio, campeggi',
    es: 'camping, campings, zona de acampada',
    ca: 'càmping, càmpings, zona d’acampada',
  },
  {
    kinds: ['drinking_water', 'spring'],
    en: 'water, fountain, fountains, water source',
    de: 'Wasser, Brunnen, Wasserstelle, Wasserstellen',
    fr: 'eau, fontaine, fontaines, point d’eau, points d’eau',
    it: 'acqua, fontana, fontane, fontanella',
    es: 'agua, fuente, fuentes',
    ca: 'aigua, font, fonts',
  },
  {
    kinds: ['drinking_water'],
    en: 'drinking water, water tap',
    de: 'Trinkwasser',
    fr: 'eau potable',
    it: 'acqua potabile',
    es: 'agua potable',
    ca: 'aigua potable',
  },
  {
    kinds: ['spring'],
    en: 'spring, springs',
    de: 'Quelle, Quellen',
    fr: 'source, sources',
    it: 'sorgente, sorgenti',
    es: 'manantial, manantiales',
    ca: 'deu, deus, brollador',
  },
  {
    kinds: ['toilets'],
    en: 'toilet, toilets, wc, restroom, restrooms',
    de: 'Toilette, Toiletten, Klo',
    fr: 'toilettes, sanitaires',
    it: 'bagno, bagni, servizi igienici, toilette',
    es: 'aseo, aseos, baño, baños',
    ca: 'lavabo, lavabos',
  },
  {
    kinds: ['viewpoint'],
    en: 'viewpoint, viewpoints, view, lookout',
    de: 'Aussichtspunkt, Aussichtspunkte, Aussicht',
    fr: 'point de vue, points de vue, belvédère, belvédères',
    it: 'belvedere, punto panoramico, punti panoramici',
    es: 'mirador, miradores',
    ca: 'mirador, miradors',
  },
  {
    kinds: ['peak'],
    en: 'peak, peaks, summit, summits, mountain, mountains',
    de: 'Gipfel, Berg, Berge',
    fr: 'sommet, sommets, montagne, montagnes',
    it: 'cima, cime, vetta, vette, montagna, montagne',
    es: 'cima, cimas, cumbre, cumbres, montaña, montañas',
    ca: 'cim, cims, muntanya, muntanyes',
  },
  {
    kinds: ['pass'],
    en: 'pass, passes, mountain pass, mountain passes, saddle',
    de: 'Pass, Pässe, Sattel, Joch, Bergpass',
    fr: 'col, cols',
    it: 'passo, passi, valico, valichi',
    es: 'collado, collados, puerto de montaña',
    ca: 'coll, colls, port de muntanya',
  },
  {
    kinds: ['lake'],
    en: 'lake, lakes',
    de: 'See, Seen, Bergsee, Bergseen',
    fr: 'lac, lacs, étang, étangs',
    it: 'lago, laghi',
    es: 'lago, lagos, ibón, ibones',
    ca: 'llac, llacs, estany, estanys',
  },
  {
    kinds: ['waterfall'],
    en: 'waterfall, waterfalls',
    de: 'Wasserfall, Wasserfälle',
    fr: 'cascade, cascades, chute d’eau, chutes d’eau',
    it: 'cascata, cascate',
    es: 'cascada, cascadas',
    ca: 'salt d’aigua, salts d’aigua',
  },
  {
    kinds: ['cave'],
    en: 'cave, caves',
    de: 'Höhle, Höhlen',
    fr: 'grotte, grottes',
    it: 'grotta, caverna, caverne',
    es: 'cueva, cuevas',
    ca: 'cova, coves',
  },
  {
    kinds: ['glacier'],
    en: 'glacier, glaciers',
    de: 'Gletscher, Ferner',
    fr: 'glacier',
    it: 'ghiacciaio, ghiacciai',
    es: 'glaciar, glaciares',
    ca: 'glacera, glaceres',
  },
  {
    kinds: ['parking'],
    en: 'parking, car park, car parks, parking lot, trailhead parking',
    de: 'Parkplatz, Parkplätze, Wanderparkplatz, Parken',
    fr: 'parking, parkings, stationnement',
    it: 'parcheggio, parcheggi',
    es: 'aparcamiento, aparcamientos',
    ca: 'aparcament, aparcaments, pàrquing, pàrquings',
  },
  {
    kinds: ['bus_stop', 'bus_station'],
    en: 'bus stop, bus stops, bus',
    de: 'Bushaltestelle, Bushaltestellen, Haltestelle, Haltestellen',
    fr: 'arrêt de bus, arrêts de bus, arrêt',
    it: 'fermata, fermate, fermata dell’autobus',
    es: 'parada, paradas, parada de autobús, autobús',
    ca: 'parades, parada d’autobús, parada de bus',
  },
  {
    kinds: ['train_station', 'station'],
    en: 'train station, train stations, railway station, station, stations, train',
    de: 'Bahnhof, Bahnhöfe, Bahnstation',
    fr: 'gare, gares',
    it: 'stazione, stazioni',
    es: 'estación, estaciones, estación de tren',
    ca: 'estació, estacions, estació de tren',
  },
  {
    kinds: ['cable_car_station'],
    en: 'cable car, cable cars, gondola, ski lift',
    de: 'Seilbahn, Seilbahnen, Bergbahn, Gondelbahn',
    fr: 'téléphérique, téléphériques, télécabine, remontée mécanique',
    it: 'funivia, funivie, cabinovia',
    es: 'teleférico, teleféricos, telecabina',
    ca: 'telefèric, telefèrics, telecabina',
  },
  {
    kinds: ['guidepost'],
    en: 'guidepost, guideposts, signpost, signposts',
    de: 'Wegweiser',
    fr: 'poteau indicateur, panneau directionnel',
    it: 'segnavia, cartello',
    es: 'poste indicador',
    ca: 'pal indicador',
  },
  {
    kinds: ['picnic_site'],
    en: 'picnic, picnic site, picnic area, picnic table',
    de: 'Picknick, Picknickplatz, Picknickplätze, Rastplatz, Rastplätze',
    fr: 'pique-nique, aire de pique-nique',
    it: 'area picnic, aree picnic',
    es: 'merendero, merenderos, área de picnic',
    ca: 'pícnic, àrea de pícnic, berenador',
  },
  {
    kinds: ['restaurant'],
    en: 'restaurant, restaurants, food, café, pub',
    de: 'Restaurant, Gasthaus, Gasthäuser, Gasthof, Wirtshaus, Einkehr, Essen',
    fr: 'restaurant, restaurants, café',
    it: 'ristorante, ristoranti',
    es: 'restaurante, restaurantes',
    ca: 'restaurant, restaurants',
  },
  {
    kinds: ['hotel'],
    en: 'hotel, hotels, guest house, hostel, hostels',
    de: 'Hotel, Hotels, Pension, Unterkunft, Unterkünfte',
    fr: 'hôtel, hôtels, auberge, gîte, gîtes',
    it: 'albergo, alberghi',
    es: 'hoteles, hostal, hostales, alojamiento',
    ca: 'hotel, hotels, hostals, allotjament',
  },
  {
    kinds: ['information'],
    en: 'information, tourist information, visitor centre, visitor center',
    de: 'Touristinformation, Touristeninformation, Auskunft, Infotafel',
    fr: 'office de tourisme, office du tourisme, informations',
    it: 'informazioni, ufficio turistico',
    es: 'información, oficina de turismo',
    ca: 'informació, oficina de turisme',
  },
  {
    kinds: ['castle'],
    en: 'castle, castles',
    de: 'Burg, Burgen, Schloss, Schlösser',
    fr: 'château, châteaux',
    it: 'castello, castelli',
    es: 'castillo, castillos',
    ca: 'castell, castells',
  },
  {
    kinds: ['beach'],
    en: 'beach, beaches',
    de: 'Strand, Strände',
    fr: 'plage, plages',
    it: 'spiaggia, spiagge',
    es: 'playa, playas',
    ca: 'platja, platges',
  },
]

/** Words between a kind and a place. */
export const NEAR_WORDS: Readonly<Record<SearchWordLanguage, string>> = {
  en: 'near, near to, close to, next to, around, by, at, in',
  de: 'bei, nahe, nahe bei, in der Nähe von, neben, rund um, um, in, am, an',
  fr: 'près de, près du, près d’, proche de, autour de, à côté de, à, dans',
  it: 'vicino a, vicino ad, presso, intorno a, nei pressi di, a, ad',
  es: 'cerca de, cerca del, junto a, alrededor de, en',
  ca: 'prop de, prop del, prop d’, a prop de, a prop d’, al voltant de, a, al, en',
}

/** Between a kind and a place, where they do not say that what follows is a place: they are in names, too. */
const OF_WORDS = ['de', 'd', 'del', 'di', 'von', 'of']

export interface RequestedPlace {
  name: FoldedText
  /** as typed */
  text: string
  /** what says that it is a place; null: nothing */
  saidBy: 'comma' | 'word' | null
}

export interface KindQuestion {
  /** as it is in the table */
  word: string
  kinds: readonly (PoiKind | PlaceKind)[]
  /** near which they are to be; null: near the one who asks */
  place: RequestedPlace | null
}
type RequestedKind = Omit<KindQuestion, 'place'>

/** Folded word -> what it means in all languages. */
const KINDS_OF_WORD = new Map<string, { word: string; kinds: Set<PoiKind | PlaceKind> }>()
for (const entry of SEARCH_WORDS)
  for (const language of SEARCH_WORD_LANGUAGES)
    for (const word of listed(entry[language])) {
      const { key } = foldText(word)
      const known = KINDS_OF_WORD.get(key) ?? { word, kinds: new Set() }
      for (const kind of entry.kinds) known.kinds.add(kind)
      KINDS_OF_WORD.set(key, known)
    }
const MOST_WORDS = Math.max(...[...KINDS_OF_WORD.keys()].map((key) => key.split(' ').length))

/** The words of each, longest first: `near to` before `near`. */
const NEAR = SEARCH_WORD_LANGUAGES.flatMap((language) => listed(NEAR_WORDS[language]))
  .map((text) => foldText(text).keyWords)
  .sort((a, b) => b.length - a.length)

function listed(words: string): string[] {
  return words.split(', ')
}

/**
 * The kind that a text asks for: alone, before a place, or after one; null if it neither begins nor ends with such a
 * word.
 */
export function readKindQuestion(text: string): KindQuestion | null {
  const comma = text.search(/[,;]/u)
  if (comma >= 0) {
    const requested = kindOf(foldText(text.slice(0, comma)).keyWords)
    return requested === null ? null : withPlace(requested, text.slice(comma + 1).trim(), 'comma')
  }
  const words = foldText(text).keyWords
  const whole = kindOf(words)
  if (whole !== null) return { ...whole, place: null }
  for (let length = Math.min(MOST_WORDS, words.length - 1); length > 0; length--) {
    const first = kindOf(words.slice(0, length))
    if (first !== null) return afterKind(first, wordsFrom(text, length))
    const last = kindOf(words.slice(-length))
    if (last !== null) return withPlace(last, wordsFrom(text, 0, words.length - length), null)
  }
  return null
}

function kindOf(words: readonly string[]): RequestedKind | null {
  const found = KINDS_OF_WORD.get(words.join(' '))
  return found === undefined ? null : { word: found.word, kinds: [...found.kinds] }
}

/** `rest`: what follows the word for the kind. */
function afterKind(requested: RequestedKind, rest: string): KindQuestion | null {
  const words = foldText(rest).keyWords
  const near = NEAR.find((one) => one.length < words.length && one.every((word, i) => word === words[i]))
  if (near !== undefined) return withPlace(requested, wordsFrom(rest, near.length), 'word')
  return withPlace(requested, wordsFrom(rest, OF_WORDS.includes(words[0]) ? 1 : 0), null)
}

function withPlace(requested: RequestedKind, text: string, saidBy: RequestedPlace['saidBy']): KindQuestion | null {
  const name = foldText(text)
  return name.letters < 2 ? null : { ...requested, place: { name, text, saidBy } }
}

/** The words of a text from one to before another, as they are typed where they can be told apart in it. */
function wordsFrom(text: string, from: number, to = Infinity): string {
  const { words } = foldText(text)
  const typed = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (typed.length === words.length ? typed : words).slice(from, to).join(' ')
}
