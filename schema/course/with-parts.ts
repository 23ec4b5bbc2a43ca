// The line of a course, charged as the operation that reads it where that is one.

import { type Course, type CourseSource, courseOf } from '../../resolvers/course-of.ts'
import type { AnyOperation } from '../../resolvers/pipeline/operation.ts'
import type { Parts } from '../../resolvers/input/line-forms.ts'
import type { Runner } from '../../resolvers/pipeline/credit-session.ts'
import { trailRelation } from '../../resolvers/search.ts'
import type { DocumentContext } from '../builder.ts'

/** `make` of the parts; what it throws is not charged. */
export function withParts<Made>(
  source: CourseSource,
  { ledger, loaders }: DocumentContext,
  make: (parts: Parts, course: Course) => Made,
): Promise<Made> | Made {
  const course = courseOf(source)
  const read = async () => make(await course.parts(loaders), course)
  return course.lineCredits === 0 ? read() : ledger.runLinked(trailRelation, course.lineCredits, read)
}

/**
 * Runs an operation over the line of a course. Its `geometry` is read as part of the run, so that the same link of
 * other elements waits for it (resolvers/pipeline/batch-loader.ts).
 */
export function runOverLine<Resolver extends AnyOperation>(
  resolver: Resolver,
  source: CourseSource,
  { ledger, loaders }: { ledger: Runner; loaders: DocumentContext['loaders'] },
  input: object,
): Promise<Awaited<ReturnType<Resolver['run']>>> {
  const overLine: AnyOperation = {
    ...resolver,
    run: async (given: object, services, context) =>
      resolver.run({ ...given, geometry: await courseOf(source).geometry(loaders) }, services, context),
  }
  return ledger.run(overLine, input) as never
}
