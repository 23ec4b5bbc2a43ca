// How kinds of stretch are distinguished beside the map: the sign of a legend, and the dots on what is assumed.

import { KIND_COLOURS, type KindPiece, type LineKind } from '../map/line-features.ts'
import { t } from '../i18n/t.ts'

/** The line as the map draws it: broken where it is unknown, dotted where it is assumed. */
export function Swatch({
  colour,
  broken = false,
  dotted = false,
}: {
  colour: string
  broken?: boolean
  dotted?: boolean
}) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line
        x1="1"
        x2="23"
        y1="4"
        y2="4"
        stroke={colour}
        stroke-width="6"
        stroke-dasharray={broken ? '5 4' : undefined}
      />
      {dotted && <AssumedDots fromPx={1} toPx={23} y={4} />}
    </svg>
  )
}

export function KindSwatch({ kind }: { kind: LineKind }) {
  return <Swatch colour={KIND_COLOURS[kind]} broken={kind === 'UNKNOWN'} />
}

/** The entry of a legend for the dots, where there are any. */
export function AssumedEntry({ pieces }: { pieces: readonly KindPiece[] }) {
  if (!pieces.some(({ isAssumed }) => isAssumed)) return null
  return (
    <li>
      <Swatch colour={KIND_COLOURS.NONE} dotted />
      {t('legend.assumed')}
    </li>
  )
}

/** Along the middle of a bar; as large on the screen however it is stretched. */
export function AssumedDots({ fromPx, toPx, y }: { fromPx: number; toPx: number; y: number }) {
  const [x1, x2] = fromPx + DOT_PX < toPx - DOT_PX ? [fromPx + DOT_PX, toPx - DOT_PX] : [fromPx, toPx]
  return <line class="assumed" x1={x1} x2={x2} y1={y} y2={y} vector-effect="non-scaling-stroke" />
}

const DOT_PX = 1.5
