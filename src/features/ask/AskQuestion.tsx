import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { SubmitFooter, useSubmission } from '#features/participant-forms'
import { Form, FormField, useFormDraft, useModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import {
  EntryStatus,
  createId,
  reviseEntry,
  submit,
  useDraft,
  useEntries,
  useIsOutboxReady,
  type OutboxEntry,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { clearPendingQuestion, readPendingQuestion } from './pending-question.ts'
import { AskedQuestions } from './AskedQuestions.tsx'
import {
  askPath,
  fromQuestion,
  questionFields,
  questionsModule,
  questionShape,
  toQuestion,
} from './question-form.ts'

/** Creates the id of the next question from the number of questions sent on this screen. */
const nextQuestion = (sentBefore: number) => ({ id: createId(), sentBefore })

/**
 * The form of a question, with earlier questions below it.
 * A rejected question returns to the form. A sent one joins the list when the form is cleared: until then the form
 * shows
 * its status, so that it does not appear twice.
 */
export function AskQuestion() {
  const entries = useEntries().filter(({ module }) => module === questionsModule)
  const isReady = useIsOutboxReady()
  const [{ id, sentBefore }, setNext] = useState(() => nextQuestion(0))
  const rejected = entries.find(({ state }) => state === 'rejected')
  if (!isReady) return <SkeletonLines lines={6} />
  return (
    <>
      <QuestionForm
        key={`${id} ${rejected?.id}`}
        id={id}
        refused={rejected}
        onAsked={() => setNext(nextQuestion(sentBefore + 1))}
      />
      <AskedQuestions
        entries={entries.filter((entry) => entry !== rejected && entry.entityId !== id)}
        wasSent={sentBefore > 0}
      />
    </>
  )
}

function QuestionForm({
  id,
  refused: rejected,
  onAsked,
}: {
  id: string
  refused: OutboxEntry | undefined
  onAsked: () => void
}) {
  const { t } = useTranslation('ask')
  const draft = useDraft<Values>(`${questionsModule} new`)
  const sending = useSubmission()
  const [carried] = useState(readPendingQuestion)
  const sent = rejected && fromQuestion(rejected.body)
  const form = useModuleForm(questionShape, {
    fields: questionFields,
    values: { language: useLocale(), ...sent, ...carried },
  })
  const isFilled = useFormDraft(form, carried ? { ...draft, saved: carried } : draft)
  const { save } = draft
  useEffect(() => {
    if (!isFilled || !carried) return
    save(carried)
    clearPendingQuestion()
  }, [isFilled, carried, save])
  /** A rejected entry of a device without storage, which exists only in this form. */
  const [unstored, setUnstored] = useState<OutboxEntry>()
  const { showServerIssues } = form
  const issues = rejected?.problems
  useEffect(() => {
    if (issues && isFilled) showServerIssues(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejected entry: corrected fields stay corrected
  }, [rejected?.id, isFilled])
  if (!isFilled) return <SkeletonLines lines={4} />
  const submitQuestion = async () => {
    // A question beyond the limit may be accepted now without a change, so only issues of its fields stop it.
    if (form.allIssues.length > 0) {
      form.check()
      return
    }
    const body = toQuestion(form.values)
    const title = String(form.values['title']).trim()
    setUnstored(undefined)
    const sent = await sending.send(() =>
      rejected
        ? reviseEntry(rejected.id, body)
        : submit({
            module: questionsModule,
            entityId: id,
            deed: { kind: 'create' },
            body,
            title,
            formPath: askPath,
          }),
    )
    if (!sent) return
    if (sent.entry?.state === 'rejected') {
      setUnstored(sent.entry)
      showServerIssues(sent.entry.problems ?? [])
      return
    }
    await draft.drop()
    onAsked()
  }
  const shownEntry = unstored ?? rejected
  return (
    <Form form={form} label={t('title')} onSubmit={() => void submitQuestion()}>
      {shownEntry && <EntryStatus entry={shownEntry} />}
      {questionFields.map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <SubmitFooter
        sending={sending}
        label={t('send')}
        note={draft.state === 'saved' ? t('draftSaved') : t('note')}
      />
    </Form>
  )
}
