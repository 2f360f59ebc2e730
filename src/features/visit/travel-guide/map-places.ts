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

/** Half of the map's side, in SVG units. */
export const mapRadius = 200

/** Radius of the farthest place, so that its marker is not cut off. */
const maxMarkerRadius = 172

/** Minimum distance between two marker centres, in SVG units. */
const minMarkerDistance = 29

/** Distances of the rings, in kilometres. */
const ringsKm: readonly number[] = [1, 10, 50]

/** A marker; the venue in the centre has the number 0. */
export interface MapMark {
  place: PlaceRow
  number: number
  /** Its centre on the map. */
  at: DrawnPoint
}

/** Everything that the map shows. */
export interface MapLayout {
  marks: readonly MapMark[]
  rings: readonly { km: number; radius: number }[]
  background: ReturnType<typeof getBackgroundPaths>
}

/** Lays out the places with coordinates around the venue. @returns undefined without a venue or other places */
export function layOutMap(places: readonly PlaceRow[]): MapLayout | undefined {
  const locatedPlaces = places.flatMap((place) => {
    const at = parseCoordinates(place.coordinates)
    return at && isDestination(place) ? [{ place, at }] : []
  })
  const venue = locatedPlaces.find(({ place }) => place.kind === 'venue')
  if (!venue || locatedPlaces.length < 2) return undefined
  const others = locatedPlaces
    .filter((one) => one !== venue)
    .toSorted((one, other) => distanceKm(venue.at, one.at) - distanceKm(venue.at, other.at))
  const reachKm = Math.max(...others.map(({ at }) => distanceKm(venue.at, at)), 1)
  const projection = projectAround(venue.at, reachKm, maxMarkerRadius)
  const points = separateMarkers(
    [{ x: 0, y: 0 }, ...others.map(({ at }) => projection.point(at))],
    minMarkerDistance,
  )
  return {
    marks: [venue, ...others].map(({ place }, number) => ({
      place,
      number,
      at: points[number] ?? { x: 0, y: 0 },
    })),
    rings: getRings(projection, reachKm),
    background: getBackgroundPaths(projection),
  }
}

function getRings({ ring }: Projection, reachKm: number) {
  return ringsKm.filter((km) => km <= reachKm).map((km) => ({ km, radius: ring(km) }))
}
