import { useTranslation } from 'react-i18next'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './ShortcutsSheet.module.css'

/** Lists the shortcuts. They can be switched off for speech input and other uses of the keys. */
export default function ShortcutsSheet({
  decisions,
  isOn,
  onSwitch,
  onClose,
}: {
  /** Labels of the decisions in the order of their buttons. */
  decisions: readonly string[]
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const shortcuts = [
    ...decisions.map((label, index) => [String(index + 1), label] as const),
    ['→', t('desk.skip')] as const,
    ['←', t('desk.back')] as const,
    ['Z', t('desk.undo')] as const,
  ]
  return (
    <Sheet title={t('desk.keys')} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.body}>
        <p>{t('desk.keysText')}</p>
        <dl className={styles.keys}>
          {shortcuts.map(([key, label]) => (
            <div key={key} className={styles.key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
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
