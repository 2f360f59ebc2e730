import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import {
  deviceFavourites,
  accountFavourites,
  subscribeToAccountFavourites,
  type MarkChange,
  type AccountMarkStore,
} from '#features/favourites'
import { authStore } from '#lib/auth.ts'
import { listEntries, createId, onOutboxChanged, submit, type OutboxEntry } from '#outbox/index.ts'
import { accountFavouritesQuery, favouritesModule } from './account-favourites-query.ts'
import { listMarkedItems, projectMarks, planSyncStep, type AccountFavourites } from './sync-state.ts'

/**
 * Merges the favourites of this device and of the signed-in user's account from now on.
 * The device's are moved to the account, changes go to the outbox, and changes of other devices show here.
 */
export function mergeDeviceFavourites(client: QueryClient): void {
  let userId: string | undefined
  let stop: (() => void) | undefined
  const follow = () => {
    const { id } = authStore.getUser()
    if (id === userId) return
    userId = id
    stop?.()
    stop = id === undefined ? undefined : uniteFor(client, id)
  }
  authStore.subscribe(follow)
  follow()
}

function uniteFor(client: QueryClient, userId: string): () => void {
  const account = new QueryObserver(client, accountFavouritesQuery(userId))
  const isSameUser = () => authStore.getUser().id === userId
  let running: Promise<void> | undefined
  let isAsked = false
  let hadPending = false
  const run = async () => {
    while (isAsked && isSameUser()) {
      isAsked = false
      const marks = accountFavourites()
      if (!marks) return
      await moveDeviceStars(marks)
      const hasPending = await runExclusive(() =>
        sendChanges(marks, () => account.getCurrentResult().data, isSameUser),
      )
      // All entries are sent. Some may have been rejected because another device was faster.
      if (hadPending && !hasPending && isSameUser()) void account.refetch()
      hadPending = hasPending
    }
  }
  const wake = () => {
    isAsked = true
    // A device without storage still has its changes, for the next time.
    running ??= run()
      .catch(() => undefined)
      .finally(() => (running = undefined))
  }
  const stops = [account.subscribe(wake), subscribeToAccountFavourites(wake), onOutboxChanged(wake)]
  wake()
  return () => {
    for (const stop of stops) stop()
  }
}

type DeviceStars = Pick<
  (typeof deviceFavourites)[keyof typeof deviceFavourites],
  'waitUntilRead' | 'read' | 'remove'
>

/** Moves the stars set without an account. They stay on the device until the account's marks are stored. */
export async function moveDeviceStars(
  marks: Pick<AccountMarkStore, 'read' | 'set' | 'isKept'>,
  devices: Readonly<Record<string, DeviceStars>> = deviceFavourites,
): Promise<void> {
  for (const [module, device] of Object.entries(devices)) {
    await device.waitUntilRead()
    const ids = [...device.read()]
    const fresh = ids.filter((id) => !marks.read(module).has(id))
    // In this order: an interruption between the two repeats the move.
    if (fresh.length > 0) await marks.set(module, fresh, true)
    if (ids.length > 0 && marks.isKept()) await device.remove(ids)
  }
}

/** Adds the changes that are missing to the outbox. @returns whether entries are pending */
async function sendChanges(
  marks: AccountMarkStore,
  readList: () => AccountFavourites | undefined,
  isSameUser: () => boolean,
): Promise<boolean> {
  await marks.refresh()
  for (const change of marks.changes()) {
    const list = readList()
    const step = planSyncStep(change, projectMarks(list, await listFavourites()), list !== undefined)
    if (!isSameUser()) return false
    if (step.kind === 'wait') continue
    if (step.kind !== 'none') await send(change, step)
    await marks.handOver(change)
  }
  const [list, entries] = [readList(), await listFavourites()]
  if (list && isSameUser()) await marks.settle(listMarkedItems(projectMarks(list, entries)))
  return entries.some(({ state }) => state !== 'done')
}

const listFavourites = async (): Promise<OutboxEntry[]> =>
  (await listEntries()).filter(({ module }) => module === favouritesModule)

function send(
  { item }: MarkChange,
  step: { kind: 'create'; entityId: string | undefined } | { kind: 'delete'; entityId: string },
): Promise<OutboxEntry> {
  const cut = item.indexOf('/')
  return submit({
    module: favouritesModule,
    entityId: step.entityId ?? createId(),
    deed: { kind: step.kind },
    body: { item_module: item.slice(0, cut), item_id: item.slice(cut + 1) },
    title: t('favourites:title'),
    formPath: '',
    isQuiet: true,
  })
}

/** Only one tab at a time, where the browser supports locks: two would send each star twice. */
const runExclusive = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('favourites', work) : work()
