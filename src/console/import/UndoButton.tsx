import { useTranslation } from 'react-i18next'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'

/** Undoes an import after a confirmation. */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation('console-import')
  const confirmUndo = async () => {
    const question = {
      title: t('act.undoTitle'),
      text: t('act.undoText'),
      yes: t('act.undo'),
      no: t('act.cancel'),
    }
    if (await confirmDialog(question)) onUndo()
  }
  return <Button onClick={() => void confirmUndo()}>{t('act.undo')}</Button>
}
