import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmpty, isPlainObject } from '#contract/form/form-shape.ts'
import { useLocale } from '#platform/locale.ts'
import { formatFieldValue } from './format-field-value.ts'
import { getConflictId, type ModuleForm, type RowConflict } from './module-form.ts'
import { finishedValues } from './unfinished.ts'
import { VersionChoice } from './VersionChoice.tsx'

/** Shows the fields whose typed value differs from a row that arrived later, and lets the user choose. */
export function RowConflictChoice({
  form,
  conflict: { row, fields, choose },
  formatValue,
}: {
  form: ModuleForm
  conflict: RowConflict
  formatValue: ((key: string, value: unknown) => ReactNode) | undefined
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const typedValues = finishedValues(form.typedValues)
  const formatVersion = (key: string, value: unknown): ReactNode => {
    const field = form.field(key)
    if (isEmpty(field, value)) return t('versions.empty')
    const formatted = formatValue?.(key, value)
    if (formatted !== undefined) return formatted
    const name = isPlainObject(value) && value['name']
    if (typeof name === 'string') return name
    return formatFieldValue(field, value, locale, { yes: t('yes'), no: t('no') })
  }
  return (
    <VersionChoice
      id={getConflictId(form)}
      labels={{
        title: t('versions.title'),
        text: t('versions.text'),
        allMine: t('versions.allMine'),
        allTheirs: t('versions.allTheirs'),
        mine: t('versions.mine'),
        theirs: t('versions.theirs'),
        save: t('versions.save'),
      }}
      versions={fields.map((key) => ({
        key,
        label: form.field(key).label[locale],
        mine: formatVersion(key, typedValues[key]),
        theirs: formatVersion(key, row[key]),
      }))}
      onChosen={choose}
    />
  )
}
