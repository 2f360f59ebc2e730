import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { notBefore } from '../rules.ts'

/** Theme strands of the programme. A sub-forum is a track with a numeral, a span of time and a room. */
export const tracks = defineModule({
  name: 'tracks',
  label: { 'zh-CN': '分论坛', en: 'Sub-forums' },
  group: 'programme',
  titleTemplate: '{{code}} {{name}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    /** Roman numeral of a sub-forum; empty for other tracks. */
    code: f.string({ label: { 'zh-CN': '编号', en: 'Numeral' }, max: 8 }),
    name: f.string({
      label: { 'zh-CN': '名称', en: 'Name' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    description: f.text({ label: { 'zh-CN': '简介', en: 'Description' }, localized: true, max: 20_000 }),
    starts_at: f.datetime({ label: { 'zh-CN': '开始时间', en: 'Starts' } }),
    ends_at: f.datetime({ label: { 'zh-CN': '结束时间', en: 'Ends' } }),
    room: f.relation('rooms', { label: { 'zh-CN': '会议室', en: 'Room' } }),
  },
  rules: [notBefore('ends_at', 'starts_at', 'row.ends_first')],
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
