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

/** The id that the next question gets, and how many were asked here before. */
const nextQuestion = (askedBefore: number) => ({ id: createId(), askedBefore })

/**
 * The form of a question with what was asked before under it. One that was refused comes back into the form. The newest
 * joins the others when its form is emptied: until then the form says that it is kept, and nothing is said twice.
 */
export function AskQuestion() {
  const entries = useEntries().filter(({ module }) => module === questionsModule)
  const isReady = useIsOutboxReady()
  const [{ id, askedBefore }, setNext] = useState(() => nextQuestion(0))
  const refused = entries.find(({ state }) => state === 'rejected')
  if (!isReady) return <SkeletonLines lines={6} />
  return (
    <>
      <QuestionForm
        key={`${id} ${refused?.id}`}
        id={id}
        refused={refused}
        onAsked={() => setNext(nextQuestion(askedBefore + 1))}
      />
      <AskedQuestions
        entries={entries.filter((entry) => entry !== refused && entry.entityId !== id)}
        wasAsked={askedBefore > 0}
      />
    </>
  )
}

function QuestionForm({
  id,
  refused,
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
  const sent = refused && fromQuestion(refused.body)
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
  /** What was sent at once, since the device keeps nothing, and refused: this form is the only place that it lies in. */
  const [unkept, setUnkept] = useState<OutboxEntry>()
  const { refuse } = form
  const problems = refused?.problems
  useEffect(() => {
    if (problems && isFilled) refuse(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal: what is mended stays so
  }, [refused?.id, isFilled])
  if (!isFilled) return <SkeletonLines lines={4} />
  const ask = async () => {
    // Asked again as it stands, a question that was one too many may be taken now: only what is wrong with it holds it up.
    if (form.faults.length > 0) {
      form.check()
      return
    }
    const body = toQuestion(form.values)
    const title = String(form.values['title']).trim()
    setUnkept(undefined)
    const sent = await sending.send(() =>
      refused
        ? reviseEntry(refused.id, body)
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
      setUnkept(sent.entry)
      refuse(sent.entry.problems ?? [])
      return
    }
    await draft.drop()
    onAsked()
  }
  const told = unkept ?? refused
  return (
    <Form form={form} label={t('title')} onSubmit={() => void ask()}>
      {told && <EntryStatus entry={told} />}
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
