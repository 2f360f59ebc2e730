import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CodeField } from './CodeField.tsx'
import { MobileField } from './MobileField.tsx'
import { useSendCode } from './use-send-code.ts'
import type { usePasswordForm } from './use-password-form.ts'

/** How the user proves their identity. */
export type ProofMethod = 'old_pwd' | 'captcha'

const proofMethods = ['old_pwd', 'captcha'] as const satisfies readonly ProofMethod[]

/** Field for the old password, or for a code sent to the user's mobile. */
export function ProofFields({
  form,
  proof,
  onProof,
}: {
  form: ReturnType<typeof usePasswordForm>
  proof: ProofMethod
  onProof: (proof: ProofMethod) => void
}) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <SegmentedControl
        title={t('password.proof')}
        choices={proofMethods.map((value) => ({ value, label: t(`password.by.${value}`) }))}
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
