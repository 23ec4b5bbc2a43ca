// The closed list of kinds a place can be, in the order in which an object that is several things is taken for one. Imports nothing.

export const PLACE_KINDS = [
  'country', 'state', 'region', 'county', 'city', 'town', 'village', 'hamlet', 'suburb', 'locality', 'farm', 'island',
  'peak', 'pass', 'hut', 'bivouac', 'shelter', 'campsite', 'hotel', 'station', 'cable_car_station', 'lake', 'glacier', 'waterfall', 'spring', 'cave',
  'park', 'viewpoint', 'valley', 'ridge', 'cape', 'beach', 'river', 'castle', 'monastery', 'attraction', 'restaurant', 'trail',
] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]
