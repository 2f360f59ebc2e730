/** A point on the earth, degrees of WGS 84. */
export interface GeoPoint {
  latitude: number
  longitude: number
}

/** A point of the drawing, from its middle, y downwards. */
export interface DrawnPoint {
  x: number
  y: number
}

/** Reads `latitude, longitude`; undefined for anything else. */
export function parseCoordinates(text: string | null | undefined): GeoPoint | undefined {
  const [latitude, longitude, ...more] = (text ?? '')
    .split(',')
    .map((part) => Number(part.trim() || Number.NaN))
  if (latitude === undefined || longitude === undefined || more.length > 0) return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : undefined
}

/** Of one degree of latitude, in kilometres. */
const degreeKm = 111.2

/** Kilometres east and south of the middle, in a straight line; good for a region, not for the globe. */
function offsetKm(middle: GeoPoint, { latitude, longitude }: GeoPoint): DrawnPoint {
  const shrink = Math.cos((middle.latitude * Math.PI) / 180)
  return {
    x: (longitude - middle.longitude) * shrink * degreeKm,
    y: (middle.latitude - latitude) * degreeKm,
  }
}

/** Up to here distances are drawn nearly in proportion, in kilometres: beyond, the farther the closer together. */
const nearKm = 0.4

/** What turns the region round the middle into a drawing of a given radius: directions are true, distances shrink. */
export interface Projection {
  point: (place: GeoPoint) => DrawnPoint
  /** Radius of the ring at so many kilometres. */
  ring: (km: number) => number
}

/** @param reachKm what lies this far away is drawn at the radius */
export function projectAround(middle: GeoPoint, reachKm: number, radius: number): Projection {
  const whole = Math.log1p(reachKm / nearKm)
  const ring = (km: number) => (radius * Math.log1p(km / nearKm)) / whole
  return {
    ring,
    point(place) {
      const { x, y } = offsetKm(middle, place)
      const km = Math.hypot(x, y)
      if (km === 0) return { x: 0, y: 0 }
      const scale = ring(km) / km
      return { x: x * scale, y: y * scale }
    },
  }
}

/** How far a point lies from the middle, in kilometres. */
export function distanceKm(middle: GeoPoint, place: GeoPoint): number {
  const { x, y } = offsetKm(middle, place)
  return Math.hypot(x, y)
}

/** Rounds of pushing; a dozen places come to rest in far fewer. */
const rounds = 80

/**
 * Moves markers that would lie on each other apart, as little as need be. The first one stays where it is.
 * @param apart least distance between two of them
 */
export function separateMarkers(points: readonly DrawnPoint[], apart: number): DrawnPoint[] {
  const moved = points.map((point) => ({ ...point }))
  for (let round = 0; round < rounds; round += 1) {
    let isAtRest = true
    for (const [index, one] of moved.entries()) {
      for (const [further, other] of moved.slice(index + 1).entries()) {
        const gap = Math.hypot(other.x - one.x, other.y - one.y)
        if (gap >= apart) continue
        isAtRest = false
        // Two on the very same spot part in a direction of their own.
        const angle = gap === 0 ? further + 1 : Math.atan2(other.y - one.y, other.x - one.x)
        const push = (apart - gap) / (index === 0 ? 1 : 2) + 0.01
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
