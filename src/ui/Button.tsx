import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `filled` for the page's one next step, `quiet` for all other actions. */
  variant?: 'filled' | 'quiet'
  /** True while the button's action runs. It disables the button, unless `disabled` is given too. */
  busy?: boolean
}

/** A button. Forms submit with antd-mobile's button, which is too heavy for the code that every page loads. */
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

/** Returns the class names of a button, for links that look like one. */
export function buttonClass(variant: 'filled' | 'quiet'): string {
  return `${styles.button} ${styles[variant]}`
}
