// Course.export: its line as a file.

import { toGeoJsonLine, toGpx } from '../../resolvers/line-forms.ts'
import { exportArgs } from '../../resolvers/search-args.ts'
import { builder, withoutNulls } from '../builder.ts'
import { CourseFormatEnum } from '../course-types.ts'
import { CourseInterface, LINE_CREDITS } from './course-interface.ts'
import { withParts } from './with-parts.ts'

interface CourseFile {
  format: 'gpx' | 'geojson'
  name: string | null
  text: () => string
}

const MEDIA_TYPES = { gpx: 'application/gpx+xml', geojson: 'application/geo+json' } as const

const CourseFileType = builder.objectRef<CourseFile>('CourseFile').implement({
  description: 'A line as a file.',
  fields: (t) => ({
    format: t.field({ type: CourseFormatEnum, description: 'The requested format.', resolve: ({ format }) => format }),
    mediaType: t.string({
      description: 'Its media type, for Content-Type.',
      resolve: ({ format }) => MEDIA_TYPES[format],
    }),
    name: t.exposeString('name', { nullable: true, description: 'The name in the file; null where it has none.' }),
    text: t.string({ description: 'What the file holds.', resolve: ({ text }) => text() }),
  }),
})

builder.interfaceFields(CourseInterface, (t) => ({
  export: t.field({
    type: CourseFileType,
    nullable: true,
    description:
      'Its line as a file: GPX 1.1 has a segment for each part, with the heights of the line and no times. For a trail this costs 1 credit. Null beside an error.',
    args: t.validate(
      {
        format: t.arg({ type: CourseFormatEnum, required: true, description: 'Form of the file.' }),
        name: t.arg.string({
          description: 'Name in the file, at most 200 characters. Default: the name of a trail, else none.',
        }),
      },
      withoutNulls(exportArgs),
    ),
    ...LINE_CREDITS,
    resolve: (source, { format, name }, context) =>
      withParts(source, context, (parts, { title }) => {
        const own = name ?? title
        return {
          format,
          name: own,
          text: () =>
            format === 'gpx'
              ? toGpx(parts, own)
              : JSON.stringify({
                  type: 'Feature',
                  properties: own === null ? {} : { name: own },
                  geometry: toGeoJsonLine(parts),
                }),
        }
      }),
  }),
}))
