import { f } from '#contract/fields.ts'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import { languages } from '#contract/locale.ts'
import { qa } from '#contract/modules/qa.ts'

/** Name of the module. The type checks it without importing the whole definition. */
export const questionsModule: (typeof qa)['name'] = 'qa'

/** Route of the form. */
export const askPath = '/qa/ask'

/** The form of a question: in one language, which the organisers translate. */
export const questionShape: FormShape = {
  fields: {
    title: f.text({
      label: { 'zh-CN': '您的问题', en: 'Your question' },
      required: true,
      // The definition has a maximum; its type alone allows none.
      max: qa.fields.title.max ?? 0,
    }),
    language: f.enum({
      label: { 'zh-CN': '问题的语言', en: 'Language of the question' },
      required: true,
      typeCode: 'qa_language',
      options: languages,
    }),
  },
}

/** Names of the form's fields, in their order on screen. */
export const questionFields: readonly string[] = Object.keys(questionShape.fields)

/** Converts the form's values to the request body, which has the text under its language: `{ title: { en: '…' } }`. */
export function toQuestion({ title, language }: Values): { title: Partial<Record<Locale, string>> } {
  const text = typeof title === 'string' ? title.trim() : ''
  return { title: { [language as Locale]: text } }
}

/** Converts a request body to the form's values; undefined without a text. */
export function fromQuestion({ title }: Values): { title: string; language: Locale } | undefined {
  const [translation] = Object.entries((title ?? {}) as Partial<Record<Locale, string>>)
  return translation && { language: translation[0] as Locale, title: translation[1] }
}
