import { useTranslation } from 'react-i18next'
import styles from './SaveDataSwitch.module.css'

/** Switch to save data, stored on this device. */
export function SaveDataSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('live')
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby="save-data-means"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
      {t('saveData.label')}
    </label>
  )
}
