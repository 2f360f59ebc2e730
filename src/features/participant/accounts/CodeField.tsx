import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { codeMinutes } from '#contract/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { TextField } from '#ui/TextField.tsx'
import styles from './CodeField.module.css'
import { parseCode } from './parse-code.ts'
import type { SendCodeState } from './use-send-code.ts'

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
