import { useForum } from '#lib/forum.ts'
import { dateSpan } from '#lib/forum-time.ts'
import { useLocale } from '#lib/locale.ts'
import { MastheadDrawing } from './MastheadDrawing.tsx'
import styles from './Masthead.module.css'

/** The forum's name in both languages, its days and city, over a line drawing of them. */
export function Masthead() {
  const forum = useForum()
  const locale = useLocale()
  const other = locale === 'en' ? 'zh-CN' : 'en'
  return (
    <div className={styles.masthead}>
      <div className={styles.inner}>
        <p className={styles.facts}>
          <span className={styles.dates}>{dateSpan(forum.startsOn, forum.endsOn, locale)}</span>
          <span className={styles.place}>
            {forum.city[locale]} · {forum.venue[locale]}
          </span>
        </p>
        <h1 className={styles.name}>{forum.name[locale] || forum.name[other]}</h1>
        <p className={styles.other} lang={other}>
          {forum.name[other]}
        </p>
      </div>
      <MastheadDrawing />
    </div>
  )
}
