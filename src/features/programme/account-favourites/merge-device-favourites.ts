import { QueryObserver, type QueryClient, queryOptions } from '@tanstack/react-query'
import { t } from 'i18next'
import type { favourites } from '#contract/modules/favourites.ts'
import {
  deviceFavourites,
  findAccountFavourites,
  subscribeToAccountFavourites,
  type MarkChange,
  type AccountMarkStore,
} from '#features/programme/favourites'
import { authStore } from '#platform/auth.ts'
import { listEntries, createId, onOutboxChanged, submit, type OutboxEntry } from '#outbox/index.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import {
  listMarkedItems,
  projectMarks,
  planSyncStep,
  type AccountFavourites,
  type FavouriteRow,
} from './sync-state.ts'

/**
 * Merges the favourites of this device and of the signed-in user's account from now on.
 * The device's are moved to the account, changes go to the outbox, and changes of other devices show here.
 */
export function mergeDeviceFavourites(client: QueryClient): void {
  let userId: string | undefined
  let stop: (() => void) | undefined
  const switchUser = () => {
    const { id } = authStore.getUser()
    if (id === userId) return
    userId = id
    stop?.()
    stop = id === undefined ? undefined : mergeForUser(client, id)
  }
  authStore.subscribe(switchUser)
  switchUser()
}

/** Merges until the returned function is called. Changes of account, device and outbox each request a run. */
function mergeForUser(client: QueryClient, userId: string): () => void {
  const account = new QueryObserver(client, accountFavouritesQuery(userId))
  const isSameUser = () => authStore.getUser().id === userId
  let running: Promise<void> | undefined
  /** True when something has changed since the current run began. */
  let needsRun = false
  /** Whether entries were pending after the previous run. */
  let hadPendingEntries = false
  const run = async () => {
    while (needsRun && isSameUser()) {
      needsRun = false
      const marks = findAccountFavourites()
      if (!marks) return
      await moveDeviceStars(marks)
      const hasPendingEntries = await runExclusive(() =>
        sendChanges(marks, () => account.getCurrentResult().data, isSameUser),
      )
      // All entries are sent. The server may have rejected some, for example because another device was faster.
      if (hadPendingEntries && !hasPendingEntries && isSameUser()) void account.refetch()
      hadPendingEntries = hasPendingEntries
    }
  }
  const requestRun = () => {
    needsRun = true
    // After an error of the device's storage the changes are still there, and the next run tries again.
    running ??= run()
      .catch(() => undefined)
      .finally(() => (running = undefined))
  }
  const unsubscribers = [
    account.subscribe(requestRun),
    subscribeToAccountFavourites(requestRun),
    onOutboxChanged(requestRun),
  ]
  requestRun()
  return () => {
    for (const stop of unsubscribers) stop()
  }
}

/** Stars of a module on this device, as far as moving them needs. */
type DeviceStars = Pick<
  (typeof deviceFavourites)[keyof typeof deviceFavourites],
  'waitUntilRead' | 'read' | 'remove'
>

/** Moves the stars set without an account. They stay on the device until the account's marks are stored. */
export async function moveDeviceStars(
  marks: Pick<AccountMarkStore, 'read' | 'set' | 'isPersisted'>,
  devices: Readonly<Record<string, DeviceStars>> = deviceFavourites,
): Promise<void> {
  for (const [module, device] of Object.entries(devices)) {
    await device.waitUntilRead()
    const ids = [...device.read()]
    const newIds = ids.filter((id) => !marks.read(module).has(id))
    // In this order, so that an interruption between the two writes loses no star: the next run repeats the move.
    if (newIds.length > 0) await marks.set(module, newIds, true)
    if (ids.length > 0 && marks.isPersisted()) await device.remove(ids)
  }
}

/**
 * Adds the recorded changes to the outbox, and updates the marks by the account's list and the outbox.
 * @param readList returns the account's favourites as last loaded
 * @param isSameUser false once another user is signed in, for whom nothing may be written
 * @returns whether entries are pending
 */
async function sendChanges(
  marks: AccountMarkStore,
  readList: () => AccountFavourites | undefined,
  isSameUser: () => boolean,
): Promise<boolean> {
  await marks.refresh()
  for (const change of marks.changes()) {
    const list = readList()
    // Projected again for each change, because `send` adds entries.
    const step = planSyncStep(change, projectMarks(list, await listFavouriteEntries()), list !== undefined)
    if (!isSameUser()) return false
    if (step.kind === 'wait') continue
    if (step.kind !== 'none') await send(change, step)
    await marks.removeChange(change)
  }
  const [list, entries] = [readList(), await listFavouriteEntries()]
  if (list && isSameUser()) await marks.applyAccountMarks(listMarkedItems(projectMarks(list, entries)))
  return entries.some(({ state }) => state !== 'done')
}

/** Lists the outbox entries of favourites, receipts included. */
const listFavouriteEntries = async (): Promise<OutboxEntry[]> =>
  (await listEntries()).filter(({ module }) => module === favouritesModule)

/** Adds the step of a change to the outbox as a background entry, which has no form to correct it. */
function send(
  { item }: MarkChange,
  step: { kind: 'create'; entityId: string | undefined } | { kind: 'delete'; entityId: string },
): Promise<OutboxEntry> {
  const slashIndex = item.indexOf('/')
  return submit({
    module: favouritesModule,
    entityId: step.entityId ?? createId(),
    deed: { kind: step.kind },
    body: { item_module: item.slice(0, slashIndex), item_id: item.slice(slashIndex + 1) },
    title: t('favourites:title'),
    formPath: '',
    isQuiet: true,
  })
}

/** Runs the work in one tab at a time, where the browser supports locks: two tabs would send each star twice. */
const runExclusive = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('favourites', work) : work()

/** Name of the module; its definition is not imported, because it imports those of all modules with stars. */
const favouritesModule: (typeof favourites)['name'] = 'favourites'

/**
 * Lists the account's favourites, persisted with the user's data.
 * The key does not have the module's name, by which the app would refetch the list after each sent star: the outbox
 * entries are merged into it here.
 */
const accountFavouritesQuery = (userId: string, api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    queryKey: ['own', 'starred', userId],
    queryFn: async ({ signal }): Promise<AccountFavourites> => {
      const requestedAtMs = Date.now()
      const fields = ['item_module', 'item_id']
      // A size of 0 requests all rows.
      const { items } = await api.list<FavouriteRow>(favouritesModule, { size: 0, fields }, { signal })
      return { rows: items, askedAtMs: requestedAtMs }
    },
    // The user's other devices may change stars: refetched at each start and when the app becomes visible.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })
