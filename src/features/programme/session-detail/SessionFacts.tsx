import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { useFavourites } from '#features/programme/favourites'
import {
  formatDayLabel,
  getLanguageLabel,
  type Programme,
  type ProgrammeItem,
  formatRoomNames,
  listRooms,
  formatTimeRange,
  getSessionTypeLabel,
} from '#features/programme/sessions'
import { findOverlaps, findSubForumClashes } from '#features/programme/session-times'
import { isOtherTimeZone, getTimeZoneLabel } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './SessionFacts.module.css'

/** Time, room, language, and the user's favourites that overlap. */
export function SessionFacts({ item, programme }: { item: ProgrammeItem; programme: Programme }) {
  const { t } = useTranslation('session-detail')
  const locale = useLocale()
  const [room, ...otherRooms] = listRooms(item)
  const floor = selectLocalizedText(room?.floor, locale).text
  return (
    <dl className={styles.facts}>
      <Fact name={t('when')}>
        <span className={styles.when}>
          {formatDayLabel(item.day, locale, 'long')}{' '}
          <time dateTime={item.row.starts_at}>{formatTimeRange(item, programme.timeZone)}</time>
        </span>
        <DeviceTime item={item} timeZone={programme.timeZone} />
      </Fact>
      {room && (
        <Fact name={t('where')}>
          {selectLocalizedText(room.name, locale).text}
          {floor && <small>{floor}</small>}
          {otherRooms.length > 0 && (
            <small>{t('also_in', { rooms: formatRoomNames({ otherRooms }, locale) })}</small>
          )}
        </Fact>
      )}
      <Fact name={t('type')}>{getSessionTypeLabel(item.row.type, locale)}</Fact>
      {item.row.language && <Fact name={t('language')}>{getLanguageLabel(item.row.language, locale)}</Fact>}
      <OverlapFact item={item} programme={programme} />
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows the time in both time zones when the device's differs from the forum's. */
function DeviceTime({ item, timeZone }: { item: ProgrammeItem; timeZone: string }) {
  const { t } = useTranslation('session-detail')
  const locale = useLocale()
  if (!isOtherTimeZone(timeZone, item.startMs)) return null
  // British English puts the day before the month, as the app's other English dates do.
  const time = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(item.startMs)
  return (
    <>
      <small>{t('venue_time', { offset: getTimeZoneLabel(timeZone, item.startMs) })}</small>
      <small>{t('your_time', { time })}</small>
    </>
  )
}

/** Lists the starred sessions that overlap this one, when it is starred itself. */
function OverlapFact({ item, programme }: { item: ProgrammeItem; programme: Programme }) {
  const { t } = useTranslation(['session-detail', 'my-agenda'])
  const locale = useLocale()
  const favourites = useFavourites()
  if (!favourites.has(item.id)) return null
  const others = findOverlaps(programme.items.filter((each) => favourites.has(each.id))).get(item.id)
  if (!others) return null
  return (
    <div className={styles.clash}>
      <dt>{t('clash')}</dt>
      {others.map((other) => (
        <dd key={other.id}>
          {formatTimeRange(other, programme.timeZone)} {selectLocalizedText(other.row.title, locale).text}
        </dd>
      ))}
      {findSubForumClashes([item, ...others]).length > 0 && (
        <dd className={styles.priority}>{t('my-agenda:priority')}</dd>
      )}
    </div>
  )
}
