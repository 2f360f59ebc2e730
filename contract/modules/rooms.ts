import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** Halls and rooms of the venue where sessions take place. */
export const rooms = defineModule({
  name: 'rooms',
  label: { 'zh-CN': '会场', en: 'Rooms' },
  group: 'programme',
  titleTemplate: '{{name}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    name: f.string({
      label: { 'zh-CN': '名称', en: 'Name' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    floor: f.string({ label: { 'zh-CN': '楼层', en: 'Floor' }, localized: true, max: 80 }),
    description: f.text({ label: { 'zh-CN': '说明', en: 'Description' }, localized: true, max: 5000 }),
    capacity: f.integer({ label: { 'zh-CN': '座位数', en: 'Seats' }, min: 0 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
