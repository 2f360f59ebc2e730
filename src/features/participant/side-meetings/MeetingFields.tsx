import { useTranslation } from 'react-i18next'
import { roomSizes } from '#contract/modules/room-sizes.ts'
import { ForumDayHint, Section } from '#features/participant/participant-forms'
import { FormField, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { estimatePrice, formatYuan } from './price.ts'
import { useMeetingPrices } from './queries.ts'
import styles from './MeetingFields.module.css'

export const fields = [
  'name',
  'master_unit',
  'subject',
  'guests',
  'apply_date',
  'start_time_at',
  'end_time_at',
  'room_size',
  'need_interpretaion_equipment',
] as const

/** The fields of a side meeting, with its price while typing. */
export function MeetingFields({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const prices = useMeetingPrices()
  const sizes = roomSizes.map(({ value, label }) => ({
    value,
    label: label[locale],
    note: t('perSession', { price: formatYuan(prices[value], locale) }),
  }))
  return (
    <>
      <Section title={t('section.about')}>
        <FormField form={form} name="name" />
        <FormField form={form} name="master_unit" />
        <FormField form={form} name="subject" />
        <FormField form={form} name="guests" help={t('help.guests')} />
      </Section>
      <Section title={t('section.when')}>
        <FormField form={form} name="apply_date" help={<ForumDayHint date={form.values['apply_date']} />} />
        <div className={styles.times}>
          <FormField form={form} name="start_time_at" />
          <FormField form={form} name="end_time_at" />
        </div>
        <FormField form={form} name="room_size" choices={sizes} />
        <FormField form={form} name="need_interpretaion_equipment" />
        <Price form={form} />
      </Section>
    </>
  )
}

/** A live region, read out when the price changes. It is rendered empty too, because a new region is not read out. */
function Price({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const price = estimatePrice(form.values, useMeetingPrices())
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
