import { f } from '../fields.ts'
import { photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { namedFields } from './shared-fields.ts'

/** Plans of the exhibition's halls: a picture each, in which exhibitors have their places. */
export const hallPlans = defineModule({
  name: 'hall_plans',
  label: { 'zh-CN': '展馆平面图', en: 'Hall plans' },
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    ...namedFields,
    floor: f.string({ label: { 'zh-CN': '楼层', en: 'Floor' }, localized: true, max: 80 }),
    picture: f.image({ label: { 'zh-CN': '平面图', en: 'Plan' }, accept: photoRules }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 50 },
})
