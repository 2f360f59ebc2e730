import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { selectLocalizedText } from '#contract/locale.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { pickRichText, RichText } from '#ui/RichText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { roomsQuery } from '#features/programme/sessions'
import { useForumTime } from '#platform/forum-time.ts'
import { buttonClass } from '#ui/Button.tsx'
import { type PageRow, type PlaceRow, toursQuery, type TourRow } from './queries.ts'
import { TownMap } from './TownMap.tsx'
import styles from './PageSection.module.css'
import { toTelUrl, formatDistance, isDestination, getKindIcon, getKindLabel } from './place-format.ts'
import emergencyNumberStyles from './EmergencyNumber.module.css'
import tourListStyles from './TourList.module.css'
import placeCardStyles from './PlaceCard.module.css'

/** A page of the guide: its text, places, map and tours. @param places all places, of which it shows its own */
export function PageSection({ row, places }: { row: PageRow; places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  const locale = useLocale()
  const title = selectLocalizedText(row.title, locale)
  const body = pickRichText(row.body, locale)
  const pagePlaces = places.filter(({ page }) => page === row.id)
  const emergencyPlaces = pagePlaces.filter(({ kind }) => kind === 'emergency')
  const otherPlaces = pagePlaces.filter(({ kind }) => kind !== 'emergency')
  return (
    <section id={row.slug} className={styles.page} aria-labelledby={`${row.slug}-title`}>
      <h2 id={`${row.slug}-title`} lang={title.locale === locale ? undefined : title.locale}>
        {title.text}
      </h2>
      {emergencyPlaces.length > 0 && (
        <ul className={styles.numbers} aria-label={t('emergency')}>
          {emergencyPlaces.map((place) => (
            <EmergencyNumber key={place.id} place={place} />
          ))}
        </ul>
      )}
      <RichText value={body.document} lang={body.locale === locale ? undefined : body.locale} />
      {otherPlaces.length > 0 && (
        <ul className={styles.places} aria-label={t('addresses', { page: title.text })}>
          {otherPlaces.map((place) => (
            <PlaceCard key={place.id} place={place} />
          ))}
        </ul>
      )}
      {row.part === 'map' && <TownMap places={places} />}
      {row.part === 'tours' && <TourList />}
    </section>
  )
}

/** A button that calls an emergency number. */
function EmergencyNumber({ place: { id, name, phone, description } }: { place: PlaceRow }) {
  const pick = useLocalized()
  const locale = useLocale()
  const [title, details] = [pick(name), pick(description)]
  const getLang = (textLocale: string) => (textLocale === locale ? undefined : textLocale)
  const label = (
    <>
      <span className={emergencyNumberStyles.name} lang={getLang(title.locale)}>
        {title.text}
        {details.text && <small lang={getLang(details.locale)}>{details.text}</small>}
      </span>
      {phone && (
        <strong className={emergencyNumberStyles.phone}>
          <Icon name="call" size={20} /> {phone}
        </strong>
      )}
    </>
  )
  return (
    <li id={`place-${id}`}>
      {phone ? (
        <a className={emergencyNumberStyles.number} href={toTelUrl(phone)}>
          {label}
        </a>
      ) : (
        <p className={emergencyNumberStyles.number}>{label}</p>
      )}
    </li>
  )
}

/** Lists the tours with times, seats and meeting points, linked to their sessions in the agenda. */
function TourList() {
  const { data: tours = [] } = useQuery(toursQuery())
  if (tours.length === 0) return null
  return (
    <ul className={tourListStyles.list}>
      {tours.map((tour) => (
        <Tour key={tour.id} tour={tour} />
      ))}
    </ul>
  )
}

/** A tour: code, name, times, meeting point and seats. Linked if it has a session. */
function Tour({ tour }: { tour: TourRow }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const locale = useLocale()
  const time = useForumTime()
  const { data: rooms = [] } = useQuery(roomsQuery())
  const { code, name, starts_at, ends_at, seats, room, session } = tour
  const title = pick(name)
  const meetingPoint = rooms.find(({ id }) => id === room)
  const tourDetails = (
    <>
      <span className={tourListStyles.code} aria-hidden="true">
        {code}
      </span>
      <span className={tourListStyles.text}>
        <span className={tourListStyles.name} lang={title.locale === locale ? undefined : title.locale}>
          {title.text}
        </span>
        <span className={tourListStyles.facts}>
          <time dateTime={starts_at}>{time.day(starts_at)}</time> {time.range(starts_at, ends_at)}
        </span>
        <span className={tourListStyles.facts}>
          {[meetingPoint && pick(meetingPoint.name).text, t('seats', { count: seats })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  )
  return (
    <li>
      {session ? (
        <Link to="/agenda/$sessionId" params={{ sessionId: session }} className={tourListStyles.tour}>
          {tourDetails}
          <Icon name="forward" size={20} />
        </Link>
      ) : (
        <p className={tourListStyles.tour}>{tourDetails}</p>
      )}
    </li>
  )
}

/** A place: description, address, distance, and buttons for taxi, map and phone. */
function PlaceCard({ place }: { place: PlaceRow }) {
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
    <li id={`place-${place.id}`} className={placeCardStyles.card}>
      <span className={placeCardStyles.icon}>
        <Icon name={getKindIcon(kind)} />
      </span>
      <div className={placeCardStyles.text}>
        <h3 className={placeCardStyles.name} lang={getLang(title.locale)}>
          {title.text}
        </h3>
        {facts && <p className={placeCardStyles.facts}>{facts}</p>}
        {addressText.text && <p lang={getLang(addressText.locale)}>{addressText.text}</p>}
        {chineseAddress && chineseAddress !== addressText.text && <p lang="zh-CN">{chineseAddress}</p>}
        {details.text && (
          <p className={placeCardStyles.facts} lang={getLang(details.locale)}>
            {details.text}
          </p>
        )}
        {(isDestination(place) || phone) && (
          <div className={placeCardStyles.actions}>
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

/**
 * Opens the taxi card. A link, so that the phone's back button closes the card. The page does not scroll: `hash` keeps
 * the URL's fragment.
 */
function TaxiLink({ place, name }: { place: PlaceRow; name: string }) {
  const { t } = useTranslation('pages')
  return (
    <Link
      to="/suzhou"
      search={{ taxi: place.id }}
      hash
      hashScrollIntoView={false}
      resetScroll={false}
      className={buttonClass('quiet')}
      aria-label={t('showDriverPlace', { name })}
    >
      <Icon name="taxi" size={20} /> {t('showDriver')}
    </Link>
  )
}
