import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { toTelUrl } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import styles from './EmergencyBar.module.css'

/** Maximum number of buttons: police, ambulance, fire. The section has all numbers. */
const maxNumbers = 3

/** Shows the first emergency numbers, one tap away. */
export function EmergencyBar({ places }: { places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const numbers = places.flatMap(({ id, kind, name, phone }) =>
    kind === 'emergency' && phone ? [{ id, name: pick(name), phone }] : [],
  )
  if (numbers.length === 0) return null
  return (
    <section aria-label={t('emergency')} className={styles.bar}>
      <ul className={styles.list}>
        {numbers.slice(0, maxNumbers).map(({ id, name, phone }) => (
          <li key={id}>
            <a href={toTelUrl(phone)} className={styles.number}>
              <Icon name="call" size={20} />
              <strong>{phone}</strong>
              <span lang={name.locale}>{name.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
