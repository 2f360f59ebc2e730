import {
  distanceKm,
  parseCoordinates,
  projectAround,
  separateMarkers,
  type DrawnPoint,
  type Projection,
  type GeoPoint,
} from './map-layout.ts'
import { isDestination } from './place-format.ts'
import type { PlaceRow } from './queries.ts'

/** Radius of the round map, in SVG units. */
export const mapRadius = 200

/**
 * Distance of the farthest marker from the centre, in SVG units: less than {@link mapRadius}, so that it is not cut
 * off.
 */
const maxMarkerRadius = 172

/** Minimum distance between two marker centres, in SVG units. */
const minMarkerDistance = 29

/** Distances of the rings, in kilometres. Rings beyond the farthest place are not drawn. */
const ringsKm: readonly number[] = [1, 10, 50]

/** A marker; the venue in the centre has the number 0. */
export interface MapMark {
  place: PlaceRow
  /** Its number on the map and in the list below it, by distance. */
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
    const geoPoint = parseCoordinates(place.coordinates)
    return geoPoint && isDestination(place) ? [{ place, geoPoint }] : []
  })
  const venue = locatedPlaces.find(({ place }) => place.kind === 'venue')
  if (!venue || locatedPlaces.length < 2) return undefined
  const others = locatedPlaces
    .filter((one) => one !== venue)
    .toSorted((a, b) => distanceKm(venue.geoPoint, a.geoPoint) - distanceKm(venue.geoPoint, b.geoPoint))
  // At least 1 km, so that places next to the venue are not drawn far away from it.
  const reachKm = Math.max(...others.map(({ geoPoint }) => distanceKm(venue.geoPoint, geoPoint)), 1)
  const projection = projectAround(venue.geoPoint, reachKm, maxMarkerRadius)
  const points = separateMarkers(
    [{ x: 0, y: 0 }, ...others.map(({ geoPoint }) => projection.point(geoPoint))],
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

/** Returns the rings to draw, with their radius in SVG units. */
function getRings({ ring }: Projection, reachKm: number) {
  return ringsKm.filter((km) => km <= reachKm).map((km) => ({ km, radius: ring(km) }))
}

/** Points as latitude and longitude, drawn by hand after the real shores; for orientation, not for navigation. */
type Outline = readonly (readonly [latitude: number, longitude: number])[]

/** Lakes around Suzhou, with the positions of their names; the names are parts of the locale keys `map.…`. */
const lakes = [
  {
    name: 'jinji',
    label: [31.308, 120.7],
    outline: [
      [31.325, 120.694],
      [31.324, 120.706],
      [31.317, 120.712],
      [31.305, 120.713],
      [31.296, 120.705],
      [31.297, 120.692],
      [31.308, 120.686],
      [31.318, 120.688],
    ],
  },
  {
    name: 'yangcheng',
    label: [31.43, 120.785],
    outline: [
      [31.48, 120.74],
      [31.49, 120.8],
      [31.43, 120.84],
      [31.38, 120.82],
      [31.38, 120.77],
      [31.42, 120.73],
    ],
  },
  {
    name: 'taihu',
    label: [31.16, 120.28],
    outline: [
      [31.5, 120.22],
      [31.42, 120.34],
      [31.33, 120.38],
      [31.26, 120.42],
      [31.18, 120.36],
      [31.08, 120.5],
      [30.95, 120.42],
      [30.94, 120.1],
      [31.15, 119.93],
      [31.4, 120.0],
      [31.52, 120.12],
    ],
  },
] as const satisfies readonly { name: string; label: readonly [number, number]; outline: Outline }[]

/** The Yangtze down to its mouth. */
const river: Outline = [
  [32.05, 120.0],
  [31.95, 120.35],
  [32.0, 120.75],
  [31.8, 120.95],
  [31.68, 121.2],
  [31.42, 121.5],
]

/** Position of the river's name. */
const riverLabel = [31.9, 120.62] as const

/** The railway from Wuxi via Suzhou to Hongqiao, and the high-speed line via Suzhou North. */
const railways: readonly Outline[] = [
  [
    [31.59, 120.3],
    [31.3296, 120.6108],
    [31.31, 120.73],
    [31.38, 120.96],
    [31.194, 121.32],
  ],
  [
    [31.6, 120.46],
    [31.4231, 120.6419],
    [31.4, 120.95],
    [31.194, 121.32],
  ],
]

const toGeoPoint = ([latitude, longitude]: readonly [number, number]): GeoPoint => ({ latitude, longitude })

/** Segments per edge: straight lines on the ground are curved in the projection. */
const segmentsPerEdge = 10

/**
 * Converts an outline to an SVG path.
 * @param isClosed true for a shore, whose last edge leads back to the first point; false for a line such as a river
 */
function toPath(outline: Outline, { point: project }: Projection, isClosed: boolean): string {
  const edgeCount = isClosed ? outline.length : outline.length - 1
  const steps = Array.from({ length: edgeCount * segmentsPerEdge + (isClosed ? 0 : 1) }, (_, step) => {
    const from = outline[Math.floor(step / segmentsPerEdge) % outline.length] ?? [0, 0]
    const to = outline[(Math.floor(step / segmentsPerEdge) + 1) % outline.length] ?? from
    const fraction = (step % segmentsPerEdge) / segmentsPerEdge
    const { x, y } = project(
      toGeoPoint([from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction]),
    )
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${steps.join('L')}${isClosed ? 'Z' : ''}`
}

/** Returns the background as SVG paths, and the positions of its names in SVG units. */
function getBackgroundPaths(projection: Projection) {
  return {
    riverLabel: projection.point(toGeoPoint(riverLabel)),
    lakes: lakes.map(({ name, label, outline }) => ({
      name,
      label: projection.point(toGeoPoint(label)),
      path: toPath(outline, projection, true),
    })),
    river: toPath(river, projection, false),
    railways: railways.map((line) => toPath(line, projection, false)),
  }
}
