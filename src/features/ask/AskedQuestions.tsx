import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocalized } from '#lib/locale.ts'
import { EntryStatus, findRowEntries, type OutboxEntry } from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './AskScreen.module.css'
import { askedQuestionsQuery, publishedQuery, type AskedQuestion } from './queries.ts'
import { questionsModule } from './question-form.ts'

/** What the person asked: what has not arrived, what waits for its answer, what is shown by now. */
export function AskedQuestions({
  entries,
  wasAsked,
}: {
  entries: readonly OutboxEntry[]
  /** A question was just asked: the list takes the focus that its form had. */
  wasAsked: boolean
}) {
  const { t } = useTranslation('ask')
  const { data: rows = [] } = useQuery(askedQuestionsQuery())
  const ofRows = new Map(rows.map((row) => [row, findRowEntries(entries, questionsModule, row)]))
  const listed = new Set([...ofRows.values()].flat())
  const others = entries.filter((entry) => !listed.has(entry))
  const sent = others.filter(({ state }) => state === 'done')
  const numbers = sent.flatMap(({ serverRef }) => serverRef?.no ?? [])
  const { data: published = [] } = useQuery(publishedQuery(numbers))
  const shown = new Set(published.map(({ id }) => id))
  const onTheWay = others.filter(({ state }) => state !== 'done')
  const justSent = sent.filter(({ serverRef }) => !shown.has(serverRef?.id ?? ''))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasAsked) title.current?.focus()
  }, [wasAsked])
  if (entries.length + rows.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby="own-questions">
      <h2 id="own-questions" ref={title} tabIndex={-1} className={styles.title}>
        {t('own.title')}
      </h2>
      <ul className={styles.list}>
        {[...onTheWay, ...justSent].map((entry) => (
          <li key={entry.id} className={styles.card}>
            <p className={styles.question}>{entry.title}</p>
            <EntryStatus entry={entry} />
          </li>
        ))}
        {rows.map((row) => (
          <OwnRow key={row.id} row={row} entry={ofRows.get(row)?.find(({ state }) => state !== 'done')} />
        ))}
        {published.map((row) => (
          <OwnRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** By its state: the organisers' own states of work are all one wait to who asked. */
const stateOf = ({ status }: AskedQuestion) =>
  status === 'published' || status === 'hidden' ? status : 'asked'

function OwnRow({
  row,
  entry,
}: {
  row: AskedQuestion
  /** It arrived, and this phone has not heard that yet. */
  entry?: OutboxEntry | undefined
}) {
  const { t } = useTranslation('ask')
  const title = useLocalized()(row.title)
  const time = useForumTime()
  const state = stateOf(row)
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
