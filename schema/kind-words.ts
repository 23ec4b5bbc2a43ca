// What each kind of place means, in a sentence: the descriptions of PlaceKind. A kind without its sentence does not
// compile.

import type { PlaceKind } from '../src/places/place-kinds.ts'
import type { PoiKind } from '../src/places/poi-kinds.ts'

const NAMED: Record<Exclude<PlaceKind, PoiKind>, string> = {
  country: 'A country (`place=country`).',
  state: 'A state or land of a federation (`place=state`).',
  region: 'A region or province (`place=region`, `place=province`).',
  county: 'A county or district (`place=county`, `place=district`).',
  city: 'A city, as the map ranks it (`place=city`).',
  town: 'A town (`place=town`).',
  village: 'A village (`place=village`).',
  hamlet: 'A hamlet or an isolated dwelling.',
  suburb: 'A part of a town: suburb, borough, quarter or neighbourhood.',
  locality: 'A named spot where nobody lives (`place=locality`).',
  farm: 'A single farm (`place=farm`).',
  island: 'An island or islet.',
  hotel: 'A hotel, guest house, hostel or motel.',
  station: 'A railway station or halt, as a named place.',
  lake: 'A lake, pond or reservoir.',
  glacier: 'A glacier, as a whole (`natural=glacier`).',
  park: 'A park or nature reserve.',
  valley: 'A valley, named along its line.',
  ridge: 'A ridge or arête.',
  cape: 'A cape or peninsula.',
  administrative_area:
    'An administrative area that is nothing else (`boundary=administrative`); no list has it, `within` does.',
  beach: 'A beach, of sea or lake.',
  castle: 'A castle or fort.',
  monastery: 'A monastery or abbey.',
  attraction: 'A sight: attraction, museum, ruins or monument.',
  trail: 'A signed trail; `trail` holds its line.',
  bus_station: 'A bus station (single stops are outdoor places).',
  range: 'A mountain range (`natural=mountain_range`).',
  river: 'A river, stream or canal, all parts of its name in one valley as one.',
  path: 'A path or track with a name of its own.',
  street: 'A street, road or square; all parts of it in one town are one.',
  place_of_worship: 'A church, chapel or other place of worship.',
}

const OUTDOOR: Record<Exclude<PoiKind, PlaceKind>, string> = {
  drinking_water: 'Water that is tagged as drinkable: a tap, fountain or water point.',
  toilets: 'Public toilets.',
  parking: 'A car park that is not private.',
  bus_stop: 'A bus stop or bus station.',
  train_station: 'A railway station or halt, as an outdoor place.',
  guidepost: 'A signpost of trails.',
  picnic_site: 'A place to picnic.',
  restaurant: 'Somewhere to eat or drink: restaurant, café, beer garden or pub.',
  information: 'A board, map or office with information; guideposts apart.',
}

const BOTH: Record<PlaceKind & PoiKind, string> = {
  hut: 'A mountain hut (`tourism=alpine_hut`, `tourism=wilderness_hut`).',
  shelter: 'A roof against the weather, not meant for the night; stops of public transport are left out.',
  bivouac: 'A simple shelter to sleep in, without staff.',
  campsite: 'A place to camp.',
  spring: 'A spring; whether its water is drinkable is in the tags of an outdoor place, or unknown.',
  viewpoint: 'A place with a view (`tourism=viewpoint`).',
  peak: 'A summit or volcano.',
  pass: 'A mountain pass or saddle.',
  cave: 'The entrance of a cave.',
  waterfall: 'A waterfall (`waterway=waterfall`).',
  cable_car_station: 'A station of a cable car, gondola or chair lift.',
}

const mark = <K extends string>(words: Record<K, string>, who: string) =>
  Object.fromEntries(Object.entries(words).map(([kind, about]) => [kind, `${about} ${who}`])) as Record<K, string>

export const KIND_WORDS: Record<PlaceKind | PoiKind, string> = {
  ...mark(NAMED, 'Named places.'),
  ...mark(OUTDOOR, 'Outdoor places.'),
  ...mark(BOTH, 'Named and outdoor places.'),
}
