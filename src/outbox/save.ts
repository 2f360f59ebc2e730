import type { OwnRowIds } from '#contract/row.ts'
import { decisionStates, type Operation, type OutboxEntry, type Submission } from './entry.ts'
import { findEditableEntry } from './optimistic-row.ts'
import type { Outbox } from './outbox.ts'
import { planWithdrawal } from './plan-withdrawal.ts'

/** What a form or a button saves. */
export interface SaveOptions extends Pick<
  Submission,
  'module' | 'title' | 'files' | 'sensitive' | 'draft' | 'isQuiet' | 'delayMs'
> {
  /** The row as the server has it; absent for a new one. */
  row?: (OwnRowIds & { version?: number }) | undefined
  /** Earlier entries that this save may change or discard, receipts included, the newest last. */
  entries?: readonly OutboxEntry[]
  /** The id that this device gives a new row. By default a new one is created. */
  entityId?: string
  /** Fields of the request body. */
  values?: Submission['body']
  /**
   * What the values are changes of: of the row, or of the row with its pending entries. Changes of the row replace the
   * content of a pending entry; other changes are added to it.
   */
  base?: 'row' | 'entries'
  /** Version of the row that the user saw. By default the newest version that `row` or its receipt names. */
  version?: number | undefined
  /** Path of the form, or a function that returns it for the row's id, which a new row gets here. */
  formPath: string | ((entityId: string) => string)
  /** By default the row is created or updated. */
  operation?: 'delete' | { action: string }
  /** True for an action that withdraws the row: a create that the server never received is discarded instead. */
  isWithdrawal?: boolean
  /** True when a refused update or action is sent again over the current row, and not corrected in its place. */
  resubmits?: boolean
}

/**
 * What a save did: `revised` changed an entry in place or added its follow-up; the other kinds added an entry. `none` when
 * there was nothing to send, or when discarding an entry was enough.
 */
export type SaveResult =
  | { kind: 'none'; entry?: undefined }
  | { kind: 'created' | 'updated' | 'deleted' | 'acted' | 'revised'; entry: OutboxEntry }

/** Saves a form or runs an action. @throws NotStoredError when nothing was stored and nothing was sent */
export type Save = (options: SaveOptions) => Promise<SaveResult>

/** The functions of an outbox that a save needs. */
export type SaveDeps = Pick<Outbox, 'submit' | 'revise' | 'discard' | 'resend'> & { newId: () => string }

/**
 * Creates the function that every form uses to save. It alone decides whether a form becomes a new entry, changes the
 * entry that waits, or follows one that is being sent, and which entries must go first.
 */
export function createSave(deps: SaveDeps): Save {
  return (options) => {
    const { operation } = options
    if (operation === 'delete') return withdraw(deps, options, { kind: 'delete' })
    if (operation === undefined) return saveForm(deps, options)
    const { row, isWithdrawal } = options
    const deed = {
      kind: 'action',
      name: operation.action,
      ...(row?.version !== undefined && { baseVersion: row.version }),
    } as const
    return isWithdrawal ? withdraw(deps, options, deed) : act(deps, options, deed)
  }
}

/** Saves the values of a form. */
async function saveForm(deps: SaveDeps, options: SaveOptions): Promise<SaveResult> {
  const { row, entries = [], values = {}, files, base = 'row', resubmits } = options
  const unsentEntries = entries.filter(({ state }) => state !== 'done')
  const editable = findEditableEntry({ row, unsentEntries })
  // Another device has created the row first: the values become an update of that row.
  const superseded = row && editable?.deed.kind === 'create' ? editable : undefined
  const pending = superseded ? undefined : editable
  const isUnchanged = Object.keys(values).length === 0 && (files ?? []).length === 0
  // A refused entry is sent again even without a change: the server may accept it by now.
  if (isUnchanged && base === 'entries' && !(pending && isRefused(pending))) {
    if (superseded) await deps.discard(superseded.id)
    return { kind: 'none' }
  }
  // Later entries would wait for a refused action for ever.
  for (const { id } of unsentEntries.filter((entry) => entry.deed.kind === 'action' && isRefused(entry)))
    await deps.discard(id)
  if (isUnchanged && base === 'row' && row) {
    // The user has reverted the change, so the pending entry must not be sent.
    if (editable) await deps.discard(editable.id)
    return { kind: 'none' }
  }
  // The form holds the changes of the row as it is now, so the refused update gives way to a new one.
  if (pending && resubmits && pending.deed.kind === 'update') await deps.discard(pending.id)
  else if (pending) {
    const body = base === 'entries' ? { ...pending.body, ...values } : values
    return { kind: 'revised', entry: await deps.revise(pending.id, body, files) }
  }
  const knownId = findRowId(row, entries)
  const deed: Operation =
    knownId === undefined
      ? { kind: 'create' }
      : { kind: 'update', baseVersion: options.version ?? getKnownVersion(row, entries) }
  const entry = await submit(deps, options, deed, knownId)
  // After a refusal, on a device without storage, only the create still has the user's values.
  if (superseded && entry.state !== 'rejected') await deps.discard(superseded.id)
  return { kind: deed.kind === 'create' ? 'created' : 'updated', entry }
}

