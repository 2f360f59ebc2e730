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

/** Up to this distance the map is nearly proportional, in kilometres; beyond it, distances are compressed logarithmically. */
const nearKm = 0.4

/** Projection of the region onto the map: directions are true, distances are compressed. */
export interface Projection {
  point: (geoPoint: GeoPoint) => DrawnPoint
  /** Radius of the ring at a distance in kilometres. */
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

/** Maximum number of rounds, so that markers without enough room do not move for ever; a dozen places need far fewer. */
const maxRounds = 80

/**
 * Moves overlapping markers apart, as little as necessary. The first one stays.
 * @param minDistance minimum distance between two markers
 */
export function separateMarkers(points: readonly DrawnPoint[], minDistance: number): DrawnPoint[] {
  const moved = points.map((point) => ({ ...point }))
  for (let round = 0; round < maxRounds; round += 1) {
    let isAtRest = true
    for (const [index, one] of moved.entries()) {
      for (const [offset, other] of moved.slice(index + 1).entries()) {
        const gap = Math.hypot(other.x - one.x, other.y - one.y)
        if (gap >= minDistance) continue
        isAtRest = false
        // Two markers at the same point move in different directions.
        const angle = gap === 0 ? offset + 1 : Math.atan2(other.y - one.y, other.x - one.x)
        // The first marker never moves, so the other one makes up the whole gap. 0.01 more, because rounding could leave the gap too small.
        const push = (minDistance - gap) / (index === 0 ? 1 : 2) + 0.01
        if (index > 0) {
          one.x -= Math.cos(angle) * push
          one.y -= Math.sin(angle) * push
        }
        other.x += Math.cos(angle) * push
        other.y += Math.sin(angle) * push
      }
    }
    if (isAtRest) break
  }
  return moved
}
