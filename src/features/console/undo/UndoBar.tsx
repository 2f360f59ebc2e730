import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { invalidateRows } from '../data/queries.ts'
import { dismissUndoOffer, useUndoOffer, type UndoOffer } from './offers.ts'
import { undoWrite } from './undo-write.ts'
import { useUndoOffers } from './use-undo-offers.ts'
import styles from './UndoBar.module.css'

/** How long an offer stands, in milliseconds; afterwards the history of the row has it. */
const offerMs = 12_000

/** At the upper edge, over no button that a thumb is on: what was just done, and the way back from it. */
export function UndoBar() {
  useUndoOffers()
  const offer = useUndoOffer()
  return (
    // There before it has words, or these are not read out.
    <output className={styles.place}>
      {offer && <Offer key={`${offer.module} ${offer.rowId} ${offer.version}`} offer={offer} />}
    </output>
  )
}

function Offer({ offer }: { offer: UndoOffer }) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // Whoever is on it reads it in peace.
    if (isHeld || isBusy) return undefined
    const timer = setTimeout(dismissUndoOffer, offerMs)
    return () => clearTimeout(timer)
  }, [isHeld, isBusy])
  const undo = async () => {
    setBusy(true)
    try {
      const outcome = await undoWrite(offer)
      if (outcome === 'done')
        notify({
          kind: 'success',
          title: t('undo.done', { title: offer.title }),
          ...(offer.isTold && { text: t('undo.toldStays') }),
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
    <span className={styles.bar} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      <Icon name="check" size={20} />
      <span className={styles.words}>
        <span className={styles.title}>{offer.title}</span>
        {offer.isTold && <span className={styles.told}>{t('undo.told')}</span>}
      </span>
      <Button busy={isBusy} onClick={() => void undo()}>
        {t('undo.button')}
      </Button>
      <IconButton icon="close" look="weak" label={t('close')} onClick={dismissUndoOffer} />
    </span>
  )
}