/** Runs an action on a row. A refusal of the same action is corrected in its place. */
async function act(deps: SaveDeps, options: SaveOptions, deed: Operation): Promise<SaveResult> {
  const { entries = [], values = {}, files } = options
  const latest = entries.at(-1)
  const isSame = deed.kind === 'action' && latest?.deed.kind === 'action' && latest.deed.name === deed.name
  if (latest && isSame && latest.state === 'rejected' && !options.resubmits)
    return { kind: 'revised', entry: await deps.revise(latest.id, values, files) }
  if (latest && isRefused(latest)) await deps.discard(latest.id)
  return { kind: 'acted', entry: await submit(deps, options, deed, findRowId(options.row, entries)) }
}

/** Deletes or withdraws a row. What the server never received is only discarded. */
async function withdraw(deps: SaveDeps, options: SaveOptions, deed: Operation): Promise<SaveResult> {
  const { row, entries = [] } = options
  const plan = planWithdrawal({ row, unsentEntries: entries.filter(({ state }) => state !== 'done') })
  const discarded = await Promise.all(plan.discard.map((id) => deps.discard(id)))
  // An entry that was just sent cannot be discarded, so the withdrawal follows it.
  if (!plan.mustSend && discarded.every(Boolean)) return { kind: 'none' }
  if (plan.resend !== undefined) await deps.resend(plan.resend)
  const entry = await submit(deps, options, deed, findRowId(row, entries))
  return { kind: deed.kind === 'delete' ? 'deleted' : 'acted', entry }
}

/** Adds a new entry. @param knownId id of the row; undefined for a new one */
function submit(
  { submit: submitEntry, newId }: SaveDeps,
  options: SaveOptions,
  deed: Operation,
  knownId: string | undefined,
): Promise<OutboxEntry> {
  const { module, title, formPath, values: body = {} } = options
  const { files, sensitive, draft, isQuiet, delayMs } = options
  const entityId = knownId ?? options.entityId ?? newId()
  return submitEntry({
    module,
    entityId,
    deed,
    body,
    title,
    formPath: typeof formPath === 'string' ? formPath : formPath(entityId),
    ...(files && { files }),
    ...(sensitive && { sensitive }),
    ...(draft !== undefined && { draft }),
    ...(isQuiet && { isQuiet }),
    ...(delayMs !== undefined && { delayMs }),
  })
}

/** Returns whether nothing happens to the entry before the user decides. */
const isRefused = ({ state }: OutboxEntry): boolean => decisionStates.has(state)

/** Finds the id by which the next entry names the row: the server's id, or the one that this device gave it. */
function findRowId(row: SaveOptions['row'], entries: readonly OutboxEntry[]): string | undefined {
  const latest = entries.at(-1)
  return row?.id ?? latest?.serverRef?.id ?? latest?.entityId
}

/** Returns the newest version that the row or its receipt names; 0 for a row whose create is not sent. */
function getKnownVersion(row: SaveOptions['row'], entries: readonly OutboxEntry[]): number {
  return Math.max(0, row?.version ?? 0, entries.at(-1)?.serverRef?.version ?? 0)
}
