// Painted signs of trails (osmc:symbol), as the service puts them into words, in German: `red bar on white` is `roter
// Balken auf Weiß`. Names and references are no such words and stay.

const COLOURS: Record<string, string> = {
  black: 'schwarz',
  blue: 'blau',
  brown: 'braun',
  gray: 'grau',
  grey: 'grau',
  green: 'grün',
  orange: 'orange',
  purple: 'violett',
  red: 'rot',
  white: 'weiß',
  yellow: 'gelb',
}
/** With the ending of an adjective before it. */
const SHAPES: Record<string, readonly [ending: 'er' | 'e' | 'es', noun: string]> = {
  arrow: ['er', 'Pfeil'],
  backslash: ['er', 'Schrägstrich'],
  bar: ['er', 'Balken'],
  circle: ['er', 'Ring'],
  corner: ['er', 'Winkel'],
  cross: ['es', 'Kreuz'],
  diamond: ['e', 'Raute'],
  'diamond line': ['e', 'leere Raute'],
  dot: ['er', 'Punkt'],
  fork: ['e', 'Gabel'],
  frame: ['er', 'Rahmen'],
  hexagon: ['es', 'Sechseck'],
  'left arrow': ['er', 'Pfeil nach links'],
  'left pointer': ['er', 'Zeiger nach links'],
  lower: ['e', 'untere Hälfte'],
  pointer: ['er', 'Zeiger'],
  rectangle: ['es', 'Rechteck'],
  'rectangle line': ['es', 'leeres Rechteck'],
  'right arrow': ['er', 'Pfeil nach rechts'],
  'right pointer': ['er', 'Zeiger nach rechts'],
  shell: ['e', 'Muschel'],
  slash: ['er', 'Schrägstrich'],
  stripe: ['er', 'Streifen'],
  triangle: ['es', 'Dreieck'],
  'triangle line': ['es', 'leeres Dreieck'],
  'triangle turned': ['es', 'umgedrehtes Dreieck'],
  'turned T': ['es', 'umgedrehtes T'],
  upper: ['e', 'obere Hälfte'],
  wheel: ['es', 'Rad'],
  x: ['es', 'Andreaskreuz'],
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The text itself unless every word of it is known. */
export function signInGerman(text: string): string {
  const found = /^(?:([a-z]{3,6}) ([a-zT ]{1,20}?) on )?([a-z]{3,6})(?: with (.{1,40}))?$/.exec(text)
  if (found === null) return text
  const [, colour, shape, ground, letters] = found
  if (!(ground in COLOURS) || (shape !== undefined && !(colour in COLOURS && shape in SHAPES))) return text
  const inscribed = letters === undefined ? '' : ` mit ${letters}`
  if (shape === undefined) return capital(COLOURS[ground]) + inscribed
  const [ending, noun] = SHAPES[shape]
  const look = COLOURS[colour] + (colour === 'orange' ? ending.slice(1) : ending)
  return `${look} ${noun} auf ${capital(COLOURS[ground])}${inscribed}`
}
