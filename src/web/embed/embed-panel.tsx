// What stands below the map of a <waypost-map>: its figures, the chart, what is good to know, or what failed. Never
// nothing.

import type { EmbedFault, Note } from './embed-notes.ts'
import { EmbedChart } from './embed-chart.tsx'
import { embedWord, heightText, lengthText, timeText, type EmbedLanguage } from './embed-words.ts'
import type { Shown } from './load-subject.ts'

export type EmbedState =
  | { kind: 'loading' }
  | { kind: 'failed'; fault: EmbedFault }
  | { kind: 'shown'; shown: Shown; atM: number | null; mapTrouble: readonly Note[] }

export interface PanelProps {
  state: EmbedState
  language: EmbedLanguage
  onPoint(atM: number | null): void
  onAgain(): void
}

export function EmbedPanel({ state, language, onPoint, onAgain }: PanelProps) {
  if (state.kind === 'loading')
    return (
      <p class="hint" role="status">
        {embedWord(language, 'loading')}
      </p>
    )
  if (state.kind === 'failed')
    return (
      <div class="bad" role="alert">
        <p>
          <strong>{embedWord(language, 'failed')}</strong>
        </p>
        <Notes notes={state.fault.notes} />
        {state.fault.mayPass && (
          <button type="button" onClick={onAgain}>
            {embedWord(language, 'again')}
          </button>
        )}
      </div>
    )
  const { shown, atM, mapTrouble } = state
  return (
    <>
      {mapTrouble.length > 0 && (
        <div class="bad" role="alert">
          <Notes notes={mapTrouble} />
        </div>
      )}
      {shown.name !== null && <p class="name">{shown.name}</p>}
      <Figures shown={shown} language={language} />
      <EmbedChart line={shown.line} language={language} atM={atM} onPoint={onPoint} />
      {shown.notes.length > 0 && (
        <details>
          <summary>{embedWord(language, 'notes', { count: shown.notes.length })}</summary>
          <Notes notes={shown.notes} />
        </details>
      )}
    </>
  )
}

function Figures({ shown, language }: { shown: Shown; language: EmbedLanguage }) {
  const { distanceM, ascentM, descentM, movingS } = shown
  const figures = [
    [embedWord(language, 'length'), lengthText(language, distanceM)],
    [embedWord(language, 'up'), heightText(language, ascentM)],
    [embedWord(language, 'down'), heightText(language, descentM)],
    ...(movingS === undefined ? [] : [[embedWord(language, 'time'), timeText(language, movingS)]]),
  ]
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      {notes.map(({ text, language }, i) => (
        <p key={i} lang={language}>
          {text}
        </p>
      ))}
    </>
  )
}
