import { f } from '../fields.ts'
import { photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { exhibitorKinds } from './exhibitor-kinds.ts'
import { namedFields } from './shared-fields.ts'

/** Exhibitors of the concurrent exhibition. On screens: show. */
export const exhibitors = defineModule({
  name: 'exhibitors',
  label: { 'zh-CN': '参展单位', en: 'Exhibitors' },
  group: 'content',
  titleTemplate: '{{booth}} {{name}}',
  fields: {
    ...namedFields,
    kind: f.enum({
      label: { 'zh-CN': '展区', en: 'Area' },
      required: true,
      typeCode: 'exhibitor_kind',
      options: exhibitorKinds,
    }),
    booth: f.string({
      label: { 'zh-CN': '展位', en: 'Booth' },
      required: true,
      max: 16,
      unique: true,
      searchable: true,
    }),
    description: f.text({
      label: { 'zh-CN': '简介', en: 'Description' },
      localized: true,
      max: 5000,
      searchable: true,
    }),
    url: f.url({ label: { 'zh-CN': '网站', en: 'Website' }, max: 500 }),
    logo: f.image({ label: { 'zh-CN': '标志', en: 'Logo' }, accept: photoRules }),
    hall: f.relation('hall_plans', { label: { 'zh-CN': '展馆', en: 'Hall' }, search: ['name'] }),
    /** Position of the booth in the picture of its hall, in thousandths of its width and height, from the top left. */
    plan_x: f.integer({
      label: { 'zh-CN': '平面图横坐标（‰）', en: 'Across the plan (‰)' },
      min: 0,
      max: 1000,
    }),
    plan_y: f.integer({
      label: { 'zh-CN': '平面图纵坐标（‰）', en: 'Down the plan (‰)' },
      min: 0,
      max: 1000,
    }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
  search: { group: 'exhibitors', excerpt: ['description'], shows: ['booth'] },
})
