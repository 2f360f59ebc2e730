import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { speechMaterials } from '#contract/modules/speech-materials.ts'
import type { travelInfos } from '#contract/modules/travel-infos.ts'
import type { RowOf } from '#contract/row.ts'
import { api as appApi, type Api } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'

/** What every row of a person's own has. */
// An alias: values of forms take no interface.
type Kept = { id: string; version: number; client_row_id?: string | null }

/** Modules of which people have rows of their own. */
interface OwnModules {
  travel_infos: typeof travelInfos
  side_meetings: typeof sideMeetings
  speech_materials: typeof speechMaterials
}

export type ParticipantModule = keyof OwnModules

/** A row of a person's own in a list. */
export type ParticipantRow<Module extends ParticipantModule> = RowOf<OwnModules[Module]> & Kept

/** What is asked of each: lists leave out long texts and the account to pay to. */
const ownFields: { [Module in ParticipantModule]: readonly (keyof OwnModules[Module]['fields'])[] } = {
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

/** What opens to a participant. */
const opened = ['travel_infos', 'side_meetings', 'speech_materials'] as const

/** Whose rows they are is part of the key: nobody else's may stand in for them. */
export const getParticipantRowsKey = (module: ParticipantModule) =>
  ['own', module, authStore.getUser().id ?? 'nobody'] as const

/** The caller's own rows of a module. They lie with the person's own things on this device, to be read offline. */
export const participantRowsQuery = <Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'> = appApi,
) =>
  queryOptions({
    queryKey: getParticipantRowsKey(module),
    queryFn: ({ signal }) => listAllOwn(module, api, signal),
    // Organisers decide meanwhile: what is on this device is shown, and asked for anew whenever it is looked at.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Most rows of a page that somebody who is no organiser is given. */
const pageSize = 100

/** All of them, page by page. */
async function listAllOwn<Module extends ParticipantModule>(
  module: Module,
  api: Pick<Api, 'list'>,
  signal: AbortSignal,
): Promise<ParticipantRow<Module>[]> {
  const rows: ParticipantRow<Module>[] = []
  for (let page = 1; ; page += 1) {
    const params = { fields: ownFields[module], own: true, page, size: pageSize } as const
    const { items, total } = await api.list<ParticipantRow<Module>>(module, params, { signal })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) return rows
  }
}

/** Brings the person's own rows onto this device before they are asked for: a form may be opened without network. */
export async function prefetchParticipantRows(client: QueryClient): Promise<void> {
  const user = authStore.getUser()
  if (user.id === undefined || user.role !== 'participant') return
  await Promise.all(opened.map((module) => client.prefetchQuery(participantRowsQuery(module))))
}
