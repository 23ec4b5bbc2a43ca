// The state of the page, as signals that panels and map read: what is chosen (plan), what is shown (line, hover), how
// (language, theme). Every change of the plan goes through `changePlan`, which remembers it for undo and the address.

import { batch, computed, effect, signal } from '@preact/signals'
import type { ExplorerConfig } from './explorer-config.ts'
import { EMPTY_PLAN, type Plan, toRouteInput } from './plan.ts'
import { openAddress } from './page-address.ts'
import { type Camera, fromHash, toHash } from './plan-hash.ts'
import type { ShownLine } from '../line/shown-line.ts'

export const config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=waypost-explorer]')!.content,
) as ExplorerConfig

const address = openAddress(globalThis)
const shared = fromHash(address.read())
/** What the address held when the page was opened. */
export const openedWith = shared.plan
export const plan = signal<Plan>(shared.plan)
export const camera = signal<Camera | null>(shared.camera)

/** Metres along the shown line that chart or map point at; null: nothing. */
export const hoverM = signal<number | null>(null)
/** The stretch that a list points at; null: none. */
export const marked = signal<{ fromM: number; toM: number } | null>(null)
/** Lines that panels offer by mode; what the mode has is shown. */
export const lines = {
  route: signal<ShownLine | null>(null),
  loop: signal<ShownLine | null>(null),
  /** areas, no line */
  reach: signal<ShownLine | null>(null),
  file: signal<ShownLine | null>(null),
  view: signal<ShownLine | null>(null),
}
export const shown = computed(() => lines[plan.value.mode].value)

export type MapCommand =
  | { kind: 'fly'; lon: number; lat: number; zoom: number }
  | { kind: 'fit'; box: [number, number, number, number] }
  /** the line that is shown, or the waypoints until it is there */
  | { kind: 'shown' }
export const mapCommand = signal<MapCommand | null>(null)
/** `[minLon, minLat, maxLon, maxLat]` of what the map shows; null before it is there. */
export const viewBox = signal<[number, number, number, number] | null>(null)
/** What is wrong with the map itself, in words of the dictionary or of the service. */
export const mapTrouble = signal<string | null>(null)

/** Spoken by screen readers. */
export const announcement = signal('')
export function announce(text: string): void {
  announcement.value = text
}

const MOST_STEPS = 50
const past = signal<Plan[]>([])
const future = signal<Plan[]>([])
export const canUndo = computed(() => past.value.length > 0)
export const canRedo = computed(() => future.value.length > 0)

/** Takes a new plan. `undoable: false` for what is no decision of its own, such as a step of a slider. */
export function changePlan(next: Plan | ((old: Plan) => Plan), { undoable = true } = {}): void {
  const old = plan.peek()
  const made = typeof next === 'function' ? ofItsQuestion(old, next(old)) : next
  if (made === old) return
  batch(() => {
    if (undoable) {
      past.value = [...past.peek(), old].slice(-MOST_STEPS)
      future.value = []
    }
    plan.value = made
  })
}

/** A chosen alternative is one of a question: another question begins with its best route. */
function ofItsQuestion(old: Plan, made: Plan): Plan {
  if (made.alternative === 0 || made.alternative !== old.alternative) return made
  const isSame = JSON.stringify(toRouteInput(made)) === JSON.stringify(toRouteInput(old))
  return isSame ? made : { ...made, alternative: 0 }
}

export function undo(): void {
  step(past, future)
}

/** Takes back what was undone, until something else is changed. */
export function redo(): void {
  step(future, past)
}

function step(from: typeof past, to: typeof past): void {
  const last = from.peek().at(-1)
  if (last === undefined) return
  batch(() => {
    from.value = from.peek().slice(0, -1)
    to.value = [...to.peek(), plan.peek()].slice(-MOST_STEPS)
    plan.value = { ...last, mode: plan.peek().mode }
  })
}

export function clearPlan(): void {
  changePlan((old) => ({ ...EMPTY_PLAN, settings: old.settings, mode: old.mode, colouring: old.colouring }))
}

/** Keeps the address in step, with or without a map. */
effect(() => address.write(toHash({ plan: plan.value, camera: camera.value })))

/** An address typed or pasted into the same page. */
export function readAddress(): void {
  const requested = fromHash(address.read())
  changePlan(requested.plan)
  if (requested.camera !== null) mapCommand.value = { kind: 'fly', ...requested.camera }
}
