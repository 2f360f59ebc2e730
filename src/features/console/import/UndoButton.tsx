import { useTranslation } from 'react-i18next'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'

/** Takes an import back, once the person has agreed. */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation('console-import')
  const sure = async () => {
    const question = {
      title: t('act.undoTitle'),
      text: t('act.undoText'),
      yes: t('act.undo'),
      no: t('act.cancel'),
    }
    if (await confirmDialog(question)) onUndo()
  }
  return <Button onClick={() => void sure()}>{t('act.undo')}</Button>
}
