// A file: dropped or chosen, what it follows on the map, and the tools for it (clean, simplify, plan the pace).
// What was thinned first, and by how much, stands above everything else but, on a phone, figures and chart.

import { useSignal } from '@preact/signals'
import { wordsOf } from '../../travel/settings.ts'
import { editAsRoute, fitting } from '../state/edit-as-route.ts'
import {
  type FileAnalysis,
  analyseFile,
  analysis,
  convertFault,
  dropFile,
  fileFault,
  fileLost,
  fileReading,
  openFile,
} from '../state/file-session.ts'
import type { OpenFile } from '../files/read-gpx.ts'
import { bytesText, clockText, paceText } from '../i18n/format.ts'
import { askFileAs } from '../files/line-file.ts'
import { valueOf, createQuery } from '../api/resource.ts'
import { isPhone, language } from '../i18n/preferences.ts'
import { type TravelMode, PlanPaceDocument, type PlanPaceQuery } from '../documents/generated/graphql.ts'
import { km, num, percent, t, tCode, m } from '../i18n/t.ts'
import { recordedSeconds } from '../files/recorded-time.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { outsideShare } from '../api/outside-region.ts'
import { changePlan, config, lines, mapCommand, marked, plan } from '../plan/session.ts'
import { coordinateText } from '../state/waypoint-names.ts'
import { sendQuery } from '../api/query.ts'
import { AnswerNote, FailureNote, ServiceWords } from './failure-note.tsx'
import { SnowFold, WeatherFold } from './folds.tsx'
import { FileDownload, LostNote } from './file-download.tsx'
import { FileTools } from './file-tools.tsx'
import { QuerySection } from './query-section.tsx'
import { Chart } from './chart.tsx'
import { LineDetails, LineFacts, type LineFactsProps, LineFigures } from './line-facts.tsx'
import { UnknownList } from './warning-list.tsx'
import { Choice } from './settings-form.tsx'

const PROFILES = wordsOf('profile').map((word) => word.toUpperCase() as TravelMode)

export function FilePanel() {
  const file = openFile.value
  // what is read of it has the room
  const isOpen = file !== null || fileReading.value
  const answer = analysis.answer.value
  const found = valueOf(answer)
  const facts = found === null || lines.file.value === null ? null : factsOf(found, file, lines.file.value)
  const choose = (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    if (chosen !== undefined) void dropFile(chosen)
    input.value = ''
  }
  const setProfile = (profile: TravelMode) => {
    changePlan((old) => ({ ...old, settings: { ...old.settings, profile } }), { undoable: false })
    analyseFile()
  }
  return (
    <>
      <label class={isOpen ? 'drop again' : 'drop'}>
        <input
          type="file"
          accept=".gpx,.kml,.kmz,.tcx,.fit,.geojson,.json,application/gpx+xml,application/xml,text/xml"
          onChange={(event) => choose(event.currentTarget)}
        />
        <b>{t(isOpen ? 'file.another' : 'file.choose')}</b>
        {!isOpen && <span>{t('file.hint')}</span>}
      </label>
      {fileReading.value && (
        <p class="busy" role="status">
          {t('file.reading')}
        </p>
      )}
      {fileFault.value !== null && (
        <p class="note note-bad" role="alert">
          {t(fileFault.value)}
        </p>
      )}
      {convertFault.value !== null && <FailureNote failure={convertFault.value} title={t('file.notConverted')} />}
      {isPhone.value && facts !== null && (
        <div class="result">
          <LineFigures {...facts} />
          <Chart />
        </div>
      )}
      {file !== null && (
        <>
          <LostNote title={t('file.lost')} lost={fileLost.value} />
          <FileHead file={file} simplified={found?.simplified ?? null} />
          <OutsideNote file={file} />
          {file.coordinates.length === 0 && <FilePlaces file={file} />}
        </>
      )}
      {file !== null && file.coordinates.length > 0 && (
        <>
          <div class="choice" role="radiogroup" aria-label={t('setting.profile')}>
            {PROFILES.map((profile) => (
              <label key={profile}>
                <input
                  type="radio"
                  name="file-profile"
                  checked={plan.value.settings.profile === profile}
                  onChange={() => setProfile(profile)}
                />
                <span>{t(`profile.${profile}`)}</span>
              </label>
            ))}
          </div>
          <AnswerNote answer={answer} busy="file.busy" failed="file.failed" onRetry={analyseFile} />
          {found !== null && facts !== null && answer.state === 'ok' && <Found found={found} facts={facts} />}
          <FilePlaces file={file} />
          <EditAsRoute />
          <FileTools file={file} />
          {file.text !== null && (
            <FileDownload
              of={file}
              name={baseName(file.name)}
              make={(format, stop) => askFileAs(file.text!, format, stop)}
            />
          )}
          <PaceSection geometry={found?.geometry ?? { type: 'MultiLineString', coordinates: file.coordinates }} />
          {found !== null && lines.file.value !== null && (
            <>
              <WeatherFold line={lines.file.value} profile={plan.value.settings.profile} />
              <SnowFold line={lines.file.value} />
            </>
          )}
          <QuerySection
            names={['SimplifyLine', 'AnalyseLine', 'LineProfile', 'CleanFile', 'PlanPace', 'WeatherAlong', 'SnowAlong']}
          />
        </>
      )}
    </>
  )
}

