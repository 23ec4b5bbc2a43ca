// What the keys command does to the keys of a store, one function for each action.

import type { KeyTable, ListedKey } from '../../db/key-table.ts'
import { ServiceError } from '../errors.ts'
import { creditCounter } from '../metering/allowance.ts'
import { createKey } from '../metering/api-key.ts'
import type { BatchedCounterStore } from '../metering/batched-counters.ts'
import { periodAt, planOf } from '../metering/plans.ts'
import type { KeysArguments } from './parse-keys-arguments.ts'
import { type ShownKey, keyTable, keyText } from './show-keys.ts'

/** Actions on the keys of one store. */
export type KeyAction = Exclude<KeysArguments, { action: 'plans' | 'move' | 'restore' }>
type Asked<Action extends KeyAction['action']> = Extract<KeyAction, { action: Action }>

export class KeyActions {
  readonly #keys: KeyTable
  readonly #counters: BatchedCounterStore
  readonly #nowMs: number

  constructor(keys: KeyTable, counters: BatchedCounterStore, nowMs: number) {
    this.#keys = keys
    this.#counters = counters
    this.#nowMs = nowMs
  }

  /** Returns the text to print. Throws ServiceError for a mistake. */
  run(asked: KeyAction): Promise<string> {
    switch (asked.action) {
      case 'create':
        return this.#create(asked)
      case 'list':
        return this.#list(asked)
      case 'show':
        return this.#show(asked)
      case 'revoke':
        return this.#revoke(asked)
      case 'rotate':
        return this.#rotate(asked)
      case 'plan':
        return this.#plan(asked)
    }
  }

  async #create(asked: Asked<'create'>): Promise<string> {
    const known = await this.#keys.findProject(asked.project)
    const isChange = (asked.plan !== null && asked.plan !== known?.plan) || Object.keys(asked.overrides).length > 0
    if (known !== null && isChange)
      throw new ServiceError(
        'invalid_input',
        `The project "${asked.project}" already exists, on plan ${known.plan}, and its keys share one plan. Change it with npm run keys -- plan ${asked.project} --plan PLAN.`,
      )
    if (known === null) await this.#keys.writeProject(asked.project, asked.plan ?? 'free', asked.overrides, this.#nowMs)
    const plan = known?.plan ?? asked.plan ?? 'free'
    return madeText(
      asked,
      await this.#add({ project: asked.project, plan, browser: asked.browser, origins: asked.origins }, asked.note),
      `${asked.browser ? `Browser key for ${asked.origins.join(', ')}` : 'Server key'}, project ${asked.project}, plan ${plan}.`,
    )
  }

  async #list(asked: Asked<'list'>): Promise<string> {
    const listed = await Promise.all(
      (await this.#keys.listKeys())
        .filter(({ project }) => asked.project === null || project === asked.project)
        .map((key) => this.#shown(key)),
    )
    return asked.json ? JSON.stringify(listed, null, 2) : keyTable(listed)
  }

  async #show(asked: Asked<'show' | 'revoke'>): Promise<string> {
    const key = await this.#find(asked.prefix)
    const whole = await this.#shown(key)
    const operations = await this.#counters.listUsage(`project:${key.project}`, whole.period, key.prefix)
    return asked.json ? JSON.stringify({ ...whole, operations }, null, 2) : keyText(whole, operations)
  }

  async #revoke(asked: Asked<'show' | 'revoke'>): Promise<string> {
    const { prefix } = await this.#find(asked.prefix)
    await this.#keys.revokeKey(prefix, this.#nowMs)
    return asked.json
      ? JSON.stringify({ revoked: prefix })
      : `${prefix} is revoked: calls with it get 401 within 2 seconds.`
  }

  async #rotate(asked: Asked<'rotate'>): Promise<string> {
    const old = await this.#find(asked.prefix)
    if (old.revokedMs !== null && old.revokedMs <= this.#nowMs)
      throw new ServiceError(
        'invalid_input',
        `${old.prefix} is already revoked: create a new key with npm run keys -- create --project ${old.project}.`,
      )
    const key = await this.#add(old, old.note)
    await this.#keys.revokeKey(old.prefix, this.#nowMs + asked.graceMs)
    return madeText(
      asked,
      key,
      `Replaces ${old.prefix}, which ${asked.graceMs === 0 ? 'is revoked' : `works until ${new Date(this.#nowMs + asked.graceMs).toISOString()}`}.`,
    )
  }

  async #plan(asked: Asked<'plan'>): Promise<string> {
    if ((await this.#keys.findProject(asked.project)) === null)
      throw new ServiceError(
        'not_found',
        `There is no project "${asked.project}": create its first key with npm run keys -- create --project ${asked.project}.`,
      )
    await this.#keys.writeProject(asked.project, asked.plan, asked.overrides, this.#nowMs)
    const { credits, ratePerS, slots } = planOf(asked.plan, asked.overrides)
    return asked.json
      ? JSON.stringify({ project: asked.project, plan: asked.plan })
      : `Project ${asked.project} switches to plan ${asked.plan} within 2 seconds: ${credits} credits a month, ${ratePerS === Infinity ? 'no rate limit' : `${ratePerS} requests a second`}, ${slots} heavy requests at once.`
  }

  async #find(prefix: string): Promise<ListedKey> {
    // if a whole key was pasted by mistake, it is found by its prefix and never repeated
    const found = (await this.#keys.listKeys()).find((key) => key.prefix === prefix.slice(0, 12))
    if (found === undefined || prefix.length < 12)
      throw new ServiceError(
        'not_found',
        `There is no key "${prefix.slice(0, 12)}": npm run keys -- list shows the first 12 characters of each key.`,
      )
    return found
  }

  async #shown(key: ListedKey): Promise<ShownKey> {
    const plan = planOf(key.plan, key.overrides)
    const period = periodAt(plan.period, this.#nowMs)
    const { prefix, project, browser, origins, note, createdMs, revokedMs } = key
    return {
      prefix,
      project,
      plan: plan.name,
      browser,
      origins: [...origins],
      note,
      createdAt: new Date(createdMs).toISOString(),
      revokedAt: revokedMs === null ? null : new Date(revokedMs).toISOString(),
      isLive: revokedMs === null || revokedMs > this.#nowMs,
      credits: plan.credits,
      creditsUsed: await this.#counters.used(creditCounter(`project:${project}`, period.id)),
      ratePerS: plan.ratePerS === Infinity ? null : plan.ratePerS,
      slots: plan.slots,
      period: period.id,
    }
  }

  async #add(options: Parameters<typeof createKey>[0], note: string): Promise<string> {
    for (;;) {
      const { key, record } = createKey(options)
      if (await this.#keys.addKey(record, note, this.#nowMs)) return key
    }
  }
}

function madeText({ json }: KeyAction, key: string, sentence: string): string {
  return json
    ? JSON.stringify({ key, prefix: key.slice(0, 12) })
    : `${key}\n\n${sentence}\nThis key will not be shown again: only its SHA-256 is stored. It works within 2 seconds.`
}
