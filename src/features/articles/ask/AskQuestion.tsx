import { useEffect, useState, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Values } from '#contract/form/form-shape.ts'
import {
  Form,
  FormField,
  isSaved,
  SubmitFooter,
  useFormDraft,
  useModuleForm,
  useSubmission,
} from '#forms/index.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import {
  EntryStatus,
  createId,
  save as saveEntry,
  useDraft,
  useEntries,
  useIsOutboxReady,
  type OutboxEntry,
  findRowEntries,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { useForumTime } from '#platform/forum-time.ts'
import { Icon } from '#ui/Icon.tsx'
import { clearPendingQuestion, readPendingQuestion } from './pending-question.ts'
import {
  askPath,
  fromQuestion,
  questionFields,
  questionsModule,
  questionShape,
  toQuestion,
} from './question-form.ts'
import styles from './AskScreen.module.css'
import { askedQuestionsQuery, publishedQuery, type AskedQuestion } from './queries.ts'

/**
 * Creates the state of an empty form: the id of its question, and the number of questions sent before on this screen.
 */
const createNextQuestion = (sentCount: number) => ({ id: createId(), sentCount })

/**
 * The form of a question, with earlier questions below it.
 * A rejected question returns to the form. A sent one joins the list when the form is cleared. Until then the form
 * shows its status, so that it does not appear twice.
 */
export function AskQuestion() {
  const entries = useEntries().filter(({ module }) => module === questionsModule)
  const isOutboxReady = useIsOutboxReady()
  const [{ id, sentCount }, setQuestion] = useState(() => createNextQuestion(0))
  const rejected = entries.find(({ state }) => state === 'rejected')
  if (!isOutboxReady) return <SkeletonLines lines={6} />
  return (
    <>
      {/* Another key empties the form after a question was sent, or fills it with a rejected one. */}
      <QuestionForm
        key={`${id} ${rejected?.id}`}
        id={id}
        rejected={rejected}
        onSent={() => setQuestion(createNextQuestion(sentCount + 1))}
      />
      <AskedQuestions
        entries={entries.filter((entry) => entry !== rejected && entry.entityId !== id)}
        wasSent={sentCount > 0}
      />
    </>
  )
}

function QuestionForm({
  id,
  rejected,
  onSent,
}: {
  /** Id for the row of the question. */
  id: string
  /** An entry that the server refused: the form corrects it instead of asking a new question. */
  rejected: OutboxEntry | undefined
  /** Called once the question is stored in the outbox or sent. */
  onSent: () => void
}) {
  const { t } = useTranslation('ask')
  const draft = useDraft<Values>(`${questionsModule} new`)
  /** What the user typed before signing in. It replaces the draft and becomes the draft. */
  const [pendingQuestion] = useState(readPendingQuestion)
  const rejectedValues = rejected && fromQuestion(rejected.body)
  const form = useModuleForm(questionShape, {
    fields: questionFields,
    values: { language: useLocale(), ...rejectedValues, ...pendingQuestion },
  })
  const isDraftLoaded = useFormDraft(form, pendingQuestion ? { ...draft, saved: pendingQuestion } : draft)
  const { save } = draft
  useEffect(() => {
    if (!isDraftLoaded || !pendingQuestion) return
    save(pendingQuestion)
    clearPendingQuestion()
  }, [isDraftLoaded, pendingQuestion, save])
  const submission = useSubmission(form, { isDraftLoaded, entry: rejected, confirmsInFooter: true })
  if (!isDraftLoaded) return <SkeletonLines lines={4} />
  const submitQuestion = async () => {
    // The server may have refused the question because the user had too many. Unchanged, it may be accepted now, so
    // only issues of its fields stop it.
    if (form.allIssues.length > 0) {
      form.check()
      return
    }
    const body = toQuestion(form.values)
    const title = String(form.values['title']).trim()
    const entries = rejected ? [rejected] : []
    const result = await submission.send(() =>
      saveEntry({
        module: questionsModule,
        entityId: id,
        entries,
        values: body,
        title,
        formPath: askPath,
      }),
    )
    if (!isSaved(result)) return
    await draft.drop()
    onSent()
  }
  const displayedEntry = submission.refused ?? rejected
  return (
    <Form form={form} label={t('title')} onSubmit={() => void submitQuestion()}>
      {displayedEntry && <EntryStatus entry={displayedEntry} />}
      {questionFields.map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <SubmitFooter
        submission={submission}
        label={t('send')}
        note={draft.state === 'saved' ? t('draftSaved') : t('note')}
      />
    </Form>
  )
}

/** Lists the user's questions: unsent, waiting for an answer, and published. */
function AskedQuestions({
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
  // Entries of new questions, and receipts of questions that have been published or are not in the list yet.
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
          <AskedQuestionRow
            key={row.id}
            row={row}
            entry={entriesByRow.get(row)?.find(({ state }) => state !== 'done')}
          />
        ))}
        {published.map((row) => (
          <AskedQuestionRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the state that the user sees: every state before publication shows as `asked`. */
const getState = ({ status }: AskedQuestion) =>
  status === 'published' || status === 'hidden' ? status : 'asked'

/** A question that the server has: its text, its state, and when it was asked. */
function AskedQuestionRow({
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
