import { useTranslation } from 'react-i18next'
import { Section, StayDateHint, getStayRange } from '#features/participant/participant-forms'
import { FormField, type ModuleForm } from '#forms/index.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { sections, listStations } from './travel-fields.ts'

/** The form's fields by subject. Fields that do not apply are hidden. */
export function TravelSections({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('travel-infos')
  return sections.map(({ name, fields }) => (
    <Section key={name} title={t(`section.${name}`)}>
      {fields.map((field) => (
        <TravelField key={field} form={form} name={field} />
      ))}
    </Section>
  ))
}

type FieldName = (typeof sections)[number]['fields'][number]

function TravelField({ form, name }: { form: ModuleForm; name: FieldName }) {
  const { t } = useTranslation('travel-infos')
  const locale = useLocale()
  const days = getStayRange(useForum())
  const { vehicle } = form.values
  switch (name) {
    case 'vehicle_no':
      return (
        <FormField
          form={form}
          name={name}
          label={t(vehicle === 'train' ? 'number.train' : 'number.fly')}
          hints={{ autoCapitalize: 'characters', autoComplete: 'off' }}
        />
      )
    case 'arrive_station': {
      const choices = listStations(vehicle).map(({ value, label }) => ({ value, label: label[locale] }))
      return <FormField form={form} name={name} choices={choices} />
    }
    case 'entry_at':
    case 'leave_at':
      return (
        <FormField form={form} name={name} hints={days} help={<StayDateHint date={form.values[name]} />} />
      )
    case 'need_pickup_delivery':
      return <FormField form={form} name={name} help={t('help.pickup')} />
    default:
      return <FormField form={form} name={name} />
  }
}
