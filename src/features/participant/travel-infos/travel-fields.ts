import type { Values } from '#contract/form/form-shape.ts'
import { airports, arriveStations, railwayStations } from '#contract/modules/arrive-stations.ts'
import { fieldLayouts, listFormFields } from '#features/participant/participant-rows'

/** The form's sections with their fields, in order. */
export const { sections } = fieldLayouts.travel_infos

/** Name of the draft: a user has one travel row. */
export const draftName = 'travel_infos'

/** The fields of the form. */
export const fields = listFormFields('travel_infos')

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
