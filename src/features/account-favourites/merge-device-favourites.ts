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
 * Makes the favourites of this device and of the account one set for whoever is signed in, from now on: the device's go
 * to the account, what is starred goes into the outbox, and what the account has from elsewhere shows here.
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
  const isTheirs = () => authStore.getUser().id === userId
  let running: Promise<void> | undefined
  let isAsked = false
  let wasWaiting = false
  const run = async () => {
    while (isAsked && isTheirs()) {
      isAsked = false
      const marks = accountFavourites()
      if (!marks) return
      await takeFromDevice(marks)
      const waits = await alone(() => handOver(marks, () => account.getCurrentResult().data, isTheirs))
      // All has gone out: some of it may have been refused, since another device was faster.
      if (wasWaiting && !waits && isTheirs()) void account.refetch()
      wasWaiting = waits
    }
  }
  const wake = () => {
    isAsked = true
    // A device that keeps nothing has its changes still, for the next occasion.
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
  'untilRead' | 'read' | 'remove'
>

/**
 * Takes what was starred before there was an account, or while nobody was signed in. It stays where it is until the
 * account's marks are kept.
 */
export async function takeFromDevice(
  marks: Pick<AccountMarkStore, 'read' | 'set' | 'isKept'>,
  devices: Readonly<Record<string, DeviceStars>> = deviceFavourites,
): Promise<void> {
  for (const [module, device] of Object.entries(devices)) {
    await device.untilRead()
    const ids = [...device.read()]
    const fresh = ids.filter((id) => !marks.read(module).has(id))
    // In this order: what ends between the two is done again.
    if (fresh.length > 0) await marks.set(module, fresh, true)
    if (ids.length > 0 && marks.isKept()) await device.remove(ids)
  }
}

/** Leaves to the outbox what is not there yet. @returns whether anything waits there */
async function handOver(
  marks: AccountMarkStore,
  readList: () => AccountFavourites | undefined,
  isTheirs: () => boolean,
): Promise<boolean> {
  await marks.refresh()
  for (const change of marks.changes()) {
    const list = readList()
    const step = planSyncStep(change, projectMarks(list, await listFavourites()), list !== undefined)
    if (!isTheirs()) return false
    if (step.kind === 'wait') continue
    if (step.kind !== 'none') await send(change, step)
    await marks.handOver(change)
  }
  const [list, entries] = [readList(), await listFavourites()]
  if (list && isTheirs()) await marks.settle(listMarkedItems(projectMarks(list, entries)))
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

/** One tab at a time, where the browser can tell: two would send each star twice. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('favourites', work) : work()
