// The hardest grade of a trail, as the page names it. Pure.

import type { TrailDetailsQuery } from '../documents/generated/graphql.ts'

type Trail = NonNullable<TrailDetailsQuery['trail']>
type Graded = Pick<Trail, 'hardestGrade' | 'roadM'> & { grades: readonly Pick<Trail['grades'][number], 'grade'>[] }

/** NONE: roads alone, which take none. Null: unknown, as what is untagged is, and where roads are not told apart. */
export function hardestGradeOf({
  hardestGrade,
  grades,
  roadM,
}: Graded): NonNullable<Graded['hardestGrade']> | 'NONE' | null {
  if (hardestGrade !== null) return hardestGrade
  return grades.length === 0 && roadM !== null && roadM > 0 ? 'NONE' : null
}
