import { useTranslation } from 'react-i18next'
import { roomSizes } from '#contract/modules/room-sizes.ts'
import { ForumDayHint, Section } from '#features/participant/participant-forms'
import { fieldLayouts, type FormFieldKey } from '#features/participant/participant-rows'
import { FormField, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { estimatePrice, formatYuan } from './price.ts'
import { useMeetingPrices } from './queries.ts'
import styles from './MeetingFields.module.css'

/** Shows the sections of the form, and the price while the user types. */
export function MeetingFields({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('side-meetings')
  return fieldLayouts.side_meetings.sections.map(({ name: section, fields }) => (
    <Section key={section} title={t(`section.${section}`)}>
      {fields.map((field) =>
        typeof field === 'string' ? (
          <MeetingField key={field} form={form} name={field} />
        ) : (
          <div key={field.join()} className={styles.times}>
            {field.map((name) => (
              <MeetingField key={name} form={form} name={name} />
            ))}
          </div>
        ),
      )}
      {section === 'when' && <Price form={form} />}
    </Section>
  ))
}

/** Shows one field, with the help or the choices that the definition does not have. */
function MeetingField({ form, name }: { form: ModuleForm; name: FormFieldKey<'side_meetings'> }) {
  const { t } = useTranslation('side-meetings')
  switch (name) {
    case 'guests':
      return <FormField form={form} name={name} help={t('help.guests')} />
    case 'apply_date':
      return <FormField form={form} name={name} help={<ForumDayHint date={form.values[name]} />} />
    case 'room_size':
      return <RoomSizeField form={form} name={name} />
    default:
      return <FormField form={form} name={name} />
  }
}

/** Choice of the room's size, each with its price. */
function RoomSizeField({ form, name }: { form: ModuleForm; name: 'room_size' }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const prices = useMeetingPrices()
  const choices = roomSizes.map(({ value, label }) => ({
    value,
    label: label[locale],
    note: t('perSession', { price: formatYuan(prices[value], locale) }),
  }))
  return <FormField form={form} name={name} choices={choices} />
}

/**
 * Shows the estimated price. Screen readers read a change of this live region. It is rendered even while it is empty,
 * because they do not read a new region.
 */
function Price({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const price = estimatePrice(form.values, useMeetingPrices())
  // React leaves out an attribute that is undefined.
  return (
    <output className={styles.price} data-empty={price === undefined || undefined}>
      {price && (
        <>
          <span className={styles.sum}>
            {t('price.sum', {
              count: price.sessions,
              price: formatYuan(price.yuanPerSession, locale),
            })}
          </span>
          <strong className={styles.yuan}>{formatYuan(price.yuan, locale)}</strong>
        </>
      )}
    </output>
  )
}
