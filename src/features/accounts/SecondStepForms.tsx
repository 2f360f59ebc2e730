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

interface CodeFormProps {
  /** Of a sign-in beside the session; absent where it is the session's. */
  token: string | undefined
  code: string
  onCode: (code: string) => void
  onVerified: () => Promise<void>
}

/** Six digits from the authenticator app; a complete code is sent on by itself once. */
export function AppCodeForm({ token, code, onCode, onVerified }: CodeFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.code')
  const { input, problem, isBusy, verify } = useVerification({ token, onVerified }, label)
  // A wrong code must not use up the tries by itself.
  const isSentOn = useRef(false)
  const change = (text: string) => {
    const next = parseCode(text)
    onCode(next)
    if (next.length < codeDigits || isSentOn.current) return
    isSentOn.current = true
    verify(next)
  }
  return (
    <CodeForm lead={t('second.lead')} isBusy={isBusy} onSubmit={() => verify(code)}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={change}
        problem={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </CodeForm>
  )
}

/** One of the recovery codes, in place of the app. */
export function RecoveryCodeForm({ token, code, onCode, onVerified }: CodeFormProps) {
  const { t } = useTranslation('sign-in')
  const label = t('second.recovery')
  const { input, problem, isBusy, verify } = useVerification({ token, onVerified }, label)
  return (
    <CodeForm lead={t('second.recoveryLead')} isBusy={isBusy} onSubmit={() => verify(code.trim())}>
      <TextField
        ref={input}
        label={label}
        value={code}
        onChange={onCode}
        problem={problem}
        help={t('second.recoveryHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </CodeForm>
  )
}

interface CodeFrameProps {
  lead: string
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}

function CodeForm({ lead, isBusy, onSubmit, children }: CodeFrameProps) {
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
