import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, FormField, FormFooter, useModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { storePendingQuestion, readPendingQuestion } from './pending-question.ts'
import { askPath, questionFields, questionShape } from './question-form.ts'

/** Lets visitors write their question before they sign in, and restores it afterwards. */
export function AskBeforeSignIn() {
  const { t } = useTranslation('ask')
  const navigate = useNavigate()
  const [pendingQuestion] = useState(readPendingQuestion)
  const form = useModuleForm(questionShape, {
    fields: questionFields,
    values: { language: useLocale(), ...pendingQuestion },
  })
  const { typedValues } = form
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
