// Operation matrix: ways between every source and every target, in columns.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import type { z } from 'zod'
import { applyMatrixSettings, type Matrix, type MatrixInput } from '../src/routing/matrix/matrix-types.ts'
import { MAX_LEG_KM, MAX_MATRIX_PAIRS, MAX_MATRIX_POINTS } from '../src/travel/limits.ts'
import { MATRIX_ANNOTATION_NAMES, MATRIX_ANNOTATIONS } from '../src/travel/matrix.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { noAtField, fields, listOf, oneOf, position, walkerField } from './input/input-fields.ts'
import { avoidField, settingFields } from './input/setting-fields.ts'

/** What one credit pays for. */
const PAIRS_PER_CREDIT = 100

const points = () => listOf(position(), 1, MAX_MATRIX_POINTS, 'pairs')
const inWords = MATRIX_ANNOTATION_NAMES.map((name) => `${name}: ${MATRIX_ANNOTATIONS[name].about}`)

export const matrixInput = fields({
  sources: points().describe('Where ways begin, 1 to 200 points, each [lon, lat] in degrees.'),
  targets: points().describe('Where they end, 1 to 200 points. At most 10,000 pairs in all.'),
  annotations: listOf(oneOf(MATRIX_ANNOTATION_NAMES), 1, MATRIX_ANNOTATION_NAMES.length, 'annotations')
    .optional()
    .describe(`The values wanted. ${inWords.join(' ')} Default distance_m and moving_s.`),
  ...settingFields('matrix'),
  walker: walkerField(),
  avoid: avoidField(),
  at: noAtField(),
}).superRefine(({ sources, targets }, context) => {
  if (sources.length * targets.length > MAX_MATRIX_PAIRS)
    context.addIssue({
      code: 'custom',
      path: ['targets'],
      message: zodMessage(
        say('expected.matrix_targets', {
          max: Math.floor(MAX_MATRIX_PAIRS / sources.length),
          count: sources.length,
          pairs: MAX_MATRIX_PAIRS,
        }),
      ),
    })
})

export const matrix = defineOperation<z.infer<typeof matrixInput>, EncodedAnswer<Matrix>>({
  id: 'matrix',
  summary: 'Length, moving time, ascent and cost of the ways between many points, each value that of the route.',
  input: matrixInput,
  limits: { bodyBytes: MB, lengthKm: MAX_LEG_KM },
  credits: ({ sources, targets }) => Math.ceil((sources.length * targets.length) / PAIRS_PER_CREDIT),
  mostCredits: MAX_MATRIX_PAIRS / PAIRS_PER_CREDIT,
  creditsRule: '1 for each 100 pairs, or part of them',
  heavy: true,
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: ['outside_region', 'setting_refused', 'waypoint_avoided', 'network_unavailable', 'busy'],
  run: (input, services, context) => {
    applyMatrixSettings(input as MatrixInput) // refuses before anything waits for a worker
    return services.run('matrix', input as MatrixInput, context)
  },
})
