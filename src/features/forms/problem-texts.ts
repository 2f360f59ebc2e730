import i18next, { t } from 'i18next'
import { useEffect, useState } from 'react'
import type { FieldProblem } from '#contract/envelope.ts'
import { fieldOf, type FormShape } from '#contract/form/form-shape.ts'
import { typeName } from '#contract/form/type-names.ts'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { fieldOfPath } from './judge.ts'

/** The texts of refusals are the server's otherwise: only forms bring them along, one chunk a language. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'zh-CN': () => import('../../../locales/zh-CN/errors.json'),
  en: () => import('../../../locales/en/errors.json'),
}

/** Loads what forms say of mistakes; without a network it may fail, and then keys fall back to the server's words. */
export async function loadProblemTexts(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'errors')) return
  const { default: texts } = await loaders[locale]()
  i18next.addResourceBundle(locale, 'errors', texts)
}

/** Says what is wrong in the reader's language, whichever it was in when it was found. */
export function useProblemText(shape: FormShape): (problem: FieldProblem) => string {
  const locale = useLocale()
  const [, setLoaded] = useState<Locale>()
  useEffect(() => {
    loadProblemTexts(locale).then(
      () => setLoaded(locale),
      () => undefined,
    )
  }, [locale])
  return ({ path, key, params, text }) => {
    const whole = fieldOf(shape, fieldOfPath(path))
    const field = path.includes('.') ? (whole?.of ?? whole) : whole
    const words = field && {
      label: field.label[locale],
      ...(params?.['type'] && { type: typeName(field, locale) }),
    }
    const told = t(key, {
      ns: 'errors',
      lng: locale,
      defaultValue: '',
      ...params,
      ...words,
    })
    return told || text || key
  }
}