/** Where the map of the service does not reach, nothing can be said of a line. */
function OutsideNote({ file }: { file: OpenFile }) {
  const { region } = config
  const hasLine = file.coordinates.length > 0
  const shown = hasLine ? file.coordinates : [file.waypoints.points.map(({ point }) => point)]
  const share = region === null ? null : outsideShare(shown, region.bbox)
  if (region === null || share === null || share === 0) return null
  const box = (config.homeBox ?? region.bbox) as [number, number, number, number]
  return (
    <div class="note note-bad" role="status">
      <p>
        {share === 1
          ? t(hasLine ? 'file.outside' : 'file.outsidePlaces', { region: region.name })
          : t('file.partlyOutside', { region: region.name, share: percent(share) })}
      </p>
      <button type="button" onClick={() => (mapCommand.value = { kind: 'fit', box })}>
        {t('file.wayBack', { region: region.name })}
      </button>
    </div>
  )
}

function FilePlaces({ file }: { file: OpenFile }) {
  const { waypoints } = file
  if (waypoints.count === 0) return null
  return (
    <details class="file-places" open={file.coordinates.length === 0}>
      <summary>{t('file.places', { count: waypoints.count })}</summary>
      <ul class="list">
        {waypoints.points.map(({ point, name }, i) => (
          <li key={i}>
            <button
              type="button"
              class="quiet"
              onClick={() => (mapCommand.value = { kind: 'fly', lon: point[0], lat: point[1], zoom: 15 })}
            >
              {name ?? coordinateText(point)}
            </button>
          </li>
        ))}
      </ul>
      {waypoints.count > waypoints.points.length && (
        <p class="hint">{t('file.morePlaces', { count: waypoints.count - waypoints.points.length })}</p>
      )}
    </details>
  )
}

function EditAsRoute() {
  const answer = fitting.answer.value
  return (
    <section aria-label={t('edit.button')}>
      <button
        type="button"
        disabled={answer.state === 'busy' || lines.file.value === null}
        title={t('edit.hint')}
        onClick={() => void editAsRoute()}
      >
        {t('edit.button')}
      </button>
      <AnswerNote answer={answer} busy="edit.busy" failed="edit.failed" onRetry={() => void editAsRoute()} />
    </section>
  )
}
/** Without its ending. */
const baseName = (name: string) => name.replace(/\.\w{1,7}$/, '')

function FileHead({ file, simplified }: { file: OpenFile; simplified: FileAnalysis['simplified'] }) {
  return (
    <section aria-label={t('file.about')}>
      <p>
        <b class="file-name">{file.name}</b>{' '}
        <small>
          {bytesText(language.value, file.bytes)} ·{' '}
          {file.coordinates.length === 0
            ? t('file.placesAlone')
            : t('file.points', { points: num(file.points), parts: num(file.parts) })}
        </small>
      </p>
      {file.thinned !== null && (
        <p class="note">
          {t('file.thinned', {
            from: num(file.points),
            to: num(file.thinned.points),
            deviation: num(file.thinned.deviationM, 2),
          })}
        </p>
      )}
      {simplified !== null && (
        <p class="note">
          {t('file.simplified', { to: num(simplified.points), deviation: num(simplified.deviationM, 2) })}
        </p>
      )}
      {file.text === null && file.coordinates.length > 0 && <p class="note note-bad">{t('file.tooRich')}</p>}
      <p class="hint">{t('file.stays')}</p>
    </section>
  )
}

