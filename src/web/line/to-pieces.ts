// What a line's answer says of surfaces and grades, as pieces to show. Pure.

import type { RouteOnMapQuery } from '../documents/generated/graphql.ts'
import type { ShownLine } from './shown-line.ts'

type RouteAnswer = NonNullable<RouteOnMapQuery['route']>
type Facts = Pick<RouteAnswer, 'surfaces'> & {
  difficulty: Pick<NonNullable<RouteAnswer['difficulty']>, 'stretches'> | null
}

/** Surfaces and grades as pieces of a line; unknown stays null. Roads have no grade, which is not unknown. */
export function toPieces({ surfaces, difficulty }: Facts): Pick<ShownLine, 'surfaces' | 'grades'> {
  return {
    surfaces:
      surfaces?.stretches?.map(({ fromM, toM, surface, source }) => ({
        fromM,
        toM,
        kind: surface === 'UNKNOWN' ? null : surface,
        isAssumed: source === 'CLASS_DEFAULT',
      })) ?? null,
    grades:
      surfaces?.stretches == null
        ? null
        : [
            ...(difficulty?.stretches ?? []).map(({ fromM, toM, grade }) => ({ fromM, toM, kind: grade })),
            // drawn straight: nothing is claimed
            ...surfaces.stretches
              .filter(({ source }) => source === null)
              .map(({ fromM, toM }) => ({ fromM, toM, kind: null })),
          ],
  }
}
