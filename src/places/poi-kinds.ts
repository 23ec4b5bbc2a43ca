// The kinds of outdoor places (decision D6), in the order in which they are listed. Imports nothing.

export const POI_KINDS = [
  'hut', 'shelter', 'bivouac', 'campsite', 'drinking_water', 'spring', 'toilets', 'viewpoint', 'peak', 'pass', 'cave', 'waterfall', 'parking',
  'bus_stop', 'train_station', 'cable_car_station', 'guidepost', 'picnic_site', 'restaurant', 'information',
] as const
export type PoiKind = (typeof POI_KINDS)[number]
