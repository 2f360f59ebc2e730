import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RevealData } from '#contract/row-api.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { RevealedValue } from './RevealedValue.tsx'
import styles from './MaskedValue.module.css'

const RevealSheet = lazy(() => import('./RevealSheet.tsx'))

/** How long a revealed value is shown, in milliseconds: long enough to compare it with a passport. */
const revealMs = 30_000

/**
 * Shows a masked value with a button to reveal it for a reason, which the server logs. The value is hidden again after
 * a while, and at once when the page is hidden.
 */
export function MaskedValue({
  module,
  id,
  name,
  field,
  labels,
}: {
  module: string
  id: string
  name: string
  field: FieldMetadata
  labels: ValueLabels
}) {
  const { t } = useTranslation('console')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [revealed, setRevealed] = useState<RevealData>()
  useEffect(() => {
    if (!revealed) return undefined
    const hide = () => setRevealed(undefined)
    const timer = setTimeout(hide, revealMs)
    // A locked or unattended device must not show the value.
    const hideWhenPageIsHidden = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', hideWhenPageIsHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideWhenPageIsHidden)
    }
  }, [revealed])
  const label = field.label[labels.locale]
  return (
    <span className={styles.line}>
      {/* Rendered before it has content, so that screen readers announce the content. */}
      <output className={styles.value}>
        {revealed ? (
          <RevealedValue name={name} field={field} revealed={revealed} labels={labels} />
        ) : (
          <span className={styles.masked}>***</span>
        )}
      </output>
      {revealed ? (
        <Button className={styles.button} onClick={() => setRevealed(undefined)}>
          {t('reveal.hide')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      ) : (
        <Button className={styles.button} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
          {t('reveal.show')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <Suspense>
        {isSheetOpen && (
          <RevealSheet
            module={module}
            rowId={id}
            field={name}
            label={label}
            onRevealed={setRevealed}
            onClose={() => setSheetOpen(false)}
          />
        )}
      </Suspense>
    </span>
  )
}
