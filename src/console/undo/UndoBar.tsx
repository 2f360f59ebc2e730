import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { invalidateRows } from '../data/queries.ts'
import { dismissUndoOffer, useUndoOffer, type UndoOffer } from './offers.ts'
import { undoWrite } from './undo-write.ts'
import { useUndoOffers } from './use-undo-offers.ts'
import styles from './UndoBar.module.css'

/** How long undo is offered, in milliseconds; afterwards the row's history offers it. */
const offerMs = 12_000

/** Shows the last write and an undo button, at the upper edge, where it covers no button. */
export function UndoBar() {
  useUndoOffers()
  const offer = useUndoOffer()
  return (
    // Rendered before it has content, so that screen readers announce the content.
    <output className={styles.container}>
      {offer && <Offer key={`${offer.module} ${offer.rowId} ${offer.version}`} offer={offer} />}
    </output>
  )
}

function Offer({ offer }: { offer: UndoOffer }) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // The timer pauses while the focus is inside.
    if (isPaused || isBusy) return undefined
    const timer = setTimeout(dismissUndoOffer, offerMs)
    return () => clearTimeout(timer)
  }, [isPaused, isBusy])
  const undo = async () => {
    setBusy(true)
    try {
      const result = await undoWrite(offer)
      if (result === 'done')
        notify({
          kind: 'success',
          title: t('undo.done', { title: offer.title }),
          ...(offer.hasNotified && { text: t('undo.toldStays') }),
        })
      else notify({ kind: 'warning', title: t('undo.changed') })
    } catch (error) {
      const text = error instanceof ApiError ? (error.fields[0]?.text ?? error.msg) : t('networkAccess')
      const isStale = error instanceof ApiError && error.key === 'row.stale'
      notify({
        kind: 'warning',
        title: t(isStale ? 'undo.changed' : 'undo.failed'),
        ...(!isStale && { text }),
      })
    } finally {
      invalidateRows(client, offer.module)
      dismissUndoOffer()
    }
  }
  return (
    <span className={styles.bar} onFocus={() => setPaused(true)} onBlur={() => setPaused(false)}>
      <Icon name="check" size={20} />
      <span className={styles.text}>
        <span className={styles.title}>{offer.title}</span>
        {offer.hasNotified && <span className={styles.message}>{t('undo.told')}</span>}
      </span>
      <Button busy={isBusy} onClick={() => void undo()}>
        {t('undo.button')}
      </Button>
      <IconButton icon="close" variant="weak" label={t('close')} onClick={dismissUndoOffer} />
    </span>
  )
}
