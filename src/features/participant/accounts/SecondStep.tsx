import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { endPartialSignIn, setPartialSignIn, type PartialSignIn } from './partial-sign-in.ts'
import { AppCodeForm, RecoveryCodeForm } from './SecondStepForms.tsx'
import styles from './SecondFactor.module.css'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import { completeSignIn, signOut } from './sign-in.ts'

interface SecondStepProps {
  partialSignIn: PartialSignIn
  /** Called once the sign-in is complete: token and user are set. */
  onDone: () => void | Promise<void>
}

/** The second step of a sign-in: asks for a code, or sets up a factor where the forum requires one. */
export function SecondStep({ partialSignIn, onDone }: SecondStepProps) {
  const { t } = useTranslation('sign-in')
  const { token, step } = partialSignIn
  const finish = async () => {
    await completeSignIn(token)
    notify({ kind: 'success', title: t('signIn.done') })
    // This step stays on screen until the next page is rendered.
    await Promise.resolve(onDone()).finally(() => setPartialSignIn(undefined))
  }
  return (
    <div className={styles.step}>
      {step === 'code' ? (
        <CodeStep token={token} onVerified={finish} />
      ) : (
        <>
          <p className={styles.text}>{t('setup.requiredLead')}</p>
          <SecondFactorSetup token={token} proofHelp={t('setup.signInAgain')} onDone={finish} />
        </>
      )}
      <div className={styles.actions}>
        <Button onClick={() => (token === undefined ? signOut() : endPartialSignIn(partialSignIn))}>
          {t('second.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Asks for a code of the app or a recovery code. Switching between them keeps what was typed in each. */
function CodeStep({ token, onVerified }: { token: string | undefined; onVerified: () => Promise<void> }) {
  const { t } = useTranslation('sign-in')
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  useUnsavedChanges(code !== '' || recoveryCode !== '')
  return (
    <>
      {isRecovery ? (
        <RecoveryCodeForm code={recoveryCode} onCode={setRecoveryCode} {...{ token, onVerified }} />
      ) : (
        <AppCodeForm code={code} onCode={setCode} {...{ token, onVerified }} />
      )}
      <div className={styles.actions}>
        <Button onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'second.useApp' : 'second.useRecovery')}
        </Button>
      </div>
      <p className={styles.text}>{t('second.lost')}</p>
    </>
  )
}
