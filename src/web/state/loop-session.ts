// Round trips: asked by a button, one loop of the answer is chosen and shown as a line, the others are drawn beside it.
// A loop has no heights in its answer; its profile is asked when it is chosen.

import { effect, signal } from '@preact/signals'
import { decodePolyline6 } from '../../geo/polyline.ts'
import { sendQuery } from '../api/query.ts'
import { LineProfileDocument, LoopsDocument, type LoopsQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { otherLoops, picked } from './map-content.ts'
import { withWalker } from './pace-store.ts'
import { toLoopsInput } from '../plan/plan.ts'
import { toPieces } from '../line/to-pieces.ts'
import { lines, mapCommand, plan } from '../plan/session.ts'
import { profilePoints, type LinePoint, boxAround, toShownLine } from '../line/shown-line.ts'

export type Loops = NonNullable<NonNullable<LoopsQuery['point']>['loops']>
export type Loop = Loops['found'][number]

export const loops = createQuery<Loops>()
const heights = createQuery<{ shape: string; points: LinePoint[] }>()
export const heightsAnswer = heights.answer
export const chosenLoop = signal(0)

export function askLoops(): void {
  const input = toLoopsInput(plan.peek())
  if (input === null) return
  chosenLoop.value = 0
  void loops.ask(async (stop) => {
    const own = { ...input, settings: withWalker(input.settings) }
    const variables = { ...own, language: language.peek() }
    const answer = (await sendQuery(LoopsDocument, variables, stop)).data.point!.loops!
    const box = boxAround(
      plan.peek().loop.start,
      answer.found.flatMap(({ line }) => decodePolyline6(line.polyline6!)),
    )
    if (box !== null) mapCommand.value = { kind: 'fit', box }
    return answer
  })
}

effect(() => {
  const found = valueOf(loops.answer.value)
  const loop = found?.found[chosenLoop.value]
  if (found === null || loop === undefined) {
    lines.loop.value = null
    otherLoops.value = []
    return
  }
  const points = decodePolyline6(loop.line.polyline6!)
  lines.loop.value = toShownLine([points], loop.lengthM, toPieces(loop))
  const shape = loop.line.polyline6!
  void heights.ask(async (stop) => {
    const { data } = await sendQuery(LineProfileDocument, { line: { polyline6: shape }, points: 2000 }, stop)
    return { shape, points: profilePoints(data.line!.elevationProfile!.series.columns) }
  })
})
effect(() => {
  const answer = heights.answer.value
  const loop = valueOf(loops.answer.peek())?.found[chosenLoop.peek()]
  if (answer.state === 'ok' && loop !== undefined && answer.value.shape === loop.line.polyline6)
    lines.loop.value = toShownLine([answer.value.points], loop.lengthM, toPieces(loop))
})
effect(() => {
  const found = valueOf(loops.answer.value)
  otherLoops.value =
    plan.value.mode !== 'loop' || found === null
      ? []
      : found.found.flatMap(({ line }, index) =>
          index === chosenLoop.value ? [] : [{ index, coordinates: decodePolyline6(line.polyline6!) }],
        )
})
effect(() => {
  if (picked.value?.kind === 'loop') chosenLoop.value = picked.value.id
})
