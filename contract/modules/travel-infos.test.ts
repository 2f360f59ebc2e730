import { describe, expect, it, test } from 'vitest'
import { travelInfos as sampleTravels } from '../../server/sample/people.ts'
import { fillIn } from '../../tests/support/forms.ts'
import { travelInfos } from './travel-infos.ts'

const least = { need_pickup_delivery: false, vehicle: 'by_self', need_book_hotel: false, is_frozen: false }
const flight = { ...least, vehicle: 'fly', vehicle_no: 'MU5101', arrive_station: 'hongqiao_airport' }
const hotel = { need_book_hotel: true, room_style: 'single', entry_at: '2023-09-04', leave_at: '2023-09-08' }
const fill = (more: object) => fillIn(travelInfos, { ...least, ...more })
const optionsOf = (key: keyof typeof travelInfos.fields) =>
  travelInfos.fields[key].options?.map(({ value }) => value)

describe('travel information', () => {
  it('has the choices of the specification [146, 148, 153, 154]', () => {
    expect(optionsOf('vehicle')).toEqual(['train', 'fly', 'by_self'])
    expect(optionsOf('room_style')).toEqual(['single', 'double', 'suite'])
    expect(optionsOf('special_catering_needs')).toEqual(['None', 'halal', 'vegetarian', 'allergic', 'other'])
    expect(optionsOf('arrive_station')).toEqual([
      'hongqiao_airport',
      'shuofang_airport',
      'suzhou_north_station',
      'suzhou_station',
    ])
  })

  it('asks everybody for pickup, vehicle and hotel, and for no more [145]', () => {
    expect(fillIn(travelInfos, { is_frozen: false }).problems).toEqual({
      need_pickup_delivery: 'field.empty',
      vehicle: 'field.empty',
      need_book_hotel: 'field.empty',
    })
    expect(fill({}).problems).toEqual({})
  })

  it('keeps neither number nor station of those who come by themselves [156]', () => {
    const { kept, problems } = fill({ ...flight, vehicle: 'by_self' })
    expect(problems).toEqual({})
    expect(kept).toMatchObject({ vehicle_no: null, arrive_station: null })
  })

  it('wants number and station of those who are fetched [147]', () => {
    const asked = { vehicle_no: 'field.empty', arrive_station: 'field.empty' }
    expect(fill({ vehicle: 'train', need_pickup_delivery: true }).problems).toEqual(asked)
    expect(fill({ vehicle: 'train' }).problems).toEqual({})
    expect(fill(flight)).toMatchObject({ problems: {}, kept: { vehicle_no: 'MU5101' } })
    expect(fill({ vehicle: 'by_self', need_pickup_delivery: true }).problems).toEqual({})
  })

  it.each([
    ['fly', 'hongqiao_airport', undefined],
    ['fly', 'shuofang_airport', undefined],
    ['fly', 'suzhou_north_station', 'travel.station_no_airport'],
    ['fly', 'suzhou_station', 'travel.station_no_airport'],
    ['train', 'suzhou_north_station', undefined],
    ['train', 'suzhou_station', undefined],
    ['train', 'hongqiao_airport', 'travel.station_no_railway'],
    ['train', 'shuofang_airport', 'travel.station_no_railway'],
  ])('by %s to %s: %s [148]', (vehicle, arrive_station, key) => {
    expect(fill({ ...flight, vehicle, arrive_station }).problems['arrive_station']).toBe(key)
  })

  it('asks for a room and dates only of those who want a hotel, and keeps them of no others [149-152]', () => {
    const asked = { room_style: 'field.empty', entry_at: 'field.empty', leave_at: 'field.empty' }
    expect(fill({ need_book_hotel: true }).problems).toEqual(asked)
    expect(fill(hotel).problems).toEqual({})
    const none = { room_style: null, entry_at: null, leave_at: null }
    expect(fill({ ...hotel, need_book_hotel: false }).kept).toMatchObject(none)
  })

  it('lets nobody leave before they arrive; the same day is a stay [149-152]', () => {
    expect(fill({ ...hotel, leave_at: '2023-09-03' }).problems).toEqual({
      leave_at: 'travel.leave_before_entry',
    })
    expect(fill({ ...hotel, leave_at: hotel.entry_at }).problems).toEqual({})
    expect(fill({ ...hotel, leave_at: '2023-09-31' }).problems).toEqual({ leave_at: 'field.not_valid' })
  })

  it('takes several needs; None stands alone; other is explained [153, 154, T37]', () => {
    const needs = (...special_catering_needs: string[]) => fill({ special_catering_needs }).problems
    expect(needs('halal', 'allergic')).toEqual({})
    expect(needs('None')).toEqual({})
    expect(needs('None', 'halal')).toEqual({ special_catering_needs: 'travel.none_alone' })
    expect(needs('halal', 'other')).toEqual({ other_catering_needs: 'field.empty' })
    const other = { special_catering_needs: ['other'], other_catering_needs: 'No nuts' }
    expect(fill(other)).toMatchObject({ problems: {}, kept: { other_catering_needs: 'No nuts' } })
    expect(fill({ ...other, special_catering_needs: ['halal'] }).kept['other_catering_needs']).toBeNull()
  })
})

test('the sample’s travel information keeps all rules', () => {
  for (const row of sampleTravels) expect(fillIn(travelInfos, row).problems).toEqual({})
})
