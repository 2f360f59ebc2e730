import { f } from '../fields.ts'

/** The account that owns the row. The server sets it, and no caller can change the owner. */
export const ownerField = f.string({
  label: { 'zh-CN': '账号', en: 'Account' },
  max: 64,
  surfaces: { list: false, form: false, import: false },
})
