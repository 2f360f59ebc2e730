/** A point on the earth in degrees (WGS 84). */
export interface GeoPoint {
  latitude: number
  longitude: number
}

/** A point relative to the centre, x to the east and y to the south: in SVG units, or in kilometres on the ground. */
export interface DrawnPoint {
  x: number
  y: number
}

/** Parses `latitude, longitude`; undefined for anything else. */
export function parseCoordinates(text: string | null | undefined): GeoPoint | undefined {
  const [latitude, longitude, ...others] = (text ?? '')
    .split(',')
    .map((part) => Number(part.trim() || Number.NaN))
  if (latitude === undefined || longitude === undefined || others.length > 0) return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : undefined
}

/** Length of one degree of latitude, in kilometres. */
const degreeKm = 111.2

/** Returns the offset from the centre in kilometres, east and south; precise enough for a region. */
function offsetKm(centre: GeoPoint, { latitude, longitude }: GeoPoint): DrawnPoint {
  const longitudeScale = Math.cos((centre.latitude * Math.PI) / 180)
  return {
    x: (longitude - centre.longitude) * longitudeScale * degreeKm,
    y: (centre.latitude - latitude) * degreeKm,
  }
}

/**
 * Up to this distance the map is nearly proportional, in kilometres; beyond it, distances are compressed
 * logarithmically.
 */
const nearKm = 0.4

/** Projection of the region onto the map: directions are true, distances are compressed. */
export interface Projection {
  /** Returns the position of a place on the map, in SVG units. */
  point: (geoPoint: GeoPoint) => DrawnPoint
  /** Returns the radius, in SVG units, at which a distance in kilometres is drawn. */
  ring: (km: number) => number
}

/** Creates a projection around a centre. @param reachKm distance that is drawn at `radius`, which is in SVG units */
export function projectAround(centre: GeoPoint, reachKm: number, radius: number): Projection {
  const maxLog = Math.log1p(reachKm / nearKm)
  const ring = (km: number) => (radius * Math.log1p(km / nearKm)) / maxLog
  return {
    ring,
    point(geoPoint) {
      const { x, y } = offsetKm(centre, geoPoint)
      const km = Math.hypot(x, y)
      if (km === 0) return { x: 0, y: 0 }
      const scale = ring(km) / km
      return { x: x * scale, y: y * scale }
    },
  }
}

/** Returns the distance between two points in kilometres. */
export function distanceKm(centre: GeoPoint, geoPoint: GeoPoint): number {
  const { x, y } = offsetKm(centre, geoPoint)
  return Math.hypot(x, y)
}

/** Maximum number of rounds: markers without enough room would otherwise move for ever. A dozen places need far fewer. */
const maxRounds = 80

/**
 * Moves overlapping markers apart, as little as necessary. The first one, of the venue, stays.
 * @param points centres of the markers, in SVG units
 * @param minDistance minimum distance between two centres
 */
export function separateMarkers(points: readonly DrawnPoint[], minDistance: number): DrawnPoint[] {
  const movedPoints = points.map((point) => ({ ...point }))
  for (let round = 0; round < maxRounds; round += 1) {
    let hasMoved = false
    for (const [index, one] of movedPoints.entries()) {
      for (const [offset, other] of movedPoints.slice(index + 1).entries()) {
        const distance = Math.hypot(other.x - one.x, other.y - one.y)
        if (distance >= minDistance) continue
        hasMoved = true
        // Two markers at the same point move in different directions.
        const angle = distance === 0 ? offset + 1 : Math.atan2(other.y - one.y, other.x - one.x)
        // Both move by half. The first marker never moves, so the other one makes up the whole gap.
        // A little more (0.01), because rounding could leave the distance too small.
        const push = (minDistance - distance) / (index === 0 ? 1 : 2) + 0.01
        if (index > 0) {
          one.x -= Math.cos(angle) * push
          one.y -= Math.sin(angle) * push
        }
        other.x += Math.cos(angle) * push
        other.y += Math.sin(angle) * push
      }
    }
    if (!hasMoved) break
  }
  return movedPoints
}
