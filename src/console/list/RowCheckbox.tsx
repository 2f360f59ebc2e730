import { useTranslation } from 'react-i18next'
import type { Selection } from './use-selection.ts'
import styles from './RowCheckbox.module.css'

/** Shows whether a row is chosen, as a checkbox large enough for a thumb. */
export function RowCheckbox({ id, selection }: { id: string; selection: Selection }) {
  const { t } = useTranslation('console')
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={t('list.choose')}
        checked={selection.isAll || selection.ids.has(id)}
        disabled={selection.isAll}
        onChange={() => selection.toggle(id)}
      />
    </label>
  )
}
