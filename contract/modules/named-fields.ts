import { f } from '../fields.ts'

/** Place in the list and name: how rooms, exhibitors and the like begin. */
export const namedFields = {
  position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
  name: f.string({
    label: { 'zh-CN': '名称', en: 'Name' },
    localized: true,
    required: true,
    max: 200,
    searchable: true,
  }),
}
