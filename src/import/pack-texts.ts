// The texts of a pack for people and programs: whose data it is, and its names as GeoJSON. Pure.

import type { NamedPlace } from '../../db/list-names.ts'
import type { Box } from '../geo/lon-lat.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'

/** One point a line, best known first; members in snake_case. */
export function toNamesText(places: readonly NamedPlace[]): string {
  const features = places.map(({ id, name, otherNames, kinds, lon, lat, elevationM, region, relationId }) =>
    JSON.stringify({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: {
        name,
        other_names: otherNames,
        kinds,
        elevation_m: elevationM,
        region,
        ...(relationId === null ? {} : { relation_id: relationId }),
      },
    }),
  )
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`
}

export function attributionText(release: ReleaseInfo, name: string, bbox: Box): string {
  const sources = release.attributions.map(({ text, licence, url }) =>
    [text, licence === null ? null : `licence: ${licence}`, url].filter((part) => part !== null).join('; '),
  )
  return `${[
    `The map "${name}" (${bbox.join(', ')}), cut out of the release ${release.id}.`,
    ...(release.synthetic ? ['It shows an invented place.'] : []),
    '',
    'Show these sources wherever you show the map:',
    ...sources.map((source) => `- ${source}`),
    '',
    'Labels are set in Noto Sans (SIL Open Font License 1.1, glyphs/LICENSE.txt); signs are drawn from Maki (CC0).',
  ].join('\n')}\n`
}
