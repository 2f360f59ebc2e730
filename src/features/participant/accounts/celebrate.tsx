import { Toast } from 'antd-mobile'
import '#ui/antd-mobile-calls.ts'
import styles from './celebrate.module.css'

/** Duration of the toast in milliseconds. */
const shownMs = 3000

/** Shows the success toast after a sign-in by code. Import it dynamically. */
export function celebrate(message: string): void {
  const content = (
    <span role="alert" className={styles.text}>
      {message}
    </span>
  )
  // At the bottom, where it covers no field of the next step.
  Toast.show({ icon: 'success', content, duration: shownMs, position: 'bottom' })
}
