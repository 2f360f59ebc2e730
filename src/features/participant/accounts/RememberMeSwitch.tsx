import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './RememberMeSwitch.module.css'

/** Switch "keep me signed in on this device", off by default. */
export function RememberMeSwitch({
  value,
  onChange,
}: {
  value: boolean
  onChange: (value: boolean) => void
}) {
  const { t } = useTranslation('sign-in')
  const hint = useId()
  return (
    <div>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.box}
          checked={value}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        {t('keep.label')}
      </label>
      <p id={hint} className={styles.hint}>
        {t('keep.hint')}
      </p>
    </div>
  )
}
