import { describe, expect, it } from 'vitest'
import { distanceKm, parseCoordinates, projectAround, separateMarkers } from './map-layout.ts'

const venue = { latitude: 31.3266, longitude: 120.7146 }
const hongqiao = { latitude: 31.1979, longitude: 121.3363 }

describe('coordinates', () => {
  it.each(['31.3266, 120.7146', '31.3266,120.7146'])('are read from %j', (text) =>
    expect(parseCoordinates(text)).toEqual(venue),
  )
  it.each([undefined, null, '', '31.3', 'north, east', '31.3, 120.7, 4', '91, 0', '0, 181', ','])(
    'are not made up from %j',
    (text) => expect(parseCoordinates(text)).toBeUndefined(),
  )
})

describe('the map', () => {
  const { point, ring } = projectAround(venue, 60, 172)

  it('has the venue in its middle and what lies farthest away at its edge', () => {
    expect(point(venue)).toEqual({ x: 0, y: 0 })
    expect(ring(60)).toBeCloseTo(172)
    expect(distanceKm(venue, hongqiao)).toBeCloseTo(60.8, 0)
  })

  it('keeps directions: east to the right, south below', () => {
    const { x, y } = point(hongqiao)
    expect(x).toBeGreaterThan(0)
    expect(y).toBeGreaterThan(0)
    const angle = Math.atan2(y, x)
    const near = point({ latitude: 31.3266 - 0.001287, longitude: 120.7146 + 0.006217 })
    expect(Math.atan2(near.y, near.x)).toBeCloseTo(angle, 2)
  })

  it('draws what is farther away farther out, but not in proportion', () => {
    expect(ring(10)).toBeGreaterThan(ring(1))
    expect(ring(10)).toBeLessThan(3 * ring(1))
  })

  it('moves markers apart that would lie on each other, and leaves the first and the lonely where they are', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 0, y: 0 },
      { x: 100, y: 50 },
    ]
    const moved = separateMarkers(points, 29)
    expect(moved[0]).toEqual({ x: 0, y: 0 })
    expect(moved[4]).toEqual({ x: 100, y: 50 })
    const gaps = moved.flatMap((one, index) =>
      moved.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    )
    expect(Math.min(...gaps)).toBeGreaterThan(28.9)
  })
})
