import type { Values } from '#contract/form/form-shape.ts'
import { airports, arriveStations, railwayStations } from '#contract/modules/arrive-stations.ts'
import { fieldLayouts, listFormFields } from '#features/participant/participant-rows'

/** The form's sections with their fields, in order. */
export const { sections } = fieldLayouts.travel_infos

/** Name of the draft. It needs no row id, because a user has one row. */
export const draftName = 'travel_infos'

/** The fields of the form. */
export const fields = listFormFields('travel_infos')

/**
 * Lists the options of `arrive_station` for a means of transport: airports for flights, railway stations for trains.
 * @param vehicle value of the field `vehicle`; none when it is unset or `by_self`
 */
export function listStations(vehicle: unknown): readonly (typeof arriveStations)[number][] {
  const stations: readonly string[] =
    vehicle === 'fly' ? airports : vehicle === 'train' ? railwayStations : []
  return arriveStations.filter(({ value }) => stations.includes(value))
}

/**
 * Returns the values to set when the user changes a field: its own, and those of fields that depend on it. A flight's
 * number and station do not apply to a train, and `None` excludes other special needs.
 * @param previous values before the change
 */
export function clearDependentFields(previous: Values, key: string, value: unknown): Values {
  if (key === 'vehicle' && value !== previous['vehicle'])
    return { vehicle: value, vehicle_no: null, arrive_station: null }
  if (key === 'special_catering_needs' && Array.isArray(value))
    return { [key]: keepNoneExclusive(previous[key], value) }
  return { [key]: value }
}

/** Option for no special needs, in the spelling of the wire. */
const none = 'None'

/** Removes `None` when another need was added, and the other needs when `None` was added. */
function keepNoneExclusive(previous: unknown, after: readonly unknown[]): readonly unknown[] {
  const hadNone = Array.isArray(previous) && previous.includes(none)
  if (!after.includes(none)) return after
  return hadNone ? after.filter((need) => need !== none) : [none]
}
