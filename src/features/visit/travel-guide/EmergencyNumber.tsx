import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { toTelUrl } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import styles from './EmergencyNumber.module.css'

/** A button that calls an emergency number. */
export function EmergencyNumber({ place: { id, name, phone, description } }: { place: PlaceRow }) {
  const pick = useLocalized()
  const locale = useLocale()
  const [title, details] = [pick(name), pick(description)]
  const getLang = (textLocale: string) => (textLocale === locale ? undefined : textLocale)
  const label = (
    <>
      <span className={styles.name} lang={getLang(title.locale)}>
        {title.text}
        {details.text && <small lang={getLang(details.locale)}>{details.text}</small>}
      </span>
      {phone && (
        <strong className={styles.phone}>
          <Icon name="call" size={20} /> {phone}
        </strong>
      )}
    </>
  )
  return (
    <li id={`place-${id}`}>
      {phone ? (
        <a className={styles.number} href={toTelUrl(phone)}>
          {label}
        </a>
      ) : (
        <p className={styles.number}>{label}</p>
      )}
    </li>
  )
}
