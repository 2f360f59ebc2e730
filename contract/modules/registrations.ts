import { is, isPresent, overlapping, visibleAndRequiredWhen } from '../conditions.ts'
import type { EnumOption } from '../field-definition.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { implies, noOverlap, oneOfOverlapping } from '../rules.ts'
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

/** The eight business categories, in their order of display. */
export const businessCategories = [
  { value: 'government', label: { 'zh-CN': '政府机构', en: 'Government' } },
  { value: 'developers', label: { 'zh-CN': '开发商', en: 'Developers' } },
  { value: 'equipment_manufacturer', label: { 'zh-CN': '设备制造商', en: 'Equipment manufacturer' } },
  { value: 'financial_investment', label: { 'zh-CN': '金融/投资', en: 'Financial/investment' } },
  { value: 'university_institute', label: { 'zh-CN': '高校及科研院所', en: 'University and institute' } },
  {
    value: 'association_ngo_npo',
    label: { 'zh-CN': '协会/非政府组织/非营利组织', en: 'Association/NGO/NPO' },
  },
  { value: 'media', label: { 'zh-CN': '媒体', en: 'Media' } },
  { value: 'other', label: { 'zh-CN': '其他', en: 'Other' } },
] as const satisfies readonly EnumOption[]

/** A sub-forum is a track with a code. */
const subForumRelation = { search: ['name'], filter: [isPresent('code')] }

/** Sub-forums I to XI. */
const subForumCount = 11

/**
 * Registrations of participants. Staff and media register in `staff_registrations`.
 */
export const registrations = defineModule({
  name: 'registrations',
  label: { 'zh-CN': '参会报名', en: 'Registrations' },
  group: 'forms',
  titleTemplate: '{{realname}} · {{company}}',
  fields: {
    ...personFields,
    business_category: f.enum({
      label: { 'zh-CN': '业务类别', en: 'Business category' },
      required: true,
      messages: registrationMessages,
      typeCode: 'business_category',
      options: businessCategories,
    }),
    other_business_label: f.string({
      label: { 'zh-CN': '其他业务类别', en: 'Other business' },
      max: 100,
      conditions: [visibleAndRequiredWhen(is('business_category', 'other'))],
      messages: registrationMessages,
    }),
    opening_ceremony: f.boolean({
      label: { 'zh-CN': '参加开幕式', en: 'Attend the opening ceremony' },
      required: true,
      default: false,
    }),
    /** Whether the user may choose the opening ceremony: a copy of the setting `registration`, which organisers may change. */
    attend_opening_ceremony_status: f.boolean({
      label: { 'zh-CN': '可参加开幕式', en: 'May attend the opening ceremony' },
      required: true,
      default: false,
      surfaces: { form: false, import: false },
    }),
    activities: f.relations('tour_routes', {
      label: { 'zh-CN': '参观路线', en: 'Tour routes' },
      help: { 'zh-CN': '9月7日上午，名额有限。', en: 'On the morning of 7 September; seats are limited.' },
      search: ['name'],
      sorted: true,
      // The forum has four tours.
      max: 4,
    }),
    sub_forum: f.relations('tracks', {
      ...subForumRelation,
      label: { 'zh-CN': '分论坛', en: 'Sub-forums' },
      sorted: true,
      max: subForumCount,
    }),
    priority_sub_forum: f.relation('tracks', {
      ...subForumRelation,
      label: { 'zh-CN': '优先参加的分论坛', en: 'Sub-forum that comes first' },
      help: {
        'zh-CN': '所选分论坛中有同时举行的，请指定其中优先参加的一个。',
        en: 'Some of your sub-forums take place at the same time: say which of them comes first.',
      },
      conditions: [visibleAndRequiredWhen(overlapping('sub_forum'))],
      messages: registrationMessages,
    }),
    ...reviewFields,
  },
  defaultSorters: { submitted_at: 'desc' },
  views: {
    columns: [
      { field: 'realname', width: 140, priority: 1 },
      { field: 'company', width: 220, priority: 2 },
      { field: 'business_category', width: 160, priority: 4 },
      { field: 'country', width: 120, priority: 5 },
      ...reviewColumns,
    ],
    sections: [
      personSection,
      {
        label: { 'zh-CN': '单位', en: 'Company' },
        fields: ['company', 'position', 'business_category', 'other_business_label'],
      },
      {
        label: { 'zh-CN': '活动选择', en: 'Choices' },
        fields: [
          'attend_opening_ceremony_status',
          'opening_ceremony',
          'activities',
          'sub_forum',
          'priority_sub_forum',
        ],
      },
      reviewSection,
    ],
    card: { title: 'realname', subtitle: 'company', badges: ['status', 'id_number_repeated'] },
  },
  presets: reviewPresets,
  rules: [
    implies(
      [is('opening_ceremony', true)],
      [is('attend_opening_ceremony_status', true)],
      'opening_ceremony',
      'registration.ceremony_closed',
    ),
    noOverlap('activities', 'registration.tours_overlap'),
    oneOfOverlapping('priority_sub_forum', 'sub_forum', 'registration.priority_not_picked'),
  ],
  uniques: [{ fields: ['owner_id'], where: [isActive], key: 'registration.exists' }],
  workflow: reviewWorkflow,
  actions: reviewActions,
})
