// Clean and simplify a file: shows what was removed in figures; the visitor saves the result.

import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sendQuery } from '../api/query.ts'
import {
  CleanFileDocument,
  type CleanFileQuery,
  SimplifyLineDocument,
  type SimplifyLineQuery,
} from '../documents/generated/graphql.ts'
import type { OpenFile } from '../files/read-gpx.ts'
import { createQuery } from '../api/resource.ts'
import { saveFile } from '../files/save-file.ts'
import { km, m, num, t } from '../i18n/t.ts'
import { AnswerNote, ServiceWords } from './failure-note.tsx'

const cleaned = createQuery<NonNullable<CleanFileQuery['cleanGpx']>>()
type Simplified = NonNullable<SimplifyLineQuery['simplifyGpx']>
const simplified = createQuery<Simplified>()

export function FileTools({ file }: { file: OpenFile }) {
  useEffect(() => {
    cleaned.clear()
    simplified.clear()
  }, [file])
  return (
    <>
      <CleanSection file={file} />
      <SimplifySection file={file} />
    </>
  )
}

function CleanSection({ file }: { file: OpenFile }) {
  const times = useSignal(false)
  const extensions = useSignal(false)
  const run = () =>
    void cleaned.ask(
      async (stop) =>
        (
          await sendQuery(
            CleanFileDocument,
            { input: { gpx: file.text!, stripTimes: times.peek(), stripExtensions: extensions.peek() } },
            stop,
          )
        ).data.cleanGpx!,
    )
  const answer = cleaned.answer.value
  return (
    <details>
      <summary>{t('clean.title')}</summary>
      <p class="hint">{t('clean.hint')}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={times.value}
          onChange={(event) => (times.value = event.currentTarget.checked)}
        />
        {t('clean.times')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={extensions.value}
          onChange={(event) => (extensions.value = event.currentTarget.checked)}
        />
        {t('clean.extensions')}
      </label>
      <button type="button" class="main" disabled={file.text === null} onClick={run}>
        {t('clean.run')}
      </button>
      <AnswerNote answer={answer} failed="clean.failed" onRetry={run} />
      {answer.state === 'ok' && (
        <div class="note">
          <p>
            {answer.value.report.changed
              ? t('clean.done', {
                  before: num(answer.value.report.pointCountBefore),
                  after: num(answer.value.report.pointCountAfter),
                  duplicates: num(answer.value.report.duplicateCount),
                  bad: num(answer.value.report.badPointCount),
                  times: num(answer.value.report.timeCount),
                  extensions: num(answer.value.report.extensionCount),
                })
              : t('clean.same')}
          </p>
          <button type="button" onClick={() => saveFile(ending(file.name, 'clean'), answer.value.gpx)}>
            {t('download.run', { format: 'GPX' })}
          </button>
        </div>
      )}
    </details>
  )
}

interface SimplifyFieldProps {
  by: Signal<'tolerance' | 'points'>
  kind: 'tolerance' | 'points'
  value: Signal<number>
  min: number
  max: number
  step: number
}

function SimplifyField({ by, kind, value, ...bounds }: SimplifyFieldProps) {
  return (
    <label class="field">
      <span>
        <input type="radio" name="simplify-by" checked={by.value === kind} onChange={() => (by.value = kind)} />{' '}
        {t(`simplify.${kind}`)}
      </span>
      <input
        type="number"
        {...bounds}
        value={value.value}
        aria-label={t(`simplify.${kind}`)}
        onInput={(event) => {
          value.value = Number(event.currentTarget.value)
          by.value = kind
        }}
      />
    </label>
  )
}

function SimplifySection({ file }: { file: OpenFile }) {
  const by = useSignal<'tolerance' | 'points'>('tolerance')
  const tolerance = useSignal(10)
  const points = useSignal(500)
  const run = () =>
    void simplified.ask(
      async (stop) =>
        (
          await sendQuery(
            SimplifyLineDocument,
            {
              input: {
                line: { gpx: file.text! },
                to: by.peek() === 'tolerance' ? { toleranceM: tolerance.peek() } : { points: points.peek() },
              },
            },
            stop,
          )
        ).data.simplifyGpx!,
    )
  const answer = simplified.answer.value
  return (
    <details>
      <summary>{t('simplify.title')}</summary>
      <div class="fields">
        <SimplifyField by={by} kind="tolerance" value={tolerance} min={0.5} max={1000} step={0.5} />
        <SimplifyField by={by} kind="points" value={points} min={2} max={50000} step={1} />
      </div>
      <button type="button" class="main" disabled={file.text === null} onClick={run}>
        {t('simplify.run')}
      </button>
      <AnswerNote answer={answer} failed="simplify.failed" onRetry={run} />
      {answer.state === 'ok' && <SimplifiedNote name={file.name} answer={answer.value} />}
    </details>
  )
}

function SimplifiedNote({ name, answer: { input, result, gpx } }: { name: string; answer: Simplified }) {
  return (
    <div class="note">
      <p>
        {t('simplify.done', {
          before: num(input.pointCount),
          after: num(result.pointCount),
          deviation: num(result.maxDeviationM, 2),
          lengthBefore: km(result.lengthBeforeM),
          lengthAfter: km(result.lengthAfterM),
          climbBefore: m(result.ascentBeforeM),
          climbAfter: m(result.ascentAfterM),
        })}
      </p>
      {result.notKept.length > 0 && (
        <ul>
          {result.notKept.map((one, i) => (
            <li key={i}>
              <ServiceWords says={one} />
            </li>
          ))}
        </ul>
      )}
      {gpx !== null && (
        <button type="button" onClick={() => saveFile(ending(name, 'simple'), gpx)}>
          {t('download.run', { format: 'GPX' })}
        </button>
      )}
    </div>
  )
}

function ending(name: string, word: string): string {
  return `${name.replace(/\.gpx$/i, '')}-${word}.gpx`
}
