import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Note.module.css'

/** Shows a notice above a form, with an action. */
export function Note({
  icon,
  text,
  children,
}: {
  icon: 'note' | 'info' | 'lock'
  text: string
  /** Buttons after the text. */
  children?: ReactNode
}) {
  return (
    <div className={styles.note}>
      <Icon name={icon} size={20} />
      <output>{text}</output>
      {children}
    </div>
  )
}

/** Says that a sheet's input was restored from a draft, and offers to discard it. */
export function RestoredNote({
  isRestored,
  onDiscard,
}: {
  /** Whether the first values came from a draft; later changes of this prop are ignored. */
  isRestored: boolean
  onDiscard: () => void
}) {
  const { t } = useTranslation('console')
  const [isShown, setShown] = useState(isRestored)
  if (!isShown) return null
  return (
    <Note icon="note" text={t('form.restored')}>
      <Button
        onClick={() => {
          setShown(false)
          onDiscard()
        }}
      >
        {t('form.throwAway')}
      </Button>
    </Note>
  )
}
