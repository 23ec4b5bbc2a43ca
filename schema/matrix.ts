// GraphQL of the matrix: Query.matrix. The values worked out are those selected.

import type { GraphQLResolveInfo } from 'graphql'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { matrix } from '../resolvers/matrix.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { Matrix, MatrixNote } from '../src/routing/matrix/matrix-types.ts'
import {
  MATRIX_ANNOTATIONS,
  MATRIX_ANNOTATION_NAMES,
  MATRIX_NOTES,
  MATRIX_REASONS,
  type MatrixAnnotation,
} from '../src/travel/matrix.ts'
import { withLongLegs } from '../resolvers/routing.ts'
import { asksFor } from './asks-for.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { EngineType } from './course-types.ts'
import { enumValues } from './code-enums.ts'
import { TimeModelEnum } from './route-facts.ts'
import {
  AppliedSettingsType,
  SettingNameEnum,
  inGraphqlWords,
  parseTravel,
  TravelSettingsType,
  withBeside,
} from './travel-settings.ts'
import { locate, WaypointInputType } from './route-input.ts'
import { operation } from './operation.ts'
import { SnappedPointType } from './snapped-point.ts'

const ARGUMENT = 'input.'
const BY_SOURCE = 'A list for each source, with a value for each target'

const MatrixReasonEnum = builder.enumType('MatrixReason', {
  description: 'Why there is no way.',
  values: enumValues(MATRIX_REASONS),
})

const MatrixNoteCodeEnum = builder.enumType('MatrixNoteCode', {
  description: 'What is to be known of a value.',
  values: enumValues(MATRIX_NOTES),
})

const MatrixInputType = builder.inputType('MatrixInput', {
  description: 'The ways wanted, at most 10,000. Omitted fields take their defaults.',
  fields: (t) => ({
    sources: t.field({ type: [WaypointInputType], required: true, description: 'Where ways begin, 1 to 200 points.' }),
    targets: t.field({ type: [WaypointInputType], required: true, description: 'Where they end, 1 to 200 points.' }),
    settings: t.field({ type: TravelSettingsType, description: 'How you travel.' }),
  }),
})
type RequestedMatrix = typeof MatrixInputType.$inferInput

/** The operation's input. */
function toMatrix(
  { settings }: RequestedMatrix,
  points: { sources: LonLat[]; targets: LonLat[] },
  wanted: MatrixAnnotation[],
) {
  return parseTravel(matrix, 'matrix', { ...points, annotations: wanted }, settings, ARGUMENT)
}

const anywhere = ({ sources, targets }: RequestedMatrix) => ({
  sources: sources.map((): LonLat => [0, 0]),
  targets: targets.map((): LonLat => [0, 0]),
})

/** What it will cost; an input that does not pass its checks costs nothing. */
function priceOfMatrix(requested: RequestedMatrix): number {
  try {
    return creditsOf(matrix, toMatrix(requested, anywhere(requested), ['distance_m']))
  } catch {
    return 0
  }
}

/** Where only points and reasons are requested, lengths are worked out beside them. */
function wantedOf(info: GraphQLResolveInfo): MatrixAnnotation[] {
  const fieldOf = (name: MatrixAnnotation) => (name === 'distance_m' ? 'lengthM' : MATRIX_ANNOTATIONS[name].column)
  const wanted = MATRIX_ANNOTATION_NAMES.filter((name) => asksFor(info, fieldOf(name)))
  return wanted.length === 0 ? ['distance_m'] : wanted
}

const columnOf = (t: FieldBuilder<Matrix>, name: MatrixAnnotation, description: string) =>
  t.field({
    type: t.listRef(t.listRef('Float', { nullable: true })),
    description: `${MATRIX_ANNOTATIONS[name].about} ${description}; null where \`reasons\` says why.`,
    resolve: (m) => m[MATRIX_ANNOTATIONS[name].column]!,
  })

const MatrixNoteType = builder.objectRef<MatrixNote>('MatrixNote').implement({
  description: 'What is to be known of the values of a pair.',
  fields: (t) => ({
    source: t.exposeInt('source', { description: 'Number of the source, from 0.' }),
    target: t.exposeInt('target', { description: 'Number of the target, from 0.' }),
    code: t.expose('code', { type: MatrixNoteCodeEnum, description: 'Which of the things to be known it is.' }),
    lengthM: t.exposeFloat('metres', {
      nullable: true,
      description: 'Metres without heights, or by ferry; null for other codes.',
    }),
    gapPct: t.exposeFloat('gapPct', {
      nullable: true,
      description:
        'How much cheaper a better way might be, per cent; null for other codes, and where nothing is known.',
    }),
  }),
})

const numbered = (points: Matrix['sources']) =>
  points.map((point, waypoint) => (point === null ? null : { ...point, waypoint }))

const MatrixType = builder.objectRef<Matrix>('Matrix').implement({
  description: 'The ways between many points. Each value is that of the route between the two.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    settings: t.expose('settings', { type: AppliedSettingsType, description: 'The settings as applied.' }),
    settingsDefaulted: t.expose('settingsDefaulted', {
      type: [SettingNameEnum],
      description: 'Settings that took their default.',
    }),
    timeModel: t.expose('timeModel', { type: TimeModelEnum, description: 'The model that moving times come from.' }),
    sources: t.field({
      type: [SnappedPointType],
      nullable: { list: false, items: true },
      description: 'Where the sources were placed on the network; null where that is too far away.',
      resolve: ({ sources }) => numbered(sources),
    }),
    targets: t.field({
      type: [SnappedPointType],
      nullable: { list: false, items: true },
      description: 'Where the targets were placed on the network; null where that is too far away.',
      resolve: ({ targets }) => numbered(targets),
    }),
    lengthM: columnOf(t, 'distance_m', BY_SOURCE),
    movingS: columnOf(t, 'moving_s', BY_SOURCE),
    ascentM: columnOf(t, 'ascent_m', `${BY_SOURCE}; also null where no height of the way is known`),
    cost: columnOf(t, 'cost', BY_SOURCE),
    reasons: t.expose('reasons', {
      type: t.listRef(t.listRef(MatrixReasonEnum, { nullable: true })),
      description: `${BY_SOURCE}: why there is no way; null where there is one.`,
    }),
    notes: t.expose('notes', { type: [MatrixNoteType], description: 'What is to be known of some values.' }),
  }),
})

operation(matrix, {
  type: MatrixType,
  args: (t) => ({
    input: t.arg({ type: MatrixInputType, required: true, description: 'The points, and how you travel.' }),
  }),
  credits: ({ input }) => priceOfMatrix(input),
  resolve: async ({ input }, { session, loaders }, info) => {
    const wanted = wantedOf(info)
    toMatrix(input, anywhere(input), wanted) // refuses before any place is looked up
    const located = (name: 'sources' | 'targets') =>
      Promise.all(input[name].map((point, i) => locate(point, loaders, `${ARGUMENT}${name}[${i}]`)))
    const points = { sources: await located('sources'), targets: await located('targets') }
    const requested = withLongLegs(toMatrix(input, points, wanted))
    const { value } = await inGraphqlWords(session.run(matrix, requested), ARGUMENT)
    return { ...value, settings: withBeside(value.settings, requested) }
  },
})
