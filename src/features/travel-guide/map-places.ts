import { getBackgroundPaths } from './map-background.ts'
import {
  distanceKm,
  parseCoordinates,
  projectAround,
  separateMarkers,
  type DrawnPoint,
  type Projection,
} from './map-layout.ts'
import { isDestination } from './place-format.ts'
import type { PlaceRow } from './queries.ts'

/** Half of the drawing's side, in its own units. */
export const mapRadius = 200

/** Radius of what lies farthest away: its marker must not be cut at the edge. */
const reachRadius = 172

/** Least distance of the middles of two markers, in units of the drawing. */
const markersApart = 29

/** Rings of these distances are drawn, in kilometres. */
const ringsKm: readonly number[] = [1, 10, 50]

/** A place on the map; the venue in the middle has the number 0. */
export interface MapMark {
  place: PlaceRow
  number: number
  at: DrawnPoint
}

/** All that is drawn. */
export interface MapLayout {
  marks: readonly MapMark[]
  rings: readonly { km: number; radius: number }[]
  land: ReturnType<typeof getBackgroundPaths>
}

/** Lays out the places that say where they are round the venue. @returns undefined without a venue or without others */
export function layOutMap(places: readonly PlaceRow[]): MapLayout | undefined {
  const placed = places.flatMap((place) => {
    const at = parseCoordinates(place.coordinates)
    return at && isDestination(place) ? [{ place, at }] : []
  })
  const venue = placed.find(({ place }) => place.kind === 'venue')
  if (!venue || placed.length < 2) return undefined
  const rest = placed
    .filter((one) => one !== venue)
    .toSorted((one, other) => distanceKm(venue.at, one.at) - distanceKm(venue.at, other.at))
  const reachKm = Math.max(...rest.map(({ at }) => distanceKm(venue.at, at)), 1)
  const projection = projectAround(venue.at, reachKm, reachRadius)
  const points = separateMarkers(
    [{ x: 0, y: 0 }, ...rest.map(({ at }) => projection.point(at))],
    markersApart,
  )
  return {
    marks: [venue, ...rest].map(({ place }, number) => ({
      place,
      number,
      at: points[number] ?? { x: 0, y: 0 },
    })),
    rings: ringsOf(projection, reachKm),
    land: getBackgroundPaths(projection),
  }
}

function ringsOf({ ring }: Projection, reachKm: number) {
  return ringsKm.filter((km) => km <= reachKm).map((km) => ({ km, radius: ring(km) }))
}
