import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { namedFields } from './shared-fields.ts'

/** Halls and rooms of the venue where sessions take place. */
export const rooms = defineModule({
  name: 'rooms',
  label: { 'zh-CN': '会场', en: 'Rooms' },
  group: 'programme',
  titleTemplate: '{{name}}',
  fields: {
    ...namedFields,
    floor: f.string({ label: { 'zh-CN': '楼层', en: 'Floor' }, localized: true, max: 80 }),
    description: f.text({ label: { 'zh-CN': '说明', en: 'Description' }, localized: true, max: 5000 }),
    capacity: f.integer({ label: { 'zh-CN': '座位数', en: 'Seats' }, min: 0 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
