import { useTranslation } from 'react-i18next'
import { roomSizes } from '#contract/modules/room-sizes.ts'
import { useLocale } from '#platform/locale.ts'
import { Section } from '#features/participant/participant-forms'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { formatYuan } from './price.ts'
import { useMeetingPrices } from './queries.ts'
import styles from './MeetingNotice.module.css'

const rules = ['guests', 'duration', 'assigned', 'payment', 'withdraw'] as const

/** Rules and prices that users acknowledge before they apply. */
export function MeetingNotice({ onAcknowledge, onBack }: { onAcknowledge: () => void; onBack: () => void }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const prices = useMeetingPrices()
  return (
    <Section title={t('notice.title')}>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule} className={styles.rule}>
            <span className={styles.mark}>
              <Icon name="check" size={20} />
            </span>
            {t(`notice.${rule}`)}
          </li>
        ))}
      </ul>
      <table className={styles.prices}>
        <caption>{t('notice.prices')}</caption>
        <tbody>
          {roomSizes.map(({ value, label }) => (
            <tr key={value}>
              <th scope="row">{label[locale]}</th>
              <td>{formatYuan(prices[value], locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button variant="filled" onClick={onAcknowledge}>
          {t('notice.acknowledge')}
        </Button>
        <Button onClick={onBack}>{t('notice.back')}</Button>
      </div>
    </Section>
  )
}
