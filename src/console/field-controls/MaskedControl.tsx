import { useTranslation } from 'react-i18next'
import { maskedValue } from '#contract/row.ts'
import type { ControlProps } from '#forms/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './FieldEditor.module.css'

/** Shows that the value is masked. The value stays unless the user types another one. */
export function MaskedControl({ id, onChange, labelId }: ControlProps) {
  const { t } = useTranslation('console')
  return (
    <div className={styles.masked}>
      <Icon name="lock" size={20} />
      <span>{t('field.masked')}</span>
      <Button id={id} aria-describedby={labelId} onClick={() => onChange('')}>
        {t('field.retype')}
      </Button>
    </div>
  )
}

/** Offers to restore the masked value while the user types another one. */
export function KeepMaskedButton({ onChange }: Pick<ControlProps, 'onChange'>) {
  const { t } = useTranslation('console')
  return (
    <Button className={styles.keep} onClick={() => onChange(maskedValue)}>
      {t('field.keepMasked')}
    </Button>
  )
}
