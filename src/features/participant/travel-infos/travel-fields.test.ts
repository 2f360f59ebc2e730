import { expect, test } from 'vitest'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { fields, clearDependentFields, listStations } from './travel-fields.ts'

test('every field that a participant writes is asked for, once [145-155]', () => {
  const formFields = Object.entries(travelInfos.fields).flatMap(([key, { surfaces }]) =>
    surfaces === undefined || surfaces.form ? [key] : [],
  )
  expect(fields.toSorted()).toEqual(formFields.toSorted())
})

const names = (vehicle: unknown) => listStations(vehicle).map(({ value }) => value)

test('flights arrive at airports, trains at stations, who comes by themselves at neither [156]', () => {
  expect(names('fly')).toEqual(['hongqiao_airport', 'shuofang_airport'])
  expect(names('train')).toEqual(['suzhou_north_station', 'suzhou_station'])
  expect([names('by_self'), names(undefined)]).toEqual([[], []])
})

test('another means of travel takes number and station away; the same one does not [T38]', () => {
  const flight = { vehicle: 'fly', vehicle_no: 'MU5101', arrive_station: 'hongqiao_airport' }
  expect(clearDependentFields(flight, 'vehicle', 'train')).toEqual({
    vehicle: 'train',
    vehicle_no: null,
    arrive_station: null,
  })
  expect(clearDependentFields(flight, 'vehicle', 'fly')).toEqual({ vehicle: 'fly' })
})

const needsAfter = (before: string[], after: string[]) =>
  clearDependentFields({ special_catering_needs: before }, 'special_catering_needs', after)[
    'special_catering_needs'
  ]

test('None excludes the rest, and the rest excludes None [T37]', () => {
  expect(needsAfter(['halal', 'other'], ['None', 'halal', 'other'])).toEqual(['None'])
  expect(needsAfter(['None'], ['None', 'vegetarian'])).toEqual(['vegetarian'])
  expect(needsAfter([], ['None'])).toEqual(['None'])
  expect(needsAfter(['halal'], ['halal', 'allergic'])).toEqual(['halal', 'allergic'])
})
