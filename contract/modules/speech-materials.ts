import { f } from '../fields.ts'
import { presentationRules, resumeRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { ownerField } from './shared-fields.ts'

/** Files that speakers hand in, one row per user: three files, each replaced by itself. */
export const speechMaterials = defineModule({
  name: 'speech_materials',
  label: { 'zh-CN': '演讲材料', en: 'Speech materials' },
  group: 'forms',
  titleTemplate: '{{presenter}}',
  fields: {
    owner_id: ownerField,
    /** Name of the account, for the organisers' list. */
    presenter: f.string({
      label: { 'zh-CN': '演讲人', en: 'Presenter' },
      max: 200,
      searchable: true,
      surfaces: { form: false, import: false },
    }),
    chinese_resume: f.file({ label: { 'zh-CN': '中文简历', en: 'Chinese resume' }, accept: resumeRules }),
    english_resume: f.file({ label: { 'zh-CN': '英文简历', en: 'English resume' }, accept: resumeRules }),
    presentation: f.file({ label: { 'zh-CN': '演示文稿', en: 'Presentation' }, accept: presentationRules }),
    memo: f.text({ label: { 'zh-CN': '备注', en: 'Remarks' }, max: 2000 }),
  },
  uniques: [{ fields: ['owner_id'], key: 'speech_materials.one' }],
  defaultSorters: { updated_at: 'desc' },
})
