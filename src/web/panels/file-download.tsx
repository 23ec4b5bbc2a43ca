// The line that is shown as a file of a chosen kind. What the kind cannot carry stands below.

import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { FileFormat } from '../documents/generated/graphql.ts'
import { FILE_FORMATS, type LineFile, contentOf } from '../files/line-file.ts'
import { createQuery } from '../api/resource.ts'
import { saveFile } from '../files/save-file.ts'
import { t, tCode } from '../i18n/t.ts'
import { announce } from '../plan/session.ts'
import { FailureNote } from './failure-note.tsx'

/** `of`: what is shown; another one clears what was said of the last file. `name` is without an ending. */
export function FileDownload({
  of,
  name,
  make,
}: {
  of: unknown
  name: string
  make: (format: FileFormat, stop: AbortSignal) => Promise<LineFile>
}) {
  const format = useSignal<FileFormat>('GPX')
  const file = useMemo(() => createQuery<LineFile>(), [])
  useEffect(() => file.clear(), [of, format.value])
  const answer = file.answer.value
  const run = () => {
    const wanted = format.peek()
    void file.ask(async (stop) => {
      const made = await make(wanted, stop)
      saveFile(`${name}.${wanted.toLowerCase()}`, contentOf(made), made.mediaType)
      announce(t('download.done'))
      return made
    })
  }
  return (
    <div class="download">
      <div class="row">
        <select
          aria-label={t('download.format')}
          value={format.value}
          onChange={(event) => (format.value = event.currentTarget.value as FileFormat)}
        >
          {FILE_FORMATS.map((one) => (
            <option key={one} value={one}>
              {t(`format.${one}`)}
            </option>
          ))}
        </select>
        <button type="button" disabled={answer.state === 'busy'} onClick={run}>
          {t('download.run', { format: format.value === 'GEOJSON' ? 'GeoJSON' : format.value })}
        </button>
      </div>
      {answer.state === 'failed' && <FailureNote failure={answer.failure} title={t('download.failed')} onRetry={run} />}
      {answer.state === 'ok' && <LostNote title={t('download.lost')} lost={answer.value.lost} />}
    </div>
  )
}

/** Nothing where nothing is lost. */
export function LostNote({ title, lost }: { title: string; lost: LineFile['lost'] }) {
  if (lost.length === 0) return null
  return (
    <div class="note">
      {title}
      <ul class="list">
        {lost.map(({ code }) => (
          <li key={code}>{tCode('lost', code)}</li>
        ))}
      </ul>
    </div>
  )
}
