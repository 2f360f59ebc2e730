import { useTranslation } from 'react-i18next'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { toTelUrl, formatDistance, isDestination, getKindIcon, getKindLabel } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import { TaxiLink } from './TaxiLink.tsx'
import styles from './PlaceCard.module.css'

/** A place: description, address, distance, and buttons for taxi, map and phone. */
export function PlaceCard({ place }: { place: PlaceRow }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const locale = useLocale()
  const { name, kind, address, phone, distance_m, description } = place
  const [title, addressText, details] = [pick(name), pick(address), pick(description)]
  const getLang = (textLocale: string) => (textLocale === locale ? undefined : textLocale)
  const facts = [pick(getKindLabel(kind)).text, formatDistance(t, distance_m)].filter(Boolean).join(' · ')
  // Passers-by and drivers read Chinese, whatever the app's language is.
  const chineseAddress = locale !== 'zh-CN' && isDestination(place) ? (address?.['zh-CN'] ?? '') : ''
  return (
    <li id={`place-${place.id}`} className={styles.card}>
      <span className={styles.icon}>
        <Icon name={getKindIcon(kind)} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name} lang={getLang(title.locale)}>
          {title.text}
        </h3>
        {facts && <p className={styles.facts}>{facts}</p>}
        {addressText.text && <p lang={getLang(addressText.locale)}>{addressText.text}</p>}
        {chineseAddress && chineseAddress !== addressText.text && <p lang="zh-CN">{chineseAddress}</p>}
        {details.text && (
          <p className={styles.facts} lang={getLang(details.locale)}>
            {details.text}
          </p>
        )}
        {(isDestination(place) || phone) && (
          <div className={styles.actions}>
            {isDestination(place) && <TaxiLink place={place} name={title.text} />}
            {phone && (
              <a
                className={buttonClass('quiet')}
                href={toTelUrl(phone)}
                aria-label={t('callPlace', { name: title.text, phone })}
              >
                <Icon name="call" size={20} /> {phone}
              </a>
            )}
          </div>
        )}
      </div>
    </li>
  )
}
