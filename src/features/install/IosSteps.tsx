import { useTranslation } from 'react-i18next'
import { Sheet } from '#ui/Sheet.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './IosSteps.module.css'

const steps = [
  { name: 'share', icon: 'share' },
  { name: 'add', icon: 'grid' },
  { name: 'confirm', icon: 'check' },
] as const

/** The three steps in Safari, which offers no button. */
export default function IosSteps({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('install')
  return (
    <Sheet title={t('iosTitle')} closeLabel={t('close')} onClose={onClose}>
      <ol className={styles.steps}>
        {steps.map(({ name, icon }) => (
          <li key={name} className={styles.step}>
            <Icon name={icon} />
            {t(`iosSteps.${name}`)}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
