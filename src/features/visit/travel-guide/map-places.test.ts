import { expect, it } from 'vitest'
import { places } from '#server/sample/rows.ts'
import { layOutMap, mapRadius } from './map-places.ts'
import type { PlaceRow } from './queries.ts'

const rows = places as readonly PlaceRow[]

it('numbers the places from the venue outwards, all within the drawing and none on another', () => {
  const map = layOutMap(rows)
  expect(map?.marks.map(({ place, number }) => `${number} ${place.id}`)).toEqual([
    '0 venue',
    '1 expo-hotel',
    '2 metro',
    '3 lakeside-hotel',
    '4 business-hotel',
    '5 old-town-inn',
    '6 suzhou-station',
    '7 suzhou-north',
    '8 shuofang-airport',
    '9 hongqiao-airport',
  ])
  expect(map?.rings.map(({ km }) => km)).toEqual([1, 10, 50])
  for (const { at } of map?.marks ?? []) expect(Math.hypot(at.x, at.y)).toBeLessThan(mapRadius - 13)
})

it('leaves out who calls and who gives no place, and is not drawn without a venue', () => {
  const odd = [
    { id: 'nowhere', kind: 'hotel', name: { 'zh-CN': '甲', en: 'A' } },
    { id: 'wrong', kind: 'hotel', name: { 'zh-CN': '乙', en: 'B' }, coordinates: 'by the lake' },
    { id: 'desk', kind: 'help', name: { 'zh-CN': '丙', en: 'C' }, coordinates: '31.3, 120.7' },
  ] as const
  expect(layOutMap([...rows, ...odd])?.marks).toHaveLength(10)
  expect(layOutMap(rows.filter(({ kind }) => kind !== 'venue'))).toBeUndefined()
  expect(layOutMap(rows.filter(({ kind }) => kind === 'venue'))).toBeUndefined()
  expect(layOutMap([])).toBeUndefined()
})
