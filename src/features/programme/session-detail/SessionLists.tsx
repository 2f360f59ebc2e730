import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isHttpUrl } from '#platform/urls.ts'
import {
  type Programme,
  type ProgrammeItem,
  formatRoomNames,
  listRooms,
  formatTimeRange,
} from '#features/programme/sessions'
import { listConcurrentSessions } from '#features/programme/session-times'
import { useLocalized, useLocale } from '#platform/locale.ts'
import { getFileUrl } from '#platform/api.ts'
import { formatFileKind, formatFileSize } from '#platform/files.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SessionLists.module.css'
import { materialsQuery } from './materials-query.ts'

/** Lists the speakers in the programme's order. */
export function SpeakerList({ speakers }: { speakers: ProgrammeItem['speakers'] }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  if (speakers.length === 0) return null
  return (
    <section aria-labelledby="session-speakers" className={styles.section}>
      <h2 id="session-speakers">{t('speakers')}</h2>
      <ul className={styles.plain}>
        {speakers.map((speaker) => {
          const organisation = pick(speaker.organisation).text
          return (
            <li key={speaker.id} className={styles.speaker}>
              <span className={styles.initial} aria-hidden="true">
                {getInitial(pick(speaker.name).text)}
              </span>
              <span>
                {pick(speaker.name).text}
                {organisation && <small>{organisation}</small>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns the first character, also when it takes two UTF-16 units. */
function getInitial(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 0x20)
}

/** Lists the published speech files of the session with their speakers. */
export function SessionMaterials({ id }: { id: string }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  const { data = [] } = useQuery(materialsQuery(id))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="session-materials" className={styles.section}>
      <h2 id="session-materials">{t('materials')}</h2>
      <ul className={styles.plain}>
        {data.map(({ id: materialId, title, presenter, file }) => {
          const name = pick(title)
          const facts = [
            pick(presenter).text,
            file && formatFileKind(file),
            file && formatFileSize(file.sizeBytes),
          ]
          // The file is null when it was lost.
          return (
            file && (
              <li key={materialId}>
                <a href={getFileUrl(file.no)} rel="noopener" target="_blank" className={styles.link}>
                  <Icon name="download" size={18} />
                  <span>
                    <span lang={name.locale}>{name.text}</span>
                    <small>{facts.filter(Boolean).join(' · ')}</small>
                  </span>
                </a>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** Maximum number of sessions listed: a large conference has dozens at the same time, and the agenda has all. */
const maxSessions = 12

/** Lists the other sessions at the same time. */
export function ConcurrentSessions({ item, programme }: { item: ProgrammeItem; programme: Programme }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  const locale = useLocale()
  const others = listConcurrentSessions(programme, item).slice(0, maxSessions)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="session-same-time" className={styles.section}>
      <h2 id="session-same-time">{t('same_time')}</h2>
      <ul className={styles.plain}>
        {others.map((other) => (
          <li key={other.id}>
            {/* Replaces this page in the history, so that its link "back" still leads to the agenda. */}
            <Link to="/agenda/$sessionId" params={{ sessionId: other.id }} replace className={styles.other}>
              <span className={styles.otherTitle}>{pick(other.row.title).text}</span>
              <small>
                {formatTimeRange(other, programme.timeZone)}
                {listRooms(other).length > 0 && ` · ${formatRoomNames(other, locale)}`}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to slides, recordings and other pages. The field is free JSON, so anything but web URLs is dropped. */
export function SessionLinks({ links }: { links: unknown }) {
  const { t } = useTranslation('session-detail')
  const parsed = parseLinks(links)
  if (parsed.length === 0) return null
  return (
    <section aria-labelledby="session-links" className={styles.section}>
      <h2 id="session-links">{t('links')}</h2>
      <ul className={styles.plain}>
        {parsed.map(({ url, title }) => (
          <li key={url}>
            <a href={url} rel="noopener noreferrer" target="_blank" className={styles.link}>
              <Icon name="external" size={18} />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function parseLinks(links: unknown): { url: string; title: string }[] {
  if (!Array.isArray(links)) return []
  return links.flatMap((link: unknown) => {
    if (link === null || typeof link !== 'object' || !('url' in link) || !isHttpUrl(link.url)) return []
    const title = 'title' in link && typeof link.title === 'string' && link.title ? link.title : link.url
    return [{ url: link.url, title }]
  })
}
