import { f } from '../fields.ts'

/** The account whose row it is. The server fills it in; nobody moves a row to somebody else. */
export const ownerField = f.string({
  label: { 'zh-CN': '账号', en: 'Account' },
  max: 64,
  surfaces: { list: false, form: false, import: false },
})
