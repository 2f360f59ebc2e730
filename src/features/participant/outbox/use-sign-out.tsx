import { useState, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  countUnsent,
  signOutWith,
  getCurrentOwner,
  type SignOutChoice,
  canSeal,
  countVisibleEntries,
  sendNow,
  useEntries,
} from '#outbox/index.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { groupBackgroundEntries } from './background-groups.ts'
import styles from './use-sign-out.module.css'

/** A sign-out that waits for the user's choice about unsent entries. */
interface SignOutRequest {
  /** Owner key of the user who signs out. */
  owner: string | undefined
  /** Number of unsent entries at the tap on the button. */
  count: number
}

/**
 * Signs out after asking about unsent entries.
 * @param signOut ends the sign-in. It reports its own failures, after which the user stays signed in.
 * @returns the function for the button, and the sheet to render
 */
export function useSignOut(signOut: () => unknown): {
  requestSignOut: () => Promise<void>
  sheet: ReactNode
} {
  const [request, setRequest] = useState<SignOutRequest>()
  const finish = (choice: SignOutChoice, owner: string | undefined) => {
    setRequest(undefined)
    // `signOut` has reported its failure.
    void signOutWith(choice, signOut, owner).catch(() => undefined)
  }
  return {
    async requestSignOut() {
      const owner = getCurrentOwner()
      const count = await countUnsent()
      if (count !== undefined && count > 0) setRequest({ owner, count })
      // An unknown number may hide unsent entries, so they are not deleted then.
      else finish(count === 0 ? 'delete' : 'keep', owner)
    },
    sheet: request && (
      <SignOutSheet
        count={request.count}
        onSignOut={(choice) => finish(choice, request.owner)}
        onCancel={() => setRequest(undefined)}
      />
    ),
  }
}

/** Asks at sign-out what happens to unsent entries: send now, keep until the user returns, or delete. */
function SignOutSheet({
  count,
  onSignOut,
  onCancel,
}: {
  /** Number of unsent entries. */
  count: number
  onSignOut: (choice: SignOutChoice) => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['outbox', 'common'])
  const pending = useEntries().filter(({ state }) => state !== 'done')
  const { typedEntries, backgroundGroups } = groupBackgroundEntries(pending)
  const isOffline = useIsOffline()
  /** Whether the user has chosen to send the entries now. */
  const [sendState, setSendState] = useState<'no' | 'sending' | 'failed'>('no')
  // Sending would fail now, so the button to keep the entries is the filled one.
  const recommendsKeeping = canSeal() && (isOffline || sendState === 'failed')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const send = async () => {
    setSendState('sending')
    // The count tells whether it failed.
    await sendNow().catch(() => undefined)
    const unsentCount = await countUnsent()
    // The user has closed the sheet, so the sign-out is cancelled.
    if (!isOpen.current) return
    if (unsentCount === 0) onSignOut('delete')
    else setSendState('failed')
  }
  return (
    <Sheet title={t('leave.title')} closeLabel={t('close', { ns: 'common' })} onClose={onCancel}>
      <div className={styles.body}>
        {/* The list of entries may load after the count, and the user may have added some in another tab. */}
        <p>{t('leave.text', { count: Math.max(count, countVisibleEntries(pending)) })}</p>
        <ul className={styles.list}>
          {typedEntries.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {backgroundGroups.map(({ module, title, entries }) => (
            <li key={module}>{t('quiet.title', { title, count: entries.length })}</li>
          ))}
        </ul>
        <output className={styles.note}>
          {sendState === 'failed' ? t('leave.failed') : isOffline ? t('leave.offline') : ''}
        </output>
        <div className={styles.choice}>
          <Button
            variant={recommendsKeeping ? 'quiet' : 'filled'}
            busy={sendState === 'sending'}
            onClick={() => void send()}
          >
            {t('leave.send')}
          </Button>
          {canSeal() && (
            <Button
              variant={recommendsKeeping ? 'filled' : 'quiet'}
              disabled={sendState === 'sending'}
              onClick={() => onSignOut('keep')}
            >
              {t('leave.keep')}
            </Button>
          )}
          <Button
            className={styles.danger}
            disabled={sendState === 'sending'}
            onClick={() => onSignOut('delete')}
          >
            {t('leave.delete')}
          </Button>
        </div>
        {canSeal() && <p className={styles.note}>{t('leave.keepText')}</p>}
      </div>
    </Sheet>
  )
}
