// What the colours of the ground mean: classes of steepness, or sun and shadow with the time that they are of.

import { placeDate } from '../i18n/format.ts'
import { isPhone, language } from '../i18n/preferences.ts'
import { chooseShade, chooseSunTime, shade, shadeZooms, sunNow, sunTime } from '../state/shade-choice.ts'
import { km, num, t, tCode } from '../i18n/t.ts'
import { camera } from '../plan/session.ts'
import { sunReachM } from '../shade/shade-tile.ts'
import { SLOPE_CLASSES } from '../shade/slope-picture.ts'

const STEP_MIN = 15
const LAST_MIN = 24 * 60 - STEP_MIN
const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
/** A tile is drawn from half a zoom before its own on. */
const EARLY = 0.5

export function ShadeCard() {
  if (shade.value === 'none') return null
  const zooms = shadeZooms.value
  const isFar = zooms !== null && camera.value !== null && camera.value.zoom < zooms.min - EARLY
  return (
    <section class="shade-card" aria-label={t(`shade.${shade.value}.title`)}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => chooseShade('none')}>
        ×
      </button>
      <h2>{t(`shade.${shade.value}.title`)}</h2>
      {isFar && <p class="note">{t('shade.far')}</p>}
      {shade.value === 'slope' ? <SlopeClasses /> : <SunClock />}
    </section>
  )
}

function SlopeClasses() {
  return (
    <>
      <ul class="classes">
        {SLOPE_CLASSES.map(({ fromDeg, colour }, i) => (
          <li key={fromDeg}>
            <i style={{ background: `rgb(${colour.join()})` }} />
            {i + 1 < SLOPE_CLASSES.length
              ? `${num(fromDeg)}–${num(SLOPE_CLASSES[i + 1].fromDeg)}°`
              : t('shade.over', { degrees: num(fromDeg) })}
          </li>
        ))}
        <Unknown />
      </ul>
      <About text={t('shade.slope.about')} />
    </>
  )
}

function SunClock() {
  const { day, minute } = sunTime.value
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const sun = sunNow.value
  const zooms = shadeZooms.value
  const isUp = sun !== null && sun.heightDeg > 0
  return (
    <>
      <div class="clock">
        <input
          type="date"
          aria-label={t('shade.day')}
          value={day}
          onChange={({ currentTarget }) => currentTarget.value !== '' && chooseSunTime({ day: currentTarget.value })}
        />
        <input
          type="range"
          aria-label={t('shade.hour')}
          min={0}
          max={LAST_MIN}
          step={STEP_MIN}
          value={minute}
          aria-valuetext={clock}
          onInput={({ currentTarget }) => chooseSunTime({ minute: Number(currentTarget.value) })}
        />
        <output title={placeDate(language.value, `${day}T${clock}`)}>{clock}</output>
      </div>
      <ul class="classes">
        {isUp && (
          <li>
            <i class="lit" />
            {t('shade.lit')}
          </li>
        )}
        <li>
          <i class="dark" />
          {t(isUp ? 'shade.dark' : 'shade.night')}
        </li>
        <Unknown />
      </ul>
      {isUp && (
        <About
          first={t('shade.sun.where', {
            height: num(sun.heightDeg),
            direction: tCode('direction', DIRECTIONS[Math.round(sun.azimuthDeg / 45) % 8]),
          })}
          text={zooms === null ? '' : t('shade.sun.about', { reach: km(sunReachM(camera.value!.lat, zooms.max)) })}
        />
      )}
    </>
  )
}

/** What the colours leave out; on a phone, where the card would hide the map, folded under its name. */
function About({ first = '', text }: { first?: string; text: string }) {
  if (!isPhone.value || text === '') return <p class="hint">{`${first} ${text}`.trim()}</p>
  return (
    <details class="hint">
      <summary>
        {first} <u>{t('shade.leftOut')}</u>
      </summary>
      {text}
    </details>
  )
}

function Unknown() {
  return (
    <li>
      <i class="void" />
      {t('unknown')}
    </li>
  )
}
