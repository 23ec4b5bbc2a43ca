// One run of a document, however it arrived: measured before anything runs, refused whole where the
// allowance does not suffice, executed on one reservation, settled downwards; `extensions.cost` has the sums. Errors
// are masked here.

import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode, type ValidatedExecutionArgs } from 'graphql'
import { createLoaders } from '../../resolvers/loaders.ts'
import { type CreditSession, openSession } from '../../resolvers/pipeline/credit-session.ts'
import { nextTurn } from '../../src/overload/next-turn.ts'
import type { Call, OperationPipeline } from '../../resolvers/pipeline/pipeline.ts'
import { ServiceError, toServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { factsOf } from '../plugin/field-facts.ts'
import { dropFailed } from './drop-failed.ts'
import type { DocumentRates } from './document-rates.ts'
import { isDryRun, listCredits } from './dry-run.ts'
import { asWritten } from './error-hints.ts'
import { executeDocument, prepareExecution } from './execute-document.ts'
import { DocumentArguments } from './field-arguments.ts'
import { DATA_JSON, toGraphqlError } from './graphql-errors.ts'
import { incrementalParts } from './incremental-parts.ts'
import { KEPT_FROM_VALUES, KeptIntrospection } from './introspection-cache.ts'
import { type DocumentMeasure, measureDocument } from './measure-document.ts'
import { findOperation } from './read-document.ts'
import type { RequestedDocument, FinishedRun, RunResult, ServerContext } from './run-types.ts'
import { findVariableFault } from './value-faults.ts'
import { checkVariableSizes } from './variable-limits.ts'

/** Length of a body whose variables take milliseconds to read, to measure the document and again to run it. */
const LONG_BODY = 262_144
/** Length of a document that takes as long to check. */
const LONG_DOCUMENT = 4096

export interface RunnerOptions {
  introspection: boolean
  maskError: (error: unknown) => Error
  rates: DocumentRates
}

/** A document that is to run, its reservation, and what it is kept by if it is about the schema. */
interface Opened {
  prepared: ValidatedExecutionArgs
  session: CreditSession
  introspectionValues: number
}

export class DocumentRunner {
  readonly #pipeline: OperationPipeline
  readonly #options: RunnerOptions
  readonly #introspection = new KeptIntrospection()

  constructor(pipeline: OperationPipeline, options: RunnerOptions) {
    this.#pipeline = pipeline
    this.#options = options
  }

  /** An answer that runs nothing. */
  refuse(failure: ServiceError): FinishedRun {
    return this.#finish({ errors: [toGraphqlError(failure)] })
  }

  /** Null: the answer goes out in parts (`context.onParts`). */
  async run(requested: RequestedDocument): Promise<FinishedRun | null> {
    const { context } = requested
    if (isLong(requested)) await nextTurn(context.call.cpu)
    const known = knownAs(requested)
    const dataJson = known === null ? undefined : this.#introspection.find(known)
    if (dataJson !== undefined) return this.#finishKept(requested, known!, dataJson)
    let opened: Opened | DocumentMeasure | GraphQLError
    try {
      opened = await this.#open(requested)
    } catch (thrown) {
      if (thrown instanceof GraphQLError) return this.#finish({ errors: [thrown] })
      return this.refuse(toServiceError(thrown))
    }
    if ('credits' in opened) return this.#finishDryRun(requested, opened)
    if (!('session' in opened)) return this.#finish({ errors: [opened] })
    const { prepared, session, introspectionValues } = opened
    let result: RunResult | null
    if (isLong(requested)) await nextTurn(context.call.cpu)
    try {
      result = await this.#execute(requested, prepared, session)
    } catch (thrown) {
      return this.#finish({ errors: [this.#options.maskError(thrown) as GraphQLError] })
    }
    if (result === null) return null
    const finished = this.#finish(result)
    if (requested.isWanted?.(finished) === false) session.dropAt([])
    else dropFailed(session, result, context.answer.error)
    const settled = await this.#settle(context, session)
    if (known !== null && introspectionValues > 0 && result.errors === undefined)
      this.#introspection.keep(known, introspectionValues, result.data)
    return { ...finished, result: { ...finished.result, extensions: { ...result.extensions, ...settled } } }
  }

  async #finishKept({ context }: RequestedDocument, known: string, dataJson: string): Promise<FinishedRun> {
    const { call } = context
    this.#options.rates.onSound(call, known, false)
    const cost = { reserved: 0, charged: 0, remaining: await this.#remainingOf(call), fields: [] }
    return this.#finish({ [DATA_JSON]: dataJson, extensions: { cost } })
  }

  async #finishDryRun({ context }: RequestedDocument, { credits, fields }: DocumentMeasure): Promise<FinishedRun> {
    const remaining = await this.#remainingOf(context.call)
    const cost = { reserved: credits, charged: 0, remaining, fields: listCredits(fields) }
    return this.#finish({ data: null, extensions: { cost } })
  }

  /**
   * Checks and measures the document and reserves for it, unless it is not to run; an error says what is wrong with the
   * variables.
   */
  async #open(requested: RequestedDocument): Promise<Opened | DocumentMeasure | GraphQLError> {
    const { schema, document, variables, context } = requested
    const { call, rawTexts, answer } = context
    const { introspection } = this.#options
    const operation = operationOf(requested)
    checkVariableSizes(schema, document, variables, rawTexts, context.bodyBytes)
    const prepared = prepareExecution(
      { schema, document, operationName: operation.name?.value, variableValues: variables, contextValue: context },
      { signal: call.signal, inParts: context.streamForm !== null, hideSuggestions: !introspection },
    )
    context.fieldArguments = new DocumentArguments(rawTexts)
    const measure = 'schema' in prepared ? measureDocument(prepared, context.fieldArguments) : null
    if (measure === null || !('schema' in prepared)) {
      // what is said of them names their true texts
      rawTexts?.restore(variables, null)
      const fault = findVariableFault(schema, { document, operation }, variables, !introspection)
      if (fault !== null) return fault
      throw new ServiceError(say('error.invalid_input.mutation'))
    }
    const { credits, areaCredits, rootFields } = measure
    const dryRun = isDryRun(operation)
    const introspectionValues = rootFields.length === 0 ? measure.introspectionValues : 0
    if (requested.query !== null)
      this.#options.rates.onSound(
        call,
        requested.query,
        dryRun || introspectionValues > KEPT_FROM_VALUES || rootFields.some((field) => isRated(schema, field)),
      )
    if (dryRun) return measure
    call.cpu?.beginDocument()
    const session = await openSession(
      requested.pipeline ?? this.#pipeline,
      // sentences are rendered in the language that a field asks for
      { ...call, signal: answer.signal, language: null },
      { credits, areaCredits },
    )
    context.opened(session)
    return { prepared, session, introspectionValues }
  }

  async #execute(
    requested: RequestedDocument,
    prepared: ValidatedExecutionArgs,
    session: CreditSession,
  ): Promise<RunResult | null> {
    const { context } = requested
    const { call, answer } = context
    const { services } = requested.pipeline ?? this.#pipeline
    Object.assign(context, {
      session,
      hints: [],
      requestId: call.requestId,
      loaders: createLoaders(services, {
        signal: session.signal,
        cpu: call.cpu,
        resume: () => call.cpu?.resume(),
        caller: call.caller,
      }),
    })
    const result = await executeDocument(prepared)
    if (!('initialResult' in result)) return withDistinctErrors(result)
    const parted = incrementalParts(result, {
      session,
      answer,
      signal: call.signal,
      maskError: this.#options.maskError,
      renderer: context.renderer,
      settle: () => this.#settle(context, session),
      older: context.streamForm!.older,
    })
    context.onParts(writtenParts(parted, context))
    return null
  }

  /** What the extensions say of a document that has run. */
  async #settle(
    { charge, call, hints, renderer }: RequestedDocument['context'],
    session: CreditSession,
  ): Promise<object> {
    session.settle()
    charge(session.charged)
    const { reserved, charged, chargedByField } = session
    const cost = { reserved, charged, remaining: await this.#remainingOf(call), fields: listCredits(chargedByField) }
    return { cost, ...asWritten(hints ?? [], renderer) }
  }

  async #remainingOf({ caller }: Call): Promise<number | null> {
    return (await this.#pipeline.receipt(caller)).credits?.remaining ?? null
  }

  #finish(result: RunResult): FinishedRun {
    if (result.errors === undefined) return { result }
    return {
      result: { ...result, errors: result.errors.map((error) => this.#options.maskError(error) as GraphQLError) },
    }
  }
}

function isLong({ query, context }: RequestedDocument): boolean {
  return context.bodyBytes > LONG_BODY || (query?.length ?? 0) > LONG_DOCUMENT
}

/** The handler has found it before. */
function operationOf({ document, operationName }: RequestedDocument): OperationDefinitionNode {
  const operation = findOperation(document, operationName)
  if (operation === null) throw new ServiceError(say('error.invalid_input.operation_unclear'))
  return operation
}

/** The text by which an answer about the schema is kept; null where values from elsewhere may change it. */
function knownAs({ query, document: { definitions } }: RequestedDocument): string | null {
  const isAlone =
    definitions.filter(({ kind }) => kind === 'OperationDefinition').length === 1 &&
    definitions.every((one) => one.kind !== 'OperationDefinition' || (one.variableDefinitions ?? []).length === 0)
  return isAlone && query !== '' ? query : null
}

/** All fields that the answer was cut before fail with one error. */
function withDistinctErrors(result: RunResult): RunResult {
  return result.errors === undefined ? result : { ...result, errors: [...new Set(result.errors)] }
}

async function* writtenParts(
  parts: AsyncIterable<object>,
  { written }: Pick<ServerContext, 'written'>,
): AsyncGenerator<string> {
  for await (const part of parts) yield written.inline(JSON.stringify(part))
}

/** A root field whose operation the rate binds; what is no operation (introspection, a wrong name) is bound. */
function isRated(schema: GraphQLSchema, field: string): boolean {
  return factsOf(schema.getQueryType()?.getFields()[field]).rateLimited !== false
}
