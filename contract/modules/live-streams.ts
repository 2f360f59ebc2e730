import { f } from '../fields.ts'
import { mediaRules, photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { notBefore } from '../rules.ts'

/** Live coverage: rooms to watch, recordings, and pictures as they come. */
export const liveStreams = defineModule({
  name: 'live_streams',
  label: { 'zh-CN': '直播', en: 'Live coverage' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    kind: f.enum({
      label: { 'zh-CN': '类别', en: 'Kind' },
      required: true,
      typeCode: 'live_kind',
      options: [
        { value: 'video', label: { 'zh-CN': '视频直播', en: 'Live video' } },
        { value: 'replay', label: { 'zh-CN': '回放', en: 'Recording' } },
        { value: 'photos', label: { 'zh-CN': '图片直播', en: 'Live pictures' } },
      ],
    }),
    title: f.string({
      label: { 'zh-CN': '标题', en: 'Title' },
      localized: true,
      required: true,
      max: 300,
      searchable: true,
    }),
    description: f.text({ label: { 'zh-CN': '简介', en: 'Description' }, localized: true, max: 5000 }),
    starts_at: f.datetime({ label: { 'zh-CN': '开始时间', en: 'Starts' } }),
    ends_at: f.datetime({ label: { 'zh-CN': '结束时间', en: 'Ends' } }),
    room: f.relation('rooms', { label: { 'zh-CN': '会场', en: 'Room' }, search: ['name'] }),
    /** URL of the stream. The app plays media of its own host, and links to others. */
    url: f.url({ label: { 'zh-CN': '观看地址', en: 'Address' }, max: 500 }),
    /** A recording on the forum's own server. */
    file: f.file({ label: { 'zh-CN': '音视频文件', en: 'Media file' }, accept: mediaRules }),
    /** Variant for users who save data: sound only, or a small picture. */
    low_url: f.url({ label: { 'zh-CN': '省流量地址', en: 'Address with less data' }, max: 500 }),
    low_file: f.file({ label: { 'zh-CN': '省流量文件', en: 'File with less data' }, accept: mediaRules }),
    cover: f.image({ label: { 'zh-CN': '封面', en: 'Cover' }, accept: photoRules }),
  },
  rules: [notBefore('ends_at', 'starts_at', 'row.ends_first')],
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
