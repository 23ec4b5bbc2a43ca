// Huts, water, peaks and stops beside the line, each at its place on the chart's axis; named where there is room.

import type { PlaceAlong } from '../state/lanes-session.ts'
import { placeColour } from '../line/place-colours.ts'
import { tCode } from '../i18n/t.ts'
import { RIGHT, type ChartFrame } from './chart-parts.tsx'

const SIGN_PX = 14
/** About a letter of the label. */
const LETTER_PX = 6.2

export function HutsLane({ frame, top, edges }: { frame: ChartFrame; top: number; edges: readonly PlaceAlong[] }) {
  const { fromM, toM, x, width } = frame
  const shown = edges
    .filter(({ atM }) => atM !== null && atM >= fromM && atM <= toM)
    .map((edge) => ({ ...edge, px: x.toPx(edge.atM!) }))
  return (
    <g class="huts-lane">
      {shown.map(({ node, px }, i) => {
        const name = node.name ?? tCode('kind', node.kind)
        const roomPx = (shown[i + 1]?.px ?? width - RIGHT) - px - SIGN_PX
        const isNamed = name.length * LETTER_PX < roomPx
        // the last has room before it, if its neighbour leaves some
        const beforePx = px - (shown[i - 1]?.px ?? 0) - SIGN_PX
        const isNamedBefore = !isNamed && i === shown.length - 1 && name.length * LETTER_PX < beforePx / (i > 0 ? 2 : 1)
        return (
          <g key={node.placeId}>
            <title>{`${name}, ${tCode('kind', node.kind)}`}</title>
            <path d={signOf(node.kind, px, top + 11)} fill={placeColour(node.kind)} />
            {(isNamed || isNamedBefore) && (
              <text
                x={isNamed ? px + SIGN_PX / 2 + 2 : px - SIGN_PX / 2 - 2}
                y={top + 15}
                text-anchor={isNamed ? 'start' : 'end'}
              >
                {name}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** A house, a drop, a hill or a square: told apart without colours too. */
function signOf(kind: PlaceAlong['node']['kind'], x: number, y: number): string {
  if (['HUT', 'SHELTER', 'BIVOUAC', 'CAMPSITE'].includes(kind)) return `M${x} ${y - 7}l7 6h-2v7h-10v-7h-2z`
  if (['SPRING', 'DRINKING_WATER'].includes(kind)) return `M${x} ${y - 7}c4 6 5 7 5 9a5 5 0 0 1-10 0c0-2 1-3 5-9z`
  if (['PEAK', 'PASS'].includes(kind)) return `M${x} ${y - 6}l7 12h-14z`
  return `M${x - 5} ${y - 5}h10v10h-10z`
}
