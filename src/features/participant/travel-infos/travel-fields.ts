import type { Values } from '#contract/form/form-shape.ts'
import { airports, arriveStations, railwayStations } from '#contract/modules/arrive-stations.ts'

/** The form's sections with their fields, in order. */
export const sections = [
  { name: 'arrival', fields: ['vehicle', 'need_pickup_delivery', 'vehicle_no', 'arrive_station'] },
  { name: 'hotel', fields: ['need_book_hotel', 'room_style', 'entry_at', 'leave_at'] },
  { name: 'catering', fields: ['special_catering_needs', 'other_catering_needs'] },
  { name: 'memo', fields: ['memo'] },
] as const

/** Name of the draft: a user has one travel row. */
export const draftName = 'travel_infos'

export const fields: readonly string[] = sections.flatMap((section) => section.fields)

/** Lists the stations for a means of transport: airports for flights, railway stations for trains. */
export function listStations(vehicle: unknown): readonly (typeof arriveStations)[number][] {
  const stations: readonly string[] =
    vehicle === 'fly' ? airports : vehicle === 'train' ? railwayStations : []
  return arriveStations.filter(({ value }) => stations.includes(value))
}

/**
 * Returns what a change implies: a flight's number and station do not apply to a train, and "none" excludes other
 * special needs.
 */
export function clearDependentFields(previous: Values, key: string, value: unknown): Values {
  if (key === 'vehicle' && value !== previous['vehicle'])
    return { vehicle: value, vehicle_no: null, arrive_station: null }
  if (key === 'special_catering_needs' && Array.isArray(value))
    return { [key]: keepNoneExclusive(previous[key], value) }
  return { [key]: value }
}

const none = 'None'

function keepNoneExclusive(previous: unknown, after: readonly unknown[]): readonly unknown[] {
  const hadNone = Array.isArray(previous) && previous.includes(none)
  if (!after.includes(none)) return after
  return hadNone ? after.filter((need) => need !== none) : [none]
}
