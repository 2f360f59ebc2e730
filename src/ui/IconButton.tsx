import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A button with only an icon, large enough for touch. Its label is the accessible name. */
export function IconButton({
  icon,
  label,
  variant = 'primary',
  disabled = false,
  onClick,
}: {
  icon: IconName
  label: string
  /** `weak` next to a more important action. */
  variant?: 'primary' | 'weak'
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      data-variant={variant}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  )
}
