import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A button that is a drawing alone, as large as a thumb; its name is said. */
export function IconButton({
  icon,
  label,
  look = 'primary',
  disabled = false,
  onClick,
}: {
  icon: IconName
  label: string
  /** `weak` beside something that matters more than it. */
  look?: 'primary' | 'weak'
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      data-look={look}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  )
}
