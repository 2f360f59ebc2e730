import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ModuleEntry, WaitingEntry } from '#contract/module-entries.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocale } from '#lib/locale.ts'
import { useCurrentUser } from '#lib/session.ts'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { writeListState } from '../reading/list-state.ts'
import styles from './Today.module.css'

/** What waits for organisers, what is late first: where their day begins. */
export function Today({ modules }: { modules: readonly ModuleEntry[] }) {
  const { t } = useTranslation('console')
  const user = useCurrentUser()
  useDocumentTitle(t('today.title'))
  const waiting = modules
    .flatMap(({ name, waiting: entries = [] }) => entries.map((entry) => ({ module: name, entry })))
    .toSorted((a, b) => Number(b.entry.late > 0) - Number(a.entry.late > 0))
  return (
    <div className={styles.page}>
      {user.id !== undefined && <p className={styles.hello}>{t('today.hello', { name: user.name })}</p>}
      <h1 className={styles.title}>{t('today.title')}</h1>
      {waiting.length === 0 ? (
        <EmptyState title={t('today.nothing')} text={t('today.nothingText')} />
      ) : (
        <ul className={styles.list} aria-label={t('today.title')}>
          {waiting.map(({ module, entry }) => (
            <li key={`${module} ${JSON.stringify(entry.filters)}`}>
              <WaitingCard module={module} entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function WaitingCard({ module, entry }: { module: string; entry: WaitingEntry }) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const time = useForumTime()
  const { label, filters, sorters, count, late, oldestAt } = entry
  return (
    <Link
      to="/console/$module"
      params={{ module }}
      search={writeListState({ words: '', filters, sorters })}
      className={styles.card}
    >
      <span className={styles.count}>{count}</span>
      <span className={styles.words}>
        <span className={styles.label}>{label[locale]}</span>
        <span className={styles.hint}>{t('today.since', { time: time.dateTime(oldestAt) })}</span>
        {late > 0 && (
          <span className={styles.late}>
            <Icon name="warning" size={16} />
            {t('today.late', { count: late })}
          </span>
        )}
      </span>
      <Icon name="forward" />
    </Link>
  )
}
