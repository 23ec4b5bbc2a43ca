// One running thread as its pool sees it: calls and their replies, one-way messages, the cancel flag, its end. And the
// other side, in the thread: `serveCalls` gives each call to the handler of its kind. Plain data crosses: a failure is
// sent as {code, message, inputPath, about} and rebuilt into a ServiceError.

import type { MessagePort, Worker } from 'node:worker_threads'
import { type ErrorCode, type PointAtFault, type RefusalSentence, ServiceError, toServiceError } from '../errors.ts'
import { DEFAULT_LANGUAGE, rendererFor } from '../language/catalogue-files.ts'
import type { Renderer } from '../language/renderer.ts'
import { threadCpuMs } from '../overload/cpu-meter.ts'
import type { PlanControl } from '../routing/search/search-types.ts'

export interface CallMessage {
  call: number
  kind: string
  input: unknown
  /** as of JobOptions */
  language: string | null
}

/** A message to a thread or from one that asks for no reply. */
export interface OneWayMessage {
  message: unknown
}

/** A failure as it crosses. */
export interface Failure {
  code: ErrorCode
  message: string
  /** where the message is one of a catalogue */
  sentence?: RefusalSentence | null
  inputPath?: string | undefined
  about?: PointAtFault | undefined
  retryAfterS?: number | undefined
}

export function toFailure(thrown: unknown): Failure {
  const { code, message, sentence, inputPath, about, retryAfterS } = toServiceError(thrown)
  return { code, message, sentence, inputPath, about, retryAfterS }
}

export function errorOf({ code, message, sentence, inputPath, about, retryAfterS }: Failure): ServiceError {
  const details = { inputPath, about, retryAfterS }
  return sentence == null ? new ServiceError(code, message, details) : new ServiceError(sentence, details)
}

export type ReplyMessage = { call: number; cpuMs: number | undefined } & (
  | { answer: unknown }
  /** `stack` if it is an internal error */
  | { failure: Failure; stack: string | undefined }
)

export interface Reply {
  /** ServiceError: what the call threw */
  answer: unknown
  /** of an internal error */
  stack?: string | undefined
  /** the thread ended before it replied */
  hasEnded: boolean
  /** processor time of the thread, or time that passed where it did not say */
  cpuMs: number
}

/** The part of a Worker that a handle needs. */
export type ThreadWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  // any: the argument's type depends on the event
  on(event: 'message' | 'error' | 'exit', listener: (heard: any) => void): unknown
}

interface PendingCall {
  startedMs: number
  settle: (reply: Reply) => void
}

export class ThreadHandle {
  /** whether it has replied to a call */
  hasReplied = false
  readonly #worker: ThreadWorker
  readonly #cancelFlag: Int32Array
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0
  #hasEnded = false

  /** `onEnd`: it ended unasked, because of `error` or by itself. */
  constructor(
    worker: ThreadWorker,
    cancelFlag: Int32Array,
    onMessage: (message: unknown, thread: ThreadHandle) => void,
    onEnd: (error: unknown, thread: ThreadHandle) => void,
  ) {
    this.#worker = worker
    this.#cancelFlag = cancelFlag
    worker.on('message', (message: ReplyMessage | OneWayMessage) => {
      if ('message' in message) onMessage(message.message, this)
      else this.#onReply(message)
    })
    const end = (error: unknown) => {
      if (this.#hasEnded) return
      this.#hasEnded = true
      onEnd(error, this)
      this.#settleAll(error)
    }
    worker.on('error', end)
    worker.on('exit', () => end(undefined))
  }

  /** Nothing was called that it has not replied to. */
  get isFree(): boolean {
    return this.#calls.size === 0
  }

  /** Calls are handled in their order. Throws where the input cannot be sent. */
  call(
    kind: string,
    input: unknown,
    transfer: readonly ArrayBuffer[] = [],
    language: string | null = DEFAULT_LANGUAGE,
  ): Promise<Reply> {
    const call = ++this.#lastCall
    if (this.isFree) Atomics.store(this.#cancelFlag, 0, 0)
    this.#worker.postMessage({ call, kind, input, language } satisfies CallMessage, transfer)
    return new Promise((settle) => this.#calls.set(call, { startedMs: performance.now(), settle }))
  }

  post(message: unknown): void {
    this.#worker.postMessage({ message } satisfies OneWayMessage)
  }

  /** Asks it to give up what it does. */
  cancel(): void {
    Atomics.store(this.#cancelFlag, 0, 1)
  }

  /** Ends it; what was called is settled at once. */
  async end(): Promise<void> {
    this.#hasEnded = true
    this.#settleAll(undefined)
    await this.#worker.terminate()
  }

  #onReply(message: ReplyMessage): void {
    this.hasReplied = true
    const pending = this.#calls.get(message.call)
    if (pending === undefined) return
    this.#calls.delete(message.call)
    const common = { hasEnded: false, cpuMs: message.cpuMs ?? performance.now() - pending.startedMs }
    if ('answer' in message) return pending.settle({ ...common, answer: message.answer })
    pending.settle({ ...common, answer: errorOf(message.failure), stack: message.stack })
  }

  #settleAll(error: unknown): void {
    const answer = toServiceError(error)
    for (const { startedMs, settle } of this.#calls.values())
      settle({ answer, hasEnded: true, cpuMs: performance.now() - startedMs })
    this.#calls.clear()
  }
}

/** What a handler returns: the answer, and the memory that goes with it. */
export interface Sent {
  answer: unknown
  transfer?: readonly ArrayBuffer[]
}

/** In the thread: one handler for each kind of call. `renderer`: says sentences; null: they are answered as data. */
export type CallHandlers<Inputs> = {
  [Kind in keyof Inputs]: (input: Inputs[Kind], control: PlanControl, renderer: Renderer | null) => Sent | Promise<Sent>
}

/**
 * Runs in the thread: gives each call to its handler, one after another, and each message to `onMessage`. Errors are
 * returned as data. The processor time of a handler that waits for something is unknown.
 */
export function serveCalls<Inputs>(
  port: MessagePort,
  cancelFlag: Int32Array,
  handlers: CallHandlers<Inputs>,
  onMessage?: (message: never) => void,
): void {
  const control: PlanControl = { cancelled: cancelFlag }
  const serve = async ({ call, kind, input, language }: CallMessage): Promise<void> => {
    const startedMs = threadCpuMs()
    const cpuMs = () => threadCpuMs() - startedMs
    let waits = false
    try {
      const renderer = language === null ? null : rendererFor(language)
      const handled = handlers[kind as keyof Inputs](input as Inputs[keyof Inputs], control, renderer)
      waits = handled instanceof Promise
      const { answer, transfer = [] } = waits ? await handled : (handled as Sent)
      port.postMessage({ call, answer, cpuMs: waits ? undefined : cpuMs() } satisfies ReplyMessage, transfer)
    } catch (thrown) {
      const failure = toFailure(thrown)
      const { code, cause } = toServiceError(thrown)
      const stack = code !== 'internal' ? undefined : cause instanceof Error ? cause.stack : String(cause)
      port.postMessage({ call, failure, stack, cpuMs: waits ? undefined : cpuMs() } satisfies ReplyMessage)
    }
  }
  port.on('message', (message: CallMessage | OneWayMessage) => {
    if ('message' in message) onMessage?.(message.message as never)
    else void serve(message)
  })
}

/** A cancel flag in shared memory, as searches read it. */
export function createCancelFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}
