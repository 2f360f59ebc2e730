import { t } from 'i18next'
import { useEffect, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { findField, getFieldName, type FormShape } from '#contract/form/form-shape.ts'
import { getTypeLabel } from '#contract/form/issue.ts'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { loadIssueMessages } from './load-issue-messages.ts'

/** Returns a function that formats an issue in the current language, whatever language it was found in. */
export function useIssueMessage(shape: FormShape): (issue: FieldIssue) => string {
  const locale = useLocale()
  // Renders again with the texts. When loading fails, the server's texts stay.
  const [, setLoaded] = useState<Locale>()
  useEffect(() => {
    loadIssueMessages(locale).then(
      () => setLoaded(locale),
      () => undefined,
    )
  }, [locale])
  return ({ path, key, params, text }) => {
    // The path `guests.2` is the third item of the field `guests`, whose type is `of`.
    const topField = findField(shape, getFieldName(path))
    const field = path.includes('.') ? (topField?.of ?? topField) : topField
    // Issues within a structured value carry the label of their own field already.
    const isWithinShape = field?.type === 'json' && path.includes('.')
    const fieldParams = field &&
      !isWithinShape && {
        label: field.label[locale],
        ...(params?.['type'] && { type: getTypeLabel(field, locale) }),
      }
    // Issues of a newer server may have keys that this app does not know: then the server's text shows.
    const message = t(key, {
      ns: 'errors',
      lng: locale,
      defaultValue: '',
      ...params,
      ...fieldParams,
    })
    return message || text || key
  }
}
