// Signs on lines, drawn when the map first wants them: arrows in the direction of travel, kilometres, the numbers of
// alternatives. They need no letters of a style, which the plain ground has none of.

import type { Map as LibreMap } from 'maplibre-gl'
import { OWN } from './map-styles.ts'

export const ARROW = `${OWN}arrow`
const DENSITY = 2

export const kilometreSign = (km: number): string => `${OWN}sign/km/${km}`
export const numberSign = (number: number, colour: string): string => `${OWN}sign/${colour}/${number}`

export function followSigns(map: LibreMap): void {
  map.setMissingStyleImageResolver(async (id) => {
    const image = id === ARROW ? drawArrow() : drawSign(id)
    if (image !== null && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: DENSITY })
  })
}

function canvas(width: number, height: number): CanvasRenderingContext2D | null {
  const element = document.createElement('canvas')
  element.width = width * DENSITY
  element.height = height * DENSITY
  const pen = element.getContext('2d')
  pen?.scale(DENSITY, DENSITY)
  return pen
}

/** Points to the right: the map turns it along the line. */
function drawArrow(): ImageData | null {
  const pen = canvas(11, 11)
  if (pen === null) return null
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const [colour, width] of [
    ['#1b1b1b', 4],
    ['#ffffff', 2],
  ] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(3.5, 2.5)
    pen.lineTo(7.5, 5.5)
    pen.lineTo(3.5, 8.5)
    pen.stroke()
  }
  return pen.getImageData(0, 0, 11 * DENSITY, 11 * DENSITY)
}

/** A word in a pill; null for what is no sign of this page. */
function drawSign(id: string): ImageData | null {
  const [start, colour, word] = id.split('/')
  if (start !== `${OWN}sign` || word === undefined) return null
  const isKilometre = colour === 'km'
  const height = isKilometre ? 15 : 20
  const width = Math.max(height, 6 + word.length * (isKilometre ? 7 : 9))
  const pen = canvas(width, height)
  if (pen === null) return null
  pen.fillStyle = isKilometre ? '#ffffff' : colour
  pen.strokeStyle = isKilometre ? '#1b1b1b' : '#ffffff'
  pen.lineWidth = isKilometre ? 1 : 2
  pen.beginPath()
  pen.roundRect(1, 1, width - 2, height - 2, height / 2)
  pen.fill()
  pen.stroke()
  pen.fillStyle = isKilometre ? '#1b1b1b' : '#ffffff'
  pen.font = `${isKilometre ? '600 10px' : '700 12px'} system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(word, width / 2, height / 2 + 0.5)
  return pen.getImageData(0, 0, width * DENSITY, height * DENSITY)
}
