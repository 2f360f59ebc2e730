import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { OutboxEntry } from './entry.ts'
import styles from './EntryStatus.module.css'

/** Tone of a state: on its way, arrived, or something that the user should know or decide. */
type Tone = 'calm' | 'good' | 'attention'

const icons: Record<Tone, IconName> = { calm: 'clock', good: 'check', attention: 'warning' }

/** Messages for entries that the device itself cannot send: their content or a file is gone. By error key. */
const failureMessages: Partial<Record<string, 'contentGone' | 'fileGone'>> = {
  'content.gone': 'contentGone',
  'file.gone': 'fileGone',
}

/**
 * Shows the state of an entry in the place of the submit button. Screen readers announce changes. It shows "submitted"
 * only after the server has confirmed it.
 */
export function EntryStatus({ entry }: { entry: OutboxEntry }) {
  const { tone, text } = useEntryStatusLabels(entry)
  return (
    <output className={styles.state} data-tone={tone}>
      <Icon name={icons[tone]} size={20} />
      <span>{text}</span>
    </output>
  )
}

/** Returns the text and the tone for the state of an entry. */
export function useEntryStatusLabels(entry: OutboxEntry): { tone: Tone; text: string } {
  const { t } = useTranslation('outbox')
  const forumTime = useForumTime()
  switch (entry.state) {
    case 'done': {
      const time = forumTime.clock(entry.doneAt ?? entry.createdAt)
      const no = entry.serverRef?.no
      return { tone: 'good', text: no === undefined ? t('sent', { time }) : t('sentNo', { time, no }) }
    }
    case 'needs_auth':
      return { tone: 'attention', text: t('needsAuth') }
    case 'rejected': {
      const failureMessage = failureMessages[entry.trouble?.key ?? '']
      if (failureMessage) return { tone: 'attention', text: t(failureMessage) }
      return {
        tone: 'attention',
        text: entry.msg === undefined || entry.msg === '' ? t('rejected') : `${t('rejected')} (${entry.msg})`,
      }
    }
    case 'conflict':
      return { tone: 'attention', text: t('conflictState') }
    case 'expired':
      return { tone: 'attention', text: t('expired') }
    default:
      if (entry.isLate) return { tone: 'attention', text: t('late') }
      if (entry.isBlocked) return { tone: 'calm', text: t('blocked') }
      return { tone: 'calm', text: entry.state === 'sending' ? t('sending') : t('saved') }
  }
}
