// Answers by GET that hang on the release and the request alone have a tag, by which a client that still has one is
// answered 304 before anything is priced or run, and may be kept for a minute: a new release is to be seen soon.

import type { ExecutionArgs } from 'graphql'
import { entityTag } from '../../../resolvers/pipeline/entity-tag.ts'
import type { Services } from '../../../src/services.ts'
import { isDryRun } from '../dry-run.ts'
import { jsonTypeOf, readsJson } from '../json-type.ts'
import type { createOfRelease } from '../of-release.ts'
import type { OpenedRequest } from '../opened-request.ts'
import { findOperation } from '../read-document.ts'
import type { RunResult } from '../run-types.ts'
import type { HandlerContext, HandlerPlugin } from './handler-plugin.ts'

type TaggedBy = Pick<
  Services,
  'releases' | 'version' | 'findCatalogueRevision' | 'findNetworkRevision' | 'publicApiUrl'
>

export function tagAnswer(services: TaggedBy, isOfRelease: ReturnType<typeof createOfRelease>): HandlerPlugin {
  return {
    // no promise for what has no tag: every POST comes by
    onExecute({ args, setResultAndStopExecution }) {
      const requested = args as ExecutionArgs
      const { opened, params } = requested.contextValue as HandlerContext & { params: { query: string } }
      if (!mayBeKept(opened, requested) || !isOfRelease(requested.document)) return undefined
      const tagNow = () => tagOf(services, params.query, requested, opened)
      return tagNow().then((tag) => {
        if (tag === null) return undefined
        if (opened.request.holds(tag)) {
          opened.kept = { tag, isCurrent: true }
          setResultAndStopExecution({})
          return undefined
        }
        return {
          async onExecuteDone({ result }) {
            const { errors, extensions } = result as RunResult
            // hints are in the language of the request; not of a release that came meanwhile
            const isWhole = errors === undefined && extensions?.hints === undefined && (await tagNow()) === tag
            if (isWhole) opened.kept = { tag, isCurrent: false }
          },
        }
      })
    },
  }
}

/** Asked by GET, to be run, and answered as JSON in one piece. */
function mayBeKept({ request, context, read }: OpenedRequest, { document, operationName }: ExecutionArgs): boolean {
  if (request.method !== 'GET') return false
  const inParts = context.streamForm !== null && (read!.hasParts || !readsJson(request.headers.accept))
  const operation = findOperation(document, operationName ?? null)
  return !inParts && operation !== null && !isDryRun(operation)
}

/** Null while nothing is published. */
async function tagOf(
  services: TaggedBy,
  query: string,
  { operationName, variableValues }: ExecutionArgs,
  { request }: OpenedRequest,
): Promise<string | null> {
  const network = services.findNetworkRevision?.() ?? null
  const catalogue = (await services.findCatalogueRevision?.()) ?? null
  const type = jsonTypeOf(request.headers.accept)
  const input = [query, operationName ?? null, variableValues ?? {}, type, network, services.publicApiUrl]
  return entityTag(services, 'graphql', input, catalogue)
}
