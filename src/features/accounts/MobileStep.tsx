import { Button } from 'antd-mobile'
import { useRef, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { codeMinutes } from '#contract/calls.ts'
import { useDirty } from '#lib/busy.ts'
import { useIsOffline } from '#lib/connectivity.ts'
import '#ui/antd-mobile.ts'
import { Button as QuietButton } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { TextField } from '#ui/TextField.tsx'
import styles from './MobileStep.module.css'
import { useMobileStep } from './use-mobile-step.ts'

interface MobileStepProps {
  /** The number as it was typed: the screen's, so that it outlives this form. */
  mobile: string
  onMobile: (mobile: string) => void
  /** Word of the button. */
  submit: string
  /** Signed in: token and person are there, a new account included; the success was told. */
  onSignedIn: () => void | Promise<void>
  /** Above the button. */
  children?: ReactNode
}

/** A mobile and the code sent to it: signing in, and the first step of a registration. Needs the network, and says so. */
export function MobileStep({ mobile, onMobile, submit, onSignedIn, children }: MobileStepProps) {
  const { t } = useTranslation('accounts')
  const mobileInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const step = useMobileStep({ mobile, fields: { mobile: mobileInput, code: codeInput }, onSignedIn })
  const isOffline = useIsOffline()
  useDirty(mobile !== '' || step.code !== '')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    step.submit()
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextField
        ref={mobileInput}
        label={t('code.mobile')}
        help={t('code.mobileHelp')}
        problem={step.problems.mobile}
        value={mobile}
        onChange={onMobile}
        type="tel"
        autoComplete="tel"
      />
      <div className={styles.code}>
        <TextField
          ref={codeInput}
          label={t('code.code')}
          problem={step.problems.code}
          value={step.code}
          onChange={step.changeCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          aside={<SendButton step={step} />}
        />
        <output>
          {isOffline && <Note icon="offline" text={t('code.offline')} />}
          {!isOffline && step.sentTo !== undefined && (
            <Note icon="info" text={t('code.sent', { mobile: step.sentTo, minutes: codeMinutes })} />
          )}
        </output>
      </div>
      {children}
      <Button block type="submit" color="primary" size="large" shape="rounded" loading={step.isSigningIn}>
        {submit}
      </Button>
    </form>
  )
}

function SendButton({ step }: { step: ReturnType<typeof useMobileStep> }) {
  const { t } = useTranslation('accounts')
  const { waitSeconds } = step
  return (
    <QuietButton
      className={styles.send}
      disabled={waitSeconds > 0 || step.isSending}
      busy={step.isSending}
      onClick={step.send}
    >
      {waitSeconds > 0
        ? t('code.again', { seconds: waitSeconds })
        : t(step.sentTo === undefined ? 'code.send' : 'code.resend')}
    </QuietButton>
  )
}

function Note({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className={styles.note}>
      <Icon name={icon} size={20} />
      {text}
    </span>
  )
}
