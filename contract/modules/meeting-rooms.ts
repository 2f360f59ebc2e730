import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { namedFields } from './shared-fields.ts'
import { roomSizes } from './room-sizes.ts'

/** Rooms that are let for side meetings; the programme's own are `rooms`. */
export const meetingRooms = defineModule({
  name: 'meeting_rooms',
  label: { 'zh-CN': '边会会议室', en: 'Meeting rooms' },
  group: 'programme',
  titleTemplate: '{{name}}',
  fields: {
    ...namedFields,
    size: f.enum({
      label: { 'zh-CN': '面积', en: 'Size' },
      required: true,
      typeCode: 'room_size',
      options: roomSizes,
    }),
    floor: f.string({ label: { 'zh-CN': '楼层', en: 'Floor' }, localized: true, max: 80 }),
    seats: f.integer({ label: { 'zh-CN': '座位数', en: 'Seats' }, min: 0 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
