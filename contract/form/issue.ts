import type { FieldType } from '../field-definition.ts'
import type { Locale, Localized } from '../locale.ts'
import { isMultiValued, type FormField } from './form-shape.ts'

/** What is wrong with a value. */
export interface Issue {
  /** Path inside the value: `en` of a language map, `2` for the third item of a list; empty for the whole value. */
  at: string
  /** Key of the text in `locales/<lng>/errors.json`. */
  key: string
  /** Values for the placeholders of that text. */
  params: Readonly<Record<string, string | number>>
}

/** Creates an issue of the whole value of a field, with its label in the user's language. */
export function createIssue(
  field: FormField,
  locale: Locale,
  key: string,
  params: Issue['params'] = {},
): Issue {
  return { at: '', key, params: { label: field.label[locale], ...params } }
}

/** Returns the issue of an inner value as an issue of the outer value. */
export function prefixPath(segment: string | number, { at, ...issue }: Issue): Issue {
  return { at: at === '' ? String(segment) : `${segment}.${at}`, ...issue }
}

/** Creates the issue of a value that is invalid for the field's type. */
export function createInvalidIssue(field: FormField, locale: Locale): Issue {
  return createIssue(field, locale, 'field.not_valid', { type: getTypeLabel(field, locale) })
}

/** Creates the issue of a missing value. An empty list gets the message for too few items, if the field has one. */
export function createRequiredIssue(field: FormField, locale: Locale): Issue {
  const { required, min } = field.messages ?? {}
  const key = required ?? (isMultiValued(field) ? min : undefined) ?? 'field.empty'
  return createIssue(field, locale, key, field.min === undefined ? {} : { min: field.min })
}

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