/**
 * What a file follows on the map: how much of it lies on known ways, where it does not and why, and the facts of its
 * line.
 */
function Found({ found, facts }: { found: FileAnalysis; facts: LineFactsProps }) {
  const { match } = found.analysis
  return (
    <section class="found" aria-label={t('file.found')}>
      <p class={`status status-${match.status === 'MATCHED' ? 'COMPLETE' : 'BEST_EFFORT'}`}>
        {t('file.coverage', { share: percent(match.matchedShare), length: km(match.matchedM) })}
      </p>
      {match.unmatched.length > 0 && (
        <details>
          <summary>
            {t('file.unmatched', {
              count: match.unmatched.length,
              length: km(match.lengthM - match.matchedM),
            })}
          </summary>
          <ul class="list">
            {match.unmatched.slice(0, 50).map((one) => (
              <li key={one.fromM} onMouseEnter={() => (marked.value = one)} onMouseLeave={() => (marked.value = null)}>
                {t('care.at', { place: km(one.fromM) })}, {km(one.toM - one.fromM)}: {tCode('unmatched', one.reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isPhone.value ? <LineDetails {...facts} /> : <LineFacts {...facts} />}
    </section>
  )
}

function factsOf({ analysis: found }: FileAnalysis, file: OpenFile | null, line: ShownLine): LineFactsProps {
  const recordedS = typeof file?.text === 'string' ? recordedSeconds(file.text) : null
  return { ...found, line, lengthM: found.input.lengthM, recordedS }
}

type Plan = NonNullable<NonNullable<PlanPaceQuery['line']>['pacePlan']>
const question = createQuery<{ plan: Plan; geometry: object }>()

/** A finish time, or a pace on level ground, spread over the course by effort: a table of splits. */
function PaceSection({ geometry }: { geometry: object }) {
  const target = useSignal('2:00:00')
  const unit = useSignal<'KM' | 'MI'>('KM')
  const run = () =>
    void question.ask(async (stop) => ({
      plan: (
        await sendQuery(
          PlanPaceDocument,
          { line: { geojson: geometry }, target: { time: target.peek() }, unit: unit.peek() },
          stop,
        )
      ).data.line!.pacePlan!,
      geometry,
    }))
  const answer = question.answer.value
  return (
    <details>
      <summary>{t('pace.title')}</summary>
      <div class="fields">
        <label class="field">
          <span>{t('pace.target')}</span>
          <input
            type="text"
            inputMode="numeric"
            value={target.value}
            placeholder="h:mm:ss"
            onInput={(event) => (target.value = event.currentTarget.value)}
          />
        </label>
        <Choice
          label={t('pace.unit')}
          value={unit.value}
          options={[
            ['KM', t('pace.KM')],
            ['MI', t('pace.MI')],
          ]}
          onChange={(value) => (unit.value = value as 'KM' | 'MI')}
        />
        <button type="button" class="main" onClick={run}>
          {t('pace.run')}
        </button>
      </div>
      <AnswerNote answer={answer} failed="pace.failed" onRetry={run} />
      {answer.state === 'ok' && answer.value.geometry === geometry && <Splits plan={answer.value.plan} />}
    </details>
  )
}

function Splits({ plan }: { plan: Plan }) {
  return (
    <>
      <p>
        {t('pace.summary', {
          time: clockText(plan.target.movingS),
          length: km(plan.course.lengthM),
          flat: paceText(plan.effort.flatPaceSPerKm),
          climb: m(plan.course.ascentM),
        })}
      </p>
      <table>
        <caption class="sr-only">{t('pace.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pace.split')}</th>
            <th scope="col">min/km</th>
            <th scope="col">{t('pace.clock')}</th>
            <th scope="col">↑ ↓</th>
            <th scope="col">{t('pace.character')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.splits.map((one) => (
            <tr key={one.fromM} onMouseEnter={() => (marked.value = one)} onMouseLeave={() => (marked.value = null)}>
              <th scope="row">
                <ServiceWords says={one.label} />
              </th>
              <td>{paceText(one.paceSPerKm)}</td>
              <td>{clockText(one.cumulativeS)}</td>
              <td>
                {m(one.ascentM)} {m(one.descentM)}
              </td>
              <td>{one.character === null ? t('unknown') : tCode('character', one.character)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.unknowns.length > 0 && <UnknownList unknowns={plan.unknowns} list="dimmed" />}
    </>
  )
}
