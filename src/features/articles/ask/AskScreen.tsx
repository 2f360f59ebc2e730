import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useDocumentTitle } from '#platform/forum.ts'
import { authStore, useCurrentUser } from '#platform/auth.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SkeletonLines, EmptyState } from '#ui/LoadState.tsx'
import { Form, FormField, FormFooter, useModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { AskQuestion } from './AskQuestion.tsx'
import { storePendingQuestion, readPendingQuestion } from './pending-question.ts'
import { askPath, questionFields, questionShape } from './question-form.ts'

/** Page to ask the organisers, with the user's questions. */
export function AskScreen() {
  const { t } = useTranslation('ask')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Asking />
    </Screen>
  )
}

/** Shows the form that fits the user. With a token but no user yet, the user is being loaded. */
function Asking() {
  const { t } = useTranslation('ask')
  const user = useCurrentUser()
  if (user.id === undefined)
    return authStore.getToken() === undefined ? <AskBeforeSignIn /> : <SkeletonLines lines={4} />
  if (user.role === 'organiser') return <EmptyState title={t('organiser.title')} text={t('organiser.text')} />
  return <AskQuestion key={user.id} />
}

/** Lets visitors write their question before they sign in, and restores it afterwards. */
function AskBeforeSignIn() {
  const { t } = useTranslation('ask')
  const navigate = useNavigate()
  const [pendingQuestion] = useState(readPendingQuestion)
  const form = useModuleForm(questionShape, {
    fields: questionFields,
    values: { language: useLocale(), ...pendingQuestion },
  })
  const { typedValues } = form
  // Stored from the first change on, so that a visit to the page stores nothing.
  const initialValues = useRef(typedValues)
  useEffect(() => {
    if (typedValues !== initialValues.current) storePendingQuestion(typedValues)
  }, [typedValues])
  const continueToSignIn = () => {
    if (!form.check()) return
    storePendingQuestion(form.values)
    void navigate({ to: '/user/login', search: { redirectUrl: askPath } })
  }
  return (
    <Form form={form} label={t('title')} onSubmit={continueToSignIn}>
      {questionFields.map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <FormFooter label={t('signIn')} note={t('signInNote')} worksOffline={false} />
    </Form>
  )
}
