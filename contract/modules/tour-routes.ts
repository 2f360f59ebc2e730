import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { notBefore } from '../rules.ts'

/** Tours that participants choose among when they register (field `activities`). */
export const tourRoutes = defineModule({
  name: 'tour_routes',
  label: { 'zh-CN': '参观路线', en: 'Tour routes' },
  group: 'programme',
  titleTemplate: '{{code}} {{name}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    code: f.string({ label: { 'zh-CN': '编号', en: 'Letter' }, required: true, max: 8, unique: true }),
    name: f.string({
      label: { 'zh-CN': '名称', en: 'Name' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    starts_at: f.datetime({ label: { 'zh-CN': '出发时间', en: 'Leaves' }, required: true }),
    ends_at: f.datetime({ label: { 'zh-CN': '返回时间', en: 'Returns' }, required: true }),
    seats: f.integer({ label: { 'zh-CN': '名额', en: 'Seats' }, required: true, min: 0 }),
    /** Meeting point of the coach. */
    room: f.relation('rooms', { label: { 'zh-CN': '乘车点', en: 'Meeting point' }, search: ['name'] }),
    /** The same tour in the agenda, which describes it. */
    session: f.relation('sessions', {
      label: { 'zh-CN': '议程条目', en: 'Agenda entry' },
      search: ['title'],
    }),
  },
  rules: [notBefore('ends_at', 'starts_at', 'row.ends_first')],
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})

/** Response of `GET /front/registrations/seats`. */
export interface SeatsData {
  /** Free seats by the id of the tour. */
  left: Readonly<Record<string, number>>
}
