import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { discardEntry, submit } from '#outbox/index.ts'
import { textOf, type Application } from './applications.ts'
import { formPath } from './send-meeting.ts'
import { moduleName } from './queries.ts'

/** Takes an application back, after a question: what was never sent is gone, what the server has is withdrawn. */
export function useWithdraw({ id, row, entry, values }: Application): () => Promise<void> {
  const { t } = useTranslation('side-meetings')
  return async () => {
    const { ask } = await import('#ui/ask.ts')
    const name = textOf(values, 'name')
    const isMeant = await ask({
      title: t('withdrawAsk.title'),
      text: t(row?.status === 'assigned' ? 'withdrawAsk.assigned' : 'withdrawAsk.text', { name }),
      yes: t('withdrawAsk.yes'),
      no: t('withdrawAsk.no'),
    })
    if (!isMeant) return
    // A create that was not sent yet: nobody needs to hear of it.
    if (!row && entry && (await discardEntry(entry.id))) return
    await submit({
      module: moduleName,
      entityId: id,
      deed: { kind: 'action', name: 'withdraw', ...(row && { baseVersion: row.version }) },
      body: {},
      title: t('withdrawTitle', { name }),
      formPath,
    }).catch(() => notify({ kind: 'danger', title: t('withdrawFailed') }))
  }
}
