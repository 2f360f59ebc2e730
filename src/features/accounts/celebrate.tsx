import { Toast } from 'antd-mobile'
import '#ui/antd-mobile-calls.ts'
import styles from './celebrate.module.css'

/** How long it stands, in milliseconds. */
const shownMs = 3000

/** The toast of who signed in by a code (specification §8). Import it when it is needed. */
export function celebrate(words: string): void {
  const content = (
    <span role="alert" className={styles.words}>
      {words}
    </span>
  )
  // Below, where it covers no field that comes next.
  Toast.show({ icon: 'success', content, duration: shownMs, position: 'bottom' })
}
