import { is, isPresent, isOneOf, visibleAndRequiredWhen, visibleWhen } from '../conditions.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { exclusiveOption, implies, notBefore } from '../rules.ts'
import { airports, arriveStations, railwayStations } from './arrive-stations.ts'
import { ownerField } from './shared-fields.ts'

const byFlightOrTrain = isOneOf('vehicle', ['fly', 'train'])
const hasStation = isPresent('arrive_station')
const wantsPickup = is('need_pickup_delivery', true)
const wantsHotel = [visibleAndRequiredWhen(is('need_book_hotel', true))]

/**
 * Arrival, accommodation and meals of participants, one row per person. The form shows and stores only the fields that
 * apply to the choices made. People who arrange their own transfer give neither number nor station; a pickup requires
 * both. Room and dates belong to a booking. An organiser freezes the row once pickup or hotel are booked.
 */
export const travelInfos = defineModule({
  name: 'travel_infos',
  label: { 'zh-CN': '行程信息', en: 'Travel information' },
  group: 'forms',
  titleTemplate: '{{vehicle}} {{vehicle_no}}',
  fields: {
    owner_id: ownerField,
    need_pickup_delivery: f.boolean({
      label: { 'zh-CN': '需要接送', en: 'Pickup and delivery' },
      required: true,
    }),
    vehicle: f.enum({
      label: { 'zh-CN': '交通方式', en: 'Means of travel' },
      required: true,
      typeCode: 'vehicle',
      options: [
        { value: 'train', label: { 'zh-CN': '火车', en: 'Train' } },
        { value: 'fly', label: { 'zh-CN': '飞机', en: 'Flight' } },
        { value: 'by_self', label: { 'zh-CN': '自行前往', en: 'By self' } },
      ],
    }),
    vehicle_no: f.string({
      label: { 'zh-CN': '车次或航班号', en: 'Train or flight number' },
      max: 20,
      conditions: [visibleWhen(byFlightOrTrain), visibleAndRequiredWhen(byFlightOrTrain, wantsPickup)],
    }),
    arrive_station: f.enum({
      label: { 'zh-CN': '到达站点', en: 'Place of arrival' },
      conditions: [visibleWhen(byFlightOrTrain), visibleAndRequiredWhen(byFlightOrTrain, wantsPickup)],
      typeCode: 'arrive_station',
      options: arriveStations,
    }),
    need_book_hotel: f.boolean({ label: { 'zh-CN': '需要预订酒店', en: 'Book a hotel' }, required: true }),
    room_style: f.enum({
      label: { 'zh-CN': '房型', en: 'Room' },
      conditions: wantsHotel,
      typeCode: 'room_style',
      options: [
        { value: 'single', label: { 'zh-CN': '单人间', en: 'Single' } },
        { value: 'double', label: { 'zh-CN': '双人间', en: 'Double' } },
        { value: 'suite', label: { 'zh-CN': '套房', en: 'Suite' } },
      ],
    }),
    entry_at: f.date({ label: { 'zh-CN': '入住日期', en: 'Arrival at the hotel' }, conditions: wantsHotel }),
    leave_at: f.date({
      label: { 'zh-CN': '离店日期', en: 'Departure from the hotel' },
      conditions: wantsHotel,
    }),
    /** Several choices; `None`, with this wire spelling, excludes all others. */
    special_catering_needs: f.enum_set({
      label: { 'zh-CN': '特殊餐饮需求', en: 'Special catering needs' },
      typeCode: 'special_catering_needs',
      options: [
        { value: 'None', label: { 'zh-CN': '无', en: 'None' } },
        { value: 'halal', label: { 'zh-CN': '清真', en: 'Halal' } },
        { value: 'vegetarian', label: { 'zh-CN': '素食', en: 'Vegetarian' } },
        { value: 'allergic', label: { 'zh-CN': '过敏', en: 'Allergic' } },
        { value: 'other', label: { 'zh-CN': '其他', en: 'Other' } },
      ],
    }),
    other_catering_needs: f.string({
      label: { 'zh-CN': '其他餐饮需求', en: 'Other catering needs' },
      max: 200,
      conditions: [visibleAndRequiredWhen(is('special_catering_needs', 'other'))],
    }),
    memo: f.text({ label: { 'zh-CN': '备注', en: 'Memo' }, max: 2000 }),
    /** Hotel or pickup are booked, so the owner may no longer edit the row. */
    is_frozen: f.boolean({
      label: { 'zh-CN': '已锁定', en: 'Frozen' },
      required: true,
      default: false,
      surfaces: { form: false, import: false },
    }),
  },
  views: {
    card: {
      title: 'vehicle',
      subtitle: 'arrive_station',
      badges: ['need_pickup_delivery', 'need_book_hotel'],
    },
  },
  rules: [
    implies(
      [is('vehicle', 'fly'), hasStation],
      [isOneOf('arrive_station', airports)],
      'arrive_station',
      'travel.station_no_airport',
    ),
    implies(
      [is('vehicle', 'train'), hasStation],
      [isOneOf('arrive_station', railwayStations)],
      'arrive_station',
      'travel.station_no_railway',
    ),
    notBefore('leave_at', 'entry_at', 'travel.leave_before_entry'),
    exclusiveOption('special_catering_needs', 'None', 'travel.none_alone'),
  ],
  uniques: [{ fields: ['owner_id'], key: 'travel.exists' }],
  actions: {
    freeze: {
      label: { 'zh-CN': '锁定', en: 'Freeze' },
      set: { is_frozen: true },
      undoable: true,
    },
    unfreeze: {
      label: { 'zh-CN': '解除锁定', en: 'Unfreeze' },
      set: { is_frozen: false },
      undoable: true,
    },
  },
})
