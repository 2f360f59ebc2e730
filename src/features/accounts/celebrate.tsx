import { Toast } from 'antd-mobile'
import '#ui/antd-mobile.ts'

/** How long it stands, in milliseconds. */
const shownMs = 3000

/** The toast of who signed in by a code (specification §8). Import it when it is needed. */
export function celebrate(words: string): void {
  Toast.show({ icon: 'success', content: <span role="alert">{words}</span>, duration: shownMs })
}
