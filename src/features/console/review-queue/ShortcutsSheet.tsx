import { useTranslation } from 'react-i18next'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './ShortcutsSheet.module.css'

/** Which keys do what; they can be switched off, for whoever speaks to the device or types into something else. */
export default function ShortcutsSheet({
  decisions,
  isOn,
  onSwitch,
  onClose,
}: {
  /** Words of the buttons, in their order. */
  decisions: readonly string[]
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const rows = [
    ...decisions.map((words, place) => [String(place + 1), words] as const),
    ['→', t('desk.skip')] as const,
    ['←', t('desk.back')] as const,
    ['Z', t('desk.undo')] as const,
  ]
  return (
    <Sheet title={t('desk.keys')} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.body}>
        <p>{t('desk.keysText')}</p>
        <dl className={styles.keys}>
          {rows.map(([key, words]) => (
            <div key={key} className={styles.key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.switch}>
          <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
          {t('desk.keysOn')}
        </label>
      </div>
    </Sheet>
  )
}
