import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { invalidateRows, metadataQuery } from '../data/queries.ts'
import { authStore } from '#platform/auth.ts'
import { listRevisions } from '../data/row-operations.ts'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import {
  dismissUndoOffer,
  useUndoOffer,
  type UndoOffer,
  isUndoSuppressed,
  offerUndo,
  toUndoOffer,
} from './offers.ts'
import styles from './UndoBar.module.css'
import { restoreWithConfirm } from './restore-with-confirm.ts'

/** How long undo is offered, in milliseconds; afterwards the row's history offers it. */
const offerMs = 12_000

/** Shows the last write and an undo button, at the upper edge, where it covers no button. */
export function UndoBar() {
  useOffersFromOutbox()
  const offer = useUndoOffer()
  return (
    // Rendered before it has content, so that screen readers announce the content.
    <output className={styles.container}>
      {offer && <OfferBar key={`${offer.module} ${offer.rowId} ${offer.version}`} offer={offer} />}
    </output>
  )
}

/** Shows an offer until it expires, is used or dismissed. */
function OfferBar({ offer }: { offer: UndoOffer }) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // No expiry while the focus is inside; the full time starts again when it leaves.
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
      // Another user changed the row between the check and the restore.
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

/** Result of an undo. */
type UndoResult = 'done' | 'changed_since'

/**
 * Undoes a write by restoring the version before it. A row that another user has changed since stays as it is.
 * @throws ApiError, NetworkError
 */
async function undoWrite({ module, rowId: id, version }: UndoOffer): Promise<UndoResult> {
  if (version === undefined) {
    await restoreWithConfirm(module, { id })
    return 'done'
  }
  const [newest] = await listRevisions(module, id)
  // An edit that changed nothing returns the present version, which another user may have written.
  if (newest?.version !== version || newest.actor?.id !== authStore.getUser().id) return 'changed_since'
  // Versions of a row are consecutive, so this is the one before the write.
  await restoreWithConfirm(module, { id, version: version - 1, known: version })
  return 'done'
}

/** Offers undo for the user's newest write once it has reached the server. */
function useOffersFromOutbox(): void {
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const client = useQueryClient()
  /** Ids of sent entries that were handled already; undefined until the outbox is ready. */
  const handledIds = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!isOutboxReady) return
    const doneEntries = entries.filter(({ state }) => state === 'done')
    // The first run marks all sent entries as handled. A later write is still queued then, so it gets an offer.
    const newlyDone = handledIds.current ? doneEntries.filter(({ id }) => !handledIds.current?.has(id)) : []
    handledIds.current ??= new Set()
    for (const { id } of doneEntries) handledIds.current.add(id)
    const newest = newlyDone.findLast(({ id, isQuiet }) => isQuiet !== true && !isUndoSuppressed(id))
    if (!newest) return
    void client
      .ensureQueryData(metadataQuery(newest.module))
      .then((metadata) => toUndoOffer(newest, metadata))
      .then((offer) => offer && offerUndo(offer))
      // Without metadata there is no offer; the row's history still allows undo.
      .catch(() => undefined)
  }, [entries, isOutboxReady, client])
}
