import { t } from 'i18next'
import { useEffect, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { findField, findFieldByPath, type FormShape } from '#contract/form/form-shape.ts'
import { typeName } from '#contract/form/type-names.ts'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { loadIssueMessages } from './load-issue-messages.ts'

/** Says what is wrong in the reader's language, whichever it was in when it was found. */
export function useIssueMessage(shape: FormShape): (problem: FieldIssue) => string {
  const locale = useLocale()
  const [, setLoaded] = useState<Locale>()
  useEffect(() => {
    loadIssueMessages(locale).then(
      () => setLoaded(locale),
      () => undefined,
    )
  }, [locale])
  return ({ path, key, params, text }) => {
    const whole = findField(shape, findFieldByPath(path))
    const field = path.includes('.') ? (whole?.of ?? whole) : whole
    // What is wrong within a shaped value was told with the words of its own field.
    const isWithinShape = field?.type === 'json' && path.includes('.')
    const words = field &&
      !isWithinShape && {
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
