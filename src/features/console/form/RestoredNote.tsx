import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Note } from './Note.tsx'

/** Says that what stands in a sheet was typed at an earlier time, and takes it away. */
export function RestoredNote({
  isRestored,
  onThrowAway,
}: {
  /** Read once, when the sheet is filled: what is typed later was not restored. */
  isRestored: boolean
  onThrowAway: () => void
}) {
  const { t } = useTranslation('console')
  const [isShown, setShown] = useState(isRestored)
  if (!isShown) return null
  return (
    <Note icon="note" text={t('form.restored')}>
      <Button
        onClick={() => {
          setShown(false)
          onThrowAway()
        }}
      >
        {t('form.throwAway')}
      </Button>
    </Note>
  )
}
