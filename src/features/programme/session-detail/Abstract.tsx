import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { WireRow } from '#contract/row.ts'
import { abstractsQuery, type Programme } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import styles from './Abstract.module.css'
import { splitIntoLinkedParagraphs } from './linked-text.ts'

interface AbstractProps {
  /** Id of the session. */
  id: string
  /** Response of the session's own request; undefined until it arrives, and when it failed. */
  detail: Pick<WireRow<typeof sessions>, 'abstract'> | undefined
  /** True while the session's own request is pending. */
  isPending: boolean
  /** All sessions: the query of the cached abstracts depends on their versions. */
  sessions: Programme['sessions']
}

/** The session's text: from its own request, else from the stored abstracts. */
export function Abstract({ id, detail, isPending, sessions }: AbstractProps) {
  const { t } = useTranslation('session-detail')
  const locale = useLocale()
  const cached = useQuery({ ...abstractsQuery(sessions), enabled: !detail })
  const abstract = detail ? detail.abstract : cached.data?.[id]
  const { text, locale: textLocale } = selectLocalizedText(abstract, locale)
  const isArriving = !detail && (isPending || cached.isFetching)
  if (!text && isArriving) return <div className={styles.arriving} aria-hidden="true" />
  return (
    <section aria-labelledby="session-about" className={styles.abstract}>
      <h2 id="session-about">{t('about')}</h2>
      {text ? (
        <div lang={textLocale}>
          {splitIntoLinkedParagraphs(text).map((paragraph, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a text keep their order
            <p key={index}>
              {paragraph.map((segment) =>
                segment.url ? (
                  <a key={segment.offset} href={segment.url} rel="noopener noreferrer" target="_blank">
                    {segment.text}
                  </a>
                ) : (
                  segment.text
                ),
              )}
            </p>
          ))}
        </div>
      ) : (
        <p className={styles.none}>{detail || cached.data ? t('no_abstract') : t('abstract_later')}</p>
      )}
    </section>
  )
}
