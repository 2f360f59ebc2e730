import { type Ref, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from '@tanstack/react-query'
import { codeMinutes, codeDigits, type CodePurpose } from '#contract/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { TextField } from '#ui/TextField.tsx'
import { api, isClientError } from '#platform/api.ts'
import styles from './CodeField.module.css'

/** Field for an SMS code, with the button that sends one and counts down. Phones fill it in from the message. */
export function CodeField({
  code,
  onCode,
  error,
  sending,
  ref,
}: {
  code: string
  onCode: (code: string) => void
  error: string | undefined
  /** From {@link useSendCode}. */
  sending: SendCodeState
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('sign-in')
  const isOffline = useIsOffline()
  const { sentTo } = sending
  return (
    <div className={styles.field}>
      <TextField
        ref={ref}
        label={t('code.code')}
        error={error}
        value={code}
        onChange={(text) => onCode(parseCode(text))}
        inputMode="numeric"
        autoComplete="one-time-code"
        aside={<SendButton sending={sending} />}
      />
      <output>
        {isOffline && <Hint icon="offline" text={t('code.offline')} />}
        {!isOffline && sentTo !== undefined && (
          <Hint icon="info" text={t('code.sent', { mobile: sentTo, minutes: codeMinutes })} />
        )}
      </output>
    </div>
  )
}

function SendButton({ sending: { waitSeconds, isSending, sentTo, send } }: { sending: SendCodeState }) {
  const { t } = useTranslation('sign-in')
  const label = sentTo === undefined ? t('code.send') : t('code.resend')
  return (
    <Button className={styles.send} disabled={waitSeconds > 0 || isSending} busy={isSending} onClick={send}>
      {waitSeconds > 0 ? t('code.again', { seconds: waitSeconds }) : label}
    </Button>
  )
}

function Hint({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className={styles.note}>
      <Icon name={icon} size={20} />
      {text}
    </span>
  )
}

/**
 * Extracts a code from typed, pasted or auto-filled text.
 * Accepts a whole text message, full-width digits and spaces. Returns at most as many digits as a code has: `123456` of
 * `Code 123456, valid for 5 minutes`, and `123` of `12 3`.
 */
export function parseCode(text: string): string {
  // Turns full-width digits into ASCII digits.
  const normalized = text.normalize('NFKC')
  const standalone = new RegExp(`(?<!\\d)\\d{${codeDigits}}(?!\\d)`).exec(normalized)?.[0]
  return standalone ?? normalized.replaceAll(/\D/g, '').slice(0, codeDigits)
}

/** Field for a mobile number. Explains the format of foreign numbers. */
export function MobileField({
  mobile,
  onMobile,
  error,
  ref,
}: {
  mobile: string
  onMobile: (mobile: string) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('sign-in')
  return (
    <TextField
      ref={ref}
      label={t('code.mobile')}
      help={t('code.mobileHelp')}
      error={error}
      value={mobile}
      onChange={onMobile}
      type="tel"
      autoComplete="tel"
    />
  )
}

/** State of the button that sends codes, and its action. */
interface SendCodeState {
  /** The number to which the last code was sent; undefined before. */
  sentTo: string | undefined
  /** Seconds until another code can be sent. */
  waitSeconds: number
  isSending: boolean
  send: () => void
}

/** Sends codes to a mobile number. After each one, the user must wait as long as the server says. */
export function useSendCode({
  mobile,
  purpose,
  onSent,
  onRejected,
}: {
  /** The number as typed. */
  mobile: string
  purpose: CodePurpose
  /** @param challenge id of this request, which the app sends with the code later */
  onSent: (challenge: string) => void
  /** @param text what is wrong with the number, in the user's language */
  onRejected: (text: string) => void
}): SendCodeState {
  const { t } = useTranslation('sign-in')
  const countdown = useCountdown()
  const [sentTo, setSentTo] = useState<string>()
  const sending = useMutation({
    mutationFn: async (to: string) => {
      try {
        const { resendAfterSeconds, challenge } = await api.sendCode({ mobile: to, purpose })
        countdown.start(resendAfterSeconds)
        setSentTo(to)
        onSent(challenge)
      } catch (error) {
        if (!isClientError(error)) throw error
        onRejected(error.fields[0]?.text ?? error.msg)
      }
    },
  })
  return {
    sentTo,
    // The wait is for one number. Another one can receive a code at once: the first may have been a typing error.
    waitSeconds: mobile.trim() === sentTo ? countdown.seconds : 0,
    isSending: sending.isPending,
    send() {
      const to = mobile.trim()
      if (to === '') return onRejected(t('signIn.missing', { label: t('code.mobile') }))
      if (!sending.isPending) sending.mutate(to)
    },
  }
}

/** Interval between updates in milliseconds: short enough to show every second. */
const tickMs = 250

/**
 * Counts down the seconds of a wait; 0 when there is none. It compares with the clock, because background pages get few
 * ticks. When the clock is set back, the rest of the wait is at most its length.
 */
function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [wait, setWait] = useState<{ untilMs: number; seconds: number }>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!wait) return undefined
    const update = () => {
      const secondsLeft = Math.min(wait.seconds, Math.max(0, Math.ceil((wait.untilMs - Date.now()) / 1000)))
      setSeconds(secondsLeft)
      if (secondsLeft === 0) clearInterval(timer)
    }
    const timer = setInterval(update, tickMs)
    update()
    return () => clearInterval(timer)
  }, [wait])
  return {
    seconds,
    start: (waitSeconds) => setWait({ untilMs: Date.now() + waitSeconds * 1000, seconds: waitSeconds }),
  }
}
