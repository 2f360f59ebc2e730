import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { personFields, personSection, registrationMessages } from './person-fields.ts'
import {
  isActive,
  reviewActions,
  reviewColumns,
  reviewFields,
  reviewPresets,
  reviewSection,
  reviewWorkflow,
} from './review.ts'

/** Registrations of people who work at the forum or report on it. */
export const staffRegistrations = defineModule({
  name: 'staff_registrations',
  label: { 'zh-CN': '工作人员和媒体报名', en: 'Staff and media registrations' },
  group: 'forms',
  titleTemplate: '{{realname}} · {{department}}',
  fields: {
    ...personFields,
    identity_category: f.enum({
      label: { 'zh-CN': '身份类别', en: 'Identity category' },
      required: true,
      messages: registrationMessages,
      typeCode: 'identity_category',
      options: [
        { value: 'main_forum_staff', label: { 'zh-CN': '主论坛工作人员', en: 'Main-forum staff' } },
        { value: 'sub_forum_staff', label: { 'zh-CN': '分论坛工作人员', en: 'Sub-forum staff' } },
        { value: 'exhibition_staff', label: { 'zh-CN': '展览工作人员', en: 'Exhibition staff' } },
        { value: 'media_personnel', label: { 'zh-CN': '媒体人员', en: 'Media personnel' } },
      ],
    }),
    department: f.string({
      label: { 'zh-CN': '部门', en: 'Department' },
      help: { 'zh-CN': '媒体人员请填写媒体名称。', en: 'Media personnel: the name of your medium.' },
      required: true,
      max: 200,
      messages: registrationMessages,
      searchable: true,
    }),
    ...reviewFields,
  },
  defaultSorters: { submitted_at: 'desc' },
  views: {
    columns: [
      { field: 'realname', width: 140, priority: 1 },
      { field: 'identity_category', width: 160, priority: 2 },
      { field: 'department', width: 200, priority: 3 },
      ...reviewColumns,
    ],
    sections: [
      personSection,
      {
        label: { 'zh-CN': '工作', en: 'Work' },
        fields: ['identity_category', 'department', 'company', 'position'],
      },
      reviewSection,
    ],
    card: { title: 'realname', subtitle: 'department', badges: ['status', 'id_number_repeated'] },
  },
  presets: reviewPresets,
  uniques: [{ fields: ['owner_id'], where: [isActive], key: 'registration.exists' }],
  workflow: reviewWorkflow,
  actions: reviewActions,
})
