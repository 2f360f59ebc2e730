import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import {
  listRequestedFields,
  type ParticipantDefinitions,
  type ParticipantModule,
  type RequestedFieldKey,
} from './field-layouts.ts'

/** Fields that every row of a participant has. A type alias, because form values accept no interface. */
type BaseRow = { id: string; version: number; client_row_id?: string | null }

/** A participant's own row in a list, with the fields that the app requests. */
export type ParticipantRow<Module extends ParticipantModule> = Pick<
  WireRow<ParticipantDefinitions[Module]>,
  Extract<RequestedFieldKey<Module>, keyof ParticipantDefinitions[Module]['fields']>
> &
  BaseRow

/** Modules for approved participants. */
const approvedModules = ['travel_infos', 'side_meetings', 'speech_materials'] as const

/** The key contains the user, so that another user's rows are never used. */
export const getParticipantRowsKey = (module: ParticipantModule) =>
  ['own', module, authStore.getUser().id ?? 'nobody'] as const

/** Lists the user's own rows of a module, persisted with their data for offline use. */
export const participantRowsQuery = <Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'> = appApi,
) =>
  queryOptions({
    queryKey: getParticipantRowsKey(module),
    queryFn: async ({ signal }) => {
      const startedAtMs = Date.now()
      const rows = await listAllOwn(module, api, signal)
      requestTimes.set(module, { startedAtMs, endedAtMs: Date.now() })
      return rows
    },
    // Organisers may change them: the stored rows are shown and refetched at each visit.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** When the rows of each module that this page fetched last were requested and received, in milliseconds. */
const requestTimes = new Map<ParticipantModule, { startedAtMs: number; endedAtMs: number }>()

/**
 * Returns when rows were requested, by the device's clock. A row that the server created after this moment may be missing
 * in them, even when its response arrived before the rows. Rows of an earlier visit count from their arrival.
 * @param receivedAtMs when the rows were received
 */
export function getRequestedAtMs(module: ParticipantModule, receivedAtMs: number): number {
  const times = requestTimes.get(module)
  return times && times.endedAtMs <= receivedAtMs ? times.startedAtMs : receivedAtMs
}

/** Maximum page size for users who are not organisers. */
const pageSize = 100

/** Fetches all rows, page by page. */
async function listAllOwn<Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'>,
  signal: AbortSignal,
): Promise<ParticipantRow<Module>[]> {
  const rows: ParticipantRow<Module>[] = []
  for (let page = 1; ; page += 1) {
    const params = { fields: listRequestedFields(module), own: true, page, size: pageSize } as const
    const { items, total } = await api.list<ParticipantRow<Module>>(module, params, { signal })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) return rows
  }
}

/** Prefetches the user's rows, because a form may be opened offline. */
export async function prefetchParticipantRows(client: QueryClient): Promise<void> {
  const user = authStore.getUser()
  if (user.id === undefined || user.role !== 'participant') return
  await Promise.all(approvedModules.map((module) => client.prefetchQuery(participantRowsQuery(module))))
}
