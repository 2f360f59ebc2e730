import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { notBefore } from '../rules.ts'
import { sessionTypes } from './session-types.ts'

/** Items of the programme: one row per placement in a room and time. On screens: the agenda. */
export const sessions = defineModule({
  name: 'sessions',
  label: { 'zh-CN': '议程', en: 'Agenda' },
  group: 'programme',
  titleTemplate: '{{title}}',
  fields: {
    /** Short name of the session in the programme, such as `B1-2`. Several sessions may have the same. */
    code: f.string({ label: { 'zh-CN': '代码', en: 'Code' }, max: 64 }),
    type: f.enum({
      label: { 'zh-CN': '类型', en: 'Type' },
      required: true,
      typeCode: 'session_type',
      default: 'talk',
      options: sessionTypes,
    }),
    /** Drafts are hidden. A cancelled session stays public, so that people see that it does not take place. */
    state: f.enum({
      label: { 'zh-CN': '状态', en: 'State' },
      required: true,
      typeCode: 'session_state',
      default: 'draft',
      options: [
        { value: 'draft', label: { 'zh-CN': '草稿', en: 'Draft' } },
        { value: 'confirmed', label: { 'zh-CN': '已确认', en: 'Confirmed' } },
        { value: 'cancelled', label: { 'zh-CN': '已取消', en: 'Cancelled' } },
      ],
    }),
    title: f.string({
      label: { 'zh-CN': '标题', en: 'Title' },
      localized: true,
      required: true,
      max: 500,
      searchable: true,
    }),
    title_initials: f.computed({
      label: { 'zh-CN': '标题拼音首字母', en: 'Initials of the title' },
      from: { by: 'pinyin_initials', field: 'title' },
      searchable: true,
    }),
    subtitle: f.string({
      label: { 'zh-CN': '副标题', en: 'Subtitle' },
      localized: true,
      max: 500,
      searchable: true,
    }),
    abstract: f.text({
      label: { 'zh-CN': '摘要', en: 'Abstract' },
      localized: true,
      max: 50_000,
      searchable: true,
    }),
    /** BCP 47 tag of the language spoken. */
    language: f.string({
      label: { 'zh-CN': '语言', en: 'Language' },
      max: 35,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    }),
    starts_at: f.datetime({ label: { 'zh-CN': '开始时间', en: 'Starts' }, required: true }),
    ends_at: f.datetime({ label: { 'zh-CN': '结束时间', en: 'Ends' }, required: true }),
    track: f.relation('tracks', { label: { 'zh-CN': '分论坛', en: 'Sub-forum' }, search: ['name'] }),
    room: f.relation('rooms', { label: { 'zh-CN': '会场', en: 'Room' }, search: ['name'] }),
    /** Further rooms: an opening that is transmitted to every hall, or a break that applies to all of them. */
    other_rooms: f.relations('rooms', {
      label: { 'zh-CN': '同步会场', en: 'Also in' },
      help: {
        'zh-CN': '同时转播或适用于这些会场',
        en: 'Rooms to which it is transmitted, or for which it counts as well',
      },
      search: ['name'],
    }),
    speakers: f.relations('speakers', { label: { 'zh-CN': '嘉宾', en: 'Speakers' }, search: ['name'] }),
    /** `[{url, title}]` */
    links: f.json({ label: { 'zh-CN': '链接', en: 'Links' } }),
  },
  rules: [notBefore('ends_at', 'starts_at', 'row.ends_first')],
  published: [{ param: 'state', op: 'in', value: ['confirmed', 'cancelled'] }],
  defaultSorters: { starts_at: 'asc' },
  views: {
    columns: [
      { field: 'title', width: 320, priority: 1 },
      { field: 'starts_at', width: 160, priority: 1 },
      { field: 'room', width: 140, priority: 2 },
      { field: 'track', width: 200, priority: 3 },
      { field: 'type', width: 100, priority: 4 },
      { field: 'state', width: 100, priority: 2 },
    ],
    sections: [
      {
        label: { 'zh-CN': '内容', en: 'Content' },
        fields: ['title', 'subtitle', 'abstract', 'language', 'speakers', 'links'],
      },
      {
        label: { 'zh-CN': '安排', en: 'Placement' },
        fields: ['starts_at', 'ends_at', 'room', 'other_rooms', 'track', 'type', 'code', 'state'],
      },
    ],
    card: { title: 'title', subtitle: 'starts_at', badges: ['state', 'room'] },
  },
  presets: [
    {
      name: 'cancelled',
      label: { 'zh-CN': '已取消', en: 'Cancelled' },
      filters: [{ param: 'state', op: 'eq', value: 'cancelled' }],
      sorters: { starts_at: 'asc' },
    },
  ],
  limits: { allRows: 5000 },
  search: { group: 'meetings', excerpt: ['abstract'], shows: ['starts_at', 'ends_at', 'room', 'state'] },
})
