import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { EntryStatus, findRowEntries, type OutboxEntry } from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './AskScreen.module.css'
import { askedQuestionsQuery, publishedQuery, type AskedQuestion } from './queries.ts'
import { questionsModule } from './question-form.ts'

/** Lists the user's questions: unsent, waiting for an answer, and published. */
export function AskedQuestions({
  entries,
  wasSent,
}: {
  entries: readonly OutboxEntry[]
  /** True when a question was just sent: the list takes the focus from the form. */
  wasSent: boolean
}) {
  const { t } = useTranslation('ask')
  const { data: rows = [] } = useQuery(askedQuestionsQuery())
  const entriesByRow = new Map(rows.map((row) => [row, findRowEntries(entries, questionsModule, row)]))
  const rowEntries = new Set([...entriesByRow.values()].flat())
  const entriesWithoutRow = entries.filter((entry) => !rowEntries.has(entry))
  const sentEntries = entriesWithoutRow.filter(({ state }) => state === 'done')
  const numbers = sentEntries.flatMap(({ serverRef }) => serverRef?.no ?? [])
  const { data: published = [] } = useQuery(publishedQuery(numbers))
  const publishedIds = new Set(published.map(({ id }) => id))
  const unsentEntries = entriesWithoutRow.filter(({ state }) => state !== 'done')
  const unpublishedEntries = sentEntries.filter(({ serverRef }) => !publishedIds.has(serverRef?.id ?? ''))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasSent) title.current?.focus()
  }, [wasSent])
  if (entries.length + rows.length === 0) return null
  return (
    <section className={styles.questions} aria-labelledby="own-questions">
      <h2 id="own-questions" ref={title} tabIndex={-1} className={styles.title}>
        {t('own.title')}
      </h2>
      <ul className={styles.list}>
        {[...unsentEntries, ...unpublishedEntries].map((entry) => (
          <li key={entry.id} className={styles.card}>
            <p className={styles.question}>{entry.title}</p>
            <EntryStatus entry={entry} />
          </li>
        ))}
        {rows.map((row) => (
          <OwnRow
            key={row.id}
            row={row}
            entry={entriesByRow.get(row)?.find(({ state }) => state !== 'done')}
          />
        ))}
        {published.map((row) => (
          <OwnRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the state that the user sees: all states before publication count as asked. */
const getState = ({ status }: AskedQuestion) =>
  status === 'published' || status === 'hidden' ? status : 'asked'

function OwnRow({
  row,
  entry,
}: {
  row: AskedQuestion
  /** An outbox entry of the row that is not sent yet. */
  entry?: OutboxEntry | undefined
}) {
  const { t } = useTranslation('ask')
  const title = useLocalized()(row.title)
  const time = useForumTime()
  const state = getState(row)
  return (
    <li className={styles.card}>
      <p className={styles.question} lang={title.locale}>
        {title.text}
      </p>
      <p className={styles.state} data-state={state}>
        <Icon name={state === 'asked' ? 'clock' : state === 'published' ? 'check' : 'info'} size={20} />
        <span>{t(`own.${state}`)}</span>
      </p>
      {entry && <EntryStatus entry={entry} />}
      <p className={styles.when}>{t('own.askedAt', { time: time.dateTime(row.created_at) })}</p>
      {state === 'published' && (
        <Link to="/qa" search={{ open: row.no }} className={styles.link}>
          {t('own.open')}
          <Icon name="forward" size={16} />
        </Link>
      )}
    </li>
  )
}
