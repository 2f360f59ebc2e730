import { useTranslation } from 'react-i18next'
import { Select } from '../field-controls/choice-inputs.tsx'
import type { ConsoleFieldType, FilterProps } from './field-type.ts'

/** Yes or no, with the control of attendees' forms. */
export const boolean: ConsoleFieldType = {
  format: (value, { labels }) => (value === true ? labels.yes : labels.no),
  Filter: YesNoFilter,
}

/** Chooses `true` or `false`; also for the operator `empty` of any type. */
function YesNoFilter({ values, onChange }: FilterProps) {
  const { t } = useTranslation('console')
  return (
    <Select
      label={t('filter.value')}
      value={values[0] ?? ''}
      choices={[
        { value: '', label: t('filter.choose') },
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      onChange={(value) => onChange([value])}
    />
  )
}
