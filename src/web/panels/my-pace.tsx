// "My pace" below the settings of a hike: add recordings, see what they come to, forget them with one click.

import { addPaceFiles, forgetPace, measuring, paceLeftOut } from '../state/measure-pace.ts'
import { myPace } from '../state/pace-store.ts'
import { MAX_PACE_FILES } from '../files/pace-files.ts'
import { num, percent, t } from '../i18n/t.ts'
import { AnswerNote } from './failure-note.tsx'

export function MyPace() {
  const { files, walker } = myPace.value
  const answer = measuring.answer.value
  return (
    <>
      <p class="hint">{t('pace.mineAbout', { most: MAX_PACE_FILES })}</p>
      <label class="field wide">
        <span>{t('pace.mineAdd')}</span>
        <input
          type="file"
          accept=".gpx,.tcx,.fit"
          multiple
          onChange={(event) => void addPaceFiles([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <AnswerNote answer={answer} failed="pace.mineFailed" />
      {paceLeftOut.value.length > 0 && (
        <p class="hint" role="status">
          {t('pace.mineLeftOut', { names: paceLeftOut.value.join(', ') })}
        </p>
      )}
      {walker !== null && (
        <>
          <p class="my-pace-result">
            {t('pace.mineResult', {
              factor: num(walker.factor, 2),
              spread: percent(walker.spread),
              recordings: walker.recordingCount,
              files: files.length,
            })}
          </p>
          <button type="button" onClick={forgetPace}>
            {t('pace.mineForget')}
          </button>
        </>
      )}
    </>
  )
}
