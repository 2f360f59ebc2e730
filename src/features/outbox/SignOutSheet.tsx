import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import {
  canSeal,
  countVisibleEntries,
  countUnsent,
  sendNow,
  useEntries,
  type SignOutChoice,
} from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { groupBackgroundEntries } from './background-groups.ts'
import styles from './SignOutSheet.module.css'

/** Asked at a sign-out while something has not gone out: send it now, keep it until the person returns, or delete it. */
export function SignOutSheet({
  count,
  onLeave,
  onStay,
}: {
  /** How much has not gone out. */
  count: number
  onLeave: (choice: SignOutChoice) => void
  onStay: () => void
}) {
  const { t } = useTranslation(['outbox', 'common'])
  const waiting = useEntries().filter(({ state }) => state !== 'done')
  const { loud, quiet } = groupBackgroundEntries(waiting)
  const isOffline = useIsOffline()
  const [tried, setTried] = useState<'no' | 'sending' | 'failed'>('no')
  const keepsRather = canSeal() && (isOffline || tried === 'failed')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const send = async () => {
    setTried('sending')
    await sendNow().catch(() => undefined)
    const left = await countUnsent()
    // Who closed the question meanwhile stays.
    if (!isOpen.current) return
    if (left === 0) onLeave('delete')
    else setTried('failed')
  }
  return (
    <Sheet title={t('leave.title')} closeLabel={t('close', { ns: 'common' })} onClose={onStay}>
      <div className={styles.body}>
        <p>{t('leave.text', { count: Math.max(count, countVisibleEntries(waiting)) })}</p>
        <ul className={styles.list}>
          {loud.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {quiet.map(({ module, title, entries }) => (
            <li key={module}>{t('quiet.title', { title, count: entries.length })}</li>
          ))}
        </ul>
        <output className={styles.note}>
          {tried === 'failed' ? t('leave.failed') : isOffline ? t('leave.offline') : ''}
        </output>
        <div className={styles.choice}>
          <Button
            look={keepsRather ? 'quiet' : 'filled'}
            busy={tried === 'sending'}
            onClick={() => void send()}
          >
            {t('leave.send')}
          </Button>
          {canSeal() && (
            <Button
              look={keepsRather ? 'filled' : 'quiet'}
              disabled={tried === 'sending'}
              onClick={() => onLeave('keep')}
            >
              {t('leave.keep')}
            </Button>
          )}
          <Button className={styles.danger} disabled={tried === 'sending'} onClick={() => onLeave('delete')}>
            {t('leave.delete')}
          </Button>
        </div>
        {canSeal() && <p className={styles.note}>{t('leave.keepText')}</p>}
      </div>
    </Sheet>
  )
}
