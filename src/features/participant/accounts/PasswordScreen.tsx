import '#ui/antd-mobile.css'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd-mobile'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordCharacters } from '#contract/password.ts'
import { MyCenter } from '#platform/routing.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { notify } from '#platform/notices.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { TextField } from '#ui/TextField.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { BackToCenter, useLeaveWhenSignedOut } from './CenterPage.tsx'
import styles from './PasswordScreen.module.css'
import { hasRecentProof } from './sign-in.ts'
import { usePasswordForm, type ProofField } from './use-password-form.ts'
import { CodeField, MobileField, useSendCode } from './CodeField.tsx'

/** Sets the first password, changes it, or replaces a forgotten one. */
export function PasswordScreen() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  useDocumentTitle(t('password.title'))
  useLeaveWhenSignedOut()
  // A user who has just signed in by a code needs no other proof.
  const [needsProof, setNeedsProof] = useState(() => !hasRecentProof())
  const [proof, setProof] = useState<ProofField>('old_pwd')
  const form = usePasswordForm({
    proof: needsProof ? proof : undefined,
    onProofNeeded: () => setNeedsProof(true),
    onChanged() {
      notify({ kind: 'success', title: t('password.done'), text: t('password.doneText') })
      void navigate({ to: MyCenter, replace: true })
    },
  })
  useUnsavedChanges(form.isDirty)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <Screen>
      <BackToCenter />
      <PageHeader
        title={t('password.title')}
        lead={t(needsProof ? 'password.lead' : 'password.leadProven')}
      />
      <form className={styles.form} onSubmit={submit} noValidate>
        {needsProof && <ProofFields form={form} proof={proof} onProof={setProof} />}
        <TextField
          {...form.field('new_pwd')}
          label={t('password.new')}
          help={t('password.rule', passwordCharacters)}
          type="password"
          autoComplete="new-password"
        />
        <TextField
          {...form.field('repeat_pwd')}
          label={t('password.repeat')}
          type="password"
          autoComplete="new-password"
        />
        <Button block type="submit" color="primary" size="large" shape="rounded" loading={form.isBusy}>
          {t('password.submit')}
        </Button>
      </form>
    </Screen>
  )
}

/** Fields that can prove the identity: the old password, or a code in a text message. */
const proofFields = ['old_pwd', 'captcha'] as const satisfies readonly ProofField[]

/** Field for the old password, or for a code sent to the user's mobile. */
function ProofFields({
  form,
  proof,
  onProof,
}: {
  form: ReturnType<typeof usePasswordForm>
  proof: ProofField
  /** Called when the user chooses the other proof. */
  onProof: (proof: ProofField) => void
}) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <SegmentedControl
        title={t('password.proof')}
        choices={proofFields.map((value) => ({ value, label: t(`password.by.${value}`) }))}
        chosen={proof}
        onChoose={onProof}
      />
      {proof === 'old_pwd' ? (
        <TextField
          {...form.field('old_pwd')}
          label={t('password.old')}
          type="password"
          autoComplete="current-password"
        />
      ) : (
        <CodeFields form={form} />
      )}
    </>
  )
}

/** Fields for a mobile number and the code sent to it. The server accepts only the number of the account. */
function CodeFields({ form }: { form: ReturnType<typeof usePasswordForm> }) {
  const { ref: mobileRef, ...mobile } = form.field('mobile')
  const { ref: codeRef, ...code } = form.field('captcha')
  const sending = useSendCode({
    mobile: mobile.value,
    purpose: 'password',
    onSent(challenge) {
      form.setChallenge(challenge)
      form.showIssues([])
      form.focus('captcha')
    },
    onRejected: (text) => form.showIssues([{ path: 'mobile', key: 'field.invalid', text }]),
  })
  return (
    <>
      <MobileField ref={mobileRef} mobile={mobile.value} onMobile={mobile.onChange} error={mobile.error} />
      <CodeField
        ref={codeRef}
        code={code.value}
        onCode={code.onChange}
        error={code.error}
        sending={sending}
      />
    </>
  )
}
