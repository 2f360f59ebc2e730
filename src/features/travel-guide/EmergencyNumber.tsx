import { useLocale, useLocalized } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { toDialString } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import styles from './EmergencyNumber.module.css'

/** A button that calls an emergency number. */
export function EmergencyNumber({ place: { id, name, phone, description } }: { place: PlaceRow }) {
  const pick = useLocalized()
  const locale = useLocale()
  const [title, more] = [pick(name), pick(description)]
  const inOther = (of: string) => (of === locale ? undefined : of)
  const label = (
    <>
      <span className={styles.name} lang={inOther(title.locale)}>
        {title.text}
        {more.text && <small lang={inOther(more.locale)}>{more.text}</small>}
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
        <a className={styles.number} href={toDialString(phone)}>
          {label}
        </a>
      ) : (
        <p className={styles.number}>{label}</p>
      )}
    </li>
  )
}
