// Input and result of a run of a document.

import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import type { Call, OperationPipeline } from '../../resolvers/pipeline/pipeline.ts'
import type { CreditSession } from '../../resolvers/pipeline/credit-session.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import type { RawTexts } from '../../src/wire/raw-json.ts'
import type { WrittenTexts } from '../../src/wire/encoded-answer.ts'
import type { DocumentContext } from '../document-context.ts'
import type { AnswerBudget } from './answer-budget.ts'
import type { Part } from './drop-failed.ts'
import { DATA_JSON } from './graphql-errors.ts'
import type { StreamForm } from './stream-form.ts'

/** What the handler knows of a request before its document is read. */
export interface ServerContext {
  call: Call
  charge: (credits: number) => void
  /** called with the reservation, so that it is settled whatever happens to the document */
  opened: (session: CreditSession) => void
  rawTexts: RawTexts | null
  /** of the request; 0 where it has no body */
  bodyBytes: number
  written: WrittenTexts
  answer: AnswerBudget
  /** how the answer goes out if it comes in parts; null: it does not */
  streamForm: StreamForm | null
  /** given the JSON texts of the parts, in place of an answer */
  onParts: (texts: AsyncIterable<string>) => void
  /** says its errors */
  renderer: Renderer
}

export interface RequestedDocument {
  schema: GraphQLSchema
  /** its text; null where it is not known */
  query: string | null
  document: DocumentNode
  operationName: string | null
  variables: Record<string, unknown>
  /** what every field sees is added to it */
  context: ServerContext & Partial<DocumentContext>
  /** the pipeline whose services it uses; default: the handler's own */
  pipeline?: OperationPipeline
  /** whether the answer goes out: otherwise nothing is charged. Left out: it does. */
  isWanted?: (finished: FinishedRun) => boolean
}

export interface RunResult extends Part {
  errors?: readonly GraphQLError[]
  extensions?: Record<string, unknown>
  /** in place of `data` */
  [DATA_JSON]?: string
}

/** An answer, to be written by `writeResult`. */
export interface FinishedRun {
  result: RunResult
}
