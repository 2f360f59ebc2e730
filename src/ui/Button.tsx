import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import iconButtonStyles from './IconButton.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Filled for the one next step, quiet for the rest. */
  variant?: 'filled' | 'quiet'
  busy?: boolean
}

/** A button of the pages. Light enough for the root; forms use antd-mobile's. */
export function Button({
  variant = 'quiet',
  busy = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the default is given above
      type={type}
      aria-busy={busy}
      disabled={rest.disabled ?? busy}
      className={`${buttonClass(variant)} ${className ?? ''}`}
    />
  )
}

/** Returns the class names of the same style, for links. */
export function buttonClass(variant: 'filled' | 'quiet'): string {
  return `${styles.button} ${styles[variant]}`
}

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
      className={iconButtonStyles.button}
      data-variant={variant}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  )
}
