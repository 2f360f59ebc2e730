import { expect, test } from 'vitest'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { fields, settle, stationsOf } from './travel-fields.ts'

test('every field that a participant writes is asked for, once', () => {
  const own = Object.entries(travelInfos.fields).flatMap(([key, { surfaces }]) =>
    surfaces?.form === false ? [] : [key],
  )
  expect(fields.toSorted()).toEqual(own.toSorted())
})

test('flights arrive at airports, trains at stations, who comes by themselves at neither', () => {
  const names = (vehicle: unknown) => stationsOf(vehicle).map(({ value }) => value)
  expect(names('fly')).toEqual(['hongqiao_airport', 'shuofang_airport'])
  expect(names('train')).toEqual(['suzhou_north_station', 'suzhou_station'])
  expect([names('by_self'), names(undefined)]).toEqual([[], []])
})

test('another means of travel takes number and station away; the same one does not', () => {
  const flight = { vehicle: 'fly', vehicle_no: 'MU5101', arrive_station: 'hongqiao_airport' }
  expect(settle(flight, 'vehicle', 'train')).toEqual({
    vehicle: 'train',
    vehicle_no: null,
    arrive_station: null,
  })
  expect(settle(flight, 'vehicle', 'fly')).toEqual({ vehicle: 'fly' })
})

test('None excludes the rest, and the rest excludes None', () => {
  const of = (before: string[], after: string[]) =>
    settle({ special_catering_needs: before }, 'special_catering_needs', after)['special_catering_needs']
  expect(of(['halal', 'other'], ['None', 'halal', 'other'])).toEqual(['None'])
  expect(of(['None'], ['None', 'vegetarian'])).toEqual(['vegetarian'])
  expect(of([], ['None'])).toEqual(['None'])
  expect(of(['halal'], ['halal', 'allergic'])).toEqual(['halal', 'allergic'])
})
