import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A button with only an icon, in a size for thumbs. Screen readers read its name. */
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
