import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryState, useDraft, useEntryOf, type OutboxEntry } from '#outbox/index.ts'
import { Home, MyCenter } from '#lib/addresses.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Screen } from '#ui/Screen.tsx'
import type { RegistrationKind } from './kinds.ts'
import { participantKind, sensitiveFields, staffKind } from './kinds.ts'
import styles from './SuccessScreen.module.css'

const next = ['review', 'mail', 'look'] as const

/** The registration is out of the person's hands: whether it is sent already, what happens now, and the way home. */
export function SuccessScreen({ name }: { name: RegistrationKind['name'] }) {
  const { t } = useTranslation('register')
  const kind = name === 'staff' ? staffKind : participantKind
  const entry = useEntryOf(kind.definition.name)
  useDocumentTitle(t(titleOf(entry)))
  const isSent = entry?.state === 'done'
  const isRefused = entry?.state === 'rejected'
  useCleared(kind, isSent, entry?.deed.kind === 'create' ? undefined : entry?.entityId)
  return (
    <Screen>
      <div className={styles.page}>
        <Mark isSent={isSent} />
        <h1 className={styles.title}>{t(titleOf(entry))}</h1>
        {entry && <EntryState entry={entry} />}
        {!isRefused && (
          <ul className={styles.next}>
            {next.map((one) => (
              <li key={one}>{t(`success.${one}`)}</li>
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          {isRefused && (
            <Link to={kind.path} search={{ step: 'review' }} className={buttonClass('filled')}>
              {t('success.mend')}
            </Link>
          )}
          <Link to={Home} className={buttonClass(isRefused ? 'quiet' : 'filled')}>
            {t('success.home')}
          </Link>
          <Link to={MyCenter} className={buttonClass('quiet')}>
            {t('toCenter')}
          </Link>
        </div>
      </div>
    </Screen>
  )
}

/** Nothing has arrived before the server has said so. */
function titleOf(entry: OutboxEntry | undefined) {
  if (!entry) return 'success.title'
  if (entry.state === 'done') return 'success.sent'
  return entry.state === 'rejected' ? 'success.refused' : 'success.saved'
}

/** What was sent needs no draft any more, and what is known of one's registration is old. */
function useCleared(kind: RegistrationKind, isSent: boolean, rowId: string | undefined): void {
  const client = useQueryClient()
  const { name } = kind.definition
  const { drop, isReady } = useDraft(rowId === undefined ? name : `${name} ${rowId}`, {
    sensitive: sensitiveFields,
  })
  useEffect(() => {
    if (!isSent || !isReady) return
    void drop()
    void client.invalidateQueries({ queryKey: ['own'] })
  }, [isSent, isReady, drop, client])
}

function Mark({ isSent }: { isSent: boolean }) {
  return (
    <svg viewBox="0 0 96 96" width={96} height={96} aria-hidden="true" className={styles.mark}>
      <circle cx="48" cy="48" r="44" className={styles.ring} />
      {isSent ? (
        <path d="M29 49 43 63 68 35" className={styles.stroke} />
      ) : (
        <path d="M36 22h24v52H36zM44 67h8" className={styles.stroke} />
      )}
    </svg>
  )
}
