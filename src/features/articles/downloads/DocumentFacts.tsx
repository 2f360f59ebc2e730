import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { documentLanguages } from '#contract/modules/document-languages.ts'
import { formatFileKind, formatFileSize } from '#platform/format-file.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { FoundPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import { useHasActivity } from './use-activity.ts'
import styles from './DocumentCard.module.css'

interface DocumentFactsProps {
  row: DocumentRow
  category: string | undefined
  /** The copy that this device keeps for offline use. */
  pin: FoundPin | undefined
}

/** Lists type, size, language, category and date of a document, and whether it is popular, needs a sign-in, was downloaded or is pinned. */
export function DocumentFacts({ row, category, pin }: DocumentFactsProps) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const time = useForumTime()
  const isDownloaded = useHasActivity('download', row.id)
  const { file, language, is_hot, needs_sign_in, published_at } = row
  const languageName = pick(documentLanguages.find(({ value }) => value === language)?.label).text
  const facts = [
    ...(file ? [formatFileKind(file), formatFileSize(file.sizeBytes)] : []),
    languageName,
    category,
    published_at && time.date(published_at),
  ].filter(Boolean)
  return (
    <>
      <p className={styles.facts}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            <span className={styles.fact}>{index < facts.length - 1 ? `${fact} ·` : fact}</span>{' '}
          </Fragment>
        ))}
      </p>
      {(is_hot || needs_sign_in || pin || isDownloaded) && (
        <p className={styles.marks}>
          {is_hot && <Mark icon="hot" className={styles.hot} label={t('isHot')} />}
          {needs_sign_in && <Mark icon="lock" className={styles.plain} label={t('needsSignIn')} />}
          {pin && !pin.isCurrent && <Mark icon="info" className={styles.older} label={t('keptOlder')} />}
          {pin?.isCurrent && <Mark icon="check" className={styles.pinned} label={t('kept')} />}
          {!pin && isDownloaded && <Mark icon="check" className={styles.pinned} label={t('downloaded')} />}
        </p>
      )}
    </>
  )
}

function Mark({ icon, className, label }: { icon: IconName; className: string | undefined; label: string }) {
  return (
    <span className={`${styles.mark} ${className ?? ''}`}>
      <Icon name={icon} size={16} /> {label}
    </span>
  )
}
