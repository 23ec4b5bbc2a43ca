// Course.export: its line as a file.

import { exportFile } from '../../resolvers/export-file.ts'
import { exportArgs } from '../../resolvers/input/search-args.ts'
import { builder, withoutNulls } from '../builder.ts'
import { CourseFileType, FileFormatEnum } from '../course-file-type.ts'
import { CourseInterface, LINE_CREDITS } from './course-interface.ts'
import { withParts } from './with-parts.ts'

builder.interfaceFields(CourseInterface, (t) => ({
  export: t.field({
    type: CourseFileType,
    nullable: true,
    description:
      'Its line as a file, with the heights of the line. A route has its waypoints, its instructions as turn cues and the sources of the map; a line of your own what it came with. A document writes one, or several of 100,000 points in all. For a trail this costs 1 credit. Null beside an error.',
    args: t.validate(
      {
        format: t.arg({ type: FileFormatEnum, required: true, description: 'What it is written as.' }),
        name: t.arg.string({
          description:
            'Name in the file, at most 200 characters. Default: the name of a trail or of the file that was sent, else none.',
        }),
        waypointNames: t.arg.stringList({
          description: 'Names of the waypoints of a route, in their order. Default: their numbers.',
        }),
      },
      withoutNulls(exportArgs),
    ),
    ...LINE_CREDITS,
    resolve: (source, args, context) =>
      withParts(source, context, (parts, course) => exportFile(course, parts, args, context.loaders)),
  }),
}))
