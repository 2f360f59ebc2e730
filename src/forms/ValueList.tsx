import { useTranslation } from 'react-i18next'
import {
  findField,
  isEmpty,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { listHiddenFields } from '#contract/form/visibility.ts'
import { useLocale } from '#platform/locale.ts'
import { formatFieldValue } from './format-field-value.ts'
import styles from './ValueList.module.css'

/** For forms without relations in their conditions. */
const findNothing: FindRelatedRow = () => undefined

/** Lists the visible, filled-in fields of a form as text. */
export function ValueList({
  shape,
  fields,
  values,
  related = findNothing,
}: {
  shape: FormShape
  fields: readonly string[]
  values: Values
  related?: FindRelatedRow
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const hidden = listHiddenFields(shape, values, related)
  const lines = fields.flatMap((key) => {
    const field = findField(shape, key)
    if (!field || hidden.has(key) || isEmpty(field, values[key])) return []
    const text = formatFieldValue(field, values[key], locale, { yes: t('yes'), no: t('no') })
    return [{ key, label: field.label[locale], text }]
  })
  return (
    <dl className={styles.values}>
      {lines.map(({ key, label, text }) => (
        <div key={key} className={styles.line}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
