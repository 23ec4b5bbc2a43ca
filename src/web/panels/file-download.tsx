// The line that is shown as a file of a chosen kind. What the kind cannot carry stands below.

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { FileFormat } from '../documents/generated/graphql.ts'
import { FILE_FORMATS, type LineFile, contentOf } from '../files/line-file.ts'
import { type Resource, createQuery } from '../api/resource.ts'
import { saveFile } from '../files/save-file.ts'
import { t, tCode } from '../i18n/t.ts'
import { announce } from '../plan/session.ts'
import { FailureNote } from './failure-note.tsx'

type Make = (format: FileFormat, stop: AbortSignal) => Promise<LineFile>

interface Download {
  answer: Resource<LineFile>
  isBusy: boolean
  run(format: FileFormat): void
  again(): void
}

/** `of`: what is shown; another one clears what was said of the last file. `name` is without an ending. */
export function useDownload(of: unknown, name: string, make: Make): Download {
  const file = useMemo(() => createQuery<LineFile>(), [])
  const last = useRef<FileFormat>('GPX')
  useEffect(() => file.clear(), [of])
  const answer = file.answer.value
  const run = (wanted: FileFormat) => {
    last.current = wanted
    void file.ask(async (stop) => {
      const made = await make(wanted, stop)
      saveFile(`${name}.${wanted.toLowerCase()}`, contentOf(made), made.mediaType)
      announce(t('download.done'))
      return made
    })
  }
  return { answer, isBusy: answer.state === 'busy', run, again: () => run(last.current) }
}

/** What went wrong, or what the file does not hold. */
export function DownloadNotes({ download: { answer, again } }: { download: Download }) {
  if (answer.state === 'failed')
    return <FailureNote failure={answer.failure} title={t('download.failed')} onRetry={again} />
  return answer.state === 'ok' ? <LostNote title={t('download.lost')} lost={answer.value.lost} /> : null
}

export function FileDownload({
  of,
  name,
  make,
  children,
}: {
  of: unknown
  name: string
  make: Make
  children?: ComponentChildren
}) {
  const format = useSignal<FileFormat>('GPX')
  const download = useDownload(of, name, make)
  return (
    <div class="download">
      {children}
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
        <button type="button" disabled={download.isBusy} onClick={() => download.run(format.peek())}>
          {t('download.run', { format: format.value === 'GEOJSON' ? 'GeoJSON' : format.value })}
        </button>
      </div>
      <DownloadNotes download={download} />
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
