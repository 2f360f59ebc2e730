import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { kindWords, sizeWords } from '#lib/file-words.ts'
import { usePins } from './use-pins.ts'
import { findPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DocumentCard.module.css'

/** One document: what it is, how big, and the ways to have it. */
export function DocumentCard({ row, category }: { row: DocumentRow; category: string | undefined }) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const locale = useLocale()
  const isOffline = useIsOffline()
  const { pins, working, problems } = usePins()
  const { file } = row
  const title = pick(row.title)
  const summary = pick(row.summary)
  const share = working[file.no]
  const problem = problems[file.no]
  const pin = findPin(pins ?? [], row)
  return (
    <li className={styles.card}>
      <span className={styles.kind} aria-hidden="true">
        {kindWords(file)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title} lang={title.locale === locale ? undefined : title.locale}>
          {title.text}
        </h3>
        {summary.text && (
          <p className={styles.summary} lang={summary.locale === locale ? undefined : summary.locale}>
            {summary.text}
          </p>
        )}
        <p className={styles.facts}>
          {[kindWords(file), sizeWords(file.sizeBytes), category].filter(Boolean).join(' · ')}
          {pin && (
            <span className={pin.isCurrent ? styles.kept : styles.older}>
              <Icon name={pin.isCurrent ? 'check' : 'info'} size={16} />{' '}
              {t(pin.isCurrent ? 'kept' : 'keptOlder')}
            </span>
          )}
        </p>
        {isOffline && !pin && <p className={styles.state}>{t('notOffline')}</p>}
        {problem && (
          <p className={styles.problem} role="alert">
            {t(`problem.${problem}`)}
          </p>
        )}
        {share !== undefined && <Progress share={share} />}
        <DocumentActions row={row} pin={pin} isComing={share !== undefined} />
      </div>
    </li>
  )
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation('downloads')
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.progress}>
      <progress value={share} max={1} aria-label={t('keeping')} />
      <span>{percent}%</span>
    </div>
  )
}
