// A signed trail: length, climb, grades, surfaces, gaps. What is untagged or missing is said; gaps are never closed.

import { valueOf } from '../api/resource.ts'
import { isPhone } from '../i18n/preferences.ts'
import { picked } from '../state/map-content.ts'
import { km, m, t, tCode } from '../i18n/t.ts'
import { refBeside } from '../state/same-trail.ts'
import { askTrailFile } from '../files/line-file.ts'
import { lines } from '../plan/session.ts'
import { type TrailDetails, trail } from '../state/view-session.ts'
import { Chart } from './chart.tsx'
import { FailureNote } from './failure-note.tsx'
import { FollowButton } from './follow-button.tsx'
import { FileDownload } from './file-download.tsx'
import { SnowFold } from './folds.tsx'

export function TrailDetailsView() {
  const answer = trail.answer.value
  const found = valueOf(answer)
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('busy')}
        </p>
      )}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} title={t('trail.failed')} />}
      {found !== null && <Found trail={found} />}
    </section>
  )
}

function Found({ trail: found }: { trail: TrailDetails }) {
  const graded = found.grades.filter(({ lengthM }) => lengthM > 0)
  return (
    <>
      <h2>
        {found.name ?? found.ref ?? t('unnamed')} {refBeside(found) !== null && <small>{refBeside(found)}</small>}
      </h2>
      <p>
        {[
          tCode('trailType', found.type),
          found.level === null ? null : tCode('level', found.level),
          found.loop
            ? t('trail.loop')
            : [found.fromName, found.toName].filter((name) => name !== null).join(' – ') || null,
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </p>
      <dl class="figures">
        <div>
          <dt>{t('facts.distance')}</dt>
          <dd>{km(found.distanceM)}</dd>
        </div>
        <div>
          <dt>{t('facts.ascent')}</dt>
          <dd class={found.ascentM === null ? 'unknown' : ''}>{m(found.ascentM)}</dd>
        </div>
        <div>
          <dt>{t('facts.descent')}</dt>
          <dd class={found.descentM === null ? 'unknown' : ''}>{m(found.descentM)}</dd>
        </div>
        <div>
          <dt>{t('trail.highest')}</dt>
          <dd class={found.highestM === null ? 'unknown' : ''}>{m(found.highestM)}</dd>
        </div>
      </dl>
      <FollowButton relationId={found.relationId} name={found.name ?? found.ref} />
      {isPhone.value && lines.view.value !== null && <Chart />}
      <p>
        <b>{t('facts.surfaces')}</b>: {surfaceText(found.surfaces)}
      </p>
      <p>
        <b>{t('facts.grades')}</b>:{' '}
        {[
          ...graded.map(
            ({ grade, lengthM }) => `${grade === null ? t('line.UNKNOWN') : tCode('line', grade)} ${km(lengthM)}`,
          ),
          ...(found.roadM === null || found.roadM === 0 ? [] : [`${t('line.NONE')} ${km(found.roadM)}`]),
        ].join(', ') || t('unknown')}
      </p>
      {found.gapsM.length > 0 && (
        <p class="note">
          {t('trail.gaps', { count: found.gapsM.length, length: km(found.gapsM.reduce((sum, gap) => sum + gap, 0)) })}
        </p>
      )}
      {found.missingWays > 0 && <p class="note">{t('trail.missing', { count: found.missingWays })}</p>}
      <p class="hint">
        {t('trail.symbol')} {found.symbol ?? t('unknown')} · {t('trail.operator')} {found.operator ?? t('unknown')}
      </p>
      <FileDownload
        of={found}
        name={found.ref ?? found.name ?? 'trail'}
        make={(format, stop) => askTrailFile(found.relationId, format, stop)}
      />
      {found.places !== null && found.places.edges.length > 0 && (
        <>
          <h3>{t('company.places')}</h3>
          <ul class="list">
            {found.places.edges.map(({ node, atM }) => (
              <li key={node.placeId}>
                <b>{node.name}</b>{' '}
                <small>
                  {tCode('kind', node.kind)}
                  {node.elevationM === null ? '' : ` · ${m(node.elevationM)}`}
                  {atM === null ? '' : ` · ${t('care.at', { place: km(atM) })}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {lines.view.value !== null && <SnowFold line={lines.view.value} />}
    </>
  )
}

function surfaceText(surfaces: TrailDetails['surfaces']): string {
  if (surfaces === null) return t('unknown')
  const { pavedM, gravelM, trailM, unknownM } = surfaces
  return Object.entries({ PAVED: pavedM, GRAVEL: gravelM, TRAIL: trailM, UNKNOWN: unknownM } as const)
    .map(([kind, lengthM]) => `${t(`line.${kind as 'PAVED' | 'GRAVEL' | 'TRAIL' | 'UNKNOWN'}`)} ${km(lengthM)}`)
    .join(', ')
}
