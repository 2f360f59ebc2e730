import { useTranslation } from 'react-i18next'
import type { SpeakerRow } from '#features/programme/sessions'
import { useLocalized } from '#platform/locale.ts'
import styles from './Lists.module.css'

/** Lists the speakers in the programme's order. */
export function SpeakerList({ speakers }: { speakers: readonly SpeakerRow[] }) {
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
