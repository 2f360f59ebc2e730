import { useMutation } from '@tanstack/react-query'
import { Button as SubmitButton } from 'antd-mobile'
import { useTranslation } from 'react-i18next'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { downloadBlob } from '#platform/download-blob.ts'
import '#ui/antd-mobile.css'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './SecondFactor.module.css'
import { StepTitle } from './StepTitle.tsx'

const fileName = 'recovery-codes.txt'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void | Promise<void>
}

/** Shows the recovery codes, only this once, to copy, save or print. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('sign-in')
  useUnsavedChanges(true)
  const finishing = useMutation({ mutationFn: async () => onDone() })
  const text = `${codes.join('\n')}\n`
  return (
    <div className={styles.step}>
      <StepTitle>{t('codes.title')}</StepTitle>
      <p className={styles.text}>{t('codes.lead')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('codes.copy')} />
        <Button onClick={() => downloadBlob(new Blob([text], { type: 'text/plain' }), fileName)}>
          {t('codes.download')}
        </Button>
        <Button onClick={() => globalThis.print()}>{t('codes.print')}</Button>
      </div>
      <SubmitButton
        block
        color="primary"
        size="large"
        shape="rounded"
        loading={finishing.isPending}
        onClick={() => finishing.mutate()}
      >
        {t('codes.done')}
      </SubmitButton>
    </div>
  )
}
