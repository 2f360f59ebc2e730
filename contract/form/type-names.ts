import type { FieldType } from '../field-definition.ts'
import type { Locale, Localized } from '../locale.ts'
import type { FormField } from './form-shape.ts'

/** Name of each type in messages such as "{label} is not a valid {type}". */
const typeLabels: Readonly<Record<FieldType, Localized>> = {
  id: { 'zh-CN': '编号', en: 'id' },
  string: { 'zh-CN': '文本', en: 'text' },
  text: { 'zh-CN': '文本', en: 'text' },
  richtext: { 'zh-CN': '图文内容', en: 'formatted text' },
  integer: { 'zh-CN': '整数', en: 'whole number' },
  decimal: { 'zh-CN': '数字', en: 'number' },
  boolean: { 'zh-CN': '是否选项', en: 'yes or no' },
  date: { 'zh-CN': '日期', en: 'date' },
  time: { 'zh-CN': '时间', en: 'time' },
  datetime: { 'zh-CN': '日期和时间', en: 'date and time' },
  email: { 'zh-CN': '电子邮箱', en: 'email' },
  phone: { 'zh-CN': '电话号码', en: 'phone number' },
  url: { 'zh-CN': '网址', en: 'web address' },
  id_number: { 'zh-CN': '证件号码', en: 'ID number' },
  enum: { 'zh-CN': '选项', en: 'choice' },
  enum_set: { 'zh-CN': '选项列表', en: 'list of choices' },
  list: { 'zh-CN': '列表', en: 'list' },
  json: { 'zh-CN': '数据', en: 'data' },
  file: { 'zh-CN': '文件', en: 'file' },
  image: { 'zh-CN': '图片', en: 'picture' },
  relation: { 'zh-CN': '选项', en: 'choice' },
  computed: { 'zh-CN': '数据', en: 'data' },
}

/** The name of a field's type in a language. */
export function getTypeLabel(field: FormField, locale: Locale): string {
  return (field.relation?.many ? typeLabels.enum_set : typeLabels[field.type])[locale]
}
