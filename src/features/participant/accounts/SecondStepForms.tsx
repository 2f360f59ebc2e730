import { Button } from 'antd-mobile'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeDigits } from '#contract/api.ts'
import '#ui/antd-mobile.css'
import { TextField } from '#ui/TextField.tsx'
import { parseCode } from './parse-code.ts'
import { OfflineNote } from './OfflineNote.tsx'
import styles from './SecondFactor.module.css'
import { useVerification } from './use-verification.ts'

interface VerificationFormProps {
  /** Token of a sign-in that is not in the auth store yet; absent when it is. */
  token: string | undefined
  code: string
  onCode: (code: string) => void
  onVerified: () => Promise<void>
}

/** Field for six digits from the authenticator app. The first complete code is submitted automatically. */
export function AppCodeForm({ token, code, onCode, onVerified }: VerificationFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.code')
  const { input, error, isBusy, verify } = useVerification({ token, onVerified }, label)
  // A wrong code must not use up further attempts automatically.
  const isSubmitted = useRef(false)
  const change = (text: string) => {
    const next = parseCode(text)
    onCode(next)
    if (next.length < codeDigits || isSubmitted.current) return
    isSubmitted.current = true
    verify(next)
  }
  return (
    <CodeForm lead={t('second.lead')} isBusy={isBusy} onSubmit={() => verify(code)}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={change}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </CodeForm>
  )
}

/** Field for a recovery code, for users without their authenticator app. */
export function RecoveryCodeForm({ token, code, onCode, onVerified }: VerificationFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.recovery')
  const { input, error, isBusy, verify } = useVerification({ token, onVerified }, label)
  return (
    <CodeForm lead={t('second.recoveryLead')} isBusy={isBusy} onSubmit={() => verify(code.trim())}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={onCode}
        error={error}
        help={t('second.recoveryHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </CodeForm>
  )
}

interface CodeFormProps {
  lead: string
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}

function CodeForm({ lead, isBusy, onSubmit, children }: CodeFormProps) {
  const { t } = useTranslation('sign-in')
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className={styles.text}>{lead}</p>
      {children}
      <OfflineNote />
      <Button block type="submit" color="primary" size="large" shape="rounded" loading={isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
