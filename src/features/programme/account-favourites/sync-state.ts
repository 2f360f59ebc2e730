import type { MarkChange, MarkedItem } from '#features/programme/favourites'
import type { OutboxEntry } from '#outbox/index.ts'

/** The account's favourites as the query has them, which devices store under these names. */
export interface AccountFavourites {
  rows: readonly FavouriteRow[]
  /** When the list was requested, by this device's clock, in milliseconds. */
  askedAtMs: number
}

/** A favourite of the account. */
export interface FavouriteRow {
  id: string
  item_module: string
  item_id: string
}

/** State of an item once all outbox entries are sent. */
export interface MarkState {
  isMarked: boolean
  /** Id by which an entry names the favourite's row. Absent once the row is deleted. */
  entityId?: string
}

/** What a change adds to the outbox. */
export type SyncStep =
  /**
   * The id is undefined for a new row. Else it is that of a row whose delete is pending: the outbox cancels out both,
   * unless it has tried to send the delete.
   */
  | { kind: 'create'; entityId: string | undefined }
  | { kind: 'delete'; entityId: string }
  /** Nothing: the account has it already, or will once the entries are sent. */
  | { kind: 'none' }
  /** Nothing yet: the row to delete is unknown until the account's favourites have loaded. */
  | { kind: 'wait' }

/** Returns the item of a favourite's row or of an entry's body. */
const toMarkedItem = ({ item_module, item_id }: Readonly<Record<string, unknown>>): MarkedItem =>
  `${String(item_module)}/${String(item_id)}`

/** Returns the state of every item: the account's response, then the entries that are pending or were sent since. */
export function projectMarks(
  list: AccountFavourites | undefined,
  entries: readonly OutboxEntry[],
): ReadonlyMap<MarkedItem, MarkState> {
  const states = new Map<MarkedItem, MarkState>()
  for (const row of list?.rows ?? [])
    states.set(toMarkedItem({ ...row }), { isMarked: true, entityId: row.id })
  for (const { deed, body, state, entityId, serverRef, doneAt = 0 } of entries) {
    const isDone = state === 'done'
    // The list was requested after the entry had been sent, so it includes it.
    if (isDone && doneAt < (list?.askedAtMs ?? 0)) continue
    if (deed.kind === 'create')
      states.set(toMarkedItem(body), { isMarked: true, entityId: serverRef?.id ?? entityId })
    else states.set(toMarkedItem(body), { isMarked: false, ...(!isDone && { entityId }) })
  }
  return states
}

/** Lists the items that will be marked once all entries are sent. */
export function listMarkedItems(states: ReadonlyMap<MarkedItem, MarkState>): Set<MarkedItem> {
  return new Set([...states].flatMap(([item, { isMarked }]) => (isMarked ? [item] : [])))
}

/** Plans the step for a change. @param isListLoaded true once the account's favourites have loaded */
export function planSyncStep(
  { item, isMarked }: MarkChange,
  states: ReadonlyMap<MarkedItem, MarkState>,
  isListLoaded: boolean,
): SyncStep {
  const state = states.get(item)
  if (state?.isMarked === isMarked) return { kind: 'none' }
  if (isMarked) return { kind: 'create', entityId: state?.entityId }
  if (state?.entityId !== undefined) return { kind: 'delete', entityId: state.entityId }
  return { kind: isListLoaded ? 'none' : 'wait' }
}
