import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { MastheadDrawing } from './MastheadDrawing.tsx'
import { CountdownCard } from './CountdownCard.tsx'
import type { Phase } from './phase.ts'
import styles from './Masthead.module.css'

/** Shows the forum's name in both languages, its days and city and the action of the phase, over a drawing. */
export function Masthead({ phase }: { phase: Phase }) {
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const otherLocale = locale === 'en' ? 'zh-CN' : 'en'
  const name = pick(forum.name)
  const otherName = name.locale === locale ? forum.name[otherLocale] : ''
  const location = [pick(forum.city).text, pick(forum.venue).text].filter(Boolean).join(' · ')
  return (
    <div className={styles.masthead}>
      <div className={styles.inner}>
        <div className={styles.text}>
          <h1 className={styles.name} lang={name.locale}>
            {name.text}
          </h1>
          {otherName && (
            <p className={styles.other} lang={otherLocale}>
              {otherName}
            </p>
          )}
          <ul className={styles.facts}>
            <li className={styles.fact}>
              <Icon name="calendar" size={20} />
              {formatDateRange(forum.startsOn, forum.endsOn, locale)}
            </li>
            {location && (
              <li className={styles.fact}>
                <Icon name="place" size={20} />
                {location}
              </li>
            )}
          </ul>
        </div>
        <CountdownCard phase={phase} />
      </div>
      <MastheadDrawing />
    </div>
  )
}
