import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

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
