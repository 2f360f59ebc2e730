import type { Values } from '#contract/form/form-shape.ts'
import { airports, arriveStations, railwayStations } from '#contract/modules/arrive-stations.ts'

/** The form's sections with their fields, in the order in which they are asked. */
export const sections = [
  { name: 'arrival', fields: ['vehicle', 'need_pickup_delivery', 'vehicle_no', 'arrive_station'] },
  { name: 'hotel', fields: ['need_book_hotel', 'room_style', 'entry_at', 'leave_at'] },
  { name: 'catering', fields: ['special_catering_needs', 'other_catering_needs'] },
  { name: 'memo', fields: ['memo'] },
] as const

/** Name of what is typed and not sent yet: a person has one travel row. */
export const draftName = 'travel_infos'

export const fields: readonly string[] = sections.flatMap((section) => section.fields)

/** Where one arrives by that means: flights at airports, trains at stations (T38). */
export function listStations(vehicle: unknown): readonly (typeof arriveStations)[number][] {
  const places: readonly string[] = vehicle === 'fly' ? airports : vehicle === 'train' ? railwayStations : []
  return arriveStations.filter(({ value }) => places.includes(value))
}

/**
 * What a change brings with it: the number and the station of a flight are none of a train, and who needs nothing
 * special does not need something else.
 */
export function clearDependentFields(before: Values, key: string, value: unknown): Values {
  if (key === 'vehicle' && value !== before['vehicle'])
    return { vehicle: value, vehicle_no: null, arrive_station: null }
  if (key === 'special_catering_needs' && Array.isArray(value))
    return { [key]: keepNoneAlone(before[key], value) }
  return { [key]: value }
}

const none = 'None'

function keepNoneAlone(before: unknown, after: readonly unknown[]): readonly unknown[] {
  const had = Array.isArray(before) && before.includes(none)
  if (!after.includes(none)) return after
  return had ? after.filter((need) => need !== none) : [none]
}
