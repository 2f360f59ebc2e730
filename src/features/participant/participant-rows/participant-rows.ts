import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { speechMaterials } from '#contract/modules/speech-materials.ts'
import type { travelInfos } from '#contract/modules/travel-infos.ts'
import type { WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'

/** Fields that every row of a participant has. A type alias, because form values accept no interface. */
type BaseRow = { id: string; version: number; client_row_id?: string | null }

/** Modules in which participants have rows of their own. */
interface OwnModules {
  travel_infos: typeof travelInfos
  side_meetings: typeof sideMeetings
  speech_materials: typeof speechMaterials
}

export type ParticipantModule = keyof OwnModules

/** A participant's own row in a list. */
export type ParticipantRow<Module extends ParticipantModule> = WireRow<OwnModules[Module]> & BaseRow

/** Fields to fetch: by default, lists leave out long texts and the account to pay to. */
const listFields: { [Module in ParticipantModule]: readonly (keyof OwnModules[Module]['fields'])[] } = {
  travel_infos: [
    'need_pickup_delivery',
    'vehicle',
    'vehicle_no',
    'arrive_station',
    'need_book_hotel',
    'room_style',
    'entry_at',
    'leave_at',
    'special_catering_needs',
    'other_catering_needs',
    'memo',
    'is_frozen',
  ],
  side_meetings: [
    'name',
    'master_unit',
    'subject',
    'guests',
    'apply_date',
    'start_time_at',
    'end_time_at',
    'room_size',
    'need_interpretaion_equipment',
    'status',
    'assigned_date',
    'assigned_start_time_at',
    'assigned_end_time_at',
    'assigned_room',
    'amount',
    'payment_reference',
    'payee_name',
    'payee_bank',
    'payee_account',
    'pay_by',
    'paid_at',
    'reason',
  ],
  speech_materials: ['chinese_resume', 'english_resume', 'presentation', 'memo'],
}

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
    const params = { fields: listFields[module], own: true, page, size: pageSize } as const
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
