import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleSummary, PendingSummary } from '#contract/module-summary.ts'
import { buttonClass } from '#ui/Button.tsx'
import { useDocumentTitle } from '#platform/forum.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/LoadState.tsx'
import { isReviewable } from '../data/metadata.ts'
import { writeListState } from '../data/list-state.ts'
import { managedModulesQuery, metadataQuery } from '../data/queries.ts'
import { NotFoundState } from '../not-found-states.tsx'
import styles from './Dashboard.module.css'

/** Shows the pending rows of all modules, overdue ones first; to a user without modules, that there is nothing to do. */
export function Dashboard() {
  const { t } = useTranslation('console')
  // Renders again when another user signs in: the query below reads the user outside of React.
  useCurrentUser()
  const modules = useQuery(managedModulesQuery()).data ?? []
  if (modules.length > 0) return <PendingList modules={modules} />
  return <NotFoundState title={t('noModules')} text={t('noModulesText')} />
}

function PendingList({ modules }: { modules: readonly ModuleSummary[] }) {
  const { t } = useTranslation('console')
  const user = useCurrentUser()
  useDocumentTitle(t('today.title'))
  const pendingSummaries = modules
    .flatMap(({ name, waiting: summaries = [] }) => summaries.map((summary) => ({ module: name, summary })))
    .toSorted((a, b) => Number(b.summary.late > 0) - Number(a.summary.late > 0))
  const moduleNames = [...new Set(pendingSummaries.map(({ module }) => module))]
  const metadataQueries = useQueries({ queries: moduleNames.map((name) => metadataQuery(name)) })
  // The metadata of a module says whether its card links to a board or a review queue.
  const getMetadata = (module: string) => metadataQueries[moduleNames.indexOf(module)]?.data
  return (
    <div className={styles.page}>
      {user.id !== undefined && <p className={styles.hello}>{t('today.hello', { name: user.name })}</p>}
      <h1 className={styles.title}>{t('today.title')}</h1>
      {pendingSummaries.length === 0 ? (
        <EmptyState title={t('today.nothing')} text={t('today.nothingText')} />
      ) : (
        <ul className={styles.cards} aria-label={t('today.title')}>
          {pendingSummaries.map(({ module, summary }) => (
            <li key={`${module} ${JSON.stringify(summary.filters)}`}>
              <PendingCard module={module} summary={summary} metadata={getMetadata(module)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows a number of pending rows as a link to their list, with links to board and review queue. */
function PendingCard({
  module,
  summary,
  metadata,
}: {
  module: string
  summary: PendingSummary
  metadata: ModuleMetadata | undefined
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const time = useForumTime()
  const { label, filters, sorters, count, late, oldestAt } = summary
  const id = useId()
  const search = writeListState({ searchText: '', filters, sorters })
  return (
    <div className={styles.card}>
      <Link to="/console/$module" params={{ module }} search={search} className={styles.list}>
        <span className={styles.count}>{count}</span>
        <span className={styles.text}>
          <span id={id} className={styles.label}>
            {label[locale]}
          </span>
          <span className={styles.hint}>{t('today.since', { time: time.dateTime(oldestAt) })}</span>
          {late > 0 && (
            <span className={styles.late}>
              <Icon name="warning" size={16} />
              {t('today.late', { count: late })}
            </span>
          )}
        </span>
      </Link>
      {metadata?.views.board && (
        <Link
          to="/console/$module"
          params={{ module }}
          search={{ desk: 'board' }}
          className={buttonClass('quiet')}
          aria-describedby={id}
        >
          {t('board.show')}
        </Link>
      )}
      {metadata && isReviewable(metadata) && (
        <Link
          to="/console/$module"
          params={{ module }}
          search={{ ...search, desk: 'review' }}
          className={buttonClass('filled')}
          aria-describedby={id}
        >
          {t('desk.review')}
        </Link>
      )}
    </div>
  )
}
