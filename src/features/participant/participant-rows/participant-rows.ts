import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import {
  fieldLayouts,
  listRequestedFields,
  type ParticipantDefinitions,
  type ParticipantModule,
  type RequestedFieldKey,
} from './field-layouts.ts'

/** Members that every own row has. A type alias, because an interface cannot be assigned to the `Values` of a form. */
type BaseRow = { id: string; version: number; client_row_id?: string | null }

/** A participant's own row in a list, with the fields that the app requests. */
export type ParticipantRow<Module extends ParticipantModule> = Pick<
  WireRow<ParticipantDefinitions[Module]>,
  Extract<RequestedFieldKey<Module>, keyof ParticipantDefinitions[Module]['fields']>
> &
  BaseRow

const modules = Object.keys(fieldLayouts) as ParticipantModule[]

/**
 * Returns the key of a module's query. A sent write refetches the queries whose key contains its module. The key
 * contains the user's id, so that another user's rows are never used.
 */
export const getParticipantRowsKey = (module: ParticipantModule) =>
  ['own', module, authStore.getUser().id ?? 'nobody'] as const

/** Lists the user's own rows of a module. The rows are persisted with the user's data, for offline use. */
export const participantRowsQuery = <Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'> = appApi,
) =>
  queryOptions({
    queryKey: getParticipantRowsKey(module),
    queryFn: async ({ signal }) => {
      const startedAtMs = Date.now()
      const rows = await listAllRows(module, api, signal)
      requestTimes.set(module, { startedAtMs, endedAtMs: Date.now() })
      return rows
    },
    // Organisers may have changed the rows, so each visit shows the persisted ones and refetches them.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** When the last fetch of each module since the app's start began and ended, by the device's clock. */
const requestTimes = new Map<ParticipantModule, { startedAtMs: number; endedAtMs: number }>()

/**
 * Returns when rows were requested, by the device's clock. A row that the server created after this moment may be
 * missing in them, even when its response arrived before the rows. For persisted rows the request is unknown, so the
 * time of their arrival counts.
 * @param receivedAtMs when the rows were received
 */
export function getRequestedAtMs(module: ParticipantModule, receivedAtMs: number): number {
  const times = requestTimes.get(module)
  // A fetch that ended later is not the one that brought these rows.
  return times && times.endedAtMs <= receivedAtMs ? times.startedAtMs : receivedAtMs
}

/** The server's limit for users who are not organisers. */
const pageSize = 100

/** Fetches all rows of the user, page by page. */
async function listAllRows<Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'>,
  signal: AbortSignal,
): Promise<ParticipantRow<Module>[]> {
  const rows: ParticipantRow<Module>[] = []
  for (let page = 1; ; page += 1) {
    const params = { fields: listRequestedFields(module), own: true, page, size: pageSize } as const
    const { items, total } = await api.list<ParticipantRow<Module>>(module, params, { signal })
    rows.push(...items)
    // When rows are deleted between two requests, `total` is never reached. An empty page ends the list then.
    if (items.length === 0 || rows.length >= total) return rows
  }
}

/** Prefetches a participant's rows of all modules, because the user may open a form offline later. */
export async function prefetchParticipantRows(client: QueryClient): Promise<void> {
  const user = authStore.getUser()
  if (user.id === undefined || user.role !== 'participant') return
  await Promise.all(modules.map((module) => client.prefetchQuery(participantRowsQuery(module))))
}
