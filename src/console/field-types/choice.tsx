import { useTranslation } from 'react-i18next'
import { useLocale } from '#platform/locale.ts'
import { CheckList } from '../field-controls/choice-inputs.tsx'
import type { ConsoleFieldType, FieldControlProps, FilterProps } from './field-type.ts'
import styles from './FieldEditor.module.css'

/** With more choices than these, the control is a select instead of chips. */
const maxChips = 6

/** Any number of options. They are chosen with the control of attendees' forms. */
export const enumSet: ConsoleFieldType = {
  format: (value, { field, labels }) => {
    const option = labels.options[field.typeCode ?? '']?.find((candidate) => candidate.value === value)
    return option ? option.label[labels.locale] : String(value)
  },
  Filter: ChoiceFilter,
  hasChoices: true,
}

/** One of the options. */
export const enumeration: ConsoleFieldType = {
  ...enumSet,
  // A chosen chip cannot be deselected, so chips, the control of attendees' forms, are for required fields only.
  selectControl: ({ field, choiceCount }) =>
    field.required && choiceCount <= maxChips ? undefined : { isGroup: false, Control: ChoiceSelect },
}

/** Renders a native select for many or optional choices. */
function ChoiceSelect({ id, value, onChange, aria, choices }: FieldControlProps) {
  const { t } = useTranslation('console')
  return (
    <select
      {...aria}
      id={id}
      className={styles.input}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{aria['aria-required'] ? t('filter.choose') : t('record.none')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** Chooses any number of the field's options. */
function ChoiceFilter({ metadata, field, values, onChange }: FilterProps) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (
    <CheckList
      label={t('filter.value')}
      choices={(metadata.options[field.typeCode ?? ''] ?? []).map(({ value, label }) => ({
        value,
        label: label[locale],
      }))}
      chosen={values}
      onChange={onChange}
    />
  )
}
