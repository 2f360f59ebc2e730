import type { MarkChange, MarkedItem } from '#features/favourites'
import type { OutboxEntry } from '#outbox/index.ts'

/** The account's favourites, and when they were asked for. */
export interface AccountFavourites {
  rows: readonly FavouriteRow[]
  /** By this device's clock, in milliseconds. */
  askedAtMs: number
}

/** A favourite of the account. */
export interface FavouriteRow {
  id: string
  item_module: string
  item_id: string
}

/** How an item stands once all has gone out that waits. */
export interface MarkState {
  isMarked: boolean
  /** What the outbox knows the row by that its mark is, or that is about to go. */
  entityId?: string
}

/** What is to be left to the outbox. */
export type SyncStep =
  | { kind: 'create'; entityId: string | undefined }
  | { kind: 'delete'; entityId: string }
  /** It stands as it should already. */
  | { kind: 'none' }
  /** What the account calls the row is not known yet. */
  | { kind: 'wait' }

const itemOf = ({ item_module, item_id }: Readonly<Record<string, unknown>>): MarkedItem =>
  `${String(item_module)}/${String(item_id)}`

/**
 * How every item stands: what the account said, and after it what waits in the outbox, or arrived since the account was
 * asked.
 */
export function projectMarks(
  list: AccountFavourites | undefined,
  entries: readonly OutboxEntry[],
): ReadonlyMap<MarkedItem, MarkState> {
  const stands = new Map<MarkedItem, MarkState>()
  for (const row of list?.rows ?? []) stands.set(itemOf({ ...row }), { isMarked: true, entityId: row.id })
  for (const { deed, body, state, entityId, serverRef, doneAt = 0 } of entries) {
    const isDone = state === 'done'
    if (isDone && doneAt < (list?.askedAtMs ?? 0)) continue
    if (deed.kind === 'create')
      stands.set(itemOf(body), { isMarked: true, entityId: serverRef?.id ?? entityId })
    else stands.set(itemOf(body), { isMarked: false, ...(!isDone && { entityId }) })
  }
  return stands
}

/** The items that are marked once all has gone out. */
export function listMarkedItems(stands: ReadonlyMap<MarkedItem, MarkState>): Set<MarkedItem> {
  return new Set([...stands].flatMap(([item, { isMarked }]) => (isMarked ? [item] : [])))
}

/** @param isReadable true once the account has said what it holds */
export function planSyncStep(
  { item, isMarked }: MarkChange,
  stands: ReadonlyMap<MarkedItem, MarkState>,
  isKnown: boolean,
): SyncStep {
  const stand = stands.get(item)
  if (stand?.isMarked === isMarked) return { kind: 'none' }
  if (isMarked) return { kind: 'create', entityId: stand?.entityId }
  if (stand?.entityId !== undefined) return { kind: 'delete', entityId: stand.entityId }
  return { kind: isKnown ? 'none' : 'wait' }
}
