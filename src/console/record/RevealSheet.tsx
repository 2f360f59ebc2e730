import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RevealData } from '#contract/row-api.ts'
import { ApiError } from '#platform/api.ts'
import { getDraftName, useTextDraft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { TextField } from '#ui/TextField.tsx'
import { revealValue } from '../data/row-operations.ts'
import styles from './RecordActions.module.css'

/** Length of a reason in characters; the server has the same limits. */
const reasonLength = { min: 5, max: 200 }

/** Asks why a masked value is revealed, and says that the reason is logged. */
export default function RevealSheet({
  module,
  rowId,
  field,
  label,
  onRevealed,
  onClose,
}: {
  module: string
  rowId: string
  /** Key of the field. */
  field: string
  /** Label of the field in the user's language. */
  label: string
  /** Receives the value, before the sheet closes. */
  onRevealed: (data: RevealData) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const reason = useTextDraft(`${getDraftName(module, rowId)} reveal ${field}`)
  const [errorText, setErrorText] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const reveal = async () => {
    const reasonText = reason.text.trim()
    if (reasonText.length < reasonLength.min)
      return setErrorText(t('reveal.short', { count: reasonLength.min }))
    setBusy(true)
    try {
      onRevealed(await revealValue(module, { id: rowId, field, reason: reasonText }))
      reason.drop()
      onClose()
    } catch (error) {
      setErrorText(error instanceof ApiError ? (error.fields[0]?.text ?? error.msg) : t('networkAccess'))
      setBusy(false)
    }
  }
  return (
    <Sheet title={t('reveal.title', { label })} closeLabel={t('close')} onClose={onClose}>
      <form
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          void reveal()
        }}
      >
        {reason.isReady ? (
          <TextField
            label={t('reveal.reason')}
            value={reason.text}
            maxLength={reasonLength.max}
            help={t('reveal.kept')}
            error={errorText}
            onChange={(text) => {
              reason.change(text)
              setErrorText(undefined)
            }}
          />
        ) : (
          <SkeletonLines lines={2} />
        )}
        <div className={styles.sheetFoot}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="filled" busy={isBusy}>
            {t('reveal.show')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
