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
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<RevealData>()
  useEffect(() => {
    if (!shown) return undefined
    const hide = () => setShown(undefined)
    const timer = setTimeout(hide, revealMs)
    // A tablet that is put down must not show the value.
    const leave = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [shown])
  const label = field.label[labels.locale]
  return (
    <span className={styles.line}>
      {/* Rendered before it has content, so that screen readers announce the content. */}
      <output className={styles.value}>
        {shown ? (
          <RevealedValue name={name} field={field} shown={shown} labels={labels} />
        ) : (
          <span className={styles.masked}>***</span>
        )}
      </output>
      {shown ? (
        <Button className={styles.button} onClick={() => setShown(undefined)}>
          {t('reveal.hide')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      ) : (
        <Button className={styles.button} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('reveal.show')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <Suspense>
        {isAsking && (
          <RevealSheet
            module={module}
            row={id}
            field={name}
            label={label}
            onShown={setShown}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </span>
  )
}
