import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmpty, isPlainObject } from '#contract/form/form-shape.ts'
import { useLocale } from '#lib/locale.ts'
import { formatFieldValue } from './format-field-value.ts'
import { choiceId, type ModuleForm, type Overtaken } from './module-form.ts'
import { finishedValues } from './unfinished.ts'
import { VersionChoice } from './VersionChoice.tsx'

/** The row arrived under what was typed: what says something else, here and there, and the choice. */
export function OvertakenChoice({
  form,
  overtaken: { row, fields, choose },
  describe,
}: {
  form: ModuleForm
  overtaken: Overtaken
  describe: ((key: string, value: unknown) => ReactNode) | undefined
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const typed = finishedValues(form.typed)
  const words = (key: string, value: unknown): ReactNode => {
    const field = form.field(key)
    if (isEmpty(field, value)) return t('versions.empty')
    const told = describe?.(key, value)
    if (told !== undefined) return told
    const name = isPlainObject(value) && value['name']
    if (typeof name === 'string') return name
    return formatFieldValue(field, value, locale, { yes: t('yes'), no: t('no') })
  }
  return (
    <VersionChoice
      id={choiceId(form)}
      words={{
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
        mine: words(key, typed[key]),
        theirs: words(key, row[key]),
      }))}
      onChosen={choose}
    />
  )
}
