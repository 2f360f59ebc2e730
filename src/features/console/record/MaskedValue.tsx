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

/** How long a value stands there in full, in milliseconds: as long as it takes to compare it with a passport. */
const shownMs = 30_000

/** A value that is masked, with the way to see it: a reason, which is kept. It is gone soon, and at once when one leaves. */
export function MaskedValue({
  module,
  id,
  name,
  field,
  words,
}: {
  module: string
  id: string
  name: string
  field: FieldMetadata
  words: ValueLabels
}) {
  const { t } = useTranslation('console')
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<RevealData>()
  useEffect(() => {
    if (!shown) return undefined
    const hide = () => setShown(undefined)
    const timer = setTimeout(hide, shownMs)
    // A tablet that is put down shows it to nobody.
    const leave = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [shown])
  const label = field.label[words.locale]
  return (
    <span className={styles.line}>
      {/* There before it has words, or these are not read out. */}
      <output className={styles.value}>
        {shown ? (
          <RevealedValue name={name} field={field} shown={shown} words={words} />
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
