// What every field is run with.

import type { Loaders } from '../resolvers/loaders.ts'
import type { CreditSession } from '../resolvers/pipeline/credit-session.ts'
import type { CpuMeter } from '../src/overload/cpu-meter.ts'
import type { WrittenTexts } from '../src/wire/encoded-answer.ts'
import type { RawTexts } from '../src/wire/raw-json.ts'
import type { AnswerBudget } from './http/answer-budget.ts'
import type { Hint } from './http/error-hints.ts'
import type { DocumentArguments } from './http/field-arguments.ts'

/** What every field sees of its request. */
export interface DocumentContext {
  /** runs operations on the document's one reservation */
  session: CreditSession
  /** the links of this document, batched */
  loaders: Loaders
  /** as they were checked before it ran */
  fieldArguments: DocumentArguments
  requestId: string
  /** large texts of its variables, replaced by placeholders; null where there are none */
  rawTexts: RawTexts | null
  /** texts of its answer that go out as they were written */
  written: WrittenTexts
  /** absent where no request is served */
  call?: { cpu?: CpuMeter }
  /** of lists that came out empty */
  hints: Hint[]
  /** how large its answer has grown */
  answer: AnswerBudget
}
