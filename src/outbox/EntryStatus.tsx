import { useTranslation } from 'react-i18next'
import { useForumTime } from '#lib/forum-time.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { OutboxEntry } from './entry.ts'
import styles from './EntryStatus.module.css'

/** How a state looks: on its way, arrived, or something that the person should know or decide. */
type Tone = 'calm' | 'good' | 'attention'

const icons: Record<Tone, IconName> = { calm: 'clock', good: 'check', attention: 'warning' }

/** Why an entry cannot be sent that never came to the server: its words or a file are no longer on the device. */
const ownWords: Partial<Record<string, 'contentGone' | 'fileGone'>> = {
  'content.gone': 'contentGone',
  'file.gone': 'fileGone',
}

/**
 * Where an entry stands, in words, in the place where the button was: said aloud when it changes. "Submitted" it never
 * says before the server has said so.
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

/** The words for where an entry stands. */
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
      const own = ownWords[entry.trouble?.key ?? '']
      if (own) return { tone: 'attention', text: t(own) }
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
